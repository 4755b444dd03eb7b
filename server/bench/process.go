package bench

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// listens starts the line in which a server says that it takes connections; the address follows.
const listens = "listening on "

// Process is a server in a process of its own. Its costs are read from Linux's /proc.
type Process struct {
	Addr string // where it takes connections
	Cmd  *exec.Cmd
	Said <-chan []string // the lines of its error stream, sent once, when it has ended
}

// Start runs a command and waits until it says at which address it listens. The caller must call
// Stop or Kill.
func Start(cmd *exec.Cmd) (*Process, error) {
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	at, said := make(chan string, 1), make(chan []string, 1)
	go func() {
		defer close(at)
		var all []string
		lines := bufio.NewReader(stderr)
		for err := error(nil); err == nil; { // a line that nobody reads would keep the server waiting, however long it is
			var line string
			if line, err = lines.ReadString('\n'); line == "" {
				break
			}
			line = strings.TrimSuffix(line, "\n")
			if addr, ok := strings.CutPrefix(line, listens); ok {
				select {
				case at <- addr:
				default: // it has been said
				}
			}
			all = append(all, line)
		}
		said <- all
	}()
	addr, ok := <-at
	if !ok {
		all := <-said
		return nil, fmt.Errorf("the server did not start: %w: %q", cmd.Wait(), all)
	}
	return &Process{Addr: addr, Cmd: cmd, Said: said}, nil
}

// Kill ends the server as a power failure would.
func (p *Process) Kill() error {
	if err := p.Cmd.Process.Kill(); err != nil {
		return err
	}
	<-p.Said
	_ = p.Cmd.Wait() // it was killed
	return nil
}

// Stop asks the server to end, and returns what it has ended with.
func (p *Process) Stop() error {
	if err := p.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	said := <-p.Said
	if err := p.Cmd.Wait(); err != nil {
		return fmt.Errorf("the server ended with %w: %q", err, said)
	}
	return nil
}

// RSS is the server's resident memory in bytes.
func (p *Process) RSS() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, found := strings.Cut(string(status), "VmRSS:")
	if !found {
		return 0, errors.New("the server has ended")
	}
	kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	return kib * 1024, err
}

// CPU is the processor time that the server has used, to 10 ms.
func (p *Process) CPU() (time.Duration, error) { return processCPU(p.Cmd.Process.Pid) }

// clockTick is the unit of /proc's CPU times on Linux.
const clockTick = 10 * time.Millisecond

func processCPU(pid int) (time.Duration, error) {
	_, fields, err := statOf(pid)
	if err != nil {
		return 0, err
	}
	return ticks(fields[11:13]) // user and system
}

// FamilyCPU is the processor time that a process's parent has used, together with all its children, including those
// that have ended. It is for a server with a process for each connection, given one of these.
func FamilyCPU(pid int) (time.Duration, error) {
	parent, _, err := statOf(pid)
	if err != nil {
		return 0, err
	}
	_, of, err := statOf(parent)
	if err != nil {
		return 0, err
	}
	sum, err := ticks(of[11:15]) // its own, and that of its ended children
	if err != nil {
		return 0, err
	}
	all, err := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		child, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			continue
		}
		if p, of, err := statOf(child); err == nil && p == parent { // an error: it has ended meanwhile
			t, err := ticks(of[11:13])
			if err != nil {
				return 0, err
			}
			sum += t
		}
	}
	return sum, err
}

// statOf returns the parent of a process, and the fields of its state after the name.
func statOf(pid int) (parent int, fields []string, err error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, nil, err
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields = strings.Fields(rest)
	parent, err = strconv.Atoi(fields[1])
	return parent, fields, err
}

// machineCPU is the processor time that the whole machine has used, including what the host of a
// virtual machine gave to others.
func machineCPU() (time.Duration, error) {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(stat), "\n")
	f := strings.Fields(first) // cpu, user, nice, system, idle, iowait, irq, softirq, steal, …
	if len(f) < 9 {
		return 0, errors.New("/proc/stat does not tell what the processors do")
	}
	return ticks([]string{f[1], f[2], f[3], f[6], f[7], f[8]})
}

func ticks(fields []string) (time.Duration, error) {
	var sum int
	for _, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return time.Duration(sum) * clockTick, nil
}
