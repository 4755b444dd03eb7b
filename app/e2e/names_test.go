package e2e

import (
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noir/app"
	"noir/data"
)

// TestNobodyIsCalledLikeTheHouse: the name of each house player is reserved, alone and as a
// table shows it.
func TestNobodyIsCalledLikeTheHouse(t *testing.T) {
	t.Parallel()
	for _, g := range app.Games() {
		for _, o := range g.Info().House {
			for _, name := range []string{o.Name, o.Name + "-2", o.Name + "-" + o.Level, o.Name + "_" + o.Level, o.Name + o.Level,
				o.Name + "-" + o.Level + "-3", "the-" + o.Name} {
				if _, err := data.CheckName(name); len(name) <= 16 && !errors.Is(err, data.ErrNameKept) {
					t.Errorf("%s of %s: somebody may be called %s (%v)", o.Name, g.Info().Name, name, err)
				}
			}
			if name, err := data.CheckName(fmt.Sprint(o.Name, "-west")); err != nil {
				t.Errorf("nobody may be called %s: %v", name, err)
			}
		}
	}
}

// logged is a log in which a test can wait for a line.
type logged struct {
	part  string // of the line
	found chan string
}

func newLogged(part string) *logged { return &logged{part, make(chan string, 1)} }

// Write implements io.Writer for slog, which writes a line at a time.
func (l *logged) Write(line []byte) (int, error) {
	if strings.Contains(string(line), l.part) {
		select {
		case l.found <- string(line):
		default: // one is enough
		}
	}
	return len(line), nil
}

// wait returns the first such line.
func (l *logged) wait(t *testing.T) string {
	t.Helper()
	select {
	case line := <-l.found:
		return line
	case <-time.After(time.Minute):
		t.Fatalf("after a minute the log says nothing of %q", l.part)
		return ""
	}
}

// TestAdminHoldersOfNames: a player whose name was reserved later keeps it, and the operator is
// told, by the log at the start and by a verb.
func TestAdminHoldersOfNames(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade", "vivian", "carmen")
	o.server.stop()
	db, err := sql.Open("sqlite", filepath.Join(o.dir, "noir.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`UPDATE players SET name = 'sp4de', skeleton = 'before' WHERE name = 'vivian';
		UPDATE players SET name = 'noir-owner', skeleton = 'now' WHERE name = 'carmen';
		UPDATE folding SET version = 1`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	said := newLogged("admin players --reserved")
	h, err := app.Open(t.Context(), app.Config{Data: o.dir, Listen: "127.0.0.1:0", Log: slog.New(slog.NewTextHandler(said, nil))})
	if err != nil {
		t.Fatal(err)
	}
	line := said.wait(t)
	for _, text := range []string{"level=WARN", "players=2 first=noir-owner"} {
		if !strings.Contains(line, text) {
			t.Errorf("%q is missing in\n%s", text, line)
		}
	}
	o.says([]string{"noir-owner since 20", " reserved\nsp4de since 20", " reads like spade\n"}, "players", "--reserved")
	var listed playersDocument
	o.document(&listed, "players", "SP4", "--reserved")
	if len(listed.Players) != 1 || listed.Players[0].Like == nil || *listed.Players[0].Like != "spade" {
		t.Errorf("%+v", listed)
	}
	o.says([]string{"sp4de is now called sam"}, "rename", "sp4de", "sam")
	o.says([]string{"noir-owner since 20"}, "players", "--reserved")
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}

// TestHostileNames: no visitor gets a name that speaks for the house, looks like a guest's or
// another player's, or was given up recently, neither at first nor later.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	server := start(t, t.TempDir(), "")
	by := func(p person, command string) (code int, out, errOut string) {
		t.Helper()
		c, err := p.dial(server.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return try(t, c, command)
	}
	as := func(name, command string) (code int, out, errOut string) {
		t.Helper()
		return by(newPerson(t, name), command)
	}
	victim := newPerson(t, "spade")
	if _, out, _ := by(victim, "whoami --json"); !strings.Contains(out, `"name":"spade"`) {
		t.Fatal(out)
	}
	for _, name := range []string{
		"owner", "official", "sysop", "admins", "noir-admin", "the-house", "noirbot", "house-bot", "guest_1234", "gue5t0042", "quest-1234",
		"gone_12", "g0ne12", "iris", "iris-normal", "iris_boss", "ada", "spacle", "sp4de", "spac1e",
	} {
		if _, out, _ := as(name, "whoami --json"); strings.Contains(out, `"name":"`+name+`"`) {
			t.Errorf("somebody is called %s", name)
		}
		if code, out, errOut := as("honest", "account rename "+name); code != 1 || out != "" || !strings.Contains(errOut, "is reserved") && !strings.Contains(errOut, "here already has") {
			t.Errorf("somebody takes the name %s: %d, %q, %q", name, code, out, errOut)
		}
	}
	if code, out, _ := by(victim, "account rename miles"); code != 0 || !strings.Contains(out, "For 30 days nobody else gets the name spade.") {
		t.Errorf("%d, %q", code, out)
	}
	if _, out, errOut := as("spade", "whoami --json"); strings.Contains(out, `"name":"spade"`) || !strings.Contains(errOut, "`account rename NAME` gives you another one") {
		t.Errorf("somebody comes as who spade was: %q, %q", out, errOut)
	}
	if code, _, errOut := by(victim, "account rename spade"); code != 1 || !strings.Contains(errOut, "You changed your name recently.") {
		t.Errorf("%d, %q", code, errOut)
	}
	server.stop()
}
