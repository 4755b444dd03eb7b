//go:build e2e

package e2e

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"noir/data/postgres/pgtest"
	"noir/matchmaking/cluster/natstest"
)

// TestEndToEndSeveralServers: three servers as docs/operating.md sets them up, with its files for NATS, HAProxy and
// the servers, and two people at terminals who come in through a real HAProxy at different servers. They play while
// one server after the other is stopped and started anew.
func TestEndToEndSeveralServers(t *testing.T) {
	t.Parallel()
	s := newOperated(t)
	visitors := atOneTable(t, s.addr, "hammett", "chandler")
	for i, name := range []string{"node-a", "node-b", "node-c"} {
		rounds(t, visitors, s.addr, 3*(i+1))
		there := s.at(name, len(visitors))
		s.stop(name)
		for late := time.Now().Add(patience); there > 0; time.Sleep(look) {
			for _, v := range visitors {
				if !v.shows(sshEnded) {
					continue
				}
				if there--; !v.shows("This server is restarting.") {
					t.Errorf("%s is told\n%s", v.name, v.screen())
				}
				v.enter(s.addr)
				v.see("Your table")
				v.press("Enter")
				v.see(theTable)
				late = time.Now().Add(patience) // for the next one
			}
			if there > 0 && time.Now().After(late) {
				for _, v := range visitors {
					t.Logf("%s sees\n%s", v.name, v.screen())
				}
				t.Fatalf("%d people were connected to %s, and are not told", there, name)
			}
		}
		s.start(name)
	}
	rounds(t, visitors, s.addr, 1000)
	for _, v := range visitors {
		v.see(over)
	}
	leaders := 0
	for name, at := range s.metrics {
		all := scrape(t, at)
		if strings.Contains(all, "\nnoir_leads 1\n") {
			leaders++
		}
		for _, line := range []string{"noir_servers 3", "noir_link_up 1", "noir_fenced_total 0"} {
			if !strings.Contains(all, "\n"+line+"\n") {
				t.Errorf("%s has no %q", name, line)
			}
		}
	}
	if leaders != 1 {
		t.Errorf("%d servers lead", leaders)
	}
}

var (
	ofCompose = regexp.MustCompile(`(?m)^  (NOIR_[A-Z_]+): (\S+)`)
	ofImage   = regexp.MustCompile(`(?m)^ENV (.+)$`)
)

// TestEndToEndComposeOfSeveral: the three servers of the compose file, with the settings that it and the image give them,
// serve beside each other, people come in through HAProxy, and the operator's command finds its settings.
func TestEndToEndComposeOfSeveral(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	image := ofImage.FindStringSubmatch(s.file("Dockerfile", "/data", s.dir))
	if image == nil {
		t.Fatal("the image has no settings")
	}
	env := append(processEnv(), strings.Fields(image[1])...)
	compose := s.file("compose-several.yaml",
		"postgres://noir:${POSTGRES_PASSWORD:-changeit}@postgres/noir?sslmode=disable", pgtest.Database(t), "nats://noir:changeit@nats:4222", s.nats,
		"/run/secrets/host_key", s.key, "172.16.0.0/12", "127.0.0.0/8")
	settings := ofCompose.FindAllStringSubmatch(compose, -1)
	if len(settings) < 5 {
		t.Fatalf("settings of the servers: %q", settings)
	}
	for _, one := range settings {
		env = append(env, one[1]+"="+one[2])
	}
	of := func(name string, args ...string) *exec.Cmd {
		node := strings.TrimPrefix(name, "node-")
		if !strings.Contains(compose, "  "+name+":\n    <<: *node\n    environment: { <<: *settings, NOIR_NODE: "+node+" }") {
			t.Fatalf("the file has no %s", name)
		}
		cmd := exec.Command(binary, args...)
		cmd.Env = append(slices.Clip(env), "NOIR_NODE="+node, "NOIR_LISTEN="+s.ssh[name], "NOIR_METRICS="+s.metrics[name])
		return cmd
	}
	s.begin(func(name string) { s.run(name, of(name, "serve")) })
	if out, err := of("node-a", "admin", "players").CombinedOutput(); err != nil {
		t.Errorf("admin players: %v: %s", err, out)
	}
	for name := range s.servers {
		s.stop(name)
	}
}

// at returns how many of some people look at screens at a server, once each is counted at one.
func (s *operated) at(name string, people int) (there int) {
	s.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(look) {
		all := 0
		for of, metrics := range s.metrics {
			n := onScreens(s.T, metrics)
			if all += n; of == name {
				there = n
			}
		}
		if all == people {
			return there
		}
		if time.Now().After(late) {
			s.Fatalf("%d people are counted at the servers, not %d", all, people)
		}
	}
}

// onScreens returns how many people look at screens at a server.
func onScreens(t *testing.T, metrics string) (n int) {
	t.Helper()
	_, rest, _ := strings.Cut(scrape(t, metrics), `noir_sessions{kind="screens"} `)
	if _, err := fmt.Sscan(rest, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// operated is three servers behind a balancer.
type operated struct {
	*testing.T
	dir, addr string // of the files, and of the balancer
	key, nats string // the file of the host key, and the URL of NATS
	settings  string // of a server, without its name and addresses
	servers   map[string]*process
	ssh       map[string]string // by server: where it is reached
	metrics   map[string]string
}

func newOperated(t *testing.T) *operated {
	t.Helper()
	s := prepare(t)
	s.settings = s.file("node.toml",
		"/var/lib/noir", s.dir, "/etc/noir/host_ed25519", s.key, "10.0.0.2", "127.0.0.1",
		"postgres://noir:changeit@db.example.com/noir?sslmode=verify-full", pgtest.Database(t), "nats://noir:changeit@nats.example.com:4222", s.nats)
	s.begin(s.start)
	return s
}

// prepare makes the host key, and starts NATS with the file for operators.
func prepare(t *testing.T) *operated {
	t.Helper()
	s := &operated{
		T: t, dir: t.TempDir(), addr: freePort(t),
		servers: map[string]*process{}, ssh: map[string]string{}, metrics: map[string]string{},
	}
	s.key = filepath.Join(s.dir, "host_ed25519")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "noir", "-f", s.key).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen: %v: %s", err, out)
	}
	s.nats = strings.Replace(natstest.StartAs(t, filepath.Join(operating, "nats.conf")), "nats://", "nats://noir:changeit@", 1)
	return s
}

// begin starts the servers and HAProxy.
func (s *operated) begin(start func(name string)) {
	s.Helper()
	balance := []string{"bind :22", "bind " + s.addr, "balance source", "balance roundrobin", "check port 9100", "check", "log /dev/log local0", "", "maxconn 20000", "maxconn 100"}
	for _, name := range []string{"node-a", "node-b", "node-c"} {
		s.ssh[name], s.metrics[name] = freePort(s.T), freePort(s.T)
		_, port, err := net.SplitHostPort(s.metrics[name])
		if err != nil {
			s.Fatal(err)
		}
		balance = append(balance, fmt.Sprintf("server %s %s:2222", name, name), fmt.Sprintf("server %s %s port %s", name, s.ssh[name], port))
		start(name)
	}
	s.balance(s.file("haproxy.cfg", balance...))
}

// file is one of the files for operators with other words in place of some, each of which must be in it.
func (s *operated) file(name string, replaced ...string) string {
	s.Helper()
	raw, err := os.ReadFile(filepath.Join(operating, name))
	if err != nil {
		s.Fatal(err)
	}
	text := string(raw)
	for i := 0; i < len(replaced); i += 2 {
		if !strings.Contains(text, replaced[i]) {
			s.Fatalf("%s has no %q", name, replaced[i])
		}
		text = strings.ReplaceAll(text, replaced[i], replaced[i+1])
	}
	return text
}

// balance starts HAProxy, and waits until it leads to a server.
func (s *operated) balance(config string) {
	s.Helper()
	file := filepath.Join(s.dir, "haproxy.cfg")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		s.Fatal(err)
	}
	path, err := exec.LookPath("haproxy")
	if err != nil {
		if path, err = exec.LookPath("/usr/sbin/haproxy"); err != nil { // not in everybody's path
			s.Fatal(err)
		}
	}
	if out, err := exec.Command(path, "-c", "-f", file).CombinedOutput(); err != nil {
		s.Fatalf("haproxy: %v: %s", err, out)
	}
	var said strings.Builder
	runs := exec.Command(path, "-db", "-f", file)
	runs.Stdout, runs.Stderr = &said, &said
	if err := runs.Start(); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() {
		_ = runs.Process.Kill()
		_ = runs.Wait()
		if s.Failed() {
			s.Log(said.String())
		}
	})
	p := newPerson(s, "balanced")
	for late := time.Now().Add(patience); ; time.Sleep(look) {
		conn, err := p.dial(s.addr)
		if err == nil {
			_ = conn.Close()
			return
		}
		if time.Now().After(late) {
			s.Fatalf("nobody comes in through HAProxy: %v", err)
		}
	}
}

var ofNode = regexp.MustCompile(`(?m)^(node|listen|metrics) = .*$`)

// start starts a server, and waits until it can play.
func (s *operated) start(name string) {
	s.Helper()
	file := filepath.Join(s.dir, name+".toml")
	settings := ofNode.ReplaceAllString(s.settings, "") + fmt.Sprintf("node = %q\nlisten = %q\nmetrics = %q\n", name, s.ssh[name], s.metrics[name])
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		s.Fatal(err)
	}
	s.run(name, command(binary, "--config", file))
}

// run runs the command of a server, and waits until it can play.
func (s *operated) run(name string, cmd *exec.Cmd) {
	s.Helper()
	s.servers[name] = launchCommand(s.T, cmd)
	for late := time.Now().Add(patience); ; time.Sleep(look) {
		answer, err := http.Get("http://" + s.metrics[name] + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(late) {
			s.Fatalf("%s is not ready", name)
		}
	}
}

// stop stops a server, which has to end well.
func (s *operated) stop(name string) {
	s.Helper()
	s.servers[name].stop()
}
