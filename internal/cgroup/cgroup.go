// Package cgroup limits processes to a share of a processor by control groups of Linux, and tells whether this process is
// limited so.
package cgroup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	root       = "/sys/fs/cgroup"
	members    = "cgroup.procs"
	quotaEvery = 20 * time.Millisecond // the period of the quota: shorter than what is measured
)

// Group limits the processes in it.
type Group struct{ dir string }

// ErrNotHere is New's where no group may be made: it takes root, or a scope of systemd with Delegate=yes.
var ErrNotHere = errors.New("no control group of a processor may be made here")

// New makes a group below that of this process, for some processors or a part of one. The caller must remove it.
// ErrNotHere.
func New(name string, processors float64) (g *Group, err error) {
	defer func() {
		for _, denied := range []error{fs.ErrPermission, fs.ErrNotExist, syscall.EROFS, syscall.EBUSY} {
			if errors.Is(err, denied) {
				err = fmt.Errorf("%w: %w", ErrNotHere, err)
				return
			}
		}
	}()
	quota, period := strconv.Itoa(int(processors*float64(quotaEvery.Microseconds()))), strconv.Itoa(int(quotaEvery.Microseconds()))
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	g = new(Group)
	limits := map[string]string{}
	if unified(root) {
		at := filepath.Join(root, pathOf(string(own), ""))
		_ = os.WriteFile(filepath.Join(at, "cgroup.subtree_control"), []byte("+cpu"), 0)                    // it may be enabled already
		g.dir, limits["cpu.max"], limits["cpu.weight"] = filepath.Join(at, name), quota+" "+period, "10000" // the most: it gets all that it may use
	} else { // the first version has a tree for each controller
		g.dir = filepath.Join(root, "cpu", pathOf(string(own), "cpu"), name)
		limits["cpu.cfs_period_us"], limits["cpu.cfs_quota_us"], limits["cpu.shares"] = period, quota, "262144" // the most, as above
	}
	if err := os.Mkdir(g.dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	for _, file := range []string{"cpu.cfs_period_us", "cpu.cfs_quota_us", "cpu.shares", "cpu.max", "cpu.weight"} {
		if limits[file] == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(g.dir, file), []byte(limits[file]), 0); err != nil {
			return nil, errors.Join(err, g.Remove())
		}
	}
	return g, nil
}

// Hold has a command that has not started yet start in the group, by a shell. So the limit holds from its first
// instruction, by which Go sets GOMAXPROCS.
func (g *Group) Hold(cmd *exec.Cmd) {
	const enter = `echo $$ >"$0" && exec "$@"`
	cmd.Args = append([]string{"sh", "-c", enter, filepath.Join(g.dir, members), cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
}

// Remove gives the group back once its processes have ended, which the kernel may notice a moment later.
func (g *Group) Remove() (err error) {
	for late := time.Now().Add(time.Second); time.Now().Before(late); time.Sleep(10 * time.Millisecond) {
		if err = os.Remove(g.dir); err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return err
}

// Limited reports whether this process has a quota of less than all processors, as in a container with one.
func Limited() bool {
	own, err := os.ReadFile("/proc/self/cgroup")
	return err == nil && limited(root, string(own), runtime.NumCPU())
}

// limited looks for a quota in the groups of a process, from its own up. Of groups outside its container nothing is seen.
func limited(root, lines string, processors int) bool {
	tree, group, files := filepath.Join(root, "cpu"), pathOf(lines, "cpu"), []string{"cpu.cfs_quota_us", "cpu.cfs_period_us"}
	if unified(root) {
		tree, group, files = root, pathOf(lines, ""), []string{"cpu.max"}
	}
	for ; ; group = path.Dir(group) {
		var limit strings.Builder
		for _, file := range files {
			text, _ := os.ReadFile(filepath.Join(tree, group, file)) // the topmost group has none
			limit.Write(text)
		}
		var quota, period int // -1 or "max": no quota
		if n, _ := fmt.Sscan(limit.String(), &quota, &period); n == 2 && quota > 0 && quota < processors*period {
			return true
		}
		if group == "/" || group == "." {
			return false
		}
	}
}

// unified reports whether all controllers share one tree.
func unified(root string) bool {
	_, err := os.Stat(filepath.Join(root, "cgroup.controllers"))
	return err == nil
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
