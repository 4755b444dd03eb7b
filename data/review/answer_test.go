package review_test

import (
	"encoding/json"
	"testing"

	"noir/data"
	"noir/data/review"
	"noir/internal/language"
)

// TestRetriedInWords: a move in place of one that was made is the best, as good, better, no better, or
// not known.
func TestRetriedInWords(t *testing.T) {
	var r *language.Reader // who reads English
	p := data.Puzzle{Moves: []data.Weighed{
		{Move: json.RawMessage(`"a"`), Chance: 0.6}, {Move: json.RawMessage(`"b"`), Chance: 0.57},
		{Move: json.RawMessage(`"c"`), Chance: 0.5}, {Move: json.RawMessage(`"d"`), Chance: 0.3}, {Move: json.RawMessage(`"e"`), Chance: 0.2},
	}}
	advise := func(move json.RawMessage) string { return "play " + string(move) }
	for i, want := range []string{
		`Found: play "a" (60 % to win). Your move in the game: 30 %.`,
		`Good: play "b" (57 % to win), hardly less than play "a" (60 %). Your move in the game: 30 %.`,
		`Better: play "c" (50 % to win). Better still: play "a" (60 %). Your move in the game: 30 %.`,
		`No better: play "d" drops you from 60 % to 30 %. Better: play "a".`,
		`No better: play "e" drops you from 60 % to 20 %. Better: play "a".`,
	} {
		if got := review.Retried(r, p, p.Moves[3].Move, p.Moves[i], advise); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
	want := `Better: play "e" (20 % to win). Better still: play "a" (60 %). Your move in the game: 0 %.`
	if got := review.Retried(r, p, json.RawMessage(`{"type":"resign"}`), p.Moves[4], advise); got != want {
		t.Errorf("after a resignation: %s, not %s", got, want)
	}
	want = `The house has not weighed play "f" and cannot say. The best that it knows: play "a" (60 % to win).`
	if got := review.Unweighed(r, p, json.RawMessage(`"f"`), advise); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
