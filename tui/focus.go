package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// absent is how long a visitor without a key press counts as here, on a terminal that does not
// report focus.
const absent = 20 * time.Second

// focus is what is known about whether the visitor looks at the terminal.
type focus struct {
	session *Session
	told    bool // the terminal reports focus
	gone    bool // and has lost it
	pressed time.Time
}

// press notes a key. Somebody who presses a key is here, whatever the terminal has reported.
func (f *focus) press() { f.pressed, f.gone = f.session.Now(), false }

// elsewhere reports whether the person looks elsewhere.
func (f *focus) elsewhere() bool {
	if f.told {
		return f.gone
	}
	return f.session.Now().Sub(f.pressed) > absent
}

// attentive is how long a visitor without a key press counts as looking at a screen that has nothing
// to press.
const attentive = 5 * time.Minute

// waits reports whether, as far as is known, the person looks at a screen on which one can only
// wait.
func (f *focus) waits() bool {
	return !(f.told && f.gone) && f.session.Now().Sub(f.pressed) < attentive
}

// Notification asks the terminal to show a sentence outside of its window. Neither text contains
// anything that came from a player.
type Notification struct{ Title, Text string }

// Notification returns the two texts.
func (n Notification) Notification() (title, text string) { return n.Title, n.Text }

// call rings the bell, and shows a notification if the person looks elsewhere.
func (f *focus) call(text string) tea.Cmd {
	if f.session.Settings.Silent {
		return nil
	}
	if !f.elsewhere() {
		return ring
	}
	return tea.Batch(ring, func() tea.Msg { return Notification{Title: "noir", Text: text} })
}

// alert calls the person only if they look elsewhere.
func (f *focus) alert(text string) tea.Cmd {
	if !f.elsewhere() {
		return nil
	}
	return f.call(text)
}

// ring rings the terminal's bell.
func ring() tea.Msg { return tea.Raw("\a")() }
