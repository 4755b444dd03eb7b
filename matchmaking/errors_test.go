package matchmaking_test

import (
	"testing"

	"noir/internal/language"
	"noir/matchmaking"
)

// TestRefusalsSayWhyInEachLanguage.
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
}
