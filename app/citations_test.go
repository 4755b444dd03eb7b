package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A comment cites the texts in docs by section, ruling or invariant: (protocol, section
// 4), (rules page, section 3, B; R-34), (J-12).
var (
	protocolSections = regexp.MustCompile(`protocol, sections? (\d+)`)
	rulesSections    = regexp.MustCompile(`rules page, sections? (\d+)(?:(?:,| to| and) (\d+))?`)
	rulings          = regexp.MustCompile(`\b(R-\d+[a-d]?|J-\d+)\b`)
	invariants       = regexp.MustCompile(`rules page, (I\d+)\b`)
)

// TestCitationsExist: every section, ruling and invariant that a comment cites exists.
func TestCitationsExist(t *testing.T) {
	t.Parallel()
	docs := filepath.Join("..", "docs")
	protocol := document(t, filepath.Join(docs, "protocol.md"))
	rules := map[string]string{
		"districtnoir": document(t, filepath.Join(docs, "rules", "district-noir.md")),
		"noirburg":     document(t, filepath.Join(docs, "rules", "noirburg.md")),
	}
	cited := 0
	root := ".."
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		page := rules["noirburg"]
		if strings.Contains(file, "districtnoir") {
			page = rules["districtnoir"]
		}
		for _, comment := range comments(t, file) {
			for _, want := range [...]struct {
				of     *regexp.Regexp
				in     string
				marked func(string) string
			}{
				{protocolSections, protocol, heading}, {rulesSections, page, heading},
				{rulings, rules["noirburg"], item}, {invariants, page, item},
			} {
				for _, found := range want.of.FindAllStringSubmatch(comment, -1) {
					for _, name := range found[1:] {
						if cited++; name != "" && !strings.Contains(want.in, want.marked(name)) {
							t.Errorf("%s cites %q, which is not in docs", file, found[0])
						}
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if cited < 60 {
		t.Errorf("only %d citations were found: the comments are read wrongly", cited)
	}
}

func heading(number string) string { return "\n## " + number + ". " }

func item(name string) string { return "\n- **" + name + "** " }

func document(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// comments returns the comments of a file, each as one line.
func comments(t *testing.T, file string) (texts []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range parsed.Comments {
		texts = append(texts, inOneLine(group))
	}
	return texts
}

func inOneLine(group *ast.CommentGroup) string {
	return strings.Join(strings.Fields(group.Text()), " ")
}
