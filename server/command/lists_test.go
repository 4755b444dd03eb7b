package command_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestListsSayTheSameInBothForms: as text and as JSON, each row once and in the same order.
func TestListsSayTheSameInBothForms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		marlowe, spade := h.Player("marlowe"), h.Player("spade")
		var ids []string // newest first
		for range 3 {
			ids = slices.Insert(ids, 0, h.resigned(marlowe, spade))
			time.Sleep(time.Hour)
		}
		h.event(time.Hour)
		h.until(func() bool { return len(h.House.Broker.Tournaments()) == 1 })
		for line, rows := range map[string][]string{
			"games":           ids,
			"games --limit 2": ids[:2],
			"event":           {"Night shift"},
			"rankings":        {"marlowe", "spade"},
			"profile spade":   {"spade"},
			"keys":            {"SHA256:"},
			"settings":        {"palette"},
		} {
			text, document := h.ask(marlowe, line), h.ask(marlowe, line+" --json")
			if !json.Valid([]byte(document)) || json.Valid([]byte(text)) {
				t.Errorf("%s: as text\n%s\nas JSON\n%s", line, text, document)
			}
			for form, said := range map[string]string{"text": text, "JSON": document} {
				rest := said
				for _, row := range rows {
					var found bool
					if _, rest, found = strings.Cut(rest, row); !found {
						t.Errorf("%s as %s: no %s, or not in its place, in\n%s", line, form, row, said)
					}
				}
			}
		}
	})
}
