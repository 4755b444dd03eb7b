//go:build e2e

package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// exposed is the exposure, times ten, that systemd may report for the server's unit: 0 is none,
// 100 a root shell.
const exposed = "14"

// TestEndToEndUnits: systemd finds nothing wrong with the units, and little exposure of the
// server.
func TestEndToEndUnits(t *testing.T) {
	dir := t.TempDir()
	var units []string
	for _, name := range []string{"noir.service", "noir.socket", "noir-backup.service", "noir-backup.timer"} {
		unit, err := os.ReadFile(filepath.Join(operating, name))
		if err != nil {
			t.Fatal(err)
		}
		here := strings.NewReplacer("=noir serve", "="+binary+" serve", "exec noir ", "exec "+binary+" ").Replace(string(unit)) // which must be there
		units = append(units, filepath.Join(dir, name))
		if err := os.WriteFile(units[len(units)-1], []byte(here), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	port, err := os.ReadFile(filepath.Join(operating, "noir-port.conf")) // of one of several servers
	if err == nil {
		err = errors.Join(os.Mkdir(filepath.Join(dir, "noir.socket.d"), 0o700), os.WriteFile(filepath.Join(dir, "noir.socket.d", "port.conf"), port, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("systemd-analyze", append([]string{"verify"}, units...)...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("verify: %v\n%s", err, out)
	}
	out, err = exec.Command("systemd-analyze", "security", "--offline=true", "--threshold="+exposed, units[0]).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if t.Log(lines[len(lines)-1]); err != nil {
		t.Errorf("security: %v\n%s", err, out)
	}
}
