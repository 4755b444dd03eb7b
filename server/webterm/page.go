package webterm

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	xlanguage "golang.org/x/text/language"

	"noir/internal/language"
)

//go:generate go run generate.go

// The page: what is in the repository, and what is made.
var (
	//go:embed page
	own embed.FS
	//go:embed built
	built embed.FS
)

// wanted are the files that are made.
var wanted = []string{"noir.wasm.gz", "wasm_exec.js.gz", "xterm.mjs.gz", "addon-fit.mjs.gz", "xterm.css.gz", "licences.txt"}

// page is the page and its files. It never changes.
type page struct {
	config  Config
	html    *template.Template
	version string           // of all files: it changes with any of them
	files   map[string]*file // by name
}

// file is a file that the page loads.
type file struct {
	kind   string
	packed []byte // with gzip
}

// newPage reads the page; nil if it was not made.
func newPage(c Config, built fs.FS) (*page, error) {
	p := &page{config: c, files: map[string]*file{}}
	sum := sha256.New()
	add := func(from fs.FS, name string) error {
		body, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(body))
		sum.Write(body)
		name, isPacked := strings.CutSuffix(path.Base(name), ".gz")
		f := &file{kind: kinds[path.Ext(name)], packed: body}
		if !isPacked {
			f.packed = pack(body)
		}
		p.files[name] = f
		return nil
	}
	for _, name := range wanted {
		switch err := add(built, "built/"+name); {
		case errors.Is(err, fs.ErrNotExist):
			return nil, nil
		case err != nil:
			return nil, err
		}
	}
	for _, name := range []string{"play.js", "play.css", "icon.svg"} {
		if err := add(own, "page/"+name); err != nil {
			return nil, err
		}
	}
	p.version = hex.EncodeToString(sum.Sum(nil)[:8])
	var err error
	p.html, err = template.ParseFS(own, "page/*.html")
	return p, err
}

var kinds = map[string]string{
	".wasm": "application/wasm", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": mime.TypeByExtension(".css"), ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
}

func pack(body []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level exists
	_, _ = w.Write(body)                                       // never fails
	_ = w.Close()
	return packed.Bytes()
}

// row are the keys on the page, in addition to those for moving about, that the boards ask for.
const row = "1 2 3 4 5 6 7 8 9 0 a c d e i m p r t u x"

// mount adds the page and its files to routes, or where there is none, what says so.
func (p *page) mount(routes *http.ServeMux) {
	if p == nil {
		routes.HandleFunc("GET "+Path, func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, Missing, http.StatusServiceUnavailable)
		})
		return
	}
	routes.HandleFunc("GET "+Path, p.front)
	routes.HandleFunc("GET "+Path+"/{version}/{file}", p.file)
}

// front serves the page.
func (p *page) front(w http.ResponseWriter, r *http.Request) {
	var out bytes.Buffer
	nonce := rand.Text()
	reader := p.reads(r.Header.Get("Accept-Language"))
	if err := p.html.Execute(&out, struct {
		Nonce, Version, Path, Print, Language string
		Row                                   []string
		Words                                 map[string]string
	}{nonce, p.version, Path, p.config.Print, reader.Tag(), strings.Split(row, " "), words(reader)}); err != nil {
		p.config.Log.Error("the page to play at was not made", "err", err)
		http.Error(w, "Try again in a minute.", http.StatusServiceUnavailable)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy(nonce))
	h.Set("Cache-Control", "no-store") // the nonce is for once
	h.Set("Vary", "Accept-Language")
	_, _ = w.Write(out.Bytes()) // the reader may have left
}

// policy is that of all pages; it also lets WebAssembly compile and the terminal set its own
// styles.
func policy(nonce string) string {
	return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-" + nonce +
		"'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// reads finds the language of a browser.
func (p *page) reads(accepted string) *language.Reader {
	tags, _, _ := xlanguage.ParseAcceptLanguage(accepted) // an unreadable header names no language
	for _, tag := range tags {
		if base, _ := tag.Base(); slices.Contains(language.Tags(), base.String()) {
			return p.config.Library.Reader(base.String(), nil)
		}
	}
	return p.config.Library.Reader("en", nil)
}

// file serves a file, which never changes under its version.
func (p *page) file(w http.ResponseWriter, r *http.Request) {
	f := p.files[r.PathValue("file")]
	if f == nil || r.PathValue("version") != p.version {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		unpacked, err := gzip.NewReader(bytes.NewReader(f.packed))
		if err == nil {
			_, _ = io.Copy(w, unpacked) // the reader may have left
		}
		return
	}
	h.Set("Content-Encoding", "gzip")
	h.Set("Content-Length", strconv.Itoa(len(f.packed)))
	_, _ = w.Write(f.packed) // the reader may have left
}
