package cluster

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking"
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

// TestFirstNewsComeWithThePlace: another node is asked only for what comes after them.
func TestFirstNewsComeWithThePlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node, front, _ := between(t)
		var after []int
		node.handlers = map[string]handler{verbNews: answering(func(_ context.Context, _ data.NodeID, a asking) (any, error) {
			after = append(after, a.After)
			return &matchmaking.Waiting{Revision: a.After + 1}, nil
		})}
		p := &farPlace{client: front, node: 2, name: "place", first: &matchmaking.Waiting{Revision: 3}}
		for _, seen := range []int{0, 3, 4} {
			news, err := p.Next(t.Context(), seen)
			if want := max(3, seen+1); err != nil || news.Revision != want {
				t.Errorf("after %d it says %d, want %d: %v", seen, news.Revision, want, err)
			}
		}
		if !slices.Equal(after, []int{3, 4}) {
			t.Errorf("it is asked for news after %d", after)
		}
	})
}
