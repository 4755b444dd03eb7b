package lobby_test

import (
	"strings"
	"testing"

	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

const rulesText = `# A game

Two sit down. One **leaves**. This paragraph is long enough to be broken even in
the widest of windows that anybody is likely to read it in.

## The row

- The first item of a list – which is long enough to be broken, with its second line indented.
- The second item.

` + "```\nas   it   is\n```" + `

One.

Two.

Three.

Four.

Five.

Six. The word row stands here once more.

Seven.

Eight.

The end.
`

func TestRulesLook(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "rules", func(t *testing.T, w, h int) string {
		s := reader(t)
		return start(t, s, lobby.Rules(s, "district-noir"), w, h).Screen()
	})
	tuitest.Screens(t, "rules-search", func(t *testing.T, w, h int) string {
		s := reader(t)
		term := start(t, s, lobby.Rules(s, "district-noir"), w, h)
		term.Press("/")
		term.Type("ROW")
		return term.Screen()
	})
}

// reader has rules to read.
func reader(t *testing.T) *tui.Session {
	house := tuitest.Open(t)
	s := session(house, house.Guest("guest-1234"))
	s.Games[0].Texts = page(rulesText)
	return s
}

func TestRulesAreSearched(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		s := reader(t)
		term := start(t, s, lobby.Rules(s, "district-noir"), 80, 12)
		term.WaitFor("The row")
		term.Press("/")
		term.Type("row")
		term.WaitFor("/row_", "2 places")
		term.Press("enter", "n")
		term.WaitFor("once more")
		term.Press("n")
		term.WaitFor("The row")
		term.Press("N")
		term.WaitFor("once more")
		term.Press("N")
		term.WaitFor("The row")
		term.Press("G")
		term.WaitFor("The end.", "line 30 of 30")
		term.Press("/")
		term.Type("q?")
		term.WaitFor("/q?_", "no places")
		term.Press("esc")
		term.Wait(func(screen string) bool { return !strings.Contains(screen, "places") })
		term.Press("esc")
	})
}

func TestRulesHaveContents(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "rules-contents", func(t *testing.T, w, h int) string {
		s := reader(t)
		term := start(t, s, lobby.Rules(s, "district-noir"), w, h)
		term.WaitFor("A game")
		term.Press("c")
		term.WaitFor("go there")
		return term.Screen()
	})
	tuitest.Bubble(t, func(t *testing.T) {
		s := reader(t)
		term := start(t, s, lobby.Rules(s, "district-noir"), 40, 12)
		term.WaitFor("Two sit down", "line 8 of 35")
		term.Press("c", "down")
		term.WaitFor("▸ The row")
		term.Press("enter")
		term.WaitFor("· The first item", "line 16 of 35")
		term.Press("c", "up", "enter")
		term.WaitFor("Two sit down")
		term.Press("c", "esc")
		term.WaitFor("Two sit down")
	})
}

// TestRulesAreSetOut: paragraphs, lists, code and headings end where the next begins, also without a line between, and the
// last one is not lost.
func TestRulesAreSetOut(t *testing.T) {
	t.Parallel()
	const text = "# One\nA paragraph\nof two lines.\n## Two\n- an item that is so long that it needs another line in a window that is narrow\n  and goes on\n- another\n\n" +
		"Before **code**\n```\n  noir   --help\n# no heading\n\n```\nafter it\n### Three\n- the *last* `one`"
	tuitest.Pictures(t, "rules-set-out", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		s.Games[0].Texts = page(text)
		return start(t, s, lobby.Rules(s, "district-noir"), w, h).WaitFor("A paragraph")
	})
}
