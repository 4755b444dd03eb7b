package terminal

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

func TestNotificationsByTerminal(t *testing.T) {
	const nine, triple = "\x1b]9;noir: It is your move.\a", "\x1b]777;notify;noir;It is your move.\a"
	const inTmux = "\x1bPtmux;\x1b" + nine + "\x1b\\\x1bPtmux;\x1b" + triple + "\x1b\\"
	for term, want := range map[string]string{
		"xterm-256color": nine + triple, "tmux-256color": inTmux, "xterm-kitty": nine, "foot": triple,
		"rxvt-unicode-256color": triple, "linux": "", "vt220": "", "ansi": "",
	} {
		if got := notify([]string{"TERM=" + term}, "noir", "It is your move."); got != want {
			t.Errorf("%s is told %q, not %q", term, got, want)
		}
	}
}

// TestNotificationsEndNothing: whatever is told, the terminal takes one sequence.
func TestNotificationsEndNothing(t *testing.T) {
	got := notify([]string{"TERM=xterm"}, "a;b\a", "\x1b]0;x\x07\u009c\u202e;\n"+strings.Repeat("é", 2*maxNotified))
	text := "0x" + strings.Repeat("é", maxNotified-2)
	if want := "\x1b]9;ab: " + text + "\a\x1b]777;notify;ab;" + text + "\a"; got != want {
		t.Errorf("%q", got)
	}
}

// told is a message that has the terminal show a notification.
type told struct{}

func (told) Notification() (title, text string) { return "noir", "It is your move." }

// TestSessionNotifies: the sequence goes out past the picture, and where its owner
// looks comes back.
func TestSessionNotifies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &model{
			init: func() tea.Msg { return told{} },
			view: func(*model) tea.View { return tea.View{Content: "a table", ReportFocus: true} },
		}
		var raw bytes.Buffer
		b := start(t.Context(), m, func(b *bench) io.Writer { return io.MultiWriter(&raw, b) })
		time.Sleep(time.Second)
		_, _ = b.keys.Write([]byte("\x1b[O\x1b[I"))
		time.Sleep(time.Second)
		synctest.Wait()
		if !b.modes[ansi.ModeFocusEvent] || !slices.Contains(m.got, tea.Msg(tea.BlurMsg{})) || !slices.Contains(m.got, tea.Msg(tea.FocusMsg{})) {
			t.Errorf("focus is told %v: %v", b.modes[ansi.ModeFocusEvent], m.got)
		}
		if sent := raw.String(); strings.Count(sent, "\x1b]9;noir: It is your move.\a\x1b]777;notify;noir;It is your move.\a") != 1 {
			t.Errorf("%q", sent)
		}
		if shown := b.emulator.String(); strings.Contains(shown, "move") || slices.Contains(m.got, tea.Msg(told{})) {
			t.Errorf("%q, %v", shown, m.got)
		}
		_ = b.keys.Close()
		_ = b.end(t)
		b.restored(t)
	})
}

// TestTheBackgroundIsAsked of a terminal that understands the question: another one would print it.
func TestTheBackgroundIsAsked(t *testing.T) {
	for term, want := range map[string]int{"xterm-256color": 1, "linux": 0} {
		synctest.Test(t, func(t *testing.T) {
			m := &model{init: tea.RequestBackgroundColor}
			var raw bytes.Buffer
			in, keys := io.Pipe()
			s := New(t.Context(), Terminal{In: in, Out: &raw, Cut: func() {}, Window: NewWindow(Size{40, 4}), Env: []string{"TERM=" + term}}, m, Options{})
			ended := make(chan struct{})
			go func() { s.Run(func(error) { _ = keys.Close() }); close(ended) }()
			time.Sleep(time.Second)
			_, _ = keys.Write([]byte("\x1b]11;rgb:0000/0000/0000\a"))
			time.Sleep(time.Second)
			_ = keys.Close()
			<-ended
			if n := strings.Count(raw.String(), ansi.RequestBackgroundColor); n != want {
				t.Errorf("%s is asked %d times", term, n)
			}
			answered := slices.ContainsFunc(m.got, func(msg tea.Msg) bool { _, is := msg.(tea.BackgroundColorMsg); return is })
			if !answered || slices.Contains(m.got, tea.RequestBackgroundColor()) {
				t.Errorf("%s: the program is told %v", term, m.got)
			}
		})
	}
}
