package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"noir/app/operator"
	"noir/data"
	"noir/data/audit"
	"noir/data/sqlite"
	"noir/internal/language"
)

type actRow struct {
	At      time.Time       `json:"at"`
	By      string          `json:"by"`
	Verb    string          `json:"verb"`
	Subject string          `json:"subject"`
	Detail  json.RawMessage `json:"detail"`
}

func newActRow(a data.Act) actRow {
	return actRow{a.At.UTC(), a.By, a.Verb, a.Subject, json.RawMessage(a.Detail)}
}

func newAudit(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "audit", Short: "What operators have done, newest first", Args: noArgs,
		Example: "noir admin audit --limit 20",
	}
	asJSON := wantsJSON(cmd)
	limit := cmd.Flags().Int("limit", 100, "list at most this many")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, _ []string) error {
		acts, err := o.Upkeep.Audit(ctx, *limit)
		if err != nil {
			return err
		}
		rows := rowsOf(acts, newActRow)
		return a.list(*asJSON, rows, func(w io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", moment(r.At), r.By, r.Verb, r.Subject, r.Detail)
			}
		})
	})
	return cmd
}

func newCheck(a *admin) *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "Check the database, replay every rated game and recompute every rating", Args: noArgs,
		Long: "Check the database, replay every rated game that is not void, and recompute every rating\n" +
			"from nothing but the results.",
		Example: "noir admin check",
		RunE: a.at(func(ctx context.Context, o *operator.Office, _ []string) error {
			show, done := a.tally("games replayed")
			right, err := o.Upkeep.Check(ctx, show)
			done()
			return a.done(err, "ok: %s", recomputed(right))
		}),
	}
}

// recomputed says what a check has done.
func recomputed(right audit.Count) string {
	return language.Counted(right.Games, "%d rated game", "%d rated games") + " replayed, " + language.Counted(right.Ratings, "%d rating", "%d ratings") + " recomputed"
}

// tallyStep is the step in which a tally is shown.
const tallyStep = 100

// tally shows on a terminal how many things have been done, until done removes that. Elsewhere both
// do nothing.
func (a *admin) tally(things string) (show func(n int), done func()) {
	tell, done := a.progress()
	show = func(n int) {
		if n%tallyStep == 0 {
			tell(fmt.Sprintf("%d %s", n, things))
		}
	}
	return show, done
}

// progress shows on a terminal what is being done, until done removes that. Elsewhere both do nothing.
func (a *admin) progress() (tell func(doing string), done func()) {
	file, ok := a.errOut.(*os.File)
	if !ok || !term.IsTerminal(file.Fd()) {
		return func(string) {}, func() {}
	}
	const clear = "\r\x1b[K"
	return func(doing string) { fmt.Fprint(file, clear+doing) }, func() { fmt.Fprint(file, clear) }
}

func newPrune(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "prune", Short: "Remove old games with the house that nobody keeps", Args: noArgs,
		Long: "Remove casual games with the house in which there was no second person. What its player has marked\n" +
			"(games keep), had reviewed, or what was reported stays. A server that runs does so by itself once an hour.\n" +
			"It is done in small pieces beside it, and gives free room back. A database that was made by an earlier\n" +
			"version gives none back until --rebuild has written it anew, for which no server may run.",
		Example: "noir admin prune --older-than 30d --dry-run",
	}
	age := span(data.KeptFor)
	cmd.Flags().Var(&age, "older-than", "how long ago they ended: 24h, 30d")
	dry := cmd.Flags().Bool("dry-run", false, "only say how many there are")
	rebuild := cmd.Flags().Bool("rebuild", false, "then write the database anew, while no server runs")
	prune := a.at(func(ctx context.Context, o *operator.Office, _ []string) error {
		do, done := o.Upkeep.Prune, "removed"
		if *dry {
			do, done = o.Upkeep.Passing, "would be removed"
		}
		n, err := do(ctx, time.Now().Add(-time.Duration(age)))
		return a.done(err, "%s %s", language.Counted(n, "%d game", "%d games"), done)
	})
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *dry && *rebuild {
			return fmt.Errorf("%w: --dry-run or --rebuild, not both", errUsage)
		}
		if err := prune(cmd, args); err != nil || !*rebuild {
			return err
		}
		if err := a.InFile(); err != nil {
			return err
		}
		return a.done(sqlite.Rebuild(cmd.Context(), a.Data), "the database is written anew")
	}
	return cmd
}

func newBackup(a *admin) *cobra.Command {
	return &cobra.Command{
		Use: "backup DEST", Short: "Copy the database and the host keys into a directory", Args: oneArg,
		Long: "Copy the database, as of one moment, and the host keys into a directory, which is made if it is not there.\n" +
			"Nothing in it is overwritten. The copy is as secret as the original.",
		Example: "noir admin backup /var/backups/noir/$(date +%F)",
		RunE: a.at(func(ctx context.Context, o *operator.Office, args []string) error {
			files, err := o.Upkeep.Backup(ctx, args[0])
			return a.done(err, "copied to %s: %s", args[0], strings.Join(files, ", "))
		}),
	}
}

func newRestore(a *admin) *cobra.Command {
	return &cobra.Command{
		Use: "restore SOURCE", Short: "Replace the database by a backup, while no server runs", Args: oneArg,
		Long: "Replace the database by that of a backup. The present one is kept beside it. The backup is\n" +
			"checked first. Its host keys are taken only if the data directory has none. No server may run.",
		Example: "noir admin restore /var/backups/noir/2026-03-01",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.begin(cmd, cmd.InheritedFlags()); err != nil {
				return err
			}
			former, keys, err := operator.Restore(cmd.Context(), a.by, a.Place, args[0])
			if err != nil {
				return err
			}
			done := "restored " + args[0]
			if former != "" {
				done += "; the former database is " + former
			}
			if len(keys) > 0 {
				done += "; with " + strings.Join(keys, ", ")
			}
			return a.done(nil, "%s", done)
		},
	}
}

func newRotateKey(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "rotate-key --announce | --switch", Short: "Change the host key, in two steps", Args: noArgs,
		Long: "Change the host key. --announce makes the next one, of which the server tells its visitors from its next\n" +
			"start on; an OpenSSH client with UpdateHostKeys learns it. --switch puts it into place, once regulars have been\n" +
			"by; the server uses it from its next start on. The former key is kept.",
		Example: "noir admin rotate-key --announce",
	}
	announce := cmd.Flags().Bool("announce", false, "make the next key")
	use := cmd.Flags().Bool("switch", false, "use the next key")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, _ []string) error {
		switch {
		case *announce == *use:
			return fmt.Errorf("%w: say --announce or, later, --switch", errUsage)
		case *announce:
			path, print, err := o.Upkeep.AnnounceKey(ctx)
			return a.done(err, "%s is made: %s; restart the server so that it tells of it", path, print)
		}
		now, err := o.Upkeep.SwitchKey(ctx)
		return a.done(err, "%s is %s now, the former one is %s; restart the server so that it uses it", now.Path, now.Print, now.Former)
	})
	return cmd
}
