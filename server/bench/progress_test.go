package bench_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/server/bench"
)

// TestProgress: the bar is drawn five times a second at most and at once for another phase; without a terminal there
// is a line for each phase.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, terminal := range []bool{true, false} {
			var out strings.Builder
			p := bench.NewProgress(&out, terminal)
			var got []bool
			for _, c := range []struct {
				after time.Duration
				phase string
			}{{0, "one"}, {0, "one"}, {199 * time.Millisecond, "one"}, {time.Millisecond, "one"}, {0, "one"}, {0, "two"}, {time.Second, "two"}} {
				time.Sleep(c.after)
				before := out.Len()
				p.Show("noir", c.phase, 0.5)
				got = append(got, out.Len() > before)
			}
			for i, want := range []bool{true, false, false, terminal, false, true, terminal} {
				if got[i] != want {
					t.Errorf("on a terminal %t, the %d. call draws: %t", terminal, i+1, got[i])
				}
			}
			p.Clear()
			if text := out.String(); terminal != strings.HasSuffix(text, "\r\x1b[K") || !terminal && text != "noir, one\nnoir, two\n" {
				t.Errorf("on a terminal %t: %q", terminal, text)
			}
		}
	})
}
