package matchmaking_test

import (
	"errors"
	"fmt"
	"testing"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
)

// TestRefusalsSayWhyInEachLanguage, and what stands behind them is not lost.
func TestRefusalsSayWhyInEachLanguage(t *testing.T) {
	t.Parallel()
	library, err := language.Open()
	if err != nil {
		t.Fatal(err)
	}
	const text = "%s is for %d players"
	german, cause := library.Reader("de", nil), language.Sentence(nil, text, "Town", 6)
	for _, err := range []error{matchmaking.BadTermsOf(cause), matchmaking.PhrasesOnlyOf(cause), matchmaking.BadTermsf(text, "Town", 6), matchmaking.PhrasesOnlyf(text, "Town", 6)} {
		if err.Error() != "Town is for 6 players" {
			t.Errorf("%T in English: %v", err, err)
		}
		if got, want := german.Explain(err), german.Words(text, "Town", 6); got != want || want == err.Error() {
			t.Errorf("%T in German: %q, not %q", err, got, want)
		}
	}
	disk := errors.New("disk I/O error")
	if err := matchmaking.Unavailable(disk); !errors.Is(err, data.ErrUnavailable) || !errors.Is(err, disk) {
		t.Errorf("a store that fails: %v", err)
	}
	if known := fmt.Errorf("%w: busy", data.ErrUnavailable); matchmaking.Unavailable(known) != known {
		t.Errorf("said twice: %v", matchmaking.Unavailable(known))
	}
}
