package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHealthIsWhatTheServerSays: ready, or its reason, or why it was not asked.
func TestHealthIsWhatTheServerSays(t *testing.T) {
	says := func(code int, text string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/readyz" {
				t.Errorf("it is asked for %s", r.URL.Path)
			}
			w.WriteHeader(code)
			_, _ = w.Write([]byte(text))
		}))
		t.Cleanup(s.Close)
		return strings.TrimPrefix(s.URL, "http://")
	}
	gone := says(http.StatusOK, "")
	for name, c := range map[string]struct {
		metrics string
		want    string // "": it is ready
	}{
		"ready":       {says(http.StatusOK, "ok\n"), ""},
		"not ready":   {says(http.StatusServiceUnavailable, "the disk is full\n"), "the disk is full"},
		"another one": {says(http.StatusNotFound, "404 page not found\n"), "404 page not found"},
	} {
		err := healthy(t.Context(), c.metrics)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%s: %v, not %q", name, err, c.want)
		}
	}
	cmd := newHealth()
	cmd.SetArgs([]string{})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	if err := cmd.ExecuteContext(t.Context()); !errors.Is(err, errNoMetrics) {
		t.Errorf("without an address: %v", err)
	}
	cmd.SetArgs([]string{"--metrics", gone})
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		t.Errorf("by the flag: %v", err)
	}
	t.Setenv("NOIR_METRICS", gone)
	if code, _, errOut := noir(t, "health"); code != exitDone {
		t.Errorf("by the variable: exit code %d, %s", code, errOut)
	}
}

// TestRecordsAreOfASize: a file that is larger than any record is not read, and one that is missing is an error.
func TestRecordsAreOfASize(t *testing.T) {
	for size, whole := range map[int]bool{0: true, maxRecord: true, maxRecord + 1: false} {
		raw, err := readRecord(strings.NewReader(strings.Repeat(" ", size)), "-")
		if whole && (err != nil || len(raw) != size) || !whole && (err == nil || !strings.Contains(err.Error(), "too large")) {
			t.Errorf("%d bytes: %d, %v", size, len(raw), err)
		}
	}
	if _, err := readRecord(nil, t.TempDir()+"/missing"); err == nil {
		t.Error("a missing file is read")
	}
}
