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
	"unicode"

	"noir/server/command"
	"noir/tui"
	"noir/tui/wording"
)

// maxLine is the longest line in bytes; a longer one is not read.
const maxLine = 1024

// errBye ends the conversation: the visitor typed quit, or the input ended.
var errBye = errors.New("bye")

// conversation is one session. Run's goroutine owns it.
type conversation struct {
	ctx     context.Context
	session *tui.Session
	desk    *command.Desk // answers what is typed away from a table
	lines   <-chan line
	out     io.Writer
	failed  error    // error of the output
	unsaid  []string // the rest of a long text
}

// line is what was typed, or that it was too long.
type line struct {
	text    string
	tooLong bool
}

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
			_ = c.Close() // the input is of no more use
			reader.Wait()
		}
	}()
	c := &conversation{ctx: ctx, session: s, desk: desk, lines: lines, out: out}
	err := c.talk()
	if errors.Is(err, errBye) {
		c.say("Goodbye.")
		err = nil
	}
	return errors.Join(err, c.failed)
}

// talk is the conversation.
func (c *conversation) talk() error {
	if c.session.Player.ID == 0 {
		if err := c.chooseName(); err != nil {
			return err
		}
	}
	c.greet()
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
			c.say("%s", wording.Sorry(c.session.Language, nil, err))
			continue
		}
		err = c.menu(line)
		worked()
		if err != nil {
			return err
		}
	}
}

// work waits until the visitor may use the processor. It returns what to call when the work is
// done, or why it is refused.
func (c *conversation) work() (worked func(), err error) {
	return c.session.Services.Work(c.ctx)
}

// say writes a line: an English text, translated. It drops what cannot be shown.
func (c *conversation) say(text string, args ...any) {
	text = strings.Map(printable, c.session.Words(text, args...))
	if _, err := io.WriteString(c.out, text+"\n"); err != nil && c.failed == nil {
		c.failed = err
	}
}

// printable drops control codes and marks that only change how other characters look.
func printable(r rune) rune {
	if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co) {
		return -1
	}
	return r
}

// hear waits for the next line.
func (c *conversation) hear() (line, error) {
	if c.failed != nil {
		return line{}, c.failed
	}
	select {
	case l, ok := <-c.lines:
		return c.heard(l, ok)
	case <-c.ctx.Done():
		return line{}, c.ctx.Err()
	}
}

// heard turns the end of input into the end of the conversation.
func (c *conversation) heard(l line, ok bool) (line, error) {
	if !ok || strings.EqualFold(l.text, "quit") {
		return line{}, errBye
	}
	return l, nil
}

// words are the words of a line in lower case. For a line that was too long it complains and
// returns none.
func (c *conversation) words(l line) []string {
	if l.tooLong {
		c.say("That line is too long. Nobody needs more than %d letters here.", maxLine)
	}
	return strings.Fields(strings.ToLower(l.text))
}
