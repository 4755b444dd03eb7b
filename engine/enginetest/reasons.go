package enginetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"noir/engine"
)

// completions is how many moves are made of each entry of Legal.
const completions = 8

// checkCompletions completes every entry of Legal several times at positions of random games.
// Each move must be canonical, of its entry's type, and accepted. A value that is not a view of
// the game must give an error.
func (s suite) checkCompletions() error {
	g, ok := s.game.(engine.Completer)
	if !ok {
		return nil
	}
	return s.each(func(p *path, r *rand.Rand) error {
		if err := s.finish(p, r); err != nil {
			return err
		}
		for range 20 {
			if err := s.completed(g, p.states[r.IntN(len(p.states))], p.setup.Seats, r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s suite) completed(g engine.Completer, st engine.State, seats int, r *rand.Rand) error {
	for seat := range engine.Seat(seats) {
		view, err := json.Marshal(st.View(seat))
		if err != nil {
			return err
		}
		for _, entry := range st.Legal(seat) {
			if _, err := g.Complete(json.RawMessage("7"), seat, entry, r); err == nil {
				return fmt.Errorf("%s is completed without a view", entry)
			}
			for range completions {
				body, err := g.Complete(view, seat, entry, r)
				if err == nil {
					err = s.canonical(body)
				}
				if err == nil && moveType(body) != moveType(entry) {
					err = errors.New("the type is another one")
				}
				if err == nil {
					_, _, err = st.Apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
				}
				if err != nil {
					return fmt.Errorf("%s of seat %d is completed to %s: %w", entry, seat, body, err)
				}
			}
		}
	}
	return nil
}

// checkReasons asks at positions of random games why each type of move is impossible. The
// answer must be empty for a legal type; for any other it must be a code with which the rules
// refuse some move of that type.
func (s suite) checkReasons() error {
	g, ok := s.game.(engine.Explainer)
	if !ok {
		return nil
	}
	seen := newVocabulary()
	err := s.each(func(p *path, r *rand.Rand) error {
		defer seen.collect(s.game, p)
		return s.finish(p, r)
	})
	if err != nil {
		return err
	}
	return s.each(func(p *path, r *rand.Rand) error {
		if err := s.finish(p, r); err != nil {
			return err
		}
		for range 12 {
			n := r.IntN(len(p.states))
			for seat := range engine.Seat(p.setup.Seats) {
				if err := s.reasons(g, p, n, seat, seen, r); err != nil {
					return fmt.Errorf("seat %d after %d moves: %w", seat, n, err)
				}
			}
		}
		return nil
	})
}

func (s suite) reasons(g engine.Explainer, p *path, n int, seat engine.Seat, seen vocabulary, r *rand.Rand) error {
	st := p.states[n]
	view, err := json.Marshal(st.View(seat))
	if err != nil {
		return err
	}
	sight := engine.Sight{Seat: seat, Seats: p.setup.Seats, View: view, Legal: st.Legal(seat)}
	for i, ply := range p.log(n) {
		sight.Log = append(sight.Log, ply.Line(i+1, seat, 0))
	}
	for _, kind := range slices.Sorted(maps.Keys(seen.moves)) {
		code, err := g.Why(sight, kind)
		if err != nil {
			return err
		}
		legal := slices.ContainsFunc(sight.Legal, func(m json.RawMessage) bool { return moveType(m) == kind })
		if legal != (code == "") {
			return fmt.Errorf("%s is legal: %t, and refused with %q", kind, legal, code)
		}
		if legal {
			continue
		}
		if err := seen.refused(g, st, seat, kind, code, r); err != nil {
			return fmt.Errorf("%s is refused with %q: %w", kind, code, err)
		}
	}
	return nil
}

// vocabulary is the material for moves of a game: those that were legal somewhere, by type, and
// the values of their fields.
type vocabulary struct {
	moves  map[string][]json.RawMessage
	values map[string][]json.RawMessage
	known  map[string]bool
}

func newVocabulary() vocabulary {
	return vocabulary{map[string][]json.RawMessage{}, map[string][]json.RawMessage{}, map[string]bool{}}
}

// collect takes in all moves of a played game, made or only legal.
func (v vocabulary) collect(g engine.Game, p *path) {
	for _, m := range p.moves {
		if !common(m.Body) {
			v.add(m.Body)
		}
	}
	for _, st := range p.states {
		for seat := range engine.Seat(p.setup.Seats) {
			for _, entry := range st.Legal(seat) {
				if read, err := g.Read(entry); err == nil {
					v.add(read)
				}
			}
		}
	}
}

func (v vocabulary) add(body json.RawMessage) {
	if v.known[string(body)] {
		return
	}
	v.known[string(body)] = true
	v.moves[moveType(body)] = append(v.moves[moveType(body)], body)
	fields, _ := engine.Fields(body)
	delete(fields, "type")
	for name, value := range fields {
		v.note(name, value)
		if value[0] == '[' {
			v.note(name, json.RawMessage("[]"))
		}
	}
}

func (v vocabulary) note(field string, value json.RawMessage) {
	if text := field + ":" + string(value); !v.known[text] {
		v.known[text] = true
		v.values[field] = append(v.values[field], value)
	}
}

// tries is how many moves of a type are tried until one is refused as expected.
const tries = 50_000

// refused checks that the rules refuse some move of an illegal type with a code. It tries moves
// from elsewhere in the games, and mixtures of several.
func (v vocabulary) refused(g engine.Game, st engine.State, seat engine.Seat, kind, code string, r *rand.Rand) error {
	given := map[string]bool{}
	for i := range tries {
		body := v.moves[kind][r.IntN(len(v.moves[kind]))]
		if i%8 != 0 {
			body = v.vary(g, body, r)
		}
		_, _, err := st.Apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
		var refused *engine.Illegal
		if !errors.As(err, &refused) {
			return fmt.Errorf("%s, of no legal type, gives %v", body, err)
		}
		if refused.Reason == code {
			return nil
		}
		given[refused.Reason] = true
	}
	return fmt.Errorf("the rules refuse it with %q", slices.Sorted(maps.Keys(given)))
}

// vary returns a move with some fields taken from others.
func (v vocabulary) vary(g engine.Game, body json.RawMessage, r *rand.Rand) json.RawMessage {
	fields, _ := engine.Fields(body)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if values := v.values[name]; len(values) > 0 && r.IntN(2) == 0 {
			fields[name] = values[r.IntN(len(values))]
		}
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return body
	}
	read, err := g.Read(text)
	if err != nil || moveType(read) != moveType(body) {
		return body
	}
	return read
}
