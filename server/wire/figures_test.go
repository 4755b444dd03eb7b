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
		s := &session{link: newLink(&out)}
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
			if err := s.wait(matchmaking.Waiting{Waiting: n, Estimate: estimate}); err != nil {
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
