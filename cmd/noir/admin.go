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
	"github.com/spf13/pflag"

	"noir/app"
	"noir/app/operator"
)

// admin is what all operator's verbs share.
type admin struct {
	operator.Place
	by          string // the author in the audit log
	out, errOut io.Writer
}

func newAdmin() *cobra.Command {
	a := &admin{}
	cmd := &cobra.Command{
		Use: "admin", Short: "The operator's verbs, also while the server runs", Args: knownVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	flags := cmd.PersistentFlags()
	flags.StringVar(&a.Data, "data", "./noir-data", "directory of the database and the host key")
	flags.StringVar(&a.Database, "database", "", "the PostgreSQL database, by its URL, where the server uses one")
	flags.StringVar(&a.HostKey, "host-key", "", "file of the host key; host_ed25519 in --data when empty")
	flags.StringVar(&a.by, "by", "", "the name for the audit log; empty: the account that is logged in")
	for _, verb := range []func(*admin) *cobra.Command{
		newPlayers, newPlayer, newRename, newBot, newMerge, newDelete,
		newBan, newBans, newUnban, newMute, newUnmute, newWarn, newReports, newReport,
		newRunning, newVoid, newExport, newCheck, newEvent,
		newPrune, newBackup, newRestore, newRotateKey, newAudit,
	} {
		cmd.AddCommand(verb(a))
	}
	return cmd
}

// begin reads the flags and variables that all verbs share.
func (a *admin) begin(cmd *cobra.Command, shared *pflag.FlagSet) error {
	if err := (origins{}).environment(shared); err != nil {
		return err
	}
	a.out, a.errOut = cmd.OutOrStdout(), cmd.ErrOrStderr()
	if a.by != "" {
		return nil
	}
	account, err := user.Current()
	if err != nil {
		return fmt.Errorf("%w; say who you are with --by", err)
	}
	a.by = account.Username
	return nil
}

// at runs a verb on the server's data. A server may be running on it.
func (a *admin) at(do func(ctx context.Context, o *operator.Office, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := a.begin(cmd, cmd.InheritedFlags()); err != nil {
			return err
		}
		o, err := operator.Open(a.Place, a.by, app.Games())
		if err != nil {
			return err
		}
		err = do(cmd.Context(), o, args)
		if _, ok := errors.AsType[operator.Misuse](err); ok {
			err = fmt.Errorf("%w: %w", errUsage, err)
		}
		return errors.Join(err, o.Close())
	}
}

// done prints what was done, in one line, or returns the error.
func (a *admin) done(err error, format string, args ...any) error {
	if err == nil {
		_, err = fmt.Fprintf(a.out, format+"\n", args...)
	}
	return err
}

// list prints rows as columns or, with asJSON, the document as JSON.
func (a *admin) list(asJSON bool, document any, rows func(io.Writer)) error {
	if asJSON {
		return json.NewEncoder(a.out).Encode(document)
	}
	w := table(a.out)
	rows(w)
	return w.Flush()
}

// listAll prints a list like list, with its length, or returns err.
func listAll[T any, R fmt.Stringer](a *admin, asJSON bool, things []T, err error, row func(T) R) error {
	if err != nil {
		return err
	}
	rows := rowsOf(things, row)
	return a.list(asJSON, rows, func(w io.Writer) {
		for _, row := range rows {
			fmt.Fprintln(w, row)
		}
		fmt.Fprintf(w, "%d in all\n", len(rows))
	})
}

// rowsOf returns a row for each thing; never nil.
func rowsOf[T, R any](things []T, row func(T) R) []R {
	rows := make([]R, len(things))
	for i, thing := range things {
		rows[i] = row(thing)
	}
	return rows
}

// number parses the number of a thing; verb is the one that lists such things.
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

// moment formats a time for people; zero is a dash.
func moment(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04:05")
}

// stamp is a time for programs; zero is null.
func stamp(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// named is a nullable text for programs; "" is null.
func named[T ~string](text T) *T {
	if text == "" {
		return nil
	}
	return &text
}
