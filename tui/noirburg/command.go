package noirburg

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"noir/data/language"
	rules "noir/engine/noirburg"
	"noir/matchmaking"
)

// Command reads a typed line, such as "attack vera casino with 4 2". A question
// mark at its end asks what would come of the move: the error is the answer then.
func (b *Board) Command(line string) (json.RawMessage, error) {
	switch {
	case !b.ready() || b.watching():
		return nil, errors.New(b.Words("you have no seat at this table"))
	case !b.view.Seats[b.frame.Seat].Alive:
		return nil, errors.New(b.refusal(rules.OutOfGame))
	case !b.mayAct():
		return nil, errors.New(b.plainMover())
	}
	text, question := strings.CutSuffix(strings.TrimSpace(strings.ToLower(line)), "?")
	o := &order{Board: b, words: b.words(text)}
	if len(o.words) == 0 {
		return nil, errors.New(b.toType())
	}
	move, err := o.read()
	switch {
	case err != nil:
		return nil, err
	case len(o.words) > 0:
		return nil, errors.New(b.Words("%q is too much: type it like %s", strings.Join(o.words, " "), b.Words(o.verb.form)))
	case question:
		return nil, errors.New(b.wouldBe(move))
	}
	return move.Body(), nil
}

// words splits a line. A comma is a word of its own, which ends a part of an
// arrangement; words that only make a line read well are dropped, unless somebody
// is called so.
func (b *Board) words(text string) []string {
	text = strings.NewReplacer(",", " , ", ";", " , ", ".", " ", "'s ", " ").Replace(text)
	return slices.DeleteFunc(strings.Fields(text), func(w string) bool {
		small := slices.Contains([]string{"the", "and", "in", "on", "into", "gangster", "gangsters", "card", "cards"}, w)
		return small && !slices.ContainsFunc(b.frame.Seats, func(s matchmaking.Seated) bool { return s.Name == w })
	})
}

// verb is what a line can begin with.
type verb struct {
	names []string // the first at length, then others for the same
	kind  string   // of move, if that alone says whether it can be made
	form  string   // how it is typed, marked where it says anything beside that
	read  func(*order) (rules.Move, error)
}

// verbs returns those of a turn in its order, then the others.
func verbs() []verb {
	return []verb{
		{[]string{"swap", "s", "mulligan"}, rules.TypeMulligan, "swap 1 2", (*order).swap},
		{[]string{"keep", "k"}, rules.TypeMulligan, "keep", only(rules.Move{Type: rules.TypeMulligan})},
		{[]string{"move", "m", "r", "arrange"}, rules.TypeArrange, "move 2 to casino, 3 from hideout to still, dismiss 1", (*order).arrange},
		{[]string{"dismiss"}, rules.TypeArrange, "dismiss 1", (*order).dismiss},
		{[]string{"attack"}, rules.TypeAttack, "attack vera casino with 4 2", (*order).attack},
		{[]string{"open", "o"}, "", language.Mark("open 3, open 3 in casino or open 3 on hideout"), (*order).open},
		{[]string{"hideout", "h", "u"}, rules.TypeMoveHideout, language.Mark("hideout under casino, or hideout out"), (*order).moveHideout},
		{[]string{"discard", "x"}, rules.TypeDiscard, "discard 1 2", (*order).discard},
		{[]string{"draw", "d"}, rules.TypeDraw, "draw 2", (*order).draw},
		{[]string{"end", "e"}, rules.TypeEndTurn, "end", only(rules.Move{Type: rules.TypeEndTurn})},
		{[]string{"pass", "p"}, "", "pass", only(rules.Move{Type: rules.TypePass})},
		{[]string{"police"}, "", language.Mark("police stop, or police vera casino"), (*order).police},
		{[]string{"bribe", "b"}, "", "bribe", (*order).bribe},
		{[]string{"driveby", "drive-by", "v"}, "", language.Mark("driveby vera casino, or driveby vera casino with 2"), (*order).driveby},
		{[]string{"turncoat", "t"}, "", language.Mark("turncoat 3 from vera casino, or turncoat 3 from vera hidden"), (*order).turncoat},
		{[]string{"poker"}, "", "poker", (*order).callPoker},
		{[]string{"play"}, "", language.Mark("play 3, and what its card needs"), (*order).play},
	}
}

// only makes a move that needs nothing more.
func only(m rules.Move) func(*order) (rules.Move, error) {
	return func(*order) (rules.Move, error) { return m, nil }
}

// order is a typed line that is being read.
type order struct {
	*Board
	words []string // that are left
	verb  verb
	card  rules.Card // of the hand, when its number has been typed; else no card
}

// read reads the line; what is left over stays in words. A number alone names a
// card to play.
func (o *order) read() (rules.Move, error) {
	name := "play"
	if _, number := figure(o.words[0]); !number {
		name = o.next()
	}
	v, err := o.findVerb(name)
	if err != nil {
		return rules.Move{}, err
	}
	o.verb = v
	switch {
	case v.kind != "" && !o.may(v.kind):
		return rules.Move{}, errors.New(o.barred(v.kind))
	case v.names[0] == rules.TypePass && !o.may(rules.TypePass):
		return rules.Move{}, errors.New(o.barredPass())
	}
	return v.read(o)
}

// findVerb finds a verb by one of its names, or by how it begins.
func (b *Board) findVerb(name string) (verb, error) {
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
		return verb{}, errors.New(b.Words("there is no %q here: help says what can be typed", name))
	case 1:
		return like[0], nil
	}
	return verb{}, errors.New(b.Words("%q may be %s", name, listing(b.Reader, like, func(v verb) string { return v.names[0] })))
}

// figure reads a number of one or two digits.
func figure(word string) (n int, ok bool) {
	n, err := strconv.Atoi(word)
	return n, err == nil && n >= 0 && len(word) <= 2
}

// next takes the next word, "" at the end.
func (o *order) next() string {
	if len(o.words) == 0 {
		return ""
	}
	word := o.words[0]
	o.words = o.words[1:]
	return word
}

// take takes the next word if it is one of those.
func (o *order) take(words ...string) bool {
	if len(o.words) == 0 || !slices.Contains(words, o.words[0]) {
		return false
	}
	o.next()
	return true
}

// lacks is the error of a line that does not say enough.
func (o *order) lacks(what string) error {
	return errors.New(o.Words("say %s, as in %s", what, o.Words(o.verb.form)))
}
