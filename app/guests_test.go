package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/data"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/matchmaking/cluster"
	"noir/matchmaking/cluster/natstest"
)

// guest connects a guest.
func guest(t *testing.T, a *app.App) *ssh.Client {
	t.Helper()
	client, err := ssh.Dial("tcp", a.Addr().String(), &ssh.ClientConfig{
		User: "stranger", HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { return nil },
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// TestGuestsGoWithTheirServer: a server that serves a database alone takes up the tables of the one before it. Its
// first guest, who has the same id as the first guest there, has none of their seats.
func TestGuestsGoWithTheirServer(t *testing.T) {
	t.Parallel()
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
	client := guest(t, a)
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

// TestGuestsOfANodeThatJoinedAgain: the others have taken a server for dead, and it has joined them as another node.
// People who come to it as guests after that are guests of that node.
func TestGuestsOfANodeThatJoinedAgain(t *testing.T) {
	t.Parallel()
	database := pgtest.Database(t)
	a, err := app.Open(t.Context(), app.Config{Data: t.TempDir(), Database: database, NATS: natstest.Start(t), House: "test", Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	before := guest(t, a)
	defer before.Close()
	first, err := before.NewSession()
	if err == nil {
		err = first.Run("tables") // which gives them their id
	}
	if err != nil {
		t.Fatal(err)
	}
	var was, is data.NodeID
	if err := conn.QueryRow(t.Context(), `DELETE FROM nodes RETURNING id`).Scan(&was); err != nil {
		t.Fatal(err)
	}
	joined := `SELECT node FROM beats WHERE linked`
	for late := time.Now().Add(time.Minute); is == 0 || is == was; <-time.After(10 * time.Millisecond) {
		err := conn.QueryRow(t.Context(), joined).Scan(&is)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) || time.Now().After(late) {
			t.Fatalf("it does not join again: %v", err)
		}
	}
	client := guest(t, a)
	defer client.Close()
	defer time.AfterFunc(time.Minute, func() { client.Close() }).Stop() // ends the lines
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := session.StdoutPipe()
	if err == nil {
		_, err = session.StdinPipe() // open: at its end they leave
	}
	if err == nil {
		err = session.Start("play district-noir --json --bot normal")
	}
	if err != nil {
		t.Fatal(err)
	}
	var id data.PlayerID
	for lines := bufio.NewScanner(out); id == 0 && lines.Scan(); {
		if err := conn.QueryRow(t.Context(), `SELECT guest FROM seats WHERE guest IS NOT NULL`).Scan(&id); err != nil && !errors.Is(err, pgx.ErrNoRows) {
			t.Fatal(err)
		}
	}
	if id != cluster.Guests(is)-1 {
		t.Errorf("the first guest of node %d, which was %d, has the id %d", is, was, id)
	}
}
