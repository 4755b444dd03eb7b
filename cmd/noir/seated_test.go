package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// screenSession is a person at a terminal of 80×24, without the terminal: it
// counts and searches what the server draws.
type screenSession struct {
	name  string
	conn  *ssh.Client
	keys  io.Writer
	bytes atomic.Int64

	mu    sync.Mutex
	tail  []byte        // the newest of what was drawn
	drawn chan struct{} // one wake-up for any number of bytes
}

// openScreen connects and starts the screens.
func (p person) openScreen(addr string) (*screenSession, error) {
	c, err := p.dial(addr)
	if err != nil {
		return nil, err
	}
	s, err := c.NewSession()
	if err != nil {
		return nil, err
	}
	keys, err1 := s.StdinPipe()
	out, err2 := s.StdoutPipe()
	err3 := s.RequestPty("xterm-256color", 24, 80, ssh.TerminalModes{})
	if err := errors.Join(err1, err2, err3, s.Shell()); err != nil {
		return nil, err
	}
	v := &screenSession{name: p.name, conn: c, keys: keys, drawn: make(chan struct{}, 1)}
	go v.read(out)
	return v, nil
}

func (v *screenSession) read(out io.Reader) {
	buf := make([]byte, 16<<10)
	for {
		n, err := out.Read(buf)
		v.bytes.Add(int64(n))
		v.mu.Lock()
		v.tail = append(v.tail, buf[:n]...)
		if len(v.tail) > 32<<10 {
			v.tail = slices.Clone(v.tail[len(v.tail)-16<<10:])
		}
		v.mu.Unlock()
		select {
		case v.drawn <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// await waits until a text has been drawn since the last one.
func (v *screenSession) await(text string) error {
	return v.insist("", text)
}

// insist presses a key once a second until a text has been drawn.
func (v *screenSession) insist(key, text string) error {
	again := time.NewTicker(time.Second)
	defer again.Stop()
	for deadline := time.After(2 * time.Minute); !v.found(text); {
		select {
		case <-v.drawn:
		case <-again.C:
			if _, err := io.WriteString(v.keys, key); err != nil {
				return err
			}
		case <-deadline:
			return fmt.Errorf("never drawn: %q", text)
		}
	}
	return nil
}

// found looks for a text in what was drawn, and forgets that.
func (v *screenSession) found(text string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !bytes.Contains(v.tail, []byte(text)) {
		return false
	}
	v.tail = nil
	return true
}

// press sends a key and returns how long it took until something was drawn.
func (v *screenSession) press(key string) (time.Duration, error) {
	select {
	case <-v.drawn: // what came before
	default:
	}
	from := time.Now()
	if _, err := io.WriteString(v.keys, key); err != nil {
		return 0, err
	}
	select {
	case <-v.drawn:
		return time.Since(from), nil
	case <-time.After(10 * time.Second):
		return 0, errors.New("a key was not answered")
	}
}

// sitDown takes the way of a newcomer from the name to the table.
func (v *screenSession) sitDown() error {
	for _, screen := range []string{v.name, "find a stranger"} { // his name is proposed
		if err := v.await(screen); err != nil {
			return err
		}
		if _, err := v.press("\r"); err != nil {
			return err
		}
	}
	if err := v.await("a stranger is here"); err != nil {
		return err
	}
	return v.insist("\r", "round 1 of 4") // the card is deaf for a moment
}

// BenchmarkSeated measures what sessions seated at a table cost, beside the same
// on the bare libraries. An operation is one key.
func BenchmarkSeated(b *testing.B) {
	for _, n := range []int{500} {
		b.Run(fmt.Sprintf("sessions=%d/stock", n), func(b *testing.B) {
			benchmarkSessions(b, startStock(b), n, []string{"\x1b[C", "\x1b[D"}, func(v *screenSession) error { return v.await("picked") })
		})
		b.Run(fmt.Sprintf("sessions=%d/noir", n), func(b *testing.B) {
			benchmarkSessions(b, start(b, b.TempDir(), ""), n, []string{"1", "2"}, (*screenSession).sitDown)
		})
	}
}

// benchmarkSessions measures n sessions on a server; each of the keys in turn
// changes what is on the screen.
func benchmarkSessions(b *testing.B, p *process, n int, keys []string, sitDown func(*screenSession) error) {
	defer p.kill()
	before := p.rss(b)
	visitors := openScreens(b, p.addr, n, sitDown)
	defer func() {
		for _, v := range visitors {
			_ = v.conn.Close()
		}
	}()
	idle, settle := p.cpu(b), time.Now()
	time.Sleep(5 * time.Second) // the time over which idling is measured
	idling := (p.cpu(b) - idle).Seconds() / time.Since(settle).Seconds()
	resident := p.rss(b) - before

	var took []time.Duration
	sent, busy := int64(0), p.cpu(b)
	for _, v := range visitors {
		sent -= v.bytes.Load()
	}
	for i := 0; b.Loop(); i++ {
		d, err := visitors[i%n].press(keys[i/n%len(keys)])
		if err != nil {
			b.Fatal(err)
		}
		took = append(took, d)
	}
	for _, v := range visitors {
		sent += v.bytes.Load()
	}
	slices.Sort(took)
	b.ReportMetric(100*idling, "idle-%core")
	b.ReportMetric(float64(resident)/1024/float64(n), "KiB/session")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(sent)/float64(len(took)), "bytes/key")
	b.ReportMetric(float64((p.cpu(b)-busy).Microseconds())/1000/float64(len(took)), "cpu-ms/key")
}

// openScreens seats n people with new keys, a few at a time.
func openScreens(b *testing.B, addr string, n int, sitDown func(*screenSession) error) []*screenSession {
	b.Helper()
	visitors := make([]*screenSession, n)
	errs := make([]error, n)
	var all sync.WaitGroup
	door := make(chan struct{}, 16)
	for i := range n {
		p := newPerson(b, fmt.Sprintf("seat-%d", i))
		all.Go(func() {
			door <- struct{}{}
			visitors[i], errs[i] = p.openScreen(addr)
			<-door
			if errs[i] == nil {
				errs[i] = sitDown(visitors[i])
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		b.Fatal(err)
	}
	return visitors
}

// rss is the server's resident memory in bytes.
func (p *process) rss(b *testing.B) int64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return kib * 1024
}

// clockTick is the unit of /proc's CPU times on Linux.
const clockTick = 10 * time.Millisecond

// cpu is the processor time that the server has used.
func (p *process) cpu(b *testing.B) time.Duration {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err := errors.Join(err1, err2); err != nil {
		b.Fatal(err)
	}
	return time.Duration(user+system) * clockTick
}
