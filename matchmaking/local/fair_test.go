package local_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/local"
	"noir/matchmaking/queue/queuetest"
)

// refusedFor checks that the error's sentence has a text in it.
func refusedFor(t *testing.T, what string, err error, text string) {
	t.Helper()
	var terms *matchmaking.BadTerms
	if !errors.As(err, &terms) || !strings.Contains(err.Error(), text) {
		t.Errorf("%s: %v", what, err)
	}
}

// hosted opens a rated private table and returns its code.
func (h *house) hosted(t matchmaking.Ticket) (matchmaking.Place, string) {
	h.t.Helper()
	t.Host = true
	place := h.queue(t)
	w, err := place.Next(h.t.Context(), 0)
	if err != nil || w.Code == "" {
		h.t.Fatalf("%+v, %v", w, err)
	}
	return place, w.Code
}

// TestFarmOneRatedGameOfTwo: two players cannot have two rated games of a kind at once, by any
// way. They can have casual games, rated ones of another kind, and rated ones with others.
func TestFarmOneRatedGameOfTwo(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b, c := h.player("marlowe"), h.player("spade"), h.player("vera")
		first := h.apart(a, b)
		const told = "the same two players"
		byName := data.Challenge{From: a, To: b, Game: game, Rated: true}
		_, err := h.Challenge(t.Context(), byName)
		refusedFor(t, "a challenge", err, told)
		summons := ticket(a)
		summons.Host, summons.To = true, b
		_, err = h.Queue(t.Context(), summons)
		refusedFor(t, "a live challenge", err, told)
		summons.Rated = false
		if place, err := h.Queue(t.Context(), summons); err != nil {
			t.Errorf("a live challenge for nothing: %v", err)
		} else {
			place.Leave()
		}
		host, code := h.hosted(ticket(a))
		_, err = h.Queue(t.Context(), matchmaking.Ticket{Player: b, Join: code})
		refusedFor(t, "a private table", err, told)
		host.Leave()
		host, code = h.hosted(casual(a))
		if place, err := h.Queue(t.Context(), matchmaking.Ticket{Player: b, Join: code}); err != nil {
			t.Errorf("a private table for nothing: %v", err)
		} else {
			place.Leave()
		}
		host.Leave()
		open, err := h.Challenge(t.Context(), data.Challenge{From: a, Game: game, Rated: true})
		if err != nil || open.Left.ID == "" {
			t.Fatalf("%+v, %v", open, err)
		}
		_, err = h.Accept(t.Context(), b, open.Left.ID)
		refusedFor(t, "what whoever takes it", err, told)
		place := h.silent(slowly(b)) // which is allowed at the same time
		if w, err := place.Next(t.Context(), 0); err != nil || w.Match != "" || w.Challenge == "" {
			t.Errorf("a second wish: %+v, %v", w, err)
		}
		place.Leave()

		pa, pb := h.queue(ticket(a)), h.queue(ticket(b))
		time.Sleep(3 * time.Minute)
		if n := h.Counts().Tables; n != 1 {
			t.Fatalf("%d tables of two in the queue", n)
		}
		id := h.seatOf(h.queue(ticket(c))) // one of them finds somebody else
		for _, p := range []matchmaking.Place{pa, pb} {
			if w, err := p.Next(t.Context(), 0); err == nil && w.Match == "" {
				p.Leave()
			}
		}
		if m, err := h.store.Match(t.Context(), id); err != nil || !m.Rated {
			t.Errorf("with another one: %+v, %v", m, err)
		}
		byName.Rated = false
		casual, err := h.Challenge(t.Context(), byName)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Accept(t.Context(), b, casual.Left.ID); err != nil || got.Match == "" {
			t.Errorf("a casual one: %+v, %v", got, err)
		}
		seats := h.atTable(first, a, b)
		h.resign(seats[0])
		byName.Rated = true
		again, err := h.Challenge(t.Context(), byName)
		if err != nil {
			t.Fatalf("once it is over: %v", err)
		}
		if got, err := h.Accept(t.Context(), b, again.Left.ID); err != nil || got.Match == "" {
			t.Errorf("once it is over: %+v, %v", got, err)
		}
		for _, g := range seats { // with that one running
			refusedFor(t, "a rematch", g.Rematch(t.Context()), told)
		}
	})
}

// TestACasualGameKeepsNobodyApart: two who play one at a day a move meet for a rated game among strangers.
func TestACasualGameKeepsNobodyApart(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		day, err := h.Challenge(t.Context(), data.Challenge{From: a, To: b, Game: game})
		if err == nil {
			_, err = h.Accept(t.Context(), b, day.Left.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		if id, _ := h.pair(a, b); h.Counts().Tables != 2 {
			t.Errorf("at table %s there are %d tables", id, h.Counts().Tables)
		}
	})
}

// sentAwayFor waits until a place is told why there is no table.
func sentAwayFor(t *testing.T, place matchmaking.Place, text string) {
	t.Helper()
	refusedFor(t, "a place", queuetest.Visit(t, data.Player{}, place).Refused(), text)
}

// TestFarmTablesThatFillSideBySide: two players wait at two rated tables of several; once both
// fill, only the first begins.
func TestFarmTablesThatFillSideBySide(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		table := func(host, guest, third data.Player) (matchmaking.Place, matchmaking.Place) {
			t.Helper()
			place, code := h.hosted(matchmaking.Ticket{Player: host, Terms: matchmaking.Terms{Game: another, Rated: true, Pace: data.Day, Seats: 4}})
			joined := h.queue(matchmaking.Ticket{Player: guest, Join: code})
			h.queue(matchmaking.Ticket{Player: third, Join: code})
			return place, joined
		}
		first, _ := table(a, b, h.player("vera"))
		second, joined := table(b, a, h.player("archer"))
		if err := first.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.seatOf(first)
		if err := second.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		sentAwayFor(t, second, "the same two players")
		sentAwayFor(t, joined, "the same two players")
		if n := h.Counts().Tables; n != 1 {
			t.Errorf("%d tables", n)
		}
	})
}

// TestFarmPrivateDayGames: a newcomer may have three rated ones at private tables too.
func TestFarmPrivateDayGames(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		for n := range 4 {
			wish := slowly(a)
			host, code := h.hosted(wish)
			rival := h.player(fmt.Sprint("rival-", n))
			_, err := h.Queue(t.Context(), matchmaking.Ticket{Player: rival, Join: code})
			if err != nil {
				t.Fatal(err)
			}
			if n < 3 {
				h.seatOf(host)
			} else {
				sentAwayFor(t, host, "three rated day games")
			}
		}
	})
}

// TestFarmChallengesThatCross: two players challenge each other many times before either
// accepts; one game is dealt.
func TestFarmChallengesThatCross(t *testing.T) {
	h := openHouse(t, t.TempDir())
	a, b := h.player("marlowe"), h.player("spade")
	for _, p := range []data.Player{a, b} {
		if _, err := h.Challenge(t.Context(), data.Challenge{From: p, Game: game, Rated: true}); err != nil {
			t.Fatal(err)
		}
	}
	left, err := h.Challenge(t.Context(), data.Challenge{From: a, Game: game, Rated: true})
	if err != nil || left.Left.ID == "" {
		t.Fatalf("%+v, %v", left, err)
	}
	_, err = h.Accept(t.Context(), b, left.Left.ID)
	refusedFor(t, "the second", err, "the same two players")
	if rows := h.mine(a); len(rows) != 1 {
		t.Errorf("%d games", len(rows))
	}
}

// twice stores two rated games of the same two, as old servers allowed, and returns the live
// one.
func twice(h *house, a, b data.Player) data.MatchID {
	h.t.Helper()
	for id, pace := range map[data.MatchID]data.Pace{"live": data.Live, "day": data.Day} {
		_, err := h.store.Open(h.t.Context(), data.Match{
			ID: id, Game: game, Rated: true, Pace: pace, Started: time.Now(), Seats: []data.Seat{
				{Player: a.ID, Name: a.Name, Kind: data.Human}, {Player: b.ID, Name: b.Name, Kind: data.Human},
			},
		})
		if err != nil {
			h.t.Fatal(err)
		}
	}
	return "live"
}

// TestFarmSlowedGames: a live game cannot become a day game while the two have another rated
// one, or while a newcomer has three rated day games.
func TestFarmSlowedGames(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		a, b, c := h.player("marlowe"), h.player("spade"), h.player("vera")
		id := twice(h, a, b)
		h.close()
		h = openHouse(t, dir)
		defer h.close()
		for _, g := range h.atTable(id, a, b) {
			refusedFor(t, "one of two", g.Slow(t.Context()), "the same two players")
		}
		for n := range 3 {
			h.apart(c, h.player(fmt.Sprint("rival-", n)))
		}
		_, seats := h.pair(c, h.player("archer"))
		for _, g := range seats {
			refusedFor(t, "a newcomer's", g.Slow(t.Context()), "three rated day games")
		}
		_, seats = h.pair(h.player("effie"), h.player("gutman"))
		slow(t, seats[0], seats[1])
	})
}

// TestNewcomersHaveThreeRatedDayGames at a time of a kind; others have no such limit.
func TestNewcomersHaveThreeRatedDayGames(t *testing.T) {
	h := openHouse(t, t.TempDir())
	a, known := h.player("marlowe"), h.player("spade")
	h.raise(known, game, 10)
	offer := func(from data.Player, rated bool) matchmaking.Acceptance {
		t.Helper()
		got, err := h.Challenge(t.Context(), data.Challenge{From: from, Game: game, Rated: rated})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	early := offer(a, true) // is still open when the newcomer has three
	got, err := h.Challenge(t.Context(), data.Challenge{From: a, To: known, Game: game})
	if err == nil {
		_, err = h.Accept(t.Context(), known, got.Left.ID)
	}
	if err != nil {
		t.Fatal("a casual one, which does not count:", err)
	}
	var first data.MatchID
	for n := range 3 {
		rival := h.player(fmt.Sprint("rival-", n))
		got, err := h.Challenge(t.Context(), data.Challenge{From: a, To: rival, Game: game, Rated: true})
		if err != nil {
			t.Fatal(err)
		}
		if got, err = h.Accept(t.Context(), rival, got.Left.ID); err != nil {
			t.Fatal(err)
		}
		first = got.Match
	}
	const told = "three rated day games"
	_, err = h.Challenge(t.Context(), data.Challenge{From: a, Game: game, Rated: true})
	refusedFor(t, "a fourth", err, told)
	_, err = h.Challenge(t.Context(), data.Challenge{From: a, To: known, Game: game, Rated: true})
	refusedFor(t, "a fourth by name", err, told)
	_, err = h.Accept(t.Context(), known, early.Left.ID)
	refusedFor(t, "one offered before", err, "the challenger has as many")
	if got := offer(h.player("vera"), true); got.Match != "" {
		t.Error("one offered before was dealt to whoever came")
	}
	theirs, err := h.Challenge(t.Context(), data.Challenge{From: known, To: a, Game: game, Rated: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Accept(t.Context(), a, theirs.Left.ID)
	refusedFor(t, "one that was offered to them", err, told)
	if _, err := h.Challenge(t.Context(), data.Challenge{From: a, Game: another, Rated: true}); err != nil {
		t.Errorf("of another kind: %v", err)
	}
	offer(a, false)

	rows := h.mine(a)
	for _, row := range rows {
		if row.ID == first {
			h.resign(h.sit(first, a))
		}
	}
	if got, err := h.Accept(t.Context(), a, theirs.Left.ID); err != nil || got.Match == "" {
		t.Errorf("once one is over: %+v, %v", got, err)
	}
	for n := range 5 {
		rival := h.player(fmt.Sprint("other-", n))
		got, err := h.Challenge(t.Context(), data.Challenge{From: known, To: rival, Game: game, Rated: true})
		if err != nil {
			t.Fatal(err)
		}
		if got, err = h.Accept(t.Context(), rival, got.Left.ID); err != nil || got.Match == "" {
			t.Errorf("of somebody whose rating is known: %+v, %v", got, err)
		}
	}
}

// coming is the context of a visitor from an address.
func (h *house) coming(p data.Player, address string) context.Context {
	return quota.With(h.t.Context(), quota.Payer{Address: netip.MustParseAddr(address), ID: quota.Player(int64(p.ID))})
}

// from hands in a ticket from an address and answers its ready checks.
func (h *house) from(address string, t matchmaking.Ticket) matchmaking.Place {
	h.t.Helper()
	place, err := h.Queue(h.coming(t.Player, address), t)
	if err != nil {
		h.t.Fatal(err)
	}
	h.crew.Go(func() { h.answer(place) })
	return place
}

// TestFarmFromOneAddress: two keys of one address are not paired for a rated game, in the queue
// or in an event.
func TestFarmFromOneAddress(t *testing.T) {
	for what, c := range map[string]struct {
		one, other string
		meet       bool
	}{
		"one address":       {"192.0.2.7", "192.0.2.7", false},
		"one /64":           {"2001:db8:0:1::", "2001:db8:0:1::", false},
		"two addresses":     {"192.0.2.7", "192.0.2.8", true},
		"the same machine":  {"127.0.0.1", "127.0.0.1", true},
		"its IPv6 loopback": {"::1", "::1", true},
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				h := openHouse(t, dir)
				defer h.close()
				a, b := h.player("marlowe"), h.player("spade")
				event := h.tournament(0, time.Hour)
				for where, wish := range map[string]func(data.Player) matchmaking.Ticket{
					"queue": ticket,
					"event": func(p data.Player) matchmaking.Ticket { return entry(p, event) },
				} {
					before := h.Counts().Tables
					pa, pb := h.from(c.one, wish(a)), h.from(c.other, wish(b))
					time.Sleep(2 * time.Minute)
					if met := h.Counts().Tables > before; met != c.meet {
						t.Errorf("in the %s they meet: %v", where, met)
					}
					if c.meet {
						h.resign(h.sit(h.seatOf(pa), a))
					}
					pa.Leave()
					pb.Leave()
				}
				pa := h.from(c.one, casual(a))
				if id := h.seatOf(h.from(c.other, casual(b))); h.seatOf(pa) != id {
					t.Error("they do not meet for nothing")
				}
			})
		})
	}
}

// TestFarmAPrivateTableOfOneAddress: it is casual, says so, and moves no rating.
func TestFarmAPrivateTableOfOneAddress(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		table := ticket(a)
		table.Host = true
		host := h.from("192.0.2.7", table)
		w, err := host.Next(t.Context(), 0)
		if err != nil || !w.Rated || w.OneAddress {
			t.Fatalf("alone: %+v, %v", w, err)
		}
		guest := h.from("192.0.2.7", matchmaking.Ticket{Player: b, Join: w.Code})
		if w, err := guest.Next(t.Context(), 0); err != nil || w.Rated || !w.OneAddress {
			t.Errorf("the one who joins sees %+v, %v", w, err)
		}
		id := h.seatOf(guest)
		seats := h.atTable(id, a, b)
		for range 2 {
			for _, g := range seats {
				if f := g.frame(); f.Rated || !f.OneAddress {
					t.Errorf("at the table: rated %v, one address %v", f.Rated, f.OneAddress)
				}
			}
			for _, g := range seats { // and so is the next one
				if g.frame().End == nil {
					h.resign(g)
					break
				}
			}
			for _, g := range seats {
				if err := g.Rematch(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			seats = h.atTable(seats[0].await(func(f matchmaking.Frame) bool { return f.Next != "" }).Next, a, b)
		}
		ratings, err := h.store.Ratings(t.Context(), b.ID)
		if err != nil || len(ratings) != 0 {
			t.Errorf("ratings %v, %v", ratings, err)
		}
		if m, err := h.store.Match(t.Context(), id); err != nil || !m.OneAddress || m.Rated {
			t.Errorf("stored: rated %v, one address %v, %v", m.Rated, m.OneAddress, err)
		}
	})
}

// TestFarmDayGamesOfOneAddress: a player who accepts any challenge gets none from their own
// address, also after a restart; one by name is casual.
func TestFarmDayGamesOfOneAddress(t *testing.T) {
	dir := t.TempDir()
	h := openHouse(t, dir)
	a, b := h.player("marlowe"), h.player("spade")
	const home = "192.0.2.7"
	h.from(home, slowly(a)).Leave()
	h.close()

	h = openHouse(t, dir)
	defer h.close()
	place := h.from(home, slowly(b))
	w, err := place.Next(t.Context(), 0)
	if err != nil || w.Match != "" || w.Challenge == "" {
		t.Fatalf("in the queue: %+v, %v", w, err)
	}
	place.Leave()
	_, err = h.Accept(h.coming(a, home), a, w.Challenge)
	refusedFor(t, "by its id", err, "one address")

	named, err := h.Challenge(h.coming(a, home), data.Challenge{From: a, To: b, Game: game, Rated: true})
	if err != nil {
		t.Fatal(err)
	}
	got, err := h.Accept(h.coming(b, home), b, named.Left.ID)
	if err != nil || got.Match == "" || !got.OneAddress {
		t.Fatalf("by name: %+v, %v", got, err)
	}
	h.close()
	h = openHouse(t, dir)
	if f := h.sit(got.Match, a).frame(); f.Rated || !f.OneAddress {
		t.Errorf("later: rated %v, one address %v", f.Rated, f.OneAddress)
	}
	c := h.player("vera")
	if got, err := h.Accept(h.coming(c, "192.0.2.8"), c, w.Challenge); err != nil || got.Match == "" {
		t.Errorf("from elsewhere: %+v, %v", got, err)
	}
}

// rivals are peers at which rated games run; all brokers have the same list of them.
type rivals struct {
	silent
	running *[]data.Match
}

func (r rivals) Rated(context.Context, string, ...data.PlayerID) ([]data.Match, error) {
	return *r.running, nil
}

// TestFarmGamesOfOtherBrokers: rated games that run at another broker count as those here do, and those here are not counted twice.
func TestFarmGamesOfOtherBrokers(t *testing.T) {
	var running []data.Match
	h := openHouseOf(t, t.TempDir(), plainStore, local.Config{Games: games, Peers: rivals{running: &running}})
	h.lead()
	a := h.player("marlowe")
	note := func(id data.MatchID, pace data.Pace, with data.Player) {
		running = append(running, data.Match{ID: id, Game: game, Rated: true, Pace: pace, Seats: []data.Seat{{Player: a.ID}, {Player: with.ID}}})
	}
	deal := func(with data.Player) (data.MatchID, error) {
		t.Helper()
		got, err := h.Challenge(t.Context(), data.Challenge{From: a, To: with, Game: game, Rated: true})
		if err != nil {
			t.Fatal(err)
		}
		got, err = h.Accept(t.Context(), with, got.Left.ID)
		if err != nil {
			_, wrong := h.Withdraw(t.Context(), a.ID, h.challenge(a))
			err = errors.Join(err, wrong)
		}
		return got.Match, err
	}
	live := h.player("spade")
	note("live", data.Live, live)
	if _, err := deal(live); err == nil || !strings.Contains(err.Error(), "challenger") && !strings.Contains(err.Error(), "same two players") {
		t.Errorf("two who play at another broker: %v", err)
	}
	for n := range 2 {
		rival := h.player(fmt.Sprint("rival-", n))
		id, err := deal(rival)
		if err != nil {
			t.Fatalf("of three day games, after %d here: %v", n, err)
		}
		note(id, data.Day, rival)
	}
	note("day", data.Day, h.player("vera"))
	if _, err := deal(h.player("archer")); err == nil {
		t.Error("a newcomer with three day games, one of them at another broker, has another")
	}
	running = running[:len(running)-1]
	if _, err := deal(h.player("gutman")); err != nil {
		t.Errorf("once that is over: %v", err)
	}
}

// challenge returns the only challenge of a player.
func (h *house) challenge(p data.Player) string {
	h.t.Helper()
	all, err := h.Challenges(h.t.Context(), p.ID)
	if err != nil || len(all) != 1 {
		h.t.Fatalf("%+v, %v", all, err)
	}
	return all[0].ID
}
