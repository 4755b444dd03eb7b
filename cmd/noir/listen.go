package main

import (
	"errors"
	"log/slog"
	"net"
	"slices"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
)

var errHandedOver = errors.New("the service manager has handed over something that takes no connections: a socket unit needs ListenStream=")

// handedOver returns the sockets that a service manager has opened for this process (systemd's
// socket activation), if any. Such a socket outlives the process: clients that connect while no
// server runs wait in it for the next one.
func handedOver() ([]net.Listener, error) {
	listeners, err := activation.Listeners()
	if err != nil || !slices.Contains(listeners, nil) {
		return listeners, err
	}
	errs := []error{errHandedOver}
	for _, l := range listeners {
		if l != nil {
			errs = append(errs, l.Close())
		}
	}
	return nil, errors.Join(errs...)
}

// notify tells the service manager, if there is one, the state of the process.
func notify(state string, log *slog.Logger) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		log.Warn("the service manager was not told", "state", state, "err", err)
	}
}
