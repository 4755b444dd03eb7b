package noirburg

import (
	"errors"
	"slices"

	"noir/engine/noirburg/rules"
)

// squad is how a line names gangsters: by their powers or as all, and possibly their place.
type squad struct {
	powers []int
	all    bool
	from   rules.Place
}

// roll reads which own gangsters a line means.
type roll struct{ *phrase }

// squads reads gangsters, such as "4 2 from casino 1" or "all from hideout".
func (o roll) squads() ([]squad, error) {
	var read []squad
	var now squad
	for len(o.line) > 0 {
		n, number := figure(o.line[0])
		switch {
		case number:
			o.next()
			now.powers = append(now.powers, n)
			continue
		case o.take("all", "everybody"):
			now.all = true
			continue
		case !o.take("from"):
			return o.some(read, now)
		}
		place, err := o.place(o.Frame.Seat)
		if err != nil {
			return nil, err
		}
		now.from = place
		if read, err = o.some(read, now); err != nil {
			return nil, err
		}
		now = squad{}
	}
	return o.some(read, now)
}

// some adds a squad if it names any gangster. In the end there must be one.
func (o roll) some(read []squad, now squad) ([]squad, error) {
	if now.all || len(now.powers) > 0 {
		read = append(read, now)
	}
	if len(read) == 0 {
		return nil, o.lacks(o.Words("which gangsters, by power"))
	}
	return read, nil
}

// pickFrom finds the gangsters that a line names.
func (o roll) pickFrom(men []man, squads []squad) ([]rules.Card, error) {
	men = slices.Clone(men)
	var picked []rules.Card
	for _, s := range squads {
		there := slices.DeleteFunc(slices.Clone(men), func(m man) bool { return s.from != 0 && m.at != s.from })
		chosen, err := o.choose(there, s)
		if err != nil {
			return nil, err
		}
		for _, m := range chosen {
			picked = append(picked, m.card)
		}
		men = slices.DeleteFunc(men, func(m man) bool { return slices.Contains(chosen, m) })
	}
	return picked, nil
}

// choose finds the gangsters of a squad among men. If both a hidden one and a standing one have the
// power, the hidden one is meant.
func (o roll) choose(men []man, s squad) ([]man, error) {
	if s.all {
		return men, nil
	}
	var chosen []man
	for _, power := range slices.Compact(slices.Sorted(slices.Values(s.powers))) {
		wanted := 0
		for _, p := range s.powers {
			if p == power {
				wanted++
			}
		}
		like := slices.DeleteFunc(slices.Clone(men), func(m man) bool { return m.card.Power() != power })
		slices.SortStableFunc(like, hiddenFirst)
		if len(like) < wanted {
			return nil, errors.New(o.Words("you have %s of power %d there", o.gangsters(len(like)), power))
		}
		if unclear(like[:wanted], like[wanted:]) {
			return nil, errors.New(o.Words("say which %d: %s", power, o.whereabouts(like)))
		}
		chosen = append(chosen, like[:wanted]...)
	}
	return chosen, nil
}

// hiddenFirst sorts hidden gangsters before standing ones.
func hiddenFirst(a, b man) int {
	switch {
	case (a.at == rules.Hidden) == (b.at == rules.Hidden):
		return 0
	case a.at == rules.Hidden:
		return -1
	}
	return 1
}

// unclear reports whether gangsters elsewhere could be meant as well as the chosen ones.
func unclear(chosen, others []man) bool {
	for _, m := range chosen {
		elsewhere := func(o man) bool { return o.at != m.at }
		if m.at != rules.Hidden && slices.ContainsFunc(others, elsewhere) {
			return true
		}
	}
	return false
}

// whereabouts names gangsters with their places, as one types them.
func (o roll) whereabouts(men []man) string {
	var names []string
	for _, m := range men {
		if name := o.typedMan(m); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return o.List(names)
}
