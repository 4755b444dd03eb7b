package motion_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"noir/tui/motion"
)

const ms = time.Millisecond

// seen plays a motion to its end as a screen does, and returns its frames with the times at which
// they were drawn.
func seen(m *motion.Motion) (frames []int, at []time.Duration) {
	began := time.Now()
	for frame, moves := m.Frame(); moves; frame, moves = m.Frame() {
		frames, at = append(frames, frame), append(at, time.Since(began))
		time.Sleep(m.Wait())
	}
	return frames, append(at, time.Since(began))
}

func TestAMotionShowsEachFrameForItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := motion.New(time.Now)
		m.Start(120*ms, 80*ms, 300*ms)
		frames, at := seen(m)
		if want := []int{0, 1, 2}; !slices.Equal(frames, want) {
			t.Errorf("the frames are %v, want %v", frames, want)
		}
		if want := []time.Duration{0, 120 * ms, 200 * ms, 500 * ms}; !slices.Equal(at, want) {
			t.Errorf("they begin and end at %v, want %v", at, want)
		}
		if wait := m.Wait(); wait != 0 {
			t.Errorf("at rest it wants to be drawn again after %v", wait)
		}
	})
}

func TestAMotionIsDrawnFifteenTimesASecondAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := motion.New(time.Now)
		m.Start(slices.Repeat([]time.Duration{10 * ms}, 100)...)
		if frames, _ := seen(m); len(frames) < 10 || len(frames) > 15 {
			t.Errorf("a second has %d frames: %v", len(frames), frames)
		}
	})
}

func TestSkippedAndNilMotionsAreAtTheirEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := motion.New(time.Now)
		m.Start(time.Second)
		m.Skip()
		if m.Moves() {
			t.Error("a skipped motion goes on")
		}
		var none *motion.Motion
		none.Start(time.Second)
		none.Skip()
		if none.Moves() || none.Wait() != 0 {
			t.Error("a nil motion moves")
		}
	})
}

func TestANewMotionTakesThePlaceOfTheOldOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := motion.New(time.Now)
		m.Start(time.Second, time.Second)
		time.Sleep(1500 * ms)
		m.Start(100 * ms)
		if frame, moves := m.Frame(); frame != 0 || !moves {
			t.Errorf("the new motion is at frame %d, %t", frame, moves)
		}
		if frames, at := seen(m); len(frames) != 1 || at[1] != 100*ms {
			t.Errorf("the new motion has the frames %v at %v", frames, at)
		}
	})
}
