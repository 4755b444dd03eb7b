package rules

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"noir/engine"
)

// TestRead: each type of move has one form, with lists in the deck's order; wrong shapes and
// repeated names are refused.
func TestRead(t *testing.T) {
	for given, want := range map[string]string{
		`{"cards":[],"type":"mulligan"}`:                                                                         `{"type":"mulligan","cards":[]}`,
		`{"type":"mulligan","cards":["POKER.0","G1.13","G1.2"],"CARDS":7,"max":2}`:                               `{"type":"mulligan","cards":["G1.2","G1.13","POKER.0"]}`,
		`{"type":"arrange","places":{"G2.0":null,"G1.0":"hideout","G1.10":"B3.0"}}`:                              `{"type":"arrange","places":{"G1.0":"hideout","G1.10":"B3.0","G2.0":null}}`,
		`{"type":"attack","gangsters":["G4.0","G1.0"],"seat":5,"place":"hideout","card":"G1.0"}`:                 `{"type":"attack","gangsters":["G1.0","G4.0"],"seat":5,"place":"hideout"}`,
		`{"type":"open","card":"B2.0","on_hideout":true,"place":"B1.0"}`:                                         `{"type":"open","card":"B2.0","on_hideout":true}`,
		`{"type":"open","card":"G2.0","on_hideout":true,"place":"B1.0"}`:                                         `{"type":"open","card":"G2.0","place":"B1.0"}`,
		`{"type":"open","card":"BRIBE.0"}`:                                                                       `{"type":"open","card":"BRIBE.0"}`,
		`{"type":"move_hideout","under":null}`:                                                                   `{"type":"move_hideout","under":null}`,
		`{"type":"move_hideout","under":"B4.3"}`:                                                                 `{"type":"move_hideout","under":"B4.3"}`,
		`{"type":"discard","cards":["G2.0"]}`:                                                                    `{"type":"discard","cards":["G2.0"]}`,
		`{"type":"draw","count":3}`:                                                                              `{"type":"draw","count":3}`,
		`{"type":"end_turn","x":1}`:                                                                              `{"type":"end_turn"}`,
		`{"type":"pass"}`:                                                                                        `{"type":"pass"}`,
		`{"type":"poker","card":"POKER.2"}`:                                                                      `{"type":"poker","card":"POKER.2"}`,
		`{"type":"police","card":"POLICE.3","use":"raid","seat":0,"place":"B1.9"}`:                               `{"type":"police","card":"POLICE.3","use":"raid","seat":0,"place":"B1.9"}`,
		`{"type":"police","card":"POLICE.3","use":"stop","seat":0,"place":"B1.9"}`:                               `{"type":"police","card":"POLICE.3","use":"stop"}`,
		`{"type":"bribe","card":"BRIBE.3"}`:                                                                      `{"type":"bribe","card":"BRIBE.3"}`,
		`{"type":"driveby","cards":["DRIVEBY.4","DRIVEBY.0"],"seat":2,"place":"B1.0"}`:                           `{"type":"driveby","cards":["DRIVEBY.0","DRIVEBY.4"],"seat":2,"place":"B1.0"}`,
		`{"type":"turncoat","card":"TURNCOAT.0","seat":2,"place":"hidden","gangster":"G4.0","gangsters":"none"}`: `{"type":"turncoat","card":"TURNCOAT.0","seat":2,"place":"hidden","gangster":"G4.0"}`,
	} {
		body, err := Game{}.Read(json.RawMessage(given))
		if err != nil || string(body) != want {
			t.Errorf("%s reads as %s (%v), want %s", given, body, err, want)
		}
	}
	for _, given := range []string{
		`{"type":"mulligan"}`, `{"type":"mulligan","cards":null}`, `{"type":"mulligan","cards":["G5.0"]}`, `{"type":"mulligan","cards":[null]}`,
		`{"type":"arrange"}`, `{"type":"arrange","places":null}`, `{"type":"arrange","places":{"G1.0":7}}`, `{"type":"arrange","places":{"X":"hideout"}}`,
		`{"type":"attack","gangsters":[],"place":"hideout"}`, `{"type":"attack","gangsters":[],"seat":"1","place":"hideout"}`,
		`{"type":"attack","gangsters":[],"seat":null,"place":"hideout"}`, `{"type":"attack","gangsters":[],"seat":1000,"place":"hideout"}`,
		`{"type":"attack","gangsters":[],"seat":1,"place":"cellar"}`, `{"type":"attack","gangsters":[],"seat":1,"place":null}`,
		`{"type":"open","card":"B1.0"}`, `{"type":"open","card":"B1.0","on_hideout":null}`, `{"type":"open","card":"G1.0"}`, `{"type":"open","card":null}`,
		`{"type":"move_hideout"}`, `{"type":"draw"}`, `{"type":"draw","count":"1"}`, `{"type":"draw","count":null}`, `{"type":"draw","count":1.5}`,
		`{"type":"police","card":"POLICE.0"}`, `{"type":"police","card":"POLICE.0","use":"bribe"}`, `{"type":"police","card":"POLICE.0","use":"raid"}`,
		`{"type":"driveby","cards":["DRIVEBY.0"]}`, `{"type":"turncoat","card":"TURNCOAT.0","seat":1,"place":"hidden"}`,
		`{"type":"mulligan","cards":["G1.0","G1.0"]}`, `{"type":"discard","cards":["G2.0","G1.0","G2.0"]}`,
		`{"type":"driveby","cards":["DRIVEBY.0","DRIVEBY.0"],"seat":1,"place":"B1.0"}`,
		`{"type":"attack","gangsters":["G1.0","G1.0"],"seat":1,"place":"hideout"}`,
		`{"type":"arrange","places":{"G1.0":null,"G1.0":"hideout"}}`, `{"type":"arrange","places":{"G1.0":null,"G1\u002e0":"hideout"}}`,
		`{"type":"draw","count":1,"count":2}`, `{"type":"draw","Count":1}`, `{"type":"pass","type":"pass"}`,
		`{"Type":"pass"}`, `{"type":"pass"} {}`, `{"type":"resign"}`, `{"type":"timeout"}`, `{"type":"abort"}`,
	} {
		if body, err := (Game{}).Read(json.RawMessage(given)); err == nil {
			t.Errorf("%s reads as %s", given, body)
		}
	}
}

// TestReadNames: the error names the field that is missing or wrong, also for a form.
func TestReadNames(t *testing.T) {
	for given, want := range map[string]string{
		`[]`:                                     `a move is an object that names no field twice`,
		`{"cards":[]}`:                           `a move has a "type", which is a text`,
		`{"type":"no"}`:                          `there is no move of the type "no"`,
		`{"type":"resign"}`:                      `there is no move of the type "resign"`,
		`{"type":"discard","max":4,"form":true}`: `discard has no "cards"`,
		`{"type":"mulligan","max":2,"form":true}`:                                       `mulligan has no "cards"`,
		`{"type":"arrange","form":true}`:                                                `arrange has no "places"`,
		`{"type":"discard","cards":["G1.0","G1.0"]}`:                                    `the "cards" of discard cannot be ["G1.0","G1.0"]`,
		`{"type":"open","card":"B1.0"}`:                                                 `open has no "on_hideout"`,
		`{"type":"attack","gangsters":["G1.0"],"seat":1}`:                               `attack has no "place"`,
		`{"type":"attack","gangsters":["G1.0"],"seat":1,"place":"hideout","form":true}`: `a form stands for many moves: send your own "gangsters", and no "form"`,
		`{"type":"driveby","cards":["DRIVEBY.0"],"seat":1,"place":"B1.0","form":true}`:  `a form stands for many moves: send your own "cards", and no "form"`,
		`{"type":"end_turn","form":true}`:                                               `end_turn stands for one move: send no "form"`,
		`{"type":"pass","form":true}`:                                                   `pass stands for one move: send no "form"`,
	} {
		var refused *engine.Illegal
		if _, err := (Game{}).Read(json.RawMessage(given)); !errors.As(err, &refused) || refused.Message != want {
			t.Errorf("%s: %v, not %s", given, err, want)
		}
	}
}

// TestNoForm: a move that says it is no form is one.
func TestNoForm(t *testing.T) {
	const move = `{"type":"attack","gangsters":["G1.0"],"seat":1,"place":"hideout"}`
	if read, err := (Game{}).Read(json.RawMessage(move[:len(move)-1] + `,"form":false}`)); err != nil || string(read) != move {
		t.Errorf("%s, %v", read, err)
	}
}

// TestBuilders: the functions that build moves write what Read returns.
func TestBuilders(t *testing.T) {
	c := func(id string) Card { return card(t, id) }
	for _, body := range []json.RawMessage{
		Mulligan(), Mulligan(c("G1.0")), Arrange(map[Card]Place{c("G1.0"): 0}), Attack([]Card{c("G1.0")}, 2, OnHideout),
		OpenBusiness(c("B1.0"), false), OpenGangster(c("G1.0"), At(c("B1.0"))), MoveHideout(0), MoveHideout(c("B1.0")),
		Discard(c("G1.0"), c("B1.0")), Draw(4), EndTurn(), Pass(), PlayPoker(c("POKER.0")), Raid(c("POLICE.0"), 0, At(c("B1.0"))),
		Stop(c("POLICE.0")), PlayBribe(c("BRIBE.0")), PlayDriveby([]Card{c("DRIVEBY.0")}, 1, At(c("B1.0"))),
		PlayTurncoat(c("TURNCOAT.0"), 1, Hidden, c("G1.0")),
	} {
		read, err := Game{}.Read(body)
		if err != nil || string(read) != string(body) {
			t.Errorf("%s reads as %s (%v)", body, read, err)
		}
	}
}

// TestCards: the deck is as the protocol lists it.
func TestCards(t *testing.T) {
	var ids []string
	for c := Card(1); c <= allCards; c++ {
		ids = append(ids, c.String())
	}
	for at, want := range map[int]string{
		0: "G1.0", 13: "G1.13", 14: "G2.0", 24: "G3.0", 32: "G4.0", 36: "B1.0", 46: "B2.0", 54: "B3.0", 60: "B4.0",
		64: "POKER.0", 67: "POLICE.0", 71: "BRIBE.0", 75: "DRIVEBY.0", 80: "TURNCOAT.0", 82: "TURNCOAT.2", 83: "HIDEOUT.0", 88: "HIDEOUT.5",
	} {
		if ids[at] != want {
			t.Errorf("card %d is %s, not %s", at, ids[at], want)
		}
	}
	if firstBusiness.String() != "B1.0" || HideoutOf(0) != FirstHideout || HideoutOf(5).String() != "HIDEOUT.5" {
		t.Error("the listing has moved")
	}
	g, b, h, r := card(t, "G4.0"), card(t, "B3.0"), HideoutOf(0), card(t, "BRIBE.0")
	figures := func(c Card) []int { return []int{c.Number(), c.Power(), c.Income(), c.Cost()} }
	for c, want := range map[Card][]int{g: {4, 4, 0, 3}, b: {3, 0, 3, 2}, h: {3, 0, 3, 0}, r: {0, 0, 0, 0}, 0: {0, 0, 0, 0}} {
		if got := figures(c); !slices.Equal(got, want) {
			t.Errorf("%s has %v, not %v", c, got, want)
		}
	}
	if !r.Kind().Reaction() || h.Kind().Reaction() || b.Kind().Reaction() {
		t.Error("reactions are mistaken")
	}
}

// TestAnUnknownCardIsNone: it is refused, and does not become no card at all.
func TestAnUnknownCardIsNone(t *testing.T) {
	for text, want := range map[string]Card{`"G1.0"`: card(t, "G1.0"), `null`: 0, `"G9.0"`: 2, `""`: 2, `7`: 2} {
		c := Card(2)
		if err := json.Unmarshal([]byte(text), &c); (err != nil) != (want == 2) || c != want {
			t.Errorf("%s is card %d, %v", text, c, err)
		}
	}
}
