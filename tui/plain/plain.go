// Package plain is plain text mode, for sessions without a screen: it reads and answers lines of
// text one by one, and redraws nothing. Away from a table it is a prompt for the command language
// (server/command). The package contains the first visit and playing in lines. The Board decides
// what a line at a table means and how the table is described.
package plain

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"noir/server/command"
	"noir/tui"
)

// conversation is one session.
type conversation struct{ *clerk }

// Run talks to a session until quit is typed, the input ends, the output fails or ctx is done;
// seats are kept. It asks a new visitor for a name and makes them the session's player. One
// goroutine reads the input: it ends with Run if in is an io.Closer, which Run then closes, and
// otherwise with the input.
func Run(ctx context.Context, s *tui.Session, desk *command.Desk, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	lines := make(chan line)
	var reader sync.WaitGroup
	reader.Go(func() { read(ctx, in, lines) })
	defer func() {
		cancel()
		if c, ok := in.(io.Closer); ok {
			_ = c.Close() // the input is not needed any more
			reader.Wait()
		}
	}()
	v := &voice{ctx: ctx, session: s, lines: lines, out: out}
	err := conversation{&clerk{&reading{voice: v}, desk}}.talk()
	if errors.Is(err, errBye) {
		v.say("Goodbye.")
		err = nil
	}
	return errors.Join(err, v.failed)
}

// talk is the conversation.
func (c conversation) talk() error {
	if c.session.Player.ID == 0 {
		if err := newcomer(c).chooseName(); err != nil {
			return err
		}
	}
	greeting{c.voice}.greet()
	for {
		line, err := c.hear()
		if err != nil {
			return err
		}
		worked, err := c.work()
		switch {
		case c.ctx.Err() != nil:
			return c.ctx.Err()
		case err != nil:
			c.sorry(nil, err)
			continue
		}
		err = c.menu(line)
		worked()
		if err != nil {
			return err
		}
	}
}

// rematch asks for another game at a table that is over, or comes too late.
const rematch = "rematch"

// menu handles a line typed away from a table: a command, or a word about the text being read.
func (c conversation) menu(l line) error {
	words := c.words(l)
	switch {
	case len(words) == 0:
		return nil
	case reads(words[0]):
		c.readOn(words[0])
		return nil
	case words[0] == rematch:
		c.say("It is too late for a rematch. Type play, or challenge and a name.")
		return nil
	}
	return c.command(append(words[:1], strings.Fields(l.text)[1:]...)...)
}
