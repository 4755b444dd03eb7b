package search

import (
	"math/rand/v2"

	"noir/engine"
	"noir/engine/noirburg/network"
	"noir/engine/noirburg/rules"
)

// Moment is what a seat saw in a game, and the chance that it should have given itself.
type Moment struct {
	Inputs network.Inputs
	Chance float32
}

// Lesson is a game from which a network learns.
type Lesson struct {
	Net     *network.Net
	Reflex  bool    // all seats play by reflexes, not by the network
	Explore float64 // how often a seat makes any move, not the best
	Trace   float64 // how far a moment learns from what follows the next one, and not only from the chance that this was given
}

// Play plays a game to its end and returns what is to be learned.
func (l Lesson) Play(from rules.Position, r *rand.Rand) []Moment {
	c := class{Lesson: l, scene: newScene(l.Net), r: r}
	c.begin(&from)
	for !c.Over() {
		turn := c.Turn
		if l.Reflex {
			c.step()
		} else {
			c.think(engine.Spectator, c.decide)
		}
		c.takeDown(turn)
	}
	var all []Moment
	for s := range engine.Seat(c.Seats()) {
		all = append(all, c.learned(s)...)
	}
	return all
}

// class is a game in which all seats learn.
type class struct {
	scene
	Lesson
	r     *rand.Rand
	notes [rules.Hideouts][]note
}

// note is what a seat saw, and the chance that it gave itself; or only the chance that a better move would have given it.
type note struct {
	inputs network.Inputs
	chance float64
	missed bool
}

// takeDown lets all seats that have moved, or all at the beginning of a turn, take down what they see.
func (c *class) takeDown(turn int) {
	if c.Over() || c.Depth > 0 {
		return
	}
	for s := range engine.Seat(c.Seats()) {
		if c.Of(s).Alive && (s == c.Active || c.Turn != turn) {
			c.notes[s] = append(c.notes[s], c.minds[s].note(&c.Position, s, 0))
		}
	}
}

// note is what a seat sees of a position.
func (m *mind) note(p *rules.Position, seat engine.Seat, coming int) note {
	m.look(p, seat)
	chance := m.consult(p, coming)
	return note{inputs: m.inputs, chance: chance}
}

// decide returns the best move of a seat, or any.
func (c *class) decide(seat engine.Seat) rules.Move {
	m := &c.minds[seat]
	options := m.ponder(&c.Position, seat)
	o := best(options)
	if len(options) > 1 && c.r.Float64() < c.Explore {
		c.notes[seat] = append(c.notes[seat], note{chance: o.chance, missed: true})
		o = options[c.r.IntN(len(options))]
	}
	if o.Type == rules.TypeDraw || o.Type == rules.TypeMulligan && len(o.Cards) > 0 {
		next := m.draft(&c.Position)
		coming := m.blind(next, o.Move)
		if next.Depth > 0 {
			next.CloseWindow()
		}
		if !next.Over() {
			c.notes[seat] = append(c.notes[seat], m.note(&next.Position, seat, coming))
		}
		m.end()
	}
	return o.Move
}

// learned returns what a seat should have thought: the chance given to what came next, as far as that is not trusted to
// what came after it.
func (c *class) learned(s engine.Seat) (all []Moment) {
	truth := share(&c.Position, s)
	for i := len(c.notes[s]) - 1; i >= 0; i-- {
		n := &c.notes[s][i]
		if n.missed {
			truth = n.chance
			continue
		}
		all = append(all, Moment{n.inputs, float32(truth)})
		truth += (1 - c.Trace) * (n.chance - truth)
	}
	return all
}
