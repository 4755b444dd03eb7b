package tuitest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"noir/internal/language"
	"noir/tui/districtnoir"
	"noir/tui/noirburg"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Golden compares a screen with testdata/NAME.golden of the package under test,
// or writes that file when the test runs with -update.
func Golden(t testing.TB, name, screen string) {
	t.Helper()
	path := golden(name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(screen+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), screen+"\n"); diff != "" {
		t.Errorf("%s is not what it was (- then, + now; -update accepts it):\n%s", path, diff)
	}
}

func golden(name string) string { return filepath.Join("testdata", name+".golden") }

// Sizes are the windows for which screens are drawn: a phone, the classic terminal, a large
// one.
var Sizes = [...][2]int{{40, 20}, {80, 24}, {120, 40}}

// Sized is the name of a screen at a size.
func Sized(name string, size [2]int) string { return fmt.Sprintf("%s-%dx%d", name, size[0], size[1]) }

// Pictures compares a screen at every size with its golden files. Each size is a
// bubble of its own, so that its clock stands at the same hour.
func Pictures(t *testing.T, name string, show func(t *testing.T, w, h int) string) {
	t.Helper()
	for _, size := range Sizes {
		t.Run(Sized(name, size), func(t *testing.T) {
			Bubble(t, func(t *testing.T) {
				Golden(t, Sized(name, size), show(t, size[0], size[1]))
			})
		})
	}
}

// Colours compares the colours of a screen with testdata/NAME.colours.golden (Terminal.Colours).
func Colours(t *testing.T, name string, show func(t *testing.T) *Terminal) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		Bubble(t, func(t *testing.T) { Golden(t, name+".colours", show(t).Colours()) })
	})
}

// Screens compares a screen with its golden files at every size and, in a small window
// and in an ordinary one, in every language: NAME-80x24.de. There a House has sessions in
// that language, and what WaitFor waits for is that all has come, as the texts are others.
func Screens(t *testing.T, name string, show func(t *testing.T, w, h int) string) {
	t.Helper()
	Pictures(t, name, show)
	for _, o := range language.Offers()[1:] {
		for _, size := range Sizes[:2] {
			spoken := Sized(name, size) + "." + o.Tag
			t.Run(spoken, func(t *testing.T) {
				Bubble(t, func(t *testing.T) {
					screen := show(t, size[0], size[1])
					Golden(t, spoken, screen)
					if strings.Contains(screen, "%!") || strings.Contains(screen, more) && !shortened(t, Sized(name, size)) {
						t.Errorf("something has no room:\n%s", screen)
					}
				})
			})
		}
	}
}

// more stands where there was no room for the rest of a text.
const more = "…"

// shortened reports whether a screen has no room for all of its texts in English either.
func shortened(t testing.TB, name string) bool {
	t.Helper()
	english, err := os.ReadFile(golden(name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(english), more)
}

// library is opened once for all tests.
var library = sync.OnceValues(func() (*language.Library, error) {
	return language.Open(districtnoir.Game().Texts, noirburg.Game().Texts)
})

// Spoken is the reader of the language in which Screens runs a test, nil for English.
func Spoken(t testing.TB) *language.Reader {
	t.Helper()
	tag := strings.TrimPrefix(filepath.Ext(t.Name()), ".")
	if !slices.ContainsFunc(language.Offers()[1:], func(o language.Offer) bool { return o.Tag == tag }) {
		return nil
	}
	return Reader(t, tag)
}

// Reader is that of a language by its tag, with the words of both games.
func Reader(t testing.TB, tag string) *language.Reader {
	t.Helper()
	l, err := library()
	if err != nil {
		t.Fatal(err)
	}
	return l.Reader(tag, nil)
}

// reads is how a session of a test finds its reader by the setting.
func reads(t testing.TB) func(setting string) *language.Reader {
	return func(setting string) *language.Reader {
		if setting == "" {
			return Spoken(t)
		}
		return Reader(t, setting)
	}
}

// Ink counts the cells of a screen that show something. A background alone does not count.
func Ink(screen string) (cells int) {
	for _, r := range screen {
		if !unicode.IsSpace(r) {
			cells++
		}
	}
	return cells
}
