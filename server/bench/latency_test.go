package bench

import (
	"testing"
	"time"
)

func TestQuantiles(t *testing.T) {
	var s samples
	s.add(time.Hour, true) // before the start
	s.start()
	for i := range 1000 {
		s.add(time.Duration(1000-i)*time.Millisecond, i%100 > 0)
	}
	took, unanswered := s.stop()
	l := latency(took)
	if l.P50 != 501 || l.P99 != 991 || l.P999 != 1000 || l.Samples != 1000 || unanswered != 10 {
		t.Errorf("%+v, %d unanswered", l, unanswered)
	}
	if none := latency(nil); none != (Latency{}) {
		t.Errorf("of nothing: %+v", none)
	}
}
