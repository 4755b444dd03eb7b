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
		s.perform(cmd, true)
	})
}

// perform runs a command and posts its message, in a hurry or not. It returns when all of a batch or a
// sequence has been posted.
func (s *Session) perform(cmd tea.Cmd, urgent bool) {
	if cmd == nil {
		return
	}
	msg := s.call(cmd)
	if batch, ok := msg.(tea.BatchMsg); ok {
		s.together(batch, urgent)
	} else if steps, ok := sequence(msg); ok {
		for _, one := range steps {
			s.perform(one, urgent)
		}
	} else if later, ok := msg.(deferred); ok {
		s.await(later)
	} else if msg != nil && urgent {
		s.mailbox.post(msg)
	} else if msg != nil {
		s.mailbox.slip(msg)
	}
}

// await has a deferred message performed when it is there.
func (s *Session) await(d deferred) {
	defer s.survive()
	w := &expected{session: s, deferred: d}
	if s.commands.expect(w) {
		s.commands.stops(w, d.Await(w.arrive))
	}
}

// arrive is called when the message is there. A message that is not urgent may take some work, such as a read of the
// store, for which the caller's stack would have to grow.
func (w *expected) arrive() {
	s := w.session
	if !s.commands.arrive(w) {
		return
	}
	perform := func() {
		defer s.commands.leave()
		s.perform(w.Message, w.Urgent())
	}
	if w.Urgent() {
		perform()
	} else {
		s.workers.Go(perform)
	}
}

// together runs the commands of a batch concurrently and returns when all are done.
func (s *Session) together(batch []tea.Cmd, urgent bool) {
	if len(batch) == 0 {
		return
	}
	var others sync.WaitGroup
	others.Add(len(batch) - 1)
	for _, one := range batch[1:] {
		s.workers.Go(func() {
			defer others.Done()
			s.perform(one, urgent)
		})
	}
	s.perform(batch[0], urgent)
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
func (s *Session) call(cmd tea.Cmd) tea.Msg {
	defer s.survive()
	return cmd()
}

// survive has a panic end only the session. It is deferred.
func (s *Session) survive() {
	if v := recover(); v != nil {
		s.fail(v)
	}
}
