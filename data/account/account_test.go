package account_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/data/account"
	"noir/internal/language"
)

var reader = account.Reader{
	Zone:  time.FixedZone("", 2*60*60),
	Title: func(game string) string { return strings.ToUpper(game) },
}

// TestAKeyIsNotToldOfItself: the news is for the player's other keys, and nothing to give away by
// reading it.
func TestAKeyIsNotToldOfItself(t *testing.T) {
	own := reader
	own.Key = "SHA256:second"
	for detail, told := range map[string]bool{
		`{"fingerprint":"SHA256:second","label":""}`:                  false,
		`{"fingerprint":"SHA256:second","label":"","merged":"spade"}`: true,
		`{"fingerprint":"SHA256:third","label":""}`:                   true,
	} {
		if text := own.Tell(data.Letter{Kind: data.KeyAdded, Detail: json.RawMessage(detail)}); (text != "") != told {
			t.Errorf("of %s it is told %q", detail, text)
		}
	}
}

// TestGuestsHaveFewerSettings: what is kept with a name, or is about friends, is a player's alone.
func TestGuestsHaveFewerSettings(t *testing.T) {
	names := func(id data.PlayerID) (all []string) {
		for _, s := range account.SettingsOf(id) {
			all = append(all, s.Name)
		}
		return all
	}
	want := slices.DeleteFunc(names(1), func(name string) bool {
		return slices.Contains([]string{"closed", "free-text", "lookout", "friends"}, name)
	})
	if len(want) != len(account.Settings())-4 || !slices.Equal(names(-1), want) {
		t.Errorf("a guest has %q, want %q", names(-1), want)
	}
}

func TestEveryKindOfLetterIsASentence(t *testing.T) {
	const key = `"fingerprint":"SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8"`
	for _, c := range []struct{ kind, detail, says string }{
		{data.KeyAdded, `{` + key + `,"label":""}`, "The key SHA256:nThbg6kX was put on your keyring on 3 May, 01:30. If that was not you, remove it under keys."},
		{data.KeyAdded, `{` + key + `,"label":"attic","merged":"spade"}`,
			`The key "attic" (SHA256:nThbg6kX) was put on your keyring on 3 May, 01:30. It belonged to spade, who is merged with you now. If that was not you, remove it under keys.`},
		{data.KeyRemoved, `{` + key + `}`, "The key SHA256:nThbg6kX was removed from your keyring on 3 May, 01:30."},
		{data.Recovered, `{` + key + `,"left":9}`, "A recovery code was used on 3 May, 01:30: the key SHA256:nThbg6kX is on your keyring. Codes left: 9. " +
			"If that was not you, remove the key and make new codes."},
		{data.RecoveryMade, `{"codes":10}`, "New recovery codes were made on 3 May, 01:30. Those from before are void."},
		{data.Merged, `{"name":"spade"}`, "The house has merged spade with you on 3 May, 01:30."},
		{data.Warned, `{"text":"Be civil."}`, "A warning from the house: Be civil."},
		{data.Silenced, `{"until":"2026-05-04T10:00:00Z","reason":"shouting"}`,
			"Until 4 May 2026, 12:00 you can only use set phrases, not your own words: shouting."},
		{data.Silenced, `{"until":"2026-05-04T10:00:00Z"}`, "Until 4 May 2026, 12:00 you can only use set phrases, not your own words."},
		{data.Silenced, `{"endless":true,"reason":"shouting"}`, "Until the house lifts this you can only use set phrases, not your own words: shouting."},
		{data.Silenced, `{"endless":true,"reason":""}`, "Until the house lifts this you can only use set phrases, not your own words."},
		{data.Silenced, `{}`, "You may write in your own words again."},
		{data.Judged, `{"about":"spade","verdict":"He is warned."}`, "The house has looked into your report about spade: He is warned."},
		{data.Judged, `{"about":"spade","verdict":""}`, "The house has looked into your report about spade."},
		{data.Challenged, `{"challenge":"x","from":"spade","game":"noirburg","pace":"day"}`, "spade challenges you to a game of NOIRBURG."},
		{data.Declined, `{"by":"spade","game":"noirburg"}`, "spade declines your challenge to a game of NOIRBURG."},
		{data.GameOver, `{"match":"m7","game":"noirburg"}`, "Your game m7 of NOIRBURG was decided while you were away."},
		{data.HookOff, `{"host":"a.example"}`, "Your webhook at a.example has failed or was too slow too many times, and is off. Set it again once it answers."},
		{data.RecoveryTried, `{}`, "Somebody has tried several wrong recovery codes for your name, the last one on 3 May, 01:30. None of them worked."},
		{data.Placed, `{"contest":3,"title":"Friday night","game":"noirburg","place":2,"points":14}`,
			"You have come second in the event Friday night of NOIRBURG. Points: 14."},
		{data.Placed, `{"title":"Friday night","game":"noirburg","place":1,"points":20}`, "You have won the event Friday night of NOIRBURG. Points: 20."},
		{data.Placed, `{"title":"Friday night","game":"noirburg","place":3,"points":9}`, "You have come third in the event Friday night of NOIRBURG. Points: 9."},
		{data.Placed, `{"place":4}`, ""},
		{"from the future", `{}`, ""},
		{data.KeyRemoved, `nonsense`, "The key  was removed from your keyring on 3 May, 01:30."},
	} {
		l := data.Letter{Kind: c.kind, Detail: json.RawMessage(c.detail), At: time.Date(2026, 5, 2, 23, 30, 0, 0, time.UTC)}
		if got := reader.Tell(l); got != c.says {
			t.Errorf("%s %s is\n%s, not\n%s", c.kind, c.detail, got, c.says)
		}
	}
}

// TestEveryLetterIsReadInEveryLanguage: no letter lacks words or mixes languages.
func TestEveryLetterIsReadInEveryLanguage(t *testing.T) {
	library, err := language.Open()
	if err != nil {
		t.Fatal(err)
	}
	const detail = `{"fingerprint":"SHA256:nThbg6kX","label":"attic","merged":"merged","left":9,"name":"name","text":"text",
		"until":"2026-05-04T10:00:00Z","reason":"reason","from":"from","about":"about","verdict":"verdict","game":"noirburg",
		"by":"by","match":"match","host":"host","title":"title","place":1,"points":14}`
	said := map[string]string{
		data.KeyAdded: "attic merged", data.KeyRemoved: "attic", data.Recovered: "attic merged 9", data.RecoveryMade: "", data.RecoveryTried: "01:30", data.Merged: "name",
		data.Warned: "text", data.Silenced: "reason 12:00", data.Judged: "about verdict", data.Challenged: "from NOIRBURG",
		data.Declined: "by NOIRBURG", data.GameOver: "match NOIRBURG", data.HookOff: "host", data.Placed: "title NOIRBURG 14",
	}
	for _, o := range language.Offers()[1:] {
		own := reader
		own.Reader = library.Reader(o.Tag, nil)
		for kind, words := range said {
			l := data.Letter{Kind: kind, Detail: json.RawMessage(detail), At: time.Date(2026, 5, 2, 23, 30, 0, 0, time.UTC)}
			got := own.Tell(l)
			if got == reader.Tell(l) || strings.Contains(got, "%!") {
				t.Errorf("%s: %s is %q", o.Tag, kind, got)
			}
			for _, word := range strings.Fields(words) {
				if !strings.Contains(got, word) {
					t.Errorf("%s: %s says nothing of %s: %q", o.Tag, kind, word, got)
				}
			}
		}
	}
}

func TestZones(t *testing.T) {
	for name, known := range map[string]bool{
		"Europe/Istanbul": true, "UTC": true, "America/Argentina/Buenos_Aires": true, "Etc/GMT+5": true,
		"": false, "Local": false, "../../../etc/passwd": false, "/etc/localtime": false, "Europe/Atlantis": false,
		"Europe/../../../etc/hostname": false, "Europe\\Berlin": false, "\x1b[2J": false, strings.Repeat("a", 100): false,
	} {
		if zone := account.Zone(name); (zone != nil) != known {
			t.Errorf("%q is %v", name, zone)
		}
	}
}

// TestEverySettingTurnsThroughItsValues: once round it is as it was, and each value
// is another one.
func TestEverySettingTurnsThroughItsValues(t *testing.T) {
	for _, s := range account.Settings() {
		now, seen := data.Settings{}, map[string]bool{}
		for range s.Values {
			value := s.Turn(now, 1)
			if back := s.Turn(now, -1); len(s.Values) == 2 && back != value {
				t.Errorf("%s goes on to %s and back to %s", s.Name, value, back)
			}
			next, err := s.In(now, strings.ToUpper(value))
			if err != nil || s.Of(next) != value || seen[fmt.Sprint(next)] {
				t.Errorf("%s: %s is %+v, %v", s.Name, value, next, err)
			}
			now, seen[fmt.Sprint(next)] = next, true
		}
		if !reflect.DeepEqual(now, data.Settings{}) {
			t.Errorf("%s leaves %+v", s.Name, now)
		}
		if _, err := s.In(now, "no such value"); err == nil {
			t.Errorf("%s takes anything", s.Name)
		}
		if next, err := s.In(now, "Europe/Vienna"); (err == nil) != s.Open || s.Open && s.Of(next) != "Europe/Vienna" {
			t.Errorf("%s takes what is not among its values: %+v, %v", s.Name, next, err)
		}
	}
}

// TestASettingIsWhatItsNameSays, and says why it does not take a value.
func TestASettingIsWhatItsNameSays(t *testing.T) {
	for name, c := range map[string]struct {
		value   string
		want    data.Settings
		refuses string
	}{
		"palette":   {"contrast", data.Settings{Palette: "contrast"}, "palette is usual, contrast or daltonic"},
		"still":     {"on", data.Settings{Still: true}, "still is off or on"},
		"one-key":   {"on", data.Settings{OneKey: true}, "one-key is off or on"},
		"pass":      {"on", data.Settings{Pass: true}, "pass is off or on"},
		"ticking":   {"on", data.Settings{Ticking: true}, "ticking is off or on"},
		"silent":    {"on", data.Settings{Silent: true}, "silent is off or on"},
		"closed":    {"on", data.Settings{NoSpectators: true}, "closed is off or on"},
		"free-text": {"on", data.Settings{FreeText: true}, "free-text is off or on"},
		"lookout":   {"on", data.Settings{Lookout: true}, "lookout is off or on"},
		"friends":   {"on", data.Settings{Friends: true}, "friends is off or on"},
		"zone":      {"Europe/Vienna", data.Settings{Zone: "Europe/Vienna"}, "There is no time zone of that name. Try one such as Europe/Berlin."},
		"language":  {"de", data.Settings{Language: "de"}, "language is auto, "},
	} {
		i := slices.IndexFunc(account.Settings(), func(s account.Setting) bool { return s.Name == name })
		if i < 0 {
			t.Errorf("there is no setting %s", name)
			continue
		}
		s := account.Settings()[i]
		if got, err := s.In(data.Settings{}, c.value); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s changes %+v, %v", name, got, err)
		}
		if _, err := s.In(data.Settings{}, "nonsense"); err == nil || !strings.HasPrefix(err.Error(), c.refuses) {
			t.Errorf("%s says %q, not %q", name, err, c.refuses)
		}
	}
}

// TestAValueIsAlsoItsWord, in each language: the screens show the words, and commands take both.
func TestAValueIsAlsoItsWord(t *testing.T) {
	library, err := language.Open()
	if err != nil {
		t.Fatal(err)
	}
	in := func(tag string) *language.Reader { return library.Reader(tag, func(string) string { return "" }) }
	for _, tag := range language.Tags() {
		r := in(tag)
		for _, s := range account.Settings() {
			for _, value := range s.Values {
				for _, typed := range []string{value, s.Say(r, value)} {
					if got := s.Meant(r, typed); got != value {
						t.Errorf("%s: %s %s means %q, not %q", tag, s.Name, typed, got, value)
					}
				}
			}
		}
	}
	for typed, want := range map[string]string{"Farbenblind": "daltonic", "Mars": "Mars"} {
		if got := account.Settings()[0].Meant(in("de"), typed); got != want {
			t.Errorf("%s means %q, not %q", typed, got, want)
		}
	}
}
