package main

import (
	"os"
	"runtime"

	"noir/internal/cgroup"
)

// admitThinkers lets n more goroutines run at once than there are processors: house players yield
// to keys, but each occupies one of the Go runtime's processors meanwhile. It does nothing if
// GOMAXPROCS is set, or in a container with a processor quota, which more threads would only use up
// sooner.
func admitThinkers(n int) {
	if os.Getenv("GOMAXPROCS") == "" && !cgroup.Limited() {
		runtime.GOMAXPROCS(runtime.NumCPU() + n)
	}
}
