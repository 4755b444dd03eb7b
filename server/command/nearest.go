package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// nearest says which of the words was probably meant.
func nearest(typed string, words []string) string {
	best, least := "", len(typed)
	for _, w := range words {
		if d := distance(typed, w); best == "" || d < least {
			best, least = w, d
		}
	}
	return fmt.Sprintf("the nearest is %q", best)
}

// nearestFlag does the same for the flag that an error speaks of.
func nearestFlag(cmd *cobra.Command, err error) string {
	typed := err.Error()
	if i := strings.Index(typed, "--"); i >= 0 {
		typed, _, _ = strings.Cut(typed[i+2:], " ")
	}
	var flags []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
	if len(flags) == 0 {
		return "it takes no flags"
	}
	best := nearest(typed, flags)
	return strings.Replace(best, `"`, `"--`, 1)
}

// distance is the number of single letters to change (Levenshtein).
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
