package pgtest

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// attributes returns how the programs of a server are run. They end with this process. When it is
// root they run as the user nobody, who gets the folder, since initdb refuses root.
func attributes(dir string) (*syscall.SysProcAttr, error) {
	as := &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if os.Geteuid() != 0 {
		return as, nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(nobody.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(nobody.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return as, os.Chown(dir, int(uid), int(gid))
}
