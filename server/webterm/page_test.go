package webterm

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// ask asks a page for a path, with headers.
func ask(t *testing.T, p *page, path string, header ...string) (*http.Response, string) {
	t.Helper()
	routes := http.NewServeMux()
	p.mount(routes)
	q := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	answered := httptest.NewRecorder()
	routes.ServeHTTP(answered, q)
	return answered.Result(), answered.Body.String()
}

// builtFrom returns a page with something in place of what is made.
func builtFrom(t *testing.T, wasm string) *page {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = io.WriteString(w, wasm)
	_ = w.Close()
	made := fstest.MapFS{}
	for _, name := range wanted {
		made["built/"+name] = &fstest.MapFile{Data: []byte(name)}
	}
	made["built/noir.wasm.gz"] = &fstest.MapFile{Data: packed.Bytes()}
	p, err := newPage(Config{Library: library(t), Print: "SHA256:x+y"}, made)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWithoutThePage: a build from the repository alone says what is missing, and does the rest.
func TestWithoutThePage(t *testing.T) {
	p, err := newPage(Config{}, fstest.MapFS{})
	if p != nil || err != nil {
		t.Errorf("%v, %v", p, err)
	}
	if answer, said := ask(t, p, Path); answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(said, "go generate ./server/webterm") {
		t.Errorf("%s, %q", answer.Status, said)
	}
}

var nonceOf = regexp.MustCompile(`'nonce-([A-Z0-9]+)'`)

func TestPage(t *testing.T) {
	p := builtFrom(t, "one")
	answer, page := ask(t, p, Path, "Accept-Language", "fr-CH, sv;q=0.8, de;q=0.7")
	for _, want := range []string{`<html lang="sv">`, "SHA256:x&#43;y", "webbläsare"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	policy := answer.Header.Get("Content-Security-Policy")
	nonce := nonceOf.FindStringSubmatch(policy)
	if nonce == nil || !strings.Contains(page, `data-nonce="`+nonce[1]+`"`) {
		t.Errorf("the page does not know the nonce of %q", policy)
	}
	for _, much := range []string{"unsafe-inline", "'unsafe-eval'", "*", "http"} {
		if strings.Contains(policy, much) {
			t.Errorf("the policy is %q", policy)
		}
	}
	if again, _ := ask(t, p, Path); again.Header.Get("Content-Security-Policy") == policy || again.Header.Get("Cache-Control") != "no-store" {
		t.Error("a nonce is used twice")
	}
	if strings.Contains(page, "style=") || regexp.MustCompile(`<script[^>]*>[^<]`).MatchString(page) {
		t.Error("the page has what its policy forbids")
	}
}

func TestFilesNeverChangeUnderTheirVersion(t *testing.T) {
	p := builtFrom(t, "one")
	first := p.version
	name := Path + "/" + first + "/noir.wasm"
	answer, packed := ask(t, p, name, "Accept-Encoding", "br, gzip")
	if h := answer.Header; h.Get("Content-Encoding") != "gzip" || h.Get("Content-Type") != "application/wasm" || !strings.Contains(h.Get("Cache-Control"), "immutable") {
		t.Errorf("%v", h)
	}
	if r, err := gzip.NewReader(strings.NewReader(packed)); err != nil {
		t.Error(err)
	} else if body, _ := io.ReadAll(r); string(body) != "one" {
		t.Errorf("%q", body)
	}
	if answer, body := ask(t, p, name); body != "one" || answer.Header.Get("Content-Encoding") != "" {
		t.Errorf("unpacked: %q, %v", body, answer.Header)
	}
	for _, name := range append(slices.Clone(wanted), "play.js", "play.css") {
		answer, _ := ask(t, p, Path+"/"+first+"/"+strings.TrimSuffix(name, ".gz"))
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") == "" {
			t.Errorf("%s: %s %v", name, answer.Status, answer.Header)
		}
	}
	p = builtFrom(t, "two")
	if p.version == first {
		t.Error("another client has the same version")
	}
	for _, path := range []string{name, Path + "/" + p.version + "/README", Path + "/" + p.version + "/../play.html", Path + "/x"} {
		if answer, _ := ask(t, p, path); answer.StatusCode == http.StatusOK {
			t.Errorf("%s: %s", path, answer.Status)
		}
	}
}

func TestLanguagesOfABrowser(t *testing.T) {
	p := builtFrom(t, "")
	for accepted, want := range map[string]string{
		"": "en", "de-AT,de;q=0.9,en;q=0.8": "de", "fr": "en", "fr,tr": "tr", "en;q=0.1, sv": "sv", "\xff;;q": "en",
	} {
		if got := p.reads(accepted).Tag(); got != want {
			t.Errorf("%q: %s, want %s", accepted, got, want)
		}
	}
}
