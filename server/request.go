package server

import (
	"encoding/binary"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"noir/server/terminal"
)

// What a client may send before the work starts. More is refused.
const (
	maxRequests = 256
	maxEnv      = 64      // variables
	maxEnvBytes = 8 << 10 // of all of them
	maxTerm     = 64      // bytes of a terminal's name
	maxModes    = 1 << 10 // bytes of terminal modes
	maxCommand  = 16 << 10
)

// sftp is the subsystem that scp and sftp ask for.
const sftp = "sftp"

// order is what a client asks for in a channel: variables, a terminal, and some work.
type order struct {
	asked int // requests before the work
	env   environment
	pty   *pty
	work  func(*session) int // returns the exit code; nil until it is asked for
}

// take answers one request. It refuses all others: other subsystems, agent and X11 forwarding, signals.
func (o *order) take(r *gossh.Request) bool {
	if r.Type == "window-change" {
		return o.pty.resize(r.Payload)
	}
	if o.asked++; o.work != nil || o.asked > maxRequests {
		return false
	}
	switch r.Type {
	case "env":
		var kv struct{ Key, Value string }
		return gossh.Unmarshal(r.Payload, &kv) == nil && o.env.set(kv.Key, kv.Value)
	case "pty-req":
		if o.pty == nil {
			o.pty = newPTY(r.Payload)
			return o.pty != nil
		}
	case "shell":
		o.work = (*session).plain
		if o.pty != nil && o.pty.Term != "dumb" && o.pty.Term != "" {
			o.work = (*session).screens
		}
		return true
	case "exec":
		var exec struct{ Line string }
		if gossh.Unmarshal(r.Payload, &exec) == nil && len(exec.Line) <= maxCommand {
			o.work = func(s *session) int { return s.command(exec.Line) }
			return true
		}
	case "subsystem":
		var subsystem struct{ Name string }
		if gossh.Unmarshal(r.Payload, &subsystem) == nil && subsystem.Name == sftp {
			// Refused like a command of that name: where a request fails, clients say nothing to their people.
			o.work = func(s *session) int { return s.command(sftp) }
			return true
		}
	}
	return false
}

// sizeOf returns a window's size. A side of 0 is unknown to the client (RFC 4254, section 6.2) and
// stays as it was.
func sizeOf(columns, rows uint32, before terminal.Size) terminal.Size {
	size := terminal.Size{Width: int(min(columns, 1<<15)), Height: int(min(rows, 1<<15))}
	if size.Width == 0 {
		size.Width = before.Width
	}
	if size.Height == 0 {
		size.Height = before.Height
	}
	return size.Clamp()
}

// pty is a client's terminal.
type pty struct {
	Term   string
	window *terminal.Window
	echo   bool // the client expects its lines to be echoed
}

// newPTY reads a pty-req (RFC 4254, section 6.2); nil for an invalid one.
func newPTY(payload []byte) *pty {
	var asked struct {
		Term                                  string
		Columns, Rows, PixelsWide, PixelsHigh uint32
		Modes                                 string
	}
	if gossh.Unmarshal(payload, &asked) != nil || len(asked.Term) > maxTerm || len(asked.Modes) > maxModes {
		return nil
	}
	if strings.ContainsFunc(asked.Term, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil
	}
	return &pty{
		Term:   asked.Term,
		window: terminal.NewWindow(sizeOf(asked.Columns, asked.Rows, terminal.Size{Width: 80, Height: 24})),
		echo:   mode(asked.Modes, gossh.ECHO, 1) != 0,
	}
}

// resize tells the window its new size. Without a terminal there is none.
func (p *pty) resize(payload []byte) bool {
	var window struct{ Columns, Rows, PixelsWide, PixelsHigh uint32 }
	if p == nil || gossh.Unmarshal(payload, &window) != nil {
		return false
	}
	p.window.Resize(sizeOf(window.Columns, window.Rows, p.window.Size()))
	return true
}

// mode finds a terminal mode (RFC 4254, section 8): pairs of an opcode and four bytes, up to an
// opcode that is 0 or unknown.
func mode(modes string, opcode byte, usual uint32) uint32 {
	for ; len(modes) >= 5 && modes[0] > 0 && modes[0] < 160; modes = modes[5:] {
		if modes[0] == opcode {
			return binary.BigEndian.Uint32([]byte(modes[1:5]))
		}
	}
	return usual
}

// environment is what a client has set, within limits.
type environment struct {
	list  []string
	bytes int
}

func (e *environment) set(key, value string) bool {
	size := len(key) + len(value) + 1
	if key == "" || strings.ContainsAny(key, "=\x00") || len(e.list) == maxEnv || e.bytes+size > maxEnvBytes {
		return false
	}
	e.bytes += size
	e.list = append(e.list, key+"="+value)
	return true
}
