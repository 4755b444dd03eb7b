package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/app"
	"noir/app/operator"
)

func newMigrate() *cobra.Command {
	a := &admin{}
	cmd := &cobra.Command{
		Use: "migrate --data DIR --database URL [--back]", Short: "Copy a house from SQLite to PostgreSQL, or back", Args: noArgs,
		Long: "Copy everything from the database in --data into a PostgreSQL database, which must be empty: one that was just\n" +
			"made. Then compare both row by row, check the copy, replay every rated game and recompute every rating. Only\n" +
			"after that a server starts on it. With --back it is the other way round, into a directory without a database.\n" +
			"No server may run meanwhile. What is copied stays as it is; the host key is not copied.",
		Example: "noir migrate --data /var/lib/noir --database postgres://noir@db.example.com/noir",
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.StringVar(&a.Data, "data", "./noir-data", "directory of the SQLite database")
	flags.StringVar(&a.Database, "database", "", "the PostgreSQL database, by its URL")
	flags.StringVar(&a.by, "by", "", "the name for the audit log; empty: the account that is logged in")
	cmd.Flags().AddFlagSet(flags)
	back := cmd.Flags().Bool("back", false, "from PostgreSQL into the directory")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.begin(cmd, flags); err != nil {
			return err
		}
		if a.Database == "" {
			return fmt.Errorf("%w: name the PostgreSQL database with --database", errUsage)
		}
		tell, done := a.progress()
		m := operator.Migration{Place: a.Place, By: a.by, Games: app.Games(), Tell: tell}
		do, to := m.There, "the PostgreSQL database"
		if *back {
			do, to = m.Back, a.Data
		}
		right, err := do(cmd.Context())
		done()
		return a.done(err, "copied to %s and compared: %s", to, recomputed(right))
	}
	return cmd
}
