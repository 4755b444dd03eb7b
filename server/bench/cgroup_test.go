package bench

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestCgroupHolds: a process that would use a whole processor gets its share.
func TestCgroupHolds(t *testing.T) {
	busy := exec.Command("sh", "-c", "while :; do :; done")
	if err := busy.Start(); err != nil {
		t.Fatal(err)
	}
	end := func() {
		_ = busy.Process.Kill()
		_ = busy.Wait()
	}
	g, err := newCgroup(fmt.Sprint("noir-test-", os.Getpid()), .2, busy.Process.Pid)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EBUSY) {
		end()
		t.Skip("no control group of a processor may be made here: ", err)
	}
	if err != nil {
		end()
		t.Fatal(err)
	}
	before, err := processCPU(busy.Process.Pid)
	from, used, took := time.Now(), time.Duration(0), time.Duration(0)
	for err == nil && used < 200*time.Millisecond && took < time.Minute { // on a busy machine that takes a while
		time.Sleep(10 * time.Millisecond)
		var now time.Duration
		now, err = processCPU(busy.Process.Pid)
		used, took = now-before, time.Since(from)
	}
	end()
	if err := errors.Join(err, g.remove()); err != nil {
		t.Fatal(err)
	}
	if used < 200*time.Millisecond || used.Seconds() > .3*took.Seconds() {
		t.Errorf("it used %v in %v", used, took)
	}
	if _, err := os.Stat(g.dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is left: %v", g.dir, err)
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
