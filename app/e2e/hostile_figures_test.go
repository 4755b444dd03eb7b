package e2e

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A server idles when it uses at most this much processor time in this interval.
const (
	idleTime = 200 * time.Millisecond
	idleWork = 20 * time.Millisecond
)

// figures are the metrics, each summed over its labels.
type figures map[string]float64

const (
	connections = "noir_connections"
	sessions    = "noir_sessions"
	tables      = "noir_tables"
	goroutines  = "go_goroutines"
	resident    = "process_resident_memory_bytes"
	worked      = "process_cpu_seconds_total"
)

func (f figures) String() string {
	return fmt.Sprintf("%v connections, %v sessions, %v tables, %v goroutines, %.0f MiB",
		f[connections], f[sessions], f[tables], f[goroutines], f[resident]/(1<<20))
}

// restored reports whether nothing is left of an attack. A table that was opened is played to
// its end by the clock, in a goroutine.
func (f figures) restored(now figures) bool {
	return now[connections] == f[connections] && now[sessions] == f[sessions] &&
		now[goroutines]-now[tables] <= f[goroutines]-f[tables]
}

// figuresOf asks a server.
func figuresOf(t testing.TB, metrics string) figures {
	t.Helper()
	all := figures{}
	for line := range strings.Lines(scrape(t, metrics)) {
		name, _, _ := strings.Cut(strings.Fields(line)[0], "{")
		value := line[strings.LastIndexByte(line, ' ')+1:]
		if v, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
			all[name] += v
		}
	}
	return all
}

// figures asks the server.
func (s *siege) figures() figures {
	s.Helper()
	return figuresOf(s, s.metrics)
}

// idle waits until the server idles and its figures are as wanted, and returns them and the
// time that this took.
func (s *siege) idle(within time.Duration, wanted func(figures) bool) (figures, time.Duration) {
	s.Helper()
	from, was := time.Now(), s.figures()
	look := time.NewTicker(idleTime)
	defer look.Stop()
	for {
		<-look.C
		now, took := s.figures(), time.Since(from)
		work := time.Duration((now[worked] - was[worked]) * float64(time.Second))
		switch {
		case work <= bound(idleWork) && wanted(now):
			return now, took
		case took > bound(within):
			s.Fatalf("after %v: %v of work in %v, %v", took, work, idleTime, now)
		}
		was = now
	}
}

// living returns the bytes that are in use once the server idles and has collected its garbage,
// which resident memory has too. The server needs --pprof.
func (s *siege) living() float64 {
	s.Helper()
	s.idle(mayRest, func(figures) bool { return true })
	page(s, "http://"+s.metrics+"/debug/pprof/heap?gc=1")
	now := s.figures()
	return now["go_memstats_heap_alloc_bytes"] + now["go_memstats_stack_inuse_bytes"]
}

// peak is the most memory that the server has ever held, in bytes.
func (s *siege) peak() float64 {
	s.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.server.cmd.Process.Pid))
	if err != nil {
		s.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kib, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	if err != nil {
		s.Fatal(err)
	}
	return kib * 1024
}
