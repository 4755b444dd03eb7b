package noirburg

import (
	"slices"
	"strconv"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// speech talks about a town to its viewer: it names seats and places.
type speech struct {
	words
	*town
}

// said formats one of two English texts about a seat: you for its own player; other, with the
// seat's name as first argument, for all others.
func (b speech) said(s engine.Seat, you, other string, args ...any) string {
	if s == b.Frame.Seat {
		return b.Words(you, args...)
	}
	return b.Words(other, append([]any{b.Frame.Seats[s].Name}, args...)...)
}

// name is how a sentence calls a seat.
func (b speech) name(s engine.Seat) string {
	if s == b.Frame.Seat {
		return b.Words("you")
	}
	return b.Frame.Seats[s].Name
}

// owned is something of a seat's: your 4 and 2, vera's gangster 3.
func (b speech) owned(s engine.Seat, thing string) string {
	return b.said(s, "your %s", "%s's %s", thing)
}

// ownedBeside is something of a seat's that another one, by, or the seat itself aims at.
func (b speech) ownedBeside(by, s engine.Seat, thing string) string {
	if s == by && s != b.Frame.Seat {
		return b.Words("their own %s", thing)
	}
	return b.owned(s, thing)
}

// spot names a place of a seat, without an article.
func (b speech) spot(s engine.Seat, p rules.Place) string {
	if c := p.Business(); c != 0 {
		return b.building(s, c)
	}
	return b.Words(hideout)
}

// building names a business of a seat, with its letter if the seat has others of its kind.
func (b speech) building(s engine.Seat, c rules.Card) string {
	if b.alone(s, c) {
		return b.title(c)
	}
	return b.title(c) + " " + letter(c)
}

// nook is spot in short: Hide, Boot H.
func (b speech) nook(s engine.Seat, p rules.Place) string {
	if c := p.Business(); c != 0 && !b.alone(s, c) {
		return b.inShort(p) + " " + letter(c)
	}
	return b.inShort(p)
}

// tag is building in symbols: Cas, or SpeA if there is another Speakeasy.
func (b speech) tag(s engine.Seat, c rules.Card) string {
	if b.alone(s, c) {
		return b.sign(c)
	}
	return b.sign(c) + letter(c)
}

// theirs is a place and its owner: your Casino, vera's Hideout.
func (b speech) theirs(s engine.Seat, p rules.Place) string { return b.owned(s, b.spot(s, p)) }

// aim is a place that a seat aims at, and its owner: their own Still, vera's Casino.
func (b speech) aim(by, s engine.Seat, p rules.Place) string {
	return b.ownedBeside(by, s, b.spot(s, p))
}

// estate names all places of a seat.
func (b speech) estate(s engine.Seat) string {
	places := listing(b.Reader, b.places(s), func(p rules.Place) string { return b.spot(s, p) })
	if places == "" {
		return b.said(s, "you are out", "%s is out")
	}
	return b.said(s, "You have the %s", "%s has the %s", places)
}

// attackInWords names the declared attack.
func (b speech) attackInWords() string {
	a := b.attackWindow()
	if a == nil {
		return b.Words("the attack")
	}
	return b.said(a.By, "your attack on %s", "%s's attack on %s", b.theirs(a.Seat, a.Place))
}

// waitsFor says who the table waits for.
func (b speech) waitsFor() string {
	switch {
	case b.view.Window != nil:
		return b.Words("The table is waiting for answers.")
	case b.view.Phase == rules.PhaseSetup:
		return b.said(b.view.Active, "Set-up: You may swap cards.", "Set-up: %s may swap cards.")
	}
	return b.said(b.view.Active, "It is your turn.", "It is %s's turn.")
}

// nothingPicked says what could have been confirmed.
func (b speech) nothingPicked() string {
	switch {
	case b.view.Window != nil && b.view.Window.MayPass:
		return b.Words("Nothing is picked: a digit picks a card, p passes.")
	case !b.MayAct():
		return b.waitsFor()
	}
	return b.Words("Nothing is picked: take a card or an action first.")
}

// forgone says which parts of the turn an action ends for good; nothing if there are none.
func (b speech) forgone(action string) []string {
	var lost []string
	for i, kind := range []string{rules.TypeArrange, rules.TypeAttack, rules.TypeOpen, rules.TypeMoveHideout, rules.TypeDiscard} {
		if kind == action {
			break
		}
		if b.may(kind) {
			lost = append(lost, b.phase(turnPhases[i]))
		}
	}
	if len(lost) == 0 {
		return nil
	}
	return []string{b.Words("After this, no more this turn: %s.", strings.Join(lost, ", "))}
}

// barred says why no move of a type is offered.
func (b speech) barred(kind string) string { return b.why(kind, 0) }

// barredCard says why a card of the hand cannot be played.
func (b speech) barredCard(c rules.Card) string {
	switch {
	case c.Kind() == rules.Driveby && !b.anyBusiness():
		return b.Words("There is no business to shoot at: keep the Drive-by for later.")
	case c.Kind() == rules.Turncoat && !b.anyLured():
		return b.Words("There is no gangster to lure away: keep the Turncoat for later.")
	}
	return b.why(c.Kind().Move(), c)
}

func (b speech) why(kind string, c rules.Card) string {
	code, err := rules.Why(b.Frame.Sight(), kind, c)
	if err != nil {
		code = rules.UnknownAction
	}
	return b.refusal(code)
}

// heading says which turn it is and whose.
func (b speech) heading() string {
	switch {
	case !b.Ready():
		return ""
	case b.view.Phase == rules.PhaseSetup:
		return b.Words("set-up")
	case b.view.Phase == rules.PhaseOver:
		return b.Words("over after turn %d", b.view.Turn)
	}
	return b.said(b.view.Active, "turn %d, your turn", "turn %[2]d, %[1]s's turn", b.view.Turn)
}

// crewed names a place that a seat aims at, with its gangsters, if any: vera's Casino [2 1].
func (b speech) crewed(by, s engine.Seat, p rules.Place) string {
	return kit.Join(" ", b.aim(by, s, p), bracketed(b.crew(s, p)))
}

// bracketed lists gangsters: [2 1]; "" for none.
func bracketed(crew []rules.Card) string {
	if len(crew) == 0 {
		return ""
	}
	return "[" + numbers(crew, " ") + "]"
}

// mover says who the table waits for.
func (b speech) mover() string {
	if b.view.Window != nil {
		return b.Words("The others are asked.")
	}
	return b.Words("%s is to move.", b.Frame.Seats[b.view.Active].Name)
}

// remedy says of a card that it would undo what is going on; "" for another one.
func (b speech) remedy(c rules.Card) string {
	switch {
	case slices.ContainsFunc(b.offeredWith(c), func(m rules.Move) bool { return m.Use == rules.UseStop }):
		return b.Words(" (stops it)")
	case c.Kind() == rules.Bribe:
		return b.Words(" (undoes it)")
	}
	return ""
}

// throwable lists the cards that the viewer could throw in, with their digits.
func (b speech) throwable() string { return b.throwableWith(func(rules.Card) string { return "" }) }

// throwableWith is throwable with something said of each card.
func (b speech) throwableWith(more func(rules.Card) string) string {
	var could []string
	for _, c := range b.playable() {
		could = append(could, strconv.Itoa(slices.Index(b.hand(), c)+1)+" "+b.handTitle(c)+more(c))
	}
	if len(could) == 0 {
		return ""
	}
	return b.Words("You could throw in: %s.", b.List(could))
}
