package page_test

import (
	"strings"
	"testing"

	"noir/tui/page"
)

func TestALinkInFewCells(t *testing.T) {
	for width, want := range map[int]string{
		42: "https://noir.example.com/game/er1ky2zcwm25", 38: "noir.example.com/game/er1ky2zcwm25", 22: "noir.example.com/game/ er1ky2zcwm25",
	} {
		if got := page.Link("https://noir.example.com/game/er1ky2zcwm25", width); strings.Join(got, " ") != want {
			t.Errorf("in %d cells the link is %q", width, got)
		}
	}
}
