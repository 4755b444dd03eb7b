package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/app/service"
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
	return misused("there is no command %.64q; the nearest is %q", word, Nearest(word, names))
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
		return misused("%s has no flag %.64q; the nearest is %q", cmd.Name(), typed, "--"+Nearest(typed, names))
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return misused("--%s takes a value of the kind %s, not %.64q", f.Name, f.Value.Type(), invalid.GetValue())
	}
	return fmt.Errorf("%w: %w", service.ErrUsage, err)
}

// Nearest returns which of the words was probably meant.
func Nearest(typed string, words []string) string {
	best, least := "", len(typed)
	for _, w := range words {
		if d := distance(typed, w); best == "" || d < least {
			best, least = w, d
		}
	}
	return best
}

// distance is the Levenshtein distance.
func distance(a, b string) int {
	a = a[:min(len(a), 64)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
