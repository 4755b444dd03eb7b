package server

import (
	"context"
	"log/slog"

	"noir/internal/workers"
)

// shared is the part of a server that its connections and their sessions know.
type shared struct {
	config      Config
	log         *slog.Logger
	limits      Limits
	hostKeys    hostKeys
	door        *door
	bans        bans
	guests      guests
	metrics     *metrics
	connections connections
	workers     *workers.Pool   // of all screens
	ctx         context.Context // of all sessions; ends with errDraining or errElsewhere
}

// dismiss ends the sessions that a dismissal means, here and at other servers, except spared if it is not
// nil.
func (s *shared) dismiss(spared *session, d Dismissal) {
	if s.config.Peers != nil {
		s.config.Peers.Dismissed(d)
	}
	s.connections.dismiss(spared, d)
}
