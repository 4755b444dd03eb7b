package pairing

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

var anySize = Sizes{Min: 4, Max: 6, Late: 3, After: 25 * time.Second}

func BenchmarkTick(b *testing.B) {
	for _, k := range []struct {
		name string
		s    Sizes
	}{{"2", Exactly(2)}, {"3-6", anySize}} {
		for _, n := range []int{100, 1000, 10000, 100000} {
			for _, q := range [][2]int{{2, 0}} {
				b.Run(fmt.Sprintf("seats=%s/waiting=%d/q=%v", k.name, n, q), func(b *testing.B) {
					r := rand.New(rand.NewPCG(1, 1))
					p := New(nil)
					now := time.Unix(1e6, 0)
					b.ReportAllocs()
					for b.Loop() {
						b.StopTimer()
						now = now.Add(60 * time.Second)
						for i := p.Len(); i < n; i++ {
							p.Add(Ticket{Player: int64(i), Rating: 1500 + 200*r.NormFloat64(), Sizes: k.s}, now.Add(-time.Duration(r.IntN(40000))*time.Millisecond))
						}
						b.StartTimer()
						p.Tick(now)
					}
				})
			}
		}
	}
}
