package datatest

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"noir/data"
)

// nameIsTaken: a player who takes another name keeps the one before from others, and the
// new one themselves.
func (s *suite) nameIsTaken() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.begin("over", p...)
	s.finish("over", won(1, 2))
	for name, want := range map[string]error{"bert": data.ErrNameTaken, "be-rt": data.ErrNameTaken, "8ert": data.ErrBadName, "noir-anna": data.ErrNameKept} {
		_, err := s.TakeName(ctx, p[0].ID, name)
		s.refused(name, err, want)
	}
	_, err := s.TakeName(ctx, 99, "cora")
	s.refused("nobody", err, data.ErrNotFound)
	s.same("her own name is no change", must(s.TakeName(ctx, p[0].ID, "Anna")), p[0])

	before := time.Now().Truncate(time.Millisecond)
	cora := must(s.TakeName(ctx, p[0].ID, "Cora"))
	s.same("she is called", cora, data.Player{ID: p[0].ID, Name: "cora", Created: p[0].Created})
	s.reopen()
	s.same("on the seats", s.names("over"), []string{"cora", "bert"})
	s.same("by key", must(s.PlayerByKey(ctx, "SHA256:anna")), cora)
	_, err = s.PlayerByName(ctx, "anna")
	s.refused("by the old name", err, data.ErrNotFound)

	var soon *data.TooSoon
	for _, name := range []string{"dora", "anna"} {
		_, err := s.TakeName(ctx, cora.ID, name)
		if !errors.As(err, &soon) || soon.Until.Before(before.Add(data.NameLasts)) || soon.Until.After(time.Now().Add(data.NameLasts)) {
			s.Errorf("%s, a moment later: %v", name, err)
		}
	}
	for _, name := range []string{"anna", "an-na", "ama"} {
		if free, err := s.NameFree(ctx, name); err != nil || free {
			s.Errorf("%s is free: %v, %v", name, free, err)
		}
		_, err := s.CreatePlayer(ctx, name, "SHA256:other", "")
		s.refused(name, err, data.ErrNameTaken)
		_, err = s.TakeName(ctx, p[1].ID, name)
		s.refused(name+" by another", err, data.ErrNameTaken)
	}
	back := must(s.TakeName(ctx, p[1].ID, "bertram")) // a refusal has cost nothing
	s.same("the other is called", back.Name, "bertram")

	s.must(s.Forget(ctx, cora.ID)) // the name has no owner left
	if _, err := s.CreatePlayer(ctx, "anna", "SHA256:other", ""); err != nil {
		s.Errorf("the name of nobody: %v", err)
	}
}

func (s *suite) oneOfManyTakesAName() {
	var took atomic.Int32
	var all sync.WaitGroup
	for _, p := range s.players("anna", "bert", "dora", "emil", "fritz", "gerd") {
		all.Go(func() {
			switch _, err := s.TakeName(s.Context(), p.ID, "cora"); {
			case err == nil:
				took.Add(1)
			case !errors.Is(err, data.ErrNameTaken):
				s.Error(err)
			}
		})
	}
	all.Wait()
	if took.Load() != 1 {
		s.Errorf("%d are called cora", took.Load())
	}
}
