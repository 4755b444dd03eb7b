package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
	"noir/data/record"
	"noir/internal/language"
)

// Call is one command of one visitor.
type Call struct {
	*language.Reader // nil for English

	Prompt Prompt         // nil: a single command without a prompt
	Zone   *time.Location // the time zone for times at a prompt

	Player   data.Player // a guest has a negative id; the zero value before a command that is Unnamed, for a new key
	Keys     *service.Keys
	Args     []string
	In       io.Reader
	Out, Err io.Writer
	notice   string             // the desk's
	Met      func(limit string) // called with the name of a limit that the caller hit; may be nil
}

// writing returns the same call with its output elsewhere.
func (c *Call) writing(out io.Writer) *Call {
	other := *c
	other.Out = out
	return &other
}

// misused is an error about what was typed.
func misused(text string, args ...any) error {
	return language.Sentence(service.ErrUsage, text, args...)
}

// reply writes a line for the caller.
func (c *Call) reply(text string, args ...any) error {
	_, err := fmt.Fprintln(c.Out, c.Words(text, args...))
	return err
}

// Sentence words an error of Do for the caller, in one line.
func (c *Call) Sentence(err error) string {
	words, _ := service.Words(err) // otherwise the command's own words
	return clean(strings.TrimPrefix(c.Explain(words), service.ErrUsage.Error()+": "))
}

// longest is how many code points of an outside text are shown. The longest letter has fewer.
const longest = 400

// clean keeps the characters of outside text that take one cell each and have no other effect. A text that is too long
// ends with a whole character, which may be several code points.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != ' ' && !unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) {
			return '?'
		}
		return r
	}, text)
	end, left := 0, longest
	for end < len(text) {
		character, _ := ansi.FirstGraphemeCluster(text[end:], ansi.GraphemeWidth)
		if left -= utf8.RuneCountInString(character); left < 0 {
			break
		}
		end += len(character)
	}
	return text[:end]
}

// printJSON writes one document.
func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// wantsJSON adds the flag --json.
func wantsJSON(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "one JSON document instead of text")
}

// needsKey says why a guest has no keys to manage; nil for a player.
func needsKey(c *Call) error {
	if c.Player.ID.Guest() {
		return account.GuestHasNone()
	}
	return nil
}

// settle tells a prompt about changed settings.
func (c *Call) settle(set data.Settings) {
	if c.Prompt != nil {
		c.Prompt.Settle(set)
	}
}

// sure reports whether the caller means it. It asks only at a prompt.
func (c *Call) sure(question string, args ...any) (bool, error) {
	if c.Prompt == nil {
		return true, nil
	}
	return c.Prompt.Sure(c.Words(question, args...))
}

// errUnconfirmed is for a caller who did not confirm a command.
var errUnconfirmed = errors.New(language.Mark("nothing was changed"))

// number is the number of a row in a list at a prompt.
func (c *Call) number(i int) string {
	if c.Prompt == nil {
		return ""
	}
	return fmt.Sprintf("%d\t", i+1)
}

// day formats the day of a time; at a prompt in the reader's words and zone.
func (c *Call) day(t time.Time) string {
	if c.Zone == nil {
		return day(t)
	}
	return c.Date(t.In(c.Zone))
}

func day(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

// points formats a rating for people, with a question mark if it is provisional.
func points(rating record.Points, provisional bool) string {
	if provisional {
		return fmt.Sprintf("%.0f?", float64(rating))
	}
	return fmt.Sprintf("%.0f", float64(rating))
}

func table(out io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(out, 0, 8, 2, ' ', 0) }
