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

// ask asks a door for a path, with headers.
func ask(t *testing.T, d *Door, path string, header ...string) (*http.Response, string) {
	t.Helper()
	q := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	answered := httptest.NewRecorder()
	d.ServeHTTP(answered, q)
	return answered.Result(), answered.Body.String()
}

// builtFrom puts something in place of what is made.
func builtFrom(t *testing.T, d *Door, wasm string) {
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
	var err error
	if d.page, err = newPage(Config{Library: library(t), Print: "SHA256:x+y"}, made); err != nil {
		t.Fatal(err)
	}
}

// TestWithoutThePage: a build from the repository alone says what is missing, and does the rest.
func TestWithoutThePage(t *testing.T) {
	d, _ := open(t, "")
	d.page = nil
	if answer, said := ask(t, d, Path); answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(said, "go generate ./server/webterm") {
		t.Errorf("%s, %q", answer.Status, said)
	}
	if p, err := newPage(Config{}, fstest.MapFS{}); p != nil || err != nil {
		t.Errorf("%v, %v", p, err)
	}
}

var nonceOf = regexp.MustCompile(`'nonce-([A-Z0-9]+)'`)

func TestPage(t *testing.T) {
	d, _ := open(t, "")
	builtFrom(t, d, "one")
	answer, page := ask(t, d, Path, "Accept-Language", "fr-CH, sv;q=0.8, de;q=0.7")
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
	if again, _ := ask(t, d, Path); again.Header.Get("Content-Security-Policy") == policy || again.Header.Get("Cache-Control") != "no-store" {
		t.Error("a nonce is used twice")
	}
	if strings.Contains(page, "style=") || regexp.MustCompile(`<script[^>]*>[^<]`).MatchString(page) {
		t.Error("the page has what its policy forbids")
	}
}

func TestFilesNeverChangeUnderTheirVersion(t *testing.T) {
	d, _ := open(t, "")
	builtFrom(t, d, "one")
	first := d.page.version
	name := Path + "/" + first + "/noir.wasm"
	answer, packed := ask(t, d, name, "Accept-Encoding", "br, gzip")
	if h := answer.Header; h.Get("Content-Encoding") != "gzip" || h.Get("Content-Type") != "application/wasm" || !strings.Contains(h.Get("Cache-Control"), "immutable") {
		t.Errorf("%v", h)
	}
	if r, err := gzip.NewReader(strings.NewReader(packed)); err != nil {
		t.Error(err)
	} else if body, _ := io.ReadAll(r); string(body) != "one" {
		t.Errorf("%q", body)
	}
	if answer, body := ask(t, d, name); body != "one" || answer.Header.Get("Content-Encoding") != "" {
		t.Errorf("unpacked: %q, %v", body, answer.Header)
	}
	for _, name := range append(slices.Clone(wanted), "play.js", "play.css") {
		answer, _ := ask(t, d, Path+"/"+first+"/"+strings.TrimSuffix(name, ".gz"))
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") == "" {
			t.Errorf("%s: %s %v", name, answer.Status, answer.Header)
		}
	}
	builtFrom(t, d, "two")
	if d.page.version == first {
		t.Error("another client has the same version")
	}
	for _, path := range []string{name, Path + "/" + d.page.version + "/README", Path + "/" + d.page.version + "/../play.html", Path + "/x"} {
		if answer, _ := ask(t, d, path); answer.StatusCode == http.StatusOK {
			t.Errorf("%s: %s", path, answer.Status)
		}
	}
}

func TestLanguagesOfABrowser(t *testing.T) {
	d, _ := open(t, "")
	builtFrom(t, d, "")
	for accepted, want := range map[string]string{
		"": "en", "de-AT,de;q=0.9,en;q=0.8": "de", "fr": "en", "fr,tr": "tr", "en;q=0.1, sv": "sv", "\xff;;q": "en",
	} {
		if got := d.page.reads(accepted).Tag(); got != want {
			t.Errorf("%q: %s, want %s", accepted, got, want)
		}
	}
}
