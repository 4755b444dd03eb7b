package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheNoticeIsRead without control characters; one that cannot be shown is refused.
func TestTheNoticeIsRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notice")
	for text, want := range map[string]string{
		"Run by the porter.\r\nBe civil.\n": "Run by the porter.\nBe civil.",
		"\x1b[2JHello":                      "[2JHello",
		strings.Repeat("a", mostNotice):     strings.Repeat("a", mostNotice),
		strings.Repeat("a", mostNotice+1):   "longer than 4096 bytes",
		"\xff":                              "is not UTF-8",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readNotice(file)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasSuffix(got, want) {
			t.Errorf("%.20q is read as %.60q, want %q", text, got, want)
		}
	}
	if _, err := readNotice(file + "-missing"); err == nil {
		t.Error("a file that is not there is read")
	}
	if code, _, errOut := noir(t, "serve", "--listen", "nowhere:at:all", "--notice", file+"-missing"); code != exitFailed || !strings.Contains(errOut, "notice-missing") {
		t.Errorf("it starts without its notice: exit code %d, %s", code, errOut)
	}
	if text, err := readNotice(""); text != "" || err != nil {
		t.Errorf("no file is read as %q, %v", text, err)
	}
}
