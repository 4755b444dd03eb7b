package pairing

import (
	"math"
	"time"
)

// A wait counts half as much after each waitsHalve. After waitsStale without a seating the mean
// is unknown.
const (
	waitsHalve = 2 * time.Minute
	waitsStale = 10 * time.Minute
)

// waits is a weighted mean of the waits of players seated lately.
type waits struct {
	sum, weight float64 // nanoseconds × weight, as of the newest seating
	at          int64   // nanoseconds from the pool's epoch
}

func (w *waits) add(waited time.Duration, now int64) {
	if now > w.at {
		fade := math.Exp2(-float64(now-w.at) / float64(waitsHalve))
		w.sum, w.weight, w.at = w.sum*fade, w.weight*fade, now
	}
	w.sum += float64(waited)
	w.weight++
}

func (w *waits) mean(now int64) (time.Duration, bool) {
	if w.weight == 0 || now-w.at > int64(waitsStale) {
		return 0, false
	}
	return time.Duration(w.sum / w.weight), true
}
