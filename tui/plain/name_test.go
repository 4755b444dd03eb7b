package plain_test

import (
	"regexp"
	"strings"
	"testing"

	"noir/data"
	"noir/data/account"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

func TestAFirstVisitorChoosesAName(t *testing.T) {
	for wish, want := range map[string]string{"": "marlowe-2", "Vivian": "vivian"} {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			h.Player("marlowe")
			s := session(h, data.Player{})
			s.User, s.Keys = "marlowe", h.Keys("SHA256:new")
			k := begin(t, s)
			k.hears("An empty line takes marlowe-2.")
			k.types("admin")
			k.hears("That name is reserved for the house and its players: take another.")
			k.types("help")
			k.hears("Choose a name first, or type quit.")
			k.types("marl0we")
			k.hears("Somebody here already has that name")
			k.types(wish)
			if wish != "" {
				k.hears("Do you want to be called vivian? Type yes or no.")
				k.types("yes")
			}
			k.hears("You are " + want + ".")
			p, err := h.Store.PlayerByKey(t.Context(), "SHA256:new")
			if err != nil || p.Name != want {
				t.Errorf("the key is %q's, %v; want %q", p.Name, err, want)
			}
		})
	}
}

// TestAKeptUserName: whoever is called like the house's players is told why another name is proposed.
func TestAKeptUserName(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, data.Player{})
		s.User, s.Keys = "vito", h.Keys("SHA256:new")
		k := begin(t, s)
		k.hears("vito: That name is reserved for the house and its players: take another.")
		k.hears("An empty line takes player-1.")
	})
}

// TestNoLineBecomesANameUnasked: a word that may mean something else is asked about, and a line
// that is no answer is handled as what it is.
func TestNoLineBecomesANameUnasked(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, data.Player{})
		s.User, s.Keys = "marlowe", h.Keys("SHA256:new")
		k := begin(t, s)
		k.hears("An empty line takes marlowe.")
		k.types("how")
		k.hears("Do you want to be called how? Type yes or no.")
		k.types("")
		k.hears("Do you want to be called how? Type yes or no.")
		k.types("help")
		k.hears("Choose a name first, or type quit.")
		k.hears("An empty line takes marlowe.")
		k.types("velma")
		k.hears("Do you want to be called velma?")
		k.types("no")
		k.hears("An empty line takes marlowe.")
		k.types("viv")
		k.hears("Do you want to be called viv?")
		k.types("Vivian")
		k.hears("Do you want to be called vivian?")
		k.types(strings.Repeat("x", 10_000))
		k.hears("That line is too long.")
		k.hears("Do you want to be called vivian?")
		if p, err := h.Store.PlayerByKey(t.Context(), "SHA256:new"); err == nil {
			t.Fatalf("the key is %s's, who has not said yes", p.Name)
		}
		k.types("y")
		k.hears("You are vivian.")
	})
}

// TestNoWordOfThePromptIsTakenForAName: what help lists there, and what is understood besides. Any other word is.
func TestNoWordOfThePromptIsTakenForAName(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k, second := begin(t, session(h, h.Player("marlowe"))), newcomer(t, h, "SHA256:second")
		k.types("help", "all")
		listed := regexp.MustCompile(`(?m)^  ([a-z]+)  `).FindAllStringSubmatch(k.hears("quit: leave."), -1)
		if len(listed) < 20 {
			t.Fatalf("help lists %q", listed)
		}
		words := []string{"help", "claim", "more", "all", "stop", "rematch", "exit"}
		for _, row := range listed {
			words = append(words, row[1])
		}
		for _, b := range account.Bonds() {
			words = append(words, b.Verb)
		}
		words = append(words, districtnoir.Game().Info().Levels()...)
		for _, word := range words {
			second.types(word)
			if said := second.hears("Type "); !strings.Contains(said, "Choose a name first, or type quit.") {
				t.Errorf("at the question for a name, %s is told: %s", word, said)
			}
		}
		k.types("dance")
		k.hears("There is no command")
		second.types("dance")
		second.hears("Do you want to be called dance?")
	})
}

// TestYesTakesTheProposal, in the visitor's language too.
func TestYesTakesTheProposal(t *testing.T) {
	for tag, yes := range map[string]string{"en": "yes", "de": "ja", "tr": "EVET"} {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			s := session(h, data.Player{})
			s.User, s.Keys = "marlowe", h.Keys("SHA256:new")
			s.Language = s.Reads(tag)
			k := begin(t, s)
			k.types(yes)
			k.hears("marlowe.")
			k.types("quit")
			k.ends()
			if p, err := h.Store.PlayerByKey(t.Context(), "SHA256:new"); err != nil || p.Name != "marlowe" {
				t.Errorf("the key is %q's, %v", p.Name, err)
			}
		})
	}
}
