package sweep_test

import (
	"testing"

	"noir/internal/sweep"
)

// TestAMapIsSweptWhenItHasDoubled: what is in use stays, and sweeping does not cost each entry a
// look at all the others.
func TestAMapIsSweptWhenItHasDoubled(t *testing.T) {
	m, looks := sweep.NewMap[int, bool](), 0
	add := func(from, to int, used bool) {
		for k := from; k < to; k++ {
			m.Sweep(func(used bool) bool { looks++; return !used })
			m.Of[k] = used
		}
	}
	add(0, 100, true)
	add(100, sweep.Spare, false)
	if len(m.Of) != sweep.Spare || looks != 0 {
		t.Fatalf("%d of %d entries are left before it is full, after %d looks", len(m.Of), sweep.Spare, looks)
	}
	add(sweep.Spare, sweep.Spare+1, true)
	if len(m.Of) != 101 || looks != sweep.Spare {
		t.Fatalf("%d entries are left of 101 in use, after %d looks", len(m.Of), looks)
	}
	for k := range 100 {
		if !m.Of[k] {
			t.Fatalf("entry %d was in use", k)
		}
	}
	looks = 0
	add(10_000, 20_000, true)
	if len(m.Of) != 10_101 || looks > 20_000 {
		t.Errorf("%d entries after %d looks", len(m.Of), looks)
	}
}
