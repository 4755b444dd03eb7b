//go:build e2e

package e2e

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/lucasb-eyer/go-colorful"

	"noir/server/wiretest"
)

var screens = flag.String("screens", "", "TestScreens writes its pictures into this folder")

// seating is a terminal whose pictures are taken.
type seating struct {
	name          string
	columns, rows int
	ground        ground
}

// seatings are the sizes for which screens are made, on dark and light backgrounds.
func seatings() (all []seating) {
	for _, size := range []pane{{80, 24}, {120, 40}, {200, 60}, {40, 20}} {
		all = append(all, seating{size.String(), size.columns, size.rows, night}, seating{size.String() + "-light", size.columns, size.rows, day})
	}
	return all
}

// emulator returns a terminal of that size, which reports its background.
func (w seating) emulator() *vt.Emulator {
	cells := vt.NewEmulator(w.columns, w.rows)
	behind, _ := colorful.Hex(w.ground.behind) // of a colour defined above
	cells.SetDefaultBackgroundColor(behind)
	return cells
}

// TestScreens walks through a server's screens. With -screens it does so at all sizes and on both
// backgrounds, and writes a picture of each into a folder:
//
//	go test -tags e2e -parallel 8 -run '^TestScreens$' ./app/e2e -screens ../../docs/screens
func TestScreens(t *testing.T) {
	t.Parallel()
	all := seatings()
	if *screens == "" {
		all = all[:1]
	}
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			addr, closeHere := serveHere(t)
			defer closeHere()
			v := &tour{T: t, seating: s, addr: addr}
			v.marlowe = v.sit("marlowe")
			defer v.marlowe.screen.close()
			v.arrive()
			v.lookAround()
			v.playAStranger()
			if *screens != "" && s == all[0] {
				v.keep("film", v.film.picture(v.ground, v.columns))
			}
			v.lookBack()
			v.wander()
			v.practise()
		})
	}
}

// tour shows marlowe every screen and takes a picture of each.
type tour struct {
	*testing.T
	seating
	addr    string
	marlowe keyboard
	film    film // of the game, and how marlowe came to it
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

// roll adds the screen to the film, if it has changed.
func (v *tour) roll() {
	s := v.marlowe.screen.still(v.ground)
	if n := len(v.film); n == 0 || !slices.Equal(s.lines, v.film[n-1].lines) {
		v.film = append(v.film, s)
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

// arrive is the first visit.
func (v *tour) arrive() {
	v.marlowe.waits("▸ marlowe")
	v.shoot("first-visit")
	v.marlowe.types("enter")
	v.marlowe.waits(atTheDoor)
	v.shoot("home")
}

// lookAround visits all screens without a game, and returns.
func (v *tour) lookAround() {
	k := v.marlowe
	for _, there := range []struct{ keys, sees, name string }{
		{"?", "esc", "help"}, {"s", "Language", "settings"}, {"y", "in use now", "keys"},
	} {
		k.types(there.keys)
		k.waits(there.sees)
		v.shoot(there.name)
		k.types("esc")
		k.await("home again", func() bool { return k.sees(atTheDoor) && !k.sees(there.sees) })
	}
}

// choose presses enter on the row that has a text.
func (k keyboard) choose(row string) {
	k.Helper()
	cursor := regexp.MustCompile(`▸\W*` + regexp.QuoteMeta(row))
	k.waits(row)
	k.types("home")
	k.rests()
	for range 40 {
		if cursor.MatchString(k.screen.picture()) {
			break
		}
		k.moves("down")
	}
	k.types("enter")
}

// moves types a key and waits until the cursor is somewhere else. Rows that change elsewhere do not count.
func (k keyboard) moves(key string) {
	k.Helper()
	at := func() []string { return cursorRow.FindAllString(k.screen.picture(), -1) }
	was := at()
	k.types(key)
	k.await("the cursor moves "+key, func() bool { return !slices.Equal(at(), was) })
}

// cursorRow is what the cursor is at, up to the end of its row.
var cursorRow = regexp.MustCompile(`▸.*`)

// playAStranger is a rated game against a program.
func (v *tour) playAStranger() {
	k := v.marlowe
	v.roll()
	k.types("p")
	k.waits("stop looking")
	v.roll()
	v.shoot("queue")
	program, err := newPerson(v, "vera").connect(v.addr, "play district-noir --json")
	if err != nil {
		v.Fatal(err)
	}
	defer program.close()
	ended := make(chan error, 1)
	go func() {
		_, err := program.Random(rand.New(rand.NewPCG(1, 1)), func(wiretest.Message) {})
		ended <- err
	}()
	k.waits("enter I am there")
	v.shoot("ready")
	v.roll()
	k.types("enter")
	k.waits(theTable)
	v.shoot("district-noir-start")
	picked := func() bool { return k.sees("enter plays") || k.sees("enter takes") }
	for moves := 0; ; moves++ {
		k.await("it is marlowe's move, or over", func() bool { return k.sees(over) || k.sees("our move") })
		if k.sees(over) {
			break
		}
		if moves < filmed {
			v.roll()
		}
		// One move of four is a take, where one is possible.
		for i := moves % 4; !picked(); i++ {
			k.changes([]string{"1", "1", "1", "t"}[i%4])
		}
		if moves < filmed {
			v.roll()
		}
		if moves == 9 {
			v.shoot("district-noir")
		}
		k.insists("enter", "the move is made", func() bool { return !picked() })
	}
	k.await("the sheet is whole", func() bool { return rated.MatchString(k.screen.text()) })
	k.rests()
	v.shoot("district-noir-result")
	v.roll()
	select {
	case err := <-ended:
		if err != nil {
			v.Fatal(err)
		}
	case <-time.After(bound(inTime)):
		v.Fatal("the program still waits for the end of the game")
	}
}

// rated is the last text of a score sheet, below its total: the rating change.
var rated = regexp.MustCompile(`total.*[+−]\d+`)

// rests waits until the screen has stayed the same for longer than any picture of a motion.
func (k keyboard) rests() {
	k.Helper()
	const longest = 600 * time.Millisecond
	still, late := time.NewTimer(longest), time.NewTimer(bound(inTime))
	defer still.Stop()
	defer late.Stop()
	for shown := k.screen.picture(); ; {
		select {
		case <-k.news:
			if now := k.screen.picture(); now != shown {
				shown = now
				still.Reset(longest)
			}
		case <-still.C:
			return
		case <-late.C:
			k.Fatalf("waiting in vain: the screen comes to rest\n%s", shown)
		}
	}
}

// filmed is how many of marlowe's moves the film has: a round and the next move.
const filmed = 8

// changes types a key and waits until the screen has changed.
func (k keyboard) changes(key string) {
	k.Helper()
	shown := k.screen.picture()
	k.types(key)
	k.await("something comes of "+key, func() bool { return k.screen.picture() != shown })
}

// insists types a key until a condition holds, repeating it while the screen says that
// something has just changed. A screen that goes on changing may take its time.
func (k keyboard) insists(key, what string, so func() bool) {
	k.Helper()
	again := time.NewTicker(openingGrace)
	defer again.Stop()
	k.types(key)
	late, shown := time.NewTimer(bound(inTime)), k.screen.text()
	defer late.Stop()
	for !so() {
		select {
		case <-k.news:
			if at := k.screen.text(); at != shown {
				shown = at
				late.Reset(bound(inTime))
			}
		case <-again.C:
			if k.sees("Press again") {
				k.types(key)
			}
		case <-late.C:
			k.Fatalf("waiting in vain: %s\n%s", what, k.screen.picture())
		}
	}
}

// openingGrace is how long a table ignores keys meant for what has just opened by itself.
const openingGrace = 400 * time.Millisecond

// lookBack reviews the game, replays it, and goes home by way of the rankings.
func (v *tour) lookBack() {
	k := v.marlowe
	for _, there := range []struct{ keys, sees, name string }{{"w", "move 0 of", "replay"}, {"a", "between equals", "review"}} {
		k.insists(there.keys, there.name, func() bool { return k.sees(there.sees) })
		v.shoot(there.name)
	}
	k.goesHome()
}

// goesHome leaves screen by screen, and not by q: one too many would leave the house.
func (k keyboard) goesHome() {
	k.Helper()
	for !k.sees(atTheDoor) {
		k.rests() // what changes by itself must not pass for what comes of the key
		if !k.sees(atTheDoor) {
			k.changes("esc")
		}
	}
}

// wander visits the pages behind home, and returns.
func (v *tour) wander() {
	k := v.marlowe
	to := func(name, sees string, open func()) {
		v.Helper()
		open()
		k.waits(sees)
		v.shoot(name)
	}
	row := func(text string) func() { return func() { k.choose(text) } }
	shelf := func(text string) func() { return func() { k.chooseFromShelf(text) } }
	key := func(name string) func() { return func() { k.changes(name) } }
	k.chooseFromShelf("Rankings")
	k.waits("all time")
	k.waits("marlowe") // in the first row or two, which come after the rest
	v.shoot("rankings")
	for {
		k.changes("enter")
		k.waits("rivals")
		if k.sees("VERA") {
			break
		}
		k.changes("esc")
		k.waits("all time")
		k.changes("down")
	}
	v.shoot("profile")
	k.changes("f")
	v.shoot("acquaintance")
	k.changes("enter") // a friend
	k.goesHome()
	to("with-a-friend", "Challenge by name", row("With a friend"))
	to("private-table", "1 of 2 seated", row("Open a table"))
	k.changes("esc")
	to("friends", "vera", row("Friends"))
	k.goesHome()
	to("games", "YOUR GAMES", row("Your games"))
	k.goesHome()
	to("watch", "WATCH", shelf("Watch"))
	k.goesHome()
	to("learn", "HOW TO PLAY", shelf("Learn"))
	to("lesson", "lesson, scene 1", key("enter"))
	k.changes("esc")
	k.waits("The rules")
	to("rules", "What it is about", row("The rules"))
	k.goesHome()
}

// chooseFromShelf presses enter on the item of home's shelf that has a text.
func (k keyboard) chooseFromShelf(item string) {
	k.Helper()
	at := func(item string) bool {
		return regexp.MustCompile(`▸\W*` + regexp.QuoteMeta(item)).MatchString(k.screen.picture())
	}
	k.types("end")
	k.await("the cursor is on the last item", func() bool { return at("Learn") })
	k.rests() // figures that come later change the cursor's row
	for range 4 {
		if at(item) {
			break
		}
		k.moves("left")
	}
	k.types("enter")
}

// practise plays some turns of Noirburg with the house.
func (v *tour) practise() {
	k := v.marlowe
	k.choose("Practice")
	k.waits("easy")
	v.shoot("practice")
	k.changes("tab")
	k.waits("Noirburg")
	k.types("enter")
	k.waits("set-up")
	v.shoot("noirburg-start")
	turns := 2
	if *screens != "" {
		turns = 4 // so that more lies on the table in the pictures
	}
	for n := 0; n < turns; n++ {
		asked := func() bool {
			return k.sees(", your turn") && !k.sees("asked") || k.sees("set-up: your swap") || k.sees("p pass") || k.sees(over)
		}
		for !asked() { // house players take their time for each move
			at := k.screen.text()
			k.await("the house moves, or it is marlowe's turn", func() bool { return asked() || k.screen.text() != at })
		}
		switch {
		case k.sees(over):
			return
		case k.sees("set-up: your swap"):
			k.tries("enter")
			n--
		case k.sees("p pass"):
			k.tries("p")
			n--
		default:
			v.take(n == turns-1)
		}
	}
}

// take plays a turn: cards in order, attacks first if they are shown, and draws.
func (v *tour) take(attacks bool) {
	k := v.marlowe
	v.shoot("noirburg") // the last turn's stays
	if attacks {
		if k.tries("a") && k.sees("mark") {
			k.tries("a")
			v.shoot("noirburg-attack")
			k.tries("esc")
		}
	}
	for _, key := range []string{"1", "enter", "2", "enter", "1", "enter", "d", "right", "right", "enter", "e", "enter"} {
		k.tries(key)
	}
}

// tries types a key that may have no effect, and reports whether the screen has changed soon
// after. It repeats the key if it came too soon after something opened by itself.
func (k keyboard) tries(key string) bool {
	k.Helper()
	shown := k.screen.picture()
	k.types(key)
	late := time.NewTimer(openingGrace)
	defer late.Stop()
	for refused := 0; k.screen.picture() == shown || k.sees("Press again"); {
		select {
		case <-k.news:
		case <-late.C:
			if !k.sees("Press again") || refused == insistence {
				return false
			}
			refused++
			k.types(key)
			late.Reset(openingGrace)
		}
	}
	return true
}

// insistence is how often a key that comes too soon is repeated.
const insistence = 10
