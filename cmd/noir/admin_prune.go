package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/data/sqlite"
)

func (a *admin) prune() *cobra.Command {
	cmd := &cobra.Command{
		Use: "prune", Short: "Remove old games with the house that nobody keeps", Args: noArgs,
		Long: "Remove casual games with the house in which there was no second person. What its player has marked\n" +
			"(games keep), had reviewed, or what was reported stays. A server that runs does so by itself once an hour.\n" +
			"It is done in small pieces beside it, and gives free room back. A database that was made by an earlier\n" +
			"version gives none back until --rebuild has written it anew, for which no server may run.",
		Example: "noir admin prune --older-than 30d --dry-run",
	}
	age := span(data.KeptFor)
	cmd.Flags().Var(&age, "older-than", "how long their end is past: 24h, 30d")
	dry := cmd.Flags().Bool("dry-run", false, "say how many there are, and remove nothing")
	rebuild := cmd.Flags().Bool("rebuild", false, "then write the database anew, while no server runs")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *dry && *rebuild {
			return fmt.Errorf("%w: --dry-run or --rebuild, not both", errUsage)
		}
		err := a.attached(func(ctx context.Context, _ []string) error {
			return a.pruneBefore(ctx, time.Now().Add(-time.Duration(age)), *dry)
		})(cmd, args)
		if err != nil || !*rebuild {
			return err
		}
		if err := sqlite.Rebuild(cmd.Context(), a.dir); err != nil {
			return err
		}
		return a.say("the database is written anew")
	}
	return cmd
}

// pruneBefore removes the games whose end is before a moment, or counts them.
func (a *admin) pruneBefore(ctx context.Context, before time.Time, dry bool) error {
	if dry {
		n, err := a.store.Passing(ctx, before)
		if err != nil {
			return err
		}
		return a.say("%d games would be removed", n)
	}
	total := 0
	var failed error
	for more := true; more && failed == nil; {
		var n int
		from := time.Now()
		n, more, failed = a.store.Prune(ctx, before)
		total += n
		if more && failed == nil { // others have their turn
			select {
			case <-time.After(time.Since(from)):
			case <-ctx.Done():
				failed = ctx.Err()
			}
		}
	}
	if total > 0 {
		note := map[string]any{"games": total, "before": before.UTC()}
		failed = errors.Join(failed, a.store.Note(context.WithoutCancel(ctx), a.by, "prune", "games", note))
	}
	if failed != nil {
		return failed
	}
	return a.say("%d games are removed", total)
}
