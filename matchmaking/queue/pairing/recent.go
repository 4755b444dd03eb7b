package pairing

import "time"

// How long the pool remembers who sat together, and how many seats. Beyond that number the
// oldest are forgotten early.
const (
	recentFor   = 30 * time.Second
	recentLimit = 1 << 17
)

// seating records that one player sat down at one table.
type seating struct {
	player int64
	table  int64
	at     int64 // nanoseconds from the pool's epoch
	before int64 // the player's previous seating
}

// recent remembers who sat together: a ring of seatings, numbered from 1, and for each player
// in it the newest, which leads to the older ones.
type recent struct {
	ring           []seating // its length is a power of two
	oldest, newest int64     // numbers of the oldest and newest seating kept
	table          int64     // number of the newest table
	newestOf       map[int64]int64
}

func (r *recent) init() {
	r.oldest = 1
	r.newestOf = make(map[int64]int64)
}

func (r *recent) len() int { return int(r.newest - r.oldest + 1) }

func (r *recent) seating(n int64) *seating { return &r.ring[n&int64(len(r.ring)-1)] }

// forget drops what is too old.
func (r *recent) forget(now int64) {
	old := func(n int64) bool { return now-r.seating(n).at >= int64(recentFor) }
	if r.len() > 0 && old(r.newest) {
		clear(r.newestOf)
		r.oldest = r.newest + 1
	}
	for r.len() > 0 && old(r.oldest) {
		r.drop()
	}
}

// drop forgets the oldest seating.
func (r *recent) drop() {
	s := r.seating(r.oldest)
	if r.newestOf[s.player] == r.oldest {
		delete(r.newestOf, s.player)
	}
	r.oldest++
}

// nextTable begins a table; add then adds its players.
func (r *recent) nextTable() { r.table++ }

func (r *recent) add(player, now int64) {
	if r.len() == recentLimit {
		r.drop()
	}
	if r.len() == len(r.ring) {
		r.grow()
	}
	r.newest++
	*r.seating(r.newest) = seating{player: player, table: r.table, at: now, before: r.newestOf[player]}
	r.newestOf[player] = r.newest
}

func (r *recent) grow() {
	old := *r
	r.ring = make([]seating, max(64, 2*len(old.ring)))
	for n := old.oldest; n <= old.newest; n++ {
		*r.seating(n) = *old.seating(n)
	}
}

// of returns the number of a player's newest seating, 0 for a player without one.
func (r *recent) of(player int64) int64 {
	if r.len() == 0 {
		return 0
	}
	return r.newestOf[player]
}

// together reports whether two players, given by their newest seatings, sat at the same table.
// Table numbers fall on the way back.
func (r *recent) together(a, b int64) bool {
	for a >= r.oldest && b >= r.oldest {
		switch sa, sb := r.seating(a), r.seating(b); {
		case sa.table > sb.table:
			a = sa.before
		case sa.table < sb.table:
			b = sb.before
		default:
			return true
		}
	}
	return false
}
