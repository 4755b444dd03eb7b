package wire_test

import (
	"strings"
	"testing"
	"time"

	"noir/internal/await"
	"noir/server/wiretest"
)

func TestEveryRefusedLineSaysWhy(t *testing.T) {
	h := open(t)
	asked, waits, turn := h.table()
	held := string(turn.Legal[0])
	for _, c := range []struct {
		name, line, code, reason string
		ply                      bool
	}{
		{"no JSON", `move`, "bad_json", "", false},
		{"two objects", `{"type":"resign"} {"type":"resign"}`, "bad_json", "", false},
		{"no object", `[1,2]`, "bad_json", "", false},
		{"null", `null`, "bad_json", "", false},
		{"no type", `{"ply":1}`, "bad_json", "", true},
		{"unknown type", `{"type":"fold","ply":1}`, "bad_json", "", true},
		{"not UTF-8", "{\"type\":\"say\",\"phrase\":\"\xff\"}", "bad_json", "", false},
		{"empty", ``, "bad_json", "", false},
		{"deep", strings.Repeat("[", 4000), "bad_json", "", false},
		{"a card is missing", `{"type":"move","ply":1,"move":{"type":"play"}}`, "bad_move", "", true},
		{"no ply", `{"type":"move","move":` + held + `}`, "bad_move", "", false},
		{"a ply in words", `{"type":"move","ply":"1","move":` + held + `}`, "bad_move", "", false},
		{"half a ply", `{"type":"move","ply":1.5,"move":` + held + `}`, "bad_move", "", false},
		{"no move", `{"type":"move","ply":1}`, "bad_move", "", true},
		{"a move in words", `{"type":"move","ply":1,"move":"take"}`, "bad_move", "", true},
		{"unknown move", `{"type":"move","ply":1,"move":{"type":"fold"}}`, "bad_move", "", true},
		{"shape before ply", `{"type":"move","ply":7,"move":{"type":"fold"}}`, "bad_move", "", true},
		{"the clock's move", `{"type":"move","ply":1,"move":{"type":"timeout"}}`, "bad_move", "", true},
		{"resignation as a move", `{"type":"move","ply":1,"move":{"type":"resign"}}`, "bad_move", "", true},
		{"unknown card", `{"type":"move","ply":1,"move":{"type":"play","card":"9"}}`, "bad_move", "", true},
		{"another ply", `{"type":"move","ply":7,"move":` + held + `}`, "stale_ply", "", true},
		{"ply before rules", `{"type":"move","ply":7,"move":` + missing(turn) + `}`, "stale_ply", "", true},
		{"too long", `{"type":"say","phrase":"` + strings.Repeat("x", 5000) + `"}`, "too_long", "", false},
		{"one byte too long", padded(4097), "too_long", "", false},
		{"as long as may be", padded(4096), "bad_move", "", true},
		{"free text", `{"type":"say","phrase":"free text"}`, "bad_move", "", false},
		{"no phrase", `{"type":"say"}`, "bad_move", "", false},
		{"nothing said", `{"type":"say","text":""}`, "bad_move", "", false},
		{"nothing to be seen", `{"type":"say","text":"\u200b"}`, "bad_move", "", false},
		{"said twice", `{"type":"say","phrase":"hello","text":"hello"}`, "bad_move", "", false},
		{"own words to a stranger", `{"type":"say","text":"hello"}`, "phrases_only", "", false},
		{"rematch too early", `{"type":"rematch"}`, "not_your_turn", "", false},
		{"leaving a game", `{"type":"leave"}`, "not_your_turn", "", false},
		{"beginning a game that runs", `{"type":"begin"}`, "not_your_turn", "", false},
		{"a card of others", `{"type":"move","ply":1,"move":` + missing(turn) + `}`, "illegal_move", "CARD_NOT_IN_HAND", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked.Say("%s", c.line)
			m := asked.Line("error")
			if m.Code != c.code || m.Reason != c.reason || (m.Ply != nil) != c.ply || m.Message == "" {
				t.Errorf("%s", m.Raw)
			}
			if isMove := strings.Contains(c.line, `"type":"move"`) && c.code != "too_long"; isMove {
				if again := asked.Line("turn"); string(again.View) != string(turn.View) || *again.Ply != 1 {
					t.Errorf("the turn is another: %s", again.Raw)
				}
			}
		})
	}
	waits.Say(`{"type":"move","ply":1,"move":%s}`, held)
	if m := waits.Until("error"); m.Code != "not_your_turn" || *m.Ply != 1 {
		t.Errorf("%s", m.Raw)
	}
	asked.Say(`{"type":"move","more":[],"ply":1,"move":{"more":1,%s}`, held[1:]) // unknown fields are ignored
	if m := asked.Line("event"); *m.Ply != 1 || string(m.Move) != held {
		t.Errorf("%s", m.Raw)
	}
	asked.Say(`{"type":"move","ply":1,"move":%s}`, held)
	if m := asked.Line("error"); m.Code != "not_your_turn" {
		t.Errorf("a repeated line: %s", m.Raw)
	}
}

// padded is an invalid move of a given length.
func padded(length int) string {
	line := `{"type":"move","ply":1,"move":null,"more":""}`
	return strings.Replace(line, `""`, `"`+strings.Repeat("x", length-len(line))+`"`, 1)
}

// missing is a card that the hand of a turn does not hold.
func missing(turn wiretest.Message) string {
	legal := map[string]bool{}
	for _, m := range turn.Legal {
		legal[string(m)] = true
	}
	for _, card := range []string{"5", "6", "7", "8", "+2", "+3", "+4", "-1", "-2", "-3"} {
		if move := `{"type":"play","card":"` + card + `"}`; !legal[move] {
			return move
		}
	}
	return ""
}

// TestTheMissingFieldIsNamed in the refusal of a line without it.
func TestTheMissingFieldIsNamed(t *testing.T) {
	asked, _, _ := open(t).table()
	for line, field := range map[string]string{
		`{"type":"move","move":{"type":"take"}}`:         `"ply"`,
		`{"type":"move","ply":1}`:                        `"move"`,
		`{"type":"move","ply":1,"move":{"type":"play"}}`: `"card"`,
		`{"type":"say"}`:                                 `"phrase" or a "text"`,
		`{"type":"shut","closed":1}`:                     `"closed"`,
	} {
		asked.Say("%s", line)
		if m := asked.Until("error"); m.Code != "bad_move" || !strings.Contains(m.Message, field) {
			t.Errorf("%s: %s", line, m.Raw)
		}
	}
}

func TestARepeatedLineIsNotAskedAgain(t *testing.T) {
	h := open(t)
	asked, waits, turn := h.table()
	for range 6 {
		move := `{"type":"move","ply":%[1]d,"move":%[2]s}`
		asked.Say(move+"\n"+move, *turn.Ply, turn.Legal[0])
		for lines := map[string]int{}; lines["event"] == 0 || lines["error"] == 0; {
			m, err := asked.Next()
			if err != nil || m.Type == "turn" {
				t.Fatalf("after ply %d was played: %s, %v", *turn.Ply, m.Raw, err)
			}
			lines[m.Type]++
		}
		asked, waits, turn = waits, asked, waits.Until("turn")
	}
}

func TestAFloodIsRefusedAndThenCut(t *testing.T) {
	t.Parallel()
	h := open(t)
	one, other := request(h.Player("marlowe")), request(h.Player("spade"))
	met := map[string]int{} // of the connection; to be read when that has ended
	one.Met = func(limit string) { met[limit]++ }
	other.Met = one.Met
	asked, waits, turn := h.between(one, other)
	flooding, began := make(chan struct{}), time.Now()
	go func() {
		defer close(flooding)
		for asked.Send(`{"type":"move","ply":9,"move":{"type":"take"}}`) == nil {
		}
	}()
	refused, limited := 0, 0
	var last wiretest.Message
	for {
		m, err := asked.Next()
		if err != nil {
			break
		}
		if m.Type == "error" {
			refused++
		}
		if m.Code == "rate_limited" {
			limited++
			if m.RetryMS <= 0 || *m.Ply != 9 {
				t.Fatalf("%s", m.Raw)
			}
		}
		last = m
	}
	if err := asked.Ended(); err == nil || last.Code != "too_many_errors" || refused != 1000 {
		t.Errorf("%v after %d refusals, last %s", err, refused, last.Raw)
	}
	if most := 100 + 20*time.Since(began).Seconds(); float64(refused-limited) > most {
		t.Errorf("%d lines were looked at, %.0f may be", refused-limited, most)
	}
	await.One(t, flooding, "end of the flood")
	if met["lines"] != limited || met["errors"] != 1 {
		t.Errorf("counted as %v", met)
	}
	again := h.connect(request(asked.player))
	if m := again.Until("turn"); string(m.View) != string(turn.View) {
		t.Errorf("the seat is not kept: %s", m.Raw)
	}
	waits.Say(`{"type":"resign"}`)
	again.Until("end")
}

func TestSayingTooMuch(t *testing.T) {
	h := open(t)
	asked, _, _ := h.table()
	for range 6 {
		asked.Say(`{"type":"say","phrase":"hello","ply":3}`)
	}
	if m := asked.Until("error"); m.Code != "rate_limited" || m.RetryMS != 2000 || *m.Ply != 3 {
		t.Errorf("%s", m.Raw)
	}
}
