// Package app wires the whole server: store, ledger of limits, broker, notices, pages, feeds,
// metrics and the SSH server with its screens and commands.
package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/crypto/ssh"

	"noir/app/service"
	"noir/data"
	"noir/data/postgres"
	"noir/data/record"
	"noir/data/review"
	"noir/data/sqlite"
	"noir/data/stats"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/local"
	"noir/server"
	"noir/server/command"
	"noir/server/hostkey"
	"noir/server/notify"
	"noir/server/web"
	"noir/server/wire"
)

// Close gives sessions until grace to end and then cuts them off. It returns after at most
// CloseTime, whatever the store does.
const (
	grace     = 3200 * time.Millisecond
	CloseTime = 4500 * time.Millisecond
)

// ErrHangs is returned by Close when the store, or a goroutine that waits for it, has not answered
// in time. Every move that was shown is on the disk. The App still holds its goroutines and the
// data directory: the process must end.
var ErrHangs = errors.New("the store has not answered in time; every move that was shown is on the disk")

// App is a running server. Its methods may be called from any goroutine.
type App struct {
	sockets
	visits visits

	store    store
	quota    *quota.Ledger
	broker   broker
	reviewer *review.Reviewer
	notifier *notify.Notifier
	feeds    *notify.Feeds // nil when off
	site     *web.Site     // nil when off
	server   *server.Server
	print    string // of the host key

	node *node // nil without a database that others may serve too
	several
	resume      func(context.Context) ([]data.Match, error)
	looking     context.Context    // of the check of names at the start, and of the watch over the node
	stopLooking context.CancelFunc // ends looking
	closing     sync.Once
	closed      error // the result of Close
}

// Open starts a server and returns once it accepts connections. It makes the data directory and the
// host key if there are none, and resumes running games.
//
// Open owns the listeners of c from the call on, even if it fails. A failed Open leaves nothing
// behind. Errors: an address that is taken or invalid; a data directory that another process serves
// or that cannot be read; ctx.Err() when ctx ends meanwhile. ctx is for the start only: a running
// server ends with Close.
func Open(ctx context.Context, c Config) (opened *App, err error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	looking, stopLooking := context.WithCancel(context.WithoutCancel(ctx))
	a := &App{quota: quota.NewLedger(c.Prices), looking: looking, stopLooking: stopLooking}
	a.accepted, a.broken = make(chan struct{}), make(chan struct{})
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if c.Database == "" || len(c.Listeners) > 0 { // otherwise only the server that serves may be found at the address
		if a.ssh, err = c.listen(); err != nil {
			return nil, err
		}
	}
	if a.visits.offers, err = c.offers(); err != nil {
		return nil, err
	}
	if err = a.openStore(ctx, c); err != nil {
		return nil, err
	}
	if a.ssh == nil {
		if a.ssh, err = c.listen(); err != nil {
			return nil, err
		}
	}
	games := a.visits.games
	a.visits.address, a.visits.notice = address(c.PublicAddress, a.Addr()), c.Notice
	a.notifier = notify.New(notify.Config{Style: a.visits.style(), Store: a.store, Quota: a.quota, Log: c.Log, AllowPrivate: c.TrialHooks, Own: c.own()})
	if err = a.openBroker(ctx, c, local.Config{
		Store: a.store, Log: c.Log, Games: games, Limits: c.Tables, Quota: a.quota, Notifier: a.notifier, Resume: a.resume,
	}); err != nil {
		return nil, err
	}
	if err = a.openFeeds(c); err != nil {
		return nil, err
	}
	a.reviewer = review.New(a.store, games, a.broker.Lend, a.quota, c.Log)
	if err = a.openDoor(c); err != nil {
		return nil, err
	}
	a.serveSite(c.Log)
	if err = a.openMetrics(c); err != nil {
		return nil, err
	}
	a.serving.Go(func() { a.tellHolders(a.looking, c.Log) })
	a.serving.Go(func() { a.accept(a.server) })
	return a, nil
}

// broker is what the server needs of its broker.
type broker interface {
	matchmaking.Broker
	Own() matchmaking.Counts
	Totals() matchmaking.Totals
	Figures() []prometheus.Collector
	Lend(ctx context.Context, work func(context.Context)) error
	Depart(guest data.PlayerID)
	Drain(ctx context.Context)
	Close()
}

// store is what the server needs of its store.
type store interface {
	data.Store
	Holders(ctx context.Context) ([]data.Holder, error)
	Figures() []prometheus.Collector
	Close() error
}

// openStore opens the store: in the data directory, or the database that is named.
func (a *App) openStore(ctx context.Context, c Config) error {
	if c.Database == "" {
		s, err := sqlite.Open(c.Data)
		if err == nil {
			a.store = s
			s.StartGiving(c.Log)
		}
		return err
	}
	s, err := postgres.Open(ctx, c.Database, c.Node, c.Version)
	if err != nil {
		return err
	}
	a.store = s
	s.StartGiving(c.Log)
	a.node = &node{store: s, log: c.Log}
	if c.NATS != "" {
		return nil // it serves while the others do
	}
	if err := a.node.lead(ctx, c.StandsBy); err != nil {
		return err
	}
	a.resume = a.node.adopt
	a.serving.Go(func() { a.node.guard(a.looking, a.fail) })
	return nil
}

// Invitation returns the command that opens a session, such as ssh -p 2222 localhost.
func (a *App) Invitation() string { return a.visits.address }

// Fingerprint returns the fingerprint of the host key, such as SHA256:…, for players to compare.
func (a *App) Fingerprint() string { return a.print }

// Online returns how many connections are open.
func (a *App) Online() int { return a.server.Online() }

// Close ends the server in the order of dependence: no more pages and connections, then sessions,
// tables, messages to be sent, and the store. Running games stay in the store, and the next Open
// resumes them. When Close returns, every socket, goroutine and file of the server is gone, unless
// the error is ErrHangs. It returns within CloseTime, joins the errors of serving and ending, and
// returns the same result when called again.
func (a *App) Close() error {
	a.closing.Do(func() { a.closed = a.close() })
	return a.closed
}

func (a *App) close() error {
	deadline := time.After(CloseTime)
	a.stopLooking()
	var err error
	if a.site != nil {
		err = a.site.Close()
	}
	if a.server != nil {
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		err = errors.Join(err, a.server.Shutdown(ctx))
	}
	err = errors.Join(err, a.stopListening())
	closed := make(chan error, 1)
	go func() { closed <- a.closeStore() }()
	select {
	case failed := <-closed:
		return errors.Join(err, failed)
	case <-deadline:
		return errors.Join(err, ErrHangs)
	}
}

// closeStore closes tables and reviews, and waits for their writes and for the sockets, which are
// closed.
func (a *App) closeStore() (err error) {
	a.serving.Wait()
	if a.browsers != nil {
		a.browsers.Wait()
	}
	if a.reviewer != nil {
		a.reviewer.Close()
	}
	if a.broker != nil {
		a.broker.Close()
	}
	if a.link != nil {
		a.link.Close()
	}
	if a.notifier != nil {
		a.notifier.Close()
	}
	if a.store != nil {
		err = errors.Join(err, a.store.Close())
	}
	return errors.Join(a.failed, a.why, err)
}

// tellHolders logs once which players have a name that nobody could choose today.
func (a *App) tellHolders(ctx context.Context, log *slog.Logger) {
	holders, err := a.store.Holders(ctx)
	switch {
	case ctx.Err() != nil: // the next start logs it
	case err != nil:
		log.Error("cannot look for names that are reserved", "err", err)
	case len(holders) > 0:
		log.Warn("players have names that are reserved now or read like others; noir admin players --reserved lists them",
			"players", len(holders), "first", holders[0].Name)
	}
}

// hostKey reads the host key. It makes one in the data directory if there is none.
func (c Config) hostKey() (path string, key ssh.Signer, err error) {
	if path = c.HostKey; path == "" {
		path = filepath.Join(c.Data, hostkey.File)
		if err = os.MkdirAll(c.Data, 0o700); err != nil {
			return path, nil, err
		}
		if err = hostkey.Make(path); err != nil && !errors.Is(err, fs.ErrExist) {
			return path, nil, err
		}
	}
	if key, err = hostkey.Read(path); err != nil {
		err = fmt.Errorf("host key: %w", err)
	}
	return path, key, err
}

// openDoor makes the SSH server with its screens and commands, and the host key if there is none.
func (a *App) openDoor(c Config) error {
	keyPath, hostKey, err := c.hostKey()
	if err != nil {
		return err
	}
	var invites server.Invitations
	if c.InviteOnly != "" {
		file := &invitations{path: c.InviteOnly, log: c.Log}
		if err := file.read(); err != nil {
			return err
		}
		invites = file
	}
	a.print = ssh.FingerprintSHA256(hostKey.PublicKey())
	h := &a.visits
	h.services = a.newServices()
	if err = a.newSite(c); err != nil {
		return err
	}
	if a.server, err = server.New(server.Config{
		HostKeyPath: keyPath, Store: a.store, Log: c.Log, Limits: c.Limits, Balancers: c.Balancers, Quota: a.quota, Version: c.Version, Profiling: c.Profiling, Limited: wire.Limits(),
		Visits: h, Tables: a.broker, Peers: a.peers, Invitations: invites, Ready: a.ready, Collectors: a.collectors(),
	}); err != nil {
		return err
	}
	a.door.Store(a.server)
	h.broker, h.online, h.busy, h.everybody = a.broker, a.online, a.server.Busy, a.everybody
	h.desk = &command.Desk{
		Version: c.Version, Commit: c.Commit, Services: h.services, Broker: h.broker, Log: c.Log, Games: h.forCommands(), Here: h.here,
		Address: h.address, Notice: c.Notice, Cast: h.cast, Talk: h.talk,
		Seal: func(m data.Match) ([]byte, error) { return record.Sealed(h.games, m, hostKey) },
	}
	return nil
}

// newServices makes the use cases. There are no feeds unless they are served.
func (a *App) newServices() *service.Services {
	c := service.Config{
		Store: a.store, Broker: a.broker, Games: a.visits.games, Stats: stats.New(a.store, a.visits.games, a.quota), Reviewer: a.reviewer, Quota: a.quota, Hooks: a.notifier,
	}
	if a.feeds != nil {
		c.Feeds = a.feeds
	}
	return service.New(c)
}

// openMetrics serves the metrics if the settings ask for it.
func (a *App) openMetrics(c Config) error {
	if c.Metrics == "" {
		return nil
	}
	l, err := listenAt(c.Metrics, "metrics")
	if err != nil {
		return err
	}
	a.serving.Go(func() {
		if err := a.server.ServeMetrics(l); err != nil {
			c.Log.Error("metrics", "err", err)
		}
	})
	return nil
}

// address returns the command that opens a session.
func address(public string, at net.Addr) string {
	if public != "" {
		return "ssh " + public
	}
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return "ssh " + at.String()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() || ip.IsLoopback() {
		host = "localhost"
	}
	if port == "22" {
		return "ssh " + host
	}
	return fmt.Sprintf("ssh -p %s %s", port, host)
}
