package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
)

// TestReady writes to the disk, and changes nothing.
func TestReady(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "noir.db-wal")
	for range 2 {
		before, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Ready(t.Context()); err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(log)
		if err != nil || string(after) == string(before) {
			t.Errorf("nothing was written: %v", err)
		}
	}
	if pid, err := holder(dir); err != nil || pid != os.Getpid() {
		t.Errorf("the holder has become %d, %v", pid, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Ready(t.Context()); !errors.Is(err, data.ErrUnavailable) {
		t.Errorf("closed: %v", err)
	}
}

// TestFigures: each transaction is timed, and its changes are counted.
func TestFigures(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	registry := prometheus.NewRegistry()
	registry.MustRegister(s.Figures()...)
	read := func() map[string][2]float64 {
		t.Helper()
		families, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		all := map[string][2]float64{}
		for _, f := range families {
			h := f.GetMetric()[0].GetHistogram()
			all[f.GetName()] = [2]float64{float64(h.GetSampleCount()), h.GetSampleSum()}
		}
		return all
	}
	before := read()
	for range 3 {
		if err := s.Ready(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	after := read()
	for name, least := range map[string]float64{"noir_store_commit_seconds": 1e-9, "noir_store_batch_size": 3} {
		if n := after[name][0] - before[name][0]; n != 3 {
			t.Errorf("%s: %v transactions", name, n)
		}
		if sum := after[name][1] - before[name][1]; sum < least || name == "noir_store_batch_size" && sum != least {
			t.Errorf("%s: %v in all", name, sum)
		}
	}
}
