package noirburg_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
)

// raided is the town with vera's attack on marlowe's Casino under way.
func raided(t testing.TB) *scene {
	s := town(t)
	s.view.Window = &rules.Window{
		Kind: rules.WindowAttack, By: 2, Seat: 0, Place: rules.At(card(t, "B4.1")), Gangsters: cards(t, "G2.3", "G4.1"), MayPass: true,
	}
	vera := &s.view.Seats[2]
	vera.Hidden = cards(t, "G2.3", "G4.1")
	s.legal = []json.RawMessage{
		rules.Move{Type: rules.TypePolice, Card: card(t, "POLICE.0"), Use: rules.UseStop}.Body(),
		rules.Move{Type: rules.TypeDriveby, Cards: cards(t, "DRIVEBY.0"), Seat: 1, Place: rules.At(card(t, "B4.0"))}.Body(),
		rules.Pass(),
	}
	return s
}

// own is marlowe's turn in the town, with gangsters to arrange.
func own(t testing.TB) *scene {
	s := town(t)
	s.view.Active, s.view.Phase = 0, rules.PhaseMove
	s.legal = []json.RawMessage{
		json.RawMessage(`{"type":"arrange"}`),
		rules.Move{Type: rules.TypeDriveby, Cards: cards(t, "DRIVEBY.0"), Seat: 1, Place: rules.At(card(t, "B4.0"))}.Body(),
	}
	return s
}

var (
	spadeLies   = "spade has 12 in money and one card: Hideout with nobody, in the open; Casino with 4."
	samLies     = "sam is out."
	marloweLies = "You have 7 in money and 4 cards: Hideout with 1, under the Casino; Casino with 2; Still A with 1; Still B with nobody; hidden 3."
	counts      = "spade has the countdown: 3 tokens of 4 left."
	marloweHand = "Your hand: 1, gangster two; 2, Casino; 3, Police; 4, Drive-by."
)

func TestPlainReadsWell(t *testing.T) {
	t.Parallel()
	waiting := town(t)
	swap := town(t)
	swap.view.Phase, swap.view.Turn, swap.view.Round, swap.view.Active, swap.view.Countdown = rules.PhaseSetup, 0, 0, 0, nil
	swap.legal = []json.RawMessage{json.RawMessage(`{"type":"mulligan","max":2}`)}
	passed := raided(t)
	passed.view.Window.MayPass = false
	passed.legal = passed.legal[:1]
	early := town(t)
	early.legal = own(t).legal[1:]
	bribed := raided(t)
	bribed.view.Window = &rules.Window{
		Kind: rules.WindowPolice, By: 1, Seat: engine.Spectator, Use: rules.UseStop,
		Cards: cards(t, "POLICE.1", "BRIBE.0"), Outer: bribed.view.Window,
	}
	bribed.legal = nil
	for name, c := range map[string]struct {
		scene *scene
		seat  engine.Seat
		want  []string
	}{
		"somebody else's turn": {waiting, 0, []string{
			"Turn 14 in round 4 is vera's, attack comes next. The bank has 21, the deck 31 cards. Ending a turn with 31 in money wins.", counts, spadeLies,
			"vera has 20 in money and no cards: Hideout with 2, under the Bootlegger; Bootlegger with 1 and 1; Speakeasy with 3; hidden 2.",
			samLies, marloweLies, marloweHand, "vera is to move.",
		}},
		"an attack on one's own": {raided(t), 0, []string{
			"Turn 14 in round 4 is vera's. The bank has 21, the deck 31 cards. Ending a turn with 31 in money wins.", counts, spadeLies,
			"vera has 20 in money and no cards: Hideout with 2, under the Bootlegger; Bootlegger with 1 and 1; Speakeasy with 3; hidden 4 and 2.",
			samLies, marloweLies, marloweHand,
			"vera attacks your Casino with 4 and 2: 6 against 6, it falls. Would die: your 2; vera's 2. Would fall: your Casino, $4 stolen.",
			"Your answer: police stop; driveby spade casino; pass.",
		}},
		"an attack that one has let pass": {passed, 0, []string{
			"Turn 14 in round 4 is vera's. The bank has 21, the deck 31 cards. Ending a turn with 31 in money wins.", counts, spadeLies,
			"vera has 20 in money and no cards: Hideout with 2, under the Bootlegger; Bootlegger with 1 and 1; Speakeasy with 3; hidden 4 and 2.",
			samLies, marloweLies, marloweHand,
			"vera attacks your Casino with 4 and 2: 6 against 6, it falls. Would die: your 2; vera's 2. Would fall: your Casino, $4 stolen.",
			"You have passed. Until the others have answered you can still play police stop.",
		}},
		"a card at somebody else's turn": {early, 0, []string{
			"Turn 14 in round 4 is vera's, attack comes next. The bank has 21, the deck 31 cards. Ending a turn with 31 in money wins.", counts, spadeLies,
			"vera has 20 in money and no cards: Hideout with 2, under the Bootlegger; Bootlegger with 1 and 1; Speakeasy with 3; hidden 2.",
			samLies, marloweLies, marloweHand, "vera is to move. You can play at any time driveby spade casino.",
		}},
		"a Police that is bribed": {bribed, engine.Spectator, []string{
			"Turn 14 in round 4 is vera's. The bank has 21, the deck 31 cards. Ending a turn with 31 in money wins.", counts, spadeLies,
			"vera has 20 in money and no cards: Hideout with 2, under the Bootlegger; Bootlegger with 1 and 1; Speakeasy with 3; hidden 4 and 2.",
			samLies, strings.Replace(marloweLies, "You have", "marlowe has", 1),
			"vera attacks marlowe's Casino with 4 and 2: 6 against 6, it falls. Would die: marlowe's 2; vera's 2. Would fall: marlowe's Casino, $4 stolen.",
			"Police lies on the table, played by spade against the attack, and is bribed: it does nothing.",
			"The others are asked.",
		}},
		"one's own turn": {own(t), 0, []string{
			"Turn 14 in round 4 is yours, move comes next. The bank has 21, the deck 31 cards. Ending a turn with 31 in money wins.", counts, spadeLies,
			"vera has 20 in money and no cards: Hideout with 2, under the Bootlegger; Bootlegger with 1 and 1; Speakeasy with 3; hidden 2.",
			samLies, marloweLies, marloweHand,
			"Your move: move dismiss 3 from hidden; driveby spade casino.",
		}},
		"before the first turn": {swap, 0, []string{
			"Before the first turn everybody may swap two cards. The bank has 21.", spadeLies,
			"vera has 20 in money and no cards: Hideout with 2, under the Bootlegger; Bootlegger with 1 and 1; Speakeasy with 3; hidden 2.",
			samLies, marloweLies, marloweHand, "Your move: swap 1 2; keep.",
		}},
	} {
		if diff := cmp.Diff(c.want, board(t, c.scene.frame(c.seat)).Plain()); diff != "" {
			t.Errorf("%s (- want, + got):\n%s", name, diff)
		}
	}
}

// TestTheHouseIsNamed where it plays for somebody.
func TestTheHouseIsNamed(t *testing.T) {
	t.Parallel()
	f := town(t).frame(0)
	f.Seats[1].Substitute = true
	want := strings.Replace(spadeLies, "one card:", "one card, played by the house:", 1)
	if got := board(t, f).Plain(); !slices.Contains(got, want) {
		t.Errorf("%q is missing: %q", want, got)
	}
}

// sentence checks what is read aloud: it has no card ids and no programs' words.
var sentence = regexp.MustCompile(`^[A-Za-z0-9].*[.]$`)

var unspeakable = regexp.MustCompile(`[A-Z]\d?\.\d|%!|  |_|null|\{|\.\.`)

// TestRandomGamesReadWell plays random games and looks at what everybody is told of
// them, one after the other.
func TestRandomGamesReadWell(t *testing.T) {
	t.Parallel()
	for seed := range byte(4) {
		g := deal(t, 40+seed, 3+int(seed))
		told := 0
		for turn := 0; !g.over(); turn++ {
			g.chance()
			f := g.since(told, engine.Seat(turn%(g.seats+1)-1))
			told = len(g.log)
			b := board(t, f)
			for _, text := range b.Plain() {
				if !sentence.MatchString(text) || unspeakable.MatchString(text) {
					t.Fatalf("seat %d hears %q", f.Seat, text)
				}
			}
			for _, l := range f.Log {
				if text := b.Tell(l); unspeakable.MatchString(text) {
					t.Fatalf("seat %d is told %q of %s %s", f.Seat, text, l.Move, l.Effects)
				}
			}
		}
	}
}

// since is a frame whose log begins after a ply: long logs take time.
func (g *game) since(ply int, s engine.Seat) matchmaking.Frame {
	late := *g
	late.log = g.log[ply:]
	return late.frame(s)
}
