//go:build unix

package main

import (
	"fmt"
	"os/signal"
	"syscall"
)

// outliveFileLimit makes a limit on the size of files act like a full disk: the write fails, the
// server does not.
func outliveFileLimit() { signal.Ignore(syscall.SIGXFSZ) }

// allowFiles raises the limit of open files if it has to, for this process and the servers that it
// starts. Go has raised it to the hard limit; only root may go beyond that.
func allowFiles(needed uint64) error {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil || uint64(files.Cur) >= needed {
		return err
	}
	had := files.Cur
	raise(&files.Cur, needed)
	raise(&files.Max, needed)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return fmt.Errorf("so many sessions need %d open files, and %d are allowed: raise the hard limit with ulimit -Hn: %w", needed, had, err)
	}
	return nil
}

// raise makes a limit at least n. Its type differs from system to system.
func raise[T int64 | uint64](limit *T, n uint64) { *limit = max(*limit, T(n)) }
