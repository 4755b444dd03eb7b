package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// absent is how long nothing is pressed on a terminal that does not tell whether it
// is looked at until its owner is taken to look elsewhere.
const absent = 20 * time.Second

// focus is what is known of where a visitor looks.
type focus struct {
	session *Session
	told    bool // the terminal tells
	gone    bool // and the person looks elsewhere
	pressed time.Time
}

// elsewhere reports whether the person looks elsewhere.
func (f *focus) elsewhere() bool {
	if f.told {
		return f.gone
	}
	return f.session.Now().Sub(f.pressed) > absent
}

// Notification is a message to the terminal itself: it shows a sentence outside of
// its window. Neither text has anything in it that came from a player.
type Notification struct{ Title, Text string }

// Notification returns the two texts.
func (n Notification) Notification() (title, text string) { return n.Title, n.Text }

// call rings the bell, and has the terminal of somebody who looks elsewhere show a
// sentence.
func (f *focus) call(text string) tea.Cmd {
	if f.session.Settings.Silent {
		return nil
	}
	if !f.elsewhere() {
		return ring
	}
	return tea.Batch(ring, func() tea.Msg { return Notification{Title: "noir", Text: text} })
}

// alert calls somebody who looks elsewhere, and nobody else.
func (f *focus) alert(text string) tea.Cmd {
	if !f.elsewhere() {
		return nil
	}
	return f.call(text)
}

// ring rings the terminal's bell.
func ring() tea.Msg { return tea.Raw("\a")() }
