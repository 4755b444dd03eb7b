package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/crypto/ssh"

	"noir/data/almanac"
	"noir/data/language"
	"noir/data/review"
	"noir/data/sqlite"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/server"
	"noir/server/command"
	"noir/server/herald"
	"noir/server/hostkey"
	"noir/server/wire"
	"noir/tui"
)

// house is everything that runs, wired.
type house struct {
	games    []engine.Game
	boards   map[string]func(*language.Reader) tui.Board
	rules    map[string]func(tag string) string
	library  *language.Library
	switches map[string][]tui.Switch
	lessons  map[string]tui.Lesson
	address  string // the line that opens a session
	themes   tui.Themes

	store    *sqlite.Store
	quota    *quota.Ledger
	almanac  *almanac.Almanac
	broker   *matchmaking.Local
	reviewer *review.Reviewer
	herald   *herald.Herald
	feeds    *herald.Feeds // nil when off
	server   *server.Server
	desk     *command.Desk
	serving  sync.WaitGroup // of the metrics and the feeds, and what is looked up at the start
	hostKey  ssh.Signer
}

// openHouse wires a house on a data directory. close must be called.
func openHouse(ctx context.Context, set settings, at net.Addr, log *slog.Logger) (opened *house, err error) {
	h := &house{games: games(), boards: boards(), rules: rules(), switches: switches(), lessons: lessons(), address: address(set.address, at), quota: quota.NewLedger(set.prices)}
	if h.library, err = language.Open(); err != nil {
		return nil, err
	}
	if h.store, err = sqlite.Open(set.data); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close(ctx))
		}
	}()
	h.almanac = almanac.New(h.store, h.games)
	h.herald = herald.New(herald.Config{Style: h.style(), Store: h.store, Quota: h.quota, Log: log, Trial: set.trialHooks, Own: set.own()})
	if h.broker, err = matchmaking.NewLocal(ctx, matchmaking.Config{
		Store: h.store, Log: log, Games: h.games, Limits: set.tables, Quota: h.quota, Herald: h.herald,
	}); err != nil {
		return nil, err
	}
	if err = h.herald.Remind(ctx, h.broker.Mine); err != nil {
		return nil, err
	}
	if err = h.openFeeds(set, log); err != nil {
		return nil, err
	}
	h.reviewer = review.New(h.store, h.games, h.broker.Lend, h.quota, log)
	if err = h.openDoor(set, log); err != nil {
		return nil, err
	}
	h.desk = h.newDesk()
	if err = h.openMetrics(set, log); err != nil {
		return nil, err
	}
	h.serving.Go(func() { h.tellHolders(ctx, log) })
	return h, nil
}

// tellHolders tells the operator once who has a name that nobody could choose today.
func (h *house) tellHolders(ctx context.Context, log *slog.Logger) {
	holders, err := h.store.Holders(ctx)
	switch {
	case ctx.Err() != nil: // the next start tells it
	case err != nil:
		log.Error("cannot look for names that are reserved", "err", err)
	case len(holders) > 0:
		log.Warn("players have names that are reserved now or read like others; noir admin players --reserved lists them",
			"players", len(holders), "first", holders[0].Name)
	}
}

// openDoor makes the SSH server, and its host key if there is none.
func (h *house) openDoor(set settings, log *slog.Logger) error {
	keyPath := filepath.Join(set.data, hostkey.File)
	err := hostkey.Make(keyPath)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if h.hostKey, err = hostkey.Read(keyPath); err != nil {
		return err
	}
	h.server, err = server.New(server.Config{
		HostKeyPath: keyPath, Store: h.store, Log: log, Limits: set.limits, Quota: h.quota, Version: version, Profiling: set.profiling, Limited: wire.Limits(),
		Notice:  func(sentence string) tea.Msg { return tui.Toast{Text: sentence} },
		Reader:  func(v server.Visit) *language.Reader { return h.reader(v, "") },
		Screens: h.screens, Plain: h.plain, Command: h.command, Unnamed: command.Unnamed,
		Draining: h.broker.Drain, Departed: h.broker.Depart,
		Ready: h.store.Ready, Collectors: h.collectors(),
		Counts: h.broker.Counts, Totals: h.broker.Totals,
	})
	return err
}

// openMetrics serves the metrics, if they are wanted.
func (h *house) openMetrics(set settings, log *slog.Logger) error {
	if set.metrics == "" {
		return nil
	}
	l, err := listenAt(set.metrics, "metrics")
	if err != nil {
		return err
	}
	h.serving.Go(func() {
		if err := h.server.ServeMetrics(l); err != nil {
			log.Error("metrics", "err", err)
		}
	})
	return nil
}

// errHangs is a store of which nothing is known but what it has acknowledged.
var errHangs = errors.New("the store has not answered in time; every move that was shown is on the disk")

// close ends everything in the order of dependence. Running games stay in the
// log. It returns within closeTime, with an error when something hangs: the
// process is to be ended then.
func (h *house) close(ctx context.Context) error {
	deadline := time.NewTimer(closeTime)
	defer deadline.Stop()
	var err error
	if h.server != nil {
		ctx, cancel := context.WithTimeout(ctx, grace)
		defer cancel()
		err = h.server.Shutdown(ctx)
	}
	closed := make(chan error, 1)
	go func() { closed <- h.closeStore() }()
	select {
	case failed := <-closed:
		return errors.Join(err, failed)
	case <-deadline.C:
		return errors.Join(err, errHangs)
	}
}

// closeStore ends the tables and what is reviewed, and waits for what they have the
// store write, for the feeds, and for the metrics, which the server has ended.
func (h *house) closeStore() error {
	var err error
	if h.feeds != nil {
		err = h.feeds.Close()
	}
	h.serving.Wait()
	if h.reviewer != nil {
		h.reviewer.Close()
	}
	if h.broker != nil {
		h.broker.Close()
	}
	if h.herald != nil {
		h.herald.Close()
	}
	return errors.Join(err, h.store.Close())
}

// address is the command that opens a session.
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
