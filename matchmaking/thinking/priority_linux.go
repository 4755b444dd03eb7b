package thinking

import "golang.org/x/sys/unix"

// modesty is by how much a thread that thinks is nicer than the others: it gets a quarter
// of a processor that another wants, and all of an idle one. With much less, of nice 19 or
// SCHED_IDLE, everybody would wait for it on a busy machine: a collection of garbage has
// every thread stop, and one that is not run cannot.
const modesty = 5

// giveWay lowers the priority of the calling thread, for good.
func giveWay() error {
	now, err := unix.SchedGetAttr(0, 0)
	if err != nil {
		return err
	}
	now.Nice = min(now.Nice+modesty, 19)
	return unix.SchedSetAttr(0, now, 0)
}

// stepAside lets those go first who wait for the thread's processor: the scheduler would
// leave it there for three milliseconds.
func stepAside() { _, _, _ = unix.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0) }
