// Package natstest has NATS servers for tests, in the test's own process. Nothing but tests imports it.
package natstest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Start starts a server, which goes with the test, and returns its URL.
func Start(tb testing.TB) (url string) {
	tb.Helper()
	return start(tb, &server.Options{})
}

// StartAs is Start with the settings of a file, but for its addresses.
func StartAs(tb testing.TB, file string) (url string) {
	tb.Helper()
	options, err := server.ProcessConfigFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	options.HTTPPort = 0
	return start(tb, options)
}

func start(tb testing.TB, options *server.Options) (url string) {
	tb.Helper()
	options.Host, options.Port, options.NoSigs, options.NoLog = "127.0.0.1", server.RANDOM_PORT, true, true
	s, err := server.NewServer(options)
	if err != nil {
		tb.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(time.Minute) {
		tb.Fatal("after a minute the NATS server takes no connections")
	}
	tb.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s.ClientURL()
}
