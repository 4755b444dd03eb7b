package postgres_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"noir/data"
	"noir/data/postgres/pgtest"
	"noir/data/relational"
	"noir/engine"
)

// wire counts how often the server is waited for, by whoever connects through it.
type wire struct {
	net.Listener
	server string // its socket
	trips  atomic.Int64
	all    sync.WaitGroup
}

// counted returns the URL of a database through a wire.
func counted(t *testing.T, at string) (*wire, string) {
	t.Helper()
	config, err := pgx.ParseConfig(at)
	if err != nil {
		t.Fatal(err)
	}
	if !filepath.IsAbs(config.Host) {
		t.Skip("the server that NOIR_TEST_DATABASE names is not reached by a socket")
	}
	dir, err := os.MkdirTemp("", "pw")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: l, server: filepath.Join(config.Host, fmt.Sprintf(".s.PGSQL.%d", config.Port))}
	w.all.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			w.all.Go(func() { w.lead(client) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		w.all.Wait()
	})
	return w, fmt.Sprintf("postgres://%s@/%s?host=%s", config.User, config.Database, url.QueryEscape(dir))
}

// lead passes on what both sides say, and counts a client's messages to which there is an answer.
func (w *wire) lead(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("unix", w.server)
	if err != nil {
		return
	}
	defer server.Close()
	w.all.Go(func() {
		defer client.Close()
		_, _ = io.Copy(client, server)
	})
	from := bufio.NewReader(client)
	head := make([]byte, 4, 5)
	for begun := false; ; begun = true {
		if begun { // all messages but the first have a kind
			head = head[:5]
		}
		if _, err := io.ReadFull(from, head); err != nil {
			return
		}
		if kind := head[0]; begun && (kind == 'S' || kind == 'Q') { // Sync, and a Query as one message
			w.trips.Add(1)
		}
		body := make([]byte, binary.BigEndian.Uint32(head[len(head)-4:])-4)
		if _, err := io.ReadFull(from, body); err != nil {
			return
		}
		if _, err := server.Write(append(head, body...)); err != nil {
			return
		}
	}
}

// TestRoundTrips: what people wait for takes no more round trips than it has to.
func TestRoundTrips(t *testing.T) {
	w, url := counted(t, pgtest.Database(t))
	s := open(t, url)
	defer s.Close()
	s.Still() // nothing is sent but what is asked for
	var seats []data.Seat
	for _, name := range []string{"anna", "bert"} {
		p, err := s.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, data.Seat{Player: p.ID, Name: name, Kind: data.Human})
	}
	one, other := seats[0].Player, seats[1].Player
	number, next := 0, data.MatchID("")
	opens := func() error {
		number++
		next = data.MatchID(fmt.Sprint("m", number))
		_, err := s.Open(t.Context(), data.Match{ID: next, Game: "district-noir", Rated: true, Pace: data.Live, Started: time.Now(), Seats: seats, Live: []data.PlayerID{one, other}})
		return err
	}
	for round := range 2 { // in the first one statements are prepared
		for _, c := range []struct {
			what  string
			reads bool
			most  int64
			do    func() error
		}{
			{"people at a table", true, 1, func() error { _, err := s.People(t.Context(), "district-noir", one, other); return err }},
			{"opening a table", false, 4, opens},
			{"a move", false, 1, func() error { return s.Append(t.Context(), next, ply(1)) }},
			{"a game", true, 2, func() error { _, err := s.Match(t.Context(), next); return err }},
			{"the end of a game", false, 6, func() error {
				_, err := s.Finish(t.Context(), next, time.Now(), engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: []byte(`[]`)}, ply(2))
				return err
			}},
			{"a page of rankings", true, 4, func() error {
				_, err := s.Sheet(t.Context(), "district-noir", data.Filter{Limit: 10}, one, 20)
				return err
			}},
			{"all that home tells", true, 13, func() error {
				_, err := s.Overview(t.Context(), []string{"district-noir", "noirburg"}, data.Player{ID: one}, time.Now(), 10)
				return err
			}},
			{"lookouts", true, 1, func() error { _, err := s.Lookouts(t.Context(), one); return err }},
			{"coming in", true, 1, func() error { _, err := s.PlayerByKey(t.Context(), "SHA256:anna"); return err }},
		} {
			if err := s.Ready(t.Context()); err != nil { // what is written in nobody's time has been
				t.Fatal(err)
			}
			trips := int64(0)
			count := func() error {
				w.trips.Store(0)
				err := c.do()
				trips = w.trips.Load()
				return err
			}
			var err error
			if c.reads { // the writer is kept from what a read leaves it to write in nobody's time
				err = s.Change(t.Context(), func(relational.Tx) error { return count() })
			} else {
				err = count()
			}
			if err != nil {
				t.Fatalf("%s: %v", c.what, err)
			}
			if round > 0 && trips > c.most {
				t.Errorf("%s takes %d round trips, more than %d", c.what, trips, c.most)
			} else if round > 0 {
				t.Logf("%s: %d", c.what, trips)
			}
		}
	}
}
