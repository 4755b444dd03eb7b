package cluster

import (
	"testing"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// TestANodesShare of games that have no owner.
func TestANodesShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ orphans, nodes, want int }{
		{1, 1, fewAdopted}, {fewAdopted * 3, 3, fewAdopted}, {fewAdopted*3 + 1, 3, fewAdopted + 1}, {fewAdopted*3 + 3, 3, fewAdopted + 1},
		{mostAdopted * 3, 3, mostAdopted}, {mostAdopted*3 + 1, 3, mostAdopted}, {10_000, 1, mostAdopted},
	} {
		if got := shareOf(data.Census{Orphans: c.orphans, Nodes: make([]data.Node, c.nodes)}); got != c.want {
			t.Errorf("of %d games %d nodes adopt %d each at first", c.orphans, c.nodes, got)
		}
	}
}

// TestANodeThatIsCutOff gives up what it has after a while, if others reach each other; one that has nothing sends its people
// away, later.
func TestANodeThatIsCutOff(t *testing.T) {
	inRoster(t, func(t *testing.T, r *roster, _ *server, _ *state) {
		sent := 0
		m := &membership{election: newElection(r.client, nil, r.local, r.log), stranded: func() { sent++ }}
		others := data.Census{Nodes: []data.Node{{ID: 1}, {ID: 2, Linked: true}}}
		none := data.Census{Nodes: []data.Node{{ID: 1, Linked: true}, {ID: 2}}}
		others.Self, none.Self = 1, 1
		look := func(what string, after time.Duration, up bool, c data.Census, cut bool, away int) {
			t.Helper()
			time.Sleep(after)
			if got := m.cutOff(up, c); got != cut {
				t.Errorf("%s it is cut off %t", what, got)
			}
			if m.strand(up, c); sent != away {
				t.Errorf("%s it has sent its people away %d times", what, sent)
			}
		}
		m.recognise(1)
		look("with a link", time.Hour, true, others, false, 0)
		look("at first", time.Hour, false, others, false, 0)
		look("for a while", aloneFor, false, others, false, 0)
		look("where nobody reaches anybody", 1, false, none, false, 0)
		look("when others do", 0, false, others, true, 0)
		m.recognise(2)
		look("with nothing", 0, false, others, false, 0)
		look("just long enough", strandedFor-aloneFor-1, false, others, false, 0)
		look("with a link for once", 1, true, others, false, 0)
		look("at first again", time.Hour, false, others, false, 0)
		look("for long", strandedFor, false, others, false, 0)
		look("too long, where nobody reaches anybody", 1, false, none, false, 0)
		look("too long", 0, false, others, false, 1)
		look("again", 0, false, others, false, 2)
		look("with a link again", 0, true, others, false, 2)
		m.recognise(1)
		look("at first, as a leader", time.Hour, false, others, false, 2)
		look("then", aloneFor+1, false, others, true, 2)
		m.recognise(2)
		host := matchmaking.Ticket{Player: data.Player{ID: -1, Name: "guest"}, Bot: "easy", Terms: matchmaking.Terms{Game: "district-noir", Pace: data.Live}}
		if _, err := m.local.Queue(t.Context(), host); err != nil {
			t.Fatal(err)
		}
		look("with a table", 0, false, others, true, 2)
	})
}
