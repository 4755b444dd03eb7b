package e2e

import (
	"errors"
	"flag"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"noir/internal/await"
	"noir/server/bench"
)

// The limits on what an attack may do to others.
const (
	mayTake = 250 * time.Millisecond // from an honest player's key until it shows
	mayHold = 200 << 20              // most bytes of memory that the server ever holds
	mayRest = 5 * time.Second        // until the server is as before
)

// underRace says whether the race detector is in the server: always if it is in this binary.
// Everything then costs about ten times as much: attacks are a tenth of the size and bounds ten
// times as wide, since the aim is to find races. Where the flag alone asks for it, the terminals
// and programs of the tests are as fast as ever.
var underRace = flag.Bool("raced", inThisBinary(), "run servers that are processes of their own with the race detector")

func inThisBinary() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// many returns the size of an attack.
func many(n int) int {
	if *underRace {
		return max(1, n/10)
	}
	return n
}

// bound returns a limit of time or memory.
func bound[T time.Duration | float64](limit T) T {
	if *underRace {
		return 10 * limit
	}
	return limit
}

// siege is a server under attack. Two honest people sit at one of its tables, and one of them
// presses keys all the time.
type siege struct {
	*testing.T
	server  *process
	data    string // directory
	metrics string // address
	pair    []*bench.Visitor
	line    *uplink
}

// besiege runs an attack on a new server. Every key of the honest player must show in time
// throughout; afterwards the server must be as before. It is stopped when besiege returns.
func besiege(t *testing.T, attack func(*siege), flags ...string) *siege {
	t.Helper()
	s := &siege{T: t, data: t.TempDir(), metrics: freePort(t), line: newUplink()}
	s.launch(flags...)
	s.seatPair()
	before, _ := s.idle(mayRest, func(figures) bool { return true })
	calledOff := s.pressKeys()
	attack(s)
	_, rested := s.idle(mayRest, before.restored)
	took, err := calledOff()
	if err != nil {
		t.Errorf("the honest player: %v", err)
	}
	s.judge(took, rested)
	s.end()
	return s
}

// launch starts the server on its data.
func (s *siege) launch(flags ...string) {
	s.Helper()
	s.server = launch(s, append([]string{
		"--listen", "127.0.0.1:0", "--data", s.data, "--metrics", s.metrics,
	}, flags...)...)
}

func (s *siege) seatPair() {
	s.Helper()
	seated := make(chan error)
	for _, name := range []string{"honest", "sincere"} {
		p := newPerson(s, name)
		v, err := bench.Visit(s.Context(), s.server.addr, bench.Person{Name: p.name, Key: p.signer})
		if err != nil {
			s.Fatal(err)
		}
		s.Cleanup(v.Close)
		s.pair = append(s.pair, v)
		go func() { seated <- comeIn(v) }()
	}
	for range s.pair {
		if err := await.One(s, seated, "a visitor at a table"); err != nil {
			s.Fatal(err)
		}
	}
}

// comeIn goes from a newcomer's name to a table.
func comeIn(v *bench.Visitor) error {
	if err := bench.NoirScript().Enter(v); err != nil {
		return err
	}
	return bench.NoirScript().Table.Sit(v)
}

// pressKeys picks one card after another, ten times a second, until it is stopped; it then
// returns how long the cards took to show.
func (s *siege) pressKeys() (callOff func() ([]time.Duration, error)) {
	var (
		quit     = make(chan struct{})
		pressing sync.WaitGroup
		took     []time.Duration
		failed   error
	)
	pressing.Go(func() {
		next := time.NewTicker(100 * time.Millisecond)
		defer next.Stop()
		for i := 0; failed == nil; i++ {
			from := time.Now()
			key := []string{"1", "2"}[i%2]
			failed = errors.Join(s.pair[0].Type(key), s.pair[0].Await("▸"+key+"◂")) // below the picked card
			took = append(took, time.Since(from))
			select {
			case <-quit:
				return
			case <-next.C:
			}
		}
	})
	return func() ([]time.Duration, error) {
		close(quit)
		pressing.Wait()
		return took, failed
	}
}

// judge checks the effect of the attack on the honest player and on memory.
func (s *siege) judge(took []time.Duration, rested time.Duration) {
	s.Helper()
	slices.Sort(took)
	worst, held, peak := took[len(took)-1], s.figures()[resident]/(1<<20), s.peak()/(1<<20)
	s.Logf("%d keys, p50 %v, worst %v; %.0f MiB held, %.0f at most; at rest after %v", len(took),
		took[len(took)/2].Round(10*time.Microsecond), worst.Round(100*time.Microsecond), held, peak, rested.Round(time.Millisecond))
	if worst > bound(mayTake) {
		s.Errorf("a key took %v", worst)
	}
	if peak > bound(float64(mayHold>>20)) {
		s.Errorf("the server has held %.0f MiB", peak)
	}
}

// end stops the server. It must not have panicked, and its log must be safe to read.
func (s *siege) end() {
	s.Helper()
	for _, v := range s.pair {
		v.Close()
	}
	if err := s.server.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.Fatal(err)
	}
	said := await.One(s, s.server.said, "the end of the server's output")
	if err := s.server.cmd.Wait(); err != nil {
		s.Errorf("the server ended with %v", err)
	}
	for _, line := range said {
		if strings.Contains(line, "panic") || strings.Contains(line, "DATA RACE") || len(line) > 1<<10 || !harmless(line) {
			s.Errorf("the server said %.2000q", line)
		}
	}
}

// harmless reports whether a terminal that shows a text only fills one line after another.
func harmless(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r != ' ' && r != '\n' && !unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S)
	})
}

// together does something n times, a few at once.
func together(n, atOnce int, do func(i int)) {
	var all sync.WaitGroup
	turns := make(chan int)
	for range atOnce {
		all.Go(func() {
			for i := range turns {
				do(i)
			}
		})
	}
	for i := range n {
		turns <- i
	}
	close(turns)
	all.Wait()
}
