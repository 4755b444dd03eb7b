package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/data/record"
	"noir/data/sqlite"
	"noir/engine"
	"noir/matchmaking"
	"noir/server"
	"noir/server/command"
	"noir/tui"
	"noir/tui/cast"
	"noir/tui/history"
	"noir/tui/lobby"
	"noir/tui/plain"
	"noir/tui/play"
)

// hostKeyFile is the server's key in its data directory.
const hostKeyFile = "host_ed25519"

// house is everything that runs, wired.
type house struct {
	games   []engine.Game
	boards  map[string]func() tui.Board
	rules   map[string]string
	address string // the line that opens a session

	store   *sqlite.Store
	broker  *matchmaking.Local
	server  *server.Server
	desk    *command.Desk
	metrics net.Listener // nil when off
	hostKey ssh.Signer
}

// openHouse wires a house on a data directory. close must be called.
func openHouse(ctx context.Context, set settings, at net.Addr, log *slog.Logger) (h *house, err error) {
	h = &house{games: games(), boards: boards(), rules: rules(), address: address(set.address, at)}
	if h.store, err = sqlite.Open(set.data); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close(ctx))
		}
	}()
	if h.broker, err = matchmaking.NewLocal(ctx, h.store, log, h.games...); err != nil {
		return nil, err
	}
	keyPath := filepath.Join(set.data, hostKeyFile)
	h.server, err = server.New(server.Config{
		HostKeyPath: keyPath, Store: h.store, Log: log, Limits: set.limits,
		Screens: h.screens, Plain: h.plain, Command: h.command,
		Draining: h.broker.Drain,
		Counts:   h.broker.Counts, Totals: h.broker.Totals,
	})
	if err != nil {
		return nil, err
	}
	if h.hostKey, err = readHostKey(keyPath); err != nil {
		return nil, err
	}
	h.desk = h.newDesk()
	if set.metrics != "" {
		if h.metrics, err = net.Listen("tcp", set.metrics); err != nil {
			return nil, err
		}
		go func() {
			if err := h.server.ServeMetrics(h.metrics); err != nil {
				log.Error("metrics", "err", err)
			}
		}()
	}
	return h, nil
}

// close ends everything in the order of dependence. Running games stay in the log.
func (h *house) close(ctx context.Context) error {
	var errs []error
	if h.server != nil {
		ctx, cancel := context.WithTimeout(ctx, grace)
		defer cancel()
		errs = append(errs, h.server.Shutdown(ctx))
	}
	if h.broker != nil {
		h.broker.Close()
	}
	return errors.Join(append(errs, h.store.Close())...)
}

func readHostKey(path string) (ssh.Signer, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ssh.ParsePrivateKey(raw)
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

// variable is the environment's name for a flag.
func variable(flag string) string {
	return "NOIR_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// session is what the screens of a visit share.
func (h *house) session(v server.Visit) *tui.Session {
	return &tui.Session{
		Context: v.Context, Player: v.Player, Fingerprint: v.Fingerprint, User: v.User,
		Broker: h.broker, Store: h.store, Games: h.games, Boards: h.boards, Rules: h.rules,
		Online: h.server.Online, Address: h.address, Now: time.Now,
		Routes: tui.Routes{
			Name: lobby.Name, Home: lobby.Home, Queue: lobby.Queue, Rules: lobby.Rules,
			Play: play.Seat, Watch: play.Watch, Replay: play.Replay,
			Tables: history.Tables, Games: history.Games, Rankings: history.Rankings, Profile: history.Profile,
		},
	}
}

func (h *house) screens(v server.Visit) tea.Model {
	s := h.session(v)
	first := s.Routes.Home
	if v.Player.ID == 0 {
		first = s.Routes.Name
	}
	return tui.NewRoot(s, tui.NewTheme(v.Colours, v.ASCII), first(s))
}

func (h *house) plain(ctx context.Context, v server.Visit, in io.Reader, out io.Writer) error {
	return plain.Run(ctx, h.session(v), in, out)
}

func (h *house) command(ctx context.Context, v server.Visit, args []string, in io.Reader, out, errOut io.Writer) int {
	return h.desk.Run(ctx, command.Call{
		Player: v.Player, Fingerprint: v.Fingerprint, Args: args, In: in, Out: out, Err: errOut,
	})
}

func (h *house) newDesk() *command.Desk {
	tellers := map[string]func() command.Teller{}
	for name, board := range h.boards {
		tellers[name] = func() command.Teller { return board() }
	}
	return &command.Desk{
		Version: version, Store: h.store, Broker: h.broker, Games: h.games,
		Tellers: tellers, Rules: h.rules, Seal: h.seal, Cast: h.cast,
	}
}

// game finds the rules of a stored match.
func (h *house) game(name string) (engine.Game, error) {
	for _, g := range h.games {
		if g.Info().Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("the game %q is not played here any more", name)
}

// seal writes a match down as a record signed by the host key.
func (h *house) seal(m data.Match) ([]byte, error) {
	g, err := h.game(m.Game)
	if err != nil {
		return nil, err
	}
	r, err := record.New(g, m)
	if err != nil {
		return nil, err
	}
	if r, err = record.Seal(r, h.hostKey); err != nil {
		return nil, err
	}
	return json.Marshal(r)
}

// cast films a match.
func (h *house) cast(ctx context.Context, m data.Match, out io.Writer) error {
	g, err := h.game(m.Game)
	if err != nil {
		return err
	}
	replay, err := matchmaking.NewReplay(g, m)
	if err != nil {
		return err
	}
	return cast.Write(ctx, m, replay, h.boards[m.Game](), out)
}
