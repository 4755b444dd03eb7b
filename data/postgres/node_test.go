package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"noir/data"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/engine"
	"noir/internal/await"
)

// ask runs a statement beside the store and returns what it returns first.
func ask(t testing.TB, url, statement string) (answer any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := conn.Query(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			t.Fatal(err)
		}
		answer = values[0]
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return answer
}

// begun opens a match without players.
func begun(t *testing.T, s *postgres.Store, id data.MatchID) {
	t.Helper()
	if _, err := s.Open(t.Context(), data.Match{ID: id, Game: "any", Pace: data.Live, Started: time.Now()}); err != nil {
		t.Fatal(err)
	}
}

func ply(n int) data.Entry {
	return data.NewEntry(n, engine.Ply{Move: engine.Move{By: engine.ByPlayer, Body: []byte(`{"type":"take"}`)}}, int64(n))
}

// TestDeadNode: a node that was killed is removed by the next one, which an operator beside it is not.
func TestDeadNode(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	ask(t, url, `WITH dead AS (INSERT INTO nodes (slot, name, version, joined) VALUES (1, 'a dead one', 'test', 0) RETURNING id)
		INSERT INTO beats (node, beat) SELECT id, 7 FROM dead`)
	s := open(t, url)
	beside, err := postgres.Attach(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(beside.Note(t.Context(), "olga", "note", "a", nil), beside.Close()); err != nil {
		t.Error(err)
	}
	late := time.After(time.Minute)
	for c, next := s.Census(); len(c.Nodes) != 1; c, next = s.Census() {
		select {
		case <-next:
		case <-late:
			t.Fatalf("after a minute there are %v", c.Nodes)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if n := ask(t, url, `SELECT count(*) FROM nodes`); n != int64(0) {
		t.Errorf("%v nodes are left", n)
	}
}

// TestFenced: whoever was taken for dead writes nothing more, neither moves nor anything else.
func TestFenced(t *testing.T) {
	url := pgtest.Database(t)
	s := open(t, url)
	defer s.Close()
	begun(t, s, "m1")
	if err := s.Append(t.Context(), "m1", ply(1)); err != nil {
		t.Fatal(err)
	}
	ask(t, url, `DELETE FROM nodes`)
	if err := s.Append(t.Context(), "m1", ply(2)); !errors.Is(err, data.ErrUnavailable) {
		t.Errorf("a move: %v", err)
	}
	if _, err := s.CreatePlayer(t.Context(), "anna", "SHA256:anna", ""); !errors.Is(err, data.ErrUnavailable) {
		t.Errorf("a player: %v", err)
	}
	if err := s.Ready(t.Context()); !errors.Is(err, data.ErrUnavailable) {
		t.Errorf("ready: %v", err)
	}
	if n := ask(t, url, `SELECT (SELECT count(*) FROM moves) + 10 * (SELECT count(*) FROM players)`); n != int64(1) {
		t.Errorf("%v", n)
	}
}

// TestConnectionsAreLost: after every connection has been cut a move is refused at worst as one whose
// outcome is not known. Then the term is another one before anything is read, and moves go on.
func TestConnectionsAreLost(t *testing.T) {
	url := pgtest.Database(t)
	s := open(t, url)
	defer s.Close()
	begun(t, s, "m1")
	next := 1
	for range 5 {
		if err := s.Append(t.Context(), "m1", ply(next)); err != nil {
			t.Fatal(err)
		}
		next++
		before := ask(t, url, `SELECT term FROM nodes`).(int64)
		ask(t, url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'noir' AND datname = current_database()`)
		err := s.Append(t.Context(), "m1", ply(next))
		if err == nil {
			next++
			continue
		}
		if !errors.Is(err, data.ErrUnavailable) {
			t.Fatal(err)
		}
		m, err := s.Match(t.Context(), "m1")
		for late := time.Now().Add(time.Minute); err != nil; m, err = s.Match(t.Context(), "m1") {
			if time.Now().After(late) {
				t.Fatal(err)
			}
		}
		next = len(m.Moves) + 1
		if term := ask(t, url, `SELECT term FROM nodes`).(int64); term == before {
			t.Error("the outcome was not known, and the term is the same")
		}
		for late := time.Now().Add(time.Minute); s.Ready(t.Context()) != nil; {
			if time.Now().After(late) {
				t.Fatal("nothing can be stored any more")
			}
		}
	}
}

// TestUnsafeServersAreRefused: a server that may lose what it has acknowledged, or is not as the store needs it, is
// not used. A function before PostgreSQL's own says what such a server would say.
func TestUnsafeServersAreRefused(t *testing.T) {
	url := pgtest.Database(t)
	ask(t, url, `CREATE SCHEMA other`)
	ask(t, url, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = other, pg_catalog, public', current_database()); END $$`)
	says := func(setting, value string) {
		t.Helper()
		ask(t, url, `CREATE OR REPLACE FUNCTION other.current_setting(name text) RETURNS text LANGUAGE sql AS
			$$ SELECT CASE name WHEN '`+setting+`' THEN '`+value+`' ELSE pg_catalog.current_setting(name) END $$`)
	}
	for _, c := range []struct{ setting, value, why string }{
		{"server_version_num", "149999", "14.99"},
		{"server_encoding", "SQL_ASCII", "SQL_ASCII"},
		{"fsync", "off", "fsync is off"},
		{"full_page_writes", "off", "full_page_writes is off"},
		{"synchronous_commit", "off", "synchronous_commit is off"},
		{"synchronous_commit", "local", "synchronous_commit is local"},
	} {
		says(c.setting, c.value)
		if s, err := postgres.Open(t.Context(), url, "", "test"); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s = %s: %v", c.setting, c.value, err)
			if err == nil {
				s.Close()
			}
		}
	}
	for setting, value := range map[string]string{"server_version_num": "150000", "synchronous_commit": "remote_write"} {
		says(setting, value)
		open(t, url).Close()
	}
}

// TestCollations: the schema leaves no order of texts to the system, and a database that does is refused.
func TestCollations(t *testing.T) {
	url := pgtest.Database(t)
	if err := open(t, url).Close(); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var byDefault string
	err = conn.QueryRow(t.Context(), `SELECT coalesce(string_agg(i.indexrelid::regclass::text, ', '), '') FROM pg_index i
		CROSS JOIN LATERAL unnest(i.indcollation::oid[]) AS used (rule) JOIN pg_collation c ON c.oid = used.rule
		JOIN pg_class r ON r.oid = i.indrelid WHERE r.relnamespace = current_schema()::regnamespace AND r.relname NOT LIKE 'goose%' AND i.indexrelid::regclass::text <> 'feeds' AND c.collname <> 'C'`).Scan(&byDefault)
	if err != nil || byDefault != "" {
		t.Errorf("indexes by another collation: %s, %v", byDefault, err)
	}
	if _, err := conn.Exec(t.Context(), `CREATE INDEX odd ON players (name COLLATE "und-x-icu")`); err != nil {
		t.Fatal(err)
	}
	if s, err := postgres.Open(t.Context(), url, "", "test"); err == nil || !strings.Contains(err.Error(), "odd") {
		t.Errorf("it is not refused: %v", err)
		if err == nil {
			s.Close()
		}
	}
}

// TestOrderOfADatabase: one of a language counts, whatever libc's beside it is.
func TestOrderOfADatabase(t *testing.T) {
	t.Parallel()
	base := pgtest.Empty(t)
	name := fmt.Sprintf("noir_icu_%d", os.Getpid())
	ask(t, base, `CREATE DATABASE `+name+` TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'und'`)
	defer ask(t, base, `DROP DATABASE `+name+` WITH (FORCE)`)
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	s, err := postgres.Open(t.Context(), u.String(), "", "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ask(t, u.String(), `CREATE INDEX odd ON nodes (name)`)
	if s, err := postgres.Open(t.Context(), u.String(), "", "test"); err == nil || !strings.Contains(err.Error(), "odd") {
		t.Errorf("it is not refused: %v", err)
		if err == nil {
			s.Close()
		}
	}
}

// TestClocks: a node knows how far its clock is from the database's.
func TestClocks(t *testing.T) {
	s := open(t, pgtest.Database(t))
	c, next := s.Census()
	for late := time.After(time.Minute); c.Clock == 0; c, next = s.Census() { // the first beat may have been a slow one
		select {
		case <-next:
		case <-late:
			t.Fatal("after a minute it does not know")
		}
	}
	if c.Clock.Abs() > time.Second {
		t.Errorf("%v ahead", c.Clock)
	}
}

// TestASlowBeat: a look gives up by itself, and one that took long leaves the difference of the clocks as it was.
func TestASlowBeat(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	s := open(t, url)
	s.Still()
	was, _ := s.Census()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	look := func() (over chan bool) {
		if _, err := conn.Exec(t.Context(), `BEGIN; SELECT FROM beats FOR UPDATE`); err != nil {
			t.Fatal(err)
		}
		over = make(chan bool, 1)
		go func() { s.Look(t.Context()); over <- true }()
		return over
	}
	await.One(t, look(), "end of a look at a database that does not answer")
	if c, _ := s.Census(); c.Clock != was.Clock {
		t.Errorf("after no answer the clock is %v ahead, before %v", c.Clock, was.Clock)
	}
	if _, err := conn.Exec(t.Context(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	_, next := s.Census()
	over := look()
	<-time.After(time.Second / 2) // a slow database
	if _, err := conn.Exec(t.Context(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	await.One(t, over, "end of a slow look")
	select {
	case <-next:
	default:
		t.Error("a slow look has shown nothing")
	}
	if c, _ := s.Census(); c.Clock != was.Clock {
		t.Errorf("after a slow look the clock is %v ahead, before %v", c.Clock, was.Clock)
	}
}

// TestMigrationsAreTheSame: both dialects have the same migrations, by number and name.
func TestMigrationsAreTheSame(t *testing.T) {
	here, there := names(t, "migrations"), names(t, "../sqlite/migrations")
	if here != there {
		t.Errorf("here are\n%s\nin SQLite\n%s", here, there)
	}
}

// TestAgreementWhileOneJoins: a node that is about to join and one that is about to say how it speaks, or which host key
// it shows, do not both go by a house without the other.
func TestAgreementWhileOneJoins(t *testing.T) {
	t.Parallel()
	for name, say := range map[string]func(s *postgres.Store, which int) error{
		"protocol": func(s *postgres.Store, which int) error { _, err := s.Speak(t.Context(), which); return err },
		"host key": func(s *postgres.Store, which int) error {
			_, err := s.Present(t.Context(), fmt.Sprintf("key %d", which))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.Database(t)
			joins, says := open(t, url), open(t, url)
			defer joins.Close()
			defer says.Close()
			if err := errors.Join(say(joins, 1), joins.Leave(t.Context())); err != nil {
				t.Fatal(err)
			}
			beside, err := pgx.Connect(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			defer beside.Close(context.Background())
			slot, err := beside.Begin(t.Context()) // that whoever joins waits for, once it has seen who is there
			if err != nil {
				t.Fatal(err)
			}
			if _, err := slot.Exec(t.Context(), `INSERT INTO nodes (slot, name, version, joined, speaks) VALUES (1, 'none', '', 0, 0)`); err != nil {
				t.Fatal(err)
			}
			waits := func(kind string) bool {
				return ask(t, url, `SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = '`+kind+`' AND pid IN (
					SELECT pid FROM pg_stat_activity WHERE datname = current_database())`) != int64(0)
			}
			joined, said := make(chan error, 1), make(chan error, 1)
			go func() { joined <- joins.Join(t.Context()) }()
			for late := time.Now().Add(time.Minute); !waits("transactionid"); {
				if time.Now().After(late) {
					t.Fatal("after a minute nobody waits for the slot")
				}
			}
			go func() { said <- say(says, 2) }()
			for late := time.Now().Add(time.Minute); len(said) == 0 && !waits("advisory"); { // it has not waited, or waits
				if time.Now().After(late) {
					t.Fatal("after a minute the other neither waits nor has been answered")
				}
			}
			if err := slot.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := await.One(t, joined, "the join"); err != nil {
				t.Errorf("who was first: %v", err)
			}
			if err := await.One(t, said, "what the other says"); !errors.Is(err, data.ErrTaken) {
				t.Errorf("who came after: %v", err)
			}
		})
	}
}

// TestAppendLooksUpItsMatchesAlone: however many matches a node runs, an entry costs what its own match does.
func TestAppendLooksUpItsMatchesAlone(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	s := open(t, url)
	defer s.Close()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	plan := ""
	for _, do := range []string{
		`INSERT INTO matches (id, game, rated, pace, private, seed, started, owner)
			SELECT 'm' || n, 'district-noir', false, 'live', false, decode(repeat('00', 32), 'hex'), 0, (SELECT id FROM nodes) FROM generate_series(1, 2000) n`,
		`ANALYZE matches`,
		`SET plan_cache_mode = force_generic_plan`,
		`PREPARE append AS ` + postgres.AppendLogs,
		`EXPLAIN EXECUTE append (1, 1, '{m1}', '{1}', '{m1}', '{1}', '{0}', '{}', '{0}', '{}', '{}', '{}')`,
	} {
		results, err := conn.PgConn().Exec(t.Context(), do).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", do, err)
		}
		plan = ""
		for _, row := range results[0].Rows {
			plan += string(row[0]) + "\n"
		}
	}
	if !strings.Contains(plan, "matches_id_key") || strings.Contains(plan, "Seq Scan on matches") {
		t.Errorf("the plan reads more matches than those that it is about:\n%s", plan)
	}
}
