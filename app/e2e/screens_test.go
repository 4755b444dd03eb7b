//go:build e2e

package e2e

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/lucasb-eyer/go-colorful"
)

var screens = flag.String("screens", "", "TestScreens writes its pictures into this folder")

// seating is a terminal of which pictures are taken.
type seating struct {
	name          string
	columns, rows int
	ground        ground
}

// seatings are the sizes that screens are made for, on a dark and on a light ground.
func seatings() (all []seating) {
	for _, size := range []pane{{80, 24}, {120, 40}, {200, 60}, {40, 20}} {
		all = append(all, seating{size.String(), size.columns, size.rows, night}, seating{size.String() + "-light", size.columns, size.rows, day})
	}
	return all
}

// emulator is a terminal of that size, which says which ground it has.
func (w seating) emulator() *vt.Emulator {
	cells := vt.NewEmulator(w.columns, w.rows)
	behind, _ := colorful.Hex(w.ground.behind) // of a colour that is written above
	cells.SetDefaultBackgroundColor(behind)
	return cells
}

// TestScreens walks through a server's screens at all sizes and grounds. With -screens it
// writes a picture of each into a folder:
//
//	go test -tags e2e -run '^TestScreens$' ./app/e2e -screens ../../docs/screens
func TestScreens(t *testing.T) {
	for _, s := range seatings() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			addr, closeHere := serveHere(t)
			defer closeHere()
			v := &tour{T: t, seating: s, addr: addr}
			v.marlowe, v.spade = v.sit("marlowe"), v.sit("spade")
			defer v.marlowe.screen.close()
			defer v.spade.screen.close()
			v.arrive()
			v.lookAround()
			v.playAStranger()
			v.lookBack()
			v.practise()
		})
	}
}

// tour shows marlowe every screen, and takes a picture of each.
type tour struct {
	*testing.T
	seating
	addr           string
	marlowe, spade keyboard
}

func (v *tour) sit(name string) keyboard {
	v.Helper()
	news := make(chan struct{}, 1)
	screen, err := newPerson(v, name).sitAt(v.addr, news, v.emulator())
	if err != nil {
		v.Fatal(err)
	}
	return keyboard{v.T, screen, news}
}

// shoot takes a picture of what marlowe sees.
func (v *tour) shoot(name string) {
	v.Helper()
	if *screens != "" {
		v.keep(name, v.marlowe.screen.still(v.ground).picture(v.ground, v.columns))
	}
}

// keep writes a picture.
func (v *tour) keep(name string, picture []byte) {
	v.Helper()
	folder := filepath.Join(*screens, v.name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		v.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".svg"), picture, 0o644); err != nil {
		v.Fatal(err)
	}
}

// arrive is the first visit of both.
func (v *tour) arrive() {
	v.marlowe.waits(newcomer)
	v.spade.waits(newcomer)
	v.shoot("first-visit")
	for _, k := range []keyboard{v.marlowe, v.spade} {
		k.types("enter")
		k.waits(atTheDoor)
	}
	v.shoot("home")
}

// lookAround goes to everything that is no game, and back.
func (v *tour) lookAround() {
	k := v.marlowe
	for _, there := range []struct{ keys, sees, name string }{
		{"?", "esc", "help"}, {"s", "Language", "settings"}, {"y", "in use now", "keys"},
	} {
		k.types(there.keys)
		k.waits(there.sees)
		v.shoot(there.name)
		shown := k.screen.picture()
		k.types("esc")
		k.await("home again", func() bool { return k.screen.picture() != shown && k.sees(atTheDoor) })
	}
}

// choose presses enter on the row that has a text.
func (k keyboard) choose(row string) {
	k.Helper()
	cursor := regexp.MustCompile(`▸\W*` + regexp.QuoteMeta(row))
	k.waits(row)
	k.types("home")
	for range 40 {
		at := k.screen.picture()
		if cursor.MatchString(at) {
			break
		}
		k.types("down")
		k.await("the cursor moves", func() bool { return k.screen.picture() != at })
	}
	k.types("enter")
}

// playAStranger is a rated game of both.
func (v *tour) playAStranger() {
	v.marlowe.types("p")
	v.marlowe.waits("stop looking")
	v.shoot("queue")
	v.spade.types("p")
	v.marlowe.waits("enter I am there")
	v.shoot("ready")
	for _, k := range []keyboard{v.marlowe, v.spade} {
		k.waits("enter I am there")
		k.types("enter")
	}
	v.marlowe.waits(theTable)
	v.shoot("district-noir-start")
	for moves := 0; ; moves++ {
		k := v.asked()
		if k == nil {
			break
		}
		if moves == 22 {
			v.shoot("district-noir")
		}
		k.move([]string{"1", "1", "1", "t"}[moves%4])
	}
	v.marlowe.waits(over)
	v.shoot("district-noir-result")
}

// asked is whoever has to move; nil when the game is over.
func (v *tour) asked() *keyboard {
	v.Helper()
	var asked *keyboard
	late := time.After(patience)
	for {
		for _, k := range []keyboard{v.marlowe, v.spade} {
			switch {
			case k.sees(over):
				return nil
			case slices.ContainsFunc(ownMove, k.sees):
				asked = &k
			}
		}
		if asked != nil {
			return asked
		}
		select {
		case <-v.marlowe.news:
		case <-v.spade.news:
		case <-late:
			v.Fatalf("nobody is asked:\n%s\n%s", v.marlowe.screen.picture(), v.spade.screen.picture())
		}
	}
}

// move picks something and confirms it, unless the move is no longer asked for.
func (k keyboard) move(pick string) {
	k.Helper()
	picked := func() bool { return k.sees("enter play") || k.sees("enter take") }
	k.types(pick)
	k.await("something is picked", func() bool { return picked() || !slices.ContainsFunc(ownMove, k.sees) })
	if !picked() {
		return
	}
	shown := k.screen.picture()
	k.types("enter")
	k.await("something comes of it", func() bool { return k.screen.picture() != shown })
}

// lookBack reviews the game, replays it, and goes home by the rankings.
func (v *tour) lookBack() {
	k := v.marlowe
	for _, there := range []struct{ keys, sees, name string }{{"w", "move", "replay"}, {"a", "blunder", "review"}} {
		k.types(there.keys)
		k.waits(there.sees)
		v.shoot(there.name)
	}
	for !k.sees(atTheDoor) {
		at := k.screen.picture()
		k.types("q")
		k.await("something is left", func() bool { return k.screen.picture() != at })
	}
}

// practise looks at what the house offers.
func (v *tour) practise() {
	v.marlowe.choose("Practice")
	v.marlowe.waits("easy")
	v.shoot("practice")
}
