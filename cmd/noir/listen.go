package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
)

var errHandedOver = errors.New("the service manager has handed over something that takes no connections: a socket unit needs ListenStream=")

// listen returns the sockets that a service manager has opened for this process
// (systemd's socket activation), or else one of its own at addr. A socket that
// was handed over outlives the process: whoever connects while no server runs
// waits in it for the next one.
func listen(addr string) ([]net.Listener, error) {
	listeners, err := activation.Listeners()
	if err != nil {
		return nil, err
	}
	if slices.Contains(listeners, nil) {
		return nil, errors.Join(errHandedOver, stopListening(listeners))
	}
	if len(listeners) > 0 {
		return listeners, nil
	}
	l, err := listenAt(addr, "listen")
	if err != nil {
		return nil, err
	}
	return []net.Listener{l}, nil
}

// listenAt opens a socket at the address that a flag names.
func listenAt(addr, flag string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%w; choose another address with --%s", err, flag)
	}
	return l, nil
}

func stopListening(listeners []net.Listener) error {
	var errs []error
	for _, l := range listeners {
		if l != nil {
			errs = append(errs, l.Close())
		}
	}
	return errors.Join(errs...)
}

// accept takes connections from all listeners until the server is shut down.
func (h *house) accept(listeners []net.Listener) error {
	errs := make([]error, len(listeners))
	var all sync.WaitGroup
	for i, l := range listeners {
		all.Go(func() { errs[i] = h.server.Serve(l) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// notify tells the service manager, if there is one, what the process does now.
func notify(state string, log *slog.Logger) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		log.Warn("the service manager was not told", "state", state, "err", err)
	}
}
