package postgres_test

import (
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"noir/data"
	"noir/data/postgres/pgtest"
	"noir/internal/await"
)

// relay is an address whose connections lead to the server of a database.
type relay struct {
	net.Listener
	muted atomic.Int64 // how often it has been
}

// relayed returns the URL of a database by way of a relay.
func relayed(t *testing.T, at string) (*relay, string) {
	t.Helper()
	config, err := pgx.ParseConfig(at)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{Listener: l}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { r.lead(client, config) })
		}
	})
	t.Cleanup(func() { l.Close(); all.Wait() })
	by, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	asked := by.Query()
	asked.Del("host")
	asked.Set("sslmode", "disable")
	by.Host, by.RawQuery = l.Addr().String(), asked.Encode()
	return r, by.String()
}

// mute keeps from the clients of all connections that there are what the server says, and does not end them.
func (r *relay) mute() { r.muted.Add(1) }

func (r *relay) lead(client net.Conn, to *pgx.ConnConfig) {
	defer client.Close()
	since := r.muted.Load()
	network, addr := pgconn.NetworkAddress(to.Host, to.Port)
	server, err := net.Dial(network, addr)
	if err != nil {
		return
	}
	var said sync.WaitGroup
	said.Go(func() {
		defer client.Close()
		for piece := make([]byte, 4096); ; {
			n, err := server.Read(piece)
			if err != nil {
				return
			}
			if r.muted.Load() == since {
				_, _ = client.Write(piece[:n]) // a client that has gone is noticed below
			}
		}
	})
	_, _ = io.Copy(server, client)
	server.Close()
	said.Wait()
}

// TestAServerThatFallsSilent: as one whose machine is gone, while another has taken its place. Moves and other changes do
// not wait for its answer for ever, and then go to the other.
func TestAServerThatFallsSilent(t *testing.T) {
	t.Parallel()
	direct := pgtest.Database(t)
	r, url := relayed(t, direct)
	s := open(t, url)
	defer s.Close()
	begun(t, s, "m1")
	s.Impatient(200 * time.Millisecond)
	move := func() error {
		return s.Append(t.Context(), "m1", ply(1+int(ask(t, direct, `SELECT count(*) FROM moves`).(int64))))
	}
	for what, write := range map[string]func() error{
		"a move":         move,
		"another change": func() error { return s.Ready(t.Context()) },
	} {
		await.Until(t, what, func() bool { return write() == nil })
		r.mute()
		told := make(chan error, 1)
		go func() { told <- write() }()
		if err := await.One(t, told, what); err != nil && !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("%s: %v", what, err)
		}
		await.Until(t, what+" again", func() bool { return write() == nil })
	}
}
