package challenge_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// TestChallengesByName: only the two players see it, and only its recipient can accept it.
func TestChallengesByName(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b, c := h.player("marlowe"), h.player("spade"), h.player("vera")
		offer := func() string { return h.offer(data.Challenge{From: a, To: b, Game: game}).Left.ID }
		first := offer()
		if _, err := h.Accept(t.Context(), c, first); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("a third one takes it: %v", err)
		}
		if list := h.list(c); len(list) != 0 {
			t.Errorf("a third one sees %+v", list)
		}
		if got, err := h.store.Letters(t.Context(), b.ID); err != nil || len(got) != 1 || got[0].Kind != data.Challenged {
			t.Errorf("spade has letters %+v, %v", got, err)
		}
		if _, err := h.Withdraw(t.Context(), b.ID, first); err != nil {
			t.Fatal(err)
		}
		if got := h.letters[a.ID]; !slices.Equal(got, []string{data.Declined}) {
			t.Errorf("marlowe has letters %q", got)
		}
		if want := map[string]string{"by": b.Name, "game": game, "challenge": first}; !maps.Equal(h.detail, want) {
			t.Errorf("the letter says %q, not %q", h.detail, want)
		}
		second := offer()
		if _, err := h.Withdraw(t.Context(), a.ID, second); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Accept(t.Context(), b, second); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("taken after it was taken back: %v", err)
		}
		offer()
		// A challenge to a player who has challenged you accepts theirs.
		got := h.offer(data.Challenge{From: b, To: a, Game: game})
		if d := h.tables[got.Match]; len(d.players) != 2 || !d.private {
			t.Errorf("%+v is dealt as %+v", got, d)
		}
	})
}

// TestWhoIsToldOfAChallenge: its recipient, on their screens too unless they are in a live game; one to anybody is news for
// all, and calls nobody. It stands for a week.
func TestWhoIsToldOfAChallenge(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b, c := h.player("marlowe"), h.player("spade"), h.player("vera")
		h.seated[c.ID] = true
		for _, made := range []struct {
			to    data.Player
			news  matchmaking.News
			calls int
		}{{b, matchmaking.Challenged, 1}, {c, matchmaking.Challenged, 0}, {data.Player{}, matchmaking.Seeking, 0}} {
			h.told, h.called = nil, nil
			left := h.offer(data.Challenge{From: a, To: made.to, Game: game, Rated: true}).Left
			if want := time.Now().Add(7 * 24 * time.Hour); !left.Expires.Equal(want) {
				t.Errorf("it stands until %v, not %v", left.Expires, want)
			}
			want := told{made.to.ID, matchmaking.Event{
				News: made.news, Game: game, Others: []string{a.Name}, By: a, Challenge: left.ID, Pace: data.Day, Rated: true,
			}}
			if len(h.told) != 1 || !reflect.DeepEqual(h.told[0], want) {
				t.Errorf("told %+v, not %+v", h.told, want)
			}
			if len(h.called) != made.calls {
				t.Errorf("%d calls of %s, not %d", len(h.called), made.to.Name, made.calls)
			}
		}
	})
}

// TestOnlyItsMakerTakesItBack: an open challenge stands when others try, guests have none, and nobody takes their own.
func TestOnlyItsMakerTakesItBack(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b, guest := h.player("marlowe"), h.player("spade"), data.Player{ID: -7, Name: "guest-7"}
		left := h.offer(data.Challenge{From: a, Game: game}).Left.ID
		for what, c := range map[string]struct {
			try  func() error
			want error
		}{
			"another withdraws it":  {func() error { _, err := h.Withdraw(t.Context(), b.ID, left); return err }, matchmaking.ErrNoChallenge},
			"a guest withdraws it":  {func() error { _, err := h.Withdraw(t.Context(), guest.ID, left); return err }, matchmaking.ErrNoChallenge},
			"a guest takes it":      {func() error { _, err := h.Accept(t.Context(), guest, left); return err }, matchmaking.ErrNoDay},
			"its maker takes it":    {func() error { _, err := h.Accept(t.Context(), a, left); return err }, nil},
			"another one withdrawn": {func() error { _, err := h.Withdraw(t.Context(), a.ID, "zzzz"); return err }, matchmaking.ErrNoChallenge},
			"oneself is challenged": {func() error { _, err := h.Offer(t.Context(), data.Challenge{From: a, To: a, Game: game}); return err }, nil},
		} {
			if err := c.try(); err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if list := h.list(b); len(list) != 1 || list[0].ID != left || len(h.letters[a.ID]) > 0 || len(h.tables) > 0 {
			t.Errorf("afterwards %+v, letters %q, %d tables", list, h.letters[a.ID], len(h.tables))
		}
		if list := h.list(guest); len(list) > 0 {
			t.Errorf("a guest sees %+v", list)
		}
		if got, err := h.Withdraw(t.Context(), a.ID, left); err != nil || got.ID != left || len(h.letters[a.ID]) > 0 {
			t.Errorf("its maker: %+v, %v, letters %q", got, err, h.letters[a.ID])
		}
	})
}

// TestManyChallenges: players see the hundred oldest of others, plus their own and those to
// them, without those of blocked players. Players without any of their own share one list.
func TestManyChallenges(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		const makers, each = 12, 15
		players := make([]data.Player, makers)
		for i := range players {
			players[i] = h.player(fmt.Sprint("maker", i))
		}
		viewer, invited, blocked := h.player("viewer"), h.player("invited"), h.player("blocked")
		var making sync.WaitGroup
		for i, p := range players {
			making.Go(func() {
				for n := range each {
					c := data.Challenge{From: p, Game: game, Pace: data.Day, Seats: 2, Expires: time.Now().Add(time.Hour)}
					if i == 3 && n == 7 {
						c.To = invited
					}
					if _, err := h.store.Challenge(t.Context(), c); err != nil {
						t.Error(err)
					}
				}
			})
		}
		making.Wait()
		h.block(blocked, players[0])
		all, err := h.store.Challenges(t.Context())
		if err != nil || len(all) != makers*each {
			t.Fatalf("%d challenges, %v", len(all), err)
		}
		time.Sleep(time.Second) // the board's view of blocks is as old as that
		for _, p := range []data.Player{viewer, invited, blocked, players[0], players[3]} {
			var want []data.Challenge
			open := 0
			for _, c := range all {
				switch own := c.From.ID == p.ID || c.To.ID == p.ID; {
				case own:
				case c.To.ID != 0 || p.ID == blocked.ID && c.From.ID == players[0].ID:
					continue
				default:
					if open++; open > 100 {
						continue
					}
				}
				want = append(want, c)
			}
			same := func(a, b data.Challenge) bool { return a.ID == b.ID }
			if got := h.list(p); !slices.EqualFunc(got, want, same) {
				t.Errorf("%s is shown %d challenges, not these %d", p.Name, len(got), len(want))
			}
		}
		last := all[len(all)-1]
		if last.To.ID != 0 {
			t.Fatal("the newest is to somebody")
		}
		if got, err := h.Withdraw(t.Context(), last.From.ID, last.ID); err != nil || got.ID != last.ID {
			t.Errorf("one that nobody is shown cannot be found: %+v, %v", got, err)
		}
		if allocated := testing.AllocsPerRun(20, func() { h.list(viewer) }); allocated > 1 {
			t.Errorf("a look allocates %v times", allocated)
		}
	})
}
