package local_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// talkers are two players at a table, in order of arrival and by what they may hear.
type talkers struct {
	*house
	match   data.MatchID
	players [2]data.Player
	guests  [2]*guest
}

// talk opens a table of two, private or not, who both allow free text.
func talk(h *house, private bool, a, b data.Player) *talkers {
	h.t.Helper()
	for _, p := range []data.Player{a, b} {
		if p.ID > 0 {
			h.allow(p, true)
		}
	}
	first, second := ticket(a), ticket(b)
	first.Rated, second.Rated = false, false
	first.Host = private
	host := h.queue(first)
	if private {
		w, err := host.Next(h.t.Context(), 0)
		if err != nil {
			h.t.Fatal(err)
		}
		second = matchmaking.Ticket{Player: b, Join: w.Code}
	}
	p := &talkers{house: h, players: [2]data.Player{a, b}}
	p.match = h.seatOf(h.queue(second))
	p.guests = [2]*guest{h.sit(p.match, a), h.sit(p.match, b)}
	return p
}

func (h *house) allow(p data.Player, freeText bool) {
	h.t.Helper()
	if _, err := h.store.ChangeSettings(h.t.Context(), p.ID, func(set *data.Settings) { set.FreeText = freeText }); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) tie(from, to data.Player, tie data.Tie) {
	h.t.Helper()
	if err := h.store.Tie(h.t.Context(), from.ID, to.ID, tie); err != nil {
		h.t.Fatal(err)
	}
}

// says has one of the two write, which must succeed.
func (p *talkers) says(who int, text string) {
	p.t.Helper()
	if err := p.guests[who].Write(p.t.Context(), text); err != nil {
		p.t.Errorf("%s cannot say %q: %v", p.players[who].Name, text, err)
	}
}

// TestAReportHasWhatWasSaid at the table, until an hour after it closed, and only if its
// reporter sat there.
func TestAReportHasWhatWasSaid(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b, other := h.player("marlowe"), h.player("spade"), h.player("vivian")
		p := talk(h, true, a, b)
		complain := func(c matchmaking.Complaint) data.Report {
			t.Helper()
			r, err := h.Complain(t.Context(), c)
			if err == nil {
				err = h.store.(data.Moderators).Judge(t.Context(), "olga", r.ID, "seen") // so that there may be another
			}
			if err != nil {
				t.Errorf("%+v: %v", c, err)
			}
			return r
		}
		about := matchmaking.Complaint{By: b, About: "Marlowe", Reason: " rude\n"}
		if r := complain(about); r.Match != p.match || string(r.Talk) != "[]" || r.Reason != "rude" || r.About.ID != a.ID {
			t.Errorf("before anything is said: %+v, %s", r, r.Talk)
		}
		p.says(0, "boo")
		if err := p.guests[1].Say(t.Context(), "oops"); err != nil {
			t.Fatal(err)
		}
		if err := p.guests[0].Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		checkTalk(t, complain(about), p)
		if r := complain(matchmaking.Complaint{By: other, About: a.Name, Match: p.match, Reason: "rude"}); r.Talk != nil && string(r.Talk) != "[]" {
			t.Errorf("one who was not there attaches %s", r.Talk)
		}
		time.Sleep(2 * time.Minute)
		if r := complain(about); r.Match != "" || string(r.Talk) != "[]" {
			t.Errorf("after the hour: %+v, %s", r, r.Talk)
		}
	})
}

// TestAReportNamesAGame: the one that it names, otherwise the latest of the two. House players say nothing.
func TestAReportNamesAGame(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		first := talk(h, true, a, b)
		first.says(0, "boo")
		if err := first.guests[1].Say(t.Context(), "oops"); err != nil {
			t.Fatal(err)
		}
		if err := first.guests[0].Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		second := talk(h, true, a, b)
		second.says(0, "boo again")
		r, err := h.Complain(t.Context(), matchmaking.Complaint{By: b, About: a.Name, Match: first.match, Reason: "rude"})
		if err != nil {
			t.Fatal(err)
		}
		checkTalk(t, r, first)
		if err := h.store.(data.Moderators).Judge(t.Context(), "olga", r.ID, "seen"); err != nil {
			t.Fatal(err)
		}
		if r, err = h.Complain(t.Context(), matchmaking.Complaint{By: b, About: a.Name, Reason: "rude"}); err != nil || r.Match != second.match {
			t.Errorf("of no game it is %q, not %q, %v", r.Match, second.match, err)
		}
		c := h.player("vera")
		wish := casual(c)
		wish.Bot = "easy"
		f := h.sit(h.seatOf(h.queue(wish)), c).frame()
		_, err = h.Complain(t.Context(), matchmaking.Complaint{By: c, About: f.Seats[1-f.Seat].Name, Reason: "rude"})
		if bad := (*matchmaking.BadTerms)(nil); !errors.As(err, &bad) || !strings.Contains(err.Error(), "house player") {
			t.Errorf("of a house player: %v", err)
		}
	})
}

// TestTalkWithTheHouseIsNotKept: it would take the place of talk between people.
func TestTalkWithTheHouseIsNotKept(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		id := h.seatOf(h.queue(houseTicket(a)))
		if err := h.sit(id, a).Say(t.Context(), "hello"); err != nil {
			t.Fatal(err)
		}
		r, err := h.Complain(t.Context(), matchmaking.Complaint{By: a, About: b.Name, Match: id, Reason: "rude"})
		if err != nil || string(r.Talk) != "[]" {
			t.Errorf("%s is attached: %v", r.Talk, err)
		}
	})
}

func checkTalk(t *testing.T, r data.Report, p *talkers) {
	t.Helper()
	var said []struct{ Name, Text string }
	if err := json.Unmarshal(r.Talk, &said); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(said); r.Match != p.match || got != "[{marlowe boo} {spade oops}]" {
		t.Errorf("attached %s of game %q", got, r.Match)
	}
}

func TestReportsThatAreRefused(t *testing.T) {
	h := openHouse(t, t.TempDir())
	a, b := h.player("marlowe"), h.player("spade")
	for says, c := range map[string]matchmaking.Complaint{
		"connect with a key":   {By: data.Player{ID: -1, Name: "guest-1"}, About: "spade", Reason: "rude"},
		"in a few words":       {By: a, About: "spade", Reason: "\u200b"},
		"that is you":          {By: a, About: "marlowe", Reason: "rude"},
		"no player of that na": {By: a, About: "nobody", Reason: "rude"},
		"no such game":         {By: a, About: "spade", Match: "nosuch", Reason: "rude"},
	} {
		_, err := h.Complain(t.Context(), c)
		if bad := (*matchmaking.BadTerms)(nil); !errors.As(err, &bad) || !strings.Contains(err.Error(), says) {
			t.Errorf("told %v, not %q", err, says)
		}
	}
	c := matchmaking.Complaint{By: a, About: b.Name, Reason: "rude"}
	for n := range data.ReportsPerDay {
		r, err := h.Complain(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			c.About = h.player(fmt.Sprint("player-", n)).Name
			continue
		}
		if _, err := h.Complain(t.Context(), c); err == nil || !strings.Contains(err.Error(), "reported them already") {
			t.Errorf("once more: %v", err)
		}
		if err := h.store.(data.Moderators).Judge(t.Context(), "olga", r.ID, "warned"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Complain(t.Context(), c); err == nil || !strings.Contains(err.Error(), "10 reports within a day") {
		t.Errorf("one more: %v", err)
	}
}

// TestTheBlockedKnowNothingOfEachOther, within seconds.
func TestTheBlockedKnowNothingOfEachOther(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b, c := h.player("marlowe"), h.player("spade"), h.player("archer")
		h.pair(b, c)
		apart := func() bool {
			h.Apart(a.ID)(b.ID) // looks again beside it
			synctest.Wait()
			return h.Apart(b.ID)(a.ID)
		}
		tables := func(viewer data.Player) int {
			rows, err := h.Live(t.Context(), viewer.ID)
			if err != nil {
				t.Fatal(err)
			}
			return len(rows)
		}
		if apart() || tables(a) != 1 {
			t.Error("strangers are kept apart")
		}
		h.tie(a, b, data.Blocked)
		time.Sleep(5 * time.Second)
		if !apart() {
			t.Error("a blocked player is not kept apart")
		}
		if na, nb, nc := tables(a), tables(b), tables(c); na != 0 || nb != 1 || nc != 1 {
			t.Errorf("of a table with somebody blocked %d, %d, %d see", na, nb, nc)
		}
	})
}

// TestAReportHasTheNewestOfMuchTalk, up to the limit of a report.
func TestAReportHasTheNewestOfMuchTalk(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		h.allow(a, true)
		h.allow(b, true)
		h.tie(b, a, data.Friend)
		speaker := h.sit(h.apart(a, b), a)
		for n := range 130 {
			text := strings.Repeat("<", matchmaking.MaxText-3) + fmt.Sprint(n)
			if err := speaker.Write(t.Context(), text); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second)
		}
		r, err := h.Complain(t.Context(), matchmaking.Complaint{By: b, About: a.Name, Reason: "a flood"})
		if err != nil {
			t.Fatal(err)
		}
		var said []struct{ Text string }
		if err := json.Unmarshal(r.Talk, &said); err != nil {
			t.Fatal(err)
		}
		if n := len(said); n < 40 || n > 100 || len(r.Talk) > data.MaxTalk || !strings.HasSuffix(said[n-1].Text, "<129") {
			t.Errorf("%d lines of %d bytes are attached, the last is %q", n, len(r.Talk), said[n-1].Text)
		}
	})
}
