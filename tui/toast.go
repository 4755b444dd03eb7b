package tui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/internal/language"
	"noir/tui/width"
)

// Say words a text for its reader, in the language that they have when it is drawn; see language.Reader. An argument
// may be an error, which is translated too.
func Say(text string, args ...any) func(*language.Reader) string {
	said := language.Sentence(nil, text, args...)
	return func(r *language.Reader) string { return r.Explain(said) }
}

// Cause words an error in the same way, as a sentence.
func Cause(err error) func(*language.Reader) string {
	return func(r *language.Reader) string { return Sentence(r, r.Explain(err)) }
}

// toast is a sentence that is shown below the page for a while.
type toast struct {
	*drawn
	session *Session
	focus   *focus
	text    func(*language.Reader) string // nil for none
	said    time.Time
	number  int
}

// How long a toast stays, and from when on a key ends it: then it has been read.
const (
	toastTime = 4 * time.Second
	toastRead = 1500 * time.Millisecond
)

// toastOver ends the toast of that number.
type toastOver int

// say shows a toast in place of the previous one.
func (t *toast) say(what Toast) tea.Cmd {
	t.number++
	t.text, t.said, t.stale = what.Text, t.session.Now(), true
	over := After(toastTime, toastOver(t.number))
	if !what.Bell {
		return over
	}
	return tea.Batch(over, t.focus.call(what.Text(t.session.Language)))
}

// press ends a toast that has been read, so that it covers nothing of what the key leads to.
func (t *toast) press() {
	if t.text != nil && t.session.Now().Sub(t.said) >= toastRead {
		t.text, t.stale = nil, true
	}
}

func (t *toast) end(over toastOver) {
	if t.stale = true; int(over) == t.number {
		t.text = nil
	}
}

// toastWidth is the greatest width of a toast's text.
const toastWidth = 76

// lines are the toast across a window of w cells; nil without one. Its text begins where the key line
// does.
func (t *toast) lines(w int, th *Theme) []string {
	if t.text == nil {
		return nil
	}
	wide := min(w, PageWidth)
	margin := strings.Repeat(" ", 1+(w-wide)/2)
	lines := width.Wrap(th.Sign(t.text(th.Reader)), min(wide-2, toastWidth))
	for i, text := range lines {
		line := append(th.Felt.Begin(nil), margin...)
		line = th.Felt.Append(line, th.Bright.Render(text))
		line = append(line, strings.Repeat(" ", max(0, w-width.Of(margin+text)))...)
		lines[i] = string(th.Felt.End(line))
	}
	return lines
}

// above draws a page of h lines above a toast, and hides none of the page: the toast takes the lines that the page
// leaves blank at its end, and beyond that the page gets fewer lines. A page that cannot be shortened loses its upper
// lines, which name it. A toast as long as the page loses its end. The result reuses the memory of lines.
func above(others, toast []string, h int, page func(h int) []string) []string {
	toast = toast[:min(len(toast), h-1)]
	for given := range len(toast) + 1 {
		if h-given < minHeight-1 {
			break
		}
		lines := filled(others, page(h-given), h-given)
		if kept := h - len(toast); blank(lines[kept:]) {
			return append(lines[:kept], toast...)
		}
	}
	lines := filled(others, page(h), h)
	copy(lines, toast)
	return lines
}

// filled is a page as exactly h lines, with room for one more, in the memory of others.
func filled(others, page []string, h int) []string {
	lines := slices.Grow(others[:0], h+1)[:h]
	clear(lines[copy(lines, page):])
	return lines
}

// blank reports whether nothing can be read on some lines.
func blank(lines []string) bool {
	for _, line := range lines {
		if strings.TrimSpace(ansi.Strip(line)) != "" {
			return false
		}
	}
	return true
}
