package main

import (
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestLogLabels: in either format, each line has the labels of its logger, in order and before its
// own attributes, and no other logger's.
func TestLogLabels(t *testing.T) {
	for format, want := range map[string]string{
		"text": `^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO sat down conn=a match=7 seat=1\n.*INFO left conn=a took=2\n.*INFO spent: sat down conn=b on=3\n`,
		"json": `"sat down","conn":"a","match":7,"seat":1}\n.*"left","conn":"a","took":2}\n.*"sat down","conn":"b","spent":{"on":3}}\n`,
	} {
		var out strings.Builder
		log, err := newLog(&out, format, "info")
		if err != nil {
			t.Fatal(err)
		}
		a := log.With("conn", "a")
		a.With("match", 7).Info("sat down", "seat", 1)
		a.Debug("nothing")
		a.Info("left", "took", 2)
		log.With("conn", "b").WithGroup("spent").Info("sat down", "on", 3)
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("%s: %q", format, out.String())
		}
	}
}

// TestLogLabelIsCheap: a logger with labels costs little until it logs.
func TestLogLabelIsCheap(t *testing.T) {
	log, err := newLog(new(strings.Builder), "text", "info")
	if err != nil {
		t.Fatal(err)
	}
	const times = 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		log.With("match", 7)
	}
	runtime.ReadMemStats(&after)
	if made := (after.TotalAlloc - before.TotalAlloc) / times; made > 512 {
		t.Errorf("a label takes %d bytes", made)
	}
}
