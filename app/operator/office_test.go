package operator_test

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"noir/app/operator"
	"noir/data"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/server/hostkey"
)

// fingerprint is that of a player's key.
func fingerprint(name string) string {
	sum := sha256.Sum256([]byte(name))
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}

// office is an operator's, on a directory in which anna, bert and annabel are players.
func office(t *testing.T) (*operator.Office, map[string]data.Player) {
	t.Helper()
	return officeAfter(t, func(*sqlite.Store, map[string]data.Player) error { return nil })
}

// officeAfter is an office where something has happened before.
func officeAfter(t *testing.T, past func(*sqlite.Store, map[string]data.Player) error) (*operator.Office, map[string]data.Player) {
	t.Helper()
	dir := t.TempDir()
	s := sqlitetest.Open(t, dir)
	players := map[string]data.Player{}
	for _, name := range []string{"anna", "bert", "annabel"} {
		p, err := s.CreatePlayer(t.Context(), name, fingerprint(name), "")
		if err != nil {
			t.Fatal(err)
		}
		players[name] = p
	}
	if err := errors.Join(past(s, players), s.Close()); err != nil {
		t.Fatal(err)
	}
	o, err := operator.Open(operator.Place{Data: dir}, "olga", games)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	return o, players
}

// TestEventsThatCannotBe are refused and opened none; those at the limits can.
func TestEventsThatCannotBe(t *testing.T) {
	t.Parallel()
	o, _ := office(t)
	start := time.Now().Add(time.Hour)
	event := func(game string, seats int, length time.Duration) data.Tournament {
		return data.Tournament{Game: game, Seats: seats, Starts: start, Ends: start.Add(length)}
	}
	for want, e := range map[string]data.Tournament{
		`the nearest is "noirburg"`:           event("noirborg", 0, time.Hour),
		"--game is district-noir or noirburg": event("chess", 0, time.Hour),
		"--seats is 2 in district-noir":       event("district-noir", 3, time.Hour),
		"--seats is 3 to 6":                   event("noirburg", 2, time.Hour),
		"--seats is 3 to":                     event("noirburg", 7, time.Hour),
		"--minutes is 1 to 1440":              event("noirburg", 0, time.Minute-1),
		"--minutes is 1 to":                   event("noirburg", 0, operator.MaxEvent+1),
	} {
		var misuse operator.Misuse
		if _, err := o.Events.Open(t.Context(), e); !errors.As(err, &misuse) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if list, err := o.Events.List(t.Context(), true); err != nil || len(list) != 0 {
		t.Errorf("there are %+v, %v", list, err)
	}
	for _, e := range []data.Tournament{event("noirburg", 3, time.Minute), event("noirburg", 6, time.Minute), event("district-noir", 2, operator.MaxEvent)} {
		opened, err := o.Events.Open(t.Context(), e)
		if err != nil || opened.Title == "" {
			t.Errorf("%+v, %v", opened, err)
		}
	}
	if list, err := o.Events.List(t.Context(), false); err != nil || len(list) != 3 || list[0].Players != 0 || list[0].Leader != "" {
		t.Errorf("there are %+v, %v", list, err)
	}
}

// TestADossierIsOfOnePlayer: bans of others, and others' silences, are not in it.
func TestADossierIsOfOnePlayer(t *testing.T) {
	t.Parallel()
	o, players := office(t)
	ctx := t.Context()
	for _, b := range []struct {
		kind  data.BanKind
		value string
	}{{data.BanKey, fingerprint("bert")}, {data.BanName, "anna"}, {data.BanPrefix, "192.0.2.0/24"}} {
		if _, err := o.Moderation.Ban(ctx, b.kind, b.value, "rude", time.Hour); err != nil {
			t.Fatal(b.value, err)
		}
	}
	for _, name := range []string{"anna", "annabel"} {
		if _, _, err := o.Moderation.Mute(ctx, name, "loud", time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]struct{ bans, silence string }{
		"anna": {"anna", "loud"}, "bert": {fingerprint("bert"), ""}, "annabel": {"", "loud"},
	} {
		d, err := o.Players.Describe(ctx, name, 9)
		var bans []string
		for _, b := range d.Bans {
			bans = append(bans, b.Value)
		}
		silence := ""
		if d.Silence != nil {
			silence = d.Silence.Reason
			if d.Silence.Player != players[name].ID {
				t.Errorf("%s has the silence of player %d", name, d.Silence.Player)
			}
		}
		if err != nil || strings.Join(bans, " ") != want.bans || silence != want.silence || len(d.Keys) != 1 {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
}

// TestWhoIsMeant: a name that nobody has is answered by the nearest.
func TestWhoIsMeant(t *testing.T) {
	t.Parallel()
	o, players := office(t)
	if p, err := o.Players.Find(t.Context(), "annabel"); err != nil || p.ID != players["annabel"].ID {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := o.Players.Find(t.Context(), "annabell"); err == nil || !strings.Contains(err.Error(), `the nearest is "annabel"`) {
		t.Error(err)
	}
	if _, err := o.Players.Find(t.Context(), "zebedeus"); err == nil || !strings.Contains(err.Error(), "noir admin players lists them") {
		t.Error(err)
	}
	if list, all, err := o.Players.Search(t.Context(), "anna", 1, 0); err != nil || len(list) != 1 || all != 2 {
		t.Errorf("%+v of %d, %v", list, all, err)
	}
}

// TestAKeyIsAnnouncedFirst before it is put into place.
func TestAKeyIsAnnouncedFirst(t *testing.T) {
	t.Parallel()
	o, _ := office(t)
	if _, err := o.Upkeep.SwitchKey(t.Context()); !errors.Is(err, hostkey.ErrNotAnnounced) || !strings.Contains(err.Error(), "--announce first") {
		t.Error(err)
	}
	if acts, err := o.Upkeep.Audit(t.Context(), 9); err != nil || len(acts) != 0 {
		t.Errorf("noted: %+v, %v", acts, err)
	}
}

// played stores a match of District Noir, which has ended if it is over. Without a second person the house plays.
func played(t *testing.T, s *sqlite.Store, id data.MatchID, over bool, people ...data.Player) error {
	m := data.Match{ID: id, Game: "district-noir", Pace: data.Live, Rated: len(people) == 2, Started: time.Now().Add(-time.Hour)}
	for _, p := range people {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	if len(people) == 1 {
		m.Seats = append(m.Seats, data.Seat{Name: "pip/easy", Kind: data.Bot, Level: "easy"})
	}
	_, err := s.Open(t.Context(), m)
	if err == nil && over {
		_, err = s.Finish(t.Context(), id, time.Now().Add(-time.Minute), engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}})
	}
	return err
}

// TestWhatOperatorsAreTold of what cannot be done, with what to do, and of what was done.
func TestWhatOperatorsAreTold(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	o, players := officeAfter(t, func(s *sqlite.Store, p map[string]data.Player) error {
		_, err := s.Complain(ctx, data.Report{By: p["bert"], About: p["annabel"], Reason: "rude", Talk: []byte(`[{"name":"annabel","text":"boo"}]`)})
		return errors.Join(err,
			played(t, s, "rated", true, p["anna"], p["bert"]), played(t, s, "running", false, p["annabel"]),
			played(t, s, "practice", true, p["anna"]), played(t, s, "practice-2", true, p["anna"]))
	})
	starts := time.Now().Add(-time.Minute)
	event, err := o.Events.Open(ctx, data.Tournament{Game: "district-noir", Starts: starts, Ends: starts.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if off, err := o.Events.Close(ctx, event.ID); err != nil || off {
		t.Errorf("a running event is called off: %t, %v", off, err)
	}
	if path, print, err := o.Upkeep.AnnounceKey(ctx); err != nil || path == "" || !strings.HasPrefix(print, "SHA256:") {
		t.Errorf("announced: %q, %q, %v", path, print, err)
	}
	void := func(id data.MatchID, why string) error { _, err := o.Matches.Void(ctx, id, why); return err }
	for _, c := range []struct {
		want   string
		misuse bool
		do     func() error
	}{
		{"there is no event 999; noir admin event list", false, func() error { _, err := o.Events.Close(ctx, 999); return err }},
		{"is over", false, func() error { _, err := o.Events.Close(ctx, event.ID); return err }},
		{"say why with --reason", true, func() error { return void("rated", "") }},
		{`there is no finished game "gone"; noir admin player`, false, func() error { return void("gone", "cheated") }},
		{"try again when it is over", false, func() error { return void("running", "cheated") }},
		{"make that void first", false, func() error { _, _, err := o.Players.Merge(ctx, "anna", "bert"); return err }},
		{`no player "zebedeus"`, false, func() error { _, _, err := o.Players.Merge(ctx, "zebedeus", "bert"); return err }},
		{`no player "zebedeus"`, false, func() error { _, _, err := o.Players.Merge(ctx, "bert", "zebedeus"); return err }},
		{"try again when it is over", false, func() error { _, err := o.Players.Delete(ctx, players["annabel"]); return err }},
		{"--switch puts it into place", false, func() error { _, _, err := o.Upkeep.AnnounceKey(ctx); return err }},
		{`the nearest is "bert"`, false, func() error { _, err := o.Moderation.Ban(ctx, data.BanName, "berta", "", 0); return err }},
		{"", true, func() error { _, err := o.Moderation.Ban(ctx, data.BanPrefix, "nowhere", "", 0); return err }},
		{"a warning says something", true, func() error { _, err := o.Moderation.Warn(ctx, "bert", " \u200b"); return err }},
		{"there is no report 999", false, func() error { _, _, err := o.Moderation.Report(ctx, 999); return err }},
	} {
		err := c.do()
		if misuse := (operator.Misuse{}); err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &misuse) != c.misuse {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if undone, err := o.Matches.Void(ctx, "rated", "cheated"); err != nil || len(undone) != 2 || undone[0].Name != "anna" || undone[0].Points <= 0 || undone[1].Points >= 0 {
		t.Errorf("undone: %+v, %v", undone, err)
	}
	if r, talk, err := o.Moderation.Report(ctx, 1); err != nil || r.About.Name != "annabel" || len(talk) != 1 || talk[0].Text != "boo" {
		t.Errorf("report 1: %+v, %+v, %v", r, talk, err)
	}
	for length, ends := range map[time.Duration]bool{0: false, time.Hour: true} {
		if b, err := o.Moderation.Ban(ctx, data.BanName, "bert", "rude", length); err != nil || b.Until.IsZero() == ends {
			t.Errorf("a ban of %v: %+v, %v", length, b, err)
		} else if err := o.Moderation.Unban(ctx, b.ID); err != nil {
			t.Error(err)
		}
	}
	for all, want := range map[bool]int{false: 0, true: 2} {
		if bans, err := o.Moderation.Bans(ctx, all); err != nil || len(bans) != want {
			t.Errorf("all bans %t: %+v, %v", all, bans, err)
		}
	}
	if n, err := o.Upkeep.Prune(ctx, time.Now()); err != nil || n != 2 {
		t.Errorf("%d games pruned, %v", n, err)
	}
	if acts, err := o.Upkeep.Audit(ctx, 1); err != nil || len(acts) != 1 || acts[0].Verb != "prune" || acts[0].By != "olga" {
		t.Errorf("noted: %+v, %v", acts, err)
	}
}
