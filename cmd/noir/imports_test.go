package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport says which of the project's folders a folder may import beside its
// own: imports point one way. What is not listed may import nothing of ours.
var mayImport = map[string][]string{
	"engine":              {},
	"tui/width":           {},
	"data/language":       {},
	"internal/quota":      {"data/language"},
	"engine/enginetest":   {"engine"},
	"engine/arena":        {"engine"},
	"engine/districtnoir": {"engine", "engine/districtnoir/compact", "engine/districtnoir/foresight"},

	"engine/districtnoir/compact":   {},
	"engine/districtnoir/foresight": {"engine/districtnoir/compact"},

	"engine/noirburg": {"engine"},
	"data":            {"engine"},
	"data/disk":       {},
	"data/record":     {"engine", "data"},
	"data/account":    {"data", "data/language"},
	"data/almanac":    {"engine", "data", "data/language"},
	"data/review":     {"engine", "data", "data/language", "internal/quota"},
	"data/recount":    {"engine", "data"},
	"data/datatest":   {"engine", "data"},
	"data/sqlite":     {"engine", "data", "data/disk"},

	"data/sqlite/sqlitetest": {"data/sqlite"},

	"matchmaking":         {"engine", "data", "data/language", "matchmaking/pairing", "matchmaking/workers", "internal/quota"},
	"matchmaking/pairing": {},
	"matchmaking/workers": {},
	"server":              {"engine", "data", "data/language", "matchmaking", "matchmaking/workers", "server/hostkey", "server/term", "internal/quota"},
	"server/herald":       {"engine", "data", "data/account", "data/language", "matchmaking", "internal/quota"},
	"server/hostkey":      {"data/disk"},
	"server/term":         {"matchmaking/workers", "tui/width"},
	"server/wire":         {"engine", "data", "data/record", "matchmaking"},
	"server/bench":        {},
	"server/wiretest":     {"engine", "engine/districtnoir", "engine/noirburg", "data", "data/sqlite/sqlitetest", "matchmaking"},
	"server/command":      {"engine", "data", "data/language", "data/account", "data/almanac", "data/record", "data/review", "matchmaking", "server/herald", "server/wire", "internal/quota"},
	"tui":                 {"engine", "data", "data/language", "data/account", "data/almanac", "data/review", "matchmaking", "tui/width", "internal/quota"},
	"tui/tuitest":         {"engine", "engine/districtnoir", "engine/noirburg", "data", "data/language", "data/almanac", "data/review", "data/sqlite/sqlitetest", "matchmaking", "tui", "internal/quota"},
	"tui/kit":             {"data/language", "engine", "matchmaking", "tui", "tui/width"},
	"tui/page":            {"engine", "data", "data/language", "tui", "tui/kit"},
	"tui/desk":            {"data", "data/language", "data/account", "matchmaking", "tui", "tui/page", "tui/kit"},
	"tui/event":           {"data", "data/language", "matchmaking", "tui", "tui/page", "tui/kit"},
	"tui/lobby":           {"engine", "data", "data/language", "data/almanac", "matchmaking", "tui", "tui/page", "tui/kit"},
	"tui/history":         {"engine", "data", "data/language", "data/almanac", "matchmaking", "tui", "tui/page", "tui/kit"},
	"tui/play":            {"engine", "data", "data/account", "data/review", "matchmaking", "tui", "tui/kit", "data/language", "internal/quota"},
	"tui/plain":           {"engine", "data", "data/language", "data/account", "data/almanac", "data/review", "matchmaking", "tui", "tui/kit", "tui/lesson", "tui/page", "tui/play", "internal/quota"},
	"tui/lesson":          {"engine", "data", "data/language", "matchmaking", "tui", "tui/kit", "tui/play"},
	"tui/puzzle":          {"data", "data/review", "matchmaking", "tui", "tui/kit", "tui/play"},
	"tui/cast":            {"data", "data/language", "matchmaking", "tui"},
	"tui/districtnoir":    {"data/language", "engine", "engine/districtnoir", "matchmaking", "tui", "tui/kit"},
	"tui/noirburg":        {"data/language", "engine", "engine/noirburg", "matchmaking", "tui", "tui/kit"},
}

// wires may import everything.
const wires = "cmd/noir"

// standardOnly are the folders that may import nothing but the standard library
// beside what mayImport allows.
var standardOnly = []string{"engine", "engine/arena", "engine/districtnoir", "engine/districtnoir/compact", "engine/districtnoir/foresight", "engine/noirburg", "data", "data/account", "data/disk", "data/recount", "matchmaking/pairing", "matchmaking/workers"}

func TestImportsPointOneWay(t *testing.T) {
	root := filepath.Join("..", "..")
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

func checkImports(t *testing.T, file, folder string) {
	t.Helper()
	if folder == wires {
		return
	}
	allowed, known := mayImport[folder]
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
		case isOurs && !slices.Contains(allowed, ours):
			t.Errorf("%s imports %s: imports point the other way", file, imported)
		case !isOurs && slices.Contains(standardOnly, folder) && strings.Contains(strings.Split(imported, "/")[0], "."):
			t.Errorf("%s imports %s: only the standard library belongs there", file, imported)
		}
	}
}
