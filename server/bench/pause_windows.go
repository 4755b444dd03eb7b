package bench

import "errors"

// errNoPause means that this system pauses no processes.
var errNoPause = errors.New("a server cannot be paused on Windows: measure with --faults 0")

func (*Process) pause() error { return errNoPause }

func (*Process) goOn() error { return errNoPause }
