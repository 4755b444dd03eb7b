package noirburg

// margin is how many cells stay free on both sides of the table.
const margin = 1

// ruledWidth is the width from which on a line of facts is a rule.
const ruledWidth = 60

// The sizes of cards; framedWidth has room for six of them.
const (
	cardWidth   = 12
	framedWidth = 6*cardWidth + 5 + 2*margin
)

// plan is how large the parts of the table are drawn. Parts not in the plan are left out; phases,
// own mafia, hand and prompt never are.
type plan struct {
	rivals, own detail
	hand        density
	panel       int  // lines
	table       bool // the line of bank and countdown
}

// detail is how much of the rivals is shown.
type detail int8

const (
	tower  detail = iota - 4 // streets of wide buildings with what they pay
	grand                    // streets of buildings with what they pay
	drawn                    // streets of low buildings
	low                      // roofs after their owners' names, two lines each
	full                     // words, two lines or more each
	short                    // short words, two lines or more each; only in a narrow window
	brief                    // symbols, two lines or more each; in a narrow window short words from the owner's line on
	spot                     // as single, but the rival who matters now in short words on as many lines as they need; only in a narrow window
	single                   // short words, as many as fit on one line each; in a wide window symbols if not all do
	names                    // all on one line
	none
)

// density is how large a hand is drawn.
type density int8

const (
	lettered density = iota - 3 // cards of thirteen lines that say what they are for
	vast                        // cards of nine lines
	grown                       // cards of seven lines
	tall                        // cards of five lines
	flat                        // cards of four lines
	bare                        // words, on as many lines as they need
	mixed                       // words, and signs for gangsters, on as many lines as they need
	terse                       // words or symbols on one line
)

// The plans are tried in order until one fits, then the plans of deciding or telling: the latter if
// there is nothing to decide.
var (
	plans = []plan{
		{rivals: tower, own: tower, hand: lettered, panel: 7, table: true},
		{rivals: grand, own: grand, hand: lettered, panel: 7, table: true},
		{rivals: tower, own: tower, hand: vast, panel: 7, table: true},
		{rivals: grand, own: grand, hand: vast, panel: 7, table: true},
		{rivals: grand, own: grand, hand: grown, panel: 6, table: true},
		{rivals: drawn, own: drawn, hand: grown, panel: 5, table: true},
		{rivals: drawn, own: drawn, hand: tall, panel: 5, table: true},
		{rivals: drawn, own: drawn, hand: flat, panel: 4, table: true},
		{rivals: low, own: drawn, hand: tall, panel: 4, table: true},
		{rivals: low, own: drawn, hand: flat, panel: 4, table: true},
		{rivals: drawn, own: drawn, hand: bare, panel: 4, table: true},
		{rivals: low, own: drawn, hand: bare, panel: 4, table: true},
		{rivals: low, own: low, hand: bare, panel: 4, table: true},
		{rivals: low, own: low, hand: terse, panel: 3, table: true},
		{rivals: full, own: drawn, hand: tall, panel: 5, table: true},
		{rivals: full, own: drawn, hand: flat, panel: 4, table: true},
		{rivals: full, own: drawn, hand: bare, panel: 4, table: true},
		{rivals: full, hand: tall, panel: 5, table: true},
		{rivals: full, hand: flat, panel: 4, table: true},
		{rivals: full, hand: bare, panel: 4, table: true},
		{rivals: full, hand: bare, panel: 3, table: true},
		{rivals: short, hand: bare, panel: 4, table: true},
		{rivals: short, hand: bare, panel: 3, table: true},
		{rivals: short, hand: mixed, panel: 3, table: true},
		{rivals: short, own: short, hand: mixed, panel: 3, table: true},
		{rivals: brief, hand: bare, panel: 3, table: true},
		{rivals: brief, hand: mixed, panel: 4, table: true},
		{rivals: brief, hand: mixed, panel: 3, table: true},
		{rivals: brief, own: short, hand: mixed, panel: 3, table: true},
		{rivals: brief, own: short, hand: mixed, panel: 2, table: true},
		{rivals: spot, hand: mixed, panel: 4, table: true},
		{rivals: spot, hand: mixed, panel: 3, table: true},
		{rivals: spot, own: short, hand: mixed, panel: 3, table: true},
		{rivals: single, hand: mixed, panel: 4, table: true},
		{rivals: single, hand: mixed, panel: 3, table: true},
		{rivals: single, own: short, hand: mixed, panel: 3, table: true},
		{rivals: single, own: short, hand: mixed, panel: 3},
		{rivals: single, own: brief, hand: terse, panel: 3},
	}
	deciding = []plan{
		{rivals: single, own: short, hand: mixed, panel: 2},
		{rivals: single, own: brief, hand: terse, panel: 2},
		{rivals: names, own: brief, hand: terse, panel: 3},
		{rivals: names, own: brief, hand: terse, panel: 2},
		{rivals: none, own: brief, hand: terse, panel: 3},
		{rivals: none, own: brief, hand: terse, panel: 2},
		{rivals: none, own: brief, hand: terse, panel: 1},
		{rivals: none, own: brief, hand: terse},
	}
	telling = []plan{
		{rivals: single, own: brief, hand: terse, panel: 1},
		{rivals: names, own: brief, hand: terse, panel: 2},
		{rivals: names, own: brief, hand: terse, panel: 1},
		{rivals: names, own: brief, hand: terse},
		{rivals: none, own: brief, hand: terse},
	}
)

// roomToGrow is the height from which a table may have room for large cards. roomToSpread is the
// width from which it may have room for larger cards and buildings, and roomToTell that for cards
// that say what they are for.
const (
	roomToGrow   = 26
	roomToSpread = 112
	roomToTell   = 6*(cardWidth+10) + 5 + 2*margin
)

// suits reports whether a plan is one for a table of w cells and h lines at all.
func (plan plan) suits(w, h int) bool {
	switch {
	case plan.hand <= grown && h < roomToGrow, plan.hand == vast && w < roomToSpread, plan.hand == lettered && w < roomToTell:
		return false
	case plan.hand < bare && w < framedWidth, min(plan.rivals, plan.own) <= low && w < ruledWidth:
		return false
	}
	return plan.rivals != short && plan.rivals != spot || w < ruledWidth
}
