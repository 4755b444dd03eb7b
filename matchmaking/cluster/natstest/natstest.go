// Package natstest has NATS servers for tests, in the test's own process. Only tests import it.
package natstest

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Start starts a server, which goes with the test, and returns its URL.
func Start(tb testing.TB) (url string) {
	tb.Helper()
	return start(tb, &server.Options{})
}

// StartAs is Start with the settings of a file, except for its addresses.
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
	s := run(tb, options)
	tb.Cleanup(func() { end(s) })
	return s.ClientURL()
}

func run(tb testing.TB, options *server.Options) *server.Server {
	tb.Helper()
	options.Host, options.Port, options.NoSigs, options.NoLog = "127.0.0.1", server.RANDOM_PORT, true, true
	s, err := server.NewServer(options)
	if err != nil {
		tb.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(ready) {
		tb.Fatalf("after %v the NATS server takes no connections", ready)
	}
	return s
}

// ready is how long a server may take to start.
const ready = time.Minute

func end(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// Several starts servers that are one cluster, and go with the test. It returns the URL of each, and what ends
// each before.
func Several(tb testing.TB, n int) (urls []string, ends []func()) {
	tb.Helper()
	var routes []string
	var all []*server.Server
	for range n {
		options := &server.Options{Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: server.RANDOM_PORT, NoAdvertise: true}}
		options.Routes = server.RoutesFromStr(strings.Join(routes, ","))
		s := run(tb, options)
		stop := sync.OnceFunc(func() { end(s) })
		tb.Cleanup(stop)
		all, urls, ends = append(all, s), append(urls, s.ClientURL()), append(ends, stop)
		routes = append(routes, "nats-route://"+s.ClusterAddr().String())
	}
	for late := time.Now().Add(ready); ; time.Sleep(10 * time.Millisecond) {
		joined := 0
		for _, s := range all {
			if v, err := s.Routez(nil); err == nil && len(remotes(v)) == n-1 {
				joined++
			}
		}
		if joined == n {
			return urls, ends
		}
		if time.Now().After(late) {
			tb.Fatalf("after %v the NATS servers are no cluster", ready)
		}
	}
}

// remotes are the servers to which a server has routes; it may have several to each.
func remotes(v *server.Routez) map[string]bool {
	all := map[string]bool{}
	for _, r := range v.Routes {
		all[r.RemoteID] = true
	}
	return all
}
