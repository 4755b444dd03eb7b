package app_test

import (
	"encoding/json"
	"errors"
	"net"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/data"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
)

// TestGuestsGoWithTheirServer: a server that serves a database alone takes up the tables of the one before it. Its
// first guest, who has the same id as the first guest there, has none of their seats.
func TestGuestsGoWithTheirServer(t *testing.T) {
	database := pgtest.Database(t)
	before, err := postgres.Open(t.Context(), database, "before", "test")
	if err != nil {
		t.Fatal(err)
	}
	marlowe, err := before.CreatePlayer(t.Context(), "marlowe", "SHA256:marlowe", "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = before.Open(t.Context(), data.Match{ID: "m1", Game: "district-noir", Pace: data.Live, Started: time.Now(), Seats: []data.Seat{
		{Player: -1, Name: "guest-0001", Kind: data.Guest}, {Player: marlowe.ID, Name: marlowe.Name, Kind: data.Human},
	}})
	if err := errors.Join(err, before.Close()); err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), app.Config{Data: t.TempDir(), Database: database, Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	client, err := ssh.Dial("tcp", a.Addr().String(), &ssh.ClientConfig{
		User: "stranger", HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { return nil },
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(command string) (rows []struct{ ID data.MatchID }) {
		t.Helper()
		session, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		out, err := session.Output(command)
		if err == nil {
			err = json.Unmarshal(out, &rows)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
		return rows
	}
	if rows := ask("tables --json"); len(rows) != 1 || rows[0].ID != "m1" {
		t.Errorf("the tables are %v", rows)
	}
	if rows := ask("games --running --json"); len(rows) != 0 {
		t.Errorf("a guest who has just come sits at %v", rows)
	}
	if err := errors.Join(client.Close(), a.Close()); err != nil {
		t.Error(err)
	}
}
