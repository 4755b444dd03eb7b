package noirburg_test

import (
	"encoding/json"
	"testing"
)

// TestMovesAreAdvised names moves of marlowe in seat 0 of the town.
func TestMovesAreAdvised(t *testing.T) {
	t.Parallel()
	b := board(t, town(t).frame(0))
	for move, want := range map[string]string{
		`{"type":"mulligan","cards":[]}`:                                                                "keep the hand",
		`{"type":"mulligan","cards":["G1.0","BRIBE.0"]}`:                                                "put back gangster 1 and Bribe",
		`{"type":"arrange","places":{"G1.1":"hideout","G2.1":"B4.1","G1.0":"B1.0","G3.0":"hidden"}}`:    "leave everybody where they are",
		`{"type":"arrange","places":{"G1.1":"hideout","G2.1":"hideout","G1.0":"B1.0","G3.0":"hidden"}}`: "move 2 from casino to hideout",
		`{"type":"attack","gangsters":["G2.0","G4.0"],"seat":1,"place":"hideout"}`:                      "attack spade's Hideout with 4 and 2",
		`{"type":"open","card":"B4.3","on_hideout":true}`:                                               "open a Casino D on the Hideout",
		`{"type":"open","card":"G3.0","place":"hideout"}`:                                               "open a gangster 3 in the Hideout",
		`{"type":"move_hideout","under":null}`:                                                          "move the Hideout into the open",
		`{"type":"discard","cards":["G1.0"]}`:                                                           "discard gangster 1",
		`{"type":"draw","count":2}`:                                                                     "draw 2 cards",
		`{"type":"end_turn"}`:                                                                           "end the turn",
		`{"type":"pass"}`:                                                                               "pass",
		`{"type":"resign"}`:                                                                             "give up",
		`{"type":"poker","card":"POKER.0"}`:                                                             "call a Poker Night",
		`{"type":"police","card":"POLICE.0","use":"stop"}`:                                              "call the Police against the attack",
		`{"type":"police","card":"POLICE.0","use":"raid","seat":1,"place":"hideout"}`:                   "send the Police to spade's Hideout",
		`{"type":"bribe","card":"BRIBE.0"}`:                                                             "play a Bribe",
		`{"type":"driveby","cards":["DRIVEBY.0","DRIVEBY.1"],"seat":2,"place":"hideout"}`:               "play 2 Drive-bys on vera's Hideout",
		`{"type":"turncoat","card":"TURNCOAT.0","seat":1,"place":"hidden","gangster":"G2.0"}`:           "lure away spade's gangster 2 from hiding",
		`{"type":"turncoat","card":"TURNCOAT.0","seat":1,"place":"B4.0","gangster":"G2.0"}`:             "lure away spade's gangster 2 in the Casino",
		`{"type":"nothing of the kind"}`:                                                                "",
	} {
		if got := b.Advise(json.RawMessage(move)); got != want {
			t.Errorf("%s is advised as %q, not %q", move, got, want)
		}
	}
}
