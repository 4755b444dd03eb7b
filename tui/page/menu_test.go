package page_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"noir/tui/page"
	"noir/tui/tuitest"
)

// TestAMenuHasAirWhereThereIsRoom: a blank line between rows from 30 lines on, if all rows are seen then.
func TestAMenuHasAirWhereThereIsRoom(t *testing.T) {
	for _, c := range []struct {
		rows, lines int
		airy        bool
	}{{5, 30, true}, {5, 29, false}, {15, 30, true}, {16, 32, true}, {16, 31, false}, {1, 40, true}} {
		var m page.Menu
		for range c.rows {
			m.Entries = append(m.Entries, page.Entry{Label: "row"})
		}
		lines := m.Draw(tuitest.Theme(), page.Area{W: 40, H: c.lines})
		text := ansi.Strip(strings.Join(lines, "\n"))
		if n := strings.Count(text, "row"); n != c.rows || (len(lines) > c.rows) != c.airy {
			t.Errorf("%d rows on %d lines, airy %t:\n%s", c.rows, c.lines, c.airy, text)
		}
	}
}
