package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"golang.org/x/time/rate"

	"noir/matchmaking"
)

// maxLine is the longest line that a client may send, in bytes.
const maxLine = 4 << 10

var (
	errBadJSON = errors.New("a line is one JSON object with a known type: move, hint, resign, say, rematch, slow, shut, leave or begin")
	errTooLong = errors.New("a line has at most 4096 bytes; the rest of it was skipped")
	errNoSeat  = errors.New("you have no seat yet; while you wait, leave is the only line")
)

// shapeError says which field of a line is missing or of the wrong type.
type shapeError string

func (e shapeError) Error() string { return string(e) }

const (
	errPly    shapeError = `a move has a "ply", which is a number: that of the newest turn`
	errMove   shapeError = `a move has a "move", which is an object`
	errSaid   shapeError = `say has a "phrase" or a "text", not both`
	errClosed shapeError = `the "closed" of shut is true or false`
)

// line is one line from the client, parsed but not judged.
type line struct {
	Type   string
	Ply    *int // nil when there is none
	Move   json.RawMessage
	Phrase string
	Text   string // of say: in place of a phrase
	Open   bool   // of shut: it has "closed":false
	err    error  // why it is invalid
}

// kinds are the lines that a client may send.
var kinds = map[string]bool{"move": true, "hint": true, "resign": true, "say": true, "rematch": true, "slow": true, "shut": true, "leave": true, "begin": true}

// readLines sends the client's lines until its input or ctx ends, then closes the channel. It holds
// one line at a time, and reads no faster than the pace.
func readLines(ctx context.Context, in io.Reader, pace *rate.Limiter, lines chan<- line) {
	defer close(lines)
	r := bufio.NewReaderSize(in, maxLine+2) // room for the line's end
	for {
		if pace.Wait(ctx) != nil {
			return
		}
		raw, err := r.ReadSlice('\n')
		next := line{err: errTooLong}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if err = skipLine(r); err != nil && !errors.Is(err, io.EOF) {
				return
			}
		case err != nil && (len(raw) == 0 || !errors.Is(err, io.EOF)):
			return
		default:
			if raw = bytes.TrimRight(raw, "\r\n"); len(raw) <= maxLine {
				next = parseLine(raw)
			}
		}
		select {
		case lines <- next:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// skipLine drops the rest of a line.
func skipLine(r *bufio.Reader) error {
	for {
		_, err := r.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// parseLine parses a line and checks it in the protocol's order: JSON, then shape.
func parseLine(raw []byte) line {
	var fields map[string]json.RawMessage
	if !utf8.Valid(raw) || json.Unmarshal(raw, &fields) != nil || fields == nil {
		return line{err: errBadJSON}
	}
	var l line
	if json.Unmarshal(fields["ply"], &l.Ply) != nil {
		l.Ply = nil
	}
	if json.Unmarshal(fields["type"], &l.Type) != nil || !kinds[l.Type] {
		l.err = errBadJSON
		return l
	}
	switch l.Type {
	case "move":
		l.Move = bytes.Clone(fields["move"])
		switch {
		case l.Ply == nil:
			l.err = errPly
		case !isObject(l.Move):
			l.err = errMove
		}
	case "shut":
		closed := true
		if raw, there := fields["closed"]; there && json.Unmarshal(raw, &closed) != nil {
			l.err = errClosed
		}
		l.Open = !closed
	case "say":
		l.err = l.readSaid(fields["phrase"], fields["text"])
	}
	return l
}

// readSaid reads what is said: a phrase or a text.
func (l *line) readSaid(phrase, text json.RawMessage) error {
	switch {
	case phrase != nil && text != nil:
		return errSaid
	case text != nil:
		if json.Unmarshal(text, &l.Text) != nil || l.Text == "" {
			return errSaid
		}
	case json.Unmarshal(phrase, &l.Phrase) != nil:
		return errSaid
	case !slices.Contains(matchmaking.Phrases[:], l.Phrase):
		return matchmaking.ErrNoPhrase
	}
	return nil
}

func isObject(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }
