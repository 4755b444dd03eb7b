package data

// StartRating is every player's first rating.
const StartRating = 1500.0

// ProvisionalGames is how many rated games a rating needs before it means much.
const ProvisionalGames = 10

// Provisional reports whether a rating after that many games still means little.
func Provisional(games int) bool { return games < ProvisionalGames }

// Rule is how a match is rated. It is also the version of the match's record, since a reader of the
// record has to know it.
type Rule int

// The rules, oldest first. A match keeps the one it began under.
const (
	EqualRivals Rule = 1 // every opponent counts in full
	KnownRivals Rule = 2 // an opponent with few games counts for less (ledger.Trust)

	NewestRule = KnownRivals
)

// Known reports whether the rule exists.
func (r Rule) Known() bool { return EqualRivals <= r && r <= NewestRule }
