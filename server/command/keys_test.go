package command_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/server/command"
	"noir/server/wiretest"
)

// with runs a command line with a key that may be new.
func (h *house) with(fingerprint, line string) answer {
	h.t.Helper()
	p, _ := h.House.Store.PlayerByKey(h.t.Context(), fingerprint)
	var out, errOut bytes.Buffer
	code := h.Run(h.t.Context(), command.Call{
		Player: p, Keys: h.keys(fingerprint),
		Args: strings.Fields(line), In: strings.NewReader(""), Out: &out, Err: &errOut,
	})
	return answer{code, out.String(), errOut.String()}
}

// fails runs a command line that is refused with a sentence.
func (h *house) fails(fingerprint, line, sentence string) {
	h.t.Helper()
	if a := h.with(fingerprint, line); a.code != 1 || a.out != "" || !strings.Contains(a.err, sentence) {
		h.t.Errorf("%s: %+v", line, a)
	}
}

// document reads what a command prints as JSON.
func document[T any](t *testing.T, a answer) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.out), &v); err != nil || a.code != 0 {
		t.Fatalf("%v: %+v", err, a)
	}
	return v
}

type invitation struct {
	Code    string
	Expires time.Time
}

type keyring struct {
	Keys []struct {
		ID                 int64
		Fingerprint, Label string
		Current            bool
	}
	Recovery int `json:"recovery_codes"`
}

func TestASecondKey(t *testing.T) {
	h := open(t)
	h.Player("marlowe")
	code := document[invitation](t, h.with("SHA256:marlowe", "keys add --json")).Code
	if a := h.with("SHA256:second", "keys claim "+strings.ToLower(strings.ReplaceAll(code, "-", ""))); a.out != "You are marlowe: this key is on that keyring now.\n" {
		t.Fatalf("%+v", a)
	}
	h.fails("SHA256:third", "keys claim "+code, "wrong, used or too old")
	list := document[keyring](t, h.with("SHA256:second", "keys list --json"))
	if len(list.Keys) != 2 || list.Keys[0].Current || !list.Keys[1].Current {
		t.Fatalf("%+v", list)
	}
	id := list.Keys[1].ID
	for line, want := range map[string]string{
		"keys":  "SHA256:marlowe",
		"keys ": "Unused recovery codes: 0.",
	} {
		if a := h.with("SHA256:second", line); !strings.Contains(a.out, want) {
			t.Errorf("%s: %+v", line, a)
		}
	}
	if a := h.with("SHA256:marlowe", "keys label "+itoa(id)+" the old laptop"); !strings.Contains(a.out, "the old laptop has its label") {
		t.Errorf("%+v", a)
	}
	if a := h.with("SHA256:marlowe", "keys remove "+itoa(id)); a.code != 0 {
		t.Errorf("%+v", a)
	}
	h.fails("SHA256:marlowe", "keys remove "+itoa(id), "There is no such key")
	h.fails("SHA256:marlowe", "keys remove "+itoa(list.Keys[0].ID), "It is your only key")
}

func itoa(n int64) string { b, _ := json.Marshal(n); return string(b) }

// TestWrongTriesVoidNoCode: tries are counted at the door.
func TestWrongTriesVoidNoCode(t *testing.T) {
	h := open(t)
	h.Player("marlowe")
	code := document[invitation](t, h.with("SHA256:marlowe", "keys add --json")).Code
	wrong := code[:len(code)-1] + map[bool]string{true: "1", false: "0"}[strings.HasSuffix(code, "0")]
	for range 20 {
		h.fails("SHA256:second", "keys claim "+wrong, "wrong, used or too old")
	}
	if _, err := h.House.Store.PlayerByKey(t.Context(), "SHA256:second"); err == nil {
		t.Error("a key that was refused has a player")
	}
	if a := h.with("SHA256:second", "keys claim "+code); a.code != 0 {
		t.Errorf("%+v", a)
	}
}

func TestACodeGetsTooOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		h.Player("marlowe")
		made := document[invitation](t, h.with("SHA256:marlowe", "keys add --json"))
		if left := time.Until(made.Expires); left > data.InvitationLasts || left < data.InvitationLasts-time.Second {
			t.Errorf("it lasts %v", left)
		}
		time.Sleep(data.InvitationLasts + time.Second)
		h.fails("SHA256:second", "keys claim "+made.Code, "wrong, used or too old")
	})
}

func TestAPlayerWithGamesIsJoinedOnlyWhenAsked(t *testing.T) {
	h := open(t)
	h.Player("marlowe")
	h.resigned(h.Player("spade"), h.Player("vera"))
	code := document[invitation](t, h.with("SHA256:marlowe", "keys add --json")).Code
	h.fails("SHA256:spade", "keys claim "+code, "--merge merges the two for good")
	if a := h.with("SHA256:spade", "keys claim "+code+" --merge --json"); a.out != `{"name":"marlowe"}`+"\n" {
		t.Fatalf("%+v", a)
	}
	if a := h.with("SHA256:spade", "games"); !strings.Contains(a.out, "against vera") {
		t.Errorf("%+v", a)
	}
}

func TestRecovery(t *testing.T) {
	h := open(t)
	h.Player("marlowe")
	codes := document[struct{ Codes []string }](t, h.with("SHA256:marlowe", "keys recovery --json")).Codes
	if len(codes) != data.RecoveryCodes {
		t.Fatalf("%q", codes)
	}
	list := document[keyring](t, h.with("SHA256:marlowe", "keys --json"))
	if list.Recovery != len(codes) {
		t.Errorf("%+v", list)
	}
	if a := h.with("SHA256:marlowe", "keys remove "+itoa(list.Keys[0].ID)); a.code != 0 { // the codes are a way in
		t.Fatalf("%+v", a)
	}
	h.fails("SHA256:new", "recover spade "+codes[0], "wrong, used or too old")
	if a := h.with("SHA256:new", "recover Marlowe "+codes[0]); a.out != "You are marlowe: this key is on that keyring now.\n" {
		t.Fatalf("%+v", a)
	}
	h.fails("SHA256:other", "recover marlowe "+codes[0], "wrong, used or too old")
	if a := h.with("SHA256:new", "keys recovery"); !strings.Contains(a.out, "ssh noir.example.com recover marlowe CODE") {
		t.Errorf("%+v", a)
	}
}

// TestLettersAreToldOnce to people; programs see them until a person has.
func TestLettersAreToldOnce(t *testing.T) {
	h := open(t)
	h.Player("marlowe")
	code := document[invitation](t, h.with("SHA256:marlowe", "keys add --json")).Code
	h.with("SHA256:second", "keys claim "+code)
	for range 2 {
		if a := h.with("SHA256:marlowe", "whoami --json"); !strings.Contains(a.out, `"kind":"key_added"`) {
			t.Errorf("%+v", a)
		}
	}
	if a := h.with("SHA256:second", "whoami"); strings.Contains(a.out, "was put on your keyring") {
		t.Errorf("the new key is told of itself: %+v", a)
	}
	if a := h.with("SHA256:marlowe", "whoami"); !strings.Contains(a.out, "The key SHA256:second was put on your keyring") {
		t.Errorf("%+v", a)
	}
	if a := h.with("SHA256:marlowe", "whoami"); strings.Contains(a.out, "keyring") {
		t.Errorf("told again: %+v", a)
	}
}

// TestTheLongestLetterIsToldWhole, in any script.
func TestTheLongestLetterIsToldWhole(t *testing.T) {
	h := open(t)
	for name, character := range map[string]string{"marlowe": "k", "vivian": "\u0448", "vera": "\U0001F44D\U0001F3FD"} {
		warning := strings.Repeat(character, data.MaxReason/len([]rune(character)))
		if err := h.House.Store.(data.Moderators).Warn(t.Context(), "operator", h.Player(name).ID, warning); err != nil {
			t.Fatal(err)
		}
		if a := h.with("SHA256:"+name, "whoami"); !strings.Contains(a.out, warning) {
			t.Errorf("%s is told %q", name, a.out)
		}
	}
}

func TestSettings(t *testing.T) {
	h := open(t)
	h.Player("marlowe")
	for _, c := range []struct{ line, out string }{
		{"settings palette daltonic", "palette  daltonic"},
		{"settings palette usual", "palette  usual"},
		{"settings palette colour-blind", "palette  daltonic"}, // as the screens call it
		{"settings one_key ON", "one-key  on"},
		{"settings zone Europe/Vienna", "zone  Europe/Vienna"},
		{"settings zone", "zone  Europe/Vienna"},
		{"settings still --json", `{"settings":{"still":false}}`},
		{"settings --json", `"one_key":true`},
		{"settings --json", `"zone":"Europe/Vienna"`},
		{"settings zone auto", "zone  auto"},
	} {
		if a := h.with("SHA256:marlowe", c.line); a.code != 0 || !strings.Contains(a.out, c.out) {
			t.Errorf("%s: %+v", c.line, a)
		}
	}
	for line, sentence := range map[string]string{
		"settings palete contrast":        `the nearest is "palette"`,
		"settings Colours contrast":       `there is no setting "Colours"; the nearest is "palette"`,
		"settings tz UTC":                 `the nearest is "zone"`,
		"settings palette mauve":          "palette is usual, contrast or daltonic",
		"settings zone ../../etc/passwd":  "no time zone of that name",
		"settings zone Local":             "no time zone of that name",
		"settings still on off":           "type ssh HOST settings",
		"keys lst":                        `the nearest is "list"`,
		"keys remove one":                 "not the ID of a key",
		"account delte":                   `the nearest is "delete"`,
		"account rename":                  "type ssh HOST account rename NAME",
		"account delete spade":            "your name is marlowe",
		"recover marlowe":                 "type ssh HOST recover NAME CODE",
		"keys claim":                      "type ssh HOST keys claim CODE",
		"keys claim x --mege":             `the nearest is "--merge"`,
		"keys recovery --json extra":      "type ssh HOST keys recovery",
		"settings webhook https://a.test": `there is no setting "webhook"`,
	} {
		if a := h.with("SHA256:marlowe", line); a.code != 2 || !strings.Contains(a.err, sentence) {
			t.Errorf("%s: %+v", line, a)
		}
	}
	guest := h.Guest("guest-1")
	for _, line := range []string{"keys", "keys add", "keys remove 1", "settings", "account delete guest-1", "account rename spade", "recover marlowe 0000"} {
		if a := h.run(guest, line); a.code != 1 || !strings.Contains(a.err, "connect with a key") {
			t.Errorf("a guest, %s: %+v", line, a)
		}
	}
}

// TestAnotherNameIsTaken, once in thirty days.
func TestAnotherNameIsTaken(t *testing.T) {
	h := open(t)
	h.resigned(h.Player("marlowe"), h.Player("spade"))
	rename := func(key, name string) answer { return h.with("SHA256:"+key, "account rename "+name) }
	for name, why := range map[string]string{
		"spade": "here already has", "sp4de": "here already has", "noir-admin": "is reserved", "x": "3 to 16 of a-z",
	} {
		if a := rename("marlowe", name); a.code != 1 || !strings.Contains(a.err, why) {
			t.Errorf("%s: %+v", name, a)
		}
	}
	if a := rename("marlowe", "marlowe"); a.code != 0 || a.out != "That is your name already.\n" {
		t.Errorf("%+v", a)
	}
	if a := rename("marlowe", "Vivian"); a.code != 0 || a.out != "You are called vivian now. For 30 days nobody else gets the name marlowe.\n" {
		t.Errorf("%+v", a)
	}
	if a := rename("marlowe", "marlowe"); a.code != 1 || !strings.Contains(a.err, "You changed your name recently. You can change it again from") {
		t.Errorf("again: %+v", a)
	}
	if a := rename("spade", "mar-lowe"); a.code != 1 || !strings.Contains(a.err, "here already has") {
		t.Errorf("the old name: %+v", a)
	}
	if a := h.with("SHA256:spade", "games"); !strings.Contains(a.out, "vivian") || strings.Contains(a.out, "marlowe") {
		t.Errorf("%+v", a)
	}
}

func TestDeletingOneself(t *testing.T) {
	h := open(t)
	h.resigned(h.Player("marlowe"), h.Player("spade"))
	if a := h.with("SHA256:marlowe", "account delete Marlowe"); a.code != 0 || !strings.Contains(a.out, "Your account is deleted.") {
		t.Fatalf("%+v", a)
	}
	if a := h.with("SHA256:spade", "games"); strings.Contains(a.out, "marlowe") || !strings.Contains(a.out, "lost") {
		t.Errorf("%+v", a)
	}
}

func TestTheShapesOfKeys(t *testing.T) {
	h := open(t)
	h.Player("marlowe")
	const key = `{added:string current:bool fingerprint:string id:number label:string last_seen:string}`
	for _, c := range []struct{ line, want string }{
		{"keys list --json", `{keys:[` + key + `] recovery_codes:number}`},
		{"keys add --json", `{code:string expires:string}`},
		{"keys recovery --json", `{codes:[string]}`},
		{"keys label 1 desk --json", key},
		{"settings --json", `{settings:{closed:bool free_text:bool friends:bool language:string lookout:bool one_key:bool palette:string pass:bool silent:bool still:bool ticking:bool zone:string}}`},
	} {
		if got := wiretest.Shape(h.with("SHA256:marlowe", c.line).out); got != c.want {
			t.Errorf("%s is\n%s, not\n%s", c.line, got, c.want)
		}
	}
}

func TestUnnamedCommands(t *testing.T) {
	for line, want := range map[string]bool{
		"keys claim X": true, "keys --json claim X": true, "recover a b": true, "--json recover a b": true,
		"keys": false, "keys add": false, "whoami": false, "": false, "help keys claim": false, "tables claim X": false,
	} {
		if got := command.Unnamed(strings.Fields(line)); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
