//go:build e2e

package e2e

import (
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// oddWindows are window sizes that nobody has.
var oddWindows = []window{
	square(0), square(1), {Rows: 1}, {Columns: 1}, square(4000), {Columns: 4000, Rows: 1}, {Columns: 1, Rows: 4000},
	square(math.MaxInt32), square(math.MaxUint32),
}

func TestHostileWindowSizes(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		for _, size := range oddWindows {
			c := s.attacker()
			screen, keys, err := shell(c, "xterm-256color", size)
			if err != nil {
				s.Fatal(err)
			}
			for _, next := range oddWindows {
				if _, err := screen.SendRequest("window-change", false, ssh.Marshal(next)); err != nil {
					s.Error(err)
				}
			}
			if _, err := io.WriteString(keys, "\r\x03"); err != nil {
				s.Error(err)
			}
			if err := screen.Wait(); err != nil {
				s.Errorf("a window of %v: %v", size, err)
			}
			_ = c.Close()
		}
	})
}

func TestHostileResizes(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		c := s.attacker()
		s.giveUp(c, 10*time.Second)
		together(8, 8, func(int) {
			screen, _, err := shell(c, "xterm-256color", square(100))
			if err != nil {
				s.Error(err)
				return
			}
			for i := range many(20_000) {
				if _, err := screen.SendRequest("window-change", false, ssh.Marshal(square(uint32(300+i%100)))); err != nil {
					return
				}
			}
		})
		_ = c.Close()
	})
}

// much is how many bytes are sent, or attempted, at once.
const much = 10 << 20

// floodKeys sends pieces to several terminals at once, each until it accepts no more or ends.
func (s *siege) floodKeys(pieces []string) {
	together(len(pieces), len(pieces), func(i int) {
		c := s.attacker()
		screen, keys, err := shell(c, "xterm", square(80))
		if err != nil {
			s.Error(err)
			return
		}
		s.giveUp(c, 15*time.Second)
		sent := flood(keys, pieces[i], many(much))
		s.Logf("%.10q: %d bytes were taken; %v", pieces[i], sent, screen.Wait())
		_ = c.Close()
	})
}

func TestHostileKeys(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		s.floodKeys([]string{"x", strings.Repeat("y", 32<<10), strings.Repeat("\x1b[A\x1b[B", 4<<10), "\x1b]52;c;" + strings.Repeat("A", 32<<10)})
	})
}

func TestHostilePaste(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		s.floodKeys([]string{"\x1b[200~" + strings.Repeat("a paste ", much/8) + "\x1b[201~", strings.Repeat("\x1b[200~paste\x1b[201~", 1<<10)})
	})
}
