//go:build e2e

package e2e

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"noir/data/postgres/pgtest"
	"noir/matchmaking/cluster/natstest"
)

// member is a server of a fleet, with what leads to its services.
type member struct {
	*process
	name        string
	nats, store *cable // nil where it goes without
	metrics     string
}

// fleet is the servers of one database behind a balancer.
type fleet struct {
	t        *testing.T
	program  string   // of the next one that is started
	flags    []string // of all
	database string
	links    []string // NATS servers, host:port; none: one server serves, others stand by
	setting  string   // of the connections of the next one to the database, name=value; "": none
	cables   bool     // there is a cable between each server and its services
	front    *cable
	made     int

	mu   sync.Mutex
	all  []*member // that serve
	turn int
}

// newFleet returns a fleet without servers.
func newFleet(t *testing.T, database string, links ...string) *fleet {
	t.Helper()
	f := &fleet{t: t, program: binary, database: database, links: links}
	f.front = newCable(t, f.next)
	f.flags = []string{"--listen", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "error"}
	return f
}

// next is where the balancer leads the next connection.
func (f *fleet) next() (network, addr string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.all) == 0 {
		return "", ""
	}
	f.turn++
	return "tcp", f.all[f.turn%len(f.all)].addr
}

// member prepares one more server.
func (f *fleet) member() (m *member, flags []string) {
	f.t.Helper()
	m = &member{name: fmt.Sprint("node-", f.made), metrics: freePort(f.t)}
	f.made++
	store, links := f.database, slices.Clone(f.links)
	if f.cables {
		m.store = newCable(f.t, where(f.t, f.database))
		store = rerouted(f.t, f.database, m.store.Addr())
		m.nats = newCable(f.t, func() (string, string) { return "tcp", f.links[0] })
		links = []string{m.nats.Addr().String()}
	}
	if f.setting != "" {
		store += "&" + f.setting // there are others
	}
	flags = append(slices.Clone(f.flags), "--database", store, "--node", m.name, "--metrics", m.metrics)
	if len(links) > 0 {
		for i := range links {
			links[i] = "nats://" + links[i]
		}
		flags = append(flags, "--nats", strings.Join(links, ","))
	}
	return m, flags
}

// launch starts one more server, to which the balancer leads.
func (f *fleet) launch() *member {
	f.t.Helper()
	m, flags := f.member()
	m.process = launchCommand(f.t, command(f.program, flags...))
	f.join(m)
	return m
}

// join has the balancer lead to a server.
func (f *fleet) join(m *member) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, m)
}

// leave has the balancer lead to a server no more.
func (f *fleet) leave(m *member) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = slices.DeleteFunc(slices.Clone(f.all), func(one *member) bool { return one == m })
}

// members are the servers to which the balancer leads.
func (f *fleet) members() []*member {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.all)
}

// busy is about how many moves the witnesses at several servers make in a second, all together. Two processors that
// also have three servers and PostgreSQL cannot stop one of them in time beside many more.
const busy = 150

// plays has witnesses play at so many servers.
func (f *fleet) plays(servers, tables int) *ordeal {
	f.t.Helper()
	begin := func() *process {
		first := f.launch()
		for servers--; servers > 0; servers-- { // at the start
			f.launch()
		}
		return first.process
	}
	pace := time.Duration(tables) * time.Second / busy
	o := undergo(f.t, f.front.Addr().String(), "district-noir", 2, tables, pace, begin, "--database", f.database)
	o.spread = 8 * busy // two each: within four seconds
	return o
}

// endures has witnesses play at three servers while they break, and compares.
func (f *fleet) endures(tables int, breaks func(o *ordeal)) {
	f.t.Helper()
	o := f.plays(3, tables)
	breaks(o)
	f.settle(o)
}

// sound checks that no server was taken for dead, and that each is in touch with all.
func (f *fleet) sound(servers int) {
	f.t.Helper()
	for _, m := range f.members() {
		m.shows(fmt.Sprint("noir_servers ", servers))
		m.shows("noir_link_up 1")
		m.shows("noir_fenced_total 0")
	}
}

// anyOf is a random server of the fleet.
func (o *ordeal) anyOf(f *fleet) *member {
	all := f.members()
	return all[o.chance.IntN(len(all))]
}

// stop stops all servers, each of which must end well.
func (f *fleet) stop() {
	f.t.Helper()
	for _, m := range f.members() {
		f.leave(m)
		m.stop()
	}
}

// settle ends the games at one server, and compares.
func (f *fleet) settle(o *ordeal) {
	f.t.Helper()
	f.reduce(o)
	o.settle()
}

// reduce has the games go on at one server.
func (f *fleet) reduce(o *ordeal) {
	f.t.Helper()
	o.played(o.tables)
	for all := f.members(); len(all) > 1; all = f.members() {
		f.leave(all[0])
		f.front.drop(all[0].addr)
		all[0].stop()
	}
	o.server = f.members()[0].process
}

// freeze stops a server's process until thaw.
func (m *member) freeze() {
	m.t.Helper()
	if err := m.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		m.t.Fatal(err)
	}
}

// thaw lets a frozen process go on. One that has ended stays so.
func (m *member) thaw() { _ = m.cmd.Process.Signal(syscall.SIGCONT) }

// shows waits until a server's metrics have a line.
func (m *member) shows(line string) {
	m.t.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(look) {
		if strings.Contains(scrape(m.t, m.metrics), "\n"+line+"\n") {
			return
		}
		if time.Now().After(late) {
			m.t.Fatalf("%s does not show %q", m.name, line)
		}
	}
}

// where is the place of a database's server.
func where(t *testing.T, database string) func() (network, addr string) {
	t.Helper()
	at, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	port := at.Port()
	if port == "" {
		port = "5432"
	}
	if dir := at.Query().Get("host"); strings.HasPrefix(dir, "/") {
		return func() (string, string) { return "unix", dir + "/.s.PGSQL." + port }
	}
	return func() (string, string) { return "tcp", net.JoinHostPort(at.Hostname(), port) }
}

// rerouted is the URL of a database by way of another address.
func rerouted(t *testing.T, database string, by net.Addr) string {
	t.Helper()
	at, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	rest := at.Query()
	rest.Del("host")
	rest.Set("sslmode", "disable") // a cable is no server
	at.Host, at.RawQuery = by.String(), rest.Encode()
	return at.String()
}

// natsServer is where a NATS server of the test is: host:port.
func natsServer(t *testing.T) string { return strings.TrimPrefix(natstest.Start(t), "nats://") }

// severalServers is a fleet whose servers serve at the same time, with cables to their services.
func severalServers(t *testing.T) *fleet {
	t.Helper()
	f := newFleet(t, pgtest.Database(t), natsServer(t))
	f.cables = true
	return f
}
