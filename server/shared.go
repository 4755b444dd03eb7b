package server

import (
	"context"
	"log/slog"

	"noir/internal/workers"
)

// shared is what all connections of a server share: all that they and their sessions know of it.
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
	if s.config.Dismissed != nil {
		s.config.Dismissed(d)
	}
	s.connections.dismiss(spared, d)
}
