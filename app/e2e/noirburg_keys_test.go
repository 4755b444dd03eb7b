//go:build e2e

package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"noir/engine/noirburg/rules"
)

// play makes a move by keys alone: they pick it until the screen says what enter would do, and
// only then press enter. The log must show the intended move.
func (b *boss) play(s sight, m rules.Move) {
	b.Helper()
	b.shows(s.asks())
	switch m.Type {
	case rules.TypePass:
		b.pass(s)
		return
	case rules.TypeMulligan, rules.TypeDiscard:
		b.mark(s, m)
	case rules.TypeArrange:
		b.arrange(s, m)
	case rules.TypeAttack:
		b.attack(s, m)
	default:
		b.choose(s, m)
	}
	prompt := "enter " + b.says(s, m)
	b.sees(prompt)
	b.confirm(s, "enter", func() bool { return !strings.Contains(b.text(), prompt) })
	b.checkMade(s, m)
}

// pass passes in a window.
func (b *boss) pass(s sight) {
	b.Helper()
	b.shows(regexp.MustCompile(`or p to pass|p passes`))
	before := b.still()
	b.confirm(s, "p", func() bool { return b.still() != before })
}

// confirm presses a key until the move is made, and waits until the screen shows it. Keys are
// refused soon after the screen has changed by itself.
func (b *boss) confirm(s sight, key string, noticed func() bool) {
	b.Helper()
	const glance = 100 * time.Millisecond
	made := func() bool {
		now := b.look()
		return len(now.log) > len(s.log) || now.kept == len(s.log)+1
	}
	tooSoon := func() bool {
		return strings.Contains(b.text(), "The table just changed") || strings.Contains(b.text(), "The table has changed")
	}
	b.types(key)
	for !made() {
		b.await(b.name+" confirms", func() bool { return made() || tooSoon() })
		if !b.within(glance, made) {
			b.types("z") // a key without a meaning
			b.await("the refusal goes", func() bool { return !tooSoon() })
			b.types(key)
		}
	}
	b.await(b.name+" sees what has come of it", noticed)
}

// checkMade checks that the first move since a sight is the intended one. Of two equal
// gangsters it may take the other.
func (b *boss) checkMade(s sight, m rules.Move) {
	b.Helper()
	made := b.look().log[len(s.log)]
	got, ok := rules.ReadMove(made.Move)
	if got.Gangster.Power() == m.Gangster.Power() {
		got.Gangster = m.Gangster
	}
	if !ok || *made.Seat != b.reader.seat || string(got.Body()) != string(m.Body()) {
		b.Fatalf("%s has made %s, meant was %s", b.name, made.Raw, m.Body())
	}
}

// digit returns the key of a card in the hand.
func digit(s sight, c rules.Card) string { return strconv.Itoa(1 + slices.Index(s.view.Hand, c)) }

// choose picks one of the ways to play a card or to act.
func (b *boss) choose(s sight, m rules.Move) {
	b.Helper()
	cards, key := m.Cards, map[string]string{
		rules.TypeMoveHideout: "u", rules.TypeDraw: "d", rules.TypeEndTurn: "e",
	}[m.Type]
	if m.Card != 0 {
		cards = []rules.Card{m.Card}
	}
	if len(cards) > 0 {
		key, cards = digit(s, cards[0]), cards[1:]
	}
	b.picks(key)
	b.turns("right", func(screen string) bool { return strings.Contains(screen, "enter "+b.says(s, m)) })
	for _, another := range cards { // Drive-bys that are played together
		b.picks(digit(s, another))
	}
}

// picks presses a key that changes the pick.
func (b *boss) picks(key string) {
	b.Helper()
	before := b.still()
	b.types(key)
	b.await(b.name+" picks with "+key, func() bool { return b.still() != before })
}

// mark marks cards to discard.
func (b *boss) mark(s sight, m rules.Move) {
	b.Helper()
	b.picks("x")
	for _, c := range m.Cards {
		b.picks(digit(s, c))
	}
}

// arrange sends every gangster to their place. Where there is room the screen calls a G2 a gangster 2.
func (b *boss) arrange(s sight, m rules.Move) {
	b.Helper()
	b.picks("r")
	for i, g := range gang(s.view.Seats[b.reader.seat]) {
		where := "is dismissed"
		if to := m.Places[g]; to != 0 {
			where = b.spot(s, b.reader.seat, to)
		}
		there := regexp.MustCompile(fmt.Sprintf(`%d (G|gangster )%d %s\s`, i+1, g.Power(), regexp.QuoteMeta(where)))
		stands := func(screen string) bool { return there.MatchString(screen + " ") }
		if stands(b.text()) {
			continue
		}
		picked := regexp.MustCompile(fmt.Sprintf(`▸%d (G|gangster )`, i+1))
		b.turns("right", picked.MatchString)
		b.turns("down", stands)
	}
}

// gang returns all gangsters of a mafia in the order of an arrangement: the Hideout, the
// business on it, the others, then the hidden, the strongest first.
func gang(m rules.Mafia) (all []rules.Card) {
	all = append(all, m.Hideout.Gangsters...)
	if over := m.Hideout.Under; over != 0 {
		all = append(all, m.Businesses[over]...)
	}
	for _, at := range m.Places()[1:] {
		if at.Business() != m.Hideout.Under {
			all = append(all, m.Gangsters(at)...)
		}
	}
	hidden := slices.Clone(m.Hidden)
	slices.Reverse(hidden)
	return append(all, hidden...)
}

// attack picks an attack, and checks the arithmetic shown before it is confirmed.
func (b *boss) attack(s sight, m rules.Move) {
	b.Helper()
	b.picks("a")
	b.turns("right", func(screen string) bool { return strings.Contains(screen, "▸"+b.theirs(s, m.Seat, m.Place)+" ") })
	for i, g := range s.attackers(m) {
		if slices.Contains(m.Gangsters, g) {
			b.turns("tab", func(screen string) bool { return strings.Contains(screen, fmt.Sprintf("▸%d [", i+1)) })
			b.picks("space")
		}
	}
	b.shows(regexp.MustCompile("enter attacks" + odds(s.view.Forecast(m.Gangsters, m.Seat, m.Place), m.Place)))
}

// attackers returns all that may attack.
func (s sight) attackers(m rules.Move) []rules.Card {
	for _, entry := range s.legal {
		if o, ok := rules.ReadMove(entry); ok && o.Type == m.Type && o.Seat == m.Seat && o.Place == m.Place {
			return o.Gangsters
		}
	}
	return nil
}

// odds matches the arithmetic of an attack: 4 + 2 = 6 against 2 + 1 = 3: it falls.
func odds(f rules.Forecast, at rules.Place) string {
	end := "it holds"
	switch {
	case f.Success && at == rules.OnHideout:
		end = "it is breached"
	case f.Success:
		end = "it falls"
	}
	return fmt.Sprintf(`[^:!]*\b%d against ([\d +]+= )?%d: %s\b`, f.Strength, f.Defence, end)
}

// asks matches what the screen says when a boss may act as their sight allows.
func (s sight) asks() *regexp.Regexp {
	switch {
	case s.view.Window != nil:
		return told(s.view)
	case s.may(rules.TypeMulligan):
		return regexp.MustCompile("Swap up to two")
	case s.asked():
		return regexp.MustCompile("Your turn[:.]")
	}
	return regexp.MustCompile("It is .*'s turn")
}

// told matches what the screen says about the open window.
func told(v rules.View) *regexp.Regexp {
	w := v.Window
	words := map[string]string{
		rules.WindowAttack: "! .* attacks? ", rules.WindowPolice: "! (.* plays? )?Police",
		rules.WindowDriveby: "! .* shoots? at ", rules.WindowEndTurn: "ends? (the|your) turn",
	}[w.Kind]
	if w.Kind == rules.WindowAttack {
		words += odds(v.Forecast(w.Gangsters, w.Seat, w.Place), w.Place)
	}
	return regexp.MustCompile(words)
}
