package table

import (
	"slices"
	"time"

	"noir/engine"
	"noir/matchmaking"
)

const maxNotes = 32

// notes are what a table tells that is no move.
type notes struct {
	made  int                  // ever
	heard [][]matchmaking.Note // by viewer, spectators last: the newest that reach them; never changes
}

func newNotes(seats int) *notes { return &notes{heard: make([][]matchmaking.Note, seats+1)} }

// add puts a note down for those of the viewers whom it reaches, and returns it.
func (n *notes) add(note matchmaking.Note, reaches func(viewer engine.Seat) bool) matchmaking.Note {
	n.made++
	note.Seq, note.At = n.made, time.Now()
	for column, old := range n.heard {
		if reaches(viewerAt(column, len(n.heard)-1)) {
			n.heard[column] = append(slices.Clip(old[max(0, len(old)-maxNotes+1):]), note)
		}
	}
	return note
}

// tell tells everybody something that is no move.
func (n *notes) tell(note matchmaking.Note) { n.add(note, func(engine.Seat) bool { return true }) }

// whisper tells a seat alone something that is no move.
func (n *notes) whisper(note matchmaking.Note) {
	n.add(note, func(viewer engine.Seat) bool { return viewer == note.Seat })
}

// utter tells what a seat says: not to those who are deaf to it, and what somebody has
// written to nobody who only looks on.
func (n *notes) utter(note matchmaking.Note, deaf map[engine.Seat]bool) matchmaking.Note {
	return n.add(note, func(viewer engine.Seat) bool {
		return !deaf[viewer] && (note.Text == "" || viewer != engine.Spectator)
	})
}
