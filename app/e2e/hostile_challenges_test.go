//go:build e2e

package e2e

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/data/sqlite"
)

// challenged is the data directory of a house with the most open challenges that its accounts
// may have.
func challenged(t *testing.T, accounts int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	store, err := sqlite.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var leaving sync.WaitGroup
	for i := range accounts {
		leaving.Go(func() {
			p, err := store.CreatePlayer(t.Context(), fmt.Sprint("leaves", i), fmt.Sprint("SHA256:", i), "")
			for n := 0; n < data.MaxChallenges && err == nil; n++ {
				_, err = store.Challenge(t.Context(), data.Challenge{
					From: p, Game: "district-noir", Pace: data.Day, Seats: 2, Expires: time.Now().Add(time.Hour),
				})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	leaving.Wait()
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestHostileChallenges: ten thousand challenges stand, and two hundred and fifty visitors look
// at the lobby, which reads them every two seconds.
func TestHostileChallenges(t *testing.T) {
	t.Parallel()
	const connections, each, accounts, looking = 32, 8, 490, 10 * time.Second
	const mayUse = 0.12 // of a processor: reading them each second, and drawing the screens
	dir := challenged(t, many(accounts))
	besiege(t, func(s *siege) {
		var visits []*ssh.Client
		for range connections {
			c := s.attacker()
			try(t, c, "whoami")
			visits = append(visits, c)
		}
		together(connections*each, 4, func(i int) {
			if _, _, err := shell(visits[i%connections], "xterm", square(80)); err != nil {
				s.Error(err)
			}
		})
		all := func(f figures) bool { return f[sessions] == connections*each+2 }
		before, _ := s.idle(time.Minute, all)
		from := time.Now()
		<-time.After(looking) // measures their cost while nothing happens
		took, seconds := time.Since(from), s.figures()[worked]-before[worked]
		s.Logf("%.2f of a processor", seconds/took.Seconds())
		if seconds/took.Seconds() > bound(mayUse) {
			s.Errorf("%.1f s of processor in %v", seconds, took)
		}
		for _, c := range visits {
			_ = c.Close()
		}
	}, "--data", dir)
}
