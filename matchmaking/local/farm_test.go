package local_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	elo "noir/data/ledger"
	"noir/engine"
	"noir/matchmaking"
)

// farm is one person with any number of accounts, who wants a rating on one of them. Its time
// is a bubble's, so that no rate limit is in the way.
type farm struct {
	*house
	main    data.Player
	made    int
	results []outcome // rated games of its own accounts, in the order of their ends
}

// outcome is the result of a rated game and the opponent's rating.
type outcome struct {
	place int
	rival float64
}

// sock makes another account.
func (f *farm) sock() data.Player {
	f.made++
	return f.player(fmt.Sprint("sock-", f.made))
}

// tended returns one of several accounts, the n-th modulo their number.
func tended(socks []data.Player, n int) data.Player { return socks[n%len(socks)] }

func (f *farm) socks(n int) (socks []data.Player) {
	for range n {
		socks = append(socks, f.sock())
	}
	return socks
}

// deal deals a rated private game of two, unless it is refused.
func (f *farm) deal(one, other data.Player, pace data.Pace) (data.MatchID, error) {
	f.t.Helper()
	time.Sleep(2 * time.Second)
	host := f.queue(matchmaking.Ticket{Player: one, Terms: matchmaking.Terms{Game: game, Rated: true, Pace: pace}, Host: true})
	w, err := host.Next(f.t.Context(), 0)
	if err != nil {
		f.t.Fatal(err)
	}
	join, err := f.Queue(f.t.Context(), matchmaking.Ticket{Player: other, Join: w.Code})
	if err != nil {
		host.Leave()
		return "", err
	}
	f.crew.Go(func() { f.answer(join) })
	for after := 0; ; {
		w, err := join.Next(f.t.Context(), after)
		if err != nil || w.Match != "" {
			return w.Match, err
		}
		after = w.Revision
	}
}

// give has a player resign a game, and records its result for the other, who is one of the
// farm's own.
func (f *farm) give(id data.MatchID, loser data.Player) {
	f.t.Helper()
	chair := f.sit(id, loser)
	f.resign(chair)
	chair.Leave()
	m, err := f.store.Match(f.t.Context(), id)
	if errors.Is(err, data.ErrNotFound) { // with the house, and not kept
		return
	} else if err != nil {
		f.t.Fatal(err)
	}
	for i, s := range m.Seats {
		if s.Player != loser.ID && s.After != nil {
			f.results = append(f.results, outcome{m.Result.Places[i], *m.Seats[1-i].Before})
		}
	}
}

// beat has one account win against another, if they may play.
func (f *farm) beat(loser, winner data.Player) {
	f.t.Helper()
	if id, err := f.deal(winner, loser, data.Fast); err == nil {
		f.give(id, loser)
	}
}

// honest is the highest rating that one honest account could reach with the same results,
// against rated opponents whom it meets once a day: with all games one after the other, or with
// as many day games at once as a newcomer may have.
func (f *farm) honest() float64 {
	beside := min(3, len(f.results))
	late := 0.0
	for _, o := range f.results[:beside] {
		late += o.moves(data.StartRating, 0)
	}
	return max(inTurn(f.results), inTurn(f.results[beside:])+late)
}

// inTurn is the rating after games played one after the other.
func inTurn(results []outcome) float64 {
	rating := data.StartRating
	for n, o := range results {
		rating += o.moves(rating, n)
	}
	return rating
}

// moves is how far an outcome moves a rating of a number of games.
func (o outcome) moves(own float64, games int) float64 {
	seats := []data.Seat{{Before: &own, Games: games}, {Before: &o.rival, Games: 100}}
	return elo.Elo(data.NewestRule, seats, won(o.place))[0] - own
}

// rating returns a player's rating.
func (f *farm) rated(p data.Player) float64 {
	f.t.Helper()
	ratings, err := f.store.Ratings(f.t.Context(), p.ID)
	if err != nil {
		f.t.Fatal(err)
	}
	if r, ok := ratings[game]; ok {
		return r.Value
	}
	return data.StartRating
}

// TestFarm: whatever a person with many accounts and addresses does, the best account is rated
// no higher than one honest account with the same results.
func TestFarm(t *testing.T) {
	for name, tend := range map[string]func(*farm){
		"winners that become one": func(f *farm) {
			victims := f.socks(2)
			for n, alt := range f.socks(8) {
				f.beat(tended(victims, n), alt)
				f.become(alt, f.main)
			}
			f.beat(victims[0], f.main)
		},
		"day games with one, side by side": func(f *farm) { f.sideBySide(f.socks(1), 50) },
		"day games with fifty, side by side": func(f *farm) {
			f.sideBySide(f.socks(50), 50)
		},
		"day games by challenges that cross": func(f *farm) {
			victim := f.sock()
			for range 20 {
				f.cross(victim)
			}
			f.reap(victim)
		},
		"live games with one, made day games": func(f *farm) { f.slowed(f.socks(1), 10) },
		"live games with ten, made day games": func(f *farm) { f.slowed(f.socks(10), 20) },
		"fifty fresh keys": func(f *farm) {
			for _, victim := range f.socks(50) {
				f.beat(victim, f.main)
			}
		},
		"victims that are deleted and come again": func(f *farm) {
			for range 30 {
				victim, err := f.store.CreatePlayer(f.t.Context(), "phoenix", "SHA256:phoenix", "")
				if errors.Is(err, data.ErrCrowded) { // with that key, lately
					break
				} else if err != nil {
					f.t.Fatal(err)
				}
				f.beat(victim, f.main)
				if err := f.store.Forget(f.t.Context(), victim.ID); err != nil {
					f.t.Fatal(err)
				}
			}
		},
		"victims that become one": func(f *farm) {
			heir := f.sock()
			for _, victim := range f.socks(20) {
				f.beat(victim, f.main)
				f.become(victim, heir)
			}
		},
		"wins that go round": func(f *farm) {
			ring := append(f.socks(4), f.main) // each raises the next, and the last is the main one
			for range 3 {
				for i := range ring[1:] {
					for j := range ring[:i+1] {
						f.trade(ring[j], ring[i+1])
					}
				}
			}
		},
		"a champion made to lose": func(f *farm) {
			champion := f.sock()
			for _, victim := range f.socks(30) {
				f.trade(victim, champion)
			}
			for range 5 {
				f.beat(champion, f.main)
			}
		},
		"a chain of rematches": func(f *farm) { f.rematches(f.sock(), 20) },
		"games that would be lost, void": func(f *farm) {
			for _, rival := range f.socks(5) {
				id, err := f.deal(f.main, rival, data.Live)
				if err != nil {
					f.t.Fatal(err)
				}
				time.Sleep(10 * time.Minute) // nobody has moved
				if m, err := f.store.Match(f.t.Context(), id); err != nil || m.Ended.IsZero() {
					f.t.Fatalf("it goes on: %v", err)
				}
			}
			f.beat(f.sock(), f.main)
		},
		"games with the house": func(f *farm) {
			for range 5 {
				place, err := f.Queue(f.t.Context(), matchmaking.Ticket{Player: f.main, Terms: matchmaking.Terms{Game: game}, Bot: "easy"})
				if err != nil {
					f.t.Fatal(err)
				}
				f.give(f.seatOf(place), f.main)
			}
		},
		"keys of one address": func(f *farm) {
			for range 10 {
				victim := f.sock()
				table := ticket(f.main)
				table.Host, table.Pace = true, data.Fast
				host := f.from("192.0.2.7", table)
				w, err := host.Next(f.t.Context(), 0)
				if err != nil {
					f.t.Fatal(err)
				}
				f.give(f.seatOf(f.from("192.0.2.7", matchmaking.Ticket{Player: victim, Join: w.Code})), victim)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				h := openHouse(t, dir)
				defer h.close()
				f := &farm{house: h, main: h.player("farmer")}
				tend(f)
				got, want := f.rated(f.main), f.honest()
				t.Logf("%.1f by %d games; one account would have %.1f", got, len(f.results), want)
				if got > want+1e-6 {
					t.Errorf("%.1f, where one account would have %.1f", got, want)
				}
			})
		})
	}
}

// won is a two-player result; the first player has a place.
func won(place int) engine.Result {
	return engine.Result{Reason: "resigned", Places: []int{place, 3 - place}}
}

// become merges one account into another at its own request.
func (f *farm) become(from, into data.Player) {
	f.t.Helper()
	invited, err := f.store.Invite(f.t.Context(), into.ID)
	if err == nil {
		_, err = f.store.Claim(f.t.Context(), "SHA256:"+from.Name, invited.Code, true)
	}
	if err != nil && !errors.Is(err, data.ErrTooMany) {
		f.t.Fatal(err)
	}
}

// trade has an account other than the main one win; the result counts only for it.
func (f *farm) trade(loser, winner data.Player) {
	f.t.Helper()
	before := len(f.results)
	if f.beat(loser, winner); winner.ID != f.main.ID {
		f.results = f.results[:before]
	}
}

// sideBySide begins as many rated day games as allowed with each of several accounts, has the
// main account win them, and repeats until it has won enough.
func (f *farm) sideBySide(victims []data.Player, games int) {
	for tries := 0; len(f.results) < games && tries < 60; tries++ {
		for n := range games - len(f.results) {
			victim := tended(victims, len(f.results)+n)
			c, err := f.Challenge(f.t.Context(), data.Challenge{From: f.main, To: victim, Game: game, Rated: true})
			if err == nil {
				_, _ = f.Accept(f.t.Context(), victim, c.Left.ID) // may be one too many
			}
		}
		time.Sleep(time.Minute)
		f.reap(victims...)
	}
}

// reap has the main account's opponents resign.
func (f *farm) reap(victims ...data.Player) {
	for _, victim := range victims {
		for _, row := range f.mine(victim) {
			f.give(row.ID, victim)
		}
	}
}

// cross has two accounts challenge each other and accept whatever stands.
func (f *farm) cross(victim data.Player) {
	for _, pair := range [][2]data.Player{{f.main, victim}, {victim, f.main}} {
		for _, to := range []data.Player{pair[1], {}} {
			_, _ = f.Challenge(f.t.Context(), data.Challenge{From: pair[0], To: to, Game: game, Rated: true})
		}
		open, err := f.Challenges(f.t.Context(), pair[1].ID)
		if err != nil {
			f.t.Fatal(err)
		}
		for _, c := range open {
			_, _ = f.Accept(f.t.Context(), pair[1], c.ID)
		}
	}
	time.Sleep(2 * time.Second)
}

// slowed begins live games, makes as many day games of them as allowed, and then has the main
// account win them.
func (f *farm) slowed(victims []data.Player, games int) {
	for n := range games {
		victim := tended(victims, n)
		id, err := f.deal(f.main, victim, data.Live)
		if err != nil {
			continue
		}
		seats := f.atTable(id, f.main, victim)
		for _, g := range seats {
			_ = g.Slow(f.t.Context())
		}
		slow := seats[0].frame().Pace == data.Day
		for _, g := range seats {
			g.Leave()
		}
		if !slow {
			f.give(id, victim)
		}
	}
	f.reap(victims...)
}

// rematches plays one game after another at one table.
func (f *farm) rematches(victim data.Player, games int) {
	id, err := f.deal(f.main, victim, data.Fast)
	if err != nil {
		f.t.Fatal(err)
	}
	for range games {
		seats := f.atTable(id, f.main, victim)
		f.give(id, victim)
		time.Sleep(2 * time.Second)
		for _, g := range seats {
			if err := g.Rematch(f.t.Context()); err != nil {
				f.t.Fatal(err)
			}
		}
		id = seats[0].await(func(frame matchmaking.Frame) bool { return frame.Next != "" }).Next
	}
}

// TestFarmFeedersInAnEvent: friends who lose on purpose bring as many points as they could by
// playing, however many games they play, and none by resigning at once.
func TestFarmFeedersInAnEvent(t *testing.T) {
	const fair = 2 + 2 + 4 + 4 // two games with each of two, all won
	for what, c := range map[string]struct{ turns, most int }{
		"who resign at once":      {0, 0},
		"who have two turns":      {2, 0},
		"who have as many as one": {data.ScoredTurns, fair},
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				h := openHouse(t, dir)
				defer h.close()
				event := h.tournament(0, 10*time.Minute)
				boss, feeders := h.player("boss-man"), []data.Player{h.player("feeder-1"), h.player("feeder-2")}
				games := 0
				for ; games < 20; games++ {
					feeder := tended(feeders, games)
					pa, pb := h.queue(entry(boss, event)), h.queue(entry(feeder, event))
					winner, loser := h.sit(h.seatOf(pa), boss), h.sit(h.seatOf(pb), feeder)
					h.spar(winner, loser, c.turns)
					h.resign(loser)
					winner.Leave()
					loser.Leave()
				}
				time.Sleep(2 * time.Second)
				rows, err := h.Standings(t.Context(), event.ID)
				if err != nil || len(rows) != 3 {
					t.Fatalf("%+v, %v", rows, err)
				}
				for _, row := range rows {
					most := 0
					if row.Player.ID == boss.ID {
						most = c.most
					}
					if row.Points != most {
						t.Errorf("%s has %d points of %d games, not %d", row.Player.Name, row.Points, row.Games, most)
					}
				}
			})
		})
	}
}
