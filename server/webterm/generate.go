//go:build ignore

// Generate makes what the page loads and the repository does not have, in built: the terminal from npm by
// package-lock.json, the SSH client in WebAssembly, and their licences.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("webterm: ")
	if err := generate(); err != nil {
		log.Fatal(err)
	}
}

func generate() error {
	if _, err := exec.LookPath("npm"); err != nil {
		return fmt.Errorf("the terminal of the page comes from npm: %w", err)
	}
	work, err := os.MkdirTemp("", "webterm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for _, name := range []string{"package.json", "package-lock.json"} {
		if err := copyTo(filepath.Join(work, name), name); err != nil {
			return err
		}
	}
	if err := run(work, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"); err != nil {
		return err
	}
	wasm := filepath.Join(work, "noir.wasm")
	if err := run(".", "go", "build", "-trimpath", "-ldflags=-s -w", "-buildvcs=false", "-o", wasm, "./wasm"); err != nil {
		return err
	}
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return err
	}
	crypto, err := output("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/crypto")
	if err != nil {
		return err
	}
	xterm, fit := filepath.Join(work, "node_modules/@xterm/xterm"), filepath.Join(work, "node_modules/@xterm/addon-fit")
	for to, from := range map[string]string{
		"noir.wasm":     wasm,
		"wasm_exec.js":  filepath.Join(goroot, "lib/wasm/wasm_exec.js"),
		"xterm.mjs":     filepath.Join(xterm, "lib/xterm.mjs"),
		"xterm.css":     filepath.Join(xterm, "css/xterm.css"),
		"addon-fit.mjs": filepath.Join(fit, "lib/addon-fit.mjs"),
	} {
		if err := packTo(filepath.Join("built", to+".gz"), from); err != nil {
			return err
		}
	}
	var licences bytes.Buffer
	for _, part := range []struct{ what, file string }{
		{"@xterm/xterm (xterm.mjs, xterm.css)", filepath.Join(xterm, "LICENSE")},
		{"@xterm/addon-fit (addon-fit.mjs)", filepath.Join(fit, "LICENSE")},
		{"The Go programming language (wasm_exec.js, noir.wasm)", licenceOf(goroot)},
		{"golang.org/x/crypto (noir.wasm)", filepath.Join(crypto, "LICENSE")},
	} {
		text, err := os.ReadFile(part.file)
		if err != nil {
			return err
		}
		fmt.Fprintf(&licences, "%s\n%s\n\n%s\n\n", part.what, strings.Repeat("=", len(part.what)), bytes.TrimSpace(text))
	}
	return os.WriteFile("built/licences.txt", licences.Bytes(), 0o644)
}

// licenceOf is Go's licence; some distributions keep it elsewhere than Go does.
func licenceOf(goroot string) string {
	for _, file := range []string{filepath.Join(goroot, "LICENSE"), "/usr/share/doc/golang-go/copyright"} {
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return filepath.Join(goroot, "LICENSE")
}

// packTo writes what a file has, with gzip.
func packTo(to, from string) error {
	body, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(body); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(to, packed.Bytes(), 0o644)
}

func copyTo(to, from string) error {
	body, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, body, 0o644)
}

func run(in, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = in, os.Stderr, os.Stderr
	if program == "go" {
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	}
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
	}
	return nil
}

func output(program string, args ...string) (string, error) {
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
