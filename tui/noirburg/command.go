package noirburg

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"noir/engine/noirburg/rules"
	"noir/internal/language"
)

// command reads a typed line for a viewer; see Board.Command.
func command(b speech, line string) (json.RawMessage, error) {
	switch {
	case !b.Ready() || b.Watching():
		return nil, errors.New(b.Words("you have no seat at this table: leave it, and look for one of your own to play"))
	case !b.view.Seats[b.Frame.Seat].Alive:
		return nil, errors.New(b.refusal(rules.OutOfGame))
	case !b.MayAct():
		return nil, errors.New(b.mover())
	}
	text, question := strings.CutSuffix(strings.TrimSpace(strings.ToLower(line)), "?")
	o := &order{phrase: phrase{typist: typist{b}, line: split(b.town, text)}}
	if len(o.line) == 0 {
		return nil, errors.New(o.toType())
	}
	move, err := o.read()
	switch {
	case err != nil:
		return nil, err
	case len(o.line) > 0:
		return nil, errors.New(b.Words("%q is too much: type it like %s", strings.Join(o.line, " "), b.Words(o.form)))
	case question:
		return nil, errors.New(situation{b}.wouldBe(move))
	}
	return move.Body(), nil
}

// verb is a word that a line can begin with.
type verb struct {
	names []string // the full name, then synonyms
	kind  string   // of the move, if that alone says whether it is possible
	form  string   // how it is typed, marked for translation if it has words of its own
	read  func(*order) (rules.Move, error)
}

// verbs returns those of a turn in its order, then the others.
func verbs() []verb {
	return []verb{
		{[]string{"swap", "s", "mulligan"}, rules.TypeMulligan, "swap 1 2", ofTurn(turnVerbs.swap)},
		{[]string{"keep", "k"}, rules.TypeMulligan, "keep", only(rules.Move{Type: rules.TypeMulligan})},
		{[]string{"move", "m", "r", "arrange"}, rules.TypeArrange, "move 2 to casino, 3 from hideout to still, dismiss 1", ofTurn(turnVerbs.arrange)},
		{[]string{"dismiss"}, rules.TypeArrange, "dismiss 1", ofTurn(turnVerbs.dismiss)},
		{[]string{"attack"}, rules.TypeAttack, "attack vera casino with 4 2", ofTurn(turnVerbs.attack)},
		{[]string{"open", "o"}, "", language.Mark("open 3, open 3 in casino or open 3 on hideout"), ofTurn(turnVerbs.open)},
		{[]string{"hideout", "h", "u"}, rules.TypeMoveHideout, language.Mark("hideout under casino, or hideout out"), ofTurn(turnVerbs.moveHideout)},
		{[]string{"discard", "x"}, rules.TypeDiscard, "discard 1 2", ofTurn(turnVerbs.discard)},
		{[]string{"draw", "d"}, rules.TypeDraw, "draw 2", ofTurn(turnVerbs.draw)},
		{[]string{"end", "e"}, rules.TypeEndTurn, "end", only(rules.Move{Type: rules.TypeEndTurn})},
		{[]string{"pass", "p"}, "", "pass", only(rules.Move{Type: rules.TypePass})},
		{[]string{"police"}, "", language.Mark("police stop, or police vera casino"), ofReaction(reactionVerbs.police)},
		{[]string{"bribe", "b"}, "", "bribe", ofReaction(reactionVerbs.bribe)},
		{[]string{"driveby", "drive-by", "v"}, "", language.Mark("driveby vera casino, or driveby vera casino with 2"), ofReaction(reactionVerbs.driveby)},
		{[]string{"turncoat", "t"}, "", language.Mark("turncoat 3 from vera casino, or turncoat 3 from vera hidden"), ofReaction(reactionVerbs.turncoat)},
		{[]string{"poker"}, "", "poker", ofReaction(reactionVerbs.callPoker)},
		{[]string{"play"}, "", language.Mark("play 3, and what its card needs"), (*order).play},
	}
}

func ofTurn(read func(turnVerbs) (rules.Move, error)) func(*order) (rules.Move, error) {
	return func(o *order) (rules.Move, error) { return read(turnVerbs{o}) }
}

func ofReaction(read func(reactionVerbs) (rules.Move, error)) func(*order) (rules.Move, error) {
	return func(o *order) (rules.Move, error) { return read(reactionVerbs{o}) }
}

// only returns a move that needs nothing more.
func only(m rules.Move) func(*order) (rules.Move, error) {
	return func(*order) (rules.Move, error) { return m, nil }
}

// order is a typed line being read.
type order struct {
	phrase
	card rules.Card // of the hand, if its number was typed; otherwise no card
}

// read reads the line; unused words remain in it. A number alone names a card to play.
func (o *order) read() (rules.Move, error) {
	name := "play"
	if _, number := figure(o.line[0]); !number {
		name = o.next()
	}
	v, err := o.findVerb(name)
	if err != nil {
		return rules.Move{}, err
	}
	o.form = v.form
	switch {
	case v.kind != "" && !o.may(v.kind):
		return rules.Move{}, errors.New(o.barred(v.kind))
	case v.names[0] == rules.TypePass && !o.may(rules.TypePass):
		return rules.Move{}, errors.New(o.barred(rules.TypePass))
	}
	return v.read(o)
}

// findVerb finds a verb by a name or its beginning.
func (o *order) findVerb(name string) (verb, error) {
	var like []verb
	for _, v := range verbs() {
		switch {
		case slices.Contains(v.names, name):
			return v, nil
		case strings.HasPrefix(v.names[0], name):
			like = append(like, v)
		}
	}
	switch len(like) {
	case 0:
		return verb{}, errors.New(o.Words("there is no %q here: help says what you can type", name))
	case 1:
		return like[0], nil
	}
	return verb{}, errors.New(o.Words("%q may be %s", name, listing(o.Reader, like, func(v verb) string { return v.names[0] })))
}

// play reads a line that begins with a card of the hand: the rest is what the card's verb would
// need.
func (o *order) play() (rules.Move, error) {
	card, err := o.handCard()
	if err != nil {
		return rules.Move{}, err
	}
	name := map[rules.Kind]string{
		rules.Poker: "poker", rules.Police: "police", rules.Bribe: "bribe", rules.Driveby: "driveby", rules.Turncoat: "turncoat",
	}[card.Kind()]
	if name == "" {
		name = "open"
	}
	o.card = card
	v, err := o.findVerb(name)
	if err != nil {
		return rules.Move{}, err
	}
	o.form = v.form
	return v.read(o)
}
