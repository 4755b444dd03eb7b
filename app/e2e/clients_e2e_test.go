//go:build e2e

package e2e

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestEndToEndOtherClients: programs that are made for a shell and for files are told, by the server and
// in their own output, that there are none here.
func TestEndToEndOtherClients(t *testing.T) {
	t.Parallel()
	server := start(t, t.TempDir(), "")
	defer server.stop()
	v := &visitor{person: newPerson(t, "vera"), t: t}
	visit := v.sshArgs(server.addr)
	host, port, err := net.SplitHostPort(server.addr)
	if err != nil {
		t.Fatal(err)
	}
	options, there := slices.Concat([]string{"-P", port}, visit[2:len(visit)-1]), v.name+"@"+host
	const noFiles = "there is no shell and there are no files here"
	for name, c := range map[string]struct {
		program string
		args    []string
		told    string
	}{
		"scp":         {"scp", slices.Concat(options, []string{v.file, there + ":x"}), noFiles},
		"scp by rcp":  {"scp", slices.Concat([]string{"-O"}, options, []string{v.file, there + ":x"}), noFiles},
		"sftp":        {"sftp", slices.Concat(options, []string{there}), noFiles},
		"bash":        {"ssh", slices.Concat(visit, []string{"bash", "-l"}), noFiles},
		"mosh":        {"mosh", []string{"--ssh=ssh " + strings.Join(visit[:len(visit)-1], " "), there}, "your seat is kept when the line drops"},
		"exit":        {"ssh", slices.Concat(visit, []string{"exit"}), "a command ends by itself"},
		"a tunnel":    {"ssh", slices.Concat([]string{"-W", "127.0.0.1:22"}, visit), "Only sessions here: nothing is forwarded."},
		"a subsystem": {"ssh", slices.Concat([]string{"-s"}, visit, []string{"netconf"}), "subsystem request failed"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), c.program, c.args...)
			cmd.Env = append(os.Environ(), "LC_ALL=C")
			out, err := cmd.CombinedOutput()
			var failed *exec.ExitError
			if !errors.As(err, &failed) || !strings.Contains(string(out), c.told) {
				t.Errorf("%s %q: %v\n%s", c.program, c.args, err, out)
			}
		})
	}
}
