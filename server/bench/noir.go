package bench

import (
	"math/rand/v2"
	"strings"
	"time"
)

// NoirScript is what visitors of this server do under load: they play District Noir.
func NoirScript() Script {
	return Script{
		Enter: enter,
		Keys:  []string{"1", "2"}, // pick a card of the hand
		Table: &Table{
			Sit: sitDown, Return: comeBack, Watch: watch,
			Asked: isAsked, Pick: pick, Confirm: "\r", Again: "r",
		},
	}
}

// Texts on the screens by which a visitor knows where they are.
const (
	home    = "Play a stranger"
	running = "Your table"
	cleared = "has been cleared"
	move    = "move" // of a game in the list
)

// enter accepts the name proposed to a newcomer, and returns at the home screen.
func enter(v *Visitor) error {
	if err := v.Await(v.Name); err != nil {
		return err
	}
	return v.Insist("\r", home, func() bool { return v.Drew(home) })
}

// sitDown looks for a stranger from the home screen and answers each ready check until the table is
// there: the ready check ignores keys for a moment, and the stranger may not answer. A visitor with
// a running game goes to that.
func sitDown(v *Visitor) error {
	if err := v.Type("p"); err != nil {
		return err
	}
	return v.Answer("\r", isCalled, atTable)
}

// lookingBack is how long a returning visitor looks for their table.
const lookingBack = 3 * time.Second

// comeBack takes up the running game. The visitor stays in the lobby if it is over, and leaves a
// table that was cleared while they were on their way.
func comeBack(v *Visitor) (seated bool, err error) {
	if found, err := v.Within(lookingBack, running); err != nil || !found {
		return false, err
	}
	if err := v.Type("\r"); err != nil {
		return false, err
	}
	gone := false
	err = v.Insist("", "a table", func() bool {
		gone = gone || v.Drew(cleared)
		return gone || atTable(v.Title())
	})
	return !gone, err
}

// watch watches one of the first tables of the list.
func watch(v *Visitor) error {
	if err := v.Type("G\x1b[D\x1b[D\r"); err != nil { // to the list
		return err
	}
	if err := v.Await(move); err != nil {
		return err
	}
	if err := v.Type(strings.Repeat("j", rand.IntN(8))); err != nil {
		return err
	}
	return v.AwaitTitle("\r", atTable)
}

// The window titles on the way to a table and at it.
const (
	titleCalled = "noir: a stranger is here"
	titleAsked  = "your move"
	titleTable  = "District Noir"
)

func isCalled(title string) bool { return title == titleCalled }

func isAsked(title string) bool { return strings.HasPrefix(title, titleAsked) }
func atTable(title string) bool { return isAsked(title) || strings.HasPrefix(title, titleTable) }

// pick chooses the first card, or taking when the hand is empty; sometimes it takes when that is
// possible.
func pick() string {
	if rand.IntN(6) == 0 {
		return "1t"
	}
	return "t1"
}
