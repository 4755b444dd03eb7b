package districtnoir

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"noir/engine"
	"noir/engine/districtnoir/compact"
)

// TestSceneIsWhatWasSeen plays random games and compares the scene, read from view and log,
// with what happened.
func TestSceneIsWhatWasSeen(t *testing.T) {
	for n := range 300 {
		p := deal(t, n)
		r := rand.New(rand.NewPCG(uint64(n), 9))
		var log []engine.Line
		var made [seats][]compact.Answer
		for !p.Over() {
			seat := p.Turn
			scene, err := sceneOf(sightOf(p, log))
			if err != nil {
				t.Fatal(err)
			}
			if want := blind(p, seat); tidy(scene.Table) != want {
				t.Fatalf("game %d: seat %d sees\n%+v, not\n%+v", n, seat, scene.Table, want)
			}
			if !sameAnswers(scene.Answers, made[other(seat)]) {
				t.Fatalf("game %d: seat %d has seen\n%+v, not\n%+v", n, seat, scene.Answers, made[other(seat)])
			}
			legal := p.Legal(seat)
			next, ply := apply(t, p, seat, engine.ByPlayer, legal[r.IntN(len(legal))])
			m, _ := readMove(ply.Move.Body)
			made[seat] = append(made[seat], compact.Answer{Before: blind(p, engine.Spectator), Move: compactMove(m)})
			log = append(log, ply.Line(len(log)+1, seat, 0))
			p = next
		}
	}
}

func sightOf(p position, log []engine.Line) engine.Sight {
	return engine.Sight{Seat: p.Turn, Seats: seats, View: encode(p.View(p.Turn)), Legal: p.Legal(p.Turn), Log: log}
}

// blind returns the position with only the seat's hand.
func blind(p position, seat engine.Seat) compact.Position {
	small := p.compact()
	small.Deals = [compact.Rounds][compact.Seats]compact.Cards{}
	for s := range small.Hands {
		if engine.Seat(s) != seat {
			small.Hands[s] = 0
		}
	}
	return small
}

// tidy clears what has left the row.
func tidy(p compact.Position) compact.Position {
	clear(p.Row[p.Length:])
	return p
}

func sameAnswers(got, want []compact.Answer) bool {
	return slices.EqualFunc(got, want, func(a, b compact.Answer) bool {
		return a.Move == b.Move && tidy(a.Before) == tidy(b.Before)
	})
}

func TestSceneRefusesWhatItCannotRead(t *testing.T) {
	p, ply := apply(t, deal(t, 1), deal(t, 1).Turn, engine.ByPlayer, deal(t, 1).Legal(deal(t, 1).Turn)[0])
	line := ply.Line(1, p.Turn, 0)
	for name, spoil := range map[string]func(*engine.Sight){
		"no view":          func(s *engine.Sight) { s.View = []byte(`{`) },
		"no effect":        func(s *engine.Sight) { s.Log[0].Effects = nil },
		"another effect":   func(s *engine.Sight) { s.Log[0].Effects = []json.RawMessage{[]byte(`{"type":"round"}`)} },
		"no effect at all": func(s *engine.Sight) { s.Log[0].Effects = []json.RawMessage{[]byte(`{}`)} },
	} {
		s := sightOf(p, []engine.Line{line})
		spoil(&s)
		if _, err := sceneOf(s); err == nil {
			t.Errorf("reads a scene with %s", name)
		}
	}
}
