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
	"engine/enginetest":   {"engine"},
	"engine/districtnoir": {"engine"},
	"data":                {"engine"},
	"data/record":         {"engine", "data"},
	"data/datatest":       {"engine", "data"},
	"data/sqlite":         {"engine", "data"},
	"matchmaking":         {"engine", "data", "matchmaking/pairing"},
	"matchmaking/pairing": {},
	"server":              {"engine", "data", "matchmaking", "server/term"},
	"server/term":         {},
	"server/wire":         {"engine", "data", "data/record", "matchmaking"},
	"server/wiretest":     {"engine", "engine/districtnoir", "data", "data/sqlite", "matchmaking"},
	"server/command":      {"engine", "data", "data/record", "matchmaking", "server/wire"},
	"tui":                 {"engine", "data", "matchmaking"},
	"tui/tuitest":         {"engine", "engine/districtnoir", "data", "data/sqlite", "matchmaking", "tui"},
	"tui/kit":             {"tui"},
	"tui/page":            {"engine", "data", "tui", "tui/kit"},
	"tui/lobby":           {"engine", "data", "matchmaking", "tui", "tui/page", "tui/kit"},
	"tui/history":         {"engine", "data", "matchmaking", "tui", "tui/page", "tui/kit"},
	"tui/play":            {"engine", "data", "matchmaking", "tui", "tui/kit"},
	"tui/plain":           {"engine", "data", "matchmaking", "tui", "tui/kit", "tui/play"},
	"tui/cast":            {"data", "matchmaking", "tui"},
	"tui/districtnoir":    {"engine", "engine/districtnoir", "matchmaking", "tui", "tui/kit"},
}

// wires may import everything.
const wires = "cmd/noir"

// standardOnly are the folders that may import nothing but the standard library
// beside what mayImport allows.
var standardOnly = []string{"engine", "engine/districtnoir", "data", "matchmaking/pairing"}

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
