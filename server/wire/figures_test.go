package wire

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/matchmaking"
)

func TestFiguresAreToldOnceASecondAndWhenTheyChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		l := newLink(&out)
		s := &session{link: l, ticket: ticket{link: l}}
		told := func(want ...string) {
			t.Helper()
			var got []string
			for line := range strings.Lines(out.String()) {
				_, after, _ := strings.Cut(line, `"waiting":`)
				got = append(got, strings.TrimRight(after, "}\n"))
			}
			if strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("told %q, not %q", got, want)
			}
			out.Reset()
		}
		figures := func(n int, estimate time.Duration) {
			t.Helper()
			if err := s.ticket.wait(t.Context(), matchmaking.Waiting{Waiting: n, Estimate: estimate}); err != nil {
				t.Fatal(err)
			}
		}
		second := func() {
			t.Helper()
			from := time.Now()
			if err := s.step(); err != nil || time.Since(from) > queuedEvery {
				t.Fatalf("%v after %v", err, time.Since(from))
			}
		}
		figures(1, 0)
		told("1") // at once
		figures(2, 0)
		figures(3, 0)
		told()
		second()
		told("3")
		figures(4, 0)
		figures(3, 0)
		second()
		told() // as before
		figures(3, time.Minute)
		told() // nothing of it is shown
		figures(5, 0)
		told("5")
	})
}

// TestAnOlderPictureOfTheTable that comes late is passed over.
func TestAnOlderPictureOfTheTable(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := &session{link: newLink(&out)}
	s.seat.frame = matchmaking.Frame{Revision: 5}
	if err := s.show(matchmaking.Frame{Revision: 4, Next: "another", Turn: &matchmaking.Turn{}}); err != nil || s.seat.frame.Revision != 5 || out.Len() > 0 {
		t.Errorf("%v, after %d, told %q", err, s.seat.frame.Revision, &out)
	}
}
