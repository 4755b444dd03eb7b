package noirburg

import (
	"slices"
	"time"

	"noir/engine"
)

// window is a moment in which others may throw in cards. None, or an attack or the
// end of a turn, may have one of Police or Drive-by on top of it.
type window struct {
	kind   string
	by     engine.Seat // whose move opened it
	seat   engine.Seat // whose place is the target, Spectator for none
	place  Place
	gang   set      // the attackers that are left
	cards  []thrown // on the table, in order; shared with older positions, so clipped before it grows
	use    string   // of Police
	joined bool     // in an end of turn: somebody else has played a card
}

// thrown is a reaction card and who threw it.
type thrown struct {
	card Card
	seat engine.Seat
}

// top returns who threw the newest card.
func (w *window) top() engine.Seat { return w.cards[len(w.cards)-1].seat }

// throw puts cards into the window.
func (w *window) throw(seat engine.Seat, cards ...Card) {
	w.cards = slices.Clip(w.cards)
	for _, card := range cards {
		w.cards = append(w.cards, thrown{card, seat})
	}
}

// pass is an answer that is kept back.
type pass struct {
	seat engine.Seat
	by   engine.By
}

// sitting is how long a kind of window is open, at least for those who answer at once
// and at most.
type sitting struct {
	budget, minimum time.Duration
	admits          []Kind // of cards
}

var sittings = map[string]sitting{
	WindowAttack:  {15 * time.Second, 3 * time.Second, []Kind{Police, Driveby, Turncoat, Poker}},
	WindowPolice:  {8 * time.Second, 3 * time.Second, []Kind{Bribe}},
	WindowDriveby: {8 * time.Second, 3 * time.Second, []Kind{Driveby}},
	WindowEndTurn: {6 * time.Second, 2 * time.Second, []Kind{Police, Driveby, Turncoat, Poker}},
}

// window returns the topmost window, nil when none is open.
func (p *position) window() *window {
	if p.depth == 0 {
		return nil
	}
	return &p.windows[p.depth-1]
}

// attack returns the window of the attack that is declared, nil if none is.
func (p *position) attack() *window {
	if p.depth > 0 && p.windows[0].kind == WindowAttack {
		return &p.windows[0]
	}
	return nil
}

// eligible reports whether a window is open to a seat (rules page, section 8).
func (p *position) eligible(seat engine.Seat) bool {
	w := p.window()
	switch {
	case w == nil || !p.of(seat).alive:
		return false
	case w.kind == WindowPolice:
		return seat != w.top()
	case w.kind == WindowEndTurn:
		return seat != w.by || w.joined
	}
	return true
}

// certain reports whether a seat can have nothing to throw in, as everybody can see: its
// hand is empty, or all cards that the window admits lie open (protocol, section 8).
func (p *position) certain(seat engine.Seat) bool {
	return p.of(seat).hand.empty() || p.spent(p.window().kind)
}

// spent reports whether all cards that a kind of window admits lie open.
func (p *position) spent(window string) bool {
	open := p.discard.union(p.box).union(p.table())
	for _, k := range sittings[window].admits {
		if !open.contains(kindSets[k]) {
			return false
		}
	}
	return true
}

func (p *position) passed(seat engine.Seat) bool {
	return slices.ContainsFunc(p.passes, func(a pass) bool { return a.seat == seat })
}

// asked reports whether a window waits for a seat.
func (p *position) asked(seat engine.Seat) bool {
	return p.eligible(seat) && !p.certain(seat) && !p.passed(seat)
}

func (p *position) anybodyAsked() bool {
	for seat := range engine.Seat(p.seats()) {
		if p.asked(seat) {
			return true
		}
	}
	return false
}

// ripe reports whether only kept passes stand between now and the closing of a window.
func (p *position) ripe() bool { return len(p.passes) > 0 && !p.anybodyAsked() }

// openWindow puts a window on top.
func (c *change) openWindow(w window) {
	c.askAnew()
	c.windows[c.depth] = w
	c.depth++
	tell(c, Opened{Type: TypeWindow, Kind: w.kind, Open: true})
}

// popWindow takes the topmost window away. The one below goes on, asking anew.
func (c *change) popWindow() window {
	w := *c.window()
	c.depth--
	c.windows[c.depth] = window{}
	c.askAnew()
	tell(c, Opened{Type: TypeWindow, Kind: w.kind, Open: false})
	return w
}

// askAnew forgets the passes, as whenever a card has been accepted.
func (c *change) askAnew() {
	c.passes = nil
	c.questions++
}

// settle closes the windows in which nothing can happen any more: an attack without
// attackers or without a target, and one in which nobody is asked and no pass waits for
// its release.
func (c *change) settle() {
	for c.depth > 0 && !c.over() {
		if !c.fizzles() && (c.anybodyAsked() || len(c.passes) > 0) {
			return
		}
		c.closeWindow()
	}
}

// closeWindow lets happen what the topmost window has waited for.
func (c *change) closeWindow() {
	switch c.window().kind {
	case WindowAttack:
		c.settleAttack()
	case WindowPolice:
		c.settlePolice()
	case WindowDriveby:
		c.settleDriveby()
	case WindowEndTurn:
		c.popWindow()
		c.finishTurn()
	}
}

// clearTable puts the cards of a window into the discard pile.
func (c *change) clearTable(w window) {
	for _, t := range w.cards {
		c.spend(t.card, t.seat, InDiscard)
	}
}
