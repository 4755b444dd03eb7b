package tui

import (
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"
)

// layer is a screen in the stack. Its number is never given again.
type layer struct {
	number int
	screen Screen
}

// addressed is a message on its way back to the screen whose Cmd returned it.
type addressed struct {
	layer int
	msg   tea.Msg
}

// address returns a Cmd whose messages come back to that screen alone. Messages for Bubble Tea
// itself pass through: to ring, to quit, to run several commands, which are addressed one by one.
func address(layer int, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg { return addressedTo(layer, cmd()) }
}

// addressedTo is what address makes of a message.
func addressedTo(layer int, msg tea.Msg) tea.Msg {
	if msg == nil {
		return nil
	}
	if later, ok := msg.(Deferred); ok {
		return addressedLater{layer, later}
	}
	v := reflect.ValueOf(msg)
	several := reflect.TypeFor[[]tea.Cmd]()
	switch { // tea.Batch and tea.Sequence are slices, the type of the latter is not exported
	case v.Kind() == reflect.Slice && v.Type().ConvertibleTo(several):
		cmds := slices.Clone(v.Convert(several).Interface().([]tea.Cmd))
		for i := range cmds {
			cmds[i] = address(layer, cmds[i])
		}
		return reflect.ValueOf(cmds).Convert(v.Type()).Interface()
	case v.Type().PkgPath() == reflect.TypeFor[tea.View]().PkgPath():
		return msg
	}
	return addressed{layer, msg}
}

// stack is the screens of a session, the visible one last. There is at least one.
type stack struct {
	*drawn
	layers []layer
	serial int // of the newest layer
}

// top returns the screen that is seen.
func (s *stack) top() *layer { return &s.layers[len(s.layers)-1] }

// typing reports whether keys are letters now.
func (s *stack) typing() bool {
	typist, ok := s.top().screen.(Typist)
	return ok && typist.Typing()
}

// deliver hands a message to one screen, if it is still there.
func (s *stack) deliver(number int, msg tea.Msg) tea.Cmd {
	i := slices.IndexFunc(s.layers, func(l layer) bool { return l.number == number })
	if i < 0 {
		return nil
	}
	next, cmd := s.layers[i].screen.Update(msg)
	s.layers[i].screen = next
	if _, tick := msg.(Tick); tick {
		s.late = true
	} else {
		s.stale = true
	}
	return address(number, cmd)
}

// push covers the present screen with another one.
func (s *stack) push(next Screen) tea.Cmd {
	return tea.Batch(s.deliver(s.top().number, Hidden{}), s.show(next))
}

// show puts a screen on top.
func (s *stack) show(next Screen) tea.Cmd {
	s.serial++
	s.layers = append(s.layers, layer{s.serial, next})
	s.stale = true
	return address(s.serial, next.Init())
}

// cut removes all but the lowest n screens, and never the lowest.
func (s *stack) cut(n int) tea.Cmd {
	n = max(n, 1)
	if len(s.layers) <= n {
		return nil
	}
	s.drop(n)
	return s.deliver(s.top().number, Shown{})
}

// replace removes all but the lowest n screens and puts another one on top.
func (s *stack) replace(n int, next Screen) tea.Cmd {
	s.drop(n)
	return s.show(next)
}

// drop removes the screens above the lowest n.
func (s *stack) drop(n int) {
	for _, l := range slices.Backward(s.layers[n:]) {
		if held, ok := l.screen.(Leaver); ok {
			held.Leave()
		}
	}
	clear(s.layers[n:])
	s.layers = s.layers[:n]
}

// loss asks the screens above the lowest n what would be lost without them.
func (s *stack) loss(n int) string {
	for _, l := range slices.Backward(s.layers[n:]) {
		if guard, ok := l.screen.(Guard); ok {
			if question := guard.Question(); question != "" {
				return question
			}
		}
	}
	return ""
}

// addressedLater is a Deferred whose message goes back to the screen whose Cmd returned it.
type addressedLater struct {
	layer int
	Deferred
}

// Message implements Deferred.
func (a addressedLater) Message() tea.Msg { return addressedTo(a.layer, a.Deferred.Message()) }
