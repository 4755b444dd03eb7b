package command

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/app/service"
	"noir/internal/nearest"
)

// useLine is how a command is typed.
func useLine(cmd *cobra.Command) string { return strings.TrimSpace(cmd.UseLine()) }

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

// ofOthers runs a command that only has subcommands.
func ofOthers(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return known(cmd, args[0])
}

// known checks that a command line begins with a known word; the error names the nearest one, or says what to do.
func known(root *cobra.Command, word string) error {
	if word == "--help" || word == "-h" {
		return nil
	}
	if strings.HasPrefix(word, "-") {
		return misused("a command comes first, then its flags; there is %.64q here, the nearest is %q", word, "--help")
	}
	var names []string
	for _, cmd := range root.Commands() {
		if cmd.Name() == word {
			return nil
		}
		names = append(names, cmd.Name())
	}
	if instead := elsewhere(word); instead != nil {
		return instead
	}
	if like := nearest.Of(word, names); like != "" {
		return misused("there is no command %.64q; the nearest is %q", word, like)
	}
	return misused("there is no command %.64q; `help` lists them", word)
}

// elsewhere says what to do instead of a word that is a command in other places; nil for any other word.
func elsewhere(word string) error {
	switch word {
	case "mosh-server":
		return misused("mosh needs a program of its own on the server, and there is none: use ssh; your seat is kept when the line drops")
	case "sh", "bash", "zsh", "fish", "ls", "scp", "sftp", "rsync", "tmux":
		return misused("there is no shell and there are no files here; `help` lists the commands")
	case "exit", "logout", "quit":
		return misused("a command ends by itself; q leaves the screens, quit leaves plain text")
	}
	return nil
}

// flagError words a mistake in a flag, and names the nearest flag.
func flagError(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &unknown):
		typed := unknown.GetSpecifiedName()
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if like := nearest.Of(typed, names); like != "" {
			return misused("%s has no flag %.64q; the nearest is %q", cmd.Name(), typed, "--"+like)
		}
		return misused("%s has no flag %.64q; --help lists them", cmd.Name(), typed)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return misused("--%s takes a value of the kind %s, not %.64q", f.Name, f.Value.Type(), invalid.GetValue())
	}
	return fmt.Errorf("%w: %w", service.ErrUsage, err)
}
