package command_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/internal/language"
	"noir/server/command"
)

// given stores a casual game of District Noir in which each player lays their first card and the
// starter resigns.
func (h *house) given(id data.MatchID, players ...data.Player) (data.Match, []engine.Seat) {
	h.t.Helper()
	m := data.Match{ID: id, Game: "district-noir", Pace: data.Live, Started: time.Now(), Seed: engine.Seed{1}}
	for _, p := range players {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	m, err := h.House.Store.Open(h.t.Context(), m)
	state, startErr := districtnoir.Game{}.Start(m.Setup())
	if err = errors.Join(err, startErr); err != nil {
		h.t.Fatal(err)
	}
	for n := range 3 {
		seat := state.Prompts()[0].Seat
		body := state.Legal(seat)[0]
		if n == 2 {
			body = engine.Resign
		}
		next, plies, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
		if err != nil {
			h.t.Fatal(err)
		}
		state = next
		m.Moves = append(m.Moves, data.NewEntry(n+1, plies[0], int64(n)))
	}
	result, _ := state.Result()
	if _, err := h.House.Store.Finish(h.t.Context(), id, time.Now(), result, m.Moves...); err != nil {
		h.t.Fatal(err)
	}
	return m, result.Winners
}

// TestReview reviews a short game, for people and for programs.
func TestReview(t *testing.T) {
	h := open(t)
	m, winners := h.given("m1", h.Player("marlowe"), h.Player("spade"))
	winner, loser := m.Seats[winners[0]].Name, m.Seats[1-winners[0]].Name
	a := h.run(h.Guest("guest-1"), "review m1")
	if a.code != 0 {
		t.Fatalf("%+v", a)
	}
	for _, p := range []string{
		`^district-noir, game m1: marlowe v spade\n`,
		`\nmove +before +after +open +after\n`,
		`\n   1 +\d+ +\d+ +\d+ +\d+  (good|dubious|blunder) +` + loser + ` \{"type"`,
		`\n   3 +\d+ +0 +\d+ +0  blunder +` + loser + ` \{"type":"resign"\}\n +better: ` + loser + ` \{"type"`,
		`\n +1 +\d +\d +\d +\d+\.\d  ` + winner + `\n`,
		`\n +2 +\d +\d +[12] +\d+\.\d  ` + loser + `\n`,
		`\nThe turning point was move 3, which took ` + loser + ` from \d+ % to 0 %\.\n$`,
	} {
		if !regexp.MustCompile(p).MatchString(a.out) {
			t.Errorf("%s does not match\n%s", p, a.out)
		}
	}
	var r review.Review
	if err := json.Unmarshal([]byte(h.ask(h.Guest("guest-2"), "review m1 --json")), &r); err != nil {
		t.Fatal(err)
	}
	if r.ID != "m1" || len(r.Decisions) != 3 || r.Turning == nil || *r.Turning != 3 || r.Decisions[2].Known.Made != 0 {
		t.Errorf("%+v", r)
	}
	for says, patterns := range map[string][]string{
		"":                  {`  blunder +` + loser + `: resign\n +better: ` + loser + `: \w+\n`},
		"A door was heard.": {`  blunder +` + loser + `: resign; A door was heard\.\n +better: ` + loser + `: \w+; A door was heard\.\n`},
	} {
		h.Games[0].Teller = func(*language.Reader) command.Teller { return aside{new(teller), says} }
		text := h.ask(h.Guest("guest-3"), "review m1")
		for _, p := range patterns {
			if !regexp.MustCompile(p).MatchString(text) {
				t.Errorf("told %q: %s does not match\n%s", says, p, text)
			}
		}
	}
}

// aside tells of no move who made it.
type aside struct {
	*teller
	says string
}

func (a aside) Tell(engine.Line) string { return a.says }

// TestReviewRefused: the reasons are told in a sentence.
func TestReviewRefused(t *testing.T) {
	h := open(t)
	marlowe := h.Player("marlowe")
	p := h.connect(marlowe, "play district-noir --json --bot easy")
	running := p.Until("start").Table
	for line, want := range map[string]string{
		"review " + running: "that game is running; `watch " + running + "` shows it\n",
		"review nothing":    "there is no game \"nothing\"; `games` lists yours\n",
		"review":            "type ssh HOST review ID [--json]\n",
	} {
		if a := h.run(marlowe, line); a.code == 0 || a.err != want {
			t.Errorf("%s: %+v", line, a)
		}
	}
	help := h.ask(marlowe, "review --help")
	for _, want := range []string{"less than 5 percentage points", "less than 15,", `"turning" is a ply or null`} {
		if !strings.Contains(help, want) {
			t.Errorf("%q is not in\n%s", want, help)
		}
	}
}
