package sqlite_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/tui/tuitest"
)

// secret is what is drawn anew in each run: codes and the ids of challenges. exact are the digits of a number in which
// machines may differ.
var (
	secret = regexp.MustCompile(`\b[0-9A-Z]{4}(-[0-9A-Z]{4})+\b|"(ID|challenge)":"[0-9A-Z]{4}"`)
	exact  = regexp.MustCompile(`(\d\.\d{6})\d+`)
)

// lasting is the part of a text that is the same in each run.
func lasting(text string) string {
	return exact.ReplaceAllString(secret.ReplaceAllString(text, "…"), "$1")
}

// life writes down what a store answers.
type life struct {
	*testing.T
	*sqlite.Store
	story strings.Builder
}

// tell notes what a call has returned, a minute after the call before.
func (l *life) tell(call string, answer any, err error) {
	l.Helper()
	said, failed := json.Marshal(answer)
	if failed != nil {
		l.Fatal(failed)
	}
	text := string(said)
	if err != nil {
		text = "error: " + strings.SplitN(err.Error(), "\n", 2)[0]
	}
	fmt.Fprintf(&l.story, "%s\n  %s\n", call, lasting(text))
	time.Sleep(time.Minute)
	synctest.Wait()
}

// plays opens a match and ends it twenty minutes later by the places of its players; none when it goes on.
func (l *life) plays(m data.Match, places []int, players ...data.Player) {
	l.Helper()
	for _, p := range players {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	if len(players) == 1 {
		m.Seats = append(m.Seats, data.Seat{Name: "pip", Kind: data.Bot, Level: "easy"})
	}
	m.Seed = engine.Seed{1}
	opened, err := l.Open(l.Context(), m)
	l.tell("opened "+string(m.ID), opened, err)
	for n := range 4 {
		body := json.RawMessage(fmt.Sprintf(`{"type":"play","card":"%d"}`, n))
		p := engine.Ply{Move: engine.Move{Seat: engine.Seat(n % 2), By: engine.ByPlayer, Body: body}, Dice: []int{n}, Drawn: []string{"x"}}
		if err := l.Append(l.Context(), m.ID, data.NewEntry(n+1, p, int64(n)*1000)); err != nil {
			l.Fatal(err)
		}
	}
	if places == nil {
		return
	}
	time.Sleep(20 * time.Minute)
	r := engine.Result{Reason: "points", Winners: []engine.Seat{}, Places: places, Scores: json.RawMessage(`[1,2]`)}
	for i, place := range places {
		if place == 1 {
			r.Winners = append(r.Winners, engine.Seat(i))
		}
	}
	changes, err := l.Finish(l.Context(), m.ID, time.Now(), r)
	l.tell("finished "+string(m.ID), changes, err)
}

// reads asks for everything that is known.
func (l *life) reads(when string, everybody ...data.Player) {
	ctx := l.Context()
	fmt.Fprintf(&l.story, "\n%s\n\n", when)
	for _, p := range everybody {
		who, err := l.PlayerByName(ctx, p.Name)
		l.tell("player "+p.Name, who, err)
		keys, err := l.Keys(ctx, p.ID)
		l.tell("keys", keys, err)
		left, err := l.RecoveryLeft(ctx, p.ID)
		l.tell("codes", left, err)
		set, err := l.Settings(ctx, p.ID)
		l.tell("settings", set, err)
		ties, err := l.Ties(ctx, p.ID)
		l.tell("ties", ties, err)
		letters, err := l.Letters(ctx, p.ID)
		l.tell("letters", letters, err)
		games, err := l.Games(ctx, p.ID, "", 3)
		l.tell("games", games, err)
		if len(games) > 0 {
			games, err = l.Games(ctx, p.ID, games[0].ID, 2)
			l.tell("games before", games, err)
		}
		for _, game := range []string{"cards", "dice"} {
			record, err := l.Record(ctx, p.ID, game)
			l.tell("record in "+game, record, err)
			rank, err := l.Rank(ctx, game, p.ID)
			l.tell("rank", rank, err)
			history, err := l.History(ctx, p.ID, game, 3)
			l.tell("history", history, err)
		}
		solving, err := l.Solving(ctx, p.ID, data.DateOf(time.Now()))
		l.tell("puzzle", solving, err)
		overview, err := l.Overview(ctx, []string{"cards", "dice"}, p, time.Now(), 2)
		l.tell("overview", overview, err)
	}
	for name, f := range []data.Filter{
		{Limit: 10}, {Limit: 2, Offset: 1}, {Limit: 10, Search: "E"}, {Limit: 10, Player: everybody[1].ID}, {Limit: 10, Field: data.Programs}, {Limit: 10, Month: data.MonthOf(time.Now())}, {Limit: 1, Offset: 9},
	} {
		rows, total, err := l.Table(ctx, "cards", f)
		l.tell(fmt.Sprintf("table %d of %d", name, total), rows, err)
		sheet, err := l.Sheet(ctx, "cards", f, everybody[0].ID, 2)
		l.tell("sheet", sheet, err)
	}
	unfinished, err := l.Unfinished(ctx)
	l.tell("unfinished", unfinished, err)
	challenges, err := l.Challenges(ctx)
	l.tell("challenges", challenges, err)
	blocks, err := l.Blocks(ctx)
	l.tell("blocks", blocks, err)
	silences, err := l.Silences(ctx)
	l.tell("silences", silences, err)
	bans, err := l.Bans(ctx)
	l.tell("bans", bans, err)
	events, err := l.Tournaments(ctx, time.Now().Add(-24*time.Hour))
	l.tell("events", events, err)
	scores, total, err := l.Standings(ctx, 1, 2, 0)
	l.tell(fmt.Sprintf("standings of %d", total), scores, err)
	busy, err := l.Busy(ctx)
	l.tell("busy", busy[time.Now().UTC().Weekday()], err)
	passing, err := l.Passing(ctx, time.Now())
	l.tell("passing", passing, err)
	hooked, err := l.Hooked(ctx)
	l.tell("webhooks", hooked, err)
	lookouts, err := l.Lookouts(ctx, everybody[1].ID)
	l.tell("lookouts", lookouts, err)
}

// TestAStoresLife has what a store answers in the life of a house, call by call, and what is in its tables in the end.
func TestAStoresLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := sqlitetest.Dir(t)
		l := &life{T: t, Store: sqlitetest.Open(t, dir)}
		l.StartGiving(slog.New(slog.DiscardHandler))
		ctx := t.Context()
		var p []data.Player
		for _, name := range []string{"anna", "bert", "cora", "dora", "emil"} {
			made, err := l.CreatePlayer(ctx, name, "SHA256:"+name, "home")
			l.tell("come "+name, made, err)
			p = append(p, made)
		}
		anna, bert, cora, dora, emil := p[0], p[1], p[2], p[3], p[4]
		taken, err := l.CreatePlayer(ctx, "c0ra", "SHA256:other", "")
		l.tell("too like", taken, err)
		free, err := l.NameFree(ctx, "bertha")
		l.tell("free", free, err)
		l.tell("a program", nil, l.Declare(ctx, emil.ID))
		change := func(whose data.Player, do func(*data.Settings)) {
			set, err := l.ChangeSettings(ctx, whose.ID, do)
			l.tell("settings of "+whose.Name, set, err)
		}
		change(anna, func(s *data.Settings) {
			s.Language, s.Zone, s.Webhook, s.Secret = "de", "Europe/Vienna", "https://a.example/x", "whsec_x"
		})
		change(bert, func(s *data.Settings) { s.Lookout, s.Feed, s.NoSpectators = true, "feedofbert", true })
		change(bert, func(s *data.Settings) {
			s.NoSpectators, s.Lessons = false, map[string]data.Progress{"cards": {Scene: 3, Done: true}}
		})
		fed, err := l.PlayerByFeed(ctx, "feedofbert")
		l.tell("by feed", fed, err)
		l.tell("friends", nil, errors.Join(l.Tie(ctx, anna.ID, bert.ID, data.Friend), l.Tie(ctx, anna.ID, cora.ID, data.Muted), l.Tie(ctx, cora.ID, dora.ID, data.Blocked), l.Tie(ctx, bert.ID, anna.ID, data.Friend)))
		l.tell("no friends", nil, l.Tie(ctx, bert.ID, anna.ID, ""))
		event, err := l.OpenTournament(ctx, "vivian", data.Tournament{Title: "Night", Game: "cards", Seats: 2, Starts: time.Now(), Ends: time.Now().Add(2 * time.Hour), Every: 24 * time.Hour})
		l.tell("event", event, err)
		won, lost, drawn := []int{1, 2}, []int{2, 1}, []int{1, 1}
		l.plays(data.Match{ID: "g1", Game: "cards", Rated: true, Pace: data.Live}, won, anna, bert)
		l.plays(data.Match{ID: "g2", Game: "cards", Rated: true, Pace: data.Live, Tournament: event.ID, Turns: []string{"play"}}, lost, anna, cora)
		l.plays(data.Match{ID: "g3", Game: "cards", Rated: true, Pace: data.Fast}, drawn, bert, anna)
		l.plays(data.Match{ID: "g4", Game: "dice", Rated: true, Pace: data.Day}, []int{2, 1, 3}, anna, bert, cora)
		l.plays(data.Match{ID: "g5", Game: "cards", Pace: data.Live, Private: true}, won, cora, bert)
		l.plays(data.Match{ID: "g6", Game: "cards", Pace: data.Live}, won, anna)
		l.plays(data.Match{ID: "g7", Game: "cards", Pace: data.Live}, lost, anna)
		l.plays(data.Match{ID: "g8", Game: "cards", Rated: true, Pace: data.Live}, []int{1, 1}, emil, dora)
		l.plays(data.Match{ID: "day", Game: "cards", Rated: true, Pace: data.Day}, nil, anna, dora)
		l.plays(data.Match{ID: "off", Game: "cards", Pace: data.Live}, nil, cora, bert)
		l.plays(data.Match{ID: "none", Game: "cards", Pace: data.Live}, nil, bert, cora)
		l.tell("kept", nil, l.Keep(ctx, anna.ID, "g6", true))
		l.tell("another's", nil, l.Keep(ctx, bert.ID, "g6", true))
		l.tell("stopped", nil, l.Stop(ctx, map[data.MatchID]time.Duration{"day": time.Minute}))
		l.tell("slowed", nil, l.Slow(ctx, "off"))
		l.tell("allow spectators", nil, l.AllowSpectators(ctx, "off", false))
		l.tell("discarded", nil, l.Discard(ctx, "none"))
		l.tell("left", nil, l.Retire(ctx, "off", cora.ID))
		for _, c := range []data.Challenge{
			{From: anna, To: bert, Game: "cards", Rated: true, Seats: 2, Pace: data.Day}, {From: bert, Game: "dice", Seats: 3, Pace: data.Day}, {From: dora, To: cora, Game: "cards", Seats: 2, Pace: data.Day}, {From: cora, To: anna, Game: "cards", Seats: 2, Pace: data.Day},
		} {
			c.Expires = time.Now().Add(40 * 24 * time.Hour)
			made, err := l.Challenge(ctx, c)
			l.tell("challenge", made, err)
		}
		invited, err := l.Invite(ctx, bert.ID)
		l.tell("invitation", invited, err)
		again, err := l.Claim(ctx, "SHA256:attic", invited.Code, false)
		l.tell("claimed", again, err)
		key, err := l.Relabel(ctx, bert.ID, 2, "attic")
		l.tell("label", key, err)
		codes, err := l.NewRecovery(ctx, cora.ID)
		l.tell("codes", len(codes), err)
		back, err := l.Recover(ctx, "SHA256:again", "cora", codes[3], false)
		l.tell("recovered", back, err)
		l.tell("mistaken", nil, l.Mistaken(ctx, "cora"))
		owners, err := l.KeyOwners(ctx, []string{"SHA256:attic", "SHA256:again", "SHA256:nobody"})
		l.tell("owners", owners, err)
		gone, err := l.Revoke(ctx, bert.ID, key.ID)
		l.tell("revoked", gone, err)
		l.tell("puzzles", nil, l.AddPuzzles(ctx, time.Now(), data.Puzzle{Game: "cards", Match: "g1", Seat: 1, After: 2, Moves: []data.Weighed{{Move: json.RawMessage(`{"a":1}`), Chance: 0.75}, {Move: json.RawMessage(`{"a":2}`), Chance: 0.25}}}))
		today := data.DateOf(time.Now())
		puzzle, err := l.Puzzle(ctx, today)
		l.tell("puzzle", puzzle, err)
		for i, one := range []data.Player{anna, bert} {
			solved, err := l.Solve(ctx, one.ID, today, json.RawMessage(`{"a":1}`), i == 0)
			l.tell("solved", solved, err)
		}
		l.tell("letter", nil, l.Write(ctx, data.Letter{Player: anna.ID, About: bert.ID, Kind: "hm", Detail: json.RawMessage(`{"n":1}`)}))
		l.tell("analysed", nil, l.SaveAnalysis(ctx, "g1", json.RawMessage(`{"v":1}`)))
		analysis, err := l.Analysis(ctx, "g1")
		l.tell("analysis", analysis, err)
		report, err := l.Complain(ctx, data.Report{By: anna, About: bert, Match: "g1", Reason: " ru\x00de ", Talk: json.RawMessage(`[{"at":"2000-01-01T00:00:00Z","seat":1,"name":"bert","text":"boo"}]`)})
		l.tell("report", report, err)
		people, err := l.People(ctx, "cards", anna.ID, bert.ID, dora.ID)
		l.tell("people", people, err)
		l.reads("THE FIRST DAY", p...)
		changes, err := l.Finish(ctx, "off", time.Now(), engine.Result{Reason: engine.Aborted, Winners: []engine.Seat{}, Places: []int{0, 0}, Scores: json.RawMessage(`[]`)})
		l.tell("aborted", changes, err)

		office, err := sqlite.Attach(dir)
		if err != nil {
			t.Fatal(err)
		}
		l.tell("judged", nil, office.Judge(ctx, "vivian", report.ID, "warned"))
		l.tell("warned", nil, office.Warn(ctx, "vivian", bert.ID, "be civil"))
		l.tell("silenced", nil, office.Hush(ctx, "vivian", data.Silence{Player: bert.ID, Until: time.Now().Add(30 * 24 * time.Hour), Reason: "rude"}))
		for _, b := range []data.Ban{{Kind: data.BanName, Value: "dora", Reason: "x"}, {Kind: data.BanKey, Value: "SHA256:" + strings.Repeat("A", 43), Until: time.Now().Add(30 * 24 * time.Hour)}, {Kind: data.BanPrefix, Value: "192.0.2.0/24"}} {
			made, err := office.Ban(ctx, "vivian", b)
			l.tell("ban", made, err)
		}
		l.tell("lifted", nil, office.Lift(ctx, "vivian", 2))
		void, err := office.Void(ctx, "vivian", "g3", "one person")
		l.tell("void", void, err)
		renamed, err := office.Rename(ctx, "vivian", cora.ID, "corinna")
		l.tell("renamed", renamed, err)
		l.tell("merged", nil, office.Merge(ctx, "vivian", emil.ID, bert.ID))
		bans, err := office.EveryBan(ctx)
		l.tell("every ban", bans, err)
		reports, err := office.Reports(ctx, true, 5, 0)
		l.tell("reports", reports, err)
		found, total, err := office.Search(ctx, "r", 2, 0)
		l.tell(fmt.Sprintf("found of %d", total), found, err)
		time.Sleep(26 * time.Hour)
		l.tell("settled", nil, l.Settle(ctx))
		l.tell("read", nil, l.Read(ctx, anna.ID, 1))
		l.tell("forgotten", nil, l.Forget(ctx, cora.ID))
		time.Sleep(2 * time.Hour)
		l.tell("settled", nil, l.Settle(ctx))
		pruned, more, err := l.Prune(ctx, time.Now().Add(-12*time.Hour))
		l.tell(fmt.Sprintf("pruned, more: %t", more), pruned, err)
		l.reads("THE SECOND DAY", anna, bert, dora)
		acts, err := office.Audit(ctx, 20)
		l.tell("audit", acts, err)
		l.tell("checked", nil, office.Check(ctx))
		l.tell("closed", nil, errors.Join(office.Close(), l.Close()))
		l.tables(raw(t, dir))
		tuitest.Golden(t, "life", l.story.String())
	})
}

// tables writes down what is in all tables. What is drawn anew in each run is hidden.
func (l *life) tables(db *sql.DB) {
	names, err := db.Query(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'goose%' AND name <> 'server' ORDER BY name`)
	if err != nil {
		l.Fatal(err)
	}
	var all []string
	for names.Next() {
		var name string
		if err := names.Scan(&name); err != nil {
			l.Fatal(err)
		}
		all = append(all, name)
	}
	for _, name := range all {
		rows, err := db.Query(`SELECT * FROM ` + name)
		if err != nil {
			l.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			l.Fatal(err)
		}
		fmt.Fprintf(&l.story, "\n%s: %s\n", name, strings.Join(columns, ", "))
		for rows.Next() {
			cells, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range cells {
				into[i] = &cells[i]
			}
			if err := rows.Scan(into...); err != nil {
				l.Fatal(err)
			}
			for i, cell := range cells {
				if name == "challenges" && columns[i] == "id" {
					cells[i] = "…"
				} else if blob, ok := cell.([]byte); ok {
					cells[i] = fmt.Sprintf("%d bytes", len(blob))
				}
			}
			fmt.Fprintf(&l.story, "  %s\n", lasting(strings.Trim(fmt.Sprint(cells), "[]")))
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			l.Fatal(err)
		}
	}
}
