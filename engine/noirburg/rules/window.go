package rules

import (
	"slices"
	"time"

	"noir/engine"
)

// OpenWindow is a moment in which others may throw in cards. None, or an attack or the
// end of a turn, may have one of Police or Drive-by on top of it.
type OpenWindow struct {
	Kind   string
	By     engine.Seat // whose move opened it
	Seat   engine.Seat // whose place is the target, Spectator for none
	Place  Place
	Gang   Set      // the attackers that are left
	Cards  []thrown // on the table, in order; shared with older positions, so clipped before it grows
	Use    string   // of Police
	Joined bool     // in an attack or an end of turn: somebody else has played a card
}

// thrown is a reaction card and who threw it.
type thrown struct {
	card Card
	Seat engine.Seat
}

// declared reports whether the active seat has declared an attack, or its end of turn.
func (w *OpenWindow) declared() bool { return w.Kind == WindowAttack || w.Kind == WindowEndTurn }

// own reports whether a seat has declared what the window is about, and nobody has answered.
func (w *OpenWindow) own(seat engine.Seat) bool { return w.declared() && seat == w.By && !w.Joined }

// Top returns who threw the newest card.
func (w *OpenWindow) Top() engine.Seat { return w.Cards[len(w.Cards)-1].Seat }

// throw puts cards into the window.
func (w *OpenWindow) throw(seat engine.Seat, cards ...Card) {
	w.Cards = slices.Clip(w.Cards)
	for _, card := range cards {
		w.Cards = append(w.Cards, thrown{card, seat})
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

// Reactions are the windows that are open and the answers in them.
type Reactions struct {
	Windows   [2]OpenWindow // the outer first
	Depth     int           // of windows that are open
	passes    []pass        // kept back, of the topmost window; in the order in which they were made
	Questions int           // asked so far; the newest is the one that is open
}

// Window returns the topmost window, nil when none is open.
func (r *Reactions) Window() *OpenWindow {
	if r.Depth == 0 {
		return nil
	}
	return &r.Windows[r.Depth-1]
}

// Attack returns the window of the attack that is declared, nil if none is.
func (r *Reactions) Attack() *OpenWindow {
	if r.Depth > 0 && r.Windows[0].Kind == WindowAttack {
		return &r.Windows[0]
	}
	return nil
}

// Table returns the reaction cards that lie on the table.
func (r *Reactions) Table() Set {
	var cards Set
	for i := range r.Depth {
		for _, t := range r.Windows[i].Cards {
			cards.Add(t.card)
		}
	}
	return cards
}

// Passed reports whether a seat has passed in the topmost window; the pass is kept back.
func (r *Reactions) Passed(seat engine.Seat) bool {
	return slices.ContainsFunc(r.passes, func(a pass) bool { return a.seat == seat })
}

// open puts a window on top.
func (r *Reactions) open(w OpenWindow) {
	r.askAnew()
	r.Windows[r.Depth] = w
	r.Depth++
}

// pop takes the topmost window away. The one below goes on, asking anew.
func (r *Reactions) pop() OpenWindow {
	w := *r.Window()
	r.Depth--
	r.Windows[r.Depth] = OpenWindow{}
	r.askAnew()
	return w
}

// askAnew forgets the passes, as whenever a card has been accepted.
func (r *Reactions) askAnew() {
	r.passes = nil
	r.Questions++
}

// takeBack drops the pass of a seat. Those of others stand: nothing has changed that
// they have answered.
func (r *Reactions) takeBack(seat engine.Seat) {
	r.passes = slices.DeleteFunc(slices.Clone(r.passes), func(a pass) bool { return a.seat == seat })
}

// view returns the topmost of that many open windows; asked says whether its viewer may pass.
func (r *Reactions) view(depth int, asked bool) *Window {
	if depth == 0 {
		return nil
	}
	w := r.Windows[depth-1]
	shown := &Window{
		Kind: w.Kind, By: w.By, Seat: w.Seat, Place: w.Place, Use: w.Use, MayPass: asked,
		Outer: r.view(depth-1, false),
	}
	if w.Kind == WindowAttack {
		shown.Gangsters = w.Gang.Cards()
	}
	for _, t := range w.Cards {
		shown.Cards = append(shown.Cards, t.card)
	}
	return shown
}

// reopen opens a window that a viewer sees and those below it.
func (r *Reactions) reopen(w *Window) {
	if w == nil {
		return
	}
	r.reopen(w.Outer)
	seen := OpenWindow{Kind: w.Kind, By: w.By, Seat: w.Seat, Place: w.Place, Gang: SetOf(w.Gangsters...), Use: w.Use}
	for _, card := range w.Cards {
		seen.Cards = append(seen.Cards, thrown{card: card})
	}
	r.Windows[r.Depth] = seen
	r.Depth++
}

// eligible reports whether a window is open to a seat (rules page, section 8).
func (p *Position) eligible(seat engine.Seat) bool {
	w := p.Window()
	switch {
	case w == nil || !p.Of(seat).Alive:
		return false
	case w.Kind == WindowPolice:
		return seat != w.Top()
	case w.Kind == WindowEndTurn:
		return !w.own(seat)
	}
	return true
}

// certain reports whether a seat can have nothing to throw in, as everybody can see: its
// hand is empty, or all cards that the window admits lie open (protocol, section 8).
func (p *Position) certain(seat engine.Seat) bool {
	return p.Of(seat).Hand.Empty() || p.spent(p.Window().Kind)
}

// spent reports whether all cards that a kind of window admits lie open.
func (p *Position) spent(window string) bool {
	open := p.Discard.Union(p.Box).Union(p.Table())
	for _, k := range sittings[window].admits {
		if !open.contains(kindSets[k]) {
			return false
		}
	}
	return true
}

// Asked reports whether a window waits for a seat.
func (p *Position) Asked(seat engine.Seat) bool {
	return p.eligible(seat) && !p.certain(seat) && !p.Passed(seat)
}

// touches reports whether the topmost window is about what a seat has: it may lose a place or
// those who stand there, or its attack is to be stopped.
func (p *Position) touches(seat engine.Seat) bool {
	w := p.Window()
	return w.Seat == seat || w.Use == UseStop && p.Attack().By == seat
}

func (p *Position) anybodyAsked() bool {
	for seat := range engine.Seat(p.Seats()) {
		if p.Asked(seat) {
			return true
		}
	}
	return false
}

// ripe reports whether only kept passes stand between now and the closing of a window.
func (p *Position) ripe() bool { return len(p.passes) > 0 && !p.anybodyAsked() }

// fizzles reports whether the topmost window is that of an attack which has lost all
// attackers or its target.
func (p *Position) fizzles() bool {
	w := p.Window()
	if w.Kind != WindowAttack {
		return false
	}
	return w.Gang.Empty() || !p.stands(w.Seat, w.Place)
}

// senseless reports whether the topmost window has no sense without a seat: any in its own
// turn, otherwise Police and Drive-by on a place of its, and Police against an attack on it.
func (p *Position) senseless(seat engine.Seat) bool {
	w := p.Window()
	switch {
	case seat == p.Active:
		return true
	case w.Kind == WindowAttack:
		return false
	case w.Use == UseStop:
		return p.Attack().Seat == seat
	}
	return w.Seat == seat
}

// openWindow puts a window on top and tells of it.
func (c *Change) openWindow(w OpenWindow) {
	c.open(w)
	tell(c, Opened{Type: TypeWindow, Kind: w.Kind, Open: true})
}

// PopWindow takes the topmost window away and tells of it.
func (c *Change) PopWindow() OpenWindow {
	w := c.pop()
	tell(c, Opened{Type: TypeWindow, Kind: w.Kind, Open: false})
	return w
}

// Settle closes the windows in which nothing can happen any more: an attack without
// attackers or without a target, and one in which nobody is asked and no pass waits for
// its release.
func (c *Change) Settle() {
	for c.Depth > 0 && !c.Over() {
		if !c.fizzles() && (c.anybodyAsked() || len(c.passes) > 0) {
			return
		}
		c.CloseWindow()
	}
}

// CloseWindow lets happen what the topmost window has waited for.
func (c *Change) CloseWindow() {
	switch c.Window().Kind {
	case WindowAttack:
		c.settleAttack()
	case WindowPolice:
		c.settlePolice()
	case WindowDriveby:
		c.settleDriveby()
	case WindowEndTurn:
		c.PopWindow()
		c.finishTurn()
	}
}

// clearTable puts the cards of a window into the discard pile.
func (c *Change) clearTable(w OpenWindow) {
	for _, t := range w.Cards {
		c.spend(t.card, t.Seat, InDiscard)
	}
}
