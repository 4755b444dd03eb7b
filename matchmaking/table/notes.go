package table

import (
	"slices"
	"time"

	"noir/engine"
	"noir/matchmaking"
)

const maxNotes = 32

// notes are what a table tells its viewers in addition to moves.
type notes struct {
	made  int                  // number of all notes so far
	heard [][]matchmaking.Note // by viewer, spectators last: the newest for them; never changes
}

func newNotes(seats int) *notes { return &notes{heard: make([][]matchmaking.Note, seats+1)} }

// add adds a note for the viewers that may see it, and returns it.
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

// tell sends a note to all viewers.
func (n *notes) tell(note matchmaking.Note) { n.add(note, func(engine.Seat) bool { return true }) }

// whisper sends a note to one seat.
func (n *notes) whisper(note matchmaking.Note) {
	n.add(note, func(viewer engine.Seat) bool { return viewer == note.Seat })
}

// utter sends what a seat says: not to the deaf seats, and a text not to spectators.
func (n *notes) utter(note matchmaking.Note, deaf map[engine.Seat]bool) matchmaking.Note {
	return n.add(note, func(viewer engine.Seat) bool {
		return !deaf[viewer] && (note.Text == "" || viewer != engine.Spectator)
	})
}
