package tui_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// keyName is a string by which a binding names a key.
var keyName = regexp.MustCompile(`^(up|down|left|right|enter|esc|tab|pgup|pgdown|home|end|space|backspace|delete|(ctrl|shift)\+.+|[[:alnum:]?/+=-])$`)

// TestKeysAreBindings: every key is matched by a binding that the help shows. No screen
// compares names of keys, and bindings are declared by a package, not made again for the help.
func TestKeysAreBindings(t *testing.T) {
	// Neither has a help to be in agreement with.
	typed := map[string]string{
		"key.go":                  "makes presses of names",
		"districtnoir/command.go": "reads commands that are typed as lines",
	}
	apart := []string{
		"plain",   // reads commands that are typed as lines
		"tuitest", // is for tests
	}
	made := map[string]string{
		"key.go":         "declares Bind",
		"keyline.go":     "shortens a binding that it is given",
		"play/people.go": "makes the keys of the ties, which the accounts know",
	}
	files, found := 0, 0
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(apart, file):
			return fs.SkipDir
		case entry.IsDir(), !strings.HasSuffix(file, ".go"), strings.HasSuffix(file, "_test.go"):
			return nil
		}
		files++
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(file)
		declares := filepath.Base(file) == "keys.go" || filepath.Base(file) == "bindings.go" || made[name] != ""
		ast.Inspect(parsed, func(n ast.Node) bool {
			if called(n, "Bind") || called(n, "Both") {
				if found++; !declares {
					t.Errorf("%v: a binding is made outside of the declarations of its package", set.Position(n.Pos()))
				}
			}
			if typed[name] != "" {
				return true
			}
			for _, literal := range compared(n) {
				t.Errorf("%v: the key %s is compared by its name: match a binding", set.Position(literal.Pos()), literal.Value)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 || found < 100 {
		t.Errorf("%d files with %d bindings: not the source of the screens", files, found)
	}
}

// called reports whether a node is a call of a function of that name.
func called(n ast.Node, name string) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == name
	case *ast.SelectorExpr:
		return f.Sel.Name == name
	}
	return false
}

// compared returns the names of keys with which a node compares something: by == and !=,
// or in the cases of a switch.
func compared(n ast.Node) (names []*ast.BasicLit) {
	var with []ast.Expr
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			with = []ast.Expr{n.X, n.Y}
		}
	case *ast.CaseClause:
		with = n.List
	}
	for _, e := range with {
		literal, ok := e.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		if text, err := strconv.Unquote(literal.Value); err == nil && keyName.MatchString(text) {
			names = append(names, literal)
		}
	}
	return names
}

// TestDeclaredKeysAreMatched: every binding that a package of screens declares is matched
// somewhere, so that the help shows no key without effect. One made of others by Both or Says
// is matched as they are.
func TestDeclaredKeysAreMatched(t *testing.T) {
	otherwise := map[string]string{
		"tui.closeHelp":   "any key closes the help",
		"play.resume":     "any key ends that the house plays for somebody",
		"play.stay":       "a line of the menu, which matches the key of each",
		"play.leave":      "the same",
		"play.resign":     "the same",
		"play.dayPace":    "the same",
		"play.spectators": "the same",
	}
	matched, made := map[string]bool{}, map[string][]string{} // by "package.field"
	declared := map[string]token.Position{}
	for _, dir := range []string{".", "page", "desk", "history", "event", "lobby", "play", "lesson", "puzzle"} {
		pkg := dir
		if dir == "." {
			pkg = "tui"
		}
		set := token.NewFileSet()
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		bodies := map[string]*ast.BlockStmt{} // of the functions that choose a binding
		var parsed []*ast.File
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(set, file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, f)
			for _, d := range f.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
					bodies[f.Name.Name] = f.Body
				}
			}
		}
		var mark func(n ast.Node, deep bool)
		mark = func(n ast.Node, deep bool) {
			ast.Inspect(n, func(n ast.Node) bool {
				if name := bindingOf(n, pkg); name != "" {
					matched[name] = true
				}
				if call, ok := n.(*ast.CallExpr); ok && !deep {
					if f, ok := call.Fun.(*ast.SelectorExpr); ok && bodies[f.Sel.Name] != nil {
						mark(bodies[f.Sel.Name], true)
					}
				}
				return true
			})
		}
		for _, f := range parsed {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.KeyValueExpr:
					if field, ok := n.Key.(*ast.Ident); ok && (called(n.Value, "Bind") || called(n.Value, "Both")) {
						declared[pkg+"."+field.Name] = set.Position(n.Pos())
						made[pkg+"."+field.Name] = sources(n.Value, pkg)
					}
				case *ast.AssignStmt:
					if name := bindingOf(n.Lhs[0], pkg); name != "" && (called(n.Rhs[0], "Both") || called(n.Rhs[0], "Says")) {
						declared[name] = set.Position(n.Pos())
						made[name] = sources(n.Rhs[0], pkg)
					}
				case *ast.CallExpr:
					if called(n, "Matches") {
						for _, arg := range n.Args[1:] {
							mark(arg, false)
						}
					}
				}
				return true
			})
		}
	}
	if len(declared) < 80 {
		t.Errorf("%d bindings are declared: not those of the screens", len(declared))
	}
	for name, at := range declared {
		whole := len(made[name]) > 0
		for _, part := range made[name] {
			_, ours := declared[part]
			whole = whole && (matched[part] || !ours) // the pager of the rules matches its own
		}
		if !matched[name] && !whole && otherwise[name] == "" {
			t.Errorf("%v: no screen matches the binding %s", at, name)
		}
	}
}

// bindingOf returns the name of the binding that an expression is, with the package
// that declares it: keys.up, page.Keys.Up, and k.up where they are declared.
func bindingOf(n ast.Node, pkg string) string {
	s, ok := n.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	switch x := s.X.(type) {
	case *ast.Ident:
		if slices.Contains([]string{"keys", "Keys", "bindings", "k"}, x.Name) {
			return pkg + "." + s.Sel.Name
		}
	case *ast.SelectorExpr:
		if x.Sel.Name == "Keys" {
			return "page." + s.Sel.Name
		}
	}
	return ""
}

// sources returns the bindings of which one is made.
func sources(n ast.Node, pkg string) (names []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if name := bindingOf(n, pkg); name != "" {
			names = append(names, name)
		}
		return true
	})
	return names
}
