// Package disktest spares tests the disk.
package disktest

import "flag"

// room is how many bytes must be free in the folder in memory: containers often have less, and a PostgreSQL server
// alone may write one GiB.
const room = 4 << 30

// Memory returns a folder in memory. It returns "" where the system has none with enough room, and for benchmarks.
// Tests that commit to a disk spend most of their time waiting for it. The folder need not allow executable files.
func Memory() string {
	const memory = "/dev/shm"
	if benchmarks := flag.Lookup("test.bench"); benchmarks == nil || benchmarks.Value.String() != "" || free(memory) < room {
		return ""
	}
	return memory
}
