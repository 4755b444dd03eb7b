package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestATerminalShowsHowFarItIs, and nothing else is written to: not a file, which would keep it.
func TestATerminalShowsHowFarItIs(t *testing.T) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no terminals here: ", err)
	}
	defer master.Close()
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "errors"))
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range [...]*os.File{terminal, file} {
		a := &admin{errOut: out}
		show, done := a.tally("games replayed")
		for n := range 201 {
			show(n)
		}
		done()
		if err := out.Close(); err != nil {
			t.Error(err)
		}
	}
	const want = "\r\x1b[K0 games replayed\r\x1b[K100 games replayed\r\x1b[K200 games replayed\r\x1b[K"
	if shown, _ := io.ReadAll(master); string(shown) != want { // the error is that the terminal is closed
		t.Errorf("it shows %q, not %q", shown, want)
	}
	if kept, err := os.ReadFile(file.Name()); err != nil || len(kept) > 0 {
		t.Errorf("a file has %q, %v", kept, err)
	}
}
