package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport says which of the project's folders a folder may import besides its own: imports
// point one way. A folder without an entry may import none.
var mayImport = map[string][]string{
	"matchmaking":                  {"engine", "data", "internal/language"},
	"matchmaking/cluster":          {"engine", "data", "internal/language", "internal/quota", "internal/workers", "matchmaking", "matchmaking/local", "matchmaking/seating"},
	"matchmaking/cluster/nats":     {"matchmaking/cluster"},
	"matchmaking/cluster/natstest": {},
	"matchmaking/challenge":        {"engine", "data", "internal/cached", "internal/quota", "matchmaking", "matchmaking/queue", "matchmaking/seating"},
	"matchmaking/local":            {"engine", "data", "internal/cached", "internal/quota", "internal/workers", "matchmaking", "matchmaking/challenge", "matchmaking/queue", "matchmaking/queue/pairing", "matchmaking/replay", "matchmaking/seating", "matchmaking/table", "matchmaking/tally", "matchmaking/thinking", "matchmaking/tournament"},
	"matchmaking/queue":            {"engine", "data", "internal/quota", "internal/sweep", "matchmaking", "matchmaking/queue/pairing", "matchmaking/seating", "matchmaking/tally"},
	"matchmaking/queue/pairing":    {},
	"matchmaking/queue/queuetest":  {"data", "matchmaking"},
	"matchmaking/replay":           {"engine", "data", "matchmaking"},
	"matchmaking/seating":          {"engine", "data", "internal/quota", "matchmaking"},
	"matchmaking/table":            {"engine", "data", "internal/quota", "internal/workers", "matchmaking", "matchmaking/tally", "matchmaking/thinking"},
	"matchmaking/tally":            {"engine", "matchmaking"},
	"matchmaking/thinking":         {"engine", "matchmaking"},
	"matchmaking/tournament":       {"data", "internal/cached", "matchmaking", "matchmaking/queue/pairing"},

	"engine":                     {},
	"tui/width":                  {},
	"tui/motion":                 {},
	"internal/language":          {},
	"internal/quota":             {"internal/language", "internal/sweep"},
	"internal/quota/quotatest":   {"internal/quota"},
	"internal/cgroup/cgrouptest": {"internal/cgroup"},
	"engine/enginetest":          {"engine"},
	"engine/arena":               {"engine"},
	"engine/weights":             {},

	"data":          {"engine"},
	"internal/disk": {},

	"internal/disk/disktest": {},

	"data/ledger":   {"engine", "data"},
	"data/record":   {"engine", "data", "data/ledger", "internal/language"},
	"data/account":  {"data", "internal/language"},
	"data/stats":    {"engine", "data", "internal/language", "internal/quota"},
	"data/review":   {"engine", "data", "internal/language", "internal/quota"},
	"data/audit":    {"engine", "data", "data/ledger"},
	"data/datatest": {"engine", "engine/enginetest", "data"},
	"data/sqlite":   {"data", "data/relational", "internal/disk"},

	"data/postgres":        {"data", "data/relational"},
	"data/postgres/pgtest": {"data/postgres", "internal/disk/disktest"},
	"data/relational":      {"engine", "data", "data/ledger", "internal/nearest"},

	"data/sqlite/sqlitetest": {"data", "data/sqlite", "internal/disk/disktest"},

	"server/webterm":        {"internal/language"},
	"server/webterm/client": {},
	"server/webterm/wasm":   {"server/webterm/client"},

	"docs":              {},
	"docs/examples/bot": {},
	"server/schema":     {"data/record", "engine/districtnoir", "engine/noirburg/rules"},

	"internal/cached":  {"data"},
	"internal/cgroup":  {},
	"internal/workers": {},
	"internal/nearest": {},
	"internal/sweep":   {},
	"internal/await":   {},
	"server":           {"engine", "data", "internal/cached", "internal/language", "matchmaking", "internal/sweep", "internal/workers", "server/hostkey", "server/terminal", "internal/quota"},
	"server/notify":    {"engine", "data", "data/account", "internal/language", "matchmaking", "internal/quota", "internal/sweep"},
	"server/web":       {"engine", "data", "data/review", "internal/language", "internal/quota", "matchmaking", "app/service"},
	"server/hostkey":   {"internal/disk"},
	"server/terminal":  {"internal/workers", "tui/width"},
	"server/wire":      {"engine", "data", "data/record", "internal/quota", "matchmaking"},
	"server/bench":     {"internal/cgroup", "internal/language", "server/bench/witness"},
	"app/e2e":          {},

	"server/bench/witness": {},

	"app/operator":     {"engine", "data", "data/audit", "data/postgres", "data/record", "data/relational", "data/sqlite", "internal/nearest", "server/hostkey"},
	"app/service":      {"engine", "data", "data/account", "data/stats", "data/review", "internal/language", "internal/quota", "matchmaking", "matchmaking/replay"},
	"server/wiretest":  {"docs", "server/schema", "engine", "engine/districtnoir", "engine/noirburg", "data", "data/sqlite/sqlitetest", "internal/await", "matchmaking", "matchmaking/local"},
	"server/command":   {"docs", "engine", "data", "internal/language", "internal/nearest", "data/account", "data/stats", "data/record", "data/review", "matchmaking", "matchmaking/replay", "server/wire", "app/service"},
	"tui":              {"engine", "data", "internal/language", "data/account", "matchmaking", "tui/motion", "tui/width", "app/service"},
	"tui/tuitest":      {"engine", "engine/districtnoir", "engine/noirburg", "data", "internal/language", "data/stats", "data/review", "data/sqlite/sqlitetest", "matchmaking", "matchmaking/local", "tui", "tui/motion", "tui/districtnoir", "tui/noirburg", "internal/await", "internal/quota", "app/service"},
	"tui/kit":          {"internal/language", "engine", "matchmaking", "tui", "tui/width"},
	"tui/board":        {"engine", "internal/language", "matchmaking", "tui", "tui/kit"},
	"tui/page":         {"engine", "data", "internal/language", "tui", "tui/kit"},
	"tui/desk":         {"data", "internal/language", "data/account", "matchmaking", "tui", "tui/page", "tui/kit", "app/service"},
	"tui/event":        {"data", "internal/language", "matchmaking", "tui", "tui/page", "tui/kit"},
	"tui/lobby":        {"engine", "data", "internal/language", "data/stats", "matchmaking", "tui", "tui/page", "tui/kit", "app/service"},
	"tui/history":      {"engine", "data", "internal/language", "data/stats", "matchmaking", "tui", "tui/page", "tui/kit", "app/service"},
	"tui/play":         {"engine", "data", "data/account", "data/review", "matchmaking", "matchmaking/replay", "tui", "tui/page", "tui/kit", "tui/motion", "tui/wording", "internal/language", "app/service"},
	"tui/wording":      {"engine", "data", "data/review", "internal/language", "matchmaking", "tui", "app/service"},
	"tui/plain":        {"engine", "data", "internal/language", "data/account", "matchmaking", "matchmaking/replay", "server/command", "tui", "tui/kit", "tui/lesson", "tui/wording"},
	"tui/lesson":       {"engine", "data", "internal/language", "matchmaking", "tui", "tui/kit", "tui/wording"},
	"tui/puzzle":       {"data", "data/review", "internal/language", "app/service", "matchmaking", "matchmaking/replay", "tui", "tui/kit", "tui/wording"},
	"app/e2e/highcard": {"engine", "internal/language", "tui", "tui/board"},
	"tui/cast":         {"data", "internal/language", "matchmaking", "matchmaking/replay", "tui"},
}

// wiring are the folders that may import everything.
var wiring = []string{"app", "cmd/noir"}

// standardOnly are the folders that may import only the standard library besides what mayImport
// allows.
var standardOnly = []string{"engine", "engine/arena", "engine/weights", "data", "data/account", "internal/disk", "data/audit", "data/ledger", "matchmaking/queue/pairing", "internal/await", "internal/nearest", "internal/sweep", "internal/workers"}

// boards may import these folders and the rules that they show.
var boards = []string{"internal/language", "engine", "matchmaking", "tui", "tui/kit", "tui/board", "tui/motion"}

// gameOf returns the game that a folder of a layer belongs to, "" for other folders: the rules
// and players of a game are in engine/GAME and below, its board is in tui/GAME.
func gameOf(folder, layer string) string {
	rest, ok := strings.CutPrefix(folder, layer+"/")
	game, _, _ := strings.Cut(rest, "/")
	if info, err := os.Stat(filepath.Join("..", "engine", game)); !ok || err != nil || !info.IsDir() || mayImport["engine/"+game] != nil {
		return ""
	}
	return game
}

// allowedIn returns what a folder may import, with /... for a folder and all below, and whether
// it is listed.
func allowedIn(folder string) (allowed []string, known bool) {
	if allowed, known = mayImport[folder]; known {
		return allowed, true
	}
	if game := gameOf(folder, "engine"); game != "" {
		return []string{"engine", "engine/weights", "engine/" + game + "/..."}, true
	}
	if game := gameOf(folder, "tui"); game != "" {
		return append(slices.Clone(boards), "engine/"+game+"/..."), true
	}
	return nil, false
}

// within returns a test for whether a list entry means a folder.
func within(folder string) func(entry string) bool {
	return func(entry string) bool {
		top, all := strings.CutSuffix(entry, "/...")
		return folder == top || all && strings.HasPrefix(folder, top+"/")
	}
}

func TestImportsPointOneWay(t *testing.T) {
	t.Parallel()
	root := ".."
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		checkImports(t, file, path.Dir(filepath.ToSlash(rel)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// storeless are the folders that see no store: they call app/service.
var storeless = []string{"tui", "server/command"}

// TestScreensSeeNoStore: screens, commands and plain text may use the types of data, but not
// what reads and writes them.
func TestScreensSeeNoStore(t *testing.T) {
	t.Parallel()
	stores := interfaces(t, filepath.Join("..", "data"))
	if !slices.Contains(stores, "Store") {
		t.Fatalf("data has the interfaces %q: no store is among them", stores)
	}
	for _, folder := range storeless {
		err := filepath.WalkDir(filepath.Join("..", folder), func(file string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || entry.IsDir() || strings.Contains(file, "tuitest") {
				return err
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				of, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if from, ok := of.X.(*ast.Ident); ok && from.Name == "data" && slices.Contains(stores, of.Sel.Name) {
					t.Errorf("%s has a data.%s: app/service has what it needs", file, of.Sel.Name)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// interfaces returns the names of the interfaces that a folder declares.
func interfaces(t *testing.T, folder string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			of, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range of.Specs {
				if one, ok := spec.(*ast.TypeSpec); ok {
					if _, ok := one.Type.(*ast.InterfaceType); ok {
						names = append(names, one.Name.Name)
					}
				}
			}
		}
	}
	return names
}

// testOnly are what only tests may import: not even what wires the server.
var testOnly = []string{"noir/internal/disk/disktest", "noir/matchmaking/cluster/natstest", "noir/data/postgres/pgtest", "noir/data/sqlite/sqlitetest"}

// helpers are folders for tests alone.
func helpers(folder string) bool { return strings.HasSuffix(folder, "test") }

func checkImports(t *testing.T, file, folder string) {
	t.Helper()
	if parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly); err != nil {
		t.Fatal(err)
	} else if !helpers(folder) {
		for _, spec := range parsed.Imports {
			if imported, err := strconv.Unquote(spec.Path.Value); err != nil || slices.Contains(testOnly, imported) {
				t.Errorf("%s imports %s, which is for tests", file, spec.Path.Value)
			}
		}
	}
	if slices.Contains(wiring, folder) {
		return
	}
	allowed, known := allowedIn(folder)
	if !known {
		t.Errorf("%s: the folder %s has no place in the order of imports", file, folder)
		return
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		ours, isOurs := strings.CutPrefix(imported, "noir/")
		switch {
		case isOurs && !slices.ContainsFunc(allowed, within(ours)):
			t.Errorf("%s imports %s: imports point the other way", file, imported)
		case !isOurs && (slices.Contains(standardOnly, folder) || gameOf(folder, "engine") != "") && strings.Contains(strings.Split(imported, "/")[0], "."):
			t.Errorf("%s imports %s: only the standard library belongs there", file, imported)
		}
	}
}
