package account

import (
	"context"
	"errors"
	"slices"

	"noir/data"
	"noir/data/language"
)

// Bond is a tie in English words: what the list of those is called to whom a player
// has it, and what one does to have it.
type Bond struct {
	Tie   data.Tie
	Title string // as a menu calls it
	Verb  string // as it is typed of a name: "friend"
	List  string // as they are typed: "friends"
	About string // who they are, in a few words
	None  string // that there is nobody among them
	done  string // of a name
}

// Bonds are those that there are.
func Bonds() []Bond {
	return []Bond{
		{data.Friend, language.Mark("Friend"), language.Mark("friend"), "friends", language.Mark("who may write to you at public tables too"),
			language.Mark("You have named no friends."),
			language.Mark("%s is your friend, and may write to you wherever you both have free-text on.")},
		{data.Muted, language.Mark("Muted"), language.Mark("mute"), "mutes", language.Mark("whose words you are not shown"),
			language.Mark("You have muted nobody."), language.Mark("What %s says is not shown to you any more.")},
		{data.Blocked, language.Mark("Blocked"), language.Mark("block"), "blocks", language.Mark("with whom you are never paired"),
			language.Mark("You have blocked nobody."),
			language.Mark("%s is never paired with you again, cannot join or challenge you, and what he says is not shown to you.")},
	}
}

// Refused is what a player cannot have, in an English sentence that begins small and
// has no full stop.
type Refused string

func (r Refused) Error() string { return string(r) }

// errGuest is told whoever comes without a key.
var errGuest = Refused(language.Mark("a guest keeps no lists: connect with a key"))

// Among returns those to whom a player has it, by name.
func (b Bond) Among(ctx context.Context, c data.Circle, id data.PlayerID) ([]data.Tied, error) {
	if id.Guest() {
		return nil, errGuest
	}
	ties, err := c.Ties(ctx, id)
	return slices.DeleteFunc(ties, func(t data.Tied) bool { return t.Tie != b.Tie }), err
}

// Make has a player have it to another one, in place of any other tie to him, and
// says so to a reader. Refused, which may be in a language.Sentence, or the store's
// errors.
func (b Bond) Make(ctx context.Context, r *language.Reader, c data.Circle, id data.PlayerID, to data.Player) (string, error) {
	switch {
	case id.Guest():
		return "", errGuest
	case id == to.ID:
		return "", Refused(language.Mark("that is you"))
	}
	err := c.Tie(ctx, id, to.ID, b.Tie)
	if errors.Is(err, data.ErrTooMany) {
		return "", language.Sentence(Refused("too many"), "you have named %d players: take one away first", data.MaxTies)
	}
	return r.Words(b.done, to.Name), err
}

// End ends it, and no other tie, and says so to a reader. Its errors are those of Make.
func (b Bond) End(ctx context.Context, r *language.Reader, c data.Circle, id data.PlayerID, to data.Player) (string, error) {
	tied, err := b.Among(ctx, c, id)
	if err != nil {
		return "", err
	}
	if !slices.ContainsFunc(tied, func(t data.Tied) bool { return t.Player.ID == to.ID }) {
		return "", language.Sentence(Refused("not among them"), "there is no %s among them", to.Name)
	}
	return r.Words("%s is not among them any more.", to.Name), c.Tie(ctx, id, to.ID, "")
}
