package bench

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cgroup is a Linux control group that limits a process to a share of a processor.
type cgroup struct{ dir string }

const (
	cgroups    = "/sys/fs/cgroup"
	quotaEvery = 20 * time.Millisecond // the period of the quota: shorter than what is measured
)

// newCgroup makes one below the group of this process, and moves a process there. It needs a control group
// that it may write to: as root, or in a scope of systemd with Delegate=yes.
func newCgroup(name string, cores float64, pid int) (*cgroup, error) {
	quota, period := strconv.Itoa(int(cores*float64(quotaEvery.Microseconds()))), strconv.Itoa(int(quotaEvery.Microseconds()))
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	var g cgroup
	limits := map[string]string{}
	_, err = os.Stat(filepath.Join(cgroups, "cgroup.controllers"))
	switch unified := err == nil; {
	case unified:
		at := filepath.Join(cgroups, pathOf(string(own), ""))
		_ = os.WriteFile(filepath.Join(at, "cgroup.subtree_control"), []byte("+cpu"), 0)                    // it may be enabled already
		g.dir, limits["cpu.max"], limits["cpu.weight"] = filepath.Join(at, name), quota+" "+period, "10000" // the most: it gets all that it may use
	default: // the first version has a tree for each controller
		g.dir = filepath.Join(cgroups, "cpu", pathOf(string(own), "cpu"), name)
		limits["cpu.cfs_period_us"], limits["cpu.cfs_quota_us"], limits["cpu.shares"] = period, quota, "262144" // the most, as above
	}
	if err := os.Mkdir(g.dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	limits["cgroup.procs"] = strconv.Itoa(pid)
	for _, file := range []string{"cpu.cfs_period_us", "cpu.cfs_quota_us", "cpu.shares", "cpu.max", "cpu.weight", "cgroup.procs"} {
		if limits[file] == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(g.dir, file), []byte(limits[file]), 0); err != nil {
			return nil, errors.Join(err, g.remove())
		}
	}
	return &g, nil
}

// pathOf returns the group of a controller, "" for that of all, in the lines of /proc/self/cgroup.
func pathOf(lines, controller string) string {
	for line := range strings.Lines(lines) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		names, path, _ := strings.Cut(rest, ":")
		for name := range strings.SplitSeq(names, ",") {
			if name == controller {
				return path
			}
		}
	}
	return "/"
}

// remove gives the group back once its process has ended, which the kernel may notice a moment later.
func (g *cgroup) remove() (err error) {
	for late := time.Now().Add(time.Second); time.Now().Before(late); time.Sleep(10 * time.Millisecond) {
		if err = os.Remove(g.dir); err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return err
}
