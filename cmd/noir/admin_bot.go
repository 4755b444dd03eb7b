package main

import (
	"context"

	"github.com/spf13/cobra"
)

func (a *admin) bot() *cobra.Command {
	cmd := &cobra.Command{
		Use: "bot NAME", Short: "Mark a player's account as a program's, or take the mark away", Args: oneArg,
		Long: "Mark a player's account as a program's: it plays and is rated as before, is shown as a bot at tables\n" +
			"that are opened from then on, and is ranked among the programs, not among people.",
		Example: "noir admin bot lexicon\nnoir admin bot lexicon --undo",
	}
	undo := cmd.Flags().Bool("undo", false, "take the mark away")
	cmd.RunE = a.attached(func(ctx context.Context, args []string) error {
		p, err := a.find(ctx, args[0])
		if err != nil {
			return err
		}
		if err := a.store.MarkBot(ctx, a.by, p.ID, !*undo); err != nil {
			return err
		}
		if *undo {
			return a.say("%s is a person's account, ranked among people", p.Name)
		}
		return a.say("%s is a program's account, ranked among programs", p.Name)
	})
	return cmd
}
