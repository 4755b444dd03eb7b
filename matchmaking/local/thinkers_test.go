package local_test

import (
	"context"
	"encoding/json"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/internal/await"
	"noir/internal/quota"
	"noir/internal/quota/quotatest"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// pensive is District Noir with house players that think long over every move.
type pensive struct {
	districtnoir.Game
	thought time.Duration
	seen    *study
}

// study records how house players thought.
type study struct {
	mu      sync.Mutex
	now     int
	most    int // at the same time
	hurried int // ended at once, without time
}

func (g pensive) House(string, uint64) (engine.Player, error) { return g, nil }

// Choose plays the first legal move after some thought, or when its time is over.
func (g pensive) Choose(ctx context.Context, s engine.Sight) (json.RawMessage, error) {
	g.seen.mu.Lock()
	if ctx.Err() != nil {
		g.seen.hurried++
		g.seen.mu.Unlock()
		return s.Legal[0], nil
	}
	g.seen.now++
	g.seen.most = max(g.seen.most, g.seen.now)
	g.seen.mu.Unlock()
	select {
	case <-time.After(g.thought):
	case <-ctx.Done():
	}
	g.seen.mu.Lock()
	g.seen.now--
	g.seen.mu.Unlock()
	return s.Legal[0], nil
}

// thinkAtOnce opens a number of tables at which it is the house's turn, and returns how long
// each answer took.
func thinkAtOnce(t *testing.T, tables, workers int, pace data.Pace, thought time.Duration) (*study, []time.Duration, uint64) {
	var seen study
	var took []time.Duration
	var met uint64
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouseOf(t, dir, plainStore, local.Config{
			Games: []engine.Game{pensive{thought: thought, seen: &seen}}, Limits: local.Limits{BotCPU: workers},
			Quota: quotatest.Ledger(t, map[quota.Good]string{quota.Tables: strconv.Itoa(tables)}),
		})
		defer h.close()
		p, began := h.player("marlowe"), time.Now()
		answered := make(chan time.Duration)
		for range tables {
			terms := matchmaking.Terms{Game: game, Pace: pace}
			id := h.seatOf(h.queue(matchmaking.Ticket{Player: p, Terms: terms, Bot: "normal"}))
			g := h.sit(id, p)
			g.await(func(f matchmaking.Frame) bool { return f.Turn != nil || f.Clocks[1-f.Seat].Asked })
			if f := g.frame(); f.Turn != nil {
				g.move(0)
			}
			go func() {
				g.await(func(f matchmaking.Frame) bool {
					return slices.ContainsFunc(f.Log, func(l engine.Line) bool { return l.Seat != f.Seat })
				})
				answered <- time.Since(began)
			}()
		}
		for range tables {
			took = append(took, await.One(t, answered, "an answer of the house"))
		}
		met = h.Totals().Limits["bot_cpu"]
	})
	return &seen, took, met
}

// TestThinkersTakeTurns: no more think at once than there are processors for them, and each has
// a turn.
func TestThinkersTakeTurns(t *testing.T) {
	seen, took, met := thinkAtOnce(t, 6, 2, data.Fast, 500*time.Millisecond)
	if seen.most != 2 || seen.hurried > 0 || met > 0 {
		t.Errorf("%d thought at once, %d without time, %d noted", seen.most, seen.hurried, met)
	}
	for i, d := range took {
		if want := time.Duration(i/2+1) * 500 * time.Millisecond; d != want {
			t.Errorf("answer %d came after %s, want %s", i+1, d, want)
		}
	}
}

// TestThinkersAnswerInTime: within three seconds, also under overload, which is counted.
func TestThinkersAnswerInTime(t *testing.T) {
	for _, pace := range []data.Pace{data.Live, data.Fast} {
		seen, took, met := thinkAtOnce(t, 12, 1, pace, time.Second)
		if last := slices.Max(took); last > 3*time.Second {
			t.Errorf("%s: an answer took %s", pace, last)
		}
		if seen.most != 1 || seen.hurried == 0 || met == 0 {
			t.Errorf("%s: %d thought at once, %d without time, %d noted", pace, seen.most, seen.hurried, met)
		}
	}
}

// TestTheHouseKeepsItsTemper at pace live: each answer takes as long as its temper says,
// thinking included.
func TestTheHouseKeepsItsTemper(t *testing.T) {
	known, _ := pensive{}.Info().Opponent("normal")
	for _, thought := range []time.Duration{0, 100 * time.Millisecond} {
		_, took, _ := thinkAtOnce(t, 8, 8, data.Live, thought)
		for _, d := range took {
			if d < known.Temper.Least || d > known.Temper.Most {
				t.Errorf("an answer took %s, want %+v", d, known.Temper)
			}
		}
		if slices.Min(took) == slices.Max(took) {
			t.Errorf("every answer took %s", took[0])
		}
	}
}

// TestLend: lent work runs where the house thinks, as much at once as there is room for, and
// not at all once its caller has gone.
func TestLend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openHouseWithin(t, t.TempDir(), local.Limits{BotCPU: 2})
		defer h.close()
		began := time.Now()
		done := make(chan time.Duration)
		for range 5 {
			go func() {
				if err := h.Lend(t.Context(), func(context.Context) { time.Sleep(time.Second) }); err != nil {
					t.Error(err)
				}
				done <- time.Since(began)
			}()
		}
		synctest.Wait()
		if c := h.Counts(); c.Thinking != 2 || c.Idle != 3 {
			t.Errorf("%+v", c)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if err := h.Lend(gone, func(context.Context) { t.Error("done for nobody") }); err != context.Canceled {
			t.Error(err)
		}
		for i := range 5 {
			if d, want := await.One(t, done, "work that is done"), time.Duration(i/2+1)*time.Second; d != want {
				t.Errorf("work %d was done after %s, want %s", i+1, d, want)
			}
		}
	})
}

// TestLendToAPanic: the caller gets an error, and others go on thinking.
func TestLendToAPanic(t *testing.T) {
	h := openHouseWithin(t, t.TempDir(), local.Limits{BotCPU: 1})
	err := h.Lend(t.Context(), func(context.Context) { panic("no idea") })
	if err == nil || !strings.Contains(err.Error(), "no idea") || !strings.Contains(err.Error(), "TestLendToAPanic") {
		t.Errorf("told %v", err)
	}
	if n := h.Totals().Panics["house"]; n != 1 {
		t.Errorf("%d panics are counted", n)
	}
	thought := false
	if err := h.Lend(t.Context(), func(context.Context) { thought = true }); err != nil || !thought || h.Counts().Thinking != 0 {
		t.Errorf("after it: %v, %t, %+v", err, thought, h.Counts())
	}
}

// TestLendEnds: for a caller whose context ends, and for all callers when the broker closes,
// which waits for work under way.
func TestLendEnds(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouseWithin(t, dir, local.Limits{BotCPU: 1})
		began, over := time.Now(), make(chan time.Duration)
		go h.Lend(t.Context(), func(context.Context) { time.Sleep(time.Minute); over <- time.Since(began) })
		synctest.Wait()
		soon, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := h.Lend(soon, func(context.Context) { t.Error("done for nobody") }); err != context.DeadlineExceeded || time.Since(began) != time.Second {
			t.Errorf("after %s told %v", time.Since(began), err)
		}
		told := make(chan error)
		go func() { told <- h.Lend(t.Context(), func(context.Context) { t.Error("done in a house that closes") }) }()
		synctest.Wait()
		closed := make(chan time.Duration)
		go func() { h.close(); closed <- time.Since(began) }()
		if err := await.One(t, told, "an answer to a player who asks while the house closes"); err != matchmaking.ErrDraining || time.Since(began) != time.Second {
			t.Errorf("after %s told %v", time.Since(began), err)
		}
		if thought, left := await.One(t, over, "the end of a thought"), await.One(t, closed, "the closed house"); thought != time.Minute || left != thought {
			t.Errorf("the thought took %s, and the house was closed after %s", thought, left)
		}
		if err := h.Lend(t.Context(), func(context.Context) { t.Error("done in a house that has closed") }); err != matchmaking.ErrDraining {
			t.Errorf("told %v", err)
		}
	})
}

// TestNobodyIsCalledLikeTheHouse: its names are impossible for players, and differ at one
// table.
func TestNobodyIsCalledLikeTheHouse(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouseAt(t, dir, map[quota.Good]string{quota.Tables: "20"})
		p := h.player("marlowe")
		for _, g := range games {
			info := g.Info()
			for _, level := range info.Levels() {
				terms := matchmaking.Terms{Game: info.Name, Seats: info.MaxSeats}
				f := h.sit(h.seatOf(h.queue(matchmaking.Ticket{Player: p, Terms: terms, Bot: level})), p).frame()
				names := map[string]bool{}
				for _, s := range f.Seats {
					names[s.Name] = true
					if s.Kind != data.Bot {
						continue
					}
					if _, err := data.CheckName(s.Name); err == nil || !strings.Contains(s.Name, level) {
						t.Errorf("a house player of level %s is called %q", level, s.Name)
					}
					known, _ := info.Opponent(level)
					if rated := s.Rating != nil; rated != (known.Rating > 0) || rated && *s.Rating != known.Rating {
						t.Errorf("%s is shown with %v", s.Name, s.Rating)
					}
				}
				if len(names) != len(f.Seats) {
					t.Errorf("%d seats are called %v", len(f.Seats), names)
				}
			}
		}
	})
}

// TestThinkersAreShared: a player with many tables with the house waits for their own tables, and
// so do guests at one address. A player with one table waits only for work under way.
func TestThinkersAreShared(t *testing.T) {
	const many = 40
	crowd := netip.MustParseAddr("203.0.113.7")
	for name, asker := range map[string]func(int) quota.Payer{
		"a player":   func(int) quota.Payer { return quota.Payer{Address: crowd, ID: quota.Player(1)} },
		"an address": func(n int) quota.Payer { return quota.Payer{Address: crowd, ID: quota.Guest(int64(-n)), Guest: true} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := openHouseWithin(t, t.TempDir(), local.Limits{BotCPU: 2})
				defer h.close()
				think := func(by quota.Payer, did *int) {
					err := h.Lend(quota.With(t.Context(), by), func(context.Context) { time.Sleep(time.Second); *did++ })
					if err != nil {
						t.Error(err)
					}
				}
				var work sync.WaitGroup
				done := make([]int, many)
				for n := range many {
					work.Go(func() { think(asker(n+1), &done[n]) })
				}
				time.Sleep(1500 * time.Millisecond)
				for n := range 4 {
					began, did := time.Now(), 0
					think(quota.Payer{ID: quota.Player(int64(2 + n))}, &did)
					if took := time.Since(began); took > 2*time.Second {
						t.Errorf("somebody else's thought took %s", took)
					}
				}
				work.Wait()
				for n, did := range done {
					if did != 1 {
						t.Errorf("thought %d was thought %d times", n, did)
					}
				}
			})
		})
	}
}
