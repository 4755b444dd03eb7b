package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/internal/quota"
	"noir/matchmaking"
)

// noted is a seat that notes what is done on it.
type noted struct {
	matchmaking.Seat
	takes time.Duration

	mu   sync.Mutex
	errs []error // of the next acts; none after the last
	did  []string
}

func (n *noted) note(what string, about ...any) (err error) {
	n.mu.Lock()
	n.did = append(n.did, fmt.Sprint(append([]any{what + " "}, about...)...))
	if len(n.errs) > 0 {
		err, n.errs = n.errs[0], n.errs[1:]
	}
	n.mu.Unlock()
	time.Sleep(n.takes)
	return err
}

// forgive has the next acts succeed.
func (n *noted) forgive() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.errs = nil
}

var suggested = matchmaking.Hint{Ply: 3, Move: json.RawMessage(`{"type":"take"}`), Chance: .5}

func (n *noted) Play(_ context.Context, ply int, move json.RawMessage) error {
	return n.note("play", ply, string(move))
}
func (n *noted) Pass(_ context.Context, p matchmaking.Passing) error { return n.note("pass", p) }
func (n *noted) Back(context.Context) error                          { return n.note("back") }
func (n *noted) Hint(ctx context.Context) (matchmaking.Hint, error) {
	return suggested, n.note("hint", quota.From(ctx))
}
func (n *noted) Resign(context.Context) error               { return n.note("resign") }
func (n *noted) Say(_ context.Context, phrase string) error { return n.note("say", phrase) }
func (n *noted) Write(_ context.Context, text string) error { return n.note("write", text) }
func (n *noted) Slow(context.Context) error                 { return n.note("slow") }
func (n *noted) AllowSpectators(_ context.Context, allow bool) error {
	return n.note("allow spectators", allow)
}
func (n *noted) Rematch(context.Context) error { return n.note("rematch") }

// acts are all that can be done on a seat.
var acts = []func(context.Context, matchmaking.Seat) error{
	func(ctx context.Context, s matchmaking.Seat) error {
		return s.Play(ctx, 3, json.RawMessage(`{"type":"take"}`))
	},
	func(ctx context.Context, s matchmaking.Seat) error { return s.Pass(ctx, matchmaking.PassTurn) },
	func(ctx context.Context, s matchmaking.Seat) error { return s.Back(ctx) },
	func(ctx context.Context, s matchmaking.Seat) error {
		h, err := s.Hint(quota.With(ctx, quota.Payer{ID: quota.Guest(7), Address: netip.MustParseAddr("192.0.2.1"), Guest: true}))
		if err == nil && (h.Ply != suggested.Ply || string(h.Move) != string(suggested.Move) || h.Chance != suggested.Chance) {
			return fmt.Errorf("the hint is %+v", h)
		}
		return err
	},
	func(ctx context.Context, s matchmaking.Seat) error { return s.Resign(ctx) },
	func(ctx context.Context, s matchmaking.Seat) error { return s.Say(ctx, "hello") },
	func(ctx context.Context, s matchmaking.Seat) error { return s.Write(ctx, "good evening") },
	func(ctx context.Context, s matchmaking.Seat) error { return s.Slow(ctx) },
	func(ctx context.Context, s matchmaking.Seat) error { return s.AllowSpectators(ctx, false) },
	func(ctx context.Context, s matchmaking.Seat) error { return s.AllowSpectators(ctx, true) },
	func(ctx context.Context, s matchmaking.Seat) error { return s.Rematch(ctx) },
}

// at returns a chair of a player for a seat of this node, and one for the seat of another node.
func at(t *testing.T, s matchmaking.Seat, player data.PlayerID) (here, there *chair, over *pipe) {
	t.Helper()
	node, front, over := between(t)
	chairs := hosted{kept: newKept((*hostedChair).Leave)}
	chairs.add("chair", 1, &hostedChair{seat: s})
	node.handlers = chairs.handlers()
	t.Cleanup(func() {
		time.Sleep(time.Minute) // until whatever is slow is done
		synctest.Wait()
		if n := chairs.of["chair"].waiting; n != 0 {
			t.Errorf("%d questions after the chair have no answer", n)
		}
	})
	tables := &tables{allotment: &allotment{client: front}, games: []engine.Game{districtnoir.Game{}}}
	of := func(p place) *chair {
		c := &chair{tables: tables, match: "m1", player: player, at: p, over: make(chan struct{}), moves: make(chan struct{})}
		c.show.Replace(matchmaking.Frame{Seat: 1}, nil).Supersede()
		return c
	}
	return of(place{here: s}), of(place{there: &far{client: front, node: 2, name: "chair"}}), over
}

// TestEveryActIsDoneAtTheTable once, as it was meant, and with what the table says of it, wherever that is and also when the node of
// the table is slow or its first answer is lost. Watchers do nothing.
func TestEveryActIsDoneAtTheTable(t *testing.T) {
	for i, act := range acts {
		synctest.Test(t, func(t *testing.T) {
			want := new(noted)
			if err := act(t.Context(), want); err != nil {
				t.Fatal(err)
			}
			seat := new(noted)
			here, there, over := at(t, seat, 1)
			for _, c := range []struct {
				what        string
				chair       *chair
				loses       int32
				takes, took time.Duration
			}{
				{"here", here, 0, 0, 0}, {"there", there, 0, 0, 0},
				{"when an answer is lost", there, 1, 0, actTime + lookAgain}, {"when it takes long", there, 0, actTime + time.Second, actTime + time.Second},
			} {
				for _, says := range []error{nil, matchmaking.ErrTalkative} {
					seat.did, seat.takes, seat.errs = nil, c.takes, []error{says}
					over.loses.Store(c.loses)
					began := time.Now()
					if err := act(t.Context(), c.chair); !errors.Is(err, says) || !slices.Equal(seat.did, want.did) || time.Since(began) != c.took {
						t.Errorf("%d %s: %q is done in %v, and not %q: %v", i, c.what, seat.did, time.Since(began), want.did, err)
					}
				}
			}
			seat.did = nil
			watches, alone, _ := at(t, nil, 0)
			for _, c := range []*chair{watches, alone} {
				if err := act(t.Context(), c); !errors.Is(err, matchmaking.ErrWatching) {
					t.Errorf("%d by a watcher: %v", i, err)
				}
			}
			alone.player = 1 // says its node
			if err := act(t.Context(), alone); !errors.Is(err, matchmaking.ErrWatching) {
				t.Errorf("%d by a watcher of another node: %v", i, err)
			}
		})
	}
}

// TestWhatNobodyCanDo is refused where it is asked for.
func TestWhatNobodyCanDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seat := new(noted)
		here, there, _ := at(t, seat, 1)
		for _, c := range []*chair{here, there} {
			if err := c.Play(t.Context(), 1, json.RawMessage(`{`)); !errors.As(err, new(*matchmaking.BadMove)) {
				t.Errorf("a move that is no JSON: %v", err)
			}
			if _, err := c.act(t.Context(), act{Verb: "fly"}); err == nil {
				t.Error("it flies")
			}
		}
		if len(seat.did) > 0 {
			t.Errorf("the seat has done %q", seat.did)
		}
	})
}

// TestActsAreRemembered until they are known, however many come meanwhile, and then until some more have been done: so
// none is done again for a node that did not hear.
func TestActsAreRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seat := &noted{takes: time.Second}
		c := &hostedChair{seat: seat}
		do := func(id string) error {
			_, err := c.do(t.Context(), act{ID: id, Verb: "slow"})
			return err
		}
		seat.errs = []error{matchmaking.ErrOver}
		go do("1")
		synctest.Wait()
		go do("2")
		synctest.Wait()
		if err := do("3"); err != nil {
			t.Error(err)
		}
		if err := do("1"); err != matchmaking.ErrOver || len(seat.did) != 3 {
			t.Errorf("of three acts at once %d are done, and the first is told %v", len(seat.did), err)
		}
		if err := errors.Join(do("4"), do("5"), do("4")); err != nil || len(seat.did) != 5 {
			t.Errorf("of five acts %d are done: %v", len(seat.did), err)
		}
		if len(c.acts) > actsKept+1 {
			t.Errorf("%d acts are remembered", len(c.acts))
		}
	})
}

// broken is a seat at which nothing can be said.
type broken struct{ *noted }

func (b broken) Say(context.Context, string) error {
	b.did = append(b.did, "say")
	panic("it breaks")
}

// TestAnActThatPanics is answered, also to a node that asks for it again since it did not hear.
func TestAnActThatPanics(t *testing.T) {
	for _, loses := range []int32{0, 1} {
		synctest.Test(t, func(t *testing.T) {
			seat := new(noted)
			_, there, over := at(t, broken{seat}, 1)
			over.loses.Store(loses)
			began, want := time.Now(), time.Duration(loses)*(actTime+lookAgain)
			if err := there.Say(t.Context(), "hello"); !errors.Is(err, data.ErrUnavailable) || time.Since(began) != want || len(seat.did) != 1 {
				t.Errorf("after %d lost answers it is done %d times, and answered after %v: %v", loses, len(seat.did), time.Since(began), err)
			}
			if err := there.Write(t.Context(), "hello"); err != nil {
				t.Errorf("the next act: %v", err)
			}
		})
	}
}

// played is a store of one match.
type played struct {
	data.Shared
	match data.Match
	err   error
}

func (p played) Match(context.Context, data.MatchID) (data.Match, error) { return p.match, p.err }

// TestAMoveThatWasMade by an owner who did not come to say so has been made: if the record has it, as the first of the player's own
// since they were asked. One that was out of date at once has not.
func TestAMoveThatWasMade(t *testing.T) {
	take, five := districtnoir.Take(), districtnoir.Play(districtnoir.Five)
	move := func(seat engine.Seat, move json.RawMessage, by engine.By) data.Entry {
		return data.Entry{Seat: seat, Move: move, By: by}
	}
	before, other := move(1, five, engine.ByPlayer), move(0, five, engine.ByPlayer)
	lost := []error{errNotMine, matchmaking.ErrStale}
	match := func(moves ...data.Entry) played {
		return played{match: data.Match{Game: "district-noir", Moves: moves}}
	}
	for what, c := range map[string]struct {
		store played
		errs  []error
		move  string
		made  bool
	}{
		"made":                        {match(before, other, move(1, take, engine.ByPlayer)), lost, "", true},
		"made after another's":        {match(before, other, other, move(1, take, engine.ByPlayer), before), lost, "", true},
		"made, written otherwise":     {match(before, other, move(1, take, engine.ByPlayer)), lost, `{"type" : "take", "as": "ever"}`, true},
		"made on the next connection": {match(before, other, move(1, take, engine.ByPlayer)), append([]error{errNotMine}, lost...), "", true},
		"another move":                {match(before, other, before, move(1, take, engine.ByPlayer)), lost, "", false},
		"made long before":            {match(move(1, take, engine.ByPlayer), other), lost, "", false},
		"made by the clock":           {match(before, other, move(1, take, engine.ByClock)), lost, "", false},
		"made by somebody else":       {match(before, other, move(0, take, engine.ByPlayer)), lost, "", false},
		"nothing made":                {match(), lost, "", false},
		"out of date at once":         {match(before, other, move(1, take, engine.ByPlayer)), lost[1:], "", false},
		"no move":                     {match(before, other, move(1, take, engine.ByPlayer)), lost, `{"type":"fly"}`, false},
		"of another game":             {played{match: data.Match{Game: "chess", Moves: []data.Entry{before, other, move(1, take, engine.ByPlayer)}}}, lost, "", false},
		"not to be read":              {played{match: data.Match{Game: "district-noir", Moves: []data.Entry{before, other, move(1, take, engine.ByPlayer)}}, err: data.ErrUnavailable}, lost, "", false},
	} {
		synctest.Test(t, func(t *testing.T) {
			seat := &noted{errs: c.errs}
			here, _, _ := at(t, seat, 1)
			here.tables.store = c.store
			if c.move == "" {
				c.move = string(take)
			}
			if err := here.Play(t.Context(), 3, json.RawMessage(c.move)); c.made != (err == nil) || err != nil && !errors.Is(err, matchmaking.ErrStale) {
				t.Errorf("%s: %v", what, err)
			}
			if len(seat.did) != len(c.errs) {
				t.Errorf("%s: it is asked for %d times", what, len(seat.did))
			}
		})
	}
}

// TestAnActAtATableThatIsNowhere is done where the table comes to be. If that takes too long, or the table is over, or
// the player leaves, they are told so.
func TestAnActAtATableThatIsNowhere(t *testing.T) {
	forever := slices.Repeat([]error{errNotMine}, 1000)
	for what, c := range map[string]struct {
		errs []error
		far  bool // and it takes forever
		do   func(c *chair, cancel func())
		want error
		took time.Duration
	}{
		"it moves":                {forever, false, func(c *chair, _ func()) { c.at.here.(*noted).forgive(); close(c.moves) }, nil, lookAgain / 2},
		"it comes":                {slices.Repeat([]error{errAway, errBusy, data.ErrFenced, matchmaking.ErrDraining}, 2), false, nil, nil, 8 * lookAgain},
		"it is over":              {forever, false, func(c *chair, _ func()) { close(c.over) }, matchmaking.ErrOver, lookAgain / 2},
		"nothing":                 {forever, false, nil, data.ErrUnavailable, patience},
		"it is slow":              {nil, true, nil, data.ErrUnavailable, patience},
		"it is slow, and they go": {nil, true, func(_ *chair, cancel func()) { cancel() }, context.Canceled, lookAgain / 2},
		"they go":                 {forever, false, func(_ *chair, cancel func()) { cancel() }, context.Canceled, lookAgain / 2},
		"it is closed":            {slices.Repeat([]error{matchmaking.ErrDraining}, 9), false, func(c *chair, _ func()) { c.tables.Close() }, matchmaking.ErrDraining, lookAgain},
	} {
		synctest.Test(t, func(t *testing.T) {
			seat := &noted{errs: c.errs}
			here, there, _ := at(t, seat, 1)
			if c.far {
				here, seat.takes = there, 2*patience
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if c.do != nil {
				time.AfterFunc(lookAgain/2, func() { c.do(here, cancel) })
			}
			began := time.Now()
			if err := here.Resign(ctx); !errors.Is(err, c.want) || time.Since(began) != c.took {
				t.Errorf("%s: %v after %v", what, err, time.Since(began))
			}
		})
	}
}
