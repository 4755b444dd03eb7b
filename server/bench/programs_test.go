package bench

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// lines are what a program has written, and when.
type lines struct {
	said []string
	at   []time.Time
}

func (l *lines) Write(p []byte) (int, error) {
	l.said, l.at = append(l.said, string(p)), append(l.at, time.Now())
	return len(p), nil
}

// TestAProgramAnswersWhatItIsAsked with a legal move of that ply, asks for another game when one is over, says nothing
// to the rest, and is no quicker than a server allows.
func TestAProgramAnswersWhatItIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const turn, end, other = `{"type":"turn","ply":3,"legal":[[1,2]]}` + "\n", `{"type":"end"}` + "\n", `{"type":"event","ply":3}` + "\n"
		var in lines
		err := answerLines(t.Context(), strings.NewReader(turn+other+turn+end+turn+end), &in)
		const move, again = `{"type":"move","ply":3,"move":[1,2]}` + "\n", `{"type":"rematch"}` + "\n"
		if want := []string{move, move, again, move, again}; !errors.Is(err, io.EOF) || !slices.Equal(in.said, want) {
			t.Fatalf("it said %q, not %q: %v", in.said, want, err)
		}
		for i, want := range []time.Duration{0, lineEvery, lineEvery, 2 * lineEvery, lineEvery + gameEvery} {
			if at := in.at[i].Sub(in.at[0]); at != want {
				t.Errorf("line %d came after %v, not %v", i, at, want)
			}
		}
		seen := map[string]bool{}
		for range 64 {
			in = lines{}
			_ = answerLines(t.Context(), strings.NewReader(`{"type":"turn","legal":[1,2]}`+"\n"), &in) // it ends with the lines
			seen[strings.Join(in.said, "")] = true
		}
		if len(seen) != 2 {
			t.Errorf("of two moves it makes %v", seen)
		}
		if err := answerLines(t.Context(), strings.NewReader("no JSON\n"), &in); err == nil || errors.Is(err, io.EOF) {
			t.Errorf("of what is no JSON: %v", err)
		}
		over, stop := context.WithCancel(t.Context())
		stop()
		if err := answerLines(over, strings.NewReader(turn), &in); !errors.Is(err, context.Canceled) {
			t.Errorf("at the end of the bench: %v", err)
		}
	})
}

// TestProgramsThatFailAreTold, those that the end of the bench cuts off are not.
func TestProgramsThatFailAreTold(t *testing.T) {
	const nobody = "127.0.0.1:1"
	if err := Programs(t.Context(), nobody, "play", 2); err == nil || !strings.HasPrefix(err.Error(), "a program that plays: ") {
		t.Errorf("nobody listens: %v", err)
	}
	over, stop := context.WithCancel(t.Context())
	stop()
	if err := Programs(over, nobody, "play", 2); err != nil {
		t.Errorf("at the end: %v", err)
	}
}
