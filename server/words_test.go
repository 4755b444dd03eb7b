package server

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"noir/data"
	"noir/internal/language"
)

// TestEndsAreToldInTheVisitorsLanguage: first as the client says, then as the settings
// have it.
func TestEndsAreToldInTheVisitorsLanguage(t *testing.T) {
	library, err := language.Open()
	if err != nil {
		t.Fatal(err)
	}
	h := open(t, func(c *Config) {
		guideOf(c).reader = func(v Visit) *language.Reader { return library.Reader("", v.Variable) }
		guideOf(c).screens = func(v Visit) tea.Model {
			v.Reads(library.Reader("sv", v.Variable))
			return screen{name: v.Player.Name}
		}
	})
	key := gossh.PublicKeys(newKey(t))
	c := h.dial(t, "marlowe", key)
	german := func(s *gossh.Session) {
		if err := s.Setenv("LANG", "de_DE.UTF-8"); err != nil {
			t.Fatal(err)
		}
	}
	if r := command(t, c, "whoami 'is it", german); r.code != 2 || r.err != "Die Anführungszeichen in diesem Befehl passen nicht zusammen: Schließ jedes.\n" {
		t.Errorf("%+v", r)
	}
	if r := command(t, c, "whoami", german); r.code != 0 {
		t.Fatalf("%+v", r)
	}
	s := shell(t, c, "xterm", 80, 24)
	s.see(t, "screen of marlowe")
	h.ban(t, data.Ban{Kind: data.BanName, Value: "marlowe", Reason: "abuse"})
	if code := s.code(t); code != 1 || !strings.Contains(s.said(), "Du är utestängd för gott: abuse.") {
		t.Errorf("the screens: %d, %q", code, s.said())
	}
	if r := command(t, h.dial(t, "marlowe", key), "whoami", german); r.err != "Du bist für immer ausgesperrt: abuse.\n" {
		t.Errorf("afterwards: %+v", r)
	}
}
