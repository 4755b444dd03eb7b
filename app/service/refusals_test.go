package service_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"noir/app/service"
	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/tui/tuitest"
)

// TestRefusalsAreSentences: what cannot be done is refused in words for people, and changes nothing.
func TestRefusalsAreSentences(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := newTown(t)
		ctx, keys, guest := t.Context(), s.Keys("SHA256:anna"), s.Guest("guest-1234")
		err := s.Circle.Tie(ctx, s.anna.ID, s.bert, data.Friend)
		if err == nil {
			_, err = keys.Rename(ctx, s.anna.ID, "annie")
		}
		if err != nil {
			t.Fatal(err)
		}
		s.match(t, "running", false, data.Seat{Name: "guest-1234", Kind: data.Guest}, func(*data.Match) {})
		state := func() string {
			ties, err1 := s.Circle.All(ctx, s.anna.ID)
			ring, err2 := keys.List(ctx, s.anna.ID)
			who, err3 := s.Names.Find(ctx, "annie")
			if err := errors.Join(err1, err2, err3); err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(ties, ring, who)
		}
		before := state()
		const noKeys, noLists = "guests have no keys", "guests have no lists"
		for what, c := range map[string]struct {
			want string
			do   func() error
		}{
			"a guest's keys":       {noKeys, func() error { _, err := keys.List(ctx, guest.ID); return err }},
			"a guest's key":        {noKeys, func() error { _, err := keys.Find(ctx, guest.ID, "1"); return err }},
			"a guest invites":      {noKeys, func() error { _, err := keys.Invite(ctx, guest.ID); return err }},
			"a guest recovers":     {noKeys, func() error { _, err := keys.NewRecovery(ctx, guest.ID); return err }},
			"a guest's label":      {noKeys, func() error { _, err := keys.Relabel(ctx, guest.ID, 1, "x"); return err }},
			"a guest revokes":      {noKeys, func() error { _, err := keys.Revoke(ctx, guest.ID, 1); return err }},
			"a guest's name":       {noKeys, func() error { _, err := keys.Rename(ctx, guest.ID, "gustav"); return err }},
			"a guest goes":         {noKeys, func() error { return keys.Forget(ctx, guest.ID) }},
			"a guest keeps":        {noKeys, func() error { _, err := s.Matches.Keep(ctx, guest.ID, "running", true); return err }},
			"a guest's friends":    {noLists, func() error { _, err := s.Circle.All(ctx, guest.ID); return err }},
			"a guest's friend":     {noLists, func() error { return s.Circle.Tie(ctx, guest.ID, s.bert, data.Friend) }},
			"oneself":              {"that is you", func() error { return s.Circle.Tie(ctx, s.anna.ID, s.anna, data.Friend) }},
			"no tie":               {"cora is not on that list", func() error { return s.Circle.Untie(ctx, s.anna.ID, s.cora, data.Friend) }},
			"another tie":          {"bert is not on that list", func() error { return s.Circle.Untie(ctx, s.anna.ID, s.bert, data.Blocked) }},
			"renamed again":        {"You changed your name recently", func() error { _, err := keys.Rename(ctx, s.anna.ID, "anne"); return err }},
			"another's name":       {"Somebody here already has that name", func() error { _, err := s.Names.Check(ctx, "", "BERT"); return err }},
			"games before nothing": {`no finished game "gone"`, func() error { _, err := s.Matches.Past(ctx, s.anna.ID, "gone", 9); return err }},
			"no game":              {`no game "gone"`, func() error { _, err := s.Matches.Finished(ctx, "gone"); return err }},
			"a running game":       {"`watch running` shows it", func() error { _, err := s.Matches.Finished(ctx, "running"); return err }},
			"no event":             {matchmaking.ErrNoTournament.Error(), func() error { _, _, err := s.Events.Table(ctx, 999); return err }},
		} {
			err := c.do()
			if words, ok := service.Words(err); !ok || !strings.Contains(service.Explain(nil, words), c.want) {
				t.Errorf("%s: %v, want %q", what, err, c.want)
			}
		}
		if after := state(); after != before {
			t.Errorf("%s, and before %s", after, before)
		}
	})
}

// TestAProfileHasWhereAPlayerStands among those of their kind; guests and those who have not played stand nowhere.
func TestAProfileHasWhereAPlayerStands(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := newTown(t)
		p, err := s.Rankings.Profile(t.Context(), game, s.anna.ID, 3)
		if err != nil || p.Standing == nil || p.Standing.Player.ID != s.anna.ID || p.Total != 3 || len(p.History) != 3 {
			t.Errorf("%+v, %v", p, err)
		}
		for _, who := range []data.PlayerID{s.Guest("guest-1234").ID, s.Player("dora").ID} {
			if p, err := s.Rankings.Profile(t.Context(), game, who, 3); err != nil || p.Standing != nil || p.History != nil {
				t.Errorf("of player %d: %+v, %v", who, p, err)
			}
		}
	})
}

// TestLongGamesArePaidForByTheirTime, which their reader's address then has to wait for.
func TestLongGamesArePaidForByTheirTime(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := newTown(t)
		ctx := quota.With(t.Context(), quota.Payer{ID: quota.Player(int64(s.anna.ID)), Address: netip.MustParseAddr("192.0.2.1")})
		has := quota.Usual().Of(quota.Processor).Address.N
		if err := s.Matches.Work(ctx, func() error { time.Sleep(time.Duration(has) * 2 * time.Second); return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Work(ctx); !errors.As(err, new(*quota.Refused)) {
			t.Errorf("after twice the time that an address has: %v", err)
		}
	})
}

// TestReportsArePaidFirst: a report is paid for also if it is refused, since other servers may
// be asked for it.
func TestReportsArePaidFirst(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := newTown(t)
		ctx := quota.With(t.Context(), quota.Payer{ID: quota.Player(int64(s.anna.ID))})
		var terms *matchmaking.BadTerms
		tries := quota.Usual().Of(quota.Reports).Player.N
		for range tries {
			if _, err := s.Circle.Report(ctx, matchmaking.Complaint{By: s.anna, About: "nobody", Reason: "rude"}); !errors.As(err, &terms) {
				t.Fatal(err)
			}
		}
		if _, err := s.Circle.Report(ctx, matchmaking.Complaint{By: s.anna, About: "bert", Reason: "rude"}); !errors.As(err, new(*quota.Refused)) {
			t.Errorf("after %d tries: %v", tries, err)
		}
	})
}
