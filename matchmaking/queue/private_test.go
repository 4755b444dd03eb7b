package queue_test

import (
	"errors"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue/queuetest"
	"noir/matchmaking/seating"
)

// TestCodes: a player may type the code of a private table in any form, and sits there under
// its host's terms.
func TestCodes(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		wish := ticket(a)
		wish.Before.Code = "01ab10" // another queue gave one with both digits that look like letters
		open, code := h.host(wish)
		if w := open.Last; w.Seated != 1 || w.Seats != 2 {
			t.Errorf("%+v", w)
		}
		if err := h.refused(matchmaking.Ticket{Player: b, Join: "nobody"}); !errors.Is(err, matchmaking.ErrNoCode) {
			t.Errorf("a wrong code: %v", err)
		}
		bad := func(what string, p data.Player, typed string) {
			t.Helper()
			var terms *matchmaking.BadTerms
			if err := h.refused(matchmaking.Ticket{Player: p, Join: typed}); !errors.As(err, &terms) {
				t.Errorf("%s by %q: %v", what, typed, err)
			}
		}
		bad("a guest at a rated table", data.Player{ID: -1, Name: "guest-0001"}, code)
		shown := " " + strings.ToUpper(strings.Join(strings.Split(code, ""), "  ")) + " "
		read := strings.NewReplacer("0", "O", "1", "l").Replace(code[:3]) + "–" + strings.NewReplacer("0", "o", "1", "I").Replace(code[3:])
		for _, typed := range []string{code, shown, read, "║" + shown + "║", code[:3] + "-" + code[3:]} {
			bad("the host joins", a, typed)
		}
		if d := h.dealt(h.join(b, shown), open); !d.terms.Rated || !d.private {
			t.Errorf("not the host's terms: %+v", d)
		}
	})
}

// TestWhoMayJoinAPrivateTable: the host's terms, blocks, other games and the free seats decide, each with its own
// reason. A player whom none of them concerns is let in.
func TestWhoMayJoinAPrivateTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		host, in, guest := h.player("marlowe"), h.player("spade"), data.Player{ID: -1, Name: "guest-0001"}
		wish := seek(host)
		wish.Seats = 4
		open, code := h.host(wish)
		relaxed := casual(h.player("vera"))
		relaxed.Game = large
		_, other := h.host(relaxed)
		day := casual(h.player("effie"))
		day.Pace = data.Day
		_, slow := h.host(day)
		h.join(in, code)
		open.Until(func(w matchmaking.Waiting) bool { return w.Seated == 2 })
		blocked, busy := h.player("sam"), h.player("cairo")
		h.mu.Lock()
		h.blocked[seating.Pair(blocked.ID, in.ID)], h.seated[busy.ID] = true, true
		h.mu.Unlock()
		for _, c := range []struct {
			who             data.Player
			code, game, why string // "" if they are let in
		}{
			{h.player("wilmer"), "nobody", "", matchmaking.ErrNoCode.Error()},
			{blocked, code, "", matchmaking.ErrNoCode.Error()},
			{blocked, code, game, matchmaking.ErrNoCode.Error()}, // a blocked player learns nothing of the table
			{h.player("wilmer"), code, game, "that private table plays noirburg"},
			{guest, code, "", "that table is rated, and a guest plays unrated"},
			{guest, slow, "", matchmaking.ErrNoDay.Error()},
			{busy, code, "", matchmaking.ErrSeated.Error()},
			{in, code, "", "you are already at that table"},
			{host, code, large, "you are already at that table"},
			{h.player("gutman"), other, "", ""},
			{guest, other, large, ""},
			{busy, slow, game, ""},
			{h.player("wilmer"), code, large, ""},
			{h.player("archer"), code, "", ""},
			{h.player("late"), code, "", "that private table is about to begin without you"},
		} {
			ticket := matchmaking.Ticket{Player: c.who, Join: c.code, Terms: matchmaking.Terms{Game: c.game}}
			if c.why == "" {
				h.visit(ticket)
				continue
			}
			if err := h.refused(ticket); err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("%s at %s: %v, not %q", c.who.Name, c.code, err, c.why)
			}
		}
	})
}

// TestACasualTableOfOneAddress is as it was asked for: there is no rating that one of the two could take from the other.
func TestACasualTableOfOneAddress(t *testing.T) {
	home, other := netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("203.0.113.8")
	for _, c := range []struct {
		rated      bool
		from       netip.Addr
		is, casual bool // rated, and casual since the two are at one address
	}{{false, home, false, false}, {true, home, false, true}, {true, other, true, false}} {
		inHouse(t, func(t *testing.T, h *house) {
			wish := casual(h.player("marlowe"))
			wish.Rated, wish.Address = c.rated, home
			open, code := h.host(wish)
			guest := h.visit(matchmaking.Ticket{Player: h.player("spade"), Join: code, Address: c.from})
			if d := h.dealt(guest, open); d.terms.Rated != c.is || d.terms.OneAddress != c.casual {
				t.Errorf("rated %t, from %v: %+v", c.rated, c.from, d.terms)
			}
		})
	}
}

// TestADayGameOfFriendsAsksNobody whether they are there: it is dealt once the table is full.
func TestADayGameOfFriendsAsksNobody(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		day := casual(h.player("marlowe"))
		day.Pace = data.Day
		open, code := h.host(day)
		queuetest.Meet(t, open, h.join(h.player("spade"), code))
	})
}

func TestAPrivateTableGoesWithItsHost(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		open, code := h.host(casual(h.player("marlowe")))
		open.Leave()
		if err := h.refused(matchmaking.Ticket{Player: h.player("spade"), Join: code}); !errors.Is(err, matchmaking.ErrNoCode) {
			t.Errorf("joined a table that is gone: %v", err)
		}
	})
}

// TestTheOthersAreToldWhoLeavesAPrivateTable, at once, as they are told who comes: it waits for somebody else.
func TestTheOthersAreToldWhoLeavesAPrivateTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		wish := casual(h.player("marlowe"))
		wish.Game, wish.Seats = large, 3
		open, code := h.host(wish)
		began := time.Now()
		guest := h.join(h.player("spade"), code)
		open.Until(func(w matchmaking.Waiting) bool { return w.Seated == 2 && w.Guests[1] == "spade" })
		guest.Leave()
		open.Until(func(w matchmaking.Waiting) bool { return w.Seated == 1 && w.Guests[1] == "" })
		if took := time.Since(began); took > 0 {
			t.Errorf("told after %v", took)
		}
	})
}

// TestAPublicTableOfFriends has a code, and anybody may watch the game.
func TestAPublicTableOfFriends(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		for _, public := range []bool{true, false} {
			wish := casual(h.player("marlowe"))
			wish.Public = public
			open, code := h.host(wish)
			if d := h.dealt(open, h.join(h.player("spade"), code)); d.private == public {
				t.Errorf("public %t, and the game private %t", public, d.private)
			}
			h.over()
		}
	})
}

// TestTheSearchGoesOnBesideTheHouse: a player who sits down with the house alone still waits for a stranger; with people
// they do not.
func TestTheSearchGoesOnBesideTheHouse(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		marlowe := h.player("marlowe")
		search := h.visit(ticket(marlowe))
		wish := seek(marlowe)
		wish.Rated, wish.Fill = false, "easy"
		open, _ := h.host(wish)
		if err := open.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		queuetest.Meet(t, open)
		if w, err := search.Next(t.Context(), 0); err != nil || w.Match != "" {
			t.Errorf("beside the house: %+v, %v", w, err)
		}
		open, code := h.host(casual(marlowe))
		guest := h.join(h.player("spade"), code)
		for _, v := range []*visitor{open, guest} {
			v.Until(queuetest.Asked)
			v.Answer()
		}
		id := queuetest.Meet(t, open, guest)
		if w := search.Until(queuetest.Seated); w.Match != id {
			t.Errorf("beside people: %+v", w)
		}
	})
}

// TestTheHouseFillsAPrivateTable when its host begins, once the others are ready.
func TestTheHouseFillsAPrivateTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		wish := seek(h.player("marlowe"))
		wish.Rated, wish.Fill = false, "easy"
		open, code := h.host(wish)
		absent, b := h.join(h.player("spade"), code), h.join(h.player("vera"), code)
		if w := b.Until(func(w matchmaking.Waiting) bool { return w.Seated == 3 }); w.Seats != 4 || w.Found != 0 {
			t.Errorf("before: %+v", w)
		}
		begin := func() {
			if err := open.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		begin()
		begin() // has no effect
		var refused *matchmaking.BadTerms
		if err := h.refused(matchmaking.Ticket{Player: h.player("sam"), Join: code}); !errors.As(err, &refused) {
			t.Errorf("joined a table that begins with a seat for the house: %v", err)
		}
		if w := open.Until(queuetest.Asked); w.Found != 4 || w.Ready != 2 || !w.Answered {
			t.Errorf("the host, with one house player, is told %+v", w)
		}
		b.Until(queuetest.Asked)
		b.Answer()
		absent.SentAway(matchmaking.ErrNotReady)
		open.Until(queuetest.Waits)
		b.Until(queuetest.Waits)
		begin()
		d := h.dealt(b, open)
		if all := d.kinds(); !slices.Equal(all, []string{"marlowe", "vera", "easy", "easy"}) || d.terms.Rated || !d.private {
			t.Errorf("%q at %+v", all, d)
		}
	})
}

// TestTheHostBeginsWithThoseWhoAreThere if the game allows that number.
func TestTheHostBeginsWithThoseWhoAreThere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		wish := seek(h.player("marlowe"))
		wish.Seats = 6
		open, code := h.host(wish)
		b := h.join(h.player("spade"), code)
		var refused *matchmaking.BadTerms
		if err := open.Begin(t.Context()); !errors.As(err, &refused) {
			t.Errorf("two of them: %v", err)
		}
		c := h.join(h.player("vera"), code)
		if err := open.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		if d := h.dealt(b, c); !slices.Equal(d.kinds(), []string{"marlowe", "spade", "vera"}) || !d.terms.Rated {
			t.Errorf("%+v", d)
		}
	})
}

// TestAHostBeginsNobodyWhoIsAskedElsewhere: they may be about to sit down there.
func TestAHostBeginsNobodyWhoIsAskedElsewhere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		open, code := h.host(seek(h.player("marlowe")))
		spade := h.player("spade")
		h.join(spade, code)
		h.join(h.player("vera"), code)
		stranger, other := h.visit(ticket(spade)), h.visit(ticket(h.player("sam")))
		stranger.Until(queuetest.Asked)
		var refused *matchmaking.BadTerms
		if err := open.Begin(t.Context()); !errors.As(err, &refused) {
			t.Errorf("begun with one who is asked elsewhere: %v", err)
		}
		other.Leave()
		stranger.Until(queuetest.Waits)
		if err := open.Begin(t.Context()); err != nil {
			t.Errorf("begun with one who was asked elsewhere: %v", err)
		}
	})
}

// TestAHostLeavesWhileTheTableIsDealt: it is too late, and the others have their table.
func TestAHostLeavesWhileTheTableIsDealt(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		open, code := h.host(ticket(h.player("marlowe")))
		guest := h.join(h.player("spade"), code)
		h.takes = 5 * time.Second
		for _, v := range []*visitor{open, guest} {
			v.Until(queuetest.Asked)
			v.Answer()
		}
		synctest.Wait()
		open.Leave()
		if d := h.table(guest.Until(queuetest.Seated).Match); !slices.Contains(d.kinds(), "marlowe") {
			t.Errorf("at the table are %q", d.kinds())
		}
	})
}

// TestWhoMayNotMeetLeavesAPrivateTable: the two leave, the host and the others stay.
func TestWhoMayNotMeetLeavesAPrivateTable(t *testing.T) {
	for why, apart := range map[error]func(h *house, a, b data.Player, apart bool){
		matchmaking.ErrParted: (*house).part, seating.ErrMeeting: (*house).meets,
	} {
		inHouse(t, func(t *testing.T, h *house) {
			open, code := h.host(seek(h.player("marlowe")))
			spade, vera := h.player("spade"), h.player("vera")
			pair, sam := []*visitor{h.join(spade, code), h.join(vera, code)}, h.join(h.player("sam"), code)
			open.Until(queuetest.Asked)
			apart(h, spade, vera, true)
			for _, v := range append(pair, open, sam) {
				v.Until(queuetest.Asked)
				v.Answer()
			}
			for _, v := range pair {
				v.SentAway(why)
			}
			sam.Until(queuetest.Waits)
			if w := open.Until(func(w matchmaking.Waiting) bool { return w.Seated == 2 }); w.Code != code || w.Found != 0 {
				t.Errorf("the host is told %+v", w)
			}
		})
	}
}
