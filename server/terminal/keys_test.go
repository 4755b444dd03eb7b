package terminal

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"
)

// typed feeds chunks of input, with a pause of the given length between them,
// and returns what came out, each as text.
func typed(t *testing.T, pause time.Duration, chunks ...string) (got []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		k := keyboard{
			tell: func(msgs ...tea.Msg) {
				for _, msg := range msgs {
					switch m := msg.(type) {
					case tea.PasteMsg:
						got = append(got, "paste:"+m.Content)
					case tea.MouseMsg:
						got = append(got, fmt.Sprintf("%T %v,%v", m, m.Mouse().X, m.Mouse().Y))
					case fmt.Stringer:
						got = append(got, m.String())
					default:
						got = append(got, fmt.Sprintf("%T", m))
					}
				}
			},
			failed: func(v any) { t.Errorf("panic: %v", v) },
		}
		for _, c := range chunks {
			k.press([]byte(c))
			time.Sleep(pause)
			synctest.Wait()
		}
		k.stop()
	})
	return got
}

func TestKeyboard(t *testing.T) {
	for name, test := range map[string]struct {
		chunks []string
		pause  time.Duration
		want   []string
	}{
		"letters":                {[]string{"aÄ世"}, 0, []string{"a", "Ä", "世"}},
		"arrows and controls":    {[]string{"\x1b[A\x1bOB\r\t\x7f\x03"}, 0, []string{"up", "down", "enter", "tab", "backspace", "ctrl+c"}},
		"split sequence":         {[]string{"\x1b", "[", "1;", "5C"}, time.Millisecond, []string{"ctrl+right"}},
		"split letter":           {[]string{"\xc3", "\xa4"}, time.Millisecond, []string{"ä"}},
		"lone escape":            {[]string{"\x1b"}, time.Second, []string{"esc"}},
		"escape, then a letter":  {[]string{"\x1b", "a"}, time.Second, []string{"esc", "a"}},
		"escape twice":           {[]string{"\x1b", "\x1b"}, time.Second, []string{"esc", "esc"}},
		"escape held":            {[]string{"\x1b\x1b\x1b"}, time.Second, []string{"esc", "esc", "esc"}},
		"escapes, then an arrow": {[]string{"\x1b\x1b\x1b[A"}, 0, []string{"esc", "alt+up"}},
		"alt at once":            {[]string{"\x1ba"}, 0, []string{"alt+a"}},
		"alt with a bracket":     {[]string{"\x1b["}, time.Second, []string{"alt+["}},
		"half a letter":          {[]string{"\xc3", "b"}, time.Second, []string{"b"}},
		"half a sequence":        {[]string{"\x1b[1;", "b"}, time.Second, []string{"b"}},
		"broken sequence":        {[]string{"\x1b[1\x01b"}, 0, []string{"ctrl+a", "b"}},
		"mouse":                  {[]string{"\x1b[<0;3;", "4M\x1b[<0;3;4m"}, 0, []string{"tea.MouseClickMsg 2,3", "tea.MouseReleaseMsg 2,3"}},
		"mouse moved":            {[]string{"\x1b[<35;3;4M\x1b[<64;5;6M"}, 0, []string{"tea.MouseMotionMsg 2,3", "tea.MouseWheelMsg 4,5"}},
		"mouse off the screen":   {[]string{"\x1b[<0;0;0M\x1b[<0;99999;1M\x1b[<0;9;151M"}, 0, nil},
		"focus":                  {[]string{"\x1b[I\x1b[O"}, 0, []string{"tea.FocusMsg", "tea.BlurMsg"}},
		"paste":                  {[]string{"a\x1b[200~x\x1b[A\n", "y\x1b[20", "1~b"}, time.Second, []string{"a", "paste:x\x1b[A\ny", "b"}},
		"empty paste":            {[]string{"\x1b[200~\x1b[201~"}, 0, []string{"paste:"}},
		"unasked answers":        {[]string{"\x1b[?2026;2$y\x1b[?1;2c\x1bP1+r524742\x1b\\a"}, 0, []string{"a"}},
		"endless answer":         {[]string{"\x1b]52;c;" + strings.Repeat("A", 1000), "b"}, time.Millisecond, []string{"b"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, typed(t, test.pause, test.chunks...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestEscapeHeldActsMeanwhile: a terminal repeats the key more often than the wait for the rest of a sequence takes.
func TestEscapeHeldActsMeanwhile(t *testing.T) {
	const times = maxSequence + 50
	if got := typed(t, escapeDelay-time.Millisecond, slices.Repeat([]string{"\x1b"}, times)...); len(got) != times-2 {
		t.Errorf("of %d %d have been taken; the last two may be the beginning of alt with an arrow", times, len(got))
	}
}

func TestKeyboardPasteIsBounded(t *testing.T) {
	got := typed(t, 0, "\x1b[200~"+strings.Repeat("x", 3*maxPaste), strings.Repeat("ü", maxPaste)+"\x1b[201~z")
	if len(got) != 2 || len(got[0]) != len("paste:")+maxPaste || got[1] != "z" {
		t.Errorf("got %d messages, the first of %d bytes", len(got), len(got[0]))
	}
}

// FuzzKeyboard: no input makes the keyboard panic past itself, hold more than
// it may, or swallow the key that comes a second later.
func FuzzKeyboard(f *testing.F) {
	for _, seed := range []string{"a", "\x1b", "\x1b[", "\x1b[<0;1;1M", "\x1b[200~x\x1b[201~", "\x1b]11;rgb:1/2/3\a", "\x1bPx\x1b\\", "\x1b[M !!", "\x1b[27;5;9~", "\x9b1;2_", "\xff\xfe"} {
		f.Add([]byte(seed), 3)
	}
	f.Fuzz(func(t *testing.T, input []byte, split int) {
		synctest.Test(t, func(t *testing.T) {
			last := ""
			k := keyboard{
				tell: func(msgs ...tea.Msg) {
					if key, ok := msgs[len(msgs)-1].(tea.KeyPressMsg); ok {
						last = key.String()
					}
				},
				failed: func(any) {},
			}
			at := min(max(split, 0), len(input))
			k.press(input[:at])
			k.press(input[at:])
			k.mu.Lock()
			if len(k.pending) > maxSequence || len(k.paste) > maxPaste {
				t.Errorf("%d bytes pending, %d pasted", len(k.pending), len(k.paste))
			}
			k.mu.Unlock()
			time.Sleep(time.Second)
			synctest.Wait()
			if pasting := k.pasting; !pasting {
				k.press([]byte("z"))
				if last != "z" {
					t.Errorf("after %q a z came out as %q, pending %q", input, last, k.pending)
				}
			}
			k.stop()
		})
	})
}
