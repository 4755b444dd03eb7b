package app

import (
	"errors"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strings"

	"noir/internal/quota"
	"noir/matchmaking/local"
	"noir/server"
	"noir/tui"
)

// Config configures an App. Data and one of Listen and Listeners are required; all other fields are
// off or have their default if empty.
type Config struct {
	Data      string         // directory of the database and the host key, made if there is none
	Database  string         // URL of a PostgreSQL database, used in place of the one in Data
	Node      string         // this server's name among those of the database; when empty, made from host and process
	NATS      string         // URL of NATS, over which the servers of one database talk; when empty, one serves and the others stand by
	NATSCreds string         // file with the credentials for it; "" for none
	House     string         // prefix of the NATS subjects
	HostKey   string         // host key file, which must exist; when empty, one in Data, made if there is none
	Listen    string         // address to accept SSH connections at; port 0 is a free one
	Listeners []net.Listener // open sockets, used in place of Listen

	Metrics    string         // address of /metrics, /healthz and /readyz
	Web        string         // address of the pages and the players' Atom feeds
	WebURL     string         // their public URL; http:// and their address when empty
	WebProxies server.Proxies // reverse proxies in front of the pages, whose X-Forwarded-For is believed; those at loopback always are
	WebPlay    bool           // a page among them to play at; Web is required

	Notice        string // shown to visitors on their first visit and by help
	InviteOnly    string // file of public keys and codes of those who may come in; when empty, all keys and guests may
	PublicAddress string // what players type after ssh; when empty, made from the first socket's address
	TrialHooks    bool   // allow webhooks without TLS and at private addresses
	Profiling     bool   // serve /debug/pprof at the address of the metrics

	Games []tui.Game // the games, first in the lobby first; Offers when nil

	Balancers server.Proxies // proxies whose connections begin with a header of the PROXY protocol

	Limits server.Limits
	Tables local.Limits
	Prices quota.Prices // quota.Usual when nil

	// StandsBy is called when another server serves the database: Open then waits until that one is
	// gone, and takes over its games. It may be nil.
	StandsBy func(leader string)

	Version string       // for `version` and metrics
	Commit  string       // for `version --json`; "" if it is not known
	Log     *slog.Logger // nil logs nothing
}

// Check returns an error that names the limits outside their ranges.
func (c Config) Check() error {
	return errors.Join(c.Limits.Check(), c.Tables.Check(), c.Prices.Check())
}

// own returns the names and addresses of this server, as far as the settings say: webhooks must not
// post to them.
func (c Config) own() []string {
	var hosts []string
	if words := strings.Fields(c.PublicAddress); len(words) > 0 {
		hosts = append(hosts, words[len(words)-1])
	}
	for _, address := range []string{c.Listen, c.Metrics, c.Web} {
		if host, _, err := net.SplitHostPort(address); err == nil {
			hosts = append(hosts, host)
		}
	}
	if u, err := url.Parse(c.WebURL); err == nil {
		hosts = append(hosts, u.Hostname())
	}
	for i, host := range hosts {
		hosts[i] = strings.Trim(host[strings.LastIndex(host, "@")+1:], "[]")
	}
	return slices.DeleteFunc(hosts, func(host string) bool { return host == "" })
}
