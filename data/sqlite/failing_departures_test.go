package sqlite

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/data/relational"
)

// broken leaves a report that quotes a player in a line that is none, so that their rows cannot be given away.
func broken(t *testing.T, s *Store, id data.PlayerID) {
	t.Helper()
	err := s.db.Write(t.Context(), func(t tx) error {
		_, err := t.Exec(`INSERT INTO reports (by_name, about_name, reason, talk, at) VALUES ('anna', 'mallory', '', '[5]', 0)`)
		if err == nil {
			_, err = t.Exec(`INSERT INTO voices (player, report, name) SELECT ?, id, 'mallory' FROM reports`, id)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// brokenRow tells of the rows that broken leaves: Go's words for JSON that is not as expected.
const brokenRow = "cannot unmarshal number"

// TestFailingDeparturesKeepNobodyWaiting: rows that cannot be given away do not keep those of the next player, the log
// and the metrics tell of them, and they are tried again.
func TestFailingDeparturesKeepNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := killed(t, t.TempDir())
		defer s.Close()
		p := people(t, s, "mallory", "anna", "vera", "bert")
		for i, one := range p[:2] {
			veteran(t, s, one.ID, p[2+i].ID, 3*relational.PieceRows, 0)
			if err := s.Forget(t.Context(), one.ID); err != nil {
				t.Fatal(err)
			}
		}
		broken(t, s, p[0].ID)
		var log bytes.Buffer
		s.StartGiving(slog.New(slog.NewTextHandler(&log, nil)))
		figure := func(name string) float64 {
			t.Helper()
			registry := prometheus.NewRegistry()
			registry.MustRegister(s.Figures()...)
			families, err := registry.Gather()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range families {
				if m := f.GetMetric()[0]; f.GetName() == name {
					return m.GetGauge().GetValue() + m.GetCounter().GetValue()
				}
			}
			t.Fatalf("there is no %s", name)
			return 0
		}
		time.Sleep(time.Minute) // of the bubble's clock
		synctest.Wait()
		leftOver(t, s, p[1].ID)
		if told := log.String(); strings.Count(told, brokenRow) != 1 || !strings.Contains(told, fmt.Sprint("player=", p[0].ID)) {
			t.Errorf("the log has %s", told)
		}
		if pending, failed := figure("noir_departures"), figure("noir_departures_failed_total"); pending != 1 || failed < 2 {
			t.Errorf("%v departures are pending, %v attempts have failed", pending, failed)
		}
		err := s.db.Write(t.Context(), func(t tx) error {
			_, err := t.Exec(`UPDATE reports SET talk = '[]'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		leftOver(t, s, p[0].ID)
		if pending := figure("noir_departures"); pending != 0 {
			t.Errorf("%v departures are pending in the end", pending)
		}
	})
}

// TestOperatorsAreToldOfFailingDepartures: where no server runs, whoever deletes a player is told that rows are left.
func TestOperatorsAreToldOfFailingDepartures(t *testing.T) {
	dir := t.TempDir()
	s := killed(t, dir)
	p := people(t, s, "mallory", "anna", "vera", "bert", "olga", "emil")
	for i, one := range p[:3] {
		veteran(t, s, one.ID, p[3+i].ID, 3*relational.PieceRows, 0)
	}
	if err := s.Forget(t.Context(), p[0].ID); err != nil {
		t.Fatal(err)
	}
	broken(t, s, p[0].ID)
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	office := abandoned(t, s, dir, ended.Process.Pid)
	for what, err := range map[int]error{1: office.Forget(t.Context(), p[1].ID), 2: office.Merge(t.Context(), "olga", p[2].ID, p[3].ID)} {
		if err == nil || !strings.Contains(err.Error(), brokenRow) {
			t.Errorf("%s is gone: %v", p[what].Name, err)
		}
		leftOver(t, office, p[what].ID)
	}
}
