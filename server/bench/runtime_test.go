package bench

import (
	"net"
	"runtime"
	"testing"

	"noir/internal/await"
)

// TestMemoryIsWhatIsHeld after a collection, and allocations are all that were ever made.
func TestMemoryIsWhatIsHeld(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = ServeMemory(l) // it fails when l is closed
	}()
	defer func() {
		_ = l.Close()
		await.One(t, served, "the end of the server of figures")
	}()
	read := func() memory {
		m, err := collected(t.Context(), l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	// Enough that what the tests before this one left behind, and give back meanwhile, is
	// less than a hundredth.
	const n, size = 100_000, 1 << 10
	const least = n * size * 99 / 100
	before := read()
	held := make([]*[size]byte, n)
	for i := range held {
		held[i] = new([size]byte)
	}
	during := read()
	runtime.KeepAlive(held)
	held = nil
	after := read()
	if grown := during.objects - before.objects; grown < n*99/100 {
		t.Errorf("%v objects for %d", grown, n)
	}
	if grown := during.heap - before.heap; grown < least {
		t.Errorf("%v bytes for %d", grown, n*size)
	}
	if left := after.heap - before.heap; left > n*size/2 {
		t.Errorf("%v bytes are left of %d", left, n*size)
	}
	if made := after.allocated - before.allocated; made < least {
		t.Errorf("%v bytes were allocated of %d", made, n*size)
	}
	if before.goroutines < 2 {
		t.Errorf("%v goroutines", before.goroutines)
	}
	if _, err := memoryAt(t.Context(), "127.0.0.1:1"); err == nil {
		t.Error("nobody answered, and it was no error")
	}
}
