package lobby_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestAnOfferOutlivesItsMaker: it stands when they have left the screen, and a player that finds
// it on their home takes it.
func TestAnOfferOutlivesItsMaker(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := session(house, house.Player("marlowe")), session(house, house.Player("spade"))
		first := start(t, marlowe, lobby.Home(marlowe), 80, 24)
		first.Click("With a friend")
		first.WaitFor("Challenges")
		first.Click("Challenges")
		first.WaitFor("To anybody", "To a player")
		first.Click("To anybody")
		first.WaitFor("It stands for a week", "yours")
		first.Press("esc")
		first.WaitFor("Open a table")
		first.Press("esc")
		first.WaitFor("Practice")

		second := start(t, spade, lobby.Home(spade), 80, 24)
		second.WaitFor("1 to anybody")
		second.Click("Challenges")
		second.WaitFor("marlowe", "District Noir, rated")
		second.Click("marlowe")
		second.WaitFor("at the table")
		first.WaitFor("District Noir v spade")
	})
}

// TestAPlayerIsChallenged by name, and declines; and then the offer is taken back.
func TestAPlayerIsChallenged(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := session(house, house.Player("marlowe")), session(house, house.Player("spade"))
		first := start(t, marlowe, lobby.Challenges(marlowe), 80, 24)
		first.Click("To a player")
		first.Press("n", "e", "m", "o", "enter")
		first.WaitFor("There is no player \"nemo\": check the name.")
		first.Press("ctrl+u", "m", "a", "r", "l", "o", "w", "e", "enter")
		first.WaitFor("You cannot challenge yourself: name somebody else.")
		first.Press("ctrl+u", "s", "p", "a", "d", "e", "enter")
		first.WaitFor("spade is told", "yours, to spade")

		second := start(t, spade, lobby.Home(spade), 80, 24)
		second.WaitFor("1 challenge to you")
		first.Click("yours, to spade")
		first.WaitFor("Withdrawn.")
	})
}

// TestAChallengeThatIsGone since it was listed: whoever takes it is told, and may go on.
func TestAChallengeThatIsGone(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, s, term := marlowe(t, lobby.Challenges, 80, 24)
		spade := house.Player("spade")
		made, err := house.Broker.Challenge(t.Context(), data.Challenge{From: spade, Game: "district-noir", Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		term.WaitFor("A day game waits for both of you", "spade")
		if _, err := house.Broker.Withdraw(t.Context(), spade.ID, made.Left.ID); err != nil {
			t.Fatal(err)
		}
		term.Click("spade") // before the list is looked at again
		if screen := term.WaitFor("CHALLENGES", s.Why(matchmaking.ErrNoChallenge)); strings.Contains(screen, "A day game waits") {
			t.Errorf("it says both:\n%s", screen)
		}
	})
}

// TestATableToWhichSomebodyIsCalled: the host waits there, and the player who accepts sits down.
func TestATableToWhichSomebodyIsCalled(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := session(house, house.Player("marlowe")), session(house, house.Player("spade"))
		first := start(t, marlowe, lobby.Private(marlowe), 80, 24)
		first.Click("Challenge by name")
		first.Press("s", "p", "a", "d", "e", "enter")
		first.WaitFor("1 of 2 seated")
		second := start(t, spade, lobby.Challenges(spade), 80, 24)
		second.WaitFor("to you")
		second.Click("marlowe")
		first.WaitFor("at the table")
		second.WaitFor("at the table")
	})
}

// TestAChallengeIsHeard wherever the other player is, home, in the menus or at a table with the house,
// as often as it comes; the challenger sees whom they wait for. It rings for those who want a bell.
func TestAChallengeIsHeard(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := session(house, house.Player("marlowe")), session(house, house.Player("spade"))
		first, second := start(t, marlowe, lobby.Home(marlowe), 80, 24), start(t, spade, lobby.Home(spade), 80, 24)
		places := []func(){
			func() {},
			func() { second.Click("Rankings") },
			func() { spade.Settings.Silent = true },
		}
		for i, move := range places {
			move()
			bells := second.Bells()
			first.Click("With a friend")
			first.WaitFor("Challenge by name")
			first.Click("Challenge by name")
			first.Press("s", "p", "a", "d", "e", "enter")
			first.WaitFor("1 of 2 seated", "You are waiting for spade; the challenge has been delivered.")
			second.WaitFor("marlowe challenges you to District Noir: see With")
			if rings, want := second.Bells()-bells, 1; spade.Settings.Silent && rings != 0 || !spade.Settings.Silent && rings != want {
				t.Errorf("challenge %d rings %d times", i, rings)
			}
			time.Sleep(5 * time.Second) // the sentence goes
			first.Press("esc")
			first.WaitFor("Practice")
		}
	})
}

// TestAChallengeIsThreeKeysAway: the cursor stands on it on each screen that leads to it.
func TestAChallengeIsThreeKeysAway(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := session(house, house.Player("marlowe")), session(house, house.Player("spade"))
		first, second := start(t, marlowe, lobby.Private(marlowe), 80, 24), start(t, spade, lobby.Home(spade), 80, 24)
		first.Click("Challenge by name")
		first.Press("s", "p", "a", "d", "e", "enter")
		second.WaitFor("1 challenge to you")
		second.Click("With a friend")
		second.WaitFor("▸ Challenges", "1 to you")
		second.Press("enter")
		second.WaitFor("marlowe", "District Noir, casual, live", "enter accept")
		second.Press("enter")
		first.WaitFor("at the table")
	})
}

// TestAHostChoosesTheClock: only a rated game must have one.
func TestAHostChoosesTheClock(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := session(house, house.Player("marlowe"))
		term := start(t, marlowe, lobby.Private(marlowe), 80, 24)
		row := func(label string) string {
			_, rest, _ := strings.Cut(term.Screen(), label)
			text, _, _ := strings.Cut(rest, "\n")
			return strings.Trim(text, " ←→")
		}
		turn := func(label, key, want string) {
			t.Helper()
			term.Press("home")
			for n := 0; n < 10 && !strings.Contains(term.Screen(), "▸ "+label); n++ {
				term.Press("down")
			}
			if term.Press(key); row(label) != want {
				t.Errorf("%s is %q, not %q", label, row(label), want)
			}
		}
		turn("Stake", "right", "rated")
		turn("Pace", "right", "twice the time")
		turn("Pace", "right", "four times the time")
		turn("Pace", "right", "no clock")
		if row("Stake") != "casual" {
			t.Errorf("without a clock it is %s", row("Stake"))
		}
		turn("Stake", "right", "rated")
		if row("Pace") != "live" {
			t.Errorf("for a rating the pace is %s", row("Pace"))
		}
		turn("Pace", "right", "twice the time")
		term.Press("home", "enter")
		term.WaitFor("60 s a move, 180 s in the bank")
	})
}

// signs are the codes of challenges, different each time.
var signs = regexp.MustCompile(`\b[0-9A-Z]{4} (marlowe|spade|vera)`)

func TestChallengesLook(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "challenges", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		for _, c := range []data.Challenge{
			{From: spade, To: marlowe, Game: "district-noir"},
			{From: house.Player("vera"), Game: "noirburg", Seats: 4},
			{From: marlowe, Game: "district-noir", Rated: true},
		} {
			if _, err := house.Broker.Challenge(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		s := both(house, marlowe)
		term := start(t, s, lobby.Challenges(s), w, h)
		term.WaitFor("vera")
		term.Press("home")
		return signs.ReplaceAllString(term.Screen(), "A1B2 $1")
	})
	tuitest.Screens(t, "challenges-name", func(t *testing.T, w, h int) string {
		_, _, term := marloweWithBoth(t, lobby.Challenges, w, h)
		term.WaitFor("To a player")
		term.Press("down", "enter", "s", "p")
		return term.WaitFor("sp_")
	})
}
