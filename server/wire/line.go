package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"noir/matchmaking"
)

// maxLine is the longest line that a client may send, in bytes.
const maxLine = 4 << 10

var (
	errBadJSON = errors.New("a line is one JSON object with a known type: move, resign, say, rematch or leave")
	errShape   = errors.New("a field is missing or of the wrong type: a move has a ply (number) and a move (object), say has a phrase")
	errTooLong = errors.New("a line has at most 4096 bytes; the rest of it was skipped")
	errNoSeat  = errors.New("you have no seat yet; while you wait, leave is the only line")
)

// line is one line from the client, read but not yet judged.
type line struct {
	Type   string
	Ply    *int // nil when there is none
	Move   json.RawMessage
	Phrase string
	err    error // why it is none
}

// kinds are the lines that a client may send.
var kinds = map[string]bool{"move": true, "resign": true, "say": true, "rematch": true, "leave": true}

// readLines sends the client's lines until its input ends or stop is closed,
// then closes the channel. It holds one line at a time.
func readLines(in io.Reader, lines chan<- line, stop <-chan struct{}) {
	defer close(lines)
	r := bufio.NewReaderSize(in, maxLine+2) // room for the line's end
	for {
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
		case <-stop:
			return
		}
		if err != nil {
			return
		}
	}
}

// skipLine drops what is left of a line.
func skipLine(r *bufio.Reader) error {
	for {
		_, err := r.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// parseLine reads a line in the order in which the protocol checks it: JSON,
// then shape.
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
		if l.Ply == nil || !isObject(l.Move) {
			l.err = errShape
		}
	case "say":
		if json.Unmarshal(fields["phrase"], &l.Phrase) != nil {
			l.err = errShape
		} else if !slices.Contains(matchmaking.Phrases[:], l.Phrase) {
			l.err = matchmaking.ErrNoPhrase
		}
	}
	return l
}

func isObject(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }
