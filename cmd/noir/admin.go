package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/user"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/data/sqlite"
	"noir/server/command"
)

// admin is an operator who looks after a data directory.
type admin struct {
	dir string
	by  string // whom the audit log names

	store       archive // nil until it is opened
	out, errOut io.Writer
}

// archive is what an operator does to a store, and looks up in it.
type archive interface {
	data.Operator
	data.Tournaments
	data.Retention

	PlayerByName(ctx context.Context, name string) (data.Player, error)
	Keys(ctx context.Context, id data.PlayerID) ([]data.Key, error)
	Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error)
	Games(ctx context.Context, id data.PlayerID, before data.MatchID, limit int) ([]data.Match, error)
	Match(ctx context.Context, id data.MatchID) (data.Match, error)
	Unfinished(ctx context.Context) ([]data.Match, error)
	Silences(ctx context.Context) ([]data.Silence, error)
	Bans(ctx context.Context) ([]data.Ban, error)
}

func newAdmin() *cobra.Command {
	a := &admin{}
	cmd := &cobra.Command{
		Use: "admin", Short: "The operator's verbs, also while the server runs", Args: knownVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	flags := cmd.PersistentFlags()
	flags.StringVar(&a.dir, "data", "./noir-data", "directory of the database and the host key")
	flags.StringVar(&a.by, "by", "", "the name for the audit log; empty: the account that is logged in")
	cmd.AddCommand(
		a.players(), a.player(), a.rename(), a.bot(), a.merge(), a.delete(),
		a.ban(), a.bans(), a.unban(), a.mute(), a.unmute(), a.warn(), a.reports(), a.report(),
		a.running(), a.void(), a.export(), a.check(), a.event(),
		a.prune(), a.backup(), a.restore(), a.rotateKey(), a.audit(),
	)
	return cmd
}

// begin takes the flags and variables that all verbs share.
func (a *admin) begin(cmd *cobra.Command) error {
	if err := (origins{}).environment(cmd.InheritedFlags()); err != nil {
		return err
	}
	a.out, a.errOut = cmd.OutOrStdout(), cmd.ErrOrStderr()
	if a.by != "" {
		return nil
	}
	who, err := user.Current()
	if err != nil {
		return fmt.Errorf("%w; say who you are with --by", err)
	}
	a.by = who.Username
	return nil
}

// attached has a verb done with the store open, beside a server that may be
// running on it.
func (a *admin) attached(do func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := a.begin(cmd); err != nil {
			return err
		}
		store, err := sqlite.Attach(a.dir)
		if err != nil {
			return err
		}
		a.store = store
		return errors.Join(advised(do(cmd.Context(), args)), store.Close())
	}
}

// advised says what to do about an error of the store.
func advised(err error) error {
	switch {
	case errors.Is(err, data.ErrRunning):
		return fmt.Errorf("%w; try again when it is over", err)
	case errors.Is(err, data.ErrMet):
		return fmt.Errorf("%w; make that void first, with noir admin void", err)
	}
	return err
}

// find looks a player up by the exact name.
func (a *admin) find(ctx context.Context, name string) (data.Player, error) {
	p, err := a.store.PlayerByName(ctx, name)
	if !errors.Is(err, data.ErrNotFound) {
		return p, err
	}
	names, err := a.names(ctx)
	switch {
	case err != nil:
		return p, err
	case len(names) == 0:
		return p, fmt.Errorf("there is no player %.64q, nor any other", name)
	}
	return p, fmt.Errorf("there is no player %.64q; the nearest is %q", name, command.Nearest(name, names))
}

// pageSize is how many players are read at once.
const pageSize = 500

// names returns the names of all players.
func (a *admin) names(ctx context.Context) (names []string, err error) {
	for {
		page, total, err := a.store.Search(ctx, "", pageSize, len(names))
		if err != nil {
			return nil, err
		}
		for _, p := range page {
			names = append(names, p.Name)
		}
		if len(page) == 0 || len(names) >= total {
			return names, nil
		}
	}
}

// say prints what has been done, in one line.
func (a *admin) say(format string, args ...any) error {
	_, err := fmt.Fprintf(a.out, format+"\n", args...)
	return err
}

// list prints rows as columns or, if that is wanted, all of it as one JSON
// document.
func (a *admin) list(asJSON bool, document any, rows func(io.Writer)) error {
	if asJSON {
		return json.NewEncoder(a.out).Encode(document)
	}
	w := table(a.out)
	rows(w)
	return w.Flush()
}

// listAll prints rows as list does, and how many they are.
func listAll[R fmt.Stringer](a *admin, asJSON bool, rows []R) error {
	return a.list(asJSON, rows, func(w io.Writer) {
		for _, row := range rows {
			fmt.Fprintln(w, row)
		}
		fmt.Fprintf(w, "%d in all\n", len(rows))
	})
}

// number reads the number of a thing of which a verb lists those that there are.
func number(text, thing, verb string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %s has a number, which noir admin %s shows; %.64q is none", errUsage, thing, verb, text)
	}
	return n, nil
}

func wantsJSON(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "one JSON document instead of columns")
}

func table(out io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(out, 0, 8, 2, ' ', 0) }

// moment is a time for people; a dash when there is none.
func moment(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04:05")
}

// stamp is a time for programs; null when there is none.
func stamp(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
