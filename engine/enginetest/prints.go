package enginetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"noir/engine"
)

// Prints are whole games as they look, a hash a move, to compare with what they were.
type Prints struct {
	now, shown []string
	tried      []engine.Move // the newest two; the reason why the next position refuses them is part of its print
}

// Move makes a move and takes its print: what each seat and spectators see before it and of it, what may be done, and
// why what was possible a move before is refused. name tells the move from all others.
func (p *Prints) Move(t testing.TB, name string, state engine.State, seats int, move engine.Move) engine.State {
	t.Helper()
	seen := p.looks(t, state, seats)
	next, plies, err := engine.Make(state, move)
	if err != nil {
		t.Fatal(err)
	}
	if p.tried = append(p.tried, move); len(p.tried) > 2 {
		p.tried = p.tried[1:]
	}
	for i, ply := range plies {
		for s := range engine.Seat(seats + 1) {
			line, err := json.Marshal(ply.Line(i+1, s-1, 0))
			if err != nil {
				t.Fatal(err)
			}
			seen += string(line) + "\n"
		}
	}
	p.Take(name, seen)
	return next
}

// Take takes the print of something, as it looks. name tells it from all other prints.
func (p *Prints) Take(name, looks string) {
	hash := fnv.New32a()
	hash.Write([]byte(looks))
	p.now, p.shown = append(p.now, fmt.Sprintf("%s %08x", name, hash.Sum32())), append(p.shown, looks)
}

// End takes the print of a game's result.
func (p *Prints) End(name string, state engine.State) {
	result, over := state.Result()
	p.now = append(p.now, fmt.Sprintf("%s ends %t %s %v %v %s", name, over, result.Reason, result.Winners, result.Places, result.Scores))
	p.shown, p.tried = append(p.shown, ""), nil
}

// Compare compares the prints with those in a file, or writes them there. The first move that differs is shown as it
// looks now.
func (p *Prints) Compare(t testing.TB, path string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(path, []byte(strings.Join(p.now, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	then := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range p.now {
		if i >= len(then) || line != then[i] {
			t.Fatalf("%s is another one than before:\n%s", line, p.shown[i])
		}
	}
	if len(then) != len(p.now) {
		t.Errorf("%d moves, not %d", len(p.now), len(then))
	}
}

func (p *Prints) looks(t testing.TB, state engine.State, seats int) string {
	t.Helper()
	var all []any
	for s := range engine.Seat(seats + 1) {
		all = append(all, state.View(s-1))
	}
	for _, asked := range state.Prompts() {
		all = append(all, asked, state.Legal(asked.Seat))
	}
	for _, m := range p.tried {
		var illegal *engine.Illegal
		if _, _, err := state.Apply(m); errors.As(err, &illegal) {
			all = append(all, illegal.Reason)
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}
