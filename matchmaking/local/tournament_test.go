package local_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// tournament opens one of a number of minutes that starts after a delay.
func (h *house) tournament(in, length time.Duration) data.Tournament {
	h.t.Helper()
	c, err := h.store.OpenTournament(h.t.Context(), "operator", data.Tournament{
		Title: "Night shift", Game: game, Seats: 2, Starts: time.Now().Add(in), Ends: time.Now().Add(in + length),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// entry is a player's ticket for a tournament.
func entry(p data.Player, c data.Tournament) matchmaking.Ticket {
	return matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Tournament: c.ID}}
}

// meet seats two players for a tournament game, and plays enough turns for it to score.
func (h *house) meet(c data.Tournament, a, b data.Player) (winner, loser *guest) {
	h.t.Helper()
	pa, pb := h.queue(entry(a, c)), h.queue(entry(b, c))
	winner, loser = h.sit(h.seatOf(pa), a), h.sit(h.seatOf(pb), b)
	h.spar(winner, loser, data.ScoredTurns)
	return winner, loser
}

// spar has two opponents play a number of turns each.
func (h *house) spar(a, b *guest, turns int) {
	h.t.Helper()
	for range 2 * turns {
		asked, _ := mover([2]*guest{a, b})
		asked.move(0)
	}
}

func (h *house) resign(g *guest) {
	h.t.Helper()
	if err := g.Resign(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// table returns the standings of a tournament in one line.
func (h *house) table(c data.Tournament) string {
	h.t.Helper()
	rows, err := h.Standings(h.t.Context(), c.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	var lines []string
	for _, row := range rows {
		lines = append(lines, fmt.Sprintf("%d %s %d/%d", row.Rank, row.Player.Name, row.Points, row.Games))
	}
	return strings.Join(lines, ", ")
}

// circuit records what players see of a tournament.
type circuit struct {
	*house
	tournament data.Tournament

	mu    sync.Mutex
	met   map[string][]string // by player: their opponents in order
	waits []time.Duration     // for a game
}

// compete plays in the tournament while it runs. Each game takes half a minute, and the second
// seat resigns it.
func (c *circuit) compete(p data.Player) error {
	for {
		asked := time.Now()
		place, err := c.Queue(c.ctx, entry(p, c.tournament))
		if errors.Is(err, matchmaking.ErrTournamentOver) {
			return nil
		} else if err != nil {
			return err
		}
		id, err := c.found(place)
		if errors.Is(err, matchmaking.ErrTournamentOver) {
			return nil
		} else if err != nil {
			return err
		}
		chair, err := c.Sit(c.ctx, id, p.ID)
		if err != nil {
			return err
		}
		f, err := chair.Next(c.ctx, 0)
		if err != nil {
			return err
		}
		c.note(f, time.Since(asked))
		if time.Sleep(30 * time.Second); f.Seat == 1 {
			if err := chair.Resign(c.ctx); err != nil {
				return err
			}
		}
		for f.End == nil {
			if f, err = chair.Next(c.ctx, f.Revision); err != nil {
				return err
			}
		}
		chair.Leave()
	}
}

// found waits until a place leads to a table or an end, and answers ready checks.
func (c *circuit) found(place matchmaking.Place) (data.MatchID, error) {
	for after := 0; ; {
		w, err := place.Next(c.ctx, after)
		if err != nil || w.Match != "" {
			return w.Match, err
		}
		if w.Found > 0 && !w.Answered {
			_ = place.Ready(c.ctx)
		}
		after = w.Revision
	}
}

func (c *circuit) note(f matchmaking.Frame, waited time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	own := f.Seats[f.Seat].Name
	c.met[own] = append(c.met[own], f.Seats[1-f.Seat].Name)
	c.waits = append(c.waits, waited)
}

// TestATournamentGoesOnToItsEnd: players are paired again at once, with different opponents,
// and results count.
func TestATournamentGoesOnToItsEnd(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		c := &circuit{house: h, tournament: h.tournament(time.Minute, 10*time.Minute), met: map[string][]string{}}
		var crew sync.WaitGroup
		for _, name := range []string{"marlowe", "spade", "archer", "vance"} {
			p := h.player(name)
			crew.Go(func() {
				if err := c.compete(p); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		crew.Wait()
		if over := time.Since(c.tournament.Ends); over < 0 || over > time.Minute {
			t.Errorf("they left %v after the end", over)
		}
		for name, rivals := range c.met {
			if len(rivals) < 15 {
				t.Errorf("%s has played %d games", name, len(rivals))
			}
			if twice := len(rivals) - len(slices.Compact(slices.Clone(rivals))); twice > 0 {
				t.Errorf("%s has met somebody twice in a row: %v", name, rivals)
			}
		}
		slices.Sort(c.waits)
		if first, longest := c.waits[3], c.waits[len(c.waits)-5]; first > 3*time.Second || longest > 3*time.Second {
			t.Errorf("waits %v", c.waits)
		}
		games := 0
		rows, err := h.Standings(t.Context(), c.tournament.ID)
		for _, row := range rows {
			games += row.Games
		}
		if err != nil || games != len(c.waits) || len(rows) != 4 {
			t.Errorf("%d games in %+v, not %d: %v", games, rows, len(c.waits), err)
		}
	})
}

// TestATournamentStartsOnTime: players who come early wait.
func TestATournamentStartsOnTime(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		c := h.tournament(10*time.Minute, time.Hour)
		a, b := h.player("marlowe"), h.player("spade")
		place := h.queue(entry(a, c))
		h.queue(entry(b, c))
		h.queue(ticket(h.player("archer"))) // is of another queue
		time.Sleep(time.Until(c.Starts) - time.Nanosecond)
		if w, err := place.Next(t.Context(), 0); err != nil || w.Found > 0 {
			t.Errorf("before the start %+v, %v", w, err)
		}
		id := h.seatOf(place)
		seat := h.sit(id, a)
		var terms *matchmaking.BadTerms
		if err := seat.Slow(t.Context()); !errors.As(err, &terms) {
			t.Errorf("a day game of an event: %v", err)
		}
		f := seat.frame()
		if f.Tournament != c.ID || !f.Rated || f.Game != game || f.Pace != data.Live || f.Seats[1-f.Seat].Name != "spade" {
			t.Errorf("%+v", f)
		}
		if n := h.Counts().Waiting[game]; n != 1 {
			t.Errorf("%d wait for strangers", n)
		}
	})
}

// TestATournamentThatEnds sends waiting players away; running games still count.
func TestATournamentThatEnds(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		c := h.tournament(0, time.Minute)
		_, loser := h.meet(c, h.player("marlowe"), h.player("spade"))
		late := h.player("hammer")
		place := h.silent(entry(late, c))
		time.Sleep(time.Until(c.Ends) + 2*time.Second)
		if w, err := place.Next(t.Context(), 0); !errors.Is(err, matchmaking.ErrTournamentOver) {
			t.Errorf("the one who waits at the end: %+v, %v", w, err)
		}
		if _, err := h.Queue(t.Context(), entry(late, c)); !errors.Is(err, matchmaking.ErrTournamentOver) {
			t.Errorf("the one who comes after the end: %v", err)
		}
		h.resign(loser)
		if got, want := h.table(c), "1 marlowe 2/1, 2 spade 0/1"; got != want {
			t.Errorf("%s, not %s", got, want)
		}
	})
}

// TestATournamentOutlivesTheServer: points and running games survive a restart.
func TestATournamentOutlivesTheServer(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		c := h.tournament(0, time.Hour)
		a, b := h.player("marlowe"), h.player("spade")
		_, loser := h.meet(c, a, b)
		h.resign(loser)
		winner, _ := h.meet(c, a, b)
		id := winner.frame().Match
		h.close()

		h = openHouse(t, dir)
		again := h.sit(id, b)
		if f := again.frame(); f.Tournament != c.ID {
			t.Errorf("the game is of contest %d", f.Tournament)
		}
		h.resign(again)
		if got, want := h.table(c), "1 marlowe 4/2, 2 spade 0/2"; got != want {
			t.Errorf("%s, not %s", got, want)
		}
		h.meet(c, a, b)
	})
}

// TestATournamentKeepsPeopleApart who have blocked each other.
func TestATournamentKeepsPeopleApart(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		c := h.tournament(0, time.Hour)
		a, b := h.player("marlowe"), h.player("spade")
		if err := h.store.Tie(t.Context(), a.ID, b.ID, data.Blocked); err != nil {
			t.Fatal(err)
		}
		places := []matchmaking.Place{h.silent(entry(a, c)), h.silent(entry(b, c))}
		time.Sleep(10 * time.Minute)
		for _, place := range places {
			if w, err := place.Next(t.Context(), 0); err != nil || w.Found != 0 || w.Match != "" {
				t.Errorf("%+v, %v", w, err)
			}
		}
	})
}

func TestTicketsForATournamentThatAreRefused(t *testing.T) {
	h := openHouse(t, t.TempDir())
	c, over := h.tournament(0, time.Hour), h.tournament(-2*time.Hour, time.Hour)
	p := h.player("marlowe")
	host, with, other := entry(p, c), entry(p, c), entry(p, c)
	host.Host, with.Bot, other.Game = true, "easy", "noirburg"
	for sentence, ticket := range map[string]matchmaking.Ticket{
		matchmaking.ErrNoTournament.Error():                 entry(p, data.Tournament{ID: 99}),
		matchmaking.ErrTournamentOver.Error():               entry(p, over),
		"with a key":                                        entry(data.Player{ID: -1, Name: "guest-0001"}, c),
		"against others who are in it":                      host,
		"in an event you play against others who are in it": with,
		"that event is for district-noir":                   other,
	} {
		if _, err := h.Queue(t.Context(), ticket); err == nil || !strings.Contains(err.Error(), sentence) {
			t.Errorf("%v, not %q", err, sentence)
		}
	}
	if _, err := h.Standings(t.Context(), 99); !errors.Is(err, matchmaking.ErrNoTournament) {
		t.Errorf("the standings of none: %v", err)
	}
}

// TestAnOperatorEndsATournament in the store: waiting players are sent away.
func TestAnOperatorEndsATournament(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		for _, c := range []data.Tournament{h.tournament(0, time.Hour), h.tournament(time.Hour, time.Hour)} {
			place := h.silent(entry(h.player("marlowe"), c))
			time.Sleep(time.Minute)
			if _, err := h.store.CloseTournament(t.Context(), "operator", c.ID); err != nil {
				t.Fatal(err)
			}
			asked := time.Now()
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			for w := (matchmaking.Waiting{}); ; {
				var err error
				if w, err = place.Next(ctx, w.Revision); errors.Is(err, matchmaking.ErrTournamentOver) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
			stop()
			if waited := time.Since(asked); waited > 5*time.Second {
				t.Errorf("it took %v", waited)
			}
		}
	})
}

// TestATournamentIsSettled with nobody there: the next one opens, and the first players are
// told.
func TestATournamentIsSettled(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		const week = 7 * 24 * time.Hour
		now := time.Now()
		c, err := h.store.OpenTournament(t.Context(), "operator", data.Tournament{
			Title: "Night shift", Game: game, Seats: 2, Starts: now, Ends: now.Add(10 * time.Minute), Every: week,
		})
		if err != nil {
			t.Fatal(err)
		}
		a, b := h.player("marlowe"), h.player("spade")
		_, loser := h.meet(c, a, b)
		h.resign(loser)
		time.Sleep(20 * time.Minute)
		letters, err := h.store.Letters(t.Context(), a.ID)
		if err != nil || len(letters) != 1 || letters[0].Kind != data.Placed {
			t.Errorf("%+v, %v", letters, err)
		}
		ids := map[int64]time.Time{}
		for _, known := range h.Tournaments() {
			ids[known.ID] = known.Starts.UTC()
		}
		want := map[int64]time.Time{c.ID: c.Starts.UTC(), c.ID + 1: c.Starts.UTC().Add(week)}
		if !maps.Equal(ids, want) {
			t.Errorf("%v, not %v", ids, want)
		}
	})
}

// TestAnEventIsSeenWithinSeconds: home asks every two seconds, and shows what an operator has opened at the
// next question that comes half a second later.
func TestAnEventIsSeenWithinSeconds(t *testing.T) {
	const every = 2 * time.Second // as page.Poll asks
	inHouse(t, func(t *testing.T, h *house) {
		time.Sleep(time.Hour) // nobody asks
		for after := time.Duration(0); after < every; after += every / 16 {
			known := len(h.Tournaments())
			time.Sleep(after)
			h.tournament(time.Minute, time.Hour)
			opened := time.Now()
			for time.Sleep(every - after); len(h.Tournaments()) == known; {
				time.Sleep(every)
			}
			if took := time.Since(opened); took > every+500*time.Millisecond {
				t.Errorf("opened %v after a question it is seen after %v", after, took)
			}
		}
	})
}
