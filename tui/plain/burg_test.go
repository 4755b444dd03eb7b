package plain_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/tui"
	"noir/tui/noirburg"
	"noir/tui/tuitest"
)

// burgher is a session in a house that also has Noirburg.
func burgher(h *tuitest.House, p data.Player) *tui.Session {
	s := session(h, p)
	s.Games = append(s.Games, noirburg.Game())
	return s
}

// gang seats three people at a private table of Noirburg.
func gang(t *testing.T) (seated []*talk) {
	h := tuitest.Open(t)
	for _, name := range []string{"marlowe", "spade", "vera"} {
		seated = append(seated, begin(t, burgher(h, h.Player(name))))
	}
	seated[0].types("host noirburg --seats 3")
	_, code, _ := strings.Cut(seated[0].hears("Its code is "), "Its code is ")
	code, _, _ = strings.Cut(code, ".")
	seated[0].hears("It is for 3. Type begin to start before it is full.")
	seated[1].types("join " + code)
	seated[1].hears("2 of 3 are here")
	seated[2].types("join " + code)
	for _, k := range seated[:2] {
		k.hears("Type enter within 20 seconds")
		k.types("enter")
	}
	for _, k := range seated {
		k.hears("Noirburg, casual: ")
	}
	return seated
}

// wanted is what the newest line says can be typed; nothing when another player is asked, or when an answer has come
// too late: more has been told since it was asked for.
func (k *talk) wanted() (options []string) {
	window := false
	for line := range strings.Lines(k.news()) {
		if window && !strings.HasPrefix(line, "You have ") {
			options, window = nil, false
		}
		for _, start := range []string{"Your move: ", "Your answer: "} {
			if text, ok := strings.CutPrefix(line, start); ok {
				options = strings.Split(strings.TrimSuffix(text, ".\n"), "; ")
				window = start == "Your answer: "
			}
		}
		if strings.Contains(line, "The others are asked.") || strings.Contains(line, "You have passed.") {
			options = nil
		}
	}
	return options
}

// playOn has all ask for another game if theirs is over.
func playOn(seated []*talk) {
	synctest.Wait()
	if text := seated[0].news(); !strings.HasSuffix(strings.TrimSpace(text), "Type rematch, or leave.") {
		return
	}
	for _, k := range seated {
		k.types("rematch")
	}
	for _, k := range seated {
		k.hears("Noirburg, casual: ")
	}
}

// TestALapseIsToldInALine to its player only, before the house plays for them.
func TestALapseIsToldInALine(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		seated := gang(t)
		const warning = "One more turn without a move, and the house plays for you."
		time.Sleep(3*time.Minute + time.Second) // the first to swap has a move and the bank
		synctest.Wait()
		told := 0
		for _, k := range seated {
			told += strings.Count(k.news(), warning)
		}
		if told != 1 {
			t.Errorf("%d lines warn", told)
		}
	})
}

// TestThreePlayByLines has two of three players resign before anybody can be out; then all type
// random suggested lines, for as many games as it takes.
func TestThreePlayByLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		seated := gang(t)
		keepHands(seated)
		seated[1].types("resign now")
		seated[0].hears("spade gave up")
		seated[2].types("resign now")
		seated[0].hears("You win: nobody else is left.")
		dice := rand.New(rand.NewPCG(1, 1))
		typed, kinds := 0, map[string]bool{}
		for typed < 100 {
			time.Sleep(1100 * time.Millisecond) // of the bubble's clock
			playOn(seated)
			k := seated[dice.IntN(len(seated))]
			options := k.wanted()
			if len(options) == 0 {
				continue
			}
			typed++
			line := options[dice.IntN(len(options))]
			kinds[strings.Fields(line)[0]] = true
			before := len(k.news())
			k.types(line)
			answer := k.news()[before:]
			if strings.Contains(answer, "as in ") || strings.Contains(answer, "here is no ") || strings.Contains(answer, "did not work") {
				t.Fatalf("%q is answered\n%s", line, answer)
			}
		}
		if len(kinds) < 6 {
			t.Errorf("only %v were typed", kinds)
		}
	})
}

// keepHands has all keep their hands, with enough time between the lines, and returns who is to
// move then.
func keepHands(seated []*talk) (first *talk) {
	for kept := 0; ; {
		for _, k := range seated {
			time.Sleep(1100 * time.Millisecond) // of the bubble's clock: no line is in flight
			switch options := k.wanted(); {
			case kept == len(seated) && len(options) > 0:
				return k
			case strings.HasPrefix(strings.Join(options, " "), "swap"):
				k.types("keep")
				k.hears("You kept the hand")
				kept++
			}
		}
	}
}

// TestAPassInFlightAnswersNoWindow: a player who had nothing to do is asked because of another's
// move.
func TestAPassInFlightAnswersNoWindow(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		seated := gang(t)
		keepHands(seated)
		asked := askedInAWindow(t, seated)
		asked.types("pass")
		asked.hears("The table has changed.")
		time.Sleep(time.Second)
		asked.types("pass")
		asked.hears("You have passed.", "The others are asked.")
	})
}

// askedInAWindow has all do on their turns what is suggested first, until a player who holds an
// answer has just been asked for it. Hands without one pass by themselves.
func askedInAWindow(t *testing.T, seated []*talk) *talk {
	t.Helper()
	for range 1000 {
		time.Sleep(1100 * time.Millisecond) // of the bubble's clock: no line is in flight
		for _, mover := range seated {
			options := mover.wanted()
			if len(options) == 0 || mover.answers() {
				continue
			}
			mover.types(options[0])
			synctest.Wait()
			for _, k := range seated {
				if k.answers() {
					return k
				}
			}
			break
		}
	}
	t.Fatalf("nobody holds an answer:\n%s", seated[0].news())
	return nil
}

// answers reports whether the newest question is one in a window.
func (k *talk) answers() bool {
	text := k.news()
	return strings.LastIndex(text, "Your answer: ") > max(strings.LastIndex(text, "Your move: "), strings.LastIndex(text, "You have passed."))
}

// TestWhoIsOutIsToldSo, and afterwards whom a rematch waits for.
func TestWhoIsOutIsToldSo(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		seated := gang(t)
		marlowe, spade, vera := seated[0], seated[1], seated[2]
		spade.types("resign now")
		marlowe.hears("spade gave up")
		spade.types("help")
		spade.hears("You are out of this game and can watch")
		spade.hears("leave: back to the door.")
		vera.types("resign now")
		marlowe.hears("Type rematch, or leave.")
		marlowe.types("rematch")
		marlowe.hears("The rematch is waiting for spade and vera.")
		vera.hears("The rematch is waiting for spade and you.")
		spade.types("rematch")
		vera.hears("The rematch is waiting for you.")
	})
}

func TestPassingIsTold(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		k := gang(t)[0]
		k.types("help")
		k.hears("auto: pass until your turn")
		k.types("auto")
		k.hears("You pass until your turn, except when something of yours is at stake.")
		k.types("auto")
		k.hears("You are asked again.")
	})
}

// TestOnlyWhatIsNewIsTold: all keep their hands, which the others do not see.
func TestOnlyWhatIsNewIsTold(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		seated := gang(t)
		keepHands(seated)
		const known = "You have 3 in money and 6 cards: Hideout with nobody, in the open."
		for _, looks := range []int{1, 2} {
			seated[0].news()
			if told := strings.Count(seated[0].heard.String(), known); told != looks {
				t.Errorf("marlowe is told %d times what he has, want %d", told, looks)
			}
			seated[0].types("look")
		}
	})
}

// TestWhoBeginsIsTold: a table of friends begins at once, one of strangers when enough have said so.
func TestWhoBeginsIsTold(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		var all []*talk
		for _, name := range []string{"marlowe", "spade", "archer", "vera"} {
			all = append(all, begin(t, burgher(h, h.Player(name))))
		}
		host, friends, alone := all[0], all[1:3], all[3]
		host.types("host noirburg --seats 4")
		_, code, _ := strings.Cut(host.hears("Its code is "), "Its code is ")
		code, _, _ = strings.Cut(code, ".")
		for _, k := range friends {
			k.types("join " + code)
		}
		host.hears("3 of 4 are here")
		host.types("begin")
		if said := host.hears("You are in. We are waiting for the others."); strings.Contains(said, "Noted") {
			t.Errorf("the host is told %s", said)
		}
		alone.types("play noirburg", "begin")
		alone.hears("Noted. You sit down as soon as enough others have said so")
	})
}
