package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// program is how a command line begins.
const program = "ssh HOST"

func help() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "these lines, or how a command is used", Args: maybeArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Root().Help()
			}
			if err := known(cmd.Root(), args[0]); err != nil {
				return err
			}
			about, _, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			return about.Help()
		},
	}
}

// explain is the help of a command, or of all.
func explain(cmd *cobra.Command) string {
	var b strings.Builder
	if cmd.HasParent() {
		fmt.Fprintf(&b, "%s\n\n  %s\n", cmd.Short, cmd.UseLine())
		fmt.Fprintf(&b, "\n%s", cmd.LocalFlags().FlagUsages())
		return b.String()
	}
	fmt.Fprintf(&b, "Noir: card tables over SSH. `%s` is the screens, and beside them there are:\n\n", program)
	w := table(&b)
	for _, sub := range cmd.Commands() {
		fmt.Fprintf(w, "  %s\t%s\n", sub.Name(), sub.Short)
	}
	_ = w.Flush() // into memory
	fmt.Fprintf(&b, "\n`%s COMMAND --help` says how each is used.\n", program)
	return b.String()
}

func noArgs(cmd *cobra.Command, args []string) error   { return countArgs(cmd, args, 0, 0) }
func oneArg(cmd *cobra.Command, args []string) error   { return countArgs(cmd, args, 1, 1) }
func maybeArg(cmd *cobra.Command, args []string) error { return countArgs(cmd, args, 0, 1) }

func countArgs(cmd *cobra.Command, args []string, least, most int) error {
	if len(args) < least || len(args) > most {
		return fmt.Errorf("%w: type %s", errUsage, cmd.UseLine())
	}
	return nil
}
