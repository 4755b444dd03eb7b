package terminal

import (
	"reflect"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// start runs a command in a goroutine of the session, which Run waits for.
func (s *Session) start(cmd tea.Cmd) {
	if cmd == nil || !s.commands.join() {
		return
	}
	s.workers.Go(func() {
		defer s.commands.leave()
		s.perform(cmd, s.mailbox.post)
	})
}

// perform runs a command and posts its message. It returns when all of a batch or a
// sequence has been posted.
func (s *Session) perform(cmd tea.Cmd, post func(...tea.Msg)) {
	if cmd == nil {
		return
	}
	msg := s.call(cmd)
	if batch, ok := msg.(tea.BatchMsg); ok {
		s.together(batch, post)
	} else if steps, ok := sequence(msg); ok {
		for _, one := range steps {
			s.perform(one, post)
		}
	} else if later, ok := msg.(deferred); ok {
		if post = s.mailbox.post; !later.Urgent() {
			post = s.mailbox.slip
		}
		s.call(func() tea.Msg {
			s.commands.await(later, func(cmd tea.Cmd) { s.perform(cmd, post) })
			return nil
		})
	} else if msg != nil {
		post(msg)
	}
}

// together runs the commands of a batch concurrently and returns when all are done.
func (s *Session) together(batch []tea.Cmd, post func(...tea.Msg)) {
	if len(batch) == 0 {
		return
	}
	var others sync.WaitGroup
	others.Add(len(batch) - 1)
	for _, one := range batch[1:] {
		s.workers.Go(func() {
			defer others.Done()
			s.perform(one, post)
		})
	}
	s.perform(batch[0], post)
	others.Wait()
}

// sequence returns the commands of a sequence; Bubble Tea does not export its type.
func sequence(msg tea.Msg) ([]tea.Cmd, bool) {
	v := reflect.ValueOf(msg)
	if v.Kind() != reflect.Slice || v.Type() != sequenceType {
		return nil, false
	}
	return v.Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd), true
}

var sequenceType = reflect.TypeOf(tea.Sequence(tea.Quit, tea.Quit)())

// call runs a command; a panic in it ends only the session.
func (s *Session) call(cmd tea.Cmd) (msg tea.Msg) {
	defer func() {
		if v := recover(); v != nil {
			msg = nil
			s.fail(v)
		}
	}()
	return cmd()
}
