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
	s.add(time.Hour, false) // after the end
	l := latency(took)
	if l.P50 != 501 || l.P99 != 991 || l.P999 != 1000 || l.Samples != 1000 || unanswered != 10 || len(s.took) != 1000 || s.unanswered != 10 {
		t.Errorf("%+v, %d unanswered, then %d and %d", l, unanswered, len(s.took), s.unanswered)
	}
	if none := latency(nil); none != (Latency{}) {
		t.Errorf("of nothing: %+v", none)
	}
}
