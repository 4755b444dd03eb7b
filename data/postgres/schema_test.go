package postgres_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"noir/data"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/internal/await"
)

// TestSkeletonsAreComputedByOne: of two servers of a new version that start together, the second finds the skeletons as
// the first has left them.
func TestSkeletonsAreComputedByOne(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	s := open(t, url)
	fourPlayers(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ask(t, url, `UPDATE folding SET version = 0`)
	first := connected(t, url)
	defer first.Close(context.Background())
	if _, err := first.Exec(t.Context(), `BEGIN; UPDATE players SET skeleton = 'first' || id`); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Exec(t.Context(), `UPDATE folding SET version = $1`, data.Folding); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		second, err := postgres.Open(t.Context(), url, "", "test")
		if err == nil {
			err = second.Close()
		}
		opened <- err
	}()
	waits(t, url)
	if _, err := first.Exec(t.Context(), `COMMIT`); err != nil {
		t.Fatal(err)
	}
	if err := await.One(t, opened, "second server"); err != nil {
		t.Fatal(err)
	}
	if n := ask(t, url, `SELECT count(*) FROM players WHERE skeleton = 'first' || id`); n != int64(4) {
		t.Errorf("%v of four skeletons are the first server's", n)
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
	conn := connected(t, url)
	defer conn.Close(context.Background())
	var byDefault string
	err := conn.QueryRow(t.Context(), `SELECT coalesce(string_agg(i.indexrelid::regclass::text, ', '), '') FROM pg_index i
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

// TestMigrationsAreTheSame: both dialects have the same migrations, by number and name.
func TestMigrationsAreTheSame(t *testing.T) {
	here, there := names(t, "migrations"), names(t, "../sqlite/migrations")
	if here != there {
		t.Errorf("here are\n%s\nin SQLite\n%s", here, there)
	}
}
