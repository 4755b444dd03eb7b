package language_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"noir/internal/language"
)

var update = flag.Bool("update", false, "write the English base files anew")

// TestEnglishBase: PART.en.toml has the English texts of a part in the format of its translations,
// for translators' tools. The files are written from the code.
func TestEnglishBase(t *testing.T) {
	texts := map[string]map[string]phrase{} // by part, then by text
	english := phrases(t)
	for text, part := range parts(t) {
		if texts[part] == nil {
			texts[part] = map[string]phrase{}
		}
		texts[part][text] = english[text]
	}
	for part, own := range texts {
		var b strings.Builder
		b.WriteString("# Written from the code by: go test ./internal/language -update\n")
		for _, text := range slices.Sorted(maps.Keys(own)) {
			fmt.Fprintf(&b, "\n[%s]\n", strconv.Quote(text))
			if one := own[text].one; one != "" {
				fmt.Fprintf(&b, "one = %s\n", strconv.Quote(one))
			}
			fmt.Fprintf(&b, "other = %s\n", strconv.Quote(text))
		}
		file := part + ".en.toml"
		if *update {
			if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if have, err := os.ReadFile(file); err != nil || string(have) != b.String() {
			t.Errorf("%s is not what the code says (%v): go test ./internal/language -update", file, err)
		}
	}
	if have := files(t, "en"); len(have) != len(texts) {
		t.Errorf("%d base files for %d parts", len(have), len(texts))
	}
}

// parts says in which part each text that is said stands: the path of its files of words
// up to the language. What a game says and nobody has translated yet is in the game's.
func parts(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, o := range language.Offers()[1:] {
		for _, file := range files(t, o.Tag) {
			part := strings.TrimSuffix(file, "."+o.Tag+".toml")
			for text := range read(t, file) {
				if other, ok := found[text]; ok && other != part {
					t.Errorf("%s: %q stands in %s in another language", file, text, other)
				}
				found[text] = part
			}
		}
	}
	for text, p := range phrases(t) {
		layer, game := filepath.Split(filepath.Dir(p.at.Filename))
		if _, err := os.Stat(filepath.Join(layer, "..", "engine", game)); err == nil && found[text] == "" {
			found[text] = filepath.Join(layer, "..", "tui", game, "words")
		}
	}
	return found
}
