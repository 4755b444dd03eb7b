package main

import (
	"context"
	"fmt"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"noir/app"
	"noir/data/audit"
)

func (a *admin) check() *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "Look the database over, replay every rated game and compute every rating again", Args: noArgs,
		Long: "Look the database over, replay every rated game that is not void, and compute every rating again\n" +
			"from nothing but the results.",
		Example: "noir admin check",
		RunE: a.attached(func(ctx context.Context, _ []string) error {
			if err := a.store.Check(ctx); err != nil {
				return fmt.Errorf("the database is not in order: %w", err)
			}
			show, done := a.tally("games replayed")
			right, err := audit.Run(ctx, a.store, app.Games(), show)
			done()
			if err != nil {
				return err
			}
			return a.say("ok: %d rated games replayed, %d ratings recomputed", right.Games, right.Ratings)
		}),
	}
}

// tallyStep is after how many things a tally shows them.
const tallyStep = 100

// tally shows on a terminal how many things have been done, until done takes
// that away. Elsewhere both do nothing.
func (a *admin) tally(things string) (show func(n int), done func()) {
	file, ok := a.errOut.(*os.File)
	if !ok || !term.IsTerminal(file.Fd()) {
		return func(int) {}, func() {}
	}
	show = func(n int) {
		if n%tallyStep == 0 {
			fmt.Fprintf(file, "\r%d %s", n, things)
		}
	}
	return show, func() { fmt.Fprint(file, "\r\x1b[K") }
}
