package queue

import (
	"sync"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/internal/sweep"
)

// How long absences are remembered, and how long an absent player is held: holdFirst at first,
// twice as long each further time, holdMost at most.
const (
	holdKept  = 24 * time.Hour
	holdFirst = time.Minute
	holdMost  = time.Hour
	holdSteps = 7 // steps until the most
)

// Absences are the players who are held because others have waited for them in vain. Guests
// count by address, since a returning guest is another guest. They are kept in memory: a
// restart forgets them. It is safe for concurrent use.
type Absences struct {
	mu     sync.Mutex
	holds  sweep.Map[string, *hold]         // by account
	guests sweep.Map[data.PlayerID, caller] // guests who have looked for a table, by address
}

// caller is a guest's account, as of a moment.
type caller struct {
	account string
	at      time.Time
}

// hold is what one player has done lately.
type hold struct {
	voids  int       // games that were void because they made no first move
	misses int       // found tables to which the player did not come
	until  time.Time // not paired before
	at     time.Time // of the newest entry
}

func NewAbsences() *Absences {
	return &Absences{holds: sweep.NewMap[string, *hold](), guests: sweep.NewMap[data.PlayerID, caller]()}
}

// Meet records the address of a guest who looks for a table, by which they count. Each guest at a
// loopback address counts alone.
func (a *Absences) Meet(p data.PlayerID, by quota.Payer, now time.Time) {
	if !p.Guest() || !by.Address.IsValid() || by.Address.IsLoopback() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.guests.Sweep(func(known caller) bool { return now.Sub(known.at) >= holdKept })
	a.guests.Of[p] = caller{by.Address.String(), now}
}

// account returns the account of a player. The caller holds the mutex.
func (a *Absences) account(p data.PlayerID) string {
	switch known, met := a.guests.Of[p]; {
	case met:
		return known.account
	case p.Guest():
		return quota.Guest(int64(p))
	}
	return quota.Player(int64(p))
}

// until returns when a player may be paired again, the zero time for now.
func (a *Absences) until(p data.PlayerID, now time.Time) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if known := a.holds.Of[a.account(p)]; known != nil && known.until.After(now) {
		return known.until
	}
	return time.Time{}
}

// Lapsed records that a player's game was void since they let it lapse before their first move.
func (a *Absences) Lapsed(p data.PlayerID, now time.Time) {
	a.note(p, now, func(k *hold) int {
		k.voids = min(k.voids+1, holdSteps)
		return k.voids
	})
}

// missed records that a player did not come to a found table. The first time has no
// consequence: a connection may have been lost.
func (a *Absences) missed(p data.PlayerID, now time.Time) {
	a.note(p, now, func(k *hold) int {
		k.misses = min(k.misses+1, holdSteps+1)
		return k.misses - 1
	})
}

// note applies change to a player's record; the player is held for the number of steps that it
// returns.
func (a *Absences) note(p data.PlayerID, now time.Time, change func(*hold) (steps int)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.holds.Sweep(func(known *hold) bool { return now.Sub(known.at) >= holdKept })
	account := a.account(p)
	known := a.holds.Of[account]
	if known == nil || now.Sub(known.at) >= holdKept {
		known = &hold{}
		a.holds.Of[account] = known
	}
	known.at = now
	if steps := change(known); steps > 0 {
		until := now.Add(min(holdFirst<<(steps-1), holdMost))
		if until.After(known.until) {
			known.until = until
		}
	}
}

// came records that a player came to a found table, which makes up for one that they missed.
func (a *Absences) came(p data.PlayerID, now time.Time) {
	a.redeem(p, now, func(k *hold) *int { return &k.misses })
}

// Finished records that a player has finished a game, which makes up for a void one.
func (a *Absences) Finished(p data.PlayerID, now time.Time) {
	a.redeem(p, now, func(k *hold) *int { return &k.voids })
}

func (a *Absences) redeem(p data.PlayerID, now time.Time, which func(*hold) *int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	account := a.account(p)
	known := a.holds.Of[account]
	if known == nil {
		return
	}
	if n := which(known); *n > 0 {
		*n--
	}
	if known.voids == 0 && known.misses == 0 && !known.until.After(now) {
		delete(a.holds.Of, account)
	}
}
