package e2e

import (
	"bytes"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/crypto/ssh"

	"noir/data/postgres/pgtest"
	"noir/data/sqlite/sqlitetest"
	"noir/internal/await"
	"noir/server/bench"
	"noir/server/schema"
	"noir/server/wiretest"
)

// The exit codes of the binary.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

var blanks = regexp.MustCompile(`[ \t]+`)

// squeeze turns each run of blanks into one, so that columns can be read.
func squeeze(text string) string { return blanks.ReplaceAllString(text, " ") }

// binary is the path of noir, built for these tests with the race detector or without: see underRace.
var binary string

func TestMain(m *testing.M) {
	if os.Getenv(asWriter) != "" {
		fmt.Fprintln(os.Stderr, runWriter(os.Args[1], os.Args[2]))
		os.Exit(exitFailed)
	}
	if !inThisBinary() {
		_ = flag.Set("test.parallel", "4") // unless told otherwise: servers and people mostly wait for each other
	}
	flag.Parse() // one says how the binary is built
	code, err := withBinary(func() int {
		if !onDisk {
			sqlitetest.OffDisk()
		}
		return pgtest.Main(m)
	})
	if code == 0 && err == nil { // the servers in this process have left nothing behind
		err = goleak.Find(goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = exitFailed
	}
	os.Exit(code)
}

// withBinary runs the tests with a binary that is removed afterwards.
func withBinary(run func() int) (code int, err error) {
	dir, err := os.MkdirTemp("", "noir-e2e-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	binary = filepath.Join(dir, "noir")
	args := []string{"build", "-buildvcs=false", "-ldflags=-s -w", "-o", binary} // nobody looks at it with a debugger: linking takes half of the time
	if *underRace {
		flags, err := raceFlags()
		if err != nil {
			return 0, err
		}
		args = append(args, flags...)
	}
	build := exec.Command("go", append(args, "noir/cmd/noir")...)
	if said, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("the binary cannot be built: %w\n%s", err, said)
	}
	return run(), nil
}

// raceFlags are those of .ci/race, by which the libraries are compiled already.
func raceFlags() (flags []string, err error) {
	text, err := os.ReadFile(filepath.Join("..", "..", ".ci", "race"))
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "-") {
			flags = append(flags, strings.TrimSpace(line))
		}
	}
	return flags, err
}

// processEnv is the environment of a process. By default the race detector sleeps for a second at
// the end.
func processEnv(more ...string) []string {
	return append(os.Environ(), append(more, "GORACE=atexit_sleep_ms=0")...)
}

// noir runs the program to its end.
func noir(t testing.TB, args ...string) (code int, out, errOut string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Env = processEnv()
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}

// process is a running server.
type process struct {
	t    testing.TB
	cmd  *exec.Cmd
	addr string
	said <-chan []string // what it wrote to its error stream, once it has ended
}

// start runs a server on a data directory and waits until it listens. An addr
// of "" takes a free port.
func start(t testing.TB, dir, addr string) *process {
	t.Helper()
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	return launch(t, "--listen", addr, "--data", dir, "--log-level", "warn")
}

// launch runs a server with flags and waits until it listens.
func launch(t testing.TB, flags ...string) *process {
	t.Helper()
	return launchCommand(t, command(binary, flags...))
}

// command is a server of a program, with flags.
func command(program string, flags ...string) *exec.Cmd {
	cmd := exec.Command(program, append([]string{"serve"}, flags...)...)
	cmd.Env = processEnv()
	return cmd
}

// launchCommand runs a server and waits until it listens.
func launchCommand(t testing.TB, cmd *exec.Cmd) *process {
	t.Helper()
	server, err := bench.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if cmd.ProcessState == nil { // it runs, and may be writing to what is removed now
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	return &process{t: t, cmd: cmd, addr: server.Addr, said: server.Said}
}

// kill ends the server at once.
func (p *process) kill() {
	p.t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		p.t.Fatal(err)
	}
	await.One(p.t, p.said, "the end of the killed server's output")
	_ = p.cmd.Wait() // it was killed
}

// stop asks the server to shut down and checks that it does so cleanly.
func (p *process) stop() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	said := await.One(p.t, p.said, "the end of the server's output")
	if err := p.cmd.Wait(); err != nil {
		p.t.Errorf("the server ended with %v: %q", err, said)
	}
}

// person is a visitor with a key.
type person struct {
	name   string
	signer ssh.Signer // nil: a guest
	file   string     // of the private key, for ssh itself
}

func newPerson(t testing.TB, name string) person {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	return person{name: name, signer: signer, file: file}
}

// dial opens a connection with the person's key.
func (p person) dial(addr string) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, p.config())
}

// dialOver does the same on an open connection.
func (p person) dialOver(line net.Conn) (*ssh.Client, error) {
	conn, channels, requests, err := ssh.NewClientConn(line, line.RemoteAddr().String(), p.config())
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(conn, channels, requests), nil
}

func (p person) config() *ssh.ClientConfig {
	proof := ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })
	if p.signer != nil {
		proof = ssh.PublicKeys(p.signer)
	}
	return &ssh.ClientConfig{
		User: p.name, Auth: []ssh.AuthMethod{proof},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), // it is the server under test
		Timeout:         time.Minute,
	}
}

// tells runs a command on a connection of its own, which must succeed.
func (p person) tells(t testing.TB, addr, command string) string {
	t.Helper()
	c, err := p.dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	code, out, errOut := try(t, c, command)
	if code != 0 {
		t.Fatalf("%s: exit code %d, %s%s", command, code, out, errOut)
	}
	return out
}

// try runs a command and returns its exit code and what it prints.
func try(t testing.TB, c *ssh.Client, command string) (code int, out, errOut string) {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var o, e bytes.Buffer
	s.Stdout, s.Stderr = &o, &e
	err = s.Run(command)
	var exit *ssh.ExitError
	if errors.As(err, &exit) {
		return exit.ExitStatus(), o.String(), e.String()
	}
	if err != nil {
		t.Fatal(err)
	}
	return 0, o.String(), e.String()
}

// asPublished compares a document with a schema of docs/schema.
func asPublished(file string, document []byte) error {
	published, err := os.ReadFile(filepath.Join("..", "..", "docs", "schema", file))
	if err != nil {
		return err
	}
	checker, err := schema.NewChecker(published)
	if err != nil {
		return err
	}
	return checker.Check(document)
}

// line is a command that speaks JSON lines.
type line struct {
	*wiretest.Client
	conn    *ssh.Client
	session *ssh.Session
	errs    bytes.Buffer // to be read after why
}

// connect starts a command that reads lines.
func (p person) connect(addr, command string) (*line, error) {
	c, err := p.dial(addr)
	if err != nil {
		return nil, err
	}
	l, err := speak(c, command)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return l, nil
}

// speak does the same on an open SSH connection.
func speak(c *ssh.Client, command string) (*line, error) {
	s, err := c.NewSession()
	if err != nil {
		return nil, err
	}
	in, err1 := s.StdinPipe()
	out, err2 := s.StdoutPipe()
	l := &line{conn: c, session: s}
	s.Stderr = &l.errs
	if err := errors.Join(err1, err2, s.Start(command)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	l.Client = wiretest.NewClient(out, in)
	return l, nil
}

func (l *line) close() { _ = l.conn.Close() }

// why waits for the end of the command and returns its error output.
func (l *line) why() string {
	err := l.session.Wait()
	return fmt.Sprint(l.errs.String(), err)
}

// freePort returns an address that nothing listens at now. Its port is below the system's
// ephemeral ports: those may soon be reused, and a client of a stopped server there may reach
// itself.
func freePort(t testing.TB) string {
	t.Helper()
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 20_000+rand.IntN(12_000)))
		if err == nil {
			defer l.Close()
			return l.Addr().String()
		}
	}
	t.Fatal("there is no free port")
	return ""
}
