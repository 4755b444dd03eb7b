package cgroup

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
)

// asks is set in a process of this test that only says whether it is limited.
const asks = "NOIR_TEST_LIMITED"

func TestMain(m *testing.M) {
	if os.Getenv(asks) != "" {
		fmt.Println(Limited())
		return
	}
	os.Exit(m.Run())
}

// group makes a group for a fifth of a processor.
func group(t *testing.T) *Group {
	t.Helper()
	g, err := New(fmt.Sprint("noir-test-", os.Getpid()), .2)
	if errors.Is(err, ErrNotHere) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Remove(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(g.dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is left: %v", g.dir, err)
		}
	})
	return g
}

// TestHolds: a process that would use a whole processor gets its share.
func TestHolds(t *testing.T) {
	g := group(t)
	busy := exec.Command("sh", "-c", "n=0; while [ $n -lt 400000 ]; do n=$((n+1)); done")
	g.Hold(busy)
	from := time.Now()
	if err := busy.Run(); err != nil {
		t.Fatal(err)
	}
	used, took := busy.ProcessState.UserTime()+busy.ProcessState.SystemTime(), time.Since(from)
	if used < 2*quotaEvery || used.Seconds() > .3*took.Seconds() {
		t.Errorf("it used %v in %v", used, took)
	}
}

// TestKnowsThatItIsHeld: a process in a group with a quota knows that from its start.
func TestKnowsThatItIsHeld(t *testing.T) {
	g := group(t)
	cmd := exec.Command(os.Args[0], "an argument")
	cmd.Env = append(os.Environ(), asks+"=1")
	g.Hold(cmd)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil || strings.TrimSpace(said.String()) != "true" {
		t.Errorf("it says %q: %v", &said, err)
	}
}

// TestLimited: a quota counts in any group from the own up, in both versions.
func TestLimited(t *testing.T) {
	const first, second = "4:cpu,cpuacct:/a/b\n0::/\n", "0::/a/b\n"
	for name, c := range map[string]struct {
		lines string
		files map[string]string
		want  bool
	}{
		"nothing is known":       {first, nil, false},
		"first, no quota":        {first, map[string]string{"cpu/a/b/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_quota_us": "-1\n"}, false},
		"first, own":             {first, map[string]string{"cpu/a/b/cpu.cfs_quota_us": "5000\n"}, true},
		"first, of a container":  {first, map[string]string{"cpu/cpu.cfs_quota_us": "5000\n"}, true},
		"second, no quota":       {second, map[string]string{"cgroup.controllers": "cpu\n", "a/b/cpu.max": "max 100000\n"}, false},
		"second, own":            {second, map[string]string{"cgroup.controllers": "cpu\n", "a/b/cpu.max": "25000 100000\n"}, true},
		"second, above":          {second, map[string]string{"cgroup.controllers": "cpu\n", "a/b/cpu.max": "max 100000\n", "a/cpu.max": "25000 100000\n"}, true},
		"second, of a container": {"0::/\n", map[string]string{"cgroup.controllers": "cpu\n", "cpu.max": "25000 100000\n"}, true},
		"second, another group":  {second, map[string]string{"cgroup.controllers": "cpu\n", "a/c/cpu.max": "25000 100000\n"}, false},
	} {
		root := t.TempDir()
		for file, text := range c.files {
			at := filepath.Join(root, file)
			if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		if got := limited(root, c.lines); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestPathOfAGroup(t *testing.T) {
	const first = "5:memory:/of/memory\n1:cpu,cpuacct:/of/cpu\n0::/\n"
	for controller, want := range map[string]string{"cpu": "/of/cpu", "memory": "/of/memory", "": "/"} {
		if got := pathOf(first, controller); got != want {
			t.Errorf("%q is in %q, not in %q", controller, got, want)
		}
	}
	if got := pathOf("0::/user.slice/run-1.scope\n", ""); got != "/user.slice/run-1.scope" {
		t.Errorf("the only one is %q", got)
	}
}
