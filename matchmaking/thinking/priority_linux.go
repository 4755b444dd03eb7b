package thinking

import "golang.org/x/sys/unix"

// modesty is the nice value added to a thinking thread: it gets a quarter of a processor that
// another thread wants, and all of an idle one. With nice 19 or SCHED_IDLE all others would
// wait for it on a busy machine: a garbage collection stops every thread, and one that does not
// run cannot stop.
const modesty = 5

// giveWay lowers the priority of the calling thread for good.
func giveWay() error {
	now, err := unix.SchedGetAttr(0, 0)
	if err != nil {
		return err
	}
	now.Nice = min(now.Nice+modesty, 19)
	return unix.SchedSetAttr(0, now, 0)
}

// stepAside lets waiting threads use the processor first; otherwise the scheduler would leave
// it to this one for three milliseconds.
func stepAside() { _, _, _ = unix.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0) }
