package local_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/await"
	"noir/matchmaking"
)

const (
	day     = 24 * time.Hour
	another = "noirburg"
)

// slowly is a stranger's ticket for a rated day game.
func slowly(p data.Player) matchmaking.Ticket {
	t := ticket(p)
	t.Pace = data.Day
	return t
}

// apart deals a day game between two players who are never there at the same time.
func (h *house) apart(a, b data.Player) data.MatchID {
	h.t.Helper()
	h.silent(slowly(a)).Leave()
	id := h.seatOf(h.silent(slowly(b)))
	return id
}

// atTable gives two players their chairs and returns them by seat.
func (h *house) atTable(id data.MatchID, players ...data.Player) (seats [2]*guest) {
	h.t.Helper()
	for _, p := range players {
		g := h.sit(id, p)
		seats[g.frame().Seat] = g
	}
	return seats
}

// mine lists a player's running games.
func (h *house) mine(p data.Player) []matchmaking.Listing {
	h.t.Helper()
	rows, err := h.Mine(h.t.Context(), p.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return rows
}

// TestADayGameIsDealtToAnAbsentPlayer: the next player with the same ticket accepts one whose
// maker has left, without a ready check.
func TestADayGameIsDealtToAnAbsentPlayer(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		place := h.silent(slowly(a))
		w, err := place.Next(t.Context(), 0)
		if err != nil || w.Challenge == "" || w.Waiting != 1 {
			t.Fatalf("waits with %+v, %v", w, err)
		}
		place.Leave()
		again := h.silent(slowly(a)) // the same ticket again is the same challenge
		if w2, err := again.Next(t.Context(), 0); err != nil || w2.Challenge != w.Challenge {
			t.Errorf("a second challenge: %+v, %v", w2, err)
		}
		id := h.seatOf(h.silent(slowly(b)))
		if found := h.seatOf(again); found != id {
			t.Errorf("the one who waits still is led to %q, not to %q", found, id)
		}
		for _, p := range []data.Player{a, b} {
			rows := h.mine(p)
			if len(rows) != 1 || rows[0].ID != id || rows[0].Pace != data.Day || !rows[0].Rated {
				t.Errorf("%s has %+v", p.Name, rows)
			}
		}
		if left, err := h.Challenges(t.Context(), a.ID); err != nil || len(left) != 0 {
			t.Errorf("left on the board: %+v, %v", left, err)
		}
		// Both may also play live, even casually against each other.
		beside := h.queue(casual(a))
		if live := h.seatOf(h.queue(casual(b))); live == id || h.seatOf(beside) != live {
			t.Error("the live game is the day game")
		}
	})
}

// TestADayAMove: a move may take 24 hours and no more, wherever the player is.
func TestADayAMove(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		id := h.apart(a, b)
		for range 2 {
			seats := h.atTable(id, a, b)
			asked, waits := mover(seats)
			time.Sleep(day - time.Second)
			asked.move(0)
			asked.Leave()
			waits.Leave()
		}
		if rows := h.mine(a); len(rows) != 1 || time.Until(rows[0].Until).Round(time.Second) != day {
			t.Fatalf("after two moves: %+v", rows)
		}
		time.Sleep(day - time.Second)
		if n := len(h.mine(a)); n != 1 {
			t.Fatalf("%d games run a second before the end", n)
		}
		time.Sleep(2 * time.Second)
		m, err := h.store.Match(t.Context(), id)
		if err != nil || m.Result == nil || m.Result.Reason != "timeout" {
			t.Errorf("after a day without a move: %+v, %v", m.Result, err)
		}
		for _, p := range []data.Player{a, b} {
			if got := h.letters(p, 1); !slices.Equal(got, []string{data.GameOver}) {
				t.Errorf("%s has letters %q", p.Name, got)
			}
		}
	})
}

// TestNoLetterForWhoSawTheEnd: it goes to the players who were not there.
func TestNoLetterForWhoSawTheEnd(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		id := h.apart(a, b)
		h.sit(id, a).await(func(f matchmaking.Frame) bool { return !f.Seats[f.Seat].Away })
		loser := h.sit(id, b)
		loser.Leave()
		time.Sleep(time.Second)
		h.resign(loser)
		if got := h.letters(b, 1); !slices.Equal(got, []string{data.GameOver}) {
			t.Errorf("spade has letters %q", got)
		}
		synctest.Wait()
		if got := h.letters(a, 0); len(got) != 0 {
			t.Errorf("marlowe sits there and has letters %q", got)
		}
	})
}

// TestDowntimeIsNobodysDay: no clock counts the time that the server is down; the time used
// before still counts, after an orderly stop or a kill.
func TestDowntimeIsNobodysDay(t *testing.T) {
	for how, left := range map[string]time.Duration{"closed": 14 * time.Hour, "killed": day} {
		t.Run(how, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				h := openHouse(t, dir)
				a, b := h.player("marlowe"), h.player("spade")
				id := h.apart(a, b)
				for range 2 {
					asked, _ := mover(h.atTable(id, a, b))
					asked.move(0)
				}
				time.Sleep(10 * time.Hour)
				if how == "closed" {
					h.Drain(t.Context())
				}
				h.close()
				time.Sleep(3 * day)
				h = openHouse(t, dir)
				defer h.close()
				time.Sleep(time.Minute) // the clocks stand so long for those who are asked
				synctest.Wait()
				rows := h.mine(a)
				if len(rows) != 1 {
					t.Fatalf("%d games run", len(rows))
				}
				if got := time.Until(rows[0].Until).Round(time.Second); got != left {
					t.Errorf("%v left, not %v", got, left)
				}
				time.Sleep(left + time.Second)
				m, err := h.store.Match(t.Context(), id)
				if err != nil || m.Result == nil || m.Result.Reason != "timeout" {
					t.Errorf("at the end of that: %+v, %v", m.Result, err)
				}
			})
		})
	}
}

// TestThoseWithAMoveToMakeComeFirst in a player's list, and live games before day games.
func TestThoseWithAMoveToMakeComeFirst(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		for _, name := range []string{"spade", "vera", "archer", "gutman", "cairo", "effie"} {
			wish := slowly(a)
			wish.Rated = false // a newcomer may not have as many
			h.silent(wish).Leave()
			wish.Player = h.player(name)
			h.seatOf(h.silent(wish))
		}
		_, _ = h.pair(a, h.player("wilmer"))
		rows := h.mine(a)
		if len(rows) != 7 {
			t.Fatalf("%d games", len(rows))
		}
		order := slices.IsSortedFunc(rows, func(x, y matchmaking.Listing) int {
			rank := func(l matchmaking.Listing) (n int) {
				if !l.YourMove() {
					n += 2
				}
				if l.Pace == data.Day {
					n++
				}
				return n
			}
			return rank(x) - rank(y)
		})
		if !order {
			t.Errorf("listed as %+v", rows)
		}
	})
}

// letters waits until a player has a number of unread letters, and returns their kinds.
func (h *house) letters(p data.Player, n int) (kinds []string) {
	h.t.Helper()
	for late := time.Now().Add(await.Limit()); kinds == nil || len(kinds) < n; {
		if time.Now().After(late) {
			h.t.Fatalf("%s has the letters %v, not %d", p.Name, kinds, n)
		}
		all, err := h.store.Letters(h.t.Context(), p.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		kinds = []string{}
		for _, l := range all {
			kinds = append(kinds, l.Kind)
		}
	}
	return kinds
}

// TestAChallengeAtOnce: the host of a private table challenges a player; when the host leaves,
// the challenge is gone.
func TestAChallengeAtOnce(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		host := matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game}, Host: true, To: b}
		calls := func() string {
			t.Helper()
			list, err := h.Challenges(t.Context(), b.ID)
			if err != nil || len(list) != 1 || list[0].Pace != data.Live {
				t.Fatalf("spade sees %+v, %v", list, err)
			}
			return list[0].ID
		}
		place := h.queue(host)
		gone := calls()
		place.Leave()
		synctest.Wait()
		if _, err := h.Accept(t.Context(), b, gone); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("the host has left: %v", err)
		}
		place = h.queue(host)
		got, err := h.Accept(t.Context(), b, calls())
		if err != nil || got.Code == "" {
			t.Fatalf("%+v, %v", got, err)
		}
		joined := h.queue(matchmaking.Ticket{Player: b, Join: got.Code})
		if one, other := h.seatOf(place), h.seatOf(joined); one != other {
			t.Errorf("seated at %s and %s", one, other)
		}
		synctest.Wait()
		if left, err := h.store.Challenges(t.Context()); err != nil || len(left) != 0 {
			t.Errorf("left on the board: %+v, %v", left, err)
		}
	})
}

// TestAHostForADayIsAChallenger: no host waits at a table for a day game. The challenge stays
// when they leave, and a host who has not left is led to the game.
func TestAHostForADayIsAChallenger(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		host := matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game, Pace: data.Day}, Host: true, To: b}
		h.silent(host).Leave()
		synctest.Wait()
		place := h.silent(host)
		list, err := h.Challenges(t.Context(), b.ID)
		if err != nil || len(list) != 1 || list[0].Pace != data.Day || list[0].To.ID != b.ID {
			t.Fatalf("spade sees %+v, %v", list, err)
		}
		got, err := h.Accept(t.Context(), b, list[0].ID)
		if err != nil || got.Match == "" {
			t.Fatalf("%+v, %v", got, err)
		}
		synctest.Wait()
		if w, err := place.Next(t.Context(), 0); err != nil || w.Match != got.Match {
			t.Errorf("the challenger is told %+v, %v, and not of %s", w, err, got.Match)
		}
	})
}

// TestAHostWaitsNoLongerAfterARestart: their challenge is withdrawn.
func TestAHostWaitsNoLongerAfterARestart(t *testing.T) {
	dir := t.TempDir()
	h := openHouse(t, dir)
	a, b := h.player("marlowe"), h.player("spade")
	h.silent(matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game}, Host: true, To: b})
	h.silent(slowly(a))
	h.close()
	h = openHouse(t, dir)
	left, err := h.store.Challenges(t.Context())
	if err != nil || len(left) != 1 || left[0].Pace != data.Day {
		t.Errorf("on the board: %+v, %v", left, err)
	}
}

// raise has a player win rated games, one every two days, against a few others who are no
// longer provisional.
func (h *house) raise(winner data.Player, game string, games int) {
	h.t.Helper()
	for n := range games {
		loser := h.player(fmt.Sprintf("loser-%d", n%4))
		at := time.Now().Add(time.Duration(n-games) * 2 * day)
		m := data.Match{
			ID: data.MatchID(fmt.Sprintf("raise-%d", n)), Game: game, Rated: true, Pace: data.Live, Started: at,
			Seats: []data.Seat{{Player: winner.ID, Name: winner.Name, Kind: data.Human}, {Player: loser.ID, Name: loser.Name, Kind: data.Human}},
		}
		if _, err := h.store.Open(h.t.Context(), m); err != nil {
			h.t.Fatal(err)
		}
		won := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: []byte("[]")}
		if _, err := h.store.Finish(h.t.Context(), m.ID, at, won); err != nil {
			h.t.Fatal(err)
		}
	}
}

// TestBlocksAreHonoured wherever people could meet.
func TestBlocksAreHonoured(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		if err := h.store.Tie(t.Context(), a.ID, b.ID, data.Blocked); err != nil {
			t.Fatal(err)
		}
		refused := func(what string, err error) {
			t.Helper()
			var terms *matchmaking.BadTerms
			if !errors.As(err, &terms) || strings.Contains(err.Error(), "block") {
				t.Errorf("%s: %v", what, err)
			}
		}
		_, err := h.Challenge(t.Context(), data.Challenge{From: b, To: a, Game: game})
		refused("a challenge by name", err)
		_, err = h.Queue(t.Context(), matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game}, Host: true, To: b})
		refused("a call to a table", err)

		h.silent(slowly(a)).Leave()
		if list, err := h.Challenges(t.Context(), b.ID); err != nil || len(list) != 0 {
			t.Errorf("spade sees %+v, %v", list, err)
		}
		if w, err := h.silent(slowly(b)).Next(t.Context(), 0); err != nil || w.Match != "" {
			t.Errorf("spade takes the challenge of the player who has blocked them: %+v, %v", w, err)
		}

		table := h.queue(matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game}, Host: true})
		w, err := table.Next(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Queue(t.Context(), matchmaking.Ticket{Player: b, Join: w.Code}); !errors.Is(err, matchmaking.ErrNoCode) {
			t.Errorf("spade joins: %v", err)
		}
		table.Leave()

		pa, pb := h.queue(ticket(a)), h.queue(ticket(b))
		time.Sleep(5 * time.Minute)
		if n := h.Counts().Tables; n != 0 {
			t.Fatalf("%d tables", n)
		}
		pc := h.queue(ticket(h.player("vera")))
		h.seatOf(pc)
		pa.Leave()
		pb.Leave()
	})
}

// TestABlockInTheQueue: it takes effect soon.
func TestABlockInTheQueue(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		h.raise(a, game, 12) // ratings too far apart for the moment
		pa, pb := h.queue(ticket(a)), h.queue(ticket(b))
		time.Sleep(2 * time.Second)
		if err := h.store.Tie(t.Context(), b.ID, a.ID, data.Blocked); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Minute)
		if n := h.Counts().Tables; n != 0 {
			t.Errorf("%d tables", n)
		}
		pa.Leave()
		pb.Leave()
	})
}

// TestNoRematchAfterABlock.
func TestNoRematchAfterABlock(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		_, seats := h.pair(a, b)
		finish(t, seats)
		if err := h.store.Tie(t.Context(), a.ID, b.ID, data.Blocked); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		for _, g := range seats {
			if err := g.Rematch(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		f := seats[0].frame()
		if f.Next != "" || newest(f).Code != "rematch_declined" {
			t.Errorf("the rematch is %q; noted %+v", f.Next, newest(f))
		}
	})
}

// TestADayGameAtAPrivateTable begins when the table is full, without a ready check.
func TestADayGameAtAPrivateTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		host := h.silent(matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game, Pace: data.Day}, Host: true})
		w, err := host.Next(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		guest := matchmaking.Ticket{Player: data.Player{ID: -7, Name: "guest-1234"}, Join: w.Code}
		var terms *matchmaking.BadTerms
		if _, err := h.Queue(t.Context(), guest); !errors.As(err, &terms) || !strings.Contains(err.Error(), "with a key") {
			t.Errorf("a guest joins: %v", err)
		}
		id := h.seatOf(h.silent(matchmaking.Ticket{Player: b, Join: w.Code}))
		if rows := h.mine(a); len(rows) != 1 || rows[0].ID != id || rows[0].Pace != data.Day {
			t.Errorf("dealt: %+v", rows)
		}
	})
}
