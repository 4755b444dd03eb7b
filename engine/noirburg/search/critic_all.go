package search

import (
	"context"
	"math/rand/v2"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// How many turns are usually played to judge all moves, and the greatest number of moves: more
// would each be tried in too few worlds.
const (
	allTurns = 80_000
	allMoves = 40
)

// JudgeAll judges moments that do not come back: the windows of attacks, Police and Drive-bys,
// and the end of a turn that ends the game. Elsewhere many moves may as well be made later or
// in another order, and a playout does not show how well a seat would do that. Every move is
// tried in the same worlds, and none is dropped.
func JudgeAll(ctx context.Context, s engine.Sight, t engine.Trial) (engine.Judgement, error) {
	p, w, err := ponder(s)
	if err != nil {
		return engine.Judgement{}, err
	}
	choices := p.choices()
	if len(choices) == 0 || len(choices) > allMoves {
		return engine.Judgement{}, nil
	}
	search := search{world: w.deal, play: byReflexes(p.seat)}
	for _, twins := range choices {
		search.tries = append(search.tries, &try{Move: twins[0]})
	}
	r := rand.New(rand.NewPCG(t.Seed, uint64(p.Turn)))
	if err := legal(w.deal(r), p.seat, search.tries); err != nil {
		return engine.Judgement{}, err
	}
	for search.spent < t.Of(allTurns) {
		if err := ctx.Err(); err != nil {
			return engine.Judgement{}, err
		}
		search.playOut(search.tries, r)
	}
	j := search.judgement()
	for i, twins := range choices {
		j.Moves[i].Twins = bodies(twins[1:])
	}
	return j, nil
}

// choices returns all moves of a seat that must answer now or never, grouped with their twins.
func (at *situation) choices() (choices [][]rules.Move) {
	if !nowOrNever(&at.Position) {
		return nil
	}
	for _, entry := range at.moves {
		for _, m := range thrownBy(entry) {
			i := slices.IndexFunc(choices, func(twins []rules.Move) bool { return at.same(m, twins[0]) })
			if i < 0 {
				choices = append(choices, []rules.Move{m})
			} else {
				choices[i] = append(choices[i], m)
			}
		}
	}
	return choices
}

// same reports whether moves are twins. Among hidden gangsters those who attack differ from
// those who do not.
func (at *situation) same(a, b rules.Move) bool {
	w := at.Attack()
	return twin(a, b) && (w == nil || w.Gang.Has(a.Gangster) == w.Gang.Has(b.Gangster))
}

// nowOrNever reports whether the open window is the last chance for what it offers.
func nowOrNever(p *rules.Position) bool {
	w := p.Window()
	if w == nil || w.Kind != rules.WindowEndTurn {
		return w != nil
	}
	next := afterTurn(p)
	return next.Over()
}

// thrownBy returns the moves that an entry stands for: any of its Drive-bys may be played
// together.
func thrownBy(m rules.Move) []rules.Move {
	if m.Type != rules.TypeDriveby {
		return []rules.Move{m}
	}
	var all []rules.Move
	for some := 1; some < 1<<len(m.Cards); some++ {
		t := m
		t.Cards = nil
		for i, c := range m.Cards {
			if some>>i&1 != 0 {
				t.Cards = append(t.Cards, c)
			}
		}
		all = append(all, t)
	}
	return all
}
