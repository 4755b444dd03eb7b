// Package plain is plain text mode, for sessions without a screen: lines of text are read
// and answered one by one, and nothing is redrawn. At the door it is a prompt on the one
// command language (server/command). Here is what sitting at a table in lines needs, and
// the first visit. What a line means at a table, and how a table reads, is the Board's.
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
	"noir/tui/play"
)

// maxLine is how many bytes a line may have; a longer one is not read.
const maxLine = 1024

// errBye ends the conversation: quit was typed, or the input has ended.
var errBye = errors.New("bye")

// conversation is one session. Run's goroutine owns it.
type conversation struct {
	ctx     context.Context
	session *tui.Session
	desk    *command.Desk // answers what is typed at the door
	lines   <-chan line
	out     io.Writer
	failed  error    // of the output
	unsaid  []string // of a long text, still to be read
}

// line is what was typed, or that it was too long.
type line struct {
	text    string
	tooLong bool
}

// Run talks to a session until quit is typed, the input ends, the output fails
// or ctx is done; seats are kept. A first visitor is asked for a name and is the
// session's player then. One goroutine reads the input: it ends with Run if in
// is an io.Closer, which Run then closes, and with the input otherwise.
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
			c.say("%s", play.Sorry(c.session.Language, nil, err))
			continue
		}
		err = c.menu(line)
		worked()
		if err != nil {
			return err
		}
	}
}

// work waits until the visitor's address may have more done. It returns what is to be called
// when that is done, or why it is not.
func (c *conversation) work() (worked func(), err error) {
	return c.session.Services.Work(c.ctx)
}

// say writes a line, an English text in the visitor's language. What cannot be shown
// in it is left out.
func (c *conversation) say(text string, args ...any) {
	text = strings.Map(printable, c.session.Words(text, args...))
	if _, err := io.WriteString(c.out, text+"\n"); err != nil && c.failed == nil {
		c.failed = err
	}
}

// printable drops control codes and marks that only change how others look.
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

// heard makes an end of the input one of the conversation.
func (c *conversation) heard(l line, ok bool) (line, error) {
	if !ok || strings.EqualFold(l.text, "quit") {
		return line{}, errBye
	}
	return l, nil
}

// words are the words of a line in lower case; none of a line that was too
// long, about which it complains.
func (c *conversation) words(l line) []string {
	if l.tooLong {
		c.say("That line is too long. Nobody needs more than %d letters here.", maxLine)
	}
	return strings.Fields(strings.ToLower(l.text))
}
