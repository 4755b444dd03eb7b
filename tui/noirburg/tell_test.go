package noirburg_test

import (
	"encoding/json"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// card finds a card by its id.
func card(t testing.TB, id string) rules.Card {
	t.Helper()
	var c rules.Card
	if err := c.UnmarshalText([]byte(id)); err != nil {
		t.Fatal(err)
	}
	return c
}

// cards finds cards by their ids.
func cards(t testing.TB, ids ...string) []rules.Card {
	t.Helper()
	all := make([]rules.Card, len(ids))
	for i, id := range ids {
		all[i] = card(t, id)
	}
	return all
}

// line is a line of the log with its effects in JSON.
func line(s engine.Seat, move string, effects ...string) engine.Line {
	l := engine.Line{Seat: s, By: engine.ByPlayer, Move: json.RawMessage(move)}
	for _, e := range effects {
		l.Effects = append(l.Effects, json.RawMessage(e))
	}
	return l
}

// lines are lines of the log by what marlowe in seat 0 of the town is told of them.
// Its mafias decide only which businesses have a letter.
func lines(t testing.TB) map[string]engine.Line {
	return map[string]engine.Line{
		"spade kept the hand": line(1, `{"type":"mulligan","cards":[]}`),
		"you put back gangster 1 and Bribe and drew Casino and Police": line(0, `{"type":"mulligan","cards":["G1.0","BRIBE.0"]}`,
			`{"type":"moved","card":"G1.0","seat":0,"from":"hand","to":"discard","to_seat":0}`,
			`{"type":"moved","card":"BRIBE.0","seat":0,"from":"hand","to":"discard","to_seat":0}`,
			`{"type":"drew","seat":0,"count":2,"cards":["B4.3","POLICE.0"]}`),
		"spade put back gangster 1 and drew one card; turn 1, vera begins": line(1, `{"type":"mulligan","cards":["G1.0"]}`,
			`{"type":"moved","card":"G1.0","seat":1,"from":"hand","to":"discard","to_seat":1}`,
			`{"type":"drew","seat":1,"count":1}`, `{"type":"turn","seat":2,"turn":1}`),
		"spade moved 3 and 2 to the Hideout, 1 to the Casino and dismissed 4": line(1, `{"type":"arrange","places":{}}`,
			`{"type":"moved","card":"G2.0","seat":1,"from":"hidden","to":"hideout","to_seat":1}`,
			`{"type":"moved","card":"G3.0","seat":1,"from":"B4.0","to":"hideout","to_seat":1}`,
			`{"type":"moved","card":"G1.0","seat":1,"from":"hideout","to":"B4.0","to_seat":1}`,
			`{"type":"moved","card":"G4.0","seat":1,"from":"hidden","to":"discard","to_seat":1}`),
		"you moved nobody": line(0, `{"type":"arrange","places":{}}`),
		"spade attacked your Casino with 4 and 2": line(1, `{"type":"attack","gangsters":["G2.0","G4.0"],"seat":0,"place":"B4.1"}`,
			`{"type":"moved","card":"G2.0","seat":1,"from":"B4.0","to":"hidden","to_seat":1}`,
			`{"type":"moved","card":"G4.0","seat":1,"from":"B4.0","to":"hidden","to_seat":1}`,
			`{"type":"window","kind":"attack","open":true}`),
		"your 2 died; your Casino was destroyed; spade's 2 died; spade took $4 from you": line(2, `{"type":"pass"}`,
			`{"type":"window","kind":"attack","open":false}`,
			`{"type":"moved","card":"G2.1","seat":0,"from":"B4.1","to":"discard","to_seat":0}`,
			`{"type":"moved","card":"B4.1","seat":0,"from":"table","to":"discard","to_seat":0}`,
			`{"type":"moved","card":"G2.0","seat":1,"from":"hidden","to":"discard","to_seat":1}`,
			`{"type":"attack","result":"destroyed"}`, `{"type":"paid","from":0,"to":1,"amount":4}`),
		"you rolled 5; the Hideout was open: $6 to pay; you took down spade; you took $5 from spade; the countdown is with you, 4 tokens left": line(2,
			`{"type":"pass"}`, `{"type":"window","kind":"attack","open":false}`, `{"type":"dice","seat":0,"rolls":[5],"for":"breach"}`,
			`{"type":"attack","result":"breached","demand":6}`, `{"type":"eliminated","seat":1,"by":0}`,
			`{"type":"paid","from":1,"to":0,"amount":5}`, `{"type":"moved","card":"BRIBE.1","seat":1,"from":"hand","to":"discard","to_seat":1}`,
			`{"type":"moved","card":"G4.0","seat":1,"from":"B4.0","to":"discard","to_seat":1}`,
			`{"type":"moved","card":"HIDEOUT.1","seat":1,"from":"table","to":"trophies","to_seat":0}`,
			`{"type":"countdown","holder":0,"left":4}`),
		"spade took you down": line(2, `{"type":"pass"}`, `{"type":"eliminated","seat":0,"by":1}`),
		"spade opened a Casino C on the Hideout for $3": line(1, `{"type":"open","card":"B4.2","on_hideout":true}`,
			`{"type":"paid","from":1,"to":"bank","amount":3}`, `{"type":"moved","card":"B4.2","seat":1,"from":"hand","to":"hideout","to_seat":1}`),
		"you opened a gangster 1 in the Still B": line(0, `{"type":"open","card":"G1.0","place":"B1.1"}`,
			`{"type":"moved","card":"G1.0","seat":0,"from":"hand","to":"B1.1","to_seat":0}`),
		"you moved the Hideout into the open":              line(0, `{"type":"move_hideout","under":null}`),
		"vera moved the Hideout under the Bootlegger":      line(2, `{"type":"move_hideout","under":"B2.0"}`),
		"vera discarded gangster 2 and Police":             line(2, `{"type":"discard","cards":["G2.3","POLICE.1"]}`),
		"vera drew 3 cards for $2":                         line(2, `{"type":"draw","count":3}`, `{"type":"paid","from":2,"to":"bank","amount":2}`, `{"type":"drew","seat":2,"count":3}`),
		"you drew Turncoat; the discard pile was shuffled": line(0, `{"type":"draw","count":1}`, `{"type":"drew","seat":0,"count":1,"cards":["TURNCOAT.0"]}`, `{"type":"reshuffled","count":30}`),
		"vera ended the turn":                              line(2, `{"type":"end_turn"}`, `{"type":"window","kind":"end_turn","open":true}`),
		"":                                                 line(2, `{"type":"pass"}`),
		"the countdown is with spade, one token left; turn 9, you collected $7": line(2, `{"type":"pass"}`,
			`{"type":"window","kind":"end_turn","open":false}`, `{"type":"countdown","holder":1,"left":1}`,
			`{"type":"turn","seat":0,"turn":9}`, `{"type":"tribute","seat":0,"amount":7}`),
		"turn 9, you collected $4 of $7, all that the bank had; the countdown is with you, 4 tokens left": line(2, `{"type":"pass"}`,
			`{"type":"turn","seat":0,"turn":9}`, `{"type":"tribute","seat":0,"amount":4,"due":7}`, `{"type":"countdown","holder":0,"left":4}`),
		"vera called a Poker Night; vera and you staked $2; vera rolled 3 and 5 and you rolled 5; a tie: vera rolled 1 and you rolled 2; you took $4 from the pot; the Poker Night is out of the game": line(2,
			`{"type":"poker","card":"POKER.0"}`, `{"type":"moved","card":"POKER.0","seat":2,"from":"hand","to":"table","to_seat":2}`,
			`{"type":"paid","from":2,"to":"pot","amount":2}`, `{"type":"paid","from":0,"to":"pot","amount":2}`,
			`{"type":"dice","seat":2,"rolls":[3,5],"for":"poker"}`, `{"type":"dice","seat":0,"rolls":[5],"for":"poker"}`,
			`{"type":"dice","seat":2,"rolls":[1],"for":"poker_tie"}`, `{"type":"dice","seat":0,"rolls":[2],"for":"poker_tie"}`,
			`{"type":"paid","from":"pot","to":0,"amount":4}`, `{"type":"moved","card":"POKER.0","seat":2,"from":"table","to":"box","to_seat":2}`),
		"spade called the Police against the attack": line(1, `{"type":"police","card":"POLICE.0","use":"stop"}`, `{"type":"window","kind":"police","open":true}`),
		"spade sent the Police to your Still A":      line(1, `{"type":"police","card":"POLICE.0","use":"raid","seat":0,"place":"B1.0"}`),
		"spade ran out of time":                      line(1, `{"type":"timeout"}`),
		"you ran out of time":                        line(0, `{"type":"timeout"}`),
		"spade collected $7":                         line(1, `{"type":"pass"}`, `{"type":"tribute","seat":1,"amount":7}`),
		"you rolled 5; spade rolled 6": line(2, `{"type":"pass"}`,
			`{"type":"dice","seat":0,"rolls":[5],"for":"breach"}`, `{"type":"dice","seat":1,"rolls":[6],"for":"breach"}`),
		"vera played a Bribe": line(2, `{"type":"bribe","card":"BRIBE.0"}`),
		"the Police did nothing": line(0, `{"type":"pass"}`, `{"type":"window","kind":"police","open":false}`,
			`{"type":"moved","card":"POLICE.0","seat":1,"from":"table","to":"discard","to_seat":1}`,
			`{"type":"moved","card":"BRIBE.0","seat":1,"from":"table","to":"discard","to_seat":1}`),
		"your 1 went into hiding": line(2, `{"type":"pass"}`, `{"type":"window","kind":"police","open":false}`,
			`{"type":"moved","card":"POLICE.0","seat":1,"from":"table","to":"discard","to_seat":1}`,
			`{"type":"moved","card":"G1.0","seat":0,"from":"B1.0","to":"hidden","to_seat":0}`),
		"the attack was stopped": line(2, `{"type":"pass"}`, `{"type":"attack","result":"stopped"}`),
		"spade played 2 Drive-bys on their own Casino; the dice showed 2 and 1, 3 in all, nobody was hit": line(1,
			`{"type":"driveby","cards":["DRIVEBY.0","DRIVEBY.1"],"seat":1,"place":"B4.0"}`,
			`{"type":"dice","seat":1,"rolls":[2,1],"for":"driveby"}`,
			`{"type":"moved","card":"DRIVEBY.0","seat":1,"from":"table","to":"discard","to_seat":1}`,
			`{"type":"moved","card":"DRIVEBY.1","seat":1,"from":"table","to":"discard","to_seat":1}`),
		"vera lured away your gangster 1 in the Still A; the attack came to nothing": line(2,
			`{"type":"turncoat","card":"TURNCOAT.0","seat":0,"place":"B1.0","gangster":"G1.0"}`,
			`{"type":"moved","card":"G1.0","seat":0,"from":"B1.0","to":"hand","to_seat":2}`, `{"type":"attack","result":"fizzled"}`),
		"vera gave up; the countdown is with you, 2 tokens left": line(2, `{"type":"resign"}`,
			`{"type":"paid","from":2,"to":"bank","amount":3}`, `{"type":"moved","card":"B2.0","seat":2,"from":"hideout","to":"discard","to_seat":2}`,
			`{"type":"countdown","holder":0,"left":2}`),
		"the game was called off": line(engine.Spectator, `{"type":"abort"}`),
	}
}

func TestLinesAreTold(t *testing.T) {
	t.Parallel()
	b := board(t, town(t).frame(0))
	for want, l := range lines(t) {
		if got := b.Tell(l); got != want {
			t.Errorf("%s\nis told %q\nwant     %q", l.Move, got, want)
		}
	}
	if got := b.Tell(line(1, `{"type":"attack","seat":"nobody"}`)); got != "" {
		t.Errorf("what is no move is told %q", got)
	}
	late := line(1, `{"type":"end_turn"}`)
	late.By = engine.ByClock
	if got := b.Tell(late); got != "spade ran out of time and ended the turn" {
		t.Errorf("an end by the clock is told %q", got)
	}
}
