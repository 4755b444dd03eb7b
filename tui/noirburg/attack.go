package noirburg

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// attack is a pick of gangsters and their target.
type attack struct {
	targets []rules.Move // never empty; each has all gangsters that may attack it
	target  int
	gang    []rules.Card // the attackers
	man     int          // under the cursor
}

// attackable is all that may be attacked, in the order in which they stand on the table.
func attackable(t *town) []rules.Move {
	targets := t.offered(rules.TypeAttack)
	slices.SortStableFunc(targets, func(a, b rules.Move) int {
		if a.Seat != b.Seat {
			return 0
		}
		places := t.places(a.Seat)
		return cmp.Compare(slices.Index(places, a.Place), slices.Index(places, b.Place))
	})
	return targets
}

// men are all gangsters that may attack.
func (a *attack) men() []rules.Card { return a.targets[a.target].Gangsters }

func (a *attack) choose(option int) {
	if option < len(a.targets) {
		a.target = option
	}
}

func (a *attack) touch(_ *draft, n int) bool {
	if n < len(a.men()) {
		a.man = n
		a.gang = toggle(a.gang, a.men()[n])
		slices.Sort(a.gang)
	}
	return true
}

func (a *attack) press(b *draft, msg tea.KeyPressMsg) bool {
	sideways, down := arrow(msg, keys.left, keys.right), arrow(msg, keys.up, keys.down)
	switch {
	case sideways != 0:
		a.target = step(a.target, sideways, len(a.targets))
	case down != 0:
		a.nextSeat(down)
	case key.Matches(msg, keys.next):
		a.man = step(a.man, 1, len(a.men()))
	case key.Matches(msg, keys.mark):
		return a.touch(b, a.man)
	case key.Matches(msg, keys.all):
		a.markAll()
	default:
		return false
	}
	return true
}

// markAll selects all gangsters, or none if all are selected.
func (a *attack) markAll() {
	if len(a.gang) == len(a.men()) {
		a.gang = nil
		return
	}
	a.gang = slices.Clone(a.men())
}

// nextSeat goes to the first target of the next mafia, or of the one before.
func (a *attack) nextSeat(by int) {
	of := func(target int) engine.Seat { return a.targets[target].Seat }
	next := step(a.target, by, len(a.targets))
	for range a.targets {
		if of(next) != of(a.target) {
			break
		}
		next = step(next, by, len(a.targets))
	}
	for next > 0 && of(next-1) == of(next) {
		next--
	}
	a.target = next
}

func (a *attack) move(b speech) (json.RawMessage, string) {
	if len(a.gang) == 0 {
		return nil, b.Words("Nobody goes yet: mark gangsters with the digits, or all with a.")
	}
	t := a.targets[a.target]
	return rules.Attack(a.gang, t.Seat, t.Place), ""
}

// clash is the attack with its forecast.
func (a *attack) clash(b speech) clash {
	t := a.targets[a.target]
	return newClash(b, b.Frame.Seat, a.gang, t.Seat, t.Place)
}

func (a *attack) does(b speech) (long, short string) {
	t, c := a.targets[a.target], a.clash(b)
	odds, brief, end := c.odds()
	return b.Words("attacks %s, %s: %s", b.theirs(t.Seat, t.Place), odds, end), b.Words("attacks, %s: %s", brief, end)
}

// consequences also tell where the attackers come from, since they leave those places.
func (a *attack) consequences(b speech) []string {
	c := a.clash(b)
	if len(a.gang) == 0 {
		return []string{b.Words("You need %d. Everyone you send strikes together, then lies low until your next move phase.", c.Defence)}
	}
	told := []string{c.toll()}
	if spoils := c.spoils(); spoils != "" {
		told = append(told, spoils)
	}
	return append(told, c.survivors())
}

// renew keeps target and gangsters while all are still possible.
func (a *attack) renew(b speech) bool {
	was := a.targets[a.target]
	a.targets = attackable(b.town)
	a.target = slices.IndexFunc(a.targets, func(m rules.Move) bool { return m.Seat == was.Seat && m.Place == was.Place })
	return a.target >= 0 && slices.Equal(a.men(), was.Gangsters)
}

func (a *attack) panel(p brush) []panelLine {
	labels := make([]string, len(a.targets))
	for i, t := range a.targets {
		labels[i] = fmt.Sprintf("%s %d", p.theirs(t.Seat, t.Place), newClash(p.speech, t.Seat, nil, t.Seat, t.Place).Defence)
	}
	out := []panelLine{{Block: p.options(labels, a.target), rank: 3}, {Block: p.men(a.roll(p), a.man), rank: 1}}
	if len(a.gang) == 0 {
		return append(out, p.lines(4, a.consequences(p.speech))...)
	}
	c := a.clash(p.speech)
	long, short, end := c.odds()
	style := p.th.Text
	if c.Success {
		style = p.th.Lamp
	}
	toll, rest := c.toll(), kit.Join(" ", c.spoils(), c.survivors())
	long, short = long+": "+end+".", short+": "+end+"."
	if kit.Width(long+" "+toll) <= p.measure() {
		return append(out, p.bars(5, c), p.text(2, style, long+" "+toll), p.wrapped(4, p.th.Text, rest))
	}
	return append(out, p.bars(5, c), p.text(2, style, long, short), p.wrapped(4, p.th.Text, toll+" "+rest))
}

// roll names all gangsters that may attack and their places, with the attackers marked: in words where they
// fit on a line.
func (a *attack) roll(p brush) []string {
	return p.calls(func(name func(rules.Card) string) []string { return a.names(p, name) })
}

// names are the gangsters that may attack, under a name each.
func (a *attack) names(p brush, name func(rules.Card) string) []string {
	between := " "
	if p.w < ruledWidth {
		between = ""
	}
	men := make([]string, len(a.men()))
	for i, g := range a.men() {
		from := between + name(g) + " " + p.whereabouts(p.standing(p.Frame.Seat, g))
		men[i] = p.th.Text.Render("[ ]" + from)
		if slices.Contains(a.gang, g) {
			men[i] = p.th.Lamp.Render("[x]" + from)
		}
	}
	return men
}

func (a *attack) help(speech) []key.Binding {
	return []key.Binding{marks.of(len(a.men())), keys.targets, keys.all, keys.confirm, keys.drop, keys.mafia}
}
