package server

import (
	"context"
	"io"
	"log/slog"

	tea "charm.land/bubbletea/v2"
	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/internal/language"
	"noir/internal/quota"
	"noir/matchmaking"
)

// store is the part of a store that the server needs, and the keyring that it hands to visitors.
type store interface {
	data.Keyring
	PlayerByKey(ctx context.Context, fingerprint string) (data.Player, error)
	CreatePlayer(ctx context.Context, name, fingerprint, label string) (data.Player, error)
	Bans(ctx context.Context) ([]data.Ban, error)
	Gone(ctx context.Context, players []data.PlayerID) ([]data.PlayerID, error)
}

// Visits are what visitors get to see.
type Visits interface {
	// Screens makes the program of a session with a terminal. If it has a method Leave, that is called when the program
	// has ended, for any reason. If it has a method Farewell, its result is shown on the terminal when the visitor has
	// quit.
	Screens(Visit) tea.Model

	// Plain plays the game line by line, for a session without a terminal or with one that cannot move its cursor; like
	// Screens, it asks a new visitor for their name. Plain and Command must return soon after ctx has ended; reads from
	// in fail then. The person reads the text of an error.
	Plain(ctx context.Context, v Visit, in io.Reader, out io.Writer) error

	// Command runs a command and returns its exit code.
	Command(ctx context.Context, v Visit, args []string, in io.Reader, out, errOut io.Writer) int

	// Unnamed reports whether a command itself decides which player gets a new key, so that the server does not make a
	// player for it first.
	Unnamed(args []string) bool

	// Reader finds the language of a visitor from what their client says, until Visit.Reads. nil is English.
	Reader(Visit) *language.Reader

	// Notice is the message that tells the screens of an error for a person. nil tells them nothing.
	Notice(error) tea.Msg
}

// Tables are where visitors play.
type Tables interface {
	// Own tells how busy the tables are, for /metrics.
	Own() matchmaking.Counts

	// Totals counts what happened at the tables, for /metrics.
	Totals() matchmaking.Totals

	// Drain is called once when Shutdown begins, before sessions are ended. It returns when all have been told, or soon
	// after ctx has ended.
	Drain(ctx context.Context)

	// Depart is called for each guest whose connection has ended; their id is not used again. It must not block.
	Depart(guest data.PlayerID)
}

// Peers are the other servers of the same store. The methods must not block.
type Peers interface {
	// Elsewhere reports whether they take visitors in while this one goes down. It is called once, after Tables.Drain.
	Elsewhere() bool

	// Share returns the share of names and ids for guests who come now. The zero value keeps the previous share, at
	// first all names and ids.
	Share() Share

	// Dismissed is called when sessions end because of a change of keys, to pass that on.
	Dismissed(Dismissal)
}

// Invitations are who may come in.
type Invitations interface {
	// Invited reports whether a key without a player may come in. Guests may not, and other new keys only for commands
	// that are Unnamed.
	Invited(fingerprint string) bool

	// Admits reports whether a user name is a code that stands for an invitation; then it is not a name. A visitor with
	// a key may come in with it.
	Admits(user string) bool
}

// Config configures a server. HostKeyPath, Store, Visits and Tables are required.
type Config struct {
	HostKeyPath string // an Ed25519 key in OpenSSH's format; made if it does not exist; the next key may be next to it (hostkey.Next)
	Store       store
	Visits      Visits
	Tables      Tables
	Peers       Peers        // nil: there are no other servers
	Invitations Invitations  // nil: anybody may come in
	Log         *slog.Logger // nil logs nothing
	Limits      Limits
	Balancers   Proxies  // whose connections begin with the client's address
	Version     string   // for /metrics
	Profiling   bool     // serve /debug/pprof at the address of /metrics, to all who can reach it
	Limited     []string // names of further limits for Visit.Met, counted from 0 on

	// Ready returns why nobody can play now, for /readyz. It is called at most once a second, one
	// call at a time. It may be nil.
	Ready func(context.Context) error

	// Quota is the ledger that sessions pay into; nil: one with the default prices.
	Quota *quota.Ledger

	// Collectors are further metrics.
	Collectors []prometheus.Collector
}
