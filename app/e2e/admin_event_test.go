package e2e

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"noir/internal/await"
)

// TestEvents: they are opened, listed and closed while the server runs, and played there.
func TestEvents(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	o.says([]string{"event 1: District Noir, district-noir, from "}, "event", "open", "--game", "district-noir", "--minutes", "30", "--seats", "2")
	o.says([]string{"event 2: Friday night"}, "event", "open", "--game", "noirburg", "--minutes", "90", "--at", "23:59", "--every", "week", "--title", "Friday\tnight")
	a, b := newPerson(t, "marlowe"), newPerson(t, "spade")
	played := make(chan error, 2)
	for i, p := range []person{a, b} {
		go func() {
			_, err := p.playBy(o.server.addr, "play district-noir --json --event 1", rand.New(rand.NewPCG(5, uint64(i))))
			played <- err
		}()
	}
	for range 2 {
		if err := await.One(t, played, "end of the games of an event"); err != nil {
			t.Fatal(err)
		}
	}
	var rows []struct {
		ID      int64
		Players int
		Starts  time.Time
		EveryMS int64 `json:"every_ms"`
	}
	if err := json.Unmarshal([]byte(o.admin("event", "list", "--json")), &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || rows[0].Players != 2 || rows[1].EveryMS != (7*24*time.Hour).Milliseconds() || rows[1].Starts.Minute() != 59 {
		t.Errorf("%+v", rows)
	}
	o.says([]string{"running until", "2 players", "coming, every week", "2 in all"}, "event", "list")
	o.says([]string{"event 1 is over"}, "event", "close", "1")
	o.says([]string{"event 2 is called off"}, "event", "close", "2")
	o.says([]string{"0 in all"}, "event", "list")
	o.says([]string{"1 District Noir", "1 in all"}, "event", "list", "--all")
	o.says([]string{"event-close", "Friday night"}, "audit")
	o.refuseEvents()
}

// refuseEvents tries to open impossible events.
func (o *office) refuseEvents() {
	o.t.Helper()
	open := func(flags string) []string {
		return append([]string{"event", "open"}, strings.Split(flags, " ")...)
	}
	o.refused(exitUsage, "did you mean open?", "event", "opne")
	o.refused(exitUsage, `the nearest is "district-noir"`, open("--game district-nior --minutes 30")...)
	o.refused(exitUsage, "--minutes is 1 to 1440", open("--game noirburg")...)
	o.refused(exitUsage, "--minutes is 1 to 1440", open("--game noirburg --minutes 307445734561825880")...) // in nanoseconds this overflows to less than a day
	o.refused(exitUsage, "--seats is 2 in district-noir", open("--game district-noir --minutes 30 --seats 3")...)
	o.refused(exitUsage, "--every is day or week", open("--game noirburg --minutes 30 --every month")...)
	o.refused(exitUsage, "--at is a time in UTC such as 19:00", open("--game noirburg --minutes 30 --at soon")...)
	o.refused(exitUsage, "--at is over already", append(open("--game noirburg --minutes 30 --at"), "2026-01-01 19:00")...)
	o.refused(exitUsage, "an event has a number", "event", "close", "friday")
	o.refused(exitFailed, "there is no event 7", "event", "close", "7")
}
