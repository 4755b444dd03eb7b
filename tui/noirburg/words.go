package noirburg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"noir/engine/noirburg/rules"
	"noir/internal/language"
)

// words names things in the viewer's language.
type words struct{ *language.Reader } // nil for English

// businesses are the names of the businesses, by their number.
var businesses = [...]string{
	1: language.Mark("Still"), 2: language.Mark("Bootlegger"), 3: language.Mark("Speakeasy"), 4: language.Mark("Casino"),
}

// reactions are the names of the cards that are thrown on the table.
var reactions = map[rules.Kind]string{
	rules.Poker: language.Mark("Poker Night"), rules.Police: language.Mark("Police"), rules.Bribe: language.Mark("Bribe"),
	rules.Driveby: language.Mark("Drive-by"), rules.Turncoat: language.Mark("Turncoat"),
}

// turnPhases are the phases of a turn in their order.
var turnPhases = []string{
	rules.PhaseMove, rules.PhaseAttack, rules.PhaseOpen, rules.PhaseHideout, rules.PhaseDiscard, rules.PhaseDraw,
}

// hideout is the name of the card that everybody starts with.
var hideout = language.Mark("Hideout")

// printed is the English name of a card that is not a gangster.
func printed(c rules.Card) string {
	switch c.Kind() {
	case rules.Business:
		return businesses[c.Number()]
	case rules.Hideout:
		return hideout
	}
	return reactions[c.Kind()]
}

// title is a card's name: Casino, Police, gangster 3.
func (w words) title(c rules.Card) string {
	if c.Kind() == rules.Gangster {
		return w.Words("gangster %d", c.Power())
	}
	return w.Words(printed(c))
}

// titles lists the names of cards.
func (w words) titles(cards []rules.Card) string { return listing(w.Reader, cards, w.title) }

// shorts are the shorter names of buildings, by their number; the Hideout's is 0.
var shorts = [...]string{
	0: language.Mark("Hide"), 1: language.Mark("Still"), 2: language.Mark("Boot"), 3: language.Mark("Speak"), 4: language.Mark("Casino"),
}

// inShort names a building where there is little room.
func (w words) inShort(p rules.Place) string {
	if c := p.Business(); c != 0 {
		return w.Words(shorts[c.Number()])
	}
	return w.Words(shorts[0])
}

// letter tells a business from others of its kind. A card always keeps its letter.
func letter(c rules.Card) string {
	_, number, _ := strings.Cut(c.String(), ".")
	return string('A' + rune(number[0]-'0')) // there are at most ten of a kind
}

// powers lists the powers of gangsters, strongest first: 4, 2 and 2.
func (w words) powers(gangsters []rules.Card) string {
	strongest := slices.SortedStableFunc(slices.Values(gangsters), func(a, w rules.Card) int { return w.Power() - a.Power() })
	return listing(w.Reader, strongest, func(c rules.Card) string { return fmt.Sprint(c.Power()) })
}

// strength adds up the powers of gangsters.
func strength(gangsters []rules.Card) int {
	sum := 0
	for _, c := range gangsters {
		sum += c.Power()
	}
	return sum
}

// listing lists the names of things: a, b and c.
func listing[T any](r *language.Reader, things []T, name func(T) string) string {
	names := make([]string, len(things))
	for i, thing := range things {
		names[i] = name(thing)
	}
	return r.List(names)
}

// handTitle is a card's name in at most ten cells.
func (w words) handTitle(c rules.Card) string {
	switch c.Kind() {
	case rules.Poker:
		return w.Words("Poker")
	case rules.Gangster:
		return w.Words("Gangster")
	}
	return w.title(c)
}

// gist says what a card is for.
func (w words) gist(c rules.Card) string {
	switch c.Kind() {
	case rules.Gangster:
		return w.Words("guards where they stand, and attacks from there")
	case rules.Business:
		return w.Words("pays %s a turn, and has room for a power of %d", money(c.Income()), c.Number())
	case rules.Poker:
		return w.Words("all who can stake $2, and the highest die takes the pot")
	case rules.Police:
		return w.Words("stop an attack, or raid a business so that its gangsters hide")
	case rules.Bribe:
		return w.Words("undo the Police, or another Bribe")
	case rules.Driveby:
		return w.Words("a die hits a business, its gangsters first; others may join")
	case rules.Turncoat:
		return w.Words("take a gangster off a business, or a hidden one, into your hand")
	}
	return ""
}

// number is the number on a card, "" without one.
func number(c rules.Card) string {
	if c.Kind().Reaction() {
		return ""
	}
	return strconv.Itoa(c.Number())
}

// price is a card's number and what it costs to open it; "" for reaction cards.
func (w words) price(c rules.Card) string {
	switch {
	case c.Kind().Reaction():
		return ""
	case c.Cost() == 0:
		return w.Words("%s free", number(c))
	}
	return w.priced(number(c), c.Cost())
}

// sign is a card in two or three cells: G2, Cas, Pol.
func (w words) sign(c rules.Card) string {
	if c.Kind() == rules.Gangster {
		return "G" + strconv.Itoa(c.Power())
	}
	return w.clipped(printed(c))
}

// clipped is a name in three cells.
func (w words) clipped(name string) string { return string([]rune(w.Words(name))[:3]) }

// phase names a phase of the turn in one word.
func (w words) phase(phase string) string {
	names := strings.Fields(w.Words("move attack open hideout discard draw"))
	return names[slices.Index(turnPhases, phase)]
}

// refusal words a refusal's code.
func (w words) refusal(code string) string { return w.Words(rules.Sentence(code)) }

// begins reports whether a word is the beginning of a card's name, in English or in the viewer's
// language.
func (w words) begins(name, word string) bool {
	return word != "" && (strings.HasPrefix(strings.ToLower(name), word) || strings.HasPrefix(w.Lower(w.Words(name)), word))
}

// spell names a card of the hand, a gangster by its power as a word.
func (w words) spell(c rules.Card) string {
	if c.Kind() == rules.Gangster {
		return w.Words(figures[c.Power()])
	}
	return w.title(c)
}

// trophies counts destroyed Hideouts.
func (w words) trophies(n int, d detail) string {
	if d != full {
		return fmt.Sprintf("T%d", n)
	}
	return w.Several(n, "one trophy", "%d trophies")
}

// under is the sign between a Hideout and the business above it, where no word has room.
const under = "<"

// between joins a Hideout and the business above it.
func (w words) between(d detail) string {
	if d == full || d == short {
		return w.Words(" under ")
	}
	return under
}

// money is an amount: $4.
func money(n int) string { return fmt.Sprintf("$%d", n) }

// priced adds the cost of something to it.
func (w words) priced(thing string, cost int) string {
	if cost == 0 {
		return w.Words("%s for free", thing)
	}
	return w.Words("%s for %s", thing, money(cost))
}

// sum formats an addition: 4 + 2 = 6; a single number stands alone.
func sum(parts ...int) string {
	total, words := 0, make([]string, 0, len(parts))
	for _, n := range parts {
		total += n
		words = append(words, fmt.Sprint(n))
	}
	if len(words) < 2 {
		return fmt.Sprint(total)
	}
	return strings.Join(words, " + ") + " = " + fmt.Sprint(total)
}

// cards counts cards of any kind.
func (w words) cards(n int) string {
	if n == 0 {
		return w.Words("no cards")
	}
	return w.Several(n, "one card", "%d cards")
}

// gangsters counts gangsters.
func (w words) gangsters(n int) string {
	if n == 0 {
		return w.Words("no gangsters")
	}
	return w.Several(n, "a gangster", "%d gangsters")
}

// drivebys counts Drive-bys.
func (w words) drivebys(n int) string { return w.Several(n, "a Drive-by", "%d Drive-bys") }

// tokens counts countdown tokens.
func (w words) tokens(n int) string {
	if n == 0 {
		return w.Words("no tokens")
	}
	return w.Several(n, "one token", "%d tokens")
}

// points counts points of the score.
func (w words) points(n int) string {
	if n == 0 {
		return w.Words("no points")
	}
	return w.Several(n, "one point", "%d points")
}

// shortened cuts a name to w cells. It keeps the end, which tells house players apart.
func shortened(name string, w int) string {
	const end = 2
	if len(name) > w {
		name = name[:max(0, w-end)] + name[len(name)-end:]
	}
	return name
}

// figures are the powers of gangsters as words, which cannot be mistaken for a position in the
// hand.
var figures = [...]string{
	1: language.Mark("gangster one"), 2: language.Mark("gangster two"),
	3: language.Mark("gangster three"), 4: language.Mark("gangster four"),
}
