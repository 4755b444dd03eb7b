package cluster

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
)

// chairs notes which of them were left, and which lost ("a!").
type chairs []string

type seatOfAnother struct {
	name string
	left *chairs
}

func (c seatOfAnother) Leave() { *c.left = append(*c.left, c.name) }

func (c seatOfAnother) lose() { *c.left = append(*c.left, c.name+"!") }

// TestWhatNodesHoldIsGivenUp once: when it is left, replaced, not asked for any more, or when its node is gone.
func TestWhatNodesHoldIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left chairs
		k := newKept(seatOfAnother.lose)
		are := func(when, names string) {
			t.Helper()
			slices.Sort(left)
			if got := strings.Join(left, " "); got != names {
				t.Errorf("%s: %q were left, want %q", when, got, names)
			}
			left = nil
		}
		for name, node := range map[string]data.NodeID{"a": 1, "b": 1, "c": 2, "d": 2, "e": 3, "f": 3} {
			k.add(name, node, seatOfAnother{name, &left})
		}
		are("at first", "")
		k.add("a", 1, seatOfAnother{"a2", &left})
		are("replaced", "a")
		k.leave("b")
		k.leave("b")
		are("left twice", "b")
		if _, _, err := k.find("b"); !errors.Is(err, errNotMine) {
			t.Errorf("what was left: %v", err)
		}
		held, answered, err := k.find("c")
		if err != nil || held.name != "c" {
			t.Fatalf("%+v, %v", held, err)
		}
		k.forsake(map[data.NodeID]bool{1: true, 2: true})
		are("of a node that is gone", "e! f!")
		time.Sleep(silentFor)
		k.tidy()
		are("asked for just in time", "")
		time.Sleep(time.Millisecond)
		k.tidy()
		are("not asked for", "a2! d!")
		answered()
		time.Sleep(silentFor)
		k.tidy()
		are("answered just in time", "")
		k.clear()
		are("at the end", "c!")
		k.clear()
		are("after it", "")
	})
}
