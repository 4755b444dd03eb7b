package command_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"

	"noir/data/record"
	"noir/server/wiretest"
)

// TestTheShapesOfJSON compares every document with the protocol, section 3, before anything has
// happened and after a game.
func TestTheShapesOfJSON(t *testing.T) {
	t.Parallel()
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	guest := h.Guest("guest-1234")
	check := func(line, want string) {
		t.Helper()
		who := marlowe
		if strings.HasPrefix(line, "guest: ") {
			who, line = guest, strings.TrimPrefix(line, "guest: ")
		}
		out := h.ask(who, line)
		if got := wiretest.Shape(out); got != want {
			t.Errorf("%s is\n%s, not\n%s", line, got, want)
		}
		if strings.Count(out, "\n") != 1 || !strings.HasSuffix(out, "\n") {
			t.Errorf("%s is no line: %q", line, out)
		}
	}
	const (
		key     = `{added:string fingerprint:string label:string last_seen:string}`
		whoami  = `{guest:bool keys:[` + key + `] letters:[] name:string ratings:{}}`
		row     = `{draws:number games:number losses:number name:string online:bool provisional:bool rank:number rating:number wins:number}`
		game    = `{ended:string game:string id:string rated:bool seats:[{after:number before:number name:string}] started:string winners:[number]}`
		figure  = `{games:number mean:number name:string}`
		score   = `{draws:number games:number losses:number wins:number}`
		history = `{at:string game_id:string rating:number}`
	)
	check("whoami --json", whoami)
	check("guest: whoami --json", strings.Replace(whoami, key, "", 1))
	check("rankings --json", `{field:string game:string month:string months:[] players:[] total:number}`)
	check("profile --json", `{kind:string name:string online:bool ratings:{} since:string}`)
	check("games --json", `[]`)
	check("guest: games marlowe --json", `[]`)
	check("tables --json", `[]`)
	check("version --json", `{commit:string protocol:number version:string}`)

	id := h.resigned(marlowe, spade)

	check("whoami --json", strings.Replace(whoami, "ratings:{}", "ratings:{district-noir:{games:number provisional:bool rating:number}}", 1))
	check("rankings --json", `{field:string game:string month:string months:[string] players:[`+row+`] total:number}`)
	check("rankings district-noir --limit 1 --offset 5 --json", `{field:string game:string month:string months:[string] players:[] total:number}`)
	check("guest: profile spade --json", `{kind:string name:string online:bool ratings:{district-noir:{best:number draws:number figures:[`+figure+`] `+
		`games:number highest:number history:[`+history+`] hours:[number] losses:number paces:{live:`+score+`} provisional:bool `+
		`rank:number rating:number rivals:[{draws:number games:number losses:number name:string wins:number}] streak:number `+
		`wins:number}} since:string}`)
	check("games --json", `[`+game+`]`)
	check("games SPADE --limit 1000 --json", `[`+game+`]`)
	check("replay "+id+" --json", `{commit:string ended:string game:string id:string `+
		`moves:[{at_ms:number by:string dice:[] drawn:[] move:{card:string type:string} ply:number seat:number}|`+
		`{at_ms:number by:string dice:[] drawn:[] move:{type:string} ply:number seat:number}] `+
		`options:{} rated:bool record:number result:{places:[number] reason:string scores:[{deals:number `+
		`majorities:{5:number 6:number 7:number 8:number} set_points:number sets:number total:number}] winners:[number]} `+
		`seal:{key:string signature:string} `+
		`seats:[{after:number before:number games:number kind:string name:string pair_games:number seat:number}] `+
		`seed:string setup:{deck:[string] first:number} started:string}`)

	w, l := h.connect(marlowe, "play district-noir --json"), h.connect(spade, "play district-noir --json")
	w.Until("start")
	l.Until("start")
	check("tables --json", `[{game:string id:string ply:number rated:bool seats:[{kind:string name:string rating:number}] watchers:number}]`)
	out := h.ask(marlowe, "tables --json")
	if !strings.Contains(out, `"ply":0,"watchers":0`) || !strings.Contains(out, `"rated":true`) {
		t.Errorf("%s", out)
	}
}

func TestTheValuesOfJSON(t *testing.T) {
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	id := h.resigned(marlowe, spade)
	for line, want := range map[string][]string{
		"rankings --json": {
			`{"game":"district-noir","players":[{"rank":1,"name":"marlowe","rating":1530.0,"games":1,"wins":1,"losses":0,"draws":0,"provisional":true,"online":false},`,
			`{"rank":2,"name":"spade","rating":1470.0,"games":1,"wins":0,"losses":1,"draws":0,"provisional":true,"online":false}],"total":2,"field":"people","month":"",`,
		},
		"whoami --json": {`"name":"marlowe","guest":false`, `"fingerprint":"SHA256:marlowe"`, `"rating":1530.0`},
		"profile spade --json": {`"name":"spade"`, `"losses":1`, `"streak":-1,"best":0,"highest":1470.0`,
			`"rivals":[{"name":"marlowe","games":1,"wins":0,"losses":1,"draws":0}]`, `{"name":"takes_of_five","games":1,"mean":0}`, `"rank":2`, `"history":[{"game_id":"` + id + `"`, `"rating":1470.0`},
		"games spade --json": {`"id":"` + id + `"`, `"rated":true`, `"before":1500.0,"after":1470.0`, `Z","seats"`},
	} {
		out := h.ask(marlowe, line)
		for _, part := range want {
			if !strings.Contains(out, part) {
				t.Errorf("%s: %q is not in %s", line, part, out)
			}
		}
	}
	report, err := record.Verify(h.services.Games, []byte(h.ask(spade, "replay "+id+" --json")))
	if err != nil {
		t.Error(report, err)
	}
	var watched struct{ Winners []int }
	if err := json.Unmarshal([]byte(strings.Trim(h.ask(spade, "games --json --limit 1"), "[]\n")), &watched); err != nil || len(watched.Winners) != 1 {
		t.Errorf("%+v, %v", watched, err)
	}
}

func TestACasualGameInTheList(t *testing.T) {
	h := open(t)
	marlowe := h.Player("marlowe")
	p := h.connect(marlowe, "play district-noir --json --bot easy --pace fast")
	p.Until("start")
	for range 3 { // one that was hardly begun is not kept
		p.Move(p.Until("turn"))
	}
	p.Until("turn")
	p.Say(`{"type":"resign"}`)
	p.Until("end")
	out := h.ask(marlowe, "games --json")
	if !strings.Contains(out, `"rated":false`) || strings.Count(out, `"before":null,"after":null`) != 2 {
		t.Errorf("%s", out)
	}
	if text := h.ask(marlowe, "games"); !strings.Contains(text, "lost  against pip/easy  unrated") {
		t.Errorf("%s", text)
	}
}

func TestAnAbortedGameInTheList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		marlowe := h.Player("marlowe")
		one, other := h.connect(marlowe, "play district-noir --json"), h.connect(h.Player("spade"), "play district-noir --json")
		for _, p := range []*program{one, other} { // nobody moves
			p.Until("end")
			if code := p.Ended(); code != 0 {
				t.Errorf("exit code %d: %s", code, &p.errOut)
			}
		}
		out := h.ask(marlowe, "games --json")
		if !strings.Contains(out, `"winners":[]`) || strings.Count(out, `"before":null,"after":null`) != 2 {
			t.Errorf("%s", out)
		}
		if text := h.ask(marlowe, "games"); !strings.Contains(text, "aborted  against spade  unrated") {
			t.Errorf("%s", text)
		}
		if out := h.ask(marlowe, "profile --json"); !strings.Contains(out, `"ratings":{}`) {
			t.Errorf("%s", out)
		}
	})
}

// TestGamesAreKept when their player says so, and for a time when they take that back.
func TestGamesAreKept(t *testing.T) {
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	p := h.connect(marlowe, "play district-noir --json --bot easy --pace fast")
	p.Until("start")
	for range 3 { // one that was hardly begun is not kept at all
		p.Move(p.Until("turn"))
	}
	p.Until("turn")
	p.Say(`{"type":"resign"}`)
	id := p.Until("end").ID
	if out := h.ask(marlowe, "games --json"); !strings.Contains(out, `"until":"`) {
		t.Errorf("at first it is kept for a time:\n%s", out)
	}
	if out := h.ask(marlowe, "games keep "+id); out != "Game "+id+" is kept.\n" {
		t.Errorf("%q", out)
	}
	if out := h.ask(marlowe, "games --json"); strings.Contains(out, `"until":"`) {
		t.Errorf("then for good:\n%s", out)
	}
	if out := h.ask(marlowe, "games drop "+id); !strings.HasPrefix(out, "Game "+id+" is kept until 20") {
		t.Errorf("%q", out)
	}
	if c := h.connect(spade, "games keep "+id); c.Ended() != 1 || !strings.Contains(c.errOut.String(), "you have no game") {
		t.Errorf("another one's game: %s", &c.errOut)
	}
}
