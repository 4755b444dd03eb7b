package noirburg

import (
	"context"
	"math/rand/v2"
	"slices"

	"noir/engine"
)

// How many turns are usually played to judge all moves, and how many moves that may be: of more
// each would be tried in too few worlds.
const (
	allTurns = 80_000
	allMoves = 40
)

// JudgeAll judges moments that do not come again: the windows of attacks, Police and
// Drive-bys, and that of the end of a turn with which the game is over. Elsewhere much may
// as well be done later, or in another order, and how well a seat would do that a playout
// does not tell. Every move is tried in the same worlds, none is left behind.
func (Game) JudgeAll(ctx context.Context, s engine.Sight, t engine.Trial) (engine.Judgement, error) {
	p, w, err := ponder(s)
	if err != nil {
		return engine.Judgement{}, err
	}
	choices := p.choices()
	if len(choices) == 0 || len(choices) > allMoves {
		return engine.Judgement{}, nil
	}
	search := search{world: w.deal, seat: p.seat}
	for _, twins := range choices {
		search.tries = append(search.tries, &try{Move: twins[0]})
	}
	r := rand.New(rand.NewPCG(t.Seed, uint64(p.turn)))
	if err := legal(w.deal(r), p.seat, search.tries); err != nil {
		return engine.Judgement{}, err
	}
	for search.turns < t.Of(allTurns) {
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

// choices are all moves of a seat that has to answer now or never, those together that are
// twins.
func (at *situation) choices() (choices [][]Move) {
	if !at.nowOrNever() {
		return nil
	}
	for _, entry := range at.moves {
		for _, m := range entry.throws() {
			i := slices.IndexFunc(choices, func(twins []Move) bool { return at.same(m, twins[0]) })
			if i < 0 {
				choices = append(choices, []Move{m})
			} else {
				choices[i] = append(choices[i], m)
			}
		}
	}
	return choices
}

// same reports whether moves are twins: of hidden gangsters those who attack are others than
// those who do not.
func (at *situation) same(a, b Move) bool {
	w := at.attack()
	return a.twin(b) && (w == nil || w.gang.has(a.Gangster) == w.gang.has(b.Gangster))
}

// nowOrNever reports whether a window is open that is the last moment for what it is open
// for.
func (p *position) nowOrNever() bool {
	w := p.window()
	if w == nil || w.kind != WindowEndTurn {
		return w != nil
	}
	next := p.afterTurn()
	return next.over()
}

// throws are the moves that an entry of a list stands for: any of its Drive-bys may be
// thrown in together.
func (m Move) throws() []Move {
	if m.Type != TypeDriveby {
		return []Move{m}
	}
	var all []Move
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
