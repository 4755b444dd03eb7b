// Package queuetest plays the holders of places in tests.
package queuetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// patience is how long a visitor waits for news.
const patience = 2 * time.Minute

// Visitor is the holder of a place; the test answers ready checks for it.
type Visitor struct {
	matchmaking.Place
	Player data.Player
	Last   matchmaking.Waiting // the newest revision seen
	t      testing.TB
}

// Visit makes a player the holder of a place.
func Visit(t testing.TB, p data.Player, place matchmaking.Place) *Visitor {
	return &Visitor{Place: place, Player: p, t: t}
}

// news returns the next state of the place, or the error that ended it.
func (v *Visitor) news() (matchmaking.Waiting, error) {
	v.t.Helper()
	ctx, stop := context.WithTimeout(v.t.Context(), patience)
	defer stop()
	w, err := v.Next(ctx, v.Last.Revision)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		v.t.Fatalf("%s has heard nothing new in %v, last %+v", v.Player.Name, patience, v.Last)
	case err == nil && w.Revision <= v.Last.Revision:
		v.t.Fatalf("revision %d comes after %d", w.Revision, v.Last.Revision)
	}
	v.Last = w
	return w, err
}

// Until returns the first state that satisfies ok.
func (v *Visitor) Until(ok func(matchmaking.Waiting) bool) matchmaking.Waiting {
	v.t.Helper()
	for {
		w, err := v.news()
		if err != nil {
			v.t.Fatalf("%s: %v", v.Player.Name, err)
		}
		if ok(w) {
			return w
		}
	}
}

// Answer answers the ready check.
func (v *Visitor) Answer() {
	v.t.Helper()
	if err := v.Ready(v.t.Context()); err != nil {
		v.t.Fatal(err)
	}
}

// Refused waits until the place is told why there is no table, and returns that.
func (v *Visitor) Refused() error {
	v.t.Helper()
	for {
		w, err := v.news()
		if err != nil {
			return err
		}
		if Seated(w) {
			v.t.Fatalf("%s is seated: %+v", v.Player.Name, w)
		}
	}
}

// SentAway fails unless the place ends for this reason.
func (v *Visitor) SentAway(want error) {
	v.t.Helper()
	if err := v.Refused(); !errors.Is(err, want) {
		v.t.Errorf("%s is sent away with %v, not %v", v.Player.Name, err, want)
	}
}

// Held returns for how long from now the place is held.
func (v *Visitor) Held() time.Duration {
	v.t.Helper()
	w, err := v.Next(v.t.Context(), 0)
	if err != nil {
		v.t.Fatal(err)
	}
	if w.Held.IsZero() {
		return 0
	}
	return time.Until(w.Held)
}

// Meet returns the one table that all places lead to.
func Meet(t testing.TB, all ...*Visitor) data.MatchID {
	t.Helper()
	id := all[0].Until(Seated).Match
	for _, v := range all[1:] {
		if got := v.Until(Seated).Match; got != id {
			t.Errorf("%s is led to %s, %s to %s", v.Player.Name, got, all[0].Player.Name, id)
		}
	}
	return id
}

// Asked reports whether the player is in a ready check.
func Asked(w matchmaking.Waiting) bool { return w.Found > 0 }

// Waits reports whether no table is found.
func Waits(w matchmaking.Waiting) bool { return w.Found == 0 }

// Seated reports whether the place has led to a table.
func Seated(w matchmaking.Waiting) bool { return w.Match != "" }
