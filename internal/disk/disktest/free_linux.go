package disktest

import "syscall"

// free returns how many bytes are free at a path, 0 if there is nothing.
func free(path string) uint64 {
	var at syscall.Statfs_t
	if err := syscall.Statfs(path, &at); err != nil {
		return 0
	}
	return at.Bavail * uint64(at.Bsize)
}
