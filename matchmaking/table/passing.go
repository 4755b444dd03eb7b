package table

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"time"

	"noir/engine"
	"noir/matchmaking"
)

// passing owns what the table passes for each seat in windows, and how often in a row a seat has
// passed. The wishes are not stored: after a restart a player is asked until they wish again.
type passing struct {
	game   *game
	relief *relief
	seed   engine.Seed
	wants  []matchmaking.Passing // by seat
	row    []int                 // by seat: passes since its turn
	turn   []int                 // by seat: the question of its newest turn
	due    []time.Duration       // by seat: when, in game time, the table passes for it, or never
}

// never is later than any game.
const never time.Duration = math.MaxInt64

func newPassing(g *game, r *relief, seed engine.Seed) *passing {
	n := len(g.seats)
	return &passing{
		game: g, relief: r, seed: seed, wants: make([]matchmaking.Passing, n), row: make([]int, n),
		turn: slices.Repeat([]int{-1}, n), due: slices.Repeat([]time.Duration{never}, n),
	}
}

// want sets what the table passes for a seat.
func (p *passing) want(s engine.Seat, w matchmaking.Passing) { p.wants[s], p.row[s] = w, 0 }

// answered counts a kept answer, which is a pass, by hand or the table's; not what passes at once
// because the seat itself has declared it.
func (p *passing) answered(s engine.Seat) {
	p.due[s] = never
	if !slices.ContainsFunc(p.game.asked(), func(q engine.Prompt) bool { return q.Seat == s && q.Own }) {
		p.row[s]++
	}
}

// acted ends a run of passes.
func (p *passing) acted(s engine.Seat) { p.row[s] = 0 }

// follow looks at the seats' questions, and decides when the table answers.
func (p *passing) follow() {
	st := p.game.window.state
	for i := range p.due {
		p.due[i] = never
	}
	for _, q := range st.Prompts() {
		switch {
		case q.Minimum > 0:
			p.due[q.Seat] = p.when(st, q)
		case p.turn[q.Seat] != q.Question:
			p.turn[q.Seat], p.row[q.Seat] = q.Question, 0
			if p.wants[q.Seat] == matchmaking.PassTurn {
				p.wants[q.Seat] = matchmaking.PassIdle
			}
		}
	}
}

// when returns when the table passes for a seat that is asked in a window. A wish to pass takes
// effect at once, whatever the hand; so does the pass for a question about what the seat itself has
// just declared. A hand that holds nothing passes at once if its player is alone with the house;
// among people only after a while, so that the moment at which a window closes does not tell
// whether a seat could have played something.
func (p *passing) when(st engine.State, q engine.Prompt) time.Duration {
	wants, idle := p.wants[q.Seat], !couldPlay(st, q)
	switch {
	case p.game.seats[q.Seat].house:
		return never
	case wants >= matchmaking.PassTurn && !q.Personal, wants >= matchmaking.PassIdle && q.Own, idle && p.game.seats.alone(q.Seat):
		return 0
	case idle && wants >= matchmaking.PassIdle:
		return p.game.clocks.seats[q.Seat].since + p.hesitation(q)
	}
	return never
}

// hesitation returns how long the table waits before it passes for a hand that holds nothing: as
// long as people who think about a card and keep it. It follows from the secret seed alone, so it
// is always the same and tells nothing about the hand.
func (p *passing) hesitation(q engine.Prompt) time.Duration {
	budget := p.game.clocks.seats[q.Seat].prompt.Budget
	if budget == endless {
		budget = q.Budget
	}
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(append(p.seed[:], "hesitation"...), uint64(q.Question)<<8|uint64(q.Seat)))
	part := float64(binary.BigEndian.Uint64(sum[:])) / math.MaxUint64
	return time.Duration(float64(budget) * pondered(part)).Truncate(time.Millisecond) // in the log's units
}

// pondered returns the part of their time, below 1, within which a part of all people pass by hand:
// half of them within a quarter of it, and two of three between a seventh and a half (a log-normal
// distribution). The slowest fiftieth is left out: they run out of time.
func pondered(people float64) float64 {
	const median, spread, all = 0.25, 0.6, 0.98
	return median * math.Exp(spread*math.Sqrt2*math.Erfinv(2*all*people-1))
}

// next returns when the table passes next. It does not pass for seats that the house plays.
func (p *passing) next() time.Duration {
	next := never
	for i, due := range p.due {
		if !p.relief.active(engine.Seat(i)) {
			next = min(next, due)
		}
	}
	return next
}

// passes reports whether the table passes for a seat at a moment or before.
func (p *passing) passes(s engine.Seat, by time.Duration) bool {
	return p.due[s] <= by && p.due[s] != never && !p.relief.active(s)
}
