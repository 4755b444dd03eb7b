package cluster

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// inRoster runs a test of a roster, in a bubble: of node 1, whose people are theirs, and which reaches node 2.
func inRoster(t *testing.T, f func(t *testing.T, r *roster, node *server, theirs *state)) {
	t.Helper()
	dir := sqlitetest.Dir(t)
	synctest.Test(t, func(t *testing.T) {
		store := sqlitetest.Open(t, dir)
		defer store.Close()
		own, err := local.New(t.Context(), local.Config{Store: store, Games: []engine.Game{districtnoir.Game{}}})
		if err != nil {
			t.Fatal(err)
		}
		defer own.Close()
		node, front, _ := between(t)
		theirs := new(state)
		r := newRoster(front, func() map[data.PlayerID]string { return theirs.Here }, func() []data.PlayerID { return theirs.Guests }, func() int { return theirs.Online })
		r.local = own
		f(t, r, node, theirs)
	})
}

// with returns the state of a node that has a number of tables and these people.
func with(tables int, people ...data.PlayerID) state {
	s := state{Counts: matchmaking.Counts{Tables: tables}, Here: map[data.PlayerID]string{}, Takes: true}
	for _, p := range people {
		s.Here[p] = fmt.Sprint("p", p)
	}
	return s
}

// TestWhereAGameRuns: at the node with most of its people, of several such at the one with the fewest tables, which takes games and
// has just been heard. Those that it has been given since it was heard count.
func TestWhereAGameRuns(t *testing.T) {
	inRoster(t, func(t *testing.T, r *roster, _ *server, theirs *state) {
		const a, b data.PlayerID = 101, 102
		own, of2 := Guests(1)-1, Guests(2)-1
		drains := with(0, a, b)
		drains.Takes = false
		moved := with(0, b)
		moved.Guests = []data.PlayerID{own}
		playing := with(0)
		look := func(what string, here state, others map[data.NodeID]state, ago time.Duration, people []data.PlayerID, want ...data.NodeID) {
			t.Helper()
			*theirs = here
			clear(r.states)
			for id, s := range others {
				r.heard(id, s)
			}
			time.Sleep(ago)
			var got []data.NodeID
			for range want {
				got = append(got, r.host(people))
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s: it runs at %v, not at %v", what, got, want)
			}
		}
		two := []data.PlayerID{a, b}
		type others = map[data.NodeID]state
		look("there is nobody else", with(0), nil, 0, two, 0)
		look("most are at one", with(0, b), others{2: with(9, a, b), 3: with(0, a)}, 0, two, 2)
		look("as many are here", with(0, a), others{2: with(0, b)}, 0, two, 0)
		look("it drains", with(0), others{2: drains}, 0, two, 0)
		look("it was just heard", with(0), others{2: with(0, a)}, heardFor, two, 2)
		look("it was heard long ago", with(0), others{2: with(0, a)}, heardFor+1, two, 0)
		look("a guest has gone there", with(0), others{2: moved}, 0, []data.PlayerID{own, b}, 2)
		look("a guest of its own", with(0), others{2: with(0)}, 0, []data.PlayerID{of2, a}, 2)
		look("a guest of this one", with(0), others{2: with(0, b)}, 0, []data.PlayerID{own, b}, 0)
		look("a guest has come here", state{Guests: []data.PlayerID{of2}}, others{3: with(0, b)}, 0, []data.PlayerID{of2, b}, 0)
		look("each has one", with(0), others{2: with(5, a), 3: with(0, b)}, 0, two, 2, 3, 3, 3, 3, 3, 3)

		host := matchmaking.Ticket{Player: data.Player{ID: own, Name: "guest"}, Bot: "easy", Terms: matchmaking.Terms{Game: "district-noir", Pace: data.Live}}
		if _, err := r.local.Queue(t.Context(), host); err != nil || r.local.Counts().Tables != 1 {
			t.Fatalf("%+v, %v", r.local.Counts(), err)
		}
		look("this one has a table", with(0), others{2: playing}, 0, two, 2)
		look("both have one", with(0), others{2: with(1)}, 0, two, 0)
	})
}

// TestWhoIsAskedForTables of a player: who has said that they play there, who has said nothing for long, and everybody while that may
// be about to change.
func TestWhoIsAskedForTables(t *testing.T) {
	inRoster(t, func(t *testing.T, r *roster, _ *server, _ *state) {
		const p data.PlayerID = 101
		r.know([]data.Node{{ID: 1}, {ID: 2}, {ID: 3}, {ID: 4}, {ID: 5}})
		plays := with(1)
		plays.Plays = []data.PlayerID{p}
		look := func(what string, want ...data.NodeID) {
			t.Helper()
			if got := r.playsAt(p); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
				t.Errorf("%s %v are asked, not %v", what, got, want)
			}
		}
		r.heard(4, with(0, p))
		time.Sleep(time.Nanosecond)
		r.heard(2, plays)
		r.heard(3, with(0, p))
		time.Sleep(settledFor - 1)
		look("at first", 2, 4, 5)
		r.heard(4, with(0, p))
		r.forsake(map[data.NodeID]bool{2: true, 3: true, 4: true})
		look("when nobody of them is gone", 2, 5)
		r.heard(3, with(0))
		r.shaken()
		time.Sleep(settledFor - 1)
		look("when tables may have moved", 2, 3, 4, 5)
		r.heard(3, with(0))
		r.heard(4, with(0))
		time.Sleep(time.Nanosecond)
		look("once they have", 2, 5)
		r.forsake(map[data.NodeID]bool{2: true, 3: true})
		look("when one of them is gone", 2, 3, 4, 5)
		time.Sleep(settledFor)
		r.heard(3, with(0))
		r.heard(4, with(0))
		look("long after", 2, 5)
		r.engaged([]data.PlayerID{7})
		look("when others have got a game", 2, 5)
		r.engaged([]data.PlayerID{p})
		look("when they have got a game", 2, 3, 4, 5)
	})
}

// TestAStateInParts arrives whole, however many people it tells of. While a part is missing what was told before is what is known.
func TestAStateInParts(t *testing.T) {
	inRoster(t, func(t *testing.T, r *roster, _ *server, _ *state) {
		hear := func(parts []state) {
			t.Helper()
			for _, part := range parts {
				if err := write(head{}, part, func(raw []byte) error {
					_, body, err := open(raw)
					hearing(r.heard)(2, body)
					return err
				}); err != nil {
					t.Fatal(err)
				}
			}
		}
		known := func(want state) bool {
			got := r.states[2]
			got.Part, got.Parts = 0, 0
			plays := slices.Sorted(maps.Keys(got.plays))
			return maps.Equal(got.Here, want.Here) && slices.Equal(got.Guests, want.Guests) && slices.Equal(got.Plays, want.Plays) &&
				slices.Equal(plays, want.Plays) && got.Takes && got.Counts.Tables == want.Counts.Tables && got.Online == want.Online
		}
		of := func(here, guests, plays int) state {
			s := with(len(r.states) + here)
			s.Online = 1 + here
			for i := range max(here, guests, plays) {
				if p := data.PlayerID(i + 1); i < here {
					s.Here[p] = fmt.Sprint("p", p)
				}
				if i < guests {
					s.Guests = append(s.Guests, Guests(2)-data.PlayerID(i))
				}
				if i < plays {
					s.Plays = append(s.Plays, data.PlayerID(i+1))
				}
			}
			return s
		}
		few := of(2, 1, 1)
		for _, c := range []struct{ here, guests, plays, parts int }{
			{0, 0, 0, 1}, {mostTold, 0, 0, 1}, {mostTold + 1, 0, 0, 2}, {0, mostTold + 1, 1, 2}, {1, 2, mostTold + 1, 2}, {5, mostTold, 2*mostTold + 1, 3},
		} {
			s := of(c.here, c.guests, c.plays)
			parts := s.parts()
			if len(parts) != c.parts {
				t.Errorf("%+v are %d parts", c, len(parts))
			}
			for _, part := range parts {
				if n := max(len(part.Here), len(part.Guests), len(part.Plays)); n > mostTold {
					t.Errorf("a part of %+v tells of %d people", c, n)
				}
			}
			hear([]state{few})
			if hear(parts); !known(s) {
				t.Errorf("%+v is not what arrives", c)
			}
			for i := range parts {
				lacks := slices.Delete(slices.Clone(parts), i, i+1)
				hear([]state{few})
				if hear(lacks); len(parts) > 1 && !known(few) {
					t.Errorf("without part %d, %+v is taken for whole", i, c)
				}
				if hear(lacks); len(parts) > 1 && !known(few) {
					t.Errorf("without part %d twice, %+v is taken for whole", i, c)
				}
				if hear(parts); !known(s) {
					t.Errorf("%+v is not what arrives after a part was lost", c)
				}
			}
			if len(parts) > 1 {
				hear([]state{few})
				if hear(append(parts[:1:1], parts...)); !known(s) {
					t.Errorf("%+v is not what arrives when it is told anew", c)
				}
				hear(parts[:1])
				hear([]state{few})
				if hear(parts[1:]); !known(few) {
					t.Errorf("what comes of %+v after something newer is taken for whole", c)
				}
				hear(of(1, 0, 3*mostTold+1).parts()[:1])
				if hear(parts[1:]); !known(few) {
					t.Errorf("what comes of %+v after the beginning of another is taken for whole", c)
				}
				hear(parts[:1])
				r.forsake(map[data.NodeID]bool{1: true})
			}
		}
		if len(r.begun) > 0 {
			t.Errorf("%d are begun", len(r.begun))
		}
	})
}

// TestCountsAddUp: each of them, over all nodes.
func TestCountsAddUp(t *testing.T) {
	inRoster(t, func(t *testing.T, r *roster, _ *server, theirs *state) {
		var all [2]state
		for n := range all {
			counts := reflect.ValueOf(&all[n].Counts).Elem()
			for i := range counts.NumField() {
				if f := counts.Field(i); f.Kind() == reflect.Int {
					f.SetInt(int64(i + 1 + 100*n))
				}
			}
			all[n].Counts.Waiting = map[string]int{"both": n + 1, fmt.Sprint("only ", n): 7}
			all[n].Online = n + 1
			r.heard(data.NodeID(n+2), all[n])
		}
		theirs.Online = 10
		got := r.counts()
		counts := reflect.ValueOf(got)
		for i := range counts.NumField() {
			if f := counts.Field(i); f.Kind() == reflect.Int && f.Int() != int64(2*(i+1)+100) {
				t.Errorf("%s is %d", counts.Type().Field(i).Name, f.Int())
			}
		}
		maps.DeleteFunc(got.Waiting, func(_ string, n int) bool { return n == 0 })
		if !maps.Equal(got.Waiting, map[string]int{"both": 3, "only 0": 7, "only 1": 7}) {
			t.Errorf("%v wait", got.Waiting)
		}
		if again := r.counts(); again.Waiting["both"] != 3 {
			t.Errorf("the second time %v wait", again.Waiting)
		}
		if n := r.online(); n != 13 {
			t.Errorf("%d are connected", n)
		}
	})
}

// listed is a public table, its mean rating, and who sits there.
func listed(id data.MatchID, pace data.Pace, rating float64) matchmaking.Listing {
	return matchmaking.Listing{ID: id, Game: "district-noir", Pace: pace, Seats: []matchmaking.Seated{{Name: string(id), Rating: &rating, Kind: data.Human}}}
}

// names are the ids of tables, in order.
func names(rows []matchmaking.Listing) string {
	var all []string
	for _, l := range rows {
		all = append(all, string(l.ID))
	}
	return strings.Join(all, " ")
}

// TestTheTablesOfAllNodes are listed once each, the strongest first and with their own people; the others are asked for
// them once a second, for all viewers.
func TestTheTablesOfAllNodes(t *testing.T) {
	inRoster(t, func(t *testing.T, r *roster, node *server, _ *state) {
		var asked atomic.Int64
		takes := time.Duration(0)
		list := []matchmaking.Listing{listed("weak", data.Live, 1400), listed("day", data.Day, 2000), listed("strong", data.Live, 1800), listed("weak", data.Live, 1400)}
		sits := [][]data.PlayerID{{1}, {2}, {3}, {4}}
		node.handlers = map[string]handler{"list": func(context.Context, data.NodeID, []byte) (any, error) {
			asked.Add(1)
			time.Sleep(takes)
			return public{rowsOf(list), sits}, nil
		}}
		look := func(what, want string, times int64) {
			t.Helper()
			rows, people := r.live()
			who := make([]string, len(people))
			for i, p := range people {
				who[i] = fmt.Sprint(p[0])
			}
			if got := names(rows) + " of " + strings.Join(who, " "); got != want || asked.Load() != times {
				t.Errorf("%s: %q after %d questions", what, got, asked.Load())
			}
		}
		const first, second = "strong weak day of 3 1 2", "new of 5"
		look("at first", first, 1)
		list, sits = []matchmaking.Listing{listed("new", data.Live, 1500)}, [][]data.PlayerID{{5}}
		time.Sleep(stateEvery - 1)
		look("within a second", first, 1)
		time.Sleep(time.Nanosecond)
		takes = answerTime - 1
		go look("a second later", second, 2)
		synctest.Wait()
		look("while they are asked", first, 2)
		time.Sleep(takes)
		synctest.Wait()
		look("then", second, 2)
		time.Sleep(stateEvery)
		takes = answerTime + 1
		look("without those who do not answer", " of ", 3)
		r.know([]data.Node{{ID: 1}})
		time.Sleep(stateEvery)
		look("with nobody else", " of ", 3)
	})
}

// TestAPlayersTablesAtAllNodes are listed once each, those first that wait for them. One that does not answer is left out.
func TestAPlayersTablesAtAllNodes(t *testing.T) {
	inRoster(t, func(t *testing.T, r *roster, node *server, _ *state) {
		waits := listed("waits", data.Day, 1500)
		waits.Asked = []engine.Seat{0}
		var fails error
		node.handlers = map[string]handler{"mine": answering(func(_ context.Context, _ data.NodeID, p data.PlayerID) (any, error) {
			if p != 7 {
				t.Errorf("asked for the tables of %d", p)
			}
			other := listed("other", data.Live, 1500)
			other.Asked = []engine.Seat{1}
			return rowsOf([]matchmaking.Listing{other, waits, other}), fails
		})}
		for _, want := range []string{"waits other", ""} {
			if rows, err := r.own(t.Context(), 7); names(rows) != want || err != nil {
				t.Errorf("%q, %v", names(rows), err)
			}
			fails = data.ErrUnavailable
		}
	})
}
