package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/data/sqlite"
	"noir/internal/await"
)

// office is a data directory, its server and the people who have played there.
type office struct {
	t      *testing.T
	dir    string
	server *process
	people []person
	games  []string // one for every two people
}

// The parts of the verbs' --json output that the tests look at.
type (
	actRow struct {
		At                time.Time
		By, Verb, Subject string
	}
	banRow struct {
		ID      int64
		InForce bool `json:"in_force"`
		Lifted  *time.Time
		By      string
	}
	ratingRow struct {
		Rating                     float64
		Games, Wins, Losses, Draws int
	}
	playerDocument struct {
		Keys    []struct{ Fingerprint string }
		Ratings map[string]ratingRow
	}
	playersDocument struct {
		Players []struct {
			Name string
			Bot  bool
			Like *string
		}
		Total int
	}
)

// openOffice runs a server at which each pair of the people has played a rated game.
func openOffice(t *testing.T, names ...string) *office {
	t.Helper()
	o := &office{t: t, dir: t.TempDir()}
	o.server = start(t, o.dir, "")
	for i, name := range names {
		o.people = append(o.people, newPerson(t, name))
		if i%2 == 1 {
			o.games = append(o.games, o.meet(o.people[i-1], o.people[i]))
		}
	}
	return o
}

// meet has two people play a rated game and returns its id.
func (o *office) meet(a, b person) string {
	o.t.Helper()
	type played struct {
		id  string
		err error
	}
	ends := make(chan played, 2)
	for i, p := range []person{a, b} {
		go func() {
			id, err := p.playOne(o.server.addr, rand.New(rand.NewPCG(3, uint64(i))))
			ends <- played{id, err}
		}()
	}
	first, second := await.One(o.t, ends, "end of a game"), await.One(o.t, ends, "end of a game")
	if first.err != nil || second.err != nil || first.id != second.id {
		o.t.Fatalf("%s and %s: %v, %v", a.name, b.name, first, second)
	}
	return first.id
}

// admin runs a verb, which must succeed, and returns its output.
func (o *office) admin(args ...string) string {
	o.t.Helper()
	code, out, errOut := noir(o.t, append([]string{"admin", "--data", o.dir, "--by", "vivian"}, args...)...)
	if code != exitDone || errOut != "" {
		o.t.Errorf("admin %q: exit code %d, %s", args, code, errOut)
	}
	return out
}

// refused runs a verb, which must fail with an exit code and one line that contains a text.
func (o *office) refused(code int, says string, args ...string) {
	o.t.Helper()
	got, out, errOut := noir(o.t, append([]string{"admin", "--data", o.dir, "--by", "vivian"}, args...)...)
	if got != code || !strings.Contains(errOut, says) || strings.Count(errOut, "\n") != 1 || out != "" {
		o.t.Errorf("admin %q: exit code %d, %q, %q", args, got, out, errOut)
	}
}

// says runs a verb whose output must contain texts.
func (o *office) says(texts []string, args ...string) {
	o.t.Helper()
	out := o.admin(args...)
	for _, text := range texts {
		if !strings.Contains(squeeze(out), text) {
			o.t.Errorf("admin %q: %q is missing in\n%s", args, text, squeeze(out))
		}
	}
}

// document runs a verb with --json and decodes its output.
func (o *office) document(into any, args ...string) {
	o.t.Helper()
	out := o.admin(append(args, "--json")...)
	if err := json.Unmarshal([]byte(out), into); err != nil {
		o.t.Errorf("admin %q: %v in %q", args, err, out)
	}
}

// acts returns the verbs and subjects of the audit log, oldest first.
func (o *office) acts() (acts []string) {
	o.t.Helper()
	var rows []actRow
	o.document(&rows, "audit")
	for _, r := range rows {
		if r.By != "vivian" || r.At.IsZero() {
			o.t.Errorf("an act by nobody, or never: %+v", r)
		}
		acts = append([]string{r.Verb + " " + r.Subject}, acts...)
	}
	return acts
}

// rating returns a player's rating and number of games.
func (o *office) rating(name string) ratingRow {
	o.t.Helper()
	var doc playerDocument
	o.document(&doc, "player", name)
	return doc.Ratings["district-noir"]
}

func (o *office) checks() {
	o.t.Helper()
	o.says([]string{"ok: "}, "check")
}

// TestAdminPlayers shows players, and renames one, while the server runs.
func TestAdminPlayers(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade")
	o.says([]string{"marlowe since 20", "spade since 20", "2 of 2\n"}, "players")
	o.says([]string{"marlowe since 20", "1 of 1\n"}, "players", "ARL")
	o.says([]string{"spade since 20", "1 of 2\n"}, "players", "--offset", "1", "--limit", "5")
	var all playersDocument
	o.document(&all, "players", "--limit", "1")
	if all.Total != 2 || len(all.Players) != 1 || all.Players[0].Name != "marlowe" {
		t.Errorf("%+v", all)
	}
	print := ssh.FingerprintSHA256(o.people[0].signer.PublicKey())
	o.says([]string{print, "district-noir 1", "1 game: ", o.games[0], "rated", "spade"}, "player", "marlowe")
	o.refused(exitFailed, `there is no player "marlow"; the nearest is "marlowe"`, "player", "marlow")
	o.refused(exitUsage, "type noir admin player NAME", "player")

	o.says([]string{"spade is now called archer\n"}, "rename", "spade", "archer")
	o.refused(exitFailed, "taken", "rename", "archer", "mar1owe")
	o.refused(exitFailed, "3 to 16 of a-z", "rename", "archer", "x")
	o.refused(exitFailed, `there is no player "spade"`, "rename", "spade", "archer")
	o.says([]string{"archer"}, "player", "marlowe")
	conn, err := o.people[1].dial(o.server.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, out, _ := try(t, conn, "whoami"); !strings.HasPrefix(out, "archer\n") {
		t.Errorf("he is %q to the server", out)
	}
	if acts := o.acts(); len(acts) != 1 || acts[0] != "rename spade" {
		t.Errorf("audited: %q", acts)
	}
	o.checks()
}

// TestAdminBans makes and lifts bans of all kinds.
func TestAdminBans(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade")
	print := ssh.FingerprintSHA256(o.people[1].signer.PublicKey())
	o.says([]string{"ban 1: name marlowe is shut out until 20"}, "ban", "name", "marlowe", "--for", "7d", "--reason", "cards up the sleeve")
	o.says([]string{"ban 2: key " + print + " is shut out for good\n"}, "ban", "key", print)
	o.says([]string{"ban 3: prefix 192.0.2.0/24 is shut out for good\n"}, "ban", "prefix", "192.0.2.77/24")
	o.refused(exitFailed, `the nearest is "spade"`, "ban", "name", "spad")
	o.refused(exitUsage, "a fingerprint", "ban", "key", "mine")
	o.refused(exitUsage, "give key, name or prefix", "ban", "host", "x")
	o.refused(exitUsage, "90m, 24h or 7d", "ban", "name", "spade", "--for", "soon")
	o.refused(exitUsage, "90m, 24h or 7d", "ban", "name", "spade", "--for", "-1h")
	o.says([]string{"ban", "cards up the sleeve"}, "player", "marlowe")
	o.says([]string{"ban", print}, "player", "spade")

	o.says([]string{"ban 2 is lifted\n"}, "unban", "2")
	o.refused(exitFailed, "no ban 2 is in force", "unban", "2")
	o.refused(exitUsage, "noir admin bans shows", "unban", "two")
	var inForce, all []banRow
	o.document(&inForce, "bans")
	o.document(&all, "bans", "--all")
	if len(inForce) != 2 || len(all) != 3 || all[1].ID != 2 || all[1].InForce || all[1].Lifted == nil || all[2].By != "vivian" {
		t.Errorf("in force %+v, all %+v", inForce, all)
	}
	o.says([]string{"lifted 20", "3 in all\n"}, "bans", "--all")
	want := []string{"ban marlowe", "ban " + print, "ban 192.0.2.0/24", "lift " + print}
	if acts := o.acts(); strings.Join(acts, "|") != strings.Join(want, "|") {
		t.Errorf("audited: %q", acts)
	}
}

// TestAdminVoid voids a game: ratings are as if it had not been played.
func TestAdminVoid(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade")
	first := o.rating("marlowe")
	second := o.meet(o.people[0], o.people[1])
	o.refused(exitUsage, "--reason", "void", second)
	o.refused(exitFailed, `there is no finished game "nosuch"`, "void", "nosuch", "--reason", "x")
	o.says([]string{"game " + second + " is void; taken back: "}, "void", second, "--reason", "one person")
	if now := o.rating("marlowe"); now != first {
		t.Errorf("marlowe has %+v, had %+v", now, first)
	}
	o.refused(exitFailed, "void already", "void", second, "--reason", "again")
	o.says([]string{"void", "rated"}, "player", "spade")
	o.says([]string{"ok: 1 rated game replayed, 2 ratings recomputed"}, "check")
	o.says([]string{"vivian", "void", second, "one person"}, "audit")
	o.verifies(2)
}

// verifies exports every game and verifies each record.
func (o *office) verifies(games int) {
	o.t.Helper()
	lines := strings.Split(strings.TrimSuffix(o.admin("export"), "\n"), "\n")
	if len(lines) != games {
		o.t.Errorf("%d records of %d games", len(lines), games)
	}
	for i, line := range lines {
		file := filepath.Join(o.t.TempDir(), fmt.Sprintf("%d.json", i))
		if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
			o.t.Fatal(err)
		}
		if code, _, errOut := noir(o.t, "verify", file); code != exitDone {
			o.t.Errorf("verify: %s in %s", errOut, line)
		}
	}
}

// TestAdminMerge merges two players who never met, and two who have, once their game is void.
func TestAdminMerge(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade", "vance", "archer")
	marlowe, vance := o.rating("marlowe"), o.rating("vance")
	o.says([]string{"vance is part of marlowe now"}, "merge", "vance", "marlowe")
	got, want := o.rating("marlowe"), marlowe.Rating+vance.Rating-1500
	if d := got.Rating - want; got.Games != 2 || d > 0.11 || d < -0.11 {
		t.Errorf("marlowe has %+v after %+v and %+v", got, marlowe, vance)
	}
	o.refused(exitFailed, "there is no player", "player", "vance")
	o.checks()
	o.refused(exitFailed, o.games[0], "merge", "spade", "marlowe")
	o.admin("void", o.games[0], "--reason", "one person")
	o.says([]string{"spade is part of marlowe now"}, "merge", "spade", "marlowe")
	var doc playerDocument
	o.document(&doc, "player", "marlowe")
	if len(doc.Keys) != 3 {
		t.Errorf("marlowe has the keys %+v", doc.Keys)
	}
	o.checks()
	o.verifies(2)
}

// TestAdminDelete: a deleted player leaves nameless seats in the games of others, whose ratings
// stay.
func TestAdminDelete(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade")
	spade := o.rating("spade")
	o.refused(exitUsage, "--yes", "delete", "marlowe")
	o.says([]string{"marlowe is deleted"}, "delete", "marlowe", "--yes")
	o.refused(exitFailed, "there is no player", "player", "marlowe")
	if now := o.rating("spade"); now != spade {
		t.Errorf("spade has %+v, had %+v", now, spade)
	}
	if out := o.admin("export") + o.admin("player", "spade") + o.admin("players"); strings.Contains(out, "marlowe") {
		t.Errorf("he is still in\n%s", out)
	}
	o.checks()
	o.verifies(1)
}

// TestAdminCheckFinds: the check finds tampering, even if the parts of the store are
// consistent.
func TestAdminCheckFinds(t *testing.T) {
	t.Parallel()
	whole := openOffice(t, "marlowe", "spade")
	whole.checks()
	whole.server.stop()
	for says, edit := range map[string]string{
		"the events make":                    `UPDATE ratings SET value = value + 1 WHERE player = 1`,
		"was not changed as match":           `UPDATE seats SET after = after + 1 WHERE seat = 0`,
		"do not lead to the stored result":   `UPDATE matches SET result = json_set(result, '$.places', json('[2,2]')); UPDATE seats SET place = 2`,
		"it is not over after its last move": `DELETE FROM moves WHERE ply = (SELECT max(ply) FROM moves)`,
		"game " + whole.games[0]:             `UPDATE moves SET seat = 1 - seat WHERE ply = 3`,
		"after it is not": `UPDATE seats SET after = after + 1 WHERE seat = 0;
			UPDATE rating_events SET change = change + 1 WHERE seat = 0;
			UPDATE ratings SET value = value + 1 WHERE player = (SELECT player FROM seats WHERE seat = 0);
			UPDATE seasons SET value = value + 1 WHERE player = (SELECT player FROM seats WHERE seat = 0)`,
		"of players that is not there": `UPDATE keys SET player = 77 WHERE id = 1`,
	} {
		o := copyOf(t, whole.dir)
		if err := change(filepath.Join(o.dir, sqlite.FileName), edit); err != nil {
			t.Fatal(err)
		}
		o.refused(exitFailed, says, "check")
	}
}

// TestAdminBanEndsSession: a player banned while connected is disconnected.
func TestAdminBanEndsSession(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade")
	l, err := o.people[0].connect(o.server.addr, "play district-noir --json")
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	if _, err := l.Await("queued"); err != nil {
		t.Fatal(err)
	}
	o.admin("ban", "name", "marlowe", "--for", "1h", "--reason", "cards up the sleeve")
	for err == nil {
		_, err = l.Next()
	}
	if why := l.why(); !strings.Contains(why, "cards up the sleeve") {
		t.Errorf("he is told %q", why)
	}
	if conn, err := o.people[1].dial(o.server.addr); err != nil {
		t.Errorf("the other: %v", err)
	} else {
		conn.Close()
	}
}

// TestAdminNamesWhoDidIt: without --by the audit log names the login user.
func TestAdminNamesWhoDidIt(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade")
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	if code, _, errOut := noir(t, "admin", "ban", "name", "spade", "--data", o.dir); code != exitDone {
		t.Fatal(errOut)
	}
	o.says([]string{who.Username + " ban spade"}, "audit")
}
