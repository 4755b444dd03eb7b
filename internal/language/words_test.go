package language_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/BurntSushi/toml"

	"noir/internal/language"
)

// phrase is an English text in the code, with its position.
type phrase struct {
	at  token.Position
	one string // of a text with a number: the singular
}

// phrases finds every text that the code translates by Words, Several, Mark, Bind and the like,
// and the texts of the games' rules.
func phrases(t *testing.T) map[string]phrase {
	t.Helper()
	root, found := filepath.Join("..", ".."), map[string]phrase{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			return err
		}
		explained := strings.HasSuffix(filepath.Dir(file), filepath.Join("server", "command"))
		spoken := strings.HasSuffix(filepath.Dir(file), filepath.Join("tui", "plain"))
		ast.Inspect(parsed, func(n ast.Node) bool {
			if text := help(n); explained && text != "" {
				found[text] = phrase{at: set.Position(n.Pos())}
			}
			if text := aloud(n); spoken && text != "" {
				found[text] = phrase{at: set.Position(n.Pos())}
			}
			switch n := n.(type) {
			case *ast.CallExpr:
				if text, one := said(n); text != "" {
					found[text] = phrase{set.Position(n.Pos()), one}
				}
				for _, text := range saidOfASeat(n) {
					found[text] = phrase{at: set.Position(n.Pos())}
				}
			case *ast.ValueSpec:
				for _, text := range refusals(n) {
					found[text] = phrase{at: set.Position(n.Pos())}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// said returns the translated texts of a call, if any.
func said(call *ast.CallExpr) (text, one string) {
	var name string
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = fun.Sel.Name
	case *ast.Ident:
		name = fun.Name
	}
	switch {
	case (name == "Words" || name == "reply") && len(call.Args) > 0:
		return literal(call.Args[0]), ""
	case name == "Mark" && len(call.Args) == 1:
		return literal(call.Args[0]), ""
	case name == "Several" && len(call.Args) > 2:
		return literal(call.Args[2]), literal(call.Args[1])
	case (name == "Bind" || name == "Both") && len(call.Args) > 2, name == "Says" && len(call.Args) == 2: // a key's help
		return literal(call.Args[1]), ""
	case name == "Sentence" && len(call.Args) > 1: // an error
		return literal(call.Args[1]), ""
	case (name == "misused" || name == "BadTermsf" || name == "PhrasesOnlyf" || name == "sentence" || name == "saying" || name == "sure" || name == "Say") && len(call.Args) > 0: // the same
		return literal(call.Args[0]), ""
	}
	return "", ""
}

// saidOfASeat returns both texts of a call that says one of them to the seat's player and the other to all others:
// b.said(seat, "you passed", "%s passed").
func saidOfASeat(call *ast.CallExpr) []string {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || method.Sel.Name != "said" || len(call.Args) < 3 {
		return nil
	}
	return []string{literal(call.Args[1]), literal(call.Args[2])}
}

// refusals returns the sentences of a game's rules, from their table by code: rules know no
// languages.
func refusals(table *ast.ValueSpec) (texts []string) {
	if table.Names[0].Name != "sentences" || len(table.Values) != 1 {
		return nil
	}
	all, ok := table.Values[0].(*ast.CompositeLit)
	if !ok {
		return nil
	}
	for _, e := range all.Elts {
		texts = append(texts, literal(e.(*ast.KeyValueExpr).Value))
	}
	return texts
}

// help returns what the help says of a command or of a flag.
func help(n ast.Node) string {
	switch n := n.(type) {
	case *ast.CallExpr:
		return flagHelp(n)
	case *ast.KeyValueExpr:
		return command(n)
	}
	return ""
}

// aloud returns the text that a call says in plain text mode.
func aloud(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if text := literal(call.Args[0]); ok && method.Sel.Name == "say" && strings.ContainsFunc(verb.ReplaceAllString(text, ""), unicode.IsLetter) {
		return text
	}
	return ""
}

// flagHelp returns what the help says of a flag that a call defines.
func flagHelp(call *ast.CallExpr) string {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) < 3 {
		return ""
	}
	switch fun.Sel.Name {
	case "Bool", "Int", "String", "BoolVar", "IntVar", "StringVar", "BoolP":
		return literal(call.Args[len(call.Args)-1])
	}
	return ""
}

// command returns the help texts of a command, if it is one.
func command(field *ast.KeyValueExpr) string {
	name, ok := field.Key.(*ast.Ident)
	if ok && (name.Name == "Short" || name.Name == "Long") {
		return literal(field.Value)
	}
	return ""
}

func literal(e ast.Expr) string {
	if sum, ok := e.(*ast.BinaryExpr); ok {
		return literal(sum.X) + literal(sum.Y)
	}
	lit, ok := e.(*ast.BasicLit)
	if !ok {
		return ""
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ""
	}
	return text
}

// files are those with the words of a language: of this package, then of the games.
func files(t *testing.T, tag string) (all []string) {
	t.Helper()
	for _, folder := range []string{"words", filepath.Join("..", "..", "tui", "*")} {
		found, err := filepath.Glob(filepath.Join(folder, "*."+tag+".toml"))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

// entries are all texts of a language, by their English; the value is by form.
func entries(t *testing.T, tag string) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	for _, file := range files(t, tag) {
		for text, forms := range read(t, file) {
			if _, twice := all[text]; twice {
				t.Errorf("%s: %q stands in another file, too", file, text)
			}
			all[text] = forms
		}
	}
	return all
}

// read returns the texts of a file, by their English; the value is by form.
func read(t *testing.T, file string) (texts map[string]map[string]string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := toml.Unmarshal(raw, &texts); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return texts
}

var verb = regexp.MustCompile(`%(?:\[\d+\])?[-+ #0-9.]*[a-zA-Z]`)

// verbs are the verbs of a text, sorted. Explicit argument indexes are dropped.
func verbs(text string) []string {
	found := verb.FindAllString(strings.ReplaceAll(text, "%%", ""), -1)
	for i, v := range found {
		if end := strings.IndexByte(v, ']'); end > 0 {
			found[i] = "%" + v[end+1:]
		}
	}
	slices.Sort(found)
	return found
}

// TestNothingIsLeftUnsaid: every text exists in every language with the arguments of the
// English one, and no text is unused.
func TestNothingIsLeftUnsaid(t *testing.T) {
	english := phrases(t)
	for _, o := range language.Offers()[1:] {
		own := entries(t, o.Tag)
		for text, p := range english {
			forms, ok := own[text]
			if !ok {
				t.Errorf("%s: no words for %q (%s)", o.Tag, text, p.at)
				continue
			}
			wanted := []string{"other"}
			if p.one != "" {
				wanted = append(wanted, "one")
			}
			for _, form := range wanted {
				if said := forms[form]; said == "" || !slices.Equal(verbs(said), verbs(text)) {
					t.Errorf("%s: %q is %q for %s: the arguments differ", o.Tag, text, said, form)
				}
			}
		}
		for text := range own {
			if _, ok := english[text]; !ok {
				t.Errorf("%s: nobody says %q", o.Tag, text)
			}
		}
	}
}

// TestASCIIHasNothingElse: a reader in ASCII writes ASCII only, in numbers and capitals too.
func TestASCIIHasNothingElse(t *testing.T) {
	l := open(t)
	for _, o := range language.Offers()[1:] {
		r := l.Reader(o.Tag, nil).ASCII()
		for text, p := range phrases(t) {
			said := r.Words(text)
			if p.one != "" {
				said = r.Several(1, p.one, text) + r.Several(2, p.one, text)
			}
			if i := strings.IndexFunc(said+r.Upper(said), func(c rune) bool { return c > '~' }); i >= 0 {
				t.Errorf("%s: %q is %q", o.Tag, text, said)
			}
		}
	}
}

// TestLettersInASCII: each language spells its letters as its readers do, and symbols as best it can. A text without
// arguments is not a format.
func TestLettersInASCII(t *testing.T) {
	l := open(t)
	for tag, texts := range map[string][2]string{
		"de": {"Größe, Übung, Ändern, Öl: „ja“ …", `Groesse, Uebung, Aendern, Oel: "ja" ...`},
		"sv": {"Åsa och Örjan åt vår lök, är på kafé 3×2", "Asa och Oerjan at var loek, aer pa kafe 3x2"},
		"tr": {"Görüşüldü: İÇĞÖŞÜ çğıöşü", "Gorusuldu: ICGOSU cgiosu"},
	} {
		r := l.Reader(tag, nil)
		if got := r.ASCII().Spell(texts[0]); got != texts[1] {
			t.Errorf("%s: %q, want %q", tag, got, texts[1])
		}
		if got := r.Spell(texts[0]); got != texts[0] {
			t.Errorf("%s with all letters: %q", tag, got)
		}
		if got := r.Words("100 % of it"); got != "100 % of it" {
			t.Errorf("%s: %q", tag, got)
		}
	}
	if got := l.Reader("de", nil).ASCII().Several(2, "%d move", "%d moves"); got != "2 Zuege" {
		t.Errorf("several of them: %q", got)
	}
	if got := (*language.Reader)(nil).Spell("Größe"); got != "Größe" {
		t.Errorf("for nobody: %q", got)
	}
}
