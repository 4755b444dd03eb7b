// Package disktest spares tests the disk.
package disktest

import "flag"

// room is how many bytes must be free where tests keep their files in memory: containers often have less, and a PostgreSQL server alone may write one GiB.
const room = 4 << 30

// Memory returns a folder in memory, and "" where the system has none with enough room, and for benchmarks: what commits
// waits for the disk each time, which is most of the time of tests that do. Nothing there need be executable.
func Memory() string {
	const memory = "/dev/shm"
	if benchmarks := flag.Lookup("test.bench"); benchmarks == nil || benchmarks.Value.String() != "" || free(memory) < room {
		return ""
	}
	return memory
}
