package local

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/seating"
)

const (
	maxTranscripts = 2000      // tables; beyond that, one is dropped (crowded)
	maxRemarks     = 100       // of a table; beyond that, the oldest are dropped
	transcriptKept = time.Hour // after the table has closed
)

// transcripts keep what was said at tables, for complaints, in memory only. It is safe for
// concurrent use.
type transcripts struct {
	mu   sync.Mutex
	list []*transcript // the table with the latest remark is last
}

// transcript is what was said at a table.
type transcript struct {
	match   data.MatchID
	players []data.PlayerID // by seat
	names   []string        // by seat
	company string          // names the people, in whatever seats
	remarks []remark
	until   time.Time // zero while the table is open
}

// newTranscript is the empty transcript of a table.
func newTranscript(e *entry) transcript {
	t := transcript{match: e.match.ID, players: e.players}
	for _, s := range e.match.Seats {
		t.names = append(t.names, s.Name)
	}
	t.company = fmt.Sprint(slices.Sorted(slices.Values(seating.Persons(e.players))))
	return t
}

// remark is a line of a report's talk (data.Report). A phrase has its id as text.
type remark struct {
	At   time.Time   `json:"at"`
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
	Text string      `json:"text"`
}

// add records a remark.
func (s *transcripts) add(e *entry, n matchmaking.Note) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tidy()
	t := new(transcript)
	if at := s.index(e.match.ID); at >= 0 {
		t = s.list[at]
		s.list = slices.Delete(s.list, at, at+1)
	} else {
		*t = newTranscript(e)
	}
	text := n.Text
	if text == "" {
		text = n.Phrase
	}
	t.remarks = append(t.remarks[max(0, len(t.remarks)-maxRemarks+1):], remark{n.At.UTC(), n.Seat, t.names[n.Seat], text})
	if s.list = append(s.list, t); len(s.list) > maxTranscripts {
		at := s.crowded()
		s.list = slices.Delete(s.list, at, at+1)
	}
}

// crowded returns which transcript to drop: of the people who have talked at the most tables with
// each other, that of the table silent for longest. So nobody can talk another table away, also not
// one where they have sat themselves. The caller holds the mutex.
func (s *transcripts) crowded() (at int) {
	tables := map[string]int{}
	for _, t := range s.list {
		tables[t.company]++
	}
	for i, t := range s.list {
		if tables[t.company] > tables[s.list[at].company] {
			at = i
		}
	}
	return at
}

// close starts the time after which the transcript of a table is dropped.
func (s *transcripts) close(id data.MatchID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := s.index(id); at >= 0 {
		s.list[at].until = time.Now().Add(transcriptKept)
	}
}

// at returns a copy of what a player may know of the talk at a table where they sat.
func (s *transcripts) at(id data.MatchID, p data.PlayerID) (transcript, bool) {
	return s.newest(func(t *transcript) bool { return t.match == id && slices.Contains(t.players, p) })
}

// with returns a copy of the newest transcript of a table at which a player sat with another.
func (s *transcripts) with(p data.PlayerID, name string) (transcript, bool) {
	return s.newest(func(t *transcript) bool { return slices.Contains(t.players, p) && slices.Contains(t.names, name) })
}

func (s *transcripts) newest(fits func(*transcript) bool) (transcript, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tidy()
	for _, t := range slices.Backward(s.list) {
		if fits(t) {
			found := *t
			found.remarks = slices.Clone(t.remarks)
			return found, true
		}
	}
	return transcript{}, false
}

// tidy drops transcripts that are too old. The caller holds the mutex.
func (s *transcripts) tidy() {
	now := time.Now()
	s.list = slices.DeleteFunc(s.list, func(t *transcript) bool { return !t.until.IsZero() && now.After(t.until) })
}

// index finds a table. The caller holds the mutex.
func (s *transcripts) index(id data.MatchID) int {
	return slices.IndexFunc(s.list, func(t *transcript) bool { return t.match == id })
}

// talk returns what was said as in a report: the newest remarks, up to data.MaxTalk.
func (t transcript) talk() json.RawMessage {
	lines, size := [][]byte{}, len("[]")
	for _, r := range slices.Backward(t.remarks) {
		line, err := json.Marshal(r)
		if err != nil {
			panic(err) // a remark always marshals
		}
		if size += len(line) + len(","); size > data.MaxTalk {
			break
		}
		lines = append(lines, line)
	}
	slices.Reverse(lines)
	return slices.Concat([]byte("["), bytes.Join(lines, []byte(",")), []byte("]"))
}
