package main

import (
	"os"
	"runtime"
)

// admitThinkers has so many more goroutines run at once than there are processors: those
// in which the house thinks give way to keys, but each keeps one of the places of Go's
// runtime meanwhile. Not if GOMAXPROCS is set, nor in a container that may use less than
// all processors, where more at once would only be stopped the sooner.
func admitThinkers(n int) {
	if os.Getenv("GOMAXPROCS") == "" && runtime.GOMAXPROCS(0) == runtime.NumCPU() {
		runtime.GOMAXPROCS(runtime.NumCPU() + n)
	}
}
