package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"noir/data/sqlite"
	"noir/server/hostkey"
)

func (a *admin) backup() *cobra.Command {
	return &cobra.Command{
		Use: "backup DEST", Short: "Copy the database and the host keys into a directory", Args: oneArg,
		Long: "Copy the database, as of one moment, and the host keys into a directory, which is made if it is not there.\n" +
			"Nothing in it is overwritten. The copy is as secret as the original.",
		Example: "noir admin backup /var/backups/noir/$(date +%F)",
		RunE: a.attached(func(ctx context.Context, args []string) error {
			dest := args[0]
			if err := os.MkdirAll(dest, 0o700); err != nil {
				return err
			}
			path := filepath.Join(dest, sqlite.FileName)
			if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
				return errors.Join(fmt.Errorf("%s is there already: name a new directory", path), err)
			}
			keys, err := hostkey.Copy(dest, a.dir)
			if err == nil {
				err = a.store.Backup(ctx, a.by, path)
			}
			if err != nil {
				return errors.Join(err, hostkey.Remove(dest, keys))
			}
			return a.say("copied to %s: %s", dest, strings.Join(append(keys, sqlite.FileName), ", "))
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
			kept, err := sqlite.Restore(cmd.Context(), a.by, a.dir, args[0])
			if err != nil {
				return err
			}
			keys, err := hostkey.CopyMissing(a.dir, args[0])
			if err != nil {
				return err
			}
			done := "restored " + args[0]
			if kept != "" {
				done += "; the former database is " + kept
			}
			if len(keys) > 0 {
				done += "; with " + strings.Join(keys, ", ")
			}
			return a.say("%s", done)
		},
	}
}
