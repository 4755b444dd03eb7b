package data

// StartRating is everybody's first rating.
const StartRating = 1500.0

// ProvisionalGames is how many rated games a rating needs before it says much.
const ProvisionalGames = 10

// Provisional reports whether a rating of so many games still says little.
func Provisional(games int) bool { return games < ProvisionalGames }

// Rule is how a match is rated. It is also the version of the match's record, because
// the reader of a record has to know it.
type Rule int

// The rules, oldest first. A match keeps the one under which it began.
const (
	EqualRivals Rule = 1 // every opponent counts in full
	KnownRivals Rule = 2 // an opponent with few games counts for less (ledger.Trust)

	NewestRule = KnownRivals
)

// Known reports whether there is such a rule.
func (r Rule) Known() bool { return EqualRivals <= r && r <= NewestRule }
