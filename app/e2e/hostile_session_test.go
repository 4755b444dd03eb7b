package e2e

import (
	"errors"
	"io"

	"golang.org/x/crypto/ssh"
)

const playLines = "play district-noir --json"

// window is the payload of a window-change (RFC 4254, section 6.7).
type window struct{ Columns, Rows, PixelsWide, PixelsHigh uint32 }

func square(side uint32) window { return window{side, side, side, side} }

// environment is the payload of an env request (RFC 4254, section 6.4).
type environment struct{ Name, Value string }

// shell opens a terminal of any name and size.
func shell(c *ssh.Client, term string, size window) (*ssh.Session, io.WriteCloser, error) {
	t, err := c.NewSession()
	if err != nil {
		return nil, nil, err
	}
	keys, err := t.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	ok, err := t.SendRequest("pty-req", true, ssh.Marshal(struct {
		Term                                  string
		Columns, Rows, PixelsWide, PixelsHigh uint32
		Modes                                 string
	}{term, size.Columns, size.Rows, size.PixelsWide, size.PixelsHigh, "\x00"}))
	if err == nil && !ok {
		err = errors.New("no terminal")
	}
	return t, keys, errors.Join(err, t.Shell())
}

func (s *siege) await(l *line, kind string) {
	s.Helper()
	if _, err := l.Await(kind); err != nil {
		s.Fatal(err)
	}
}
