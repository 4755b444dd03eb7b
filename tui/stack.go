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

// addressed is a message on its way back to the screen whose Cmd it came from.
type addressed struct {
	layer int
	msg   tea.Msg
}

// address makes the messages of a screen's Cmd come back to that screen alone.
// What Bubble Tea itself is told goes on to it: to ring, to clear the screen, to
// run several commands, which are addressed one by one.
func address(layer int, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		if msg == nil {
			return nil
		}
		if later, ok := msg.(Deferred); ok {
			return addressedLater{layer, later}
		}
		v := reflect.ValueOf(msg)
		several := reflect.TypeFor[[]tea.Cmd]()
		switch { // tea.Batch and tea.Sequence are slices, the latter of a type that has no name here
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
}

func (r *root) top() *layer { return &r.stack[len(r.stack)-1] }

// deliver hands a message to one screen, if it is still there.
func (r *root) deliver(number int, msg tea.Msg) tea.Cmd {
	i := slices.IndexFunc(r.stack, func(l layer) bool { return l.number == number })
	if i < 0 {
		return nil
	}
	next, cmd := r.stack[i].screen.Update(msg)
	r.stack[i].screen = next
	if _, tick := msg.(Tick); tick {
		r.late = true
	} else {
		r.stale = true
	}
	return address(number, cmd)
}

// push covers the present screen with another one.
func (r *root) push(s Screen) tea.Cmd {
	return tea.Batch(r.deliver(r.top().number, Hidden{}), r.show(s))
}

// show puts a screen on top.
func (r *root) show(s Screen) tea.Cmd {
	r.serial++
	r.stack = append(r.stack, layer{r.serial, s})
	r.stale = true
	return address(r.serial, s.Init())
}

// cut leaves the lowest n screens standing. The lowest of all is never cut.
func (r *root) cut(n int) tea.Cmd {
	n = max(n, 1)
	if len(r.stack) <= n {
		return nil
	}
	r.drop(n)
	return r.deliver(r.top().number, Shown{})
}

// replace leaves the lowest n screens standing and puts another one on top.
func (r *root) replace(n int, s Screen) tea.Cmd {
	r.drop(n)
	return r.show(s)
}

// drop takes the screens above the lowest n away.
func (r *root) drop(n int) {
	for _, l := range slices.Backward(r.stack[n:]) {
		if held, ok := l.screen.(Leaver); ok {
			held.Leave()
		}
	}
	clear(r.stack[n:])
	r.stack = r.stack[:n]
}

// loss asks the screens above the lowest n what would be lost without them.
func (r *root) loss(n int) string {
	for _, l := range slices.Backward(r.stack[n:]) {
		if guard, ok := l.screen.(Guard); ok {
			if question := guard.Question(); question != "" {
				return question
			}
		}
	}
	return ""
}
