package matchmaking

import (
	"context"
	"slices"
	"time"

	"noir/data"
	"noir/data/language"
	"noir/engine"
)

// MaxText is how many characters may be said at once in one's own words.
const MaxText = 200

// PhrasesOnly says why somebody cannot write in his own words, and what to do about
// it. Its text is for the person.
type PhrasesOnly struct {
	Message string
	own     error // the same for its reader; see language.Sentence
}

func (e *PhrasesOnly) Error() string { return e.Message }

func (e *PhrasesOnly) Unwrap() error { return e.own }

func phrasesOnly(text string, args ...any) *PhrasesOnly {
	own := language.Sentence(nil, text, args...)
	return &PhrasesOnly{own.Error(), own}
}

// listener is a person on another seat than the one that speaks.
type listener struct {
	seat   engine.Seat
	player data.PlayerID
	name   string
	tie    data.Tie // to who speaks
}

// deaf reports whether nothing that is said reaches him.
func (o listener) deaf() bool { return o.tie == data.Muted || o.tie == data.Blocked }

// say tells the table what a seat says: one of the Phrases, or a text that is
// cleaned. It blocks on the store, and takes no time of the table's for that.
func (t *table) say(ctx context.Context, c *chair, n Note) error {
	if !t.voices[n.Seat].AllowN(time.Now(), 1) {
		t.local.tally.met(limitPhrases)
		return ErrTalkative
	}
	others, err := t.listeners(ctx, n.Seat)
	if err == nil && n.Text != "" {
		err = t.mayWrite(ctx, n.Seat, others)
	}
	if err != nil {
		return err
	}
	for _, o := range others {
		if o.deaf() {
			n.deaf |= 1 << o.seat
		}
	}
	return c.act(ctx, func() error {
		t.note(n)
		t.local.transcripts.add(t.match, t.players, t.notes[len(t.notes)-1])
		t.publish()
		return nil
	})
}

// listeners are the people at the table beside a seat, with how they stand to it now.
func (t *table) listeners(ctx context.Context, speaker engine.Seat) ([]listener, error) {
	var others []listener
	for i, s := range t.match.Seats {
		if engine.Seat(i) == speaker || s.Kind == data.Bot {
			continue
		}
		o := listener{seat: engine.Seat(i), player: t.players[i], name: s.Name}
		if !o.player.Guest() && !t.players[speaker].Guest() {
			ties, err := t.local.store.Ties(ctx, o.player)
			if err != nil {
				return nil, unavailable(err)
			}
			at := slices.IndexFunc(ties, func(tied data.Tied) bool { return tied.Player.ID == t.players[speaker] })
			if at >= 0 {
				o.tie = ties[at].Tie
			}
		}
		others = append(others, o)
	}
	return others, nil
}

// mayWrite returns why a seat cannot write in its own words, as *PhrasesOnly: its
// player must want that, and everybody at the table; at a public one they must have
// made him their friend as well.
func (t *table) mayWrite(ctx context.Context, s engine.Seat, others []listener) error {
	switch {
	case t.players[s].Guest():
		return phrasesOnly("a guest says phrases: connect with a key to write in your own words")
	case len(others) == 0:
		return phrasesOnly("the house reads phrases only")
	}
	if err := t.local.silenced(ctx, t.players[s]); err != nil {
		return err
	}
	wants, err := t.local.allowsText(ctx, t.players[s])
	switch {
	case err != nil:
		return err
	case !wants:
		return phrasesOnly("set free-text to on in your settings to write and to read more than phrases")
	}
	for _, o := range others {
		if err := t.mayWriteTo(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// mayWriteTo does not tell who has blocked somebody from who reads phrases only.
func (t *table) mayWriteTo(ctx context.Context, o listener) error {
	if o.player.Guest() {
		return phrasesOnly("nothing but phrases reaches %s, who is a guest: say one", o.name)
	}
	wants, err := t.local.allowsText(ctx, o.player)
	switch {
	case err != nil:
		return err
	case !wants, o.tie == data.Blocked:
		return phrasesOnly("nothing but phrases reaches %s: say one", o.name)
	case !t.match.Private && o.tie != data.Friend:
		return phrasesOnly("at a public table friends only write in their own words, and %s has not made you one: say a phrase", o.name)
	}
	return nil
}

func (l *Local) allowsText(ctx context.Context, p data.PlayerID) (bool, error) {
	settings, err := l.store.Settings(ctx, p)
	if err != nil {
		return false, unavailable(err)
	}
	return settings.FreeText, nil
}

// silenced tells a player whom an operator has silenced until when he is.
func (l *Local) silenced(ctx context.Context, p data.PlayerID) error {
	silences, err := l.store.Silences(ctx)
	if err != nil {
		return unavailable(err)
	}
	at := slices.IndexFunc(silences, func(s data.Silence) bool { return s.Player == p })
	if at < 0 {
		return nil
	}
	until, why := silences[at].Until.UTC().Format("2006-01-02 15:04 UTC"), silences[at].Reason
	if why == "" {
		return phrasesOnly("the house lets you say phrases only, until %s", until)
	}
	return phrasesOnly("the house lets you say phrases only, until %s: %s", until, why)
}

// heard are the notes that reach a viewer: not those for another seat alone, what those
// say whom they have muted or blocked, nor, when they only look on, what people write to
// each other.
func heard(notes []Note, viewer engine.Seat) []Note {
	unheard := func(n Note) bool {
		if n.own && n.Seat != viewer {
			return true
		}
		if viewer == engine.Spectator {
			return n.Text != ""
		}
		return n.deaf&(1<<viewer) != 0
	}
	if !slices.ContainsFunc(notes, unheard) {
		return notes
	}
	return slices.DeleteFunc(slices.Clone(notes), unheard)
}
