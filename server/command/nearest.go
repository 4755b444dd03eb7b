package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/app/service"
	"noir/internal/nearest"
)

// known checks that a command line begins with a known word; the error names the nearest one.
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
	return misused("there is no command %.64q; the nearest is %q", word, nearest.Of(word, names))
}

// flagError says what is wrong with a flag, and names the nearest.
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
		return misused("%s has no flag %.64q; the nearest is %q", cmd.Name(), typed, "--"+nearest.Of(typed, names))
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return misused("--%s takes a value of the kind %s, not %.64q", f.Name, f.Value.Type(), invalid.GetValue())
	}
	return fmt.Errorf("%w: %w", service.ErrUsage, err)
}
