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
	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/data/relational"
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

// waits waits until one connection to the database waits for a lock.
func waits(t *testing.T, url string) {
	t.Helper()
	await.Until(t, "a connection that waits for a lock", func() bool {
		return ask(t, url, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) == int64(1)
	})
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

// TestFenced: whoever was taken for dead writes nothing more, neither moves nor anything else, whatever it tries first.
func TestFenced(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	writes := []func(s *postgres.Store, id data.MatchID) error{
		func(s *postgres.Store, id data.MatchID) error { return s.Append(t.Context(), id, ply(2)) },
		func(s *postgres.Store, id data.MatchID) error {
			_, err := s.CreatePlayer(t.Context(), "player-"+string(id), "SHA256:"+string(id), "")
			return err
		},
		func(s *postgres.Store, _ data.MatchID) error { return s.Note(t.Context(), "olga", "note", "a", nil) },
		func(s *postgres.Store, _ data.MatchID) error { return s.Ready(t.Context()) },
	}
	var nodes []*postgres.Store
	for n := range writes {
		s := open(t, url)
		defer s.Close()
		s.Still() // else a beat may notice it first
		id := data.MatchID(fmt.Sprint("m", n))
		begun(t, s, id)
		if err := s.Append(t.Context(), id, ply(1)); err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, s)
	}
	ask(t, url, `DELETE FROM nodes`)
	for first, s := range nodes {
		for n := range writes {
			which := (first + n) % len(writes)
			if err := writes[which](s, data.MatchID(fmt.Sprint("m", first))); !errors.Is(err, data.ErrUnavailable) || !errors.Is(err, data.ErrFenced) {
				t.Errorf("write %d, of which %d was the first: %v", which, first, err)
			}
		}
	}
	if n := ask(t, url, `SELECT (SELECT count(*) FROM moves) + 10 * (SELECT count(*) FROM players) + 100 * (SELECT count(*) FROM audit)`); n != int64(len(nodes)) {
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

// TestATermThatAnotherRaised: a write that finds another term than its own is not made before the term has been raised
// again, and is no sign that this node has been removed.
func TestATermThatAnotherRaised(t *testing.T) {
	t.Parallel()
	s, url := still(t)
	defer s.Close()
	begun(t, s, "m1")
	for n, write := range []func() error{
		func() error { return s.Append(t.Context(), "m1", ply(1)) },
		func() error { return s.Ready(t.Context()) },
	} {
		ask(t, url, `UPDATE nodes SET term = term + 1`)
		if err := write(); err != nil && (!errors.Is(err, data.ErrUnavailable) || errors.Is(err, data.ErrFenced)) {
			t.Errorf("write %d of a former term: %v", n, err)
		}
		if err := write(); err != nil {
			t.Errorf("write %d of the next: %v", n, err)
		}
	}
}

// TestANodeThatJoinsAgainMeanwhile: that its former self is removed is no matter of the node that it is by then.
func TestANodeThatJoinsAgainMeanwhile(t *testing.T) {
	t.Parallel()
	s, url := still(t)
	defer s.Close()
	removing, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer removing.Close(context.Background())
	if _, err := removing.Exec(t.Context(), `BEGIN; DELETE FROM nodes`); err != nil {
		t.Fatal(err)
	}
	s.Doubt()
	told := make(chan error, 1)
	go func() { told <- s.Ready(t.Context()) }()
	waits(t, url)
	if err := s.Rejoin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := removing.Exec(t.Context(), `COMMIT`); err != nil {
		t.Fatal(err)
	}
	_ = await.One(t, told, "an answer") // of the node that is gone
	begun(t, s, "m1")
	if err := s.Append(t.Context(), "m1", ply(1)); err != nil {
		t.Errorf("a move at the new node: %v", err)
	}
}

// TestACommitThatNobodyKnowsOf: when a connection ends while it commits, the term is raised before anything else is
// written.
func TestACommitThatNobodyKnowsOf(t *testing.T) {
	t.Parallel()
	s, url := still(t)
	defer s.Close()
	for _, statement := range []string{
		`CREATE TABLE last (n int)`,
		`CREATE FUNCTION fall() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`,
		`CREATE CONSTRAINT TRIGGER fall AFTER INSERT ON last DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fall()`,
	} {
		ask(t, url, statement)
	}
	for term := range int64(2) {
		err := s.Change(t.Context(), func(change relational.Tx) error {
			_, err := change.Exec(`INSERT INTO last VALUES (1)`)
			return err
		})
		if !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("it is said of the commit: %v", err)
		}
		if err := s.Ready(t.Context()); err != nil {
			t.Error(err)
		}
		if now := ask(t, url, `SELECT term FROM nodes`); now != 2+term {
			t.Errorf("after %d such commits the term is %v", term+1, now)
		}
	}
}

// TestSlots: a node takes the first that is free. When there is none it is told so.
func TestSlots(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	ask(t, url, `INSERT INTO nodes (slot, name, version, joined) SELECT slot, 'another', 'test', 0 FROM generate_series(1, 64) slot WHERE slot <> 3`)
	s := open(t, url)
	defer s.Close()
	if slot := ask(t, url, `SELECT slot FROM nodes WHERE name <> 'another'`); slot != int64(3) {
		t.Errorf("of all but one the slot is %v", slot)
	}
	if err := s.Join(t.Context()); err != nil { // it is there
		t.Error(err)
	}
	if one, err := postgres.Open(t.Context(), url, "", "test"); err == nil || err.Error() != "there are 64 nodes already" {
		t.Errorf("when there is none: %v", err)
		if err == nil {
			one.Close()
		}
	}
}

// TestFiguresOfANode: what a node is measured by, alone, with another one, and when it was taken for dead.
func TestFiguresOfANode(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	other := open(t, url)
	begun(t, other, "m1")
	begun(t, other, "m2")
	s := open(t, url)
	defer s.Close()
	known := prometheus.NewRegistry()
	known.MustRegister(s.Figures()...)
	is := func(when string, want map[string]float64) {
		t.Helper()
		all, err := known.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			m := f.GetMetric()[0]
			got := m.GetGauge().GetValue() + m.GetCounter().GetValue() + float64(m.GetHistogram().GetSampleCount())
			if want, named := want[f.GetName()]; named && got != want {
				t.Errorf("%s %s is %v, not %v", when, f.GetName(), got, want)
			}
			if f.GetName() == "noir_beat_age_seconds" && (got <= 0 || got > time.Minute.Seconds()) {
				t.Errorf("%s the last beat is %v s ago", when, got)
			}
		}
	}
	if _, err := other.Take(t.Context(), "queue"); err != nil {
		t.Fatal(err)
	}
	s.Look(t.Context())
	is("beside one that leads", map[string]float64{"noir_servers": 2, "noir_leads": 0, "noir_takeovers_total": 0, "noir_fenced_total": 0, "noir_takeover_seconds": 0})
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	s.Look(t.Context())
	if _, err := s.Adopt(t.Context(), 10); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Take(t.Context(), "queue"); err != nil {
		t.Fatal(err)
	}
	s.Look(t.Context())
	is("alone", map[string]float64{"noir_servers": 1, "noir_leads": 1, "noir_takeovers_total": 2, "noir_fenced_total": 0, "noir_takeover_seconds": 2})
	s.Still()
	ask(t, url, `DELETE FROM nodes`)
	s.Look(t.Context())
	is("taken for dead", map[string]float64{"noir_servers": 0, "noir_leads": 0, "noir_fenced_total": 1})
	if err := errors.Join(s.Join(t.Context()), s.Leave(t.Context())); err != nil {
		t.Fatal(err)
	}
	is("after it has left by itself", map[string]float64{"noir_servers": 0, "noir_fenced_total": 1})
	if err := s.Join(t.Context()); err != nil {
		t.Fatal(err)
	}
	ask(t, url, `DELETE FROM nodes`)
	s.Look(t.Context())
	is("taken for dead again", map[string]float64{"noir_servers": 0, "noir_fenced_total": 2})
}

// TestDeparturesWithoutAServer: an operator's process leaves the rows of players who depart to a server. If none runs, it
// gives away all of them itself.
func TestDeparturesWithoutAServer(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"runs", "has ended", "was killed"} {
		served := how == "runs"
		url := pgtest.Database(t)
		s := open(t, url)
		people := fourPlayers(t, s)
		for range relational.PieceRows + 5 {
			if err := s.Write(t.Context(), data.Letter{Player: people[2].ID, About: people[0].ID, Kind: "kind"}); err != nil {
				t.Fatal(err)
			}
		}
		switch how {
		case "has ended":
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		case "was killed":
			s.Still()
		}
		defer s.Close()
		beside, err := postgres.Attach(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(beside.Merge(t.Context(), "olga", people[0].ID, people[1].ID), beside.Close()); err != nil {
			t.Error(err)
		}
		if left := ask(t, url, `SELECT count(*) FROM letters WHERE about = 1`).(int64); left > 0 != served {
			t.Errorf("a server %s, and %d rows are left", how, left)
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

// TestOwners: whoever asks which nodes run the matches is told of a reading that breaks off.
func TestOwners(t *testing.T) {
	t.Parallel()
	s, url := still(t)
	defer s.Close()
	begun(t, s, "m1")
	trial := postgres.Trial{URL: url}
	if of, err := trial.Owners(t.Context()); err != nil || len(of) != 1 || of["m1"] == "" {
		t.Errorf("%v, %v", of, err)
	}
	ask(t, url, `ALTER TABLE nodes ALTER name DROP NOT NULL`)
	ask(t, url, `UPDATE nodes SET name = NULL`) // which is no text
	if of, err := trial.Owners(t.Context()); err == nil {
		t.Errorf("of a node without a name: %v", of)
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
	s, url := still(t)
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
