package noirburg_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"noir/engine"
	"noir/tui/tuitest"
)

// coded are buildings, and cards that are thrown in, in symbols: Hid2<Boo2, Pol.
var coded = regexp.MustCompile(`(?m)[ <!▸(](Hid|Sti|Boo|Spe|Cas|Pok|Pol|Bri|Dri|Tur)[A-J]?[1-4]*([ <◂,]|$)`)

// TestANarrowTableIsWrittenInWords at all sizes, wherever the game stands.
func TestANarrowTableIsWrittenInWords(t *testing.T) {
	t.Parallel()
	for seats := 3; seats <= 6; seats++ {
		all := history(t, 1, seats)
		for at := 0; at < len(all); at += 11 {
			g := moment(t, all, at)
			for s := range engine.Seat(seats) {
				look := ansi.Strip(strings.Join(board(t, g.frame(s)).View(40, 17, tuitest.Noon, tuitest.Theme()), "\n"))
				if code := coded.FindString(look); code != "" && !g.over() {
					t.Fatalf("seat %d of %d reads %q after %d moves:\n%s", s, seats, code, at, look)
				}
			}
		}
	}
}

// TestARivalIsLookedAt by a key: all of their places stand there in words, and the next rival's.
func TestARivalIsLookedAt(t *testing.T) {
	t.Parallel()
	f := find(t, 6, attacked).frame()
	b := board(t, f)
	look := func() string {
		return ansi.Strip(strings.Join(b.View(40, 17, tuitest.Noon, tuitest.Theme()), "\n"))
	}
	before := look()
	if !strings.Contains(before, "nick $2 ▯0      Hide 2<Still –, +3") {
		t.Fatalf("nick has room for all places:\n%s", before)
	}
	tuitest.Press(t, b, "tab", "tab", "tab", "tab")
	if now := look(); !strings.Contains(now, " nick: Hideout 3 [2] under Still 1 –  \n Speakeasy 3 –  Casino 4 [4]  hidden 1") {
		t.Errorf("nick is not spelled out:\n%s", now)
	}
	if move, confirmed := tuitest.Press(t, b, "enter"); confirmed {
		t.Errorf("enter makes %s", move)
	}
	tuitest.Press(t, b, "esc")
	if now := look(); now != before {
		t.Errorf("after esc stands\n%s\nwant\n%s", now, before)
	}
	if move, confirmed := tuitest.Press(t, b, "tab", "p"); !confirmed || move != `{"type":"pass"}` {
		t.Errorf("p passes with %q, %v while somebody is looked at", move, confirmed)
	}
}

// TestWhoLooksSeesWhatTheyAreAsked: the look at a rival ends when the player is attacked.
func TestWhoLooksSeesWhatTheyAreAsked(t *testing.T) {
	t.Parallel()
	const looks = "tab shows the next mafia, esc goes back"
	for seed := range byte(200) {
		all := history(t, seed, 4)
		for at := 1; at < len(all); at++ {
			for s := range engine.Seat(4) {
				before := moment(t, all, at-1)
				if !attacked(&all[at], s) || before.frame(s).Turn != nil || before.view(s).Turn != all[at].view(s).Turn {
					continue
				}
				b := board(t, before.frame(s))
				look := func() string { return ansi.Strip(strings.Join(b.View(80, 21, tuitest.Noon, tuitest.Theme()), "\n")) }
				if tuitest.Press(t, b, "tab"); !strings.Contains(look(), looks) {
					t.Fatalf("nobody is looked at:\n%s", look())
				}
				if help := b.FullHelp(); len(help) != 1 || len(help[0]) != 2 {
					t.Errorf("the keys of a look are %+v", help)
				}
				if tuitest.Shown(t, b, moment(t, all, at).frame(s)); strings.Contains(look(), looks) {
					t.Errorf("the attack is hidden:\n%s", look())
				}
				return
			}
		}
	}
	t.Fatal("nobody is attacked")
}
