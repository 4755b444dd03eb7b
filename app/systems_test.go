//go:build e2e

package app_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherSystems checks the types of noir, and of all that it imports, for the systems of a release, and for a
// processor of 32 bits. To compile it for each would take minutes.
func TestOtherSystems(t *testing.T) {
	for _, target := range []string{"windows/amd64", "darwin/arm64", "freebsd/amd64", "openbsd/amd64", "linux/arm"} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			system, processor, _ := strings.Cut(target, "/")
			listed := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap", "noir/cmd/noir")
			listed.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0")
			listed.Stderr = os.Stderr
			found, err := listed.Output()
			if err != nil {
				t.Fatal(err)
			}
			known := &dependencies{map[string]*types.Package{"unsafe": types.Unsafe}, types.SizesFor("gc", processor)}
			for all := json.NewDecoder(bytes.NewReader(found)); ; {
				var p listing
				if err := all.Decode(&p); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				if err := known.check(p); err != nil {
					t.Error(err)
				}
			}
			if _, ok := known.of["noir/server"]; !ok {
				t.Error("the server was not looked at")
			}
		})
	}
}

// listing is a package as go list tells of it, after all that it imports.
type listing struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
}

// dependencies are the packages that have been checked, by path.
type dependencies struct {
	of    map[string]*types.Package
	sizes types.Sizes // of the processor
}

// check checks a package, and returns the first error of one that is ours. What others declare is enough.
func (d *dependencies) check(p listing) (err error) {
	if p.ImportPath == "unsafe" {
		return nil
	}
	ours := strings.HasPrefix(p.ImportPath, "noir/")
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	config := types.Config{IgnoreFuncBodies: !ours, Importer: importer{d, p.ImportMap}, Sizes: d.sizes}
	if !ours {
		config.Error = func(error) {} // such as an import that only a body uses
	}
	if d.of[p.ImportPath], err = config.Check(p.ImportPath, fset, files, nil); ours {
		return err
	}
	return nil
}

// importer finds what a package imports.
type importer struct {
	known  *dependencies
	mapped map[string]string // paths of vendored packages
}

func (i importer) Import(path string) (*types.Package, error) {
	if real, ok := i.mapped[path]; ok {
		path = real
	}
	if p := i.known.of[path]; p != nil {
		return p, nil
	}
	return nil, errors.New("not listed: " + path)
}
