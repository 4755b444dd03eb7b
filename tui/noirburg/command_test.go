package noirburg_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/noirburg"
)

// TestEveryMoveCanBeTyped plays random games and types every move that is open to
// anybody: what Command reads is the move, but for which of equal cards it names.
func TestEveryMoveCanBeTyped(t *testing.T) {
	t.Parallel()
	typed := map[string]bool{}
	for seed, seats := range []int{rules.MinSeats, rules.Hideouts} {
		g := deal(t, byte(seed), seats)
		for !g.over() {
			for s := range engine.Seat(g.seats) {
				g.typeAll(s, typed)
			}
			g.chance()
		}
	}
	for _, kind := range []string{
		rules.TypeMulligan, rules.TypeArrange, rules.TypeAttack, rules.TypeOpen, rules.TypeMoveHideout, rules.TypeDiscard,
		rules.TypeDraw, rules.TypeEndTurn, rules.TypePass, rules.TypePoker, rules.TypePolice, rules.TypeBribe,
		rules.TypeDriveby, rules.TypeTurncoat,
	} {
		if !typed[kind] {
			t.Errorf("no %s was open to anybody", kind)
		}
	}
}

// typeAll types every move that is open to a seat.
func (g *game) typeAll(s engine.Seat, typed map[string]bool) {
	g.t.Helper()
	legal := g.state.Legal(s)
	if len(legal) == 0 {
		return
	}
	b := board(g.t, g.since(len(g.log), s))
	for _, entry := range legal {
		body := g.complete(s, entry)
		move, _ := rules.ReadMove(body)
		line := noirburg.Typed(b, move)
		got, err := b.Command(line)
		if err != nil {
			g.t.Fatalf("%q for %s is refused: %v\n%s", line, body, err, strings.Join(b.Plain(), "\n"))
		}
		read, _ := rules.ReadMove(got)
		if alike(g.view(s), s, read) != alike(g.view(s), s, move) {
			g.t.Fatalf("%q means %s, want %s\n%s", line, got, body, strings.Join(b.Plain(), "\n"))
		}
		if _, _, err := g.state.Apply(engine.Move{Seat: s, By: engine.ByPlayer, Body: got}); err != nil {
			g.t.Fatalf("%q is refused: %v", line, err)
		}
		typed[move.Type] = true
	}
}

// alike is the same for two moves that differ in nothing but which of equal cards
// they name: gangsters of one power at one place, reaction cards of one kind.
func alike(v rules.View, s engine.Seat, m rules.Move) string {
	own := v.Seats[s]
	where := map[rules.Card]rules.Place{}
	for _, g := range own.Hideout.Gangsters {
		where[g] = rules.OnHideout
	}
	for b, crew := range own.Businesses {
		for _, g := range crew {
			where[g] = rules.At(b)
		}
	}
	for _, g := range own.Hidden {
		where[g] = rules.Hidden
	}
	var sent []string
	for _, g := range m.Gangsters {
		sent = append(sent, fmt.Sprintf("%d from %s", g.Power(), where[g]))
	}
	for g, to := range m.Places {
		sent = append(sent, fmt.Sprintf("%d from %s to %s", g.Power(), where[g], to))
	}
	slices.Sort(sent)
	card := fmt.Sprint(m.Card)
	if m.Card.Kind().Reaction() {
		card = fmt.Sprint(m.Card.Kind())
	}
	cards := fmt.Sprint(m.Cards)
	if m.Type == rules.TypeDriveby {
		cards = fmt.Sprint(len(m.Cards))
	}
	return fmt.Sprint(m.Type, sent, card, cards, m.Seat, m.Place, m.Under, m.OnHideout, m.Use, m.Count, m.Gangster.Power())
}

// TestCommands types lines for marlowe in the town.
func TestCommands(t *testing.T) {
	t.Parallel()
	arranging, attacking, window := own(t), own(t), raided(t)
	attacking.view.Phase = rules.PhaseAttack
	attacking.legal = []json.RawMessage{
		rules.Attack(cards(t, "G1.0", "G1.1", "G2.1"), 1, rules.OnHideout),
		rules.Attack(cards(t, "G1.0", "G1.1", "G2.1"), 1, rules.At(card(t, "B4.0"))),
		rules.Attack(cards(t, "G1.0", "G1.1", "G2.1"), 2, rules.OnHideout),
		rules.Move{Type: rules.TypeOpen, Card: card(t, "B4.2")}.Body(),
		rules.Move{Type: rules.TypeOpen, Card: card(t, "G2.5"), Place: rules.OnHideout}.Body(),
		rules.Move{Type: rules.TypeOpen, Card: card(t, "G2.5"), Place: rules.At(card(t, "B4.1"))}.Body(),
		rules.Move{Type: rules.TypeMoveHideout}.Body(), json.RawMessage(`{"type":"discard","max":4}`), rules.Draw(1), rules.EndTurn(),
	}
	out, empty, several, luring := town(t), town(t), raided(t), raided(t)
	out.view.Seats[0].Alive = false
	empty.view.Hand, empty.legal = nil, []json.RawMessage{rules.EndTurn()}
	empty.view.Active = 0
	several.legal = append(several.legal, rules.Move{
		Type: rules.TypePolice, Card: card(t, "POLICE.0"), Use: rules.UseRaid, Seat: 2, Place: rules.At(card(t, "B2.0")),
	}.Body())
	lure := func(gangster string, from engine.Seat, place rules.Place) json.RawMessage {
		return rules.Move{Type: rules.TypeTurncoat, Card: card(t, "TURNCOAT.0"), Seat: from, Place: place, Gangster: card(t, gangster)}.Body()
	}
	luring.view.Hand = cards(t, "TURNCOAT.0", "BRIBE.0")
	luring.legal = []json.RawMessage{
		lure("G4.0", 1, rules.At(card(t, "B4.0"))), lure("G2.2", 2, rules.OnHideout), lure("G2.3", 2, rules.Hidden), rules.Pass(),
	}
	for _, c := range []struct {
		scene *scene
		line  string
		want  string // the move, or the answer
	}{
		{out, "end", rules.Sentence(rules.OutOfGame)},
		{empty, "open 1", "your hand is empty"},
		{several, "police", "say what for, as in police stop, or police vera casino"},
		{several, "police vera bootlegger", `{"type":"police","card":"POLICE.0","use":"raid","seat":2,"place":"B2.0"}`},
		{window, "driveby spade casino with 0", "say with how many cards, as in driveby vera casino, or driveby vera casino with 2"},
		{window, "driveby with 1", `{"type":"driveby","cards":["DRIVEBY.0"],"seat":1,"place":"B4.0"}`},
		{window, "bribe", "you hold no Bribe"},
		{attacking, "open 2 alone", `{"type":"open","card":"B4.2","on_hideout":false}`},
		{attacking, "open 2 in casino", "say nothing more, or that it goes on the Hideout, as in open 3, open 3 in casino or open 3 on hideout"},
		{luring, "turncoat", "say which gangster, by power, as in turncoat 3 from vera casino, or turncoat 3 from vera hidden"},
		{luring, "turncoat 4", string(luring.legal[0])},
		{luring, "turncoat 2", "say from where: vera hideout and vera hidden"},
		{luring, "turncoat 2 from vera hidden", string(luring.legal[2])},
		{luring, "turncoat 2 vera hideout", string(luring.legal[1])},
		{luring, "turncoat 3", "no gangster 3 can be lured away there: choose another"},
		{luring, "turncoat 4 from vera hideout", "no gangster 4 can be lured away there: choose another"},
		{arranging, "move 1 from hideout to still b, 3 to hideout", `{"type":"arrange","places":{"G1.0":"B1.0","G1.1":"B1.1","G2.1":"B4.1","G3.0":"hideout"}}`},
		{arranging, "M back", `{"type":"arrange","places":{"G1.0":"B1.0","G1.1":"hideout","G2.1":"B4.1","G3.0":null}}`},
		{arranging, "move back, dismiss 3", "say which gangsters, by power, as in move 2 to casino, 3 from hideout to still, dismiss 1"},
		{arranging, "dismiss 3", `{"type":"arrange","places":{"G1.0":"B1.0","G1.1":"hideout","G2.1":"B4.1","G3.0":null}}`},
		{arranging, "move all from hidden to casino", `{"type":"arrange","places":{"G1.0":"B1.0","G1.1":"hideout","G2.1":"B4.1","G3.0":"B4.1"}}`},
		{arranging, "move", "say where to with your hidden 3, as in move 2 to casino, 3 from hideout to still, dismiss 1"},
		{arranging, "move 1 to casino", "say which 1: 1 from hideout and 1 from still a"},
		{arranging, "move 3 to still", "say which: still a and still b"},
		{arranging, "move 3 to speakeasy", "there is no such place: You have the Hideout, Casino, Still A and Still B"},
		{arranging, "move 4 to casino", "you have no gangsters of power 4 there"},
		{attacking, "attack spade casino with 1 from hideout and 2", `{"type":"attack","gangsters":["G1.1","G2.1"],"seat":1,"place":"B4.0"}`},
		{attacking, "a sp h with all", `{"type":"attack","gangsters":["G1.0","G1.1","G2.1"],"seat":1,"place":"hideout"}`},
		{attacking, "attack casino with 1 from still a, 2", `{"type":"attack","gangsters":["G1.0","G2.1"],"seat":1,"place":"B4.0"}`},
		{attacking, "attack spade's casino with 2 from casino.", `{"type":"attack","gangsters":["G2.1"],"seat":1,"place":"B4.0"}`},
		{attacking, "attack hideout with 2", "say whose: spade hideout and vera hideout"},
		{attacking, "attack spade casino with 2 1 from hideout", "you have no gangsters of power 2 there"},
		{attacking, "attack spade casino with 1", "say which 1: 1 from hideout and 1 from still a"},
		{attacking, "attack spade casino", "say who attacks, as in attack vera casino with 4 2"},
		{attacking, "attack spade casino with nobody", "say which gangsters, by power, as in attack vera casino with 4 2"},
		{attacking, "open 2", `{"type":"open","card":"B4.2","on_hideout":false}`},
		{attacking, "o 2 on the hideout", `{"type":"open","card":"B4.2","on_hideout":true}`},
		{attacking, "open casino", `{"type":"open","card":"B4.2","on_hideout":false}`},
		{attacking, "1 in casino", `{"type":"open","card":"G2.5","place":"B4.1"}`},
		{attacking, "open 1", "say where: open 1 in hideout and open 1 in casino"},
		{attacking, "open 7", "say which card of your hand, a number from 1 to 4, as in open 3, open 3 in casino or open 3 on hideout"},
		{attacking, "hideout under still a", `{"type":"move_hideout","under":"B1.0"}`},
		{attacking, "hideout out", `{"type":"move_hideout","under":null}`},
		{attacking, "hideout", "say where it goes, as in hideout under casino, or hideout out"},
		{attacking, "open police", rules.Sentence(rules.WrongCard)},
		{attacking, "discard 1, 3", `{"type":"discard","cards":["G2.5","POLICE.0"]}`},
		{attacking, "x police", `{"type":"discard","cards":["POLICE.0"]}`},
		{attacking, "draw", `{"type":"draw","count":1}`},
		{attacking, "d 3", `{"type":"draw","count":3}`},
		{attacking, "draw many", "say how many cards, as in draw 2"},
		{attacking, "end", `{"type":"end_turn"}`},
		{attacking, "end now", `"now" is too much: type it like end`},
		{attacking, "poker", "you hold no Poker Night"},
		{attacking, "di", `"di" may be dismiss and discard`},
		{attacking, "dance", `there is no "dance" here: help says what you can type`},
		{window, "pass", `{"type":"pass"}`},
		{window, "P", `{"type":"pass"}`},
		{window, "police stop", `{"type":"police","card":"POLICE.0","use":"stop"}`},
		{window, "3", `{"type":"police","card":"POLICE.0","use":"stop"}`},
		{window, "police vera bootlegger", `{"type":"police","card":"POLICE.0","use":"raid","seat":2,"place":"B2.0"}`},
		{window, "4 my casino", `{"type":"driveby","cards":["DRIVEBY.0"],"seat":0,"place":"B4.1"}`},
		{window, "drive", `{"type":"driveby","cards":["DRIVEBY.0"],"seat":1,"place":"B4.0"}`},
		{window, "driveby spade casino with 2", "you hold a Drive-by"},
		{window, "driveby sam still", "there is no such place: sam is out"},
		{window, "turncoat 4", "you hold no Turncoat"},
		{window, "", "police stop; driveby spade casino; pass. A question mark after a move asks what it would lead to"},
		{town(t), "end", "vera is to move."},
	} {
		move, err := board(t, c.scene.frame(0)).Command(c.line)
		got := string(move)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q means %s\nwant %s", c.line, got, c.want)
		}
	}
	if _, err := board(t, own(t).frame(engine.Spectator)).Command("end"); err == nil || err.Error() != "you have no seat at this table: leave it, and look for one of your own to play" {
		t.Errorf("a spectator is told %v", err)
	}
}

// TestQuestionsAreAnswered asks what moves would lead to instead of making them.
func TestQuestionsAreAnswered(t *testing.T) {
	t.Parallel()
	attacking := own(t)
	attacking.view.Phase = rules.PhaseAttack
	attacking.legal = []json.RawMessage{
		rules.Attack(cards(t, "G2.1"), 1, rules.At(card(t, "B4.0"))),
		rules.Move{Type: rules.TypeOpen, Card: card(t, "G2.5"), Place: rules.At(card(t, "B4.1"))}.Body(), json.RawMessage(`{"type":"discard","max":4}`), rules.EndTurn(),
	}
	for _, c := range []struct {
		scene *scene
		line  string
		want  string // a part of the answer
	}{
		{attacking, "attack spade casino with 2?", "You attack spade's Casino with 2: 2 against 8, it holds."},
		{attacking, "attack spade hideout with 2 ?", rules.Sentence(rules.TargetAlreadyAttacked)},
		{attacking, "open 1 in casino?", "4 of 4"},
		{attacking, "discard 1 2?", "2 cards would go"},
		{attacking, "move?", rules.Sentence(rules.PhaseAlreadyPassed)},
		{own(t), "move 3 to casino?", "Casino with 3 and 2, 5 of 4; Still A with 1, 1 of 1; Still B with nobody"},
		{raided(t), "police stop?", "Nobody is hurt"},
		{raided(t), "pass?", "you would let it happen"},
		{raided(t), "draw?", rules.Sentence(rules.NotYourTurn)},
	} {
		move, err := board(t, c.scene.frame(0)).Command(c.line)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q is answered %v, and means %s; want %q", c.line, err, move, c.want)
		}
	}
}
