//go:build e2e

package e2e

import (
	"errors"
	"net"
	"os/exec"
	"strings"
	"testing"
)

// TestEndToEndAudit runs ssh-audit against a real server: nothing may fail. Algorithms that it
// does not know yet are only warnings.
func TestEndToEndAudit(t *testing.T) {
	p := start(t, t.TempDir(), "")
	defer p.stop()
	host, port, err := net.SplitHostPort(p.addr)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "ssh-audit", "--no-colors", "--port", port, host).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	t.Logf("%s", out)
	const onlyWarned = 2
	if exit != nil && exit.ExitCode() != onlyWarned || strings.Contains(string(out), "[fail]") || !strings.Contains(string(out), "(key) ssh-ed25519") {
		t.Errorf("ssh-audit: %v", err)
	}
}
