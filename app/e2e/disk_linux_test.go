//go:build e2e

package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The ioctl that stops a filesystem as a power failure would: its journal in memory is lost
// (linux/fs/ext4/ext4.h).
const (
	ioctlShutdown  = 0x8004587d // _IOR('X', 125, __u32)
	withoutLogSync = 2
)

// disk is a filesystem of its own on a loop device. It can lose its power, fill up and fail.
type disk struct {
	t     *testing.T
	image string
	dir   string // where it is mounted
}

// newDisk makes and mounts a disk of a size in MiB. Without root and a loop device the test is
// skipped.
func newDisk(t *testing.T, size int64) *disk {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root may mount a disk to break")
	}
	if _, err := exec.LookPath("mkfs.ext4"); err != nil {
		t.Skip("there is nothing to make a disk with: ", err)
	}
	d := &disk{t: t, image: filepath.Join(t.TempDir(), "disk"), dir: t.TempDir()}
	if err := errors.Join(os.WriteFile(d.image, nil, 0o600), os.Truncate(d.image, size<<20)); err != nil {
		t.Fatal(err)
	}
	d.command("mkfs.ext4", "-q", "-m", "0", d.image)
	if err := d.mount("rw"); err != nil {
		t.Skip("no disk can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", d.dir).Run() }) // in use, by a failed test
	return d
}

// mount mounts the disk so that only fsync writes the journal during a test, and errors make it
// read-only, as on most systems.
func (d *disk) mount(mode string) error {
	out, err := exec.Command("mount", "-o", "loop,commit=600,errors=remount-ro,"+mode, d.image, d.dir).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// remount unmounts the disk and mounts it again. Nothing may be using it.
func (d *disk) remount(mode string) {
	d.t.Helper()
	d.command("umount", d.dir)
	if err := d.mount(mode); err != nil {
		d.t.Fatal(err)
	}
}

// cut stops the disk. Unsynced data is lost; remount brings the rest back.
func (d *disk) cut() {
	d.t.Helper()
	dir, err := os.Open(d.dir)
	if err != nil {
		d.t.Fatal(err)
	}
	defer dir.Close()
	if err := unix.IoctlSetPointerInt(int(dir.Fd()), ioctlShutdown, withoutLogSync); err != nil {
		d.t.Fatal("the shutdown ioctl: ", err)
	}
}

func (d *disk) filler() string { return filepath.Join(d.dir, "filler") }

// fill leaves no room; free makes room again.
func (d *disk) fill() {
	d.t.Helper()
	file, err := os.OpenFile(d.filler(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		d.t.Fatal(err)
	}
	defer file.Close()
	for block := make([]byte, 1<<20); len(block) > 0; {
		if _, err := file.Write(block); errors.Is(err, unix.ENOSPC) {
			block = block[:len(block)/2]
		} else if err != nil {
			d.t.Fatal(err)
		}
	}
	if err := file.Sync(); err != nil {
		d.t.Fatal(err)
	}
}

func (d *disk) free() {
	d.t.Helper()
	if err := os.Remove(d.filler()); err != nil {
		d.t.Fatal(err)
	}
}

// fail makes the filesystem find an error in itself. It is read-only until repaired.
func (d *disk) fail() {
	d.t.Helper()
	device := filepath.Base(d.command("findmnt", "-n", "-o", "SOURCE", d.dir))
	if err := os.WriteFile(filepath.Join("/sys/fs/ext4", device, "trigger_fs_error"), []byte("test"), 0); err != nil {
		d.t.Skip("this kernel cannot have a filesystem fail: ", err)
	}
}

// repair repairs the filesystem as an operator would. Nothing may be using it.
func (d *disk) repair() {
	d.t.Helper()
	d.command("umount", d.dir)
	_ = exec.Command("fsck.ext4", "-p", d.image).Run() // its exit code says that it has repaired something
	if err := d.mount("rw"); err != nil {
		d.t.Fatal(err)
	}
}

func (d *disk) command(name string, args ...string) string {
	d.t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		d.t.Fatalf("%s %v: %v: %s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}
