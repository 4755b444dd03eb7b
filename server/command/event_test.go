package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/await"
	"noir/server/command"
)

// event opens one that runs for an hour, or has run for two.
func (h *house) event(starts time.Duration) string {
	h.t.Helper()
	from := time.Now().Add(starts)
	c, err := h.House.Store.OpenTournament(h.t.Context(), "vivian", data.Tournament{
		Title: "Night shift", Game: "district-noir", Seats: 2, Starts: from, Ends: from.Add(time.Hour),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return fmt.Sprint(c.ID)
}

// close has an operator end an event, and waits until the server knows.
func (h *house) close(id int64) {
	h.t.Helper()
	if _, err := h.House.Store.CloseTournament(h.t.Context(), "vivian", id); err != nil {
		h.t.Fatal(err)
	}
	h.until(func() bool { return !time.Now().Before(h.House.Broker.Tournaments()[0].Ends) })
}

// until waits, by the clock of a bubble, for what the house knows some seconds late.
func (h *house) until(known func() bool) {
	h.t.Helper()
	for range 10 {
		if known() {
			return
		}
		time.Sleep(time.Second)
	}
	h.t.Fatal("the house does not know it after ten seconds")
}

// standings is what `event ID --json` prints.
type standings struct {
	State   string
	Players []struct {
		Rank, Points, Games, Streak int
		Name                        string
	}
}

func readStandings(t *testing.T, line string) (s standings) {
	t.Helper()
	if err := json.Unmarshal([]byte(line), &s); err != nil {
		t.Fatalf("%v in %s", err, line)
	}
	return s
}

// turns has two programs in a game with each other have so many turns each.
func turns(a, b *program, n int) {
	var both sync.WaitGroup
	for _, p := range []*program{a, b} {
		both.Go(func() {
			for range n {
				if m, err := p.Await("turn"); err == nil {
					_ = p.Play(*m.Ply, m.Legal[0])
				}
			}
		})
	}
	both.Wait()
	for *b.Until("event").Ply != 2*n {
	}
}

// TestProgramsPlayInAnEvent game after game, until an operator ends it.
func TestProgramsPlayInAnEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		marlowe, spade, watcher := h.Player("marlowe"), h.Player("spade"), h.Guest("guest-1")
		id := h.event(-time.Minute)
		a := h.connect(marlowe, "play district-noir --json --event "+id)
		b := h.connect(spade, "play district-noir --json --event "+id)
		if line := a.Until("queued").Raw; !strings.Contains(line, `"event":`+id) {
			t.Errorf("queued: %s", line)
		}
		followed := make(chan answer, 1)
		go func() { followed <- h.run(watcher, "event "+id+" --json --follow") }()
		for game := range 2 {
			if start := a.Until("start"); !start.Rated || !strings.Contains(start.Raw, `"event":`+id) {
				t.Errorf("start: %s", start.Raw)
			}
			b.Until("start")
			turns(a, b, data.ScoredTurns)
			if game == 1 {
				h.close(1)
				if text := h.ask(watcher, "event"); !strings.Contains(text, "the last games are being played") {
					t.Errorf("event says %s", text)
				}
			}
			b.Say(`{"type":"resign"}`)
			a.Until("end")
			b.Until("end")
		}
		for _, p := range []*program{a, b} {
			for m := p.Until("notice"); m.Code != "event_over"; m = p.Until("notice") {
			}
			if code := p.Ended(); code != 0 {
				t.Errorf("exit code %d: %s", code, &p.errOut)
			}
		}
		lines := strings.Split(strings.TrimSpace(await.One(t, followed, "the end of the standings that are followed").out), "\n")
		s := readStandings(t, h.ask(watcher, "event "+id+" --json"))
		if last := readStandings(t, lines[len(lines)-1]); last.State != "over" || fmt.Sprint(last) != fmt.Sprint(s) || len(lines) < 3 {
			t.Errorf("followed to %+v in %d lines, not to %+v", last, len(lines), s)
		}
		if len(s.Players) != 2 || s.Players[0].Name != "marlowe" || s.Players[0].Points != 4 || s.Players[0].Streak != 2 || s.Players[1].Games != 2 {
			t.Errorf("%+v", s)
		}
		text := h.ask(watcher, "event "+id)
		if !strings.HasPrefix(text, "Night shift, district-noir: ended ") || !strings.Contains(text, "1       4      2  marlowe") {
			t.Errorf("event %s says\n%s", id, text)
		}
	})
}

func TestEventsAreListed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		guest := h.Guest("guest-1")
		if text := h.ask(guest, "event"); text != "There is no event at the moment.\n" {
			t.Errorf("event says %s", text)
		}
		h.event(-2 * time.Hour)
		h.event(-time.Minute)
		h.event(time.Hour)
		if _, err := h.House.Store.OpenTournament(t.Context(), "vivian", data.Tournament{
			Title: "Cops & robbers", Game: "district-noir", Seats: 2, Starts: time.Now().Add(time.Hour), Ends: time.Now().Add(2 * time.Hour),
		}); err != nil {
			t.Fatal(err)
		}
		h.until(func() bool {
			text := h.ask(guest, "event")
			return strings.Contains(text, "ended ") && strings.Contains(text, "runs until") && strings.Contains(text, "starts")
		})
		if s := readStandings(t, h.ask(guest, "event 3 --json")); s.State != "coming" || s.Players == nil {
			t.Errorf("%+v", s)
		}
		if text := h.ask(guest, "event 4 --json"); !strings.Contains(text, `"Cops & robbers"`) {
			t.Errorf("a title is written as %s", text)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 9*time.Second)
		defer cancel()
		var out, errOut bytes.Buffer
		code := h.Run(ctx, command.Call{Player: guest, Args: strings.Fields("event 3 --json --follow"), Out: &out, Err: &errOut})
		if code != 1 || strings.Count(out.String(), "\n") != 1 || errOut.Len() > 0 || ctx.Err() == nil {
			t.Errorf("what does not change is followed to %d, %q, %q", code, &out, &errOut)
		}
	})
}

func TestEventsThatAreRefused(t *testing.T) {
	h := open(t)
	marlowe, guest := h.Player("marlowe"), h.Guest("guest-1")
	over, runs := h.event(-2*time.Hour), h.event(-time.Minute)
	for _, c := range []struct {
		who  data.Player
		line string
		code int
		says string
	}{
		{guest, "event 99", 1, "there is no such event"},
		{guest, "event friday", 2, `"friday" is not the number of an event; ` + "`event`" + ` shows it`},
		{guest, "event join friday", 2, `"friday" is not the number of an event`},
		{guest, "event 1 --follow", 2, "--follow goes with an ID and --json"},
		{guest, "event --follow --json", 2, "--follow goes with an ID and --json"},
		{guest, "event 1 2", 2, "type ssh HOST event [ID]"},
		{guest, "play district-noir --json --event " + runs, 1, "guests play unrated"},
		{marlowe, "play district-noir --json --event " + over, 1, "the event is over"},
		{marlowe, "play district-noir --json --event 99", 1, "there is no such event"},
		{marlowe, "play district-noir --json --event 1 --casual", 2, "an event has its own terms"},
		{marlowe, "play district-noir --json --event 1 --seats 2", 2, "an event has its own terms"},
		{marlowe, "play district-noir --json --event 1 --no-money-win", 2, "an event has its own terms"},
		{marlowe, "play district-noir --json --event 1 --pace day", 2, "an event has its own terms"},
		{marlowe, "play district-noir --json --event 1 --host", 2, "one of --bot, --host, --join, --event and --game"},
	} {
		if a := h.run(c.who, c.line); a.code != c.code || !strings.Contains(a.err, c.says) || strings.Count(a.err, "\n") != 1 {
			t.Errorf("%q: exit code %d, %q", c.line, a.code, a.err)
		}
	}
}
