package datatest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"noir/data"
)

func (s *suite) playerIsFound() {
	ctx := s.Context()
	p := must(s.CreatePlayer(ctx, "Anna", "SHA256:a", "laptop"))
	if p.ID <= 0 || p.Name != "anna" || p.Created.IsZero() {
		s.Fatalf("created %+v", p)
	}
	s.reopen()
	s.same("by name", must(s.PlayerByName(ctx, "anna")), p)
	s.same("by key", must(s.PlayerByKey(ctx, "SHA256:a")), p)
	if _, err := s.PlayerByName(ctx, "bert"); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("an unknown name: %v", err)
	}
	if _, err := s.PlayerByKey(ctx, "SHA256:b"); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("an unknown key: %v", err)
	}
	keys := must(s.Keys(ctx, p.ID))
	if len(keys) != 1 || keys[0].ID <= 0 || keys[0].Player != p.ID || keys[0].Fingerprint != "SHA256:a" ||
		keys[0].Label != "laptop" || keys[0].Added.IsZero() || keys[0].LastSeen.Before(keys[0].Added) {
		s.Errorf("keys: %+v", keys)
	}
}

func (s *suite) lookAlikesAreTaken() {
	s.players("corn-isle5")
	for _, name := range []string{"corn-isle5", "CORN-ISLE5", "com-isle5", "corn_1sle5", "c0rnisles"} {
		if free, err := s.NameFree(s.Context(), name); err != nil || free {
			s.Errorf("NameFree(%q) = %v, %v", name, free, err)
		}
		if _, err := s.CreatePlayer(s.Context(), name, "SHA256:other", ""); !errors.Is(err, data.ErrNameTaken) {
			s.Errorf("CreatePlayer(%q): %v", name, err)
		}
	}
	for _, pair := range [][2]string{{"spade", "spacle"}, {"jacob", "jaco8"}, {"hanna", "hama"}, {"jack", "j4ck"}} {
		s.players(pair[0])
		if _, err := s.CreatePlayer(s.Context(), pair[1], "SHA256:other", ""); !errors.Is(err, data.ErrNameTaken) {
			s.Errorf("CreatePlayer(%q): %v", pair[1], err)
		}
	}
	if free, err := s.NameFree(s.Context(), "corn-isle6"); err != nil || !free {
		s.Errorf("another name: %v, %v", free, err)
	}
	if _, err := s.PlayerByKey(s.Context(), "SHA256:other"); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("the refused key was kept: %v", err)
	}
}

func (s *suite) badNameIsRefused() {
	for _, name := range []string{"", "ab", "admin", "guest-1234", "guest_1234", "gone12", "noir-admin", "iris-normal", "a'; DROP TABLE players", "ann\x00a"} {
		if _, err := s.CreatePlayer(s.Context(), name, "SHA256:a", ""); !errors.Is(err, data.ErrBadName) {
			s.Errorf("CreatePlayer(%q): %v", name, err)
		}
	}
}

func (s *suite) keySpeaksForOne() {
	anna := s.players("anna")[0]
	if _, err := s.CreatePlayer(s.Context(), "bert", "SHA256:anna", ""); !errors.Is(err, data.ErrKeyTaken) {
		s.Errorf("a taken key: %v", err)
	}
	s.same("the key's player", must(s.PlayerByKey(s.Context(), "SHA256:anna")), anna)
	if free, err := s.NameFree(s.Context(), "bert"); err != nil || !free {
		s.Errorf("the refused player left the name behind: %v, %v", free, err)
	}
}

func (s *suite) oneOfManyGetsAName() {
	var made, refused atomic.Int32
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			_, err := s.CreatePlayer(s.Context(), "anna", fmt.Sprintf("SHA256:%d", i), "")
			switch {
			case err == nil:
				made.Add(1)
			case errors.Is(err, data.ErrNameTaken):
				refused.Add(1)
			default:
				s.Error(err)
			}
		})
	}
	all.Wait()
	if made.Load() != 1 || refused.Load() != 15 {
		s.Errorf("%d made, %d refused", made.Load(), refused.Load())
	}
}

func (s *suite) keyIsSeen() {
	anna := s.players("anna")[0]
	before := must(s.Keys(s.Context(), anna.ID))
	passed(before[0].LastSeen.Add(2 * time.Millisecond)) // the clock can tell the two apart then
	must(s.PlayerByKey(s.Context(), "SHA256:anna"))
	s.reopen()
	after := must(s.Keys(s.Context(), anna.ID))
	if !after[0].LastSeen.After(before[0].LastSeen) || !after[0].Added.Equal(before[0].Added) {
		s.Errorf("first %+v, then %+v", before[0], after[0])
	}
}

func (s *suite) peopleAreKnown() {
	all := s.players("anna", "bert", "cora")
	s.begin("m1", all[0], all[1])
	s.finish("m1", won(1, 2))
	must(s.ChangeSettings(s.Context(), all[1].ID, func(set *data.Settings) { set.NoSpectators = true }))
	s.must(s.Declare(s.Context(), all[2].ID))
	got := must(s.People(s.Context(), game, all[0].ID, all[1].ID, all[2].ID, 99))
	s.same("people", got, map[data.PlayerID]data.Person{
		all[0].ID: {Rating: s.rating(all[0])},
		all[1].ID: {Rating: s.rating(all[1]), Settings: data.Settings{NoSpectators: true}},
		all[2].ID: {Bot: true, Rating: data.Rating{Value: data.StartRating}},
	})
	other := must(s.People(s.Context(), "noirburg", all[0].ID))
	s.same("in another game", other[all[0].ID].Rating, data.Rating{Value: data.StartRating})
	s.same("nobody", len(must(s.People(s.Context(), game))), 0)
}
