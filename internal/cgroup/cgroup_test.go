package cgroup_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noir/internal/cgroup"
	"noir/internal/cgroup/cgrouptest"
)

// asks is set in a process of this test that only says whether it is limited.
const asks = "NOIR_TEST_LIMITED"

func TestMain(m *testing.M) {
	if os.Getenv(asks) != "" {
		fmt.Println(cgroup.Limited())
		return
	}
	os.Exit(m.Run())
}

// TestHolds: a process that would use a whole processor gets its share. Nothing is left of its group.
func TestHolds(t *testing.T) {
	var g *cgroup.Group
	t.Cleanup(func() { // after it was removed
		if g == nil {
			return
		}
		if _, err := os.Stat(g.Dir()); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is left: %v", g.Dir(), err)
		}
	})
	busy := exec.Command("sh", "-c", "n=0; while [ $n -lt 800000 ]; do n=$((n+1)); done")
	g = cgrouptest.Hold(t, busy, .2)
	from := time.Now()
	if err := busy.Run(); err != nil {
		t.Fatal(err)
	}
	used, took := busy.ProcessState.UserTime()+busy.ProcessState.SystemTime(), time.Since(from)
	if used < 200*time.Millisecond || used.Seconds() > .3*took.Seconds() {
		t.Errorf("it used %v in %v", used, took)
	}
}

// TestKnowsThatItIsHeld: a process in a group with a quota knows that from its start.
func TestKnowsThatItIsHeld(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asks+"=1")
	cgrouptest.Hold(t, cmd, .2)
	said, err := cmd.CombinedOutput()
	if err != nil || string(bytes.TrimSpace(said)) != "true" {
		t.Errorf("it says %q: %v", said, err)
	}
}

// TestLimited: a quota counts in any group from the own up, in both versions, if it is less than there are processors.
func TestLimited(t *testing.T) {
	const first, second = "4:cpu,cpuacct:/a/b\n0::/\n", "0::/a/b\n"
	for name, c := range map[string]struct {
		lines string
		files string // with their texts; _ is a space
		want  bool
	}{
		"nothing is known":       {first, "", false},
		"first, no quota":        {first, "cpu/a/b/cpu.cfs_quota_us=-1 cpu/a/b/cpu.cfs_period_us=100000", false},
		"first, own":             {first, "cpu/a/b/cpu.cfs_quota_us=5000 cpu/a/b/cpu.cfs_period_us=20000", true},
		"first, of a container":  {first, "cpu/cpu.cfs_quota_us=150000 cpu/cpu.cfs_period_us=100000", true},
		"first, all there are":   {first, "cpu/cpu.cfs_quota_us=200000 cpu/cpu.cfs_period_us=100000", false},
		"second, no quota":       {second, "cgroup.controllers=cpu a/b/cpu.max=max_100000", false},
		"second, own":            {second, "cgroup.controllers=cpu a/b/cpu.max=25000_100000", true},
		"second, above":          {second, "cgroup.controllers=cpu a/b/cpu.max=max_100000 a/cpu.max=25000_100000", true},
		"second, all there are":  {second, "cgroup.controllers=cpu a/b/cpu.max=400000_100000", false},
		"second, of a container": {"0::/\n", "cgroup.controllers=cpu cpu.max=25000_100000", true},
		"second, another group":  {second, "cgroup.controllers=cpu a/c/cpu.max=25000_100000", false},
	} {
		root := t.TempDir()
		for file := range strings.FieldsSeq(c.files) {
			name, text, _ := strings.Cut(file, "=")
			at := filepath.Join(root, name)
			text = strings.ReplaceAll(text, "_", " ") + "\n"
			if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		if got := cgroup.IsLimited(root, c.lines, 2); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestPathOfAGroup(t *testing.T) {
	const first = "5:memory:/of/memory\n1:cpu,cpuacct:/of/cpu\n0::/\n"
	for controller, want := range map[string]string{"cpu": "/of/cpu", "memory": "/of/memory", "": "/"} {
		if got := cgroup.PathOf(first, controller); got != want {
			t.Errorf("%q is in %q, not in %q", controller, got, want)
		}
	}
	if got := cgroup.PathOf("0::/user.slice/run-1.scope\n", ""); got != "/user.slice/run-1.scope" {
		t.Errorf("the only one is %q", got)
	}
}
