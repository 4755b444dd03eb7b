package command

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data/review"
	"noir/server/schema"
)

// TestThePublishedSchema: docs/schema/documents.json has every document that a command prints, under the
// command's name.
func TestThePublishedSchema(t *testing.T) {
	published.Compare(t, "../../docs/schema/documents.json")
}

// TestEveryDocumentIsPublished: each command that prints a document has one, under its own name or, where
// all that belongs to it prints the same, under that of its parent.
func TestEveryDocumentIsPublished(t *testing.T) {
	seen := 0
	var look func(of *cobra.Command, parent string)
	look = func(of *cobra.Command, parent string) {
		for _, cmd := range of.Commands() {
			name := strings.TrimPrefix(parent+"-"+cmd.Name(), "-")
			if f := cmd.Flags().Lookup("json"); f != nil && f.Usage == "one JSON document instead of text" {
				seen++
				_, own := published.Types[name]
				_, shared := published.Types[parent]
				if !own && (!shared || parent == "keys" || parent == "puzzle") && name != "keys-list" {
					t.Errorf("%s has no document", name)
				}
			}
			look(cmd, name)
		}
	}
	look((&Desk{Services: &service.Services{}}).root(&Call{}), "")
	if seen < 30 {
		t.Errorf("only %d commands print documents", seen)
	}
}

// published has every document that a command prints.
var published = schema.Schema{
	Title: "What commands print with --json: one document, under the name of its command",
	Types: map[string]any{
		"whoami": whoami{}, "profile": profile{}, "rankings": rankings{}, "version": Build{},
		"games": []gameRow{}, "games-running": []runningRow{}, "tables": []tableRow{}, "review": review.Review{},
		"challenge": acceptance{}, "accept": acceptance{}, "challenges": []challengeRow{},
		"event": eventTable{}, "events": []eventRow{}, "puzzle": riddle{}, "puzzle-answer": verdict{},
		"friends": []tieRow{}, "mutes": []tieRow{}, "blocks": []tieRow{}, "report": reported{},
		"keys": keyList{}, "keys-add": invitation{}, "keys-claim": claimed{}, "recover": claimed{}, "keys-label": ownKey{}, "keys-remove": ownKey{}, "keys-recovery": recoveryCodes{},
		"feed": feedAddress{}, "webhook": hook{}, "settings": struct {
			Settings map[string]any `json:"settings"`
		}{},
	},
}
