package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/data/relational"
	"noir/internal/await"
)

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
	conn := connected(t, url)
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
			beside := connected(t, url)
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
	conn := connected(t, url)
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
