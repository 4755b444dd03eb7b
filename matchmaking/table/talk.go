package table

import (
	"context"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// sayBurst is how many phrases or texts a seat may send at once, before matchmaking.SayEvery
// applies.
const sayBurst = 5

// talk decides who may say what at a table. Only its rate limits change, so any goroutine may
// use it.
type talk struct {
	store   Store
	private bool
	seats   seats
	pace    []*rate.Limiter // by seat
}

func newTalk(s Store, private bool, all seats) *talk {
	t := &talk{store: s, private: private, seats: all}
	for range all {
		t.pace = append(t.pace, rate.NewLimiter(rate.Every(matchmaking.SayEvery), sayBurst))
	}
	return t
}

// listener is a person in another seat than the speaker's.
type listener struct {
	seat   engine.Seat
	player data.PlayerID
	name   string
	tie    data.Tie // towards the speaker
}

// deaf reports whether the listener hears nothing from the speaker.
func (o listener) deaf() bool { return o.tie == data.Muted || o.tie == data.Blocked }

// may allows a seat to speak, and returns the seats that hear nothing of it. ErrTalkative,
// *PhrasesOnly, data.ErrUnavailable.
func (t *talk) may(ctx context.Context, n matchmaking.Note) (deaf map[engine.Seat]bool, err error) {
	if !t.pace[n.Seat].AllowN(time.Now(), 1) {
		return nil, matchmaking.ErrTalkative
	}
	others, err := t.listeners(ctx, n.Seat)
	if err == nil && n.Text != "" {
		err = t.mayWrite(ctx, n.Seat, others)
	}
	if err != nil {
		return nil, err
	}
	deaf = map[engine.Seat]bool{}
	for _, o := range others {
		deaf[o.seat] = o.deaf()
	}
	return deaf, nil
}

// listeners returns the people on other seats, and their present ties to the speaker.
func (t *talk) listeners(ctx context.Context, speaker engine.Seat) ([]listener, error) {
	var others []listener
	from := t.seats[speaker].player
	for i, v := range t.seats {
		if engine.Seat(i) == speaker || v.house {
			continue
		}
		o := listener{seat: engine.Seat(i), player: v.player, name: v.name}
		if !o.player.Guest() && !from.Guest() {
			ties, err := t.store.Ties(ctx, o.player)
			if err != nil {
				return nil, data.Unavailable(err)
			}
			at := slices.IndexFunc(ties, func(tied data.Tied) bool { return tied.Player.ID == from })
			if at >= 0 {
				o.tie = ties[at].Tie
			}
		}
		others = append(others, o)
	}
	return others, nil
}

// mayWrite returns *PhrasesOnly unless a seat may write in its own words: its player and all
// others at the table allow that, and at a public one the others have made them their friend.
func (t *talk) mayWrite(ctx context.Context, s engine.Seat, others []listener) error {
	switch {
	case t.seats[s].player.Guest():
		return matchmaking.PhrasesOnlyf("guests can only use set phrases: connect with a key to write in your own words")
	case len(others) == 0:
		return matchmaking.PhrasesOnlyf("the house understands only set phrases: say one")
	}
	if err := t.silenced(ctx, t.seats[s].player); err != nil {
		return err
	}
	wants, err := t.allowsText(ctx, t.seats[s].player)
	switch {
	case err != nil:
		return err
	case !wants:
		return matchmaking.PhrasesOnlyf("set free-text to on in your settings to write and read more than phrases")
	}
	for _, o := range others {
		if err := t.mayWriteTo(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// mayWriteTo returns why a listener gets no texts. It does not distinguish a block from the setting
// that only allows phrases.
func (t *talk) mayWriteTo(ctx context.Context, o listener) error {
	if o.player.Guest() {
		return matchmaking.PhrasesOnlyf("you can only send phrases to %s, a guest: say one", o.name)
	}
	wants, err := t.allowsText(ctx, o.player)
	switch {
	case err != nil:
		return err
	case !wants, o.tie == data.Blocked:
		return matchmaking.PhrasesOnlyf("you can only send phrases to %s: say one", o.name)
	case !t.private && o.tie != data.Friend:
		return matchmaking.PhrasesOnlyf("at a public table only friends write in their own words, and %s has not made you a friend: use a phrase", o.name)
	}
	return nil
}

func (t *talk) allowsText(ctx context.Context, p data.PlayerID) (bool, error) {
	settings, err := t.store.Settings(ctx, p)
	if err != nil {
		return false, data.Unavailable(err)
	}
	return settings.FreeText, nil
}

// silenced tells a player until when an operator has silenced them, and why.
func (t *talk) silenced(ctx context.Context, p data.PlayerID) error {
	silences, err := t.store.Silences(ctx)
	if err != nil {
		return data.Unavailable(err)
	}
	at := slices.IndexFunc(silences, func(s data.Silence) bool { return s.Player == p })
	if at < 0 {
		return nil
	}
	until, why := silences[at].Until.UTC().Format("2006-01-02 15:04 UTC"), silences[at].Reason
	switch endless := silences[at].Until.IsZero(); {
	case endless && why != "":
		return matchmaking.PhrasesOnlyf("you may use only set phrases until the house lifts this: %s", why)
	case endless:
		return matchmaking.PhrasesOnlyf("you may use only set phrases until the house lifts this")
	case why != "":
		return matchmaking.PhrasesOnlyf("you may use only set phrases until %s: %s", until, why)
	}
	return matchmaking.PhrasesOnlyf("you may use only set phrases until %s", until)
}
