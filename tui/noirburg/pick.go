package noirburg

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// The names of clickable places; all but the last are followed by a number.
const (
	clickCard    = "card "   // of the hand
	clickOption  = "option " // of a choice or an attack
	clickMan     = "man "    // in an attack or an arrangement
	clickConfirm = "confirm"
)

// toggle adds a thing to a list or, if it is there, removes it.
func toggle[T comparable](list []T, thing T) []T {
	if i := slices.Index(list, thing); i >= 0 {
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	return append(slices.Clone(list), thing)
}

// step moves an index in a list of n by by, wrapping around.
func step(at, by, n int) int { return (at + by + n) % n }

// arrow is the direction of a key along a line, 0 for another key.
func arrow(msg tea.KeyPressMsg, back, on key.Binding) int {
	switch {
	case key.Matches(msg, back):
		return -1
	case key.Matches(msg, on):
		return +1
	}
	return 0
}
