package main

import (
	"context"
	"strings"

	"noir/app"

	"github.com/spf13/cobra"
)

func (a *admin) backup() *cobra.Command {
	return &cobra.Command{
		Use: "backup DEST", Short: "Copy the database and the host keys into a directory", Args: oneArg,
		Long: "Copy the database, as of one moment, and the host keys into a directory, which is made if it is not there.\n" +
			"Nothing in it is overwritten. The copy is as secret as the original.",
		Example: "noir admin backup /var/backups/noir/$(date +%F)",
		RunE: a.attached(func(ctx context.Context, args []string) error {
			files, err := app.Backup(ctx, a.store, a.by, a.dir, args[0])
			if err != nil {
				return err
			}
			return a.say("copied to %s: %s", args[0], strings.Join(files, ", "))
		}),
	}
}

func (a *admin) restore() *cobra.Command {
	return &cobra.Command{
		Use: "restore SOURCE", Short: "Put a backup in the place of the database, while no server runs", Args: oneArg,
		Long: "Put the database of a backup in the place of the present one, which is kept beside it. The backup is\n" +
			"checked first. Its host keys are taken only if the data directory has none. No server may run.",
		Example: "noir admin restore /var/backups/noir/2026-03-01",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.begin(cmd); err != nil {
				return err
			}
			former, keys, err := app.Restore(cmd.Context(), a.by, a.dir, args[0])
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
			return a.say("%s", done)
		},
	}
}
