package app

import (
	"crypto/ed25519"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/internal/await"
)

// opened returns a server that runs until the end of the test.
func opened(t *testing.T) *App {
	t.Helper()
	a, err := Open(t.Context(), Config{Data: sqlitetest.Furnish(t, t.TempDir()), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// enrol makes a player, who comes in by a key.
func enrol(t *testing.T, a *App, name string) (data.PlayerID, ssh.AuthMethod) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.store.CreatePlayer(t.Context(), name, ssh.FingerprintSHA256(key.PublicKey()), "")
	if err != nil {
		t.Fatal(err)
	}
	return p.ID, ssh.PublicKeys(key)
}

// visitor is somebody who is connected, and what they are told.
type visitor struct {
	*ssh.Client
	out, errOut io.Reader
}

// visit connects somebody, who runs a command, or a shell if it is empty, until their connection is closed.
func visit(t *testing.T, a *App, name, command string, auth ssh.AuthMethod) visitor {
	t.Helper()
	client, err := ssh.Dial("tcp", a.Addr().String(), &ssh.ClientConfig{
		User: name, Auth: []ssh.AuthMethod{auth}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	v := visitor{Client: client}
	session, err := client.NewSession()
	if err == nil {
		_, err = session.StdinPipe() // open: at its end they leave
	}
	if err == nil {
		v.out, err = session.StdoutPipe()
	}
	if err == nil {
		v.errOut, err = session.StderrPipe()
	}
	switch {
	case err != nil:
	case command == "":
		err = session.Shell()
	default:
		err = session.Start(command)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestWhoIsHere: players see who else is connected, but for those who have blocked them and whom they have blocked.
func TestWhoIsHere(t *testing.T) {
	t.Parallel()
	a := opened(t)
	var ids []data.PlayerID
	for _, name := range []string{"marlowe", "spade", "vera"} {
		id, key := enrol(t, a, name)
		ids = append(ids, id)
		if name == "vera" { // is not here
			continue
		}
		visit(t, a, name, "", key)
	}
	around := func(p data.PlayerID) (names []string) {
		for _, o := range a.visits.around(p) {
			names = append(names, o.Name)
		}
		return names
	}
	marlowe, spade, vera := ids[0], ids[1], ids[2]
	await.Until(t, "two are here", func() bool { return len(a.everybody()) == 2 })
	if !a.visits.here(marlowe, spade) || a.visits.here(marlowe, vera) {
		t.Errorf("spade is here for marlowe: %t, and vera: %t", a.visits.here(marlowe, spade), a.visits.here(marlowe, vera))
	}
	if got := around(vera); !slices.Equal(got, []string{"marlowe", "spade"}) {
		t.Errorf("vera sees %q", got)
	}
	if err := a.store.Tie(t.Context(), marlowe, spade, data.Blocked); err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]data.PlayerID{{marlowe, spade}, {spade, marlowe}} {
		await.Until(t, "they are apart", func() bool { return a.broker.Apart(pair[0])(pair[1]) })
		if got := around(pair[0]); a.visits.here(pair[0], pair[1]) || len(got) != 1 {
			t.Errorf("%d sees %q, and that %d is here: %t", pair[0], got, pair[1], a.visits.here(pair[0], pair[1]))
		}
	}
	if !a.visits.here(vera, spade) || len(around(vera)) != 2 {
		t.Errorf("vera sees %q", around(vera))
	}
}

// TestTheLastSentenceIsInTheirLanguage: the settings say in which one, and not the client.
func TestTheLastSentenceIsInTheirLanguage(t *testing.T) {
	t.Parallel()
	a := opened(t)
	id, key := enrol(t, a, "marlowe")
	if err := a.visits.services.Settings.Speak(t.Context(), id, "sv"); err != nil {
		t.Fatal(err)
	}
	event, err := a.store.OpenTournament(t.Context(), "vivian", data.Tournament{
		Title: "Night shift", Game: "district-noir", Seats: 2, Starts: time.Now(), Ends: time.Now().Add(time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]chan string{}
	for _, command := range []string{"", fmt.Sprintf("event %d --json --follow", event.ID)} {
		v, began, last := visit(t, a, "marlowe", command, key), make(chan error, 1), make(chan string, 1)
		go func() {
			_, err := io.ReadFull(v.out, make([]byte, 1))
			began <- err
			said, _ := io.ReadAll(v.errOut)
			last <- string(said)
		}()
		if err := await.One(t, began, "output of "+command); err != nil {
			t.Fatal(err)
		}
		told[command] = last
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	for command, last := range told {
		if said := await.One(t, last, "last sentence"); !strings.Contains(said, "Servern stängs en stund.") {
			t.Errorf("%q ends with %q", command, said)
		}
	}
}

// TestGuestsTakeTheirTablesAlong: once a guest has left, nobody waits for them.
func TestGuestsTakeTheirTablesAlong(t *testing.T) {
	t.Parallel()
	a := opened(t)
	guest := visit(t, a, "stranger", "play district-noir --json --bot easy",
		ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil }))
	await.Until(t, "a table runs", func() bool { return a.broker.Own().Tables == 1 })
	if err := guest.Close(); err != nil {
		t.Error(err)
	}
	await.Until(t, "no table runs", func() bool { return a.broker.Own().Tables == 0 })
}
