package wire

import (
	"bytes"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"
)

// TestRetryIsTrue: a line that comes when the refusal said is admitted, also after many
// refusals, which take nothing from what comes later.
func TestRetryIsTrue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		l := newLink(&out)
		for range lineBurst {
			if !l.admit(line{}) {
				t.Fatal("a line of the burst was refused")
			}
		}
		var last refusal
		for range 50 {
			out.Reset()
			if l.admit(line{}) {
				t.Fatal("a line beyond the burst was admitted")
			}
			if err := json.Unmarshal(out.Bytes(), &last); err != nil {
				t.Fatal(err)
			}
		}
		if most := int64(1000/linesPerSecond) + 1; last.RetryMS <= 0 || last.RetryMS > most {
			t.Fatalf("told to come back after %d ms, with a line free each %d", last.RetryMS, most)
		}
		time.Sleep(time.Duration(last.RetryMS) * time.Millisecond)
		if !l.admit(line{}) {
			t.Error("a line that came when it was told to was refused")
		}
	})
}
