package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/docs"
	"noir/internal/language"
)

// program is how a command line begins: with nothing at a prompt.
func program(c *Call) string {
	if c.Prompt != nil {
		return ""
	}
	return "ssh HOST"
}

// pages are the texts for programs that help prints in addition to the commands.
var pages = [...]struct {
	name, about string
	text        func() string
}{
	{"protocol", language.Mark("how programs play: every command and its JSON"), docs.Protocol},
	{"schema", language.Mark("the JSON Schema of the lines of `play --json`"), func() string { return string(docs.Lines()) }},
}

func help(c *Call) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "these lines, or how a command is used", Args: upToTwo,
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
			about, rest, err := cmd.Root().Find(args)
			switch {
			case err != nil:
				return err
			case len(rest) > 0 && !about.HasSubCommands():
				return misused("type %s", useLine(cmd))
			case len(rest) > 0:
				err = known(about, rest[0])
			}
			if err != nil {
				return err
			}
			return about.Help()
		},
	}
}

// explain returns the help of a command, or of all.
func explain(c *Call, cmd *cobra.Command) string {
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
	if c.Prompt != nil {
		fmt.Fprintf(&b, "%s\n", c.Words("What you can type here; help and a word explains it:"))
	} else {
		fmt.Fprintf(&b, "%s\n\n", c.Words("Noir: card tables over SSH. `%s` opens the screens; the commands are:", program(c)))
	}
	w := table(&b)
	for _, sub := range cmd.Commands() {
		fmt.Fprintf(w, "  %s\t%s\n", sub.Name(), c.Words(sub.Short))
	}
	for _, p := range pages {
		fmt.Fprintf(w, "  help %s\t%s\n", p.name, c.Words(p.about))
	}
	_ = w.Flush() // into memory
	if c.Prompt != nil {
		fmt.Fprintf(&b, "%s\n", c.Words("quit: leave. Your seats are kept."))
	} else {
		fmt.Fprintf(&b, "\n%s\n", c.Words("`%s COMMAND --help` says how each is used.", program(c)))
	}
	if c.notice != "" {
		fmt.Fprintf(&b, "\n%s\n", c.notice)
	}
	return b.String()
}
