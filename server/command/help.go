package command

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/docs"
	"noir/internal/language"
)

// program is how a command line begins: with nothing at a prompt.
func (c *Call) program() string {
	if c.At != nil {
		return ""
	}
	return "ssh HOST"
}

// useLine is how a command is typed.
func useLine(cmd *cobra.Command) string { return strings.TrimSpace(cmd.UseLine()) }

// pages are the texts for programs that help prints beside the commands.
var pages = [...]struct {
	name, about string
	text        func() string
}{
	{"protocol", language.Mark("how programs play: every command and its JSON"), docs.Protocol},
	{"schema", language.Mark("the JSON Schema of the lines of `play --json`"), func() string { return string(docs.Lines()) }},
}

func (c *Call) help() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "these lines, or how a command is used", Args: maybeArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Root().Help()
			}
			for _, p := range pages {
				if p.name == args[0] {
					_, err := io.WriteString(c.Out, p.text())
					return err
				}
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

// explain returns the help of a command, or of all.
func (c *Call) explain(cmd *cobra.Command) string {
	var b strings.Builder
	if cmd.HasParent() {
		fmt.Fprintf(&b, "%s\n\n  %s\n", c.Words(cmd.Short), useLine(cmd))
		if cmd.Long != "" {
			fmt.Fprintf(&b, "\n%s\n", c.Words(cmd.Long))
		}
		w := table(&b)
		for _, sub := range cmd.Commands() {
			fmt.Fprintf(w, "  %s\t%s\n", useLine(sub), c.Words(sub.Short))
		}
		_ = w.Flush() // into memory
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { f.Usage = c.Words(f.Usage) })
		fmt.Fprintf(&b, "\n%s", cmd.LocalFlags().FlagUsages())
		return b.String()
	}
	if c.At != nil {
		fmt.Fprintf(&b, "%s\n", c.Words("What you can type here; help and a word explains it:"))
	} else {
		fmt.Fprintf(&b, "%s\n\n", c.Words("Noir: card tables over SSH. `%s` opens the screens; the commands are:", c.program()))
	}
	w := table(&b)
	for _, sub := range cmd.Commands() {
		fmt.Fprintf(w, "  %s\t%s\n", sub.Name(), c.Words(sub.Short))
	}
	for _, p := range pages {
		fmt.Fprintf(w, "  help %s\t%s\n", p.name, c.Words(p.about))
	}
	_ = w.Flush() // into memory
	if c.At != nil {
		fmt.Fprintf(&b, "%s\n", c.Words("quit: leave. Your seats are kept."))
	} else {
		fmt.Fprintf(&b, "\n%s\n", c.Words("`%s COMMAND --help` says how each is used.", c.program()))
	}
	if c.notice != "" {
		fmt.Fprintf(&b, "\n%s\n", c.notice)
	}
	return b.String()
}

// ofOthers runs a command that only has subcommands.
func ofOthers(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return known(cmd, args[0])
}

func noArgs(cmd *cobra.Command, args []string) error   { return countArgs(cmd, args, 0, 0) }
func oneArg(cmd *cobra.Command, args []string) error   { return countArgs(cmd, args, 1, 1) }
func maybeArg(cmd *cobra.Command, args []string) error { return countArgs(cmd, args, 0, 1) }
func upToTwo(cmd *cobra.Command, args []string) error  { return countArgs(cmd, args, 0, 2) }
func twoArgs(cmd *cobra.Command, args []string) error  { return countArgs(cmd, args, 2, 2) }
func codeArgs(cmd *cobra.Command, args []string) error { return countArgs(cmd, args, 1, math.MaxInt) }
func someArgs(cmd *cobra.Command, args []string) error { return countArgs(cmd, args, 2, math.MaxInt) }

func countArgs(cmd *cobra.Command, args []string, least, most int) error {
	if len(args) < least || len(args) > most {
		return misused("type %s", useLine(cmd))
	}
	return nil
}
