package noirburg

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine/noirburg/rules"
)

// arrangement is a pick of where each own gangster goes.
type arrangement struct {
	men    []rules.Card  // all gangsters, in the order of their places
	to     []rules.Place // of each; nowhere dismisses the gangster
	man    int           // under the cursor
	places []rules.Place // there are
}

// newArrangement starts with everybody in place, and the hidden ones where there is room, the
// strongest first.
func newArrangement(b *town) *arrangement {
	a := &arrangement{places: b.places(b.Frame.Seat)}
	for _, p := range a.places {
		for _, g := range b.crew(b.Frame.Seat, p) {
			a.men, a.to = append(a.men, g), append(a.to, p)
		}
	}
	hidden := slices.Clone(b.crew(b.Frame.Seat, rules.Hidden))
	slices.Reverse(hidden)
	for _, g := range hidden {
		a.men, a.to = append(a.men, g), append(a.to, a.vacancy(g))
	}
	return a
}

// vacancy is the tightest place with room for a gangster; nowhere if no place has room.
func (a *arrangement) vacancy(g rules.Card) (best rules.Place) {
	for _, p := range a.places {
		if room := a.room(p); room >= g.Power() && (best == 0 || room < a.room(best)) {
			best = p
		}
	}
	return best
}

// room is how much more power fits into a place; negative if there is too much.
func (a *arrangement) room(p rules.Place) int {
	room := income(p)
	for i, g := range a.men {
		if a.to[i] == p {
			room -= g.Power()
		}
	}
	return room
}

// touch selects a gangster or, if it is selected, sends it on to its next place.
func (a *arrangement) touch(_ *draft, n int) bool {
	switch {
	case n >= len(a.men):
	case n == a.man:
		a.send(+1)
	default:
		a.man = n
	}
	return true
}

func (a *arrangement) press(_ *draft, msg tea.KeyPressMsg) bool {
	sideways, down := arrow(msg, keys.left, keys.right), arrow(msg, keys.up, keys.down)
	switch {
	case sideways != 0:
		a.man = step(a.man, sideways, len(a.men))
	case down != 0:
		a.send(down)
	case key.Matches(msg, keys.mark, keys.next):
		a.send(+1)
	case key.Matches(msg, keys.arrange):
		a.man = step(a.man, 1, len(a.men))
	default:
		return false
	}
	return true
}

// send moves the selected gangster to the next place whose building is large enough, or away.
func (a *arrangement) send(by int) {
	open := make([]rules.Place, 0, len(a.places)+1)
	for _, p := range a.places {
		if income(p) >= a.men[a.man].Power() {
			open = append(open, p)
		}
	}
	open = append(open, 0)
	a.to[a.man] = open[step(slices.Index(open, a.to[a.man]), by, len(open))]
}

func (a *arrangement) move(b speech) (json.RawMessage, string) {
	for _, p := range a.places {
		if a.room(p) < 0 {
			return nil, b.Words("The %s holds no more than %d.", b.spot(b.Frame.Seat, p), income(p))
		}
	}
	hidden := b.crew(b.Frame.Seat, rules.Hidden)
	for _, g := range a.dismissed() {
		if p := a.vacancy(g); p != 0 && !slices.Contains(hidden, g) {
			return nil, b.Words("The standing %d must stay: there is room for him in the %s.", g.Power(), b.spot(b.Frame.Seat, p))
		}
	}
	return rules.Arrange(a.layout()), ""
}

// layout is the arrangement as a move has it.
func (a *arrangement) layout() map[rules.Card]rules.Place {
	places := make(map[rules.Card]rules.Place, len(a.men))
	for i, g := range a.men {
		places[g] = a.to[i]
	}
	return places
}

// dismissed are the gangsters without a place.
func (a *arrangement) dismissed() (gone []rules.Card) {
	for i, g := range a.men {
		if a.to[i] == 0 {
			gone = append(gone, g)
		}
	}
	return gone
}

func (a *arrangement) does(b speech) (long, short string) {
	if gone := b.powers(a.dismissed()); gone != "" {
		return b.Words("arranges them so and dismisses %s", gone), b.Words("arranges, dismisses %s", gone)
	}
	return b.Words("arranges them so"), b.Words("arranges them so")
}

// consequences say what each place then holds.
func (a *arrangement) consequences(b speech) []string {
	held := make([]string, len(a.places))
	for i, p := range a.places {
		over := ""
		if a.room(p) < 0 {
			over = "!"
		}
		held[i] = fmt.Sprintf("%s %d/%d%s", b.spot(b.Frame.Seat, p), income(p)-a.room(p), income(p), over)
	}
	return []string{strings.Join(held, "  ")}
}

// renew keeps the arrangement while gangsters and places are the same.
func (a *arrangement) renew(b speech) bool {
	if !b.may(rules.TypeArrange) || !slices.Equal(a.places, b.places(b.Frame.Seat)) {
		return false
	}
	now := slices.Clone(b.crew(b.Frame.Seat, rules.Hidden))
	for _, p := range a.places {
		now = append(now, b.crew(b.Frame.Seat, p)...)
	}
	return len(now) == len(a.men) && len(without(now, a.men)) == 0
}

func (a *arrangement) panel(p brush) []panelLine {
	men := p.calls(func(name func(rules.Card) string) []string {
		men := make([]string, len(a.men))
		for i, g := range a.men {
			style := p.th.Text
			if a.to[i] == 0 {
				style = p.th.Danger
			}
			men[i] = style.Render(name(g) + " " + p.whereabouts(a.to[i]))
		}
		return men
	})
	out := []panelLine{{Block: p.men(men, a.man), rank: 1}}
	return append(out, p.lines(2, a.consequences(p.speech))...)
}

func (a *arrangement) help(speech) []key.Binding {
	return []key.Binding{men.of(len(a.men)), keys.send, keys.confirm, keys.drop}
}
