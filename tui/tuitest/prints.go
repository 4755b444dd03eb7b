package tuitest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// Print is one of many pictures: the name under which it is known, which says how to get there, and all
// that it shows.
type Print struct{ Name, Shows string }

// Prints compares pictures with testdata/NAME.prints, which has a line for each: its name and a hash of what is seen.
// So hundreds of situations take one small file, and a change that a golden file of a few of them would not show is
// noticed. The first one that differs is shown whole, as it looks now. -update rewrites the file.
func Prints(t testing.TB, name string, pictures []Print) {
	t.Helper()
	var now strings.Builder
	lines := seen{}
	for _, p := range pictures {
		hash := fnv.New64a()
		hash.Write([]byte(lines.text(p.Shows)))
		fmt.Fprintf(&now, "%016x %s\n", hash.Sum64(), p.Name)
	}
	path := filepath.Join("testdata", name+".prints")
	if *update {
		if err := os.WriteFile(path, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	then := map[string]bool{}
	for line := range strings.Lines(string(was)) {
		then[line] = true
	}
	differ, i, first := 0, 0, ""
	for line := range strings.Lines(now.String()) {
		if !then[line] {
			if differ++; differ == 1 {
				first = pictures[i].Name + "\n" + pictures[i].Shows
			}
		}
		i++
	}
	switch {
	case differ > 0:
		t.Errorf("%d of %d pictures are not what they were in %s (-update accepts them), the first one is\n%s", differ, len(pictures), path, first)
	case strings.Count(string(was), "\n") != len(pictures):
		t.Errorf("%s has other pictures than these %d (-update accepts that)", path, len(pictures))
	}
}

// Walk takes a terminal through steps and returns a picture after each: its title, its text and its colours. A step is
// the name of a key, a window's size as in 80×24, a click as in @12,3, a text to type as in 'spade, or a time to wait
// as in 2s. Texts that differ in each run (codes, ids of games) are hidden.
func (term *Terminal) Walk(name string, hide *regexp.Regexp, steps ...string) (pictures []Print) {
	term.t.Helper()
	for i, step := range steps {
		pictures = append(pictures, term.take(fmt.Sprintf("%s %03d", name, i), hide, step))
		if term.over() {
			break
		}
	}
	return pictures
}

// take takes a step of a Walk and returns what is seen then.
func (term *Terminal) take(name string, hide *regexp.Regexp, step string) Print {
	term.t.Helper()
	var x, y int
	switch pause, err := time.ParseDuration(step); {
	case err == nil:
		time.Sleep(pause)
	case strings.HasPrefix(step, "'"):
		for _, r := range step[1:] {
			term.Type(string(r))
			synctest.Wait() // what a key leads to is there before the next one
		}
	case scanned(step, "%d×%d", &x, &y):
		term.Resize(x, y)
	case scanned(step, "@%d,%d", &x, &y):
		at := tea.Mouse{X: x, Y: y, Button: tea.MouseLeft}
		term.Send(tea.MouseClickMsg(at))
		synctest.Wait()
		term.Send(tea.MouseReleaseMsg(at))
	default:
		term.Press(step)
	}
	shows := term.Title() + "\n" + term.Styled()
	if hide != nil {
		shows = hide.ReplaceAllString(shows, "…")
	}
	return Print{name + " " + step, shows}
}

// over reports whether the program has ended.
func (term *Terminal) over() bool {
	select {
	case <-term.ended:
		return true
	default:
		return false
	}
}

func scanned(text, form string, into ...any) bool {
	n, err := fmt.Sscanf(text, form, into...)
	return err == nil && n == len(into)
}

// Roam draws steps for a Walk by chance: keys, and now and then a click, another window or a while.
func Roam(seed uint64, n int, keys ...string) (steps []string) {
	chance := rand.New(rand.NewPCG(seed, 1))
	for range n {
		switch chance.IntN(20) {
		case 0:
			w, h := Sizes[chance.IntN(len(Sizes))][0], Sizes[chance.IntN(len(Sizes))][1]
			steps = append(steps, fmt.Sprintf("%d×%d", w, h))
		case 1:
			steps = append(steps, fmt.Sprintf("@%d,%d", chance.IntN(80), chance.IntN(24)))
		case 2:
			steps = append(steps, fmt.Sprintf("%ds", 1+chance.IntN(8)))
		default:
			steps = append(steps, keys[chance.IntN(len(keys))])
		}
	}
	return steps
}

// Windows returns what is seen in windows of every width and of every height up to these, with the name before each: where
// one more cell makes another layout.
func Windows(name string, widest, highest int, look func(w, h int) string) (pictures []Print) {
	add := func(w, h int) {
		pictures = append(pictures, Print{fmt.Sprintf("%s %d×%d", name, w, h), look(w, h)})
	}
	for w := 30; w <= widest; w++ {
		add(w, 24)
		add(w, 40)
	}
	for h := 8; h <= highest; h++ {
		add(80, h)
		add(120, h)
	}
	return pictures
}

// InWindows is Windows of what a terminal shows.
func (term *Terminal) InWindows(name string, widest, highest int) []Print {
	return Windows(name, widest, highest, func(w, h int) string {
		term.Resize(w, h)
		return term.Styled()
	})
}

// Wander takes a terminal n steps on from screen to screen and returns a picture after each, as Walk does. Most
// steps are keys that the last line of the screen offers at that moment, so a way goes as deep as the screens lead,
// and a key that is missed or offered too early leads elsewhere. The others are keys that a help has named, arrows,
// these texts, clicks, waits and windows of other sizes. Where the way is over at the bottom, enter begins it again (Again).
func (term *Terminal) Wander(name string, seed uint64, n int, hide *regexp.Regexp, texts ...string) (pictures []Print) {
	term.t.Helper()
	chance := rand.New(rand.NewPCG(seed, 2))
	of := func(from ...string) string { return from[chance.IntN(len(from))] }
	var helped []string
	for i := range n {
		keys, step := term.offered(), ""
		if more := term.helped(); len(more) > 0 {
			helped = more
		}
		switch at := chance.IntN(24); {
		case at < 3:
			step = of("40×20", "80×24", "120×40", "60×16", "150×50", "80×24")
		case at == 3:
			step = fmt.Sprintf("@%d,%d", chance.IntN(60), chance.IntN(20))
		case at == 4:
			step = of("1s", "2s", "9s")
		case at == 5 && len(texts) > 0:
			step = "'" + of(texts...)
		case at < 8 && len(helped) > 0:
			step = of(helped...)
		case at < 10 || len(keys) == 0:
			step = of("up", "down", "down", "right", "left", "enter", "end", "home", "pgdown", "pgup")
		default:
			step = of(keys...)
			if back := step == "esc" || step == "q" || step == "?"; back && chance.IntN(2) == 0 {
				step = of(keys...) // onward rather than back
			}
		}
		pictures = append(pictures, term.take(fmt.Sprintf("%s %03d", name, i), hide, step))
		if term.over() {
			break
		}
	}
	return pictures
}

// offered returns the keys that the last line of the screen names.
func (term *Terminal) offered() (keys []string) {
	lines := strings.Split(term.Screen(), "\n")
	for _, binding := range gaps.Split(strings.TrimSpace(lines[len(lines)-1]), -1) {
		sign, _, _ := strings.Cut(binding, " ")
		keys = append(keys, named(sign)...)
	}
	return keys
}

// helped returns the keys that a help on the screen lists, without those that end the session.
func (term *Terminal) helped() (keys []string) {
	for _, row := range helpRow.FindAllStringSubmatch(term.Screen(), -1) {
		if row[1] != "ctrl+c" {
			keys = append(keys, named(row[1])...)
		}
	}
	return keys
}

// helpRow is a row of a help.
var helpRow = regexp.MustCompile(`│ (\S+)  +\S`)

// named returns the names of the keys that a sign stands for.
func named(sign string) []string {
	switch sign {
	case "↑↓":
		return []string{"up", "down"}
	case "←→":
		return []string{"left", "right"}
	}
	if _, ok := tui.KeyPress(sign); ok {
		return []string{sign}
	}
	return nil
}

// gaps stand between the keys of a line.
var gaps = regexp.MustCompile(` {2,}`)
