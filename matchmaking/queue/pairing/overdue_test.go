package pairing

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// Exceptions only lower the cost, and leave no overdue ticket for which there was a seat or
// company among those left.
func TestExceptionsPay(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	made := 0
	for n := range 100 {
		sizes := anyNumber
		if n%3 == 0 {
			sizes = wishes
		}
		people := crowd{3 + r.IntN(28), []float64{60, 200, 600, 1200}[n%4], 0.5, sizes}.people(r)
		forbidden := apart(uint64(10 * (n % 2)))
		tables := tick(people, forbidden)
		for _, table := range tables {
			if !allowed(people, table, forbidden) {
				t.Fatalf("%v may not sit together", table)
			}
			if !withinWindows(people, table) {
				made++
			}
		}
		within, all := weigh(people, tickWithin(people, forbidden)), weigh(people, tables)
		if all.cost > within.cost+0.01 {
			t.Fatalf("a cost of %.2f, without exceptions %.2f", all.cost, within.cost)
		}
		if n%3 > 0 {
			nobodyIsLeft(t, people, tables, forbidden)
		}
	}
	if made < 20 {
		t.Errorf("only %d tables were exceptions", made)
	}
}

// nobodyIsLeft fails when an overdue ticket is left though two others were left as well, or a
// table had a free seat, with which it could sit.
func nobodyIsLeft(t *testing.T, people []person, tables [][]int, forbidden func(a, b int64) bool) {
	t.Helper()
	seated := map[int]bool{}
	for _, table := range tables {
		for _, i := range table {
			seated[i] = true
		}
	}
	for i, who := range people {
		if seated[i] || who.waited < windowOpens {
			continue
		}
		for j := range people {
			for k := range j {
				if table := []int{i, j, k}; j != i && k != i && !seated[j] && !seated[k] && allowed(people, table, forbidden) {
					t.Fatalf("%v is left with %v and %v", who, people[j], people[k])
				}
			}
		}
		for _, table := range tables {
			if more := append(table[:len(table):len(table)], i); allowed(people, more, forbidden) {
				t.Fatalf("%v is left beside a table of %d", who, len(table))
			}
		}
	}
}

// Three players far from each other are seated as soon as two of them take any opponent.
func TestThreeFarApart(t *testing.T) {
	q := newQueue(nil)
	q.add(strangers, 1, 1000)
	q.pass(5 * time.Second)
	q.add(strangers, 2, 1800)
	q.pass(20 * time.Second)
	q.add(strangers, 3, 2600)
	q.pass(40*time.Second - time.Millisecond)
	q.wants(t)
	q.pass(time.Millisecond)
	q.wants(t, []int64{1, 2, 3})
}

// TestNobodyStarvesAtLargerTables: a player 2,000 points from all others sits down after a
// minute, with those who are left or at the first table with a free seat, though all others
// find each other at once. Where all tables are full they wait until a seat is worth more to
// them than those points: 10 a second.
func TestNobodyStarvesAtLargerTables(t *testing.T) {
	for _, c := range []struct {
		together, atOnce int // how many others come at once, and every how many seconds
		want             time.Duration
	}{
		{1, 1, time.Minute},
		{1, 9, 65 * time.Second}, // when the next comes
		{4, 1, time.Minute},
		{5, 7, 65 * time.Second},
		{6, 1, 202 * time.Second},
	} {
		q := newQueue(nil)
		q.add(strangers, 1, 3500)
		q.pass(time.Second)
		others := int64(1)
		for second := 0; ; second++ {
			if second%c.atOnce == 0 {
				for range c.together {
					others++
					q.add(strangers, others, 1500)
				}
			}
			q.pass(time.Second)
			if slices.ContainsFunc(q.tick(), func(players []int64) bool { return players[0] == 1 }) {
				break
			}
			if second > 600 {
				t.Fatalf("%+v: he is left for ever", c)
			}
		}
		if waited := q.now.Sub(start); waited != c.want {
			t.Errorf("%+v: he waited %v", c, waited)
		}
	}
}
