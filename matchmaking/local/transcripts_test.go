package local

import (
	"fmt"
	"testing"

	"noir/data"
	"noir/matchmaking"
)

// TestNobodyTalksAnotherTableAway: two who open many tables with each other lose their own talk, and none of those at
// which one of them sat with somebody else. Where all people are others, the table silent for longest goes.
func TestNobodyTalksAnotherTableAway(t *testing.T) {
	kept := new(transcripts)
	says := func(id string, players ...data.PlayerID) {
		e := &entry{match: data.Match{ID: data.MatchID(id), Seats: []data.Seat{{Name: "one"}, {Name: "other"}}}, players: players}
		kept.add(e, matchmaking.Note{Phrase: "hello"})
	}
	knows := func(id data.MatchID, p data.PlayerID) bool {
		_, known := kept.at(id, p)
		return known
	}
	says("victim's", 1, 2)
	for n := range maxTranscripts {
		pair := []data.PlayerID{1, 3}
		says(fmt.Sprint("theirs ", n), pair[n%2], pair[1-n%2])
	}
	if len(kept.list) != maxTranscripts || !knows("victim's", 2) || knows("theirs 0", 3) || !knows("theirs 1", 3) {
		t.Errorf("of %d tables that of the victim is kept: %t, the oldest of theirs: %t", len(kept.list), knows("victim's", 2), knows("theirs 0", 3))
	}

	kept = new(transcripts)
	for n := range maxTranscripts + 1 {
		says(fmt.Sprint("table ", n), data.PlayerID(2*n+1), data.PlayerID(2*n+2))
	}
	if len(kept.list) != maxTranscripts || knows("table 0", 1) || !knows("table 1", 3) {
		t.Errorf("of %d tables the oldest is kept: %t, the second: %t", len(kept.list), knows("table 0", 1), knows("table 1", 3))
	}
}
