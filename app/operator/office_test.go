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
	"noir/data/sqlite/sqlitetest"
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
	if err := s.Close(); err != nil {
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
		`the nearest is "noirburg"`: event("noirborg", 0, time.Hour),
		"--game is one of":          event("chess", 0, time.Hour),
		"--seats is 2 to 2":         event("district-noir", 3, time.Hour),
		"--seats is 3 to 6":         event("noirburg", 2, time.Hour),
		"--seats is 3 to":           event("noirburg", 7, time.Hour),
		"--minutes is 1 to 1440":    event("noirburg", 0, time.Minute-1),
		"--minutes is 1 to":         event("noirburg", 0, operator.MaxEvent+1),
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
