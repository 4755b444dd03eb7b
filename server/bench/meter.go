package bench

import (
	"errors"
	"os"
	"time"
)

// reading is what had been used by a moment.
type reading struct {
	at                      time.Time
	server, client, machine time.Duration // processor time
	bytes                   int64         // drawn
	allocated               float64       // bytes, by the server
}

// usage is what was used between two moments. It includes the rest of the machine: a figure means
// little if others were busy meanwhile.
type usage struct {
	over                   time.Duration
	server, client, others time.Duration // processor time
	bytes                  int64
	allocated              float64
}

// percent is a processor time as a percentage of one core.
func (u usage) percent(cpu time.Duration) float64 { return 100 * cpu.Seconds() / u.over.Seconds() }

// measure starts measuring; the bytes are those drawn for visitors. The returned function ends it.
func (t *trial) measure(visitors []*Visitor) (end func() (usage, error), err error) {
	from, err := t.read(visitors)
	return func() (usage, error) {
		to, err := t.read(visitors)
		return to.since(from), err
	}, err
}

// since returns what was used since an earlier reading. Others is the use of the machine beyond the
// server and its visitors, as far as it can be measured.
func (r reading) since(from reading) usage {
	u := usage{
		over: r.at.Sub(from.at), server: r.server - from.server, client: r.client - from.client,
		bytes: r.bytes - from.bytes, allocated: r.allocated - from.allocated,
	}
	u.others = max(0, r.machine-from.machine-u.server-u.client)
	return u
}

func (t *trial) read(visitors []*Visitor) (r reading, err error) {
	var err1, err2, err3, err4 error
	var m memory
	r.at = time.Now()
	r.server, err1 = t.process.CPU()
	r.client, err2 = processCPU(os.Getpid())
	r.machine, err3 = machineCPU()
	m, err4 = memoryAt(t.ctx, t.Metrics)
	r.allocated = m.allocated
	for _, v := range visitors {
		r.bytes += v.bytes.Load()
	}
	return r, errors.Join(err1, err2, err3, err4)
}
