package language_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noir/internal/language"
)

func open(t *testing.T) *language.Library {
	t.Helper()
	var games []fs.FS
	for _, file := range files(t, "en") {
		if folder := filepath.Dir(file); folder != "words" {
			games = append(games, os.DirFS(folder))
		}
	}
	l, err := language.Open(games...)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestTheReadersLanguageIsFound(t *testing.T) {
	l := open(t)
	for _, c := range []struct {
		setting string
		env     map[string]string
		want    string
	}{
		{"", nil, "en"},
		{"", map[string]string{"LANG": "de_DE.UTF-8"}, "de"},
		{"", map[string]string{"LANG": "sv_SE.ISO-8859-1@euro"}, "sv"},
		{"", map[string]string{"LANG": "de_AT", "LC_ALL": "tr_TR.UTF-8"}, "tr"},
		{"", map[string]string{"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "en"},
		{"", map[string]string{"LANG": "C"}, "en"},
		{"", map[string]string{"LANG": "\x1b[2J"}, "en"},
		{"tr", map[string]string{"LANG": "de_DE.UTF-8"}, "tr"},
		{"xx", map[string]string{"LANG": "de_DE.UTF-8"}, "en"},
	} {
		got := l.Reader(c.setting, func(name string) string { return c.env[name] }).Tag()
		if got != c.want {
			t.Errorf("setting %q, %v: %s, want %s", c.setting, c.env, got, c.want)
		}
	}
}

// TestLanguagesHaveNames, each its own, and are listed with English first.
func TestLanguagesHaveNames(t *testing.T) {
	if got, want := language.Tags(), []string{"en", "de", "sv", "tr"}; got[0] != "en" || len(got) != len(want) {
		t.Errorf("tags %q, not %q in some order", got, want)
	}
	for tag, want := range map[string]string{"en": "English", "de": "Deutsch", "sv": "svenska", "tr": "Türkçe", "xx": "xx", "": ""} {
		if got := language.Name(tag); !strings.EqualFold(got, want) {
			t.Errorf("%q is called %q, not %q", tag, got, want)
		}
	}
	dated := language.Sentence(nil, "%s is for %d players", language.Sentence(nil, "There is no such game: choose another."), 2)
	if got, want := open(t).Reader("de", nil).Explain(dated), open(t).Reader("de", nil).Words("There is no such game: choose another."); !strings.HasPrefix(got, want) {
		t.Errorf("a sentence in a sentence: %q, without %q", got, want)
	}
}

func TestTurkishKnowsItsTwoKindsOfI(t *testing.T) {
	r := open(t).Reader("tr", nil)
	if got := r.Upper("ilk ısı"); got != "İLK ISI" {
		t.Errorf("capitals: %q", got)
	}
	if got := r.Lower("İLK ISI"); got != "ilk ısı" {
		t.Errorf("small letters: %q", got)
	}
}

func TestNobodysLanguageIsEnglish(t *testing.T) {
	var r *language.Reader
	if got := r.Words("%s is back.", "vera") + r.Several(1, "%d card", "%d cards") + r.Several(2, "%d card", "%d cards"); got != "vera is back.1 card2 cards" {
		t.Errorf("%q", got)
	}
	if got := language.Counted(1, "one card", "%d cards") + language.Counted(2, "one card of %s", "%d cards of %s", "vera"); got != "one card2 cards of vera" {
		t.Errorf("%q", got)
	}
	if got := r.Tag() + r.Number("+4.5") + r.Upper("i") + r.Spell("é") + r.ASCII().Spell("é"); got != "en+4.5Iéé" {
		t.Errorf("%q", got)
	}
}

// TestPlurals: each number has the form that its language has for it.
func TestPlurals(t *testing.T) {
	de := open(t).Reader("de", nil)
	for n, want := range map[int]string{0: "0 Partien", 1: "1 Partie", 2: "2 Partien", 11: "11 Partien"} {
		if got := de.Several(n, "%d game", "%d games"); got != want {
			t.Errorf("%d games are %q, not %q", n, got, want)
		}
	}
}

// TestEveryMonth has its own name, which in English is that of the calendar.
func TestEveryMonth(t *testing.T) {
	var r *language.Reader
	for month := range 12 {
		at := time.Date(2026, time.January+time.Month(month), 2, 0, 0, 0, 0, time.UTC)
		if got, want := r.Date(at)+r.ShortDate(at), at.Format("2 January 20062 Jan 2006"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestLettersWithoutASCII lose their marks; a text in English is for the theme to spell.
func TestLettersWithoutASCII(t *testing.T) {
	for tag, want := range map[string]string{"de": "Nandu fuer oe", "tr": "Nandu fur o", "sv": "Nandu fuer oe", "en": "Ñandú für ö"} {
		if got := open(t).Reader(tag, nil).ASCII().Spell("Ñandú für ö"); got != want {
			t.Errorf("%s: %q, not %q", tag, got, want)
		}
	}
}

func TestDatesAndNumbers(t *testing.T) {
	at := time.Date(2026, time.March, 2, 15, 4, 0, 0, time.UTC)
	for tag, want := range map[string]string{
		"en": "2 March 2026, 2 Mar 2026, March 2026, 2 March, +4.5",
		"de": "2. März 2026, 2. Mär 2026, März 2026, 2. März, +4,5",
		"sv": "2 mars 2026, 2 mars 2026, mars 2026, 2 mars, +4,5",
		"tr": "2 Mart 2026, 2 Mar 2026, Mart 2026, 2 Mart, +4,5",
	} {
		r := open(t).Reader(tag, nil)
		got := strings.Join([]string{
			r.Date(at), r.ShortDate(at), r.Month(at), r.DayOfMonth(at), r.Number("+4.5"),
		}, ", ")
		if got != want {
			t.Errorf("%s: %s, want %s", tag, got, want)
		}
	}
}
