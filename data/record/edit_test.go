package record_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/crypto/ssh"

	"noir/data/record"
	"noir/engine"
)

// edits calls try with every single edit of a decoded document: each scalar
// changed, each field dropped or renamed, one added to each object, each element
// of a list dropped, doubled or put first. The document is whole again after each.
func edits(doc any, path string, set func(any), try func(path string)) {
	change := func(what string, to any) {
		set(to)
		try(path + what)
		set(doc)
	}
	switch v := doc.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			field := path + "." + name
			edits(v[name], field, func(to any) { v[name] = to }, try)
			kept := v[name]
			delete(v, name)
			try(field + " dropped")
			v[strings.ToUpper(name)+"_"] = kept
			try(field + " renamed")
			delete(v, strings.ToUpper(name)+"_")
			if upper := strings.ToUpper(name); upper != name {
				v[upper] = kept
				try(field + " in capitals")
				delete(v, upper)
			}
			v[name] = kept
		}
		v["added"] = json.Number("1")
		try(path + " has one more field")
		delete(v, "added")
	case []any:
		for i := range v {
			edits(v[i], fmt.Sprintf("%s.%d", path, i), func(to any) { v[i] = to }, try)
			change(fmt.Sprintf(".%d dropped", i), slices.Delete(slices.Clone(v), i, i+1))
			change(fmt.Sprintf(".%d doubled", i), slices.Insert(slices.Clone(v), i, v[i]))
		}
		change(" has one more", append(slices.Clone(v), "more"))
	case string:
		change(" shortened", v[:max(len(v)-1, 0)]+strings.Repeat("x", 1-min(len(v), 1)))
		change(" longer", v+"x")
		change(" emptied", strings.Repeat("x", 1-min(len(v), 1)))
		if len(v) > 1 && v[0] != v[len(v)-1] {
			change(" turned", v[len(v)-1:]+v[1:len(v)-1]+v[:1])
		}
	case json.Number:
		n, _ := v.Float64()
		change(" raised", json.Number(fmt.Sprint(n+1)))
		change(" lowered", json.Number(fmt.Sprint(n-1)))
		change(" a little more", json.Number(fmt.Sprint(n+0.01)))
		change(" as text", v.String())
	case bool:
		change(" negated", !v)
	case nil:
		change(" zero", json.Number("0"))
		change(" empty", "")
	}
}

func parse(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var doc map[string]any
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func written(t *testing.T, doc any) []byte {
	t.Helper()
	raw, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestEveryEditIsCaught(t *testing.T) {
	store := openStore(t)
	for _, tab := range []table{
		{game: game, rated: true, moves: 8, end: resigns},
		{game: game, seed: 1, moves: 1, end: aborts},
	} {
		doc := parse(t, sealed(t, game, play(t, store, tab)))
		tried := 0
		edits(doc, "", func(any) {}, func(path string) {
			tried++
			if _, err := record.Verify(games, written(t, doc)); err == nil {
				t.Errorf("not caught: %s", path)
			}
		})
		if _, err := record.Verify(games, written(t, doc)); err != nil {
			t.Errorf("the record itself, after %d edits: %v", tried, err)
		}
		t.Logf("%d edits", tried)
	}
}

// free matches what does not follow from the seed, the seats and the moves, so
// that only the seal can tell whether it is true.
var free = regexp.MustCompile(`^\.(id|record|started|ended|seats\.\d\.name|moves\.\d+\.at_ms|seats\.\d\.games) `)

// Even a person who seals a record themselves cannot turn the game into another one.
func TestEditsSealedAgainAreCaught(t *testing.T) {
	doc := parse(t, sealed(t, game, play(t, openStore(t), table{game: game, rated: true, moves: 8, end: resigns})))
	edits(doc, "", func(any) {}, func(path string) {
		s, err := record.Verify(games, sealedAgain(t, doc))
		switch {
		case strings.HasPrefix(path, ".seal"): // replaced
		case err == nil && s.Sealer != ssh.FingerprintSHA256(signer(t, 1).PublicKey()):
			t.Errorf("%s: sealed by %s", path, s.Sealer)
		case err == nil && !free.MatchString(path):
			t.Errorf("not caught: %s", path)
		case err != nil && strings.Contains(err.Error(), "seal"):
			t.Errorf("%s: caught by its seal alone: %v", path, err)
		}
	})
}

// sealedAgain writes a document down with the seal of another key.
func sealedAgain(t *testing.T, doc map[string]any) []byte {
	t.Helper()
	doc = maps.Clone(doc)
	delete(doc, "seal")
	stamp, err := record.StampDocument(doc, signer(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	doc["seal"] = stamp
	return written(t, doc)
}

func TestContradictionsAreNamed(t *testing.T) {
	store := openStore(t)
	rated := sealed(t, game, play(t, store, table{game: game, rated: true, moves: 8, end: resigns}))
	casual := sealed(t, game, play(t, store, table{game: game, seed: 1, moves: 8, end: resigns}))
	type object = map[string]any
	at := func(list any, i int) object { return list.([]any)[i].(object) }
	for want, c := range map[string]struct {
		raw  []byte
		edit func(object)
	}{
		`the record has no id`:                 {rated, func(d object) { d["id"] = "" }},
		`does not say when the game started`:   {rated, func(d object) { d["started"] = "0001-01-01T00:00:00Z" }},
		`say when the game started and ended`:  {rated, func(d object) { d["ended"] = "0001-01-01T00:00:00Z" }},
		`ended before it started`:              {rated, func(d object) { d["ended"] = "2026-03-01T20:15:00.122Z" }},
		`the times are not UTC`:                {rated, func(d object) { d["ended"] = "2026-03-01T22:15:00.123+01:00" }},
		`the field "started" is not`:           {rated, func(d object) { d["started"] = "2026-03-01T20:15:00.1230Z" }},
		`the field "options" is missing`:       {rated, func(d object) { delete(d, "options") }},
		`the seed is not the one`:              {rated, func(d object) { d["seed"] = strings.Repeat("5", 64) }},
		`the setup is not`:                     {rated, func(d object) { seed := engine.Seed{5}; d["seed"], d["commit"] = seed.String(), seed.Commit() }},
		`the game cannot be started`:           {rated, func(d object) { d["seats"] = d["seats"].([]any)[:1] }},
		`seat 0 has no name`:                   {rated, func(d object) { at(d["seats"], 0)["name"] = "" }},
		`bert sits at the table twice`:         {rated, func(d object) { at(d["seats"], 0)["name"] = "bert" }},
		`seat 1 is a bot, which no rated`:      {rated, func(d object) { at(d["seats"], 1)["kind"] = "bot" }},
		`seat 1 is a "cat"`:                    {rated, func(d object) { at(d["seats"], 1)["kind"] = "cat" }},
		`seat 0: a casual game has no ratings`: {rated, func(d object) { d["rated"] = false }},
		`seat 0: a rated game has before`: {casual, func(d object) {
			d["rated"] = true
			at(d["seats"], 0)["kind"], at(d["seats"], 1)["kind"] = "human", "human"
		}},
		`seat 1: there is a rating after`:  {rated, func(d object) { at(d["seats"], 1)["after"] = nil }},
		`seat 1: its counts of games`:      {rated, func(d object) { at(d["seats"], 1)["pair_games"] = 1 }},
		`its rating after the game is`:     {rated, func(d object) { at(d["seats"], 1)["before"] = 1700 }},
		`ply 3 was made before`:            {rated, func(d object) { at(d["moves"], 2)["at_ms"] = 2999 }},
		`ply 4 stands where ply 3 belongs`: {rated, func(d object) { at(d["moves"], 2)["ply"] = 4 }},
		`ply 3 lacks dice`:                 {rated, func(d object) { at(d["moves"], 2)["dice"] = nil }},
		`ply 4 lacks dice or drawn`:        {rated, func(d object) { at(d["moves"], 3)["drawn"] = nil }},
		`ply 3: the dice fall []`:          {rated, func(d object) { at(d["moves"], 2)["dice"] = []int{6} }},
		`ply 3: the cards drawn are []`:    {rated, func(d object) { at(d["moves"], 2)["drawn"] = []string{"5"} }},
		`ply 3 cannot be made by "server"`: {rated, func(d object) { at(d["moves"], 2)["by"] = "server" }},
		`ply 9 cannot be made by "clock"`:  {rated, func(d object) { at(d["moves"], 8)["by"] = "clock" }},
		`ply 9 cannot be made by "player"`: {rated, func(d object) { at(d["moves"], 8)["move"] = object{"type": "timeout"} }},
		`ply 8 cannot be made by "player"`: {rated, func(d object) { at(d["moves"], 7)["move"] = object{"type": "abort"} }},
		`by "clock" on seat 3`: {rated, func(d object) {
			at(d["moves"], 8)["move"], at(d["moves"], 8)["by"], at(d["moves"], 8)["seat"] = object{"type": "timeout"}, "clock", 3
		}},
		`by "player" on seat -1`:       {rated, func(d object) { at(d["moves"], 2)["seat"] = -1 }},
		`by "player" on seat 2`:        {rated, func(d object) { at(d["moves"], 2)["seat"] = 2 }},
		`ply 3 is no move of the game`: {rated, func(d object) { at(d["moves"], 2)["move"] = object{"type": "fly"} }},
		`ply 3 is against the rules`:   {rated, func(d object) { at(d["moves"], 2)["seat"] = at(d["moves"], 3)["seat"] }},
		`is {"card":`:                  {rated, func(d object) { at(d["moves"], 2)["move"].(object)["note"] = "!" }},
		`ply 10 comes after the end`: {rated, func(d object) {
			last := maps.Clone(at(d["moves"], 8))
			last["ply"] = 10
			d["moves"] = append(d["moves"].([]any), last)
		}},
		`the game is not over`:      {rated, func(d object) { d["moves"] = d["moves"].([]any)[:8] }},
		`the result is not the one`: {rated, func(d object) { d["result"].(object)["reason"] = "points" }},
	} {
		doc := parse(t, c.raw)
		c.edit(doc)
		if _, err := record.Verify(games, sealedAgain(t, doc)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestAnAnswerThatNobodyReleased: a record that ends within a window has a ply too many.
func TestAnAnswerThatNobodyReleased(t *testing.T) {
	held := pairing{game}
	doc := parse(t, sealed(t, held, play(t, openStore(t), table{game: held, rated: true, moves: 8, end: resigns})))
	doc["moves"] = doc["moves"].([]any)[:7]
	if _, err := record.Verify([]engine.Game{held}, sealedAgain(t, doc)); err == nil || !strings.Contains(err.Error(), "ply 7 does not follow") {
		t.Errorf("the record ends in a window: %v", err)
	}
}

// TestPlayersWhoHaveBecomeOne: merged players are told apart in the record of their game. Guests
// may have any name.
func TestPlayersWhoHaveBecomeOne(t *testing.T) {
	store := openStore(t)
	for want, tab := range map[string]table{"anna (seat 1)": {game: game, rated: true, moves: 3, end: resigns}, "anna": {game: game, seed: 1, moves: 3, end: resigns}} {
		m := play(t, store, tab)
		m.Seats[1].Name = "anna"
		raw := sealed(t, game, m)
		if _, err := record.Verify(games, raw); err != nil {
			t.Error(err)
		}
		var r record.Record
		if err := json.Unmarshal(raw, &r); err != nil || r.Seats[0].Name != "anna" || r.Seats[1].Name != want {
			t.Errorf("%+v, %v; want %s", r.Seats, err, want)
		}
	}
}

func TestLayoutDoesNotMatter(t *testing.T) {
	raw := sealed(t, game, play(t, openStore(t), table{game: game, rated: true, moves: 3, end: resigns}))
	var indented bytes.Buffer
	if err := json.Indent(&indented, raw, " ", "\t"); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"indented":          indented.String(),
		"sorted":            string(written(t, parse(t, raw))),
		"shorter numbers":   strings.ReplaceAll(string(raw), "1500.0", "1500"),
		"longer numbers":    strings.ReplaceAll(string(raw), "1500.0", "1500.000"),
		"powers of ten":     strings.ReplaceAll(string(raw), "1500.0", "15E+2"),
		"escaped letters":   strings.Replace(string(raw), `"anna"`, `"\u0061nna"`, 1),
		"a line at its end": string(raw) + "\n",
	} {
		if _, err := record.Verify(games, []byte(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFilesThatAreNoRecord(t *testing.T) {
	raw := string(sealed(t, game, play(t, openStore(t), table{game: game, moves: 3, end: resigns})))
	for name, c := range map[string]struct{ text, want string }{
		"empty":            {"", "not one JSON document"},
		"a list":           {"[]", "no record"},
		"cut short":        {raw[:len(raw)-1], "not one JSON document"},
		"two documents":    {raw + raw, "not one JSON document"},
		"something behind": {raw + "x", "not one JSON document"},
		"a field twice":    {strings.Replace(raw, `"rated":`, `"rated":true,"rated":`, 1), `"rated" occurs twice`},
		"twice, deeper":    {strings.Replace(raw, `"type":`, `"type":"take","type":`, 1), `"type" occurs twice`},
		"twice, escaped":   {strings.Replace(raw, `"rated":`, `"r\u0061ted":true,"rated":`, 1), `"rated" occurs twice`},
		"no UTF-8":         {strings.Replace(raw, "anna", "ann\xff", 1), "not UTF-8"},
		"a later version":  {strings.Replace(raw, `"record":2`, `"record":3`, 1), "version 3"},
		"an earlier one":   {strings.Replace(raw, `"record":2`, `"record":0`, 1), "version 0"},
		"half a version":   {strings.Replace(raw, `"record":2`, `"record":1.5`, 1), "version 1.5"},
		"a null":           {strings.Replace(raw, `"record":2`, `"record":null`, 1), "the file is no record"},
		"no version":       {strings.Replace(raw, `"record":2`, `"record":"2"`, 1), "version 2"},
		"another game":     {strings.Replace(raw, "district-noir", "chess", 1), `"chess" is not known`},
		"no seal":          {raw[:strings.Index(raw, `,"seal"`)] + "}", "no seal"},
		"a huge number":    {strings.Replace(raw, `"first":`, `"first":1e999999999999999999999,"f":`, 1), "setup"},
		"deep":             {strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), "not one JSON document"},
	} {
		if _, err := record.Verify(games, []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestASealReplacesAnother: it is on the record alone, not on the seal that the record had.
func TestASealReplacesAnother(t *testing.T) {
	m := play(t, openStore(t), table{game: game, moves: 3, end: resigns})
	r, err := record.New(game, m)
	for seed := range byte(2) {
		if err == nil {
			r, err = record.Seal(r, signer(t, seed))
		}
	}
	raw, failed := json.Marshal(r)
	if err = errors.Join(err, failed); err != nil {
		t.Fatal(err)
	}
	if s, err := record.Verify(games, raw); err != nil || s.Sealer != ssh.FingerprintSHA256(signer(t, 1).PublicKey()) {
		t.Errorf("sealed twice: %+v, %v", s, err)
	}
}

func TestOnlyEd25519Seals(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	other, err := ssh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record.Seal(record.Record{}, other); err == nil {
		t.Error("another kind of key sealed a record")
	}
}

// FuzzVerify: whatever verifies says what the one record says that was sealed.
func FuzzVerify(f *testing.F) {
	genuine := sealed(f, game, play(f, openStore(f), table{game: game, rated: true, moves: 3, end: resigns}))
	want, err := record.Verify(games, genuine)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(genuine)
	f.Add(bytes.Replace(genuine, []byte(`"rated":true`), []byte(`"rated":false`), 1))
	f.Add(bytes.Replace(genuine, []byte(`"started":"2`), []byte("\"started\":\"\x7f"), 1))
	f.Add([]byte(`{"record":"\u001b[2J\u202e"}`))
	f.Add([]byte(`{"record":1,"game":"district-noir","seats":[{},{}],"moves":[{}]}`))
	f.Add([]byte(`{"record":1,"game":"district-noir","seal":{"key":"ssh-ed25519 AAAA","signature":"AAAA"}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if s, err := record.Verify(games, raw); err == nil && s != want {
			t.Errorf("a made-up record verifies: %v", s)
		} else if err != nil && strings.ContainsFunc(err.Error(), hidden) {
			t.Errorf("not a sentence: %q", err)
		}
	})
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }
