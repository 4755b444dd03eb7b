//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"noir/data/postgres/pgtest"
)

// walk is a newcomer's way through the house, by keys alone: marlowe, whose friend is spade, in
// windows of one size.
type walk struct {
	*testing.T
	premises
	pane           pane
	socket         string // of tmux
	marlowe, spade *visitor
}

// premises are where visitors come in: one server, or several behind one address.
type premises struct {
	addr string
	at   []string // the flags that say where it stores
	stop func()   // what must end well
}

// oneServer is a server with a data directory.
func oneServer(t *testing.T) premises {
	dir := t.TempDir()
	p := start(t, dir, "")
	return premises{p.addr, []string{"--data", dir}, p.stop}
}

// twoServers lead each visitor to another server than the one before.
func twoServers(t *testing.T) premises {
	f := newFleet(t, pgtest.Database(t), natsServer(t))
	f.launch()
	f.launch()
	f.sound(2)
	return premises{f.front.Addr().String(), []string{"--database", f.database}, f.stop}
}

// TestEndToEndWalk uses a window of the classic size and the smallest that shows everything. It
// does what a player does who stays: learns, plays the house, a friend, and at a day a move,
// looks at the results, loses a key, is rude and is muted. At two servers it is the same.
func TestEndToEndWalk(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pane pane
		open func(*testing.T) premises
	}{
		"80x24":       {pane{80, 24}, oneServer},
		"40x20":       {pane{40, 20}, oneServer},
		"two-servers": {pane{80, 24}, twoServers},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &walk{T: t, premises: c.open(t), pane: c.pane, socket: fmt.Sprintf("noir-%d-%s", os.Getpid(), name)}
			w.marlowe, w.spade = w.visitor("marlowe"), w.visitor("spade")
			w.arrive()
			w.learn()
			w.playTheHouse()
			w.playAFriend()
			w.playByTheDay()
			w.lookBack()
			w.loseAKey()
			w.beRude()
			w.stop()
		})
	}
}

func (w *walk) visitor(name string) *visitor {
	return &visitor{person: newPerson(w, name), t: w.T, socket: w.socket, pane: w.pane}
}

// arrive is the first visit of both. They look at another language, go on in English, and type
// another name before they take the proposed one.
func (w *walk) arrive() {
	for _, v := range []*visitor{w.marlowe, w.spade} {
		v.enter(w.addr)
		v.reads(newcomer)
		v.press("Right")
		v.reads("Wie nennt man dich?", "← Deutsch →")
		v.press("Left")
		v.reads(newcomer, v.name+"_")
		v.press("j", "i", "m")
		v.reads(" jim_")
		v.press("C-u")
		v.press(strings.Split(v.name, "")...)
		v.reads(" " + v.name + "_")
		v.press("Enter")
		v.reads(atTheDoor)
	}
}

// learn plays the first scenes of a lesson; its place is kept.
func (w *walk) learn() {
	v := w.marlowe
	v.choose("Learn District Noir")
	v.reads("lesson, scene 1 of 25")
	v.press("Enter")
	v.reads("lesson, scene 2 of 25", "Lay the 8.")
	v.press("3", "Enter")
	v.reads("lesson, scene 3 of 25")
	v.press("q")
	v.reads(atTheDoor, "scene 3 of 25")
}

// playTheHouse plays a whole game.
func (w *walk) playTheHouse() {
	v := w.marlowe
	v.choose("Practice")
	v.reads("THE HOUSE")
	v.choose("easy")
	v.reads(theTable)
	v.playOn(over)
	v.goHome()
}

// playAFriend is a rated game at a private table, which the friend resigns.
func (w *walk) playAFriend() {
	w.meet(func() {
		w.marlowe.moveTo("Stake")
		w.marlowe.press("Right")
		w.marlowe.reads("← rated →")
	})
	for range 2 {
		w.asked().turn("1")
	}
	w.spade.giveUp()
	w.marlowe.reads("spade resigned", over)
	for _, v := range []*visitor{w.marlowe, w.spade} {
		v.goHome()
	}
}

// meet brings both to a private table on the terms that marlowe sets.
func (w *walk) meet(set func()) {
	w.marlowe.choose("With a friend")
	w.marlowe.reads("Open a table")
	set()
	w.marlowe.choose("Open a table")
	w.marlowe.reads("Anybody who types this code")
	code := spacedCode.FindStringSubmatch(w.marlowe.screen())
	if code == nil {
		w.Fatalf("there is no code:\n%s", w.marlowe.screen())
	}
	w.spade.choose("With a friend")
	w.spade.choose("Join by code")
	w.spade.reads("as your friend reads it")
	w.spade.types(strings.ToLower(strings.Join(strings.Fields(code[1]), "")))
	w.spade.press("Enter")
	w.seated(w.marlowe, w.spade)
}

// spacedCode is a code in large letters.
var spacedCode = regexp.MustCompile(`[║|]\s+(\w(?:\s+\w)+)\s+[║|]`)

// seated has all of them answer the card until the table is there.
func (w *walk) seated(visitors ...*visitor) {
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(look) {
		there := 0
		for _, v := range visitors {
			switch {
			case v.shows("I am there"):
				v.press("Enter")
			case v.shows(theTable):
				there++
			}
		}
		if there == len(visitors) {
			return
		}
	}
	w.Fatalf("the table does not open:\n%s\n%s", visitors[0].screen(), visitors[len(visitors)-1].screen())
}

// asked returns whose move it is.
func (w *walk) asked() *visitor { return whoeverIsAsked(w.T, []*visitor{w.marlowe, w.spade}) }

// playByTheDay plays three moves of a day game, each on a connection of its own.
func (w *walk) playByTheDay() {
	w.marlowe.choose("With a friend")
	w.marlowe.choose("Challenges")
	w.marlowe.choose("To a player")
	w.marlowe.reads("at a day a move?")
	w.marlowe.types("spade")
	w.marlowe.press("Enter")
	w.marlowe.reads("spade is told.")
	w.spade.choose("With a friend")
	w.spade.choose("Challenges")
	w.spade.reads("CHALLENGES", "to you")
	w.spade.choose("marlowe")
	w.spade.reads(theTable)
	for range 3 {
		for _, v := range []*visitor{w.marlowe, w.spade} {
			v.hangUp()
			v.enter(w.addr)
			v.reads("Your table")
			if !v.shows("your move") {
				continue
			}
			v.choose("Your table")
			v.reads(theTable)
			v.turn("1")
			v.press("q")
			v.reads("your seat is kept")
			v.press("l", "Enter")
			v.reads(atTheDoor)
		}
	}
	if running := w.marlowe.ssh(w.addr, "games", "--running"); !strings.Contains(running, "day") {
		w.Errorf("no day game is running: %s", running)
	}
}

// replay looks at the rating's curve and replays the game behind it.
func (w *walk) replay() {
	v := w.marlowe
	v.press("End", "Left")
	v.reads("▸ Rankings")
	v.press("Enter")
	v.choose("marlowe")
	v.reads("1 rated game: 1 won", "1500", "won spade")
	v.moveTo("won")
	v.press("Enter")
	v.reads("move 0 of 3")
	v.press("Right")
	v.reads("move 1 of 3")
}

// lookBack replays a game, plays on from there against the house, and resigns.
func (w *walk) lookBack() {
	v := w.marlowe
	w.replay()
	v.press("o")
	v.reads("on from move 1", "You play marlowe.", "▸ normal")
	v.press("Enter")
	v.reads("Iris", "Your move")
	v.giveUp()
	v.goHome()
	w.replay()
	for _, there := range []string{"won spade", "all time", atTheDoor} {
		v.press("q")
		v.reads(there)
	}
}

// loseAKey adds a second key, removes the first, and returns with a third by a recovery code.
// Its visitor is marlowe from then on.
func (w *walk) loseAKey() {
	first, second, third := w.marlowe, w.visitor("lapwing"), w.visitor("phoenix")
	first.press("y")
	first.reads("in use now")
	first.press("a")
	code := keyCodes.FindString(first.reads("left, each works once"))
	second.enter(w.addr)
	second.reads(newcomer)
	second.press("Tab")
	second.reads("Type the code")
	second.types(strings.ToLower(code))
	second.press("Enter")
	second.reads(atTheDoor)

	first.reads("There are 2 keys on your keyring now.")
	first.press("Escape")
	first.reads("in use now")
	first.press("r")
	first.reads("make ten codes")
	first.press("Enter")
	recovery := keyCodes.FindString(first.reads("shown only now"))
	first.press("Escape")
	first.reads("These codes are never shown")
	first.press("y")

	second.press("y")
	second.reads("10 recovery codes left")
	second.press("x")
	second.reads("Anybody connected with it")
	second.press("y")
	first.reads("This key was removed from your keyring")

	third.enter(w.addr)
	third.reads(newcomer)
	third.press("Tab")
	third.reads("Type the code")
	third.types("marlowe " + recovery)
	third.press("Enter")
	for _, letter := range []string{"was put on your keyring", "New recovery codes were made", "was removed from your keyring", "A recovery code was used"} {
		third.reads(letter)
		third.press("x")
	}
	third.reads(atTheDoor, "marlowe")
	second.hangUp()
	w.marlowe = third
}

// beRude has marlowe write what an operator is told, who then mutes them.
func (w *walk) beRude() {
	for _, v := range []*visitor{w.marlowe, w.spade} {
		v.press("s")
		v.moveTo("Free text")
		v.press("Right")
		v.reads("← on →")
		v.press("Escape")
		v.reads(atTheDoor)
	}
	w.meet(func() {})
	w.marlowe.say("Du mieser Gauner")
	w.spade.reads("Du mieser Gauner")
	w.spade.press("c", "p")
	w.spade.reads("people here")
	w.spade.press("r")
	w.spade.reads("report marlowe")
	w.spade.types("he is rude")
	w.spade.press("Enter")
	w.spade.reads("Reported.")
	mute(w.T, w.at)
	w.marlowe.say("and a thief")
	w.marlowe.reads("set phrases")
	w.marlowe.giveUp()
	w.marlowe.goHome()
	w.marlowe.reads("you can only use set phrases, not your own words: be kind")
}

// mute reads the report and silences the player, as an operator would.
func mute(t *testing.T, at []string) {
	t.Helper()
	for command, want := range map[string]string{
		"reports":  "he is rude",
		"report 1": "Du mieser Gauner",
	} {
		if code, out, errOut := noir(t, slices.Concat([]string{"admin"}, strings.Fields(command), at)...); code != 0 || !strings.Contains(out, want) {
			t.Fatalf("%s says %q, %s", command, out, errOut)
		}
	}
	if code, _, errOut := noir(t, append([]string{"admin", "mute", "marlowe", "--for", "24h", "--reason", "be kind"}, at...)...); code != 0 {
		t.Fatal(errOut)
	}
}

// atTheDoor is a row of the screen to which everything leads back.
const atTheDoor = "With a friend"

// reads waits until the screen has all texts, however they are broken into lines, and returns
// it.
func (v *visitor) reads(texts ...string) string {
	v.t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(look) {
		now := v.screen()
		words := strings.Join(strings.Fields(now), " ")
		if !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(words, text) }) {
			return now
		}
	}
	v.t.Fatalf("%s waits for %q and sees\n%s", v.name, texts, v.screen())
	return ""
}

// types types letters.
func (v *visitor) types(text string) {
	v.t.Helper()
	v.tmux("-L", v.socket, "send-keys", "-t", v.session, "-l", text)
}

// moveTo moves the cursor to the row that has a text.
func (v *visitor) moveTo(row string) {
	v.t.Helper()
	cursor := regexp.MustCompile(`▸.*` + regexp.QuoteMeta(row))
	v.reads(row)
	key := "Home"
	for until := time.Now().Add(patience); time.Now().Before(until); {
		now := v.screen()
		if cursor.MatchString(now) {
			return
		}
		v.press(key)
		if moved := v.changes(now); key == "Down" && !moved { // it has passed the row while the list changed
			key = "Home"
		} else {
			key = "Down"
		}
	}
	v.t.Fatalf("%s does not come to %q:\n%s", v.name, row, v.screen())
}

// choose presses enter on the row that has a text.
func (v *visitor) choose(row string) {
	v.t.Helper()
	v.moveTo(row)
	v.press("Enter")
}

// changes waits a moment for another screen, and until that one is stable: the effect of a key
// may come in several pieces.
func (v *visitor) changes(before string) bool {
	last, changed := before, false
	for range 12 {
		now := v.screen()
		if changed && now == last {
			return true
		}
		changed = changed || now != before
		last = now
		time.Sleep(look)
	}
	return changed
}

// turn makes a move.
func (v *visitor) turn(pick string) {
	v.t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); {
		before := v.screen()
		v.press(pick, "Enter")
		v.changes(before)
		if !v.shows(ownMove...) {
			return
		}
	}
	v.t.Fatalf("%s cannot move:\n%s", v.name, v.screen())
}

// playOn makes any moves until a text is shown.
func (v *visitor) playOn(end string) {
	v.t.Helper()
	picks := []string{"1", "1", "1", "t"}
	for tries := 0; v.see(append(ownMove, end)...) != end; tries++ {
		before := v.screen()
		v.press(picks[tries%len(picks)], "Enter")
		v.changes(before)
	}
}

// giveUp resigns.
func (v *visitor) giveUp() {
	v.t.Helper()
	v.press("q")
	v.reads("the game is lost")
	v.press("r", "Enter")
	v.reads("Resign?")
	v.press("y")
	v.reads(over)
}

// goHome leaves a table after the game. A key that comes too soon after the last move is
// ignored.
func (v *visitor) goHome() {
	v.t.Helper()
	v.reads(over)
	for until := time.Now().Add(patience); v.shows(over) && time.Now().Before(until); {
		before := v.screen()
		v.press("Escape")
		v.changes(before)
	}
	v.reads(atTheDoor)
}

// say sends free text.
func (v *visitor) say(text string) {
	v.t.Helper()
	v.press("c")
	v.reads("in your own words")
	v.press("t")
	v.types(text)
	v.reads(text)
	v.press("Enter")
}

// hangUp closes the terminal.
func (v *visitor) hangUp() {
	v.t.Helper()
	v.tmux("-L", v.socket, "kill-session", "-t", v.session)
}
