package service

import (
	"errors"

	"noir/data"
	"noir/data/account"
	"noir/data/review"
	"noir/internal/language"
	"noir/internal/quota"
	"noir/matchmaking"
)

// ErrUsage marks errors in what was typed.
var ErrUsage = errors.New("usage")

// known returns an error for guests, who have no account.
func known(id data.PlayerID) error {
	if id.Guest() {
		return account.GuestHasNone()
	}
	return nil
}

// saying is the English sentence for an error.
type saying struct {
	err  error
	text string
}

// ofAccounts are the sayings about keys and accounts, for the errors of a data.Keyring.
func ofAccounts() []saying {
	return []saying{
		{data.ErrBadCode, language.Mark("That code is wrong, used or too old: check it, or take another.")},
		{data.ErrManyTries, language.Mark("Too many wrong codes have come from you or from your address. Look at your code again, or try another one in an hour.")},
		{data.ErrLastKey, language.Mark("It is your only key, and you have no recovery codes: make some first, or nobody could come in as you again.")},
		{data.ErrHasPlayed, language.Mark("This key belongs to a player who has already played.")},
		{data.ErrMet, language.Mark("The two have played rated games against each other, so they cannot be merged: go on as one of them.")},
		{data.ErrKeyTaken, language.Mark("This key is on that keyring already: just connect with it.")},
		{data.ErrCompeting, language.Mark("One of the two has played in an event that is still on: wait until it is over.")},
		{data.ErrRunning, language.Mark("A game is running: finish it first.")},
		{data.ErrTooMany, language.Mark("There are too many keys on that keyring: remove one first.")},
		{data.ErrNotFound, language.Mark("There is no such key on your keyring: choose one of the list.")},
	}
}

// ofSettings are the sayings about webhooks and feeds, which are settings of a player.
func ofSettings() []saying {
	return []saying{
		{data.ErrNotFound, language.Mark("Your player has been deleted or merged with another. Connect again to play on.")},
	}
}

// ofNames are the sayings about names.
func ofNames() []saying {
	return []saying{
		{data.ErrNameTaken, language.Mark("Somebody here already has that name, or one that looks just like it.")},
		{data.ErrNameKept, language.Mark("That name is reserved for the house and its players: take another.")},
		{data.ErrBadName, language.Mark("Use 3 to 16 of a-z, 0-9, - and _, and begin with a letter.")},
		{data.ErrCrowded, language.Mark("Many new players have come from your address lately. Come back in an hour, or play as a guest, without a key.")},
	}
}

// ofAll are the sayings about all other errors, whose own text is translated.
func ofAll() []saying {
	all := []saying{
		{data.ErrUnavailable, language.Mark("the house cannot read or write its books at the moment; try again in a minute")},
	}
	for _, err := range []error{
		matchmaking.ErrNoTable, matchmaking.ErrNoSeat, matchmaking.ErrNoCode, matchmaking.ErrHostLeft, matchmaking.ErrNotReady, matchmaking.ErrParted,
		matchmaking.ErrSeated, matchmaking.ErrNoTournament, matchmaking.ErrTournamentOver,
		matchmaking.ErrDraining, matchmaking.ErrTooManyChairs, matchmaking.ErrNotYourTurn, matchmaking.ErrOver,
		matchmaking.ErrRunning, matchmaking.ErrWatching, matchmaking.ErrNoPhrase,
		matchmaking.ErrRated, matchmaking.ErrNoHints, matchmaking.ErrHinting, matchmaking.ErrNoIdea,
		matchmaking.ErrTalkative, matchmaking.ErrNothing, matchmaking.ErrClosed, matchmaking.ErrNoChallenge,
		review.ErrRunning, review.ErrAborted, review.ErrNoCritic, review.ErrClosed, review.ErrFailed,
	} {
		all = append(all, saying{err, err.Error()})
	}
	return all
}

// say returns the first saying that fits an error; the error itself if none does.
func say(sayings []saying, err error) error {
	for _, s := range sayings {
		if errors.Is(err, s.err) {
			return language.Sentence(err, s.text)
		}
	}
	return err
}

// refused puts an error about keys and accounts into words. nil stays nil, and errors that are not the
// player's doing stay as they are.
func refused(err error) error {
	if err == nil || inWords(err) {
		return err
	}
	return say(ofAccounts(), err)
}

// unsettled is refused for an error about a webhook or a feed.
func unsettled(err error) error {
	if err == nil || inWords(err) {
		return err
	}
	return say(ofSettings(), err)
}

// unnamed puts into words why a player cannot have a name.
func unnamed(err error) error {
	if soon, ok := errors.AsType[*data.TooSoon](err); ok {
		return language.Sentence(err, "You changed your name recently. You can change it again from %s on.", soon.Until)
	}
	return say(ofNames(), err)
}

// inWords reports whether an error already is a sentence for a player.
func inWords(err error) bool {
	var (
		refused account.Refused
		terms   *matchmaking.BadTerms
		phrases *matchmaking.PhrasesOnly
		limit   *quota.Refused
	)
	return language.Said(err) || errors.As(err, &refused) || errors.As(err, &terms) || errors.As(err, &phrases) || errors.As(err, &limit)
}

// Words puts an error of any use case into words for a player, to be translated by
// language.Reader.Explain. It is false for an error that only operators understand.
func Words(err error) (error, bool) {
	if !inWords(err) {
		err = say(ofAll(), err)
	}
	return err, inWords(err)
}

// Explain tells a reader why something did not work.
func Explain(r *language.Reader, err error) string {
	words, ok := Words(err)
	if !ok {
		return r.Words("That did not work. Nothing has changed: try again.")
	}
	return r.Explain(words)
}
