package sqlite

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"

	"noir/data"
)

// TestALostJournal: what was committed when the filesystem aborted its journal is not on the disk,
// though it can be read. Its writer is told so, and nobody sees it.
func TestALostJournal(t *testing.T) {
	s := openStore(t)
	if _, err := s.Open(t.Context(), data.Match{ID: "m1", Game: "any"}); err != nil {
		t.Fatal(err)
	}
	move := []byte(`{"type":"take"}`)
	if err := s.Append(t.Context(), "m1", data.Entry{Ply: 1, Move: move}); err != nil {
		t.Fatal(err)
	}
	s.db.line.journal.mark = func() error { return unix.EROFS }
	for range 2 {
		if err := s.Append(t.Context(), "m1", data.Entry{Ply: 2, Move: move}); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("a ply after that: %v", err)
		}
	}
	if m, err := s.Match(t.Context(), "m1"); !errors.Is(err, data.ErrUnavailable) || m.ID != "" {
		t.Errorf("the match is %+v, %v", m, err)
	}
}
