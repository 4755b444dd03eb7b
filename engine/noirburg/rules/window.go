package rules

import (
	"slices"
	"time"

	"noir/engine"
)

// OpenWindow is a moment in which other seats may play cards. Police or a Drive-by may lie on
// top of an attack, of the end of a turn, or of nothing.
type OpenWindow struct {
	Kind   string
	By     engine.Seat // whose move opened it
	Seat   engine.Seat // owner of the target, Spectator for none
	Place  Place
	Gang   Set      // the remaining attackers
	Cards  []thrown // on the table, in order; shared with older positions, so clipped before it grows
	Use    string   // of Police
	Joined bool     // in an attack or an end of turn: another seat has played a card
}

// thrown is a reaction card and its player.
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

// sitting is how long a kind of window stays open: the minimum, and the longest.
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

// Reactions are the open windows and the answers in them.
type Reactions struct {
	Windows   [2]OpenWindow // the outer first
	Depth     int           // of windows that are open
	passes    []pass        // kept back, of the topmost window, in the order made
	Questions int           // number of questions so far; the newest one is open
}

// Window returns the topmost window, nil when none is open.
func (r *Reactions) Window() *OpenWindow {
	if r.Depth == 0 {
		return nil
	}
	return &r.Windows[r.Depth-1]
}

// Attack returns the window of the declared attack, or nil.
func (r *Reactions) Attack() *OpenWindow {
	if r.Depth > 0 && r.Windows[0].Kind == WindowAttack {
		return &r.Windows[0]
	}
	return nil
}

// Table returns the reaction cards on the table.
func (r *Reactions) Table() Set {
	var cards Set
	for i := range r.Depth {
		for _, t := range r.Windows[i].Cards {
			cards.Add(t.card)
		}
	}
	return cards
}

// Passed reports whether a seat's pass in the topmost window is kept back.
func (r *Reactions) Passed(seat engine.Seat) bool {
	return slices.ContainsFunc(r.passes, func(a pass) bool { return a.seat == seat })
}

// open puts a window on top.
func (r *Reactions) open(w OpenWindow) {
	r.askAnew()
	r.Windows[r.Depth] = w
	r.Depth++
}

// pop removes the topmost window. The one below goes on and asks again.
func (r *Reactions) pop() OpenWindow {
	w := *r.Window()
	r.Depth--
	r.Windows[r.Depth] = OpenWindow{}
	r.askAnew()
	return w
}

// askAnew drops the passes, as every accepted card does, so that all are asked again.
func (r *Reactions) askAnew() {
	r.passes = nil
	r.Questions++
}

// takeBack drops the pass of a seat. The others stay: what they answered has not changed.
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

// reopen opens a seen window and those below it.
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

// eligible reports whether a seat may act in a window (rules page, section 8).
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

// certain reports whether all can see that a seat has nothing to play: its hand is empty, or
// all cards that the window admits are open (protocol, section 8).
func (p *Position) certain(seat engine.Seat) bool {
	return p.Of(seat).Hand.Empty() || p.spent(p.Window().Kind)
}

// spent reports whether all cards that a kind of window admits are open.
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

// touches reports whether the topmost window concerns what a seat has: it may lose a place or
// the gangsters there, or its attack may be stopped.
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

// ripe reports whether only kept passes are needed to close a window.
func (p *Position) ripe() bool { return len(p.passes) > 0 && !p.anybodyAsked() }

// fizzles reports whether the topmost window is that of an attack that has lost all attackers
// or its target.
func (p *Position) fizzles() bool {
	w := p.Window()
	if w.Kind != WindowAttack {
		return false
	}
	return w.Gang.Empty() || !p.stands(w.Seat, w.Place)
}

// senseless reports whether the topmost window is pointless without a seat: any window of its
// own turn, Police and Drive-by on its places, and Police against an attack on it.
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

// openWindow opens a window and adds the effect.
func (c *Change) openWindow(w OpenWindow) {
	c.open(w)
	tell(c, Opened{Type: TypeWindow, Kind: w.Kind, Open: true})
}

// PopWindow removes the topmost window and adds the effect.
func (c *Change) PopWindow() OpenWindow {
	w := c.pop()
	tell(c, Opened{Type: TypeWindow, Kind: w.Kind, Open: false})
	return w
}

// Settle closes the windows in which nothing more can happen: an attack without attackers or a
// target, and one in which nobody is asked and no pass waits for its release.
func (c *Change) Settle() {
	for c.Depth > 0 && !c.Over() {
		if !c.fizzles() && (c.anybodyAsked() || len(c.passes) > 0) {
			return
		}
		c.CloseWindow()
	}
}

// CloseWindow carries out what the topmost window has delayed.
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

// clearTable discards the cards of a window.
func (c *Change) clearTable(w OpenWindow) {
	for _, t := range w.Cards {
		c.spend(t.card, t.Seat, InDiscard)
	}
}
