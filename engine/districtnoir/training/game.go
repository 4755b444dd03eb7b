package main

import (
	"math"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
	"noir/engine/districtnoir/search"
)

// deal deals a game.
func deal(c *compact.Chance) compact.Position {
	var deck [compact.DeckSize]compact.Kind
	compact.Deck.List(&deck)
	c.Shuffle(deck[:])
	return compact.New(&deck, uint8(c.Below(compact.Seats)))
}

// action is an action of a game that the policy plays against itself. Chances are seat 0's.
type action struct {
	seat           uint8
	moment         network.Inputs
	own, rival     network.Inputs // hands
	among          compact.Moves
	choice         bool // whether there is one: a winning take is no choice
	made           compact.Move
	chances        [compact.Take + 1]float32 // of the moves, to be made
	policy, critic network.Layers
	judged         float32 // what the critic says
	gain           float32 // by how much the result was better for the seat than expected
	outcome        float32 // what the critic should have said
}

// border is a table at which a round begins.
type border struct {
	table  network.Inputs
	value  network.Layers
	seat   uint8
	worth  float32 // what the value says, seat 0's
	action int     // the number of the first action of the round
}

// player makes the moves of a seat by what it sees.
type player func(*compact.Scene, *compact.Chance) compact.Move

// follow returns a player who draws from a policy.
func follow(w *network.Weights) player {
	return func(s *compact.Scene, c *compact.Chance) compact.Move { return search.Follow(w, &s.Table, c) }
}

// record is what each seat has done, as its rival may remember it.
type record [compact.Seats][]compact.Answer

// scene returns what the seat on move sees.
func (r *record) scene(p compact.Position) compact.Scene {
	s := compact.Scene{Table: p, Answers: r[1-p.Turn]}
	s.Table.Hands[1-p.Turn], s.Table.Deals = 0, [compact.Rounds][compact.Seats]compact.Cards{}
	return s
}

// note adds a move of the seat on move, made in a scene.
func (r *record) note(s *compact.Scene, m compact.Move) {
	r[s.Table.Turn] = append(r[s.Table.Turn], compact.Answer{Before: s.Table, Move: m})
}

// game is a game of the policy against itself, or against a player who does not learn.
type game struct {
	all     [compact.GameEnd]action
	actions []action
	kept    [compact.Rounds - 1]border
	borders []border
	outcome float32 // seat 0's

	frozen player // who does not learn; nil if both seats learn
}

// of turns a chance of seat 0 into that of a seat, and back.
func of(chance float32, seat uint8) float32 {
	if seat == 0 {
		return chance
	}
	return 1 - chance
}

// play plays a deal.
func (g *game) play(w *network.Weights, critic *network.Net, c *compact.Chance) {
	p := deal(c)
	stranger := uint8(compact.Seats)
	if g.frozen != nil {
		stranger = uint8(c.Below(compact.Seats))
	}
	g.actions, g.borders = g.all[:0], g.kept[:0]
	var done record
	for round := 0; !p.Settled(); {
		if p.Round() != round {
			round = p.Round()
			b := border{table: network.TableInputs(&p), seat: p.Turn, action: len(g.actions)}
			b.value = w.Value.Look(&b.table)
			b.worth = of(network.Logistic(w.Value.Out(0, &b.value)), p.Turn)
			g.borders = append(g.borders, b)
		}
		g.actions = g.actions[:len(g.actions)+1]
		a := &g.actions[len(g.actions)-1]
		a.look(&p, critic)
		scene := done.scene(p)
		switch {
		case a.choice && p.Turn == stranger:
			a.made, a.choice = g.frozen(&scene, c), false
		case a.choice:
			a.choose(w, c)
		}
		if g.frozen != nil {
			done.note(&scene, a.made)
		}
		p.Make(a.made)
	}
	g.outcome = float32(1+p.Outcome()) / 2
}

// look notes the position, and the move if there is no choice.
func (a *action) look(p *compact.Position, critic *network.Net) {
	*a = action{
		seat: p.Turn, among: p.Moves(), moment: network.MomentInputs(p),
		own: network.HandInputs(p.Hands[p.Turn]), rival: network.RivalInputs(p.Hands[1-p.Turn]),
	}
	a.critic = critic.Look(&a.moment, &a.own, &a.rival)
	a.judged = of(network.Logistic(critic.Out(0, &a.critic)), p.Turn)
	switch {
	case p.Wins():
		a.made = compact.Take
	case a.among.Rest() == 0:
		a.made = a.among.First()
	default:
		a.choice = true
	}
}

// choose makes a random move with the policy's probabilities.
func (a *action) choose(w *network.Weights, c *compact.Chance) {
	a.policy = w.Policy.Look(&a.moment, &a.own)
	most := float32(math.Inf(-1))
	for m := a.among; m != 0; m = m.Rest() {
		k := m.First()
		a.chances[k] = w.Policy.Out(int(k), &a.policy)
		most = max(most, a.chances[k])
	}
	sum := float32(0)
	for m := a.among; m != 0; m = m.Rest() {
		k := m.First()
		a.chances[k] = float32(math.Exp(float64(a.chances[k] - most)))
		sum += a.chances[k]
	}
	for m := a.among; m != 0; m = m.Rest() {
		a.chances[m.First()] /= sum
	}
	at := float32(c.Next()>>40) / (1 << 24)
	for m := a.among; m != 0 && at >= 0; m = m.Rest() {
		a.made = m.First()
		at -= a.chances[a.made]
	}
}

// How far later moves of a round count: each less than the one before it, since those in between have had their part.
const (
	creditFades  = 0.85 // for a move
	verdictFades = 0.9  // for the critic
)

// credit computes the gain of each move and the error of each judgement. The result of a round is the value of the next
// one, since the cards dealt then are nobody's merit.
func (g *game) credit() {
	next, verdict, gain := g.outcome, g.outcome, float32(0)
	borders := g.borders
	for i := len(g.actions) - 1; i >= 0; i-- {
		a := &g.actions[i]
		if n := len(borders); n > 0 && borders[n-1].action == i+1 {
			next, gain = borders[n-1].worth, 0
			verdict = next
			borders = borders[:n-1]
		}
		gain = next - a.judged + creditFades*gain
		verdict = (1-verdictFades)*next + verdictFades*verdict
		a.outcome, a.gain = verdict, gain
		if a.seat == 1 {
			a.gain = -gain
		}
		next = a.judged
	}
}
