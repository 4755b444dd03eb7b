//go:build unix

package bench

import "syscall"

// pause stops a process until goOn.
func (p *Process) pause() error { return p.Cmd.Process.Signal(syscall.SIGSTOP) }

// goOn lets a process that was paused go on.
func (p *Process) goOn() error { return p.Cmd.Process.Signal(syscall.SIGCONT) }
