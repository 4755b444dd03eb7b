package e2e

import (
	"strings"
	"testing"

	"noir/server/wiretest"
)

// friendly makes two people friends who both allow free text.
func (o *office) friendly() {
	o.t.Helper()
	for i, p := range o.people {
		p.tells(o.t, o.server.addr, "settings free-text on")
		p.tells(o.t, o.server.addr, "friends add "+o.people[1-i].name)
	}
}

// hears waits for a line of a type, and returns it.
func hears(t *testing.T, l *line, kind string) wiretest.Message {
	t.Helper()
	m, err := l.Await(kind)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// quarrel is a table of two friends, one of whom is rude.
type quarrel struct {
	*office
	marlowe, spade *line
	game           string
}

// fallOut seats two friends at a table.
func fallOut(t *testing.T) *quarrel {
	t.Helper()
	q := &quarrel{office: openOffice(t, "marlowe", "spade")}
	q.friendly()
	for i, at := range []**line{&q.marlowe, &q.spade} {
		l, err := q.people[i].connect(q.server.addr, "play district-noir --json")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.close() })
		*at = l
	}
	q.game = hears(t, q.marlowe, "start").Table
	hears(t, q.spade, "start") // earlier talk is not repeated
	return q
}

// say has marlowe send a text.
func (q *quarrel) say(line string) {
	q.t.Helper()
	if err := q.marlowe.Send(line); err != nil {
		q.t.Fatal(err)
	}
}

// hear waits until spade gets a text from marlowe.
func (q *quarrel) hear(text string) {
	q.t.Helper()
	q.say(`{"type":"say","text":"` + text + `"}`)
	if m := hears(q.t, q.spade, "notice"); m.Text != text {
		q.t.Errorf("spade hears %s", m.Raw)
	}
}

// TestWhoIsRudeIsMuted: a report includes the table's talk. From the moment that an
// operator silences a player, they can say only phrases, at the same table too.
func TestWhoIsRudeIsMuted(t *testing.T) {
	t.Parallel()
	q := fallOut(t)
	q.hear("you play like an ox")
	if out := q.people[1].tells(q.t, q.server.addr, "report marlowe Rude to me"); !strings.Contains(out, q.game) {
		t.Errorf("report: %s", out)
	}
	q.judge()
	q.isMuted()
	q.admin("unmute", "marlowe")
	q.refused(exitFailed, "not silenced", "unmute", "marlowe")
	q.hear("thank you")
	q.says([]string{"marlowe says nothing but phrases until they are unmuted"}, "mute", "marlowe")
	q.says([]string{"phrases only until they are unmuted"}, "player", "marlowe")
	if out := q.people[1].tells(q.t, q.server.addr, "whoami"); !strings.Contains(out, "your report about marlowe: he is muted") {
		t.Errorf("spade is told %q", out)
	}
	want := "warn marlowe|mute marlowe|report marlowe|unmute marlowe|mute marlowe"
	if acts := strings.Join(q.acts(), "|"); acts != want {
		t.Errorf("audited: %q", acts)
	}
}

// judge lets an operator read the report, warn and mute marlowe and close the report.
func (q *quarrel) judge() {
	q.t.Helper()
	q.says([]string{"1 20", "spade about marlowe " + q.game + " open Rude to me", "1 in all"}, "reports")
	q.says([]string{"marlowe you play like an ox"}, "report", "1")
	q.says([]string{"marlowe is told"}, "warn", "marlowe", "be civil")
	q.says([]string{"marlowe says nothing but phrases until 20"}, "mute", "marlowe", "--for", "7d", "--reason", "rude")
	q.says([]string{"phrases only until 20", "rude"}, "player", "marlowe")
	q.says([]string{"report 1 is closed"}, "report", "1", "close", "he is muted")
	q.refused(exitFailed, "no report 1 is open", "report", "1", "close", "twice")
	q.refused(exitFailed, "there is no report 7", "report", "7")
	q.refused(exitUsage, "noir admin reports shows", "report", "one")
	q.refused(exitUsage, "a warning says something", "warn", "marlowe", "\u200b")
	q.says([]string{"0 in all"}, "reports")
	q.says([]string{"closed 20", "he is muted"}, "reports", "--all")
}

// isMuted has marlowe send a text, which must be refused, and a phrase.
func (q *quarrel) isMuted() {
	q.t.Helper()
	q.say(`{"type":"say","text":"so what"}`)
	if m := hears(q.t, q.marlowe, "error"); m.Code != "phrases_only" || !strings.Contains(m.Message, "set phrases until") || !strings.Contains(m.Message, ": rude") {
		q.t.Errorf("marlowe is told %s", m.Raw)
	}
	q.say(`{"type":"say","phrase":"sorry"}`)
	if m := hears(q.t, q.spade, "notice"); m.Phrase != "sorry" || m.Text != "" {
		q.t.Errorf("spade hears %s", m.Raw)
	}
}
