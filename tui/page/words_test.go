package page_test

import (
	"strings"
	"testing"
	"time"

	"noir/internal/language"
	"noir/tui/page"
)

func TestOrdinals(t *testing.T) {
	library, err := language.Open()
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]string{
		"en": "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 112th",
		"de": "1. 2. 3. 4. 11. 12. 13. 21. 22. 23. 112.",
		"sv": "1:a 2:a 3:e 4:e 11:e 12:e 13:e 21:a 22:a 23:e 112:e",
		"tr": "1. 2. 3. 4. 11. 12. 13. 21. 22. 23. 112.",
	} {
		var got []string
		for _, n := range []int{1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 112} {
			got = append(got, page.Ordinal(library.Reader(tag, nil), n))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", tag, got, want)
		}
	}
}

func TestHowLongAgo(t *testing.T) {
	library, err := language.Open()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, time.May, 20, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		ago    time.Duration
		en, de string
	}{
		{0, "just now", "gerade eben"},
		{time.Minute - 1, "just now", "gerade eben"},
		{time.Minute, "1 min ago", "vor 1 min"},
		{5 * time.Minute, "5 min ago", "vor 5 min"},
		{time.Hour - 1, "59 min ago", "vor 59 min"},
		{time.Hour, "1 h ago", "vor 1 h"},
		{3 * time.Hour, "3 h ago", "vor 3 h"},
		{24*time.Hour - 1, "23 h ago", "vor 23 h"},
		{24 * time.Hour, "1 d ago", "vor 1 Tag"},
		{30 * time.Hour, "1 d ago", "vor 1 Tag"},
		{50 * time.Hour, "2 d ago", "vor 2 Tagen"},
		{14*24*time.Hour - 1, "13 d ago", "vor 13 Tagen"},
		{14 * 24 * time.Hour, "6 May 2026", "6. Mai 2026"},
		{20 * 24 * time.Hour, "30 Apr 2026", "30. Apr 2026"},
	} {
		if got := page.When(nil, now.Add(-c.ago), now); got != c.en {
			t.Errorf("%v ago is %q, want %q", c.ago, got, c.en)
		}
		if got := page.When(library.Reader("de", nil), now.Add(-c.ago), now); got != c.de {
			t.Errorf("%v ago is %q, want %q", c.ago, got, c.de)
		}
	}
}
