package pairing

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// BenchmarkTick seats a full pool, which is filled again while the clock stands.
func BenchmarkTick(b *testing.B) {
	for _, seats := range []struct {
		name  string
		sizes func(*rand.Rand) Sizes
	}{{"2", pairs}, {"3-6", anyNumber}, {"3-6-wishes", wishes}} {
		for _, waiting := range []int{10, 100, 1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("seats=%s/waiting=%d", seats.name, waiting), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 1))
				pool, now := New(nil), start
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					now = now.Add(time.Minute)
					for i := pool.Len(); i < waiting; i++ {
						waited := time.Duration(r.IntN(40_000)) * time.Millisecond
						pool.Add(Ticket{Player: int64(i), Rating: 1500 + 200*r.NormFloat64(), Sizes: seats.sizes(r)}, now.Add(-waited))
					}
					b.StartTimer()
					for _, table := range pool.Tick(now) {
						pool.SatDown(table, now)
					}
				}
			})
		}
	}
}

// BenchmarkAddRemove takes a ticket out of a full pool and puts one in.
func BenchmarkAddRemove(b *testing.B) {
	const waiting = 100_000
	b.Run(fmt.Sprintf("waiting=%d", waiting), func(b *testing.B) {
		r := rand.New(rand.NewPCG(1, 1))
		pool := New(nil)
		tickets, handles := make([]Ticket, waiting), make([]Handle, waiting)
		for i := range waiting {
			tickets[i] = Ticket{Player: int64(i), Rating: 1500 + 200*r.NormFloat64(), Sizes: Exactly(2)}
			handles[i] = pool.Add(tickets[i], start)
		}
		b.ReportAllocs()
		for i := 0; b.Loop(); i = (i + 7919) % waiting {
			pool.Remove(handles[i])
			handles[i] = pool.Add(tickets[i], start)
		}
	})
}
