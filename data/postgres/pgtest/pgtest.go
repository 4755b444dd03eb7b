// Package pgtest has PostgreSQL for tests: a server of their own, or the one that NOIR_TEST_DATABASE names.
package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"noir/data/postgres"
	"noir/internal/disk/disktest"
)

// missing is why a test is skipped.
const missing = "no PostgreSQL: apt-get install postgresql, or set NOIR_TEST_DATABASE"

// Main runs the tests of a package, and ends the server that they have started. Call it from TestMain.
func Main(m *testing.M) int {
	defer stop()
	return m.Run()
}

// one is the server, started by the first test that needs it.
var one struct {
	sync.Mutex
	url  string
	err  error
	stop func()
}

func stop() {
	one.Lock()
	defer one.Unlock()
	if one.stop != nil {
		one.stop()
	}
}

// made counts databases.
var made atomic.Int64

// Database returns the URL of an empty database with the tables of a store, which goes with the test.
// Where there is no PostgreSQL it skips the test, or fails it if CI is set.
func Database(tb testing.TB) string {
	tb.Helper()
	return database(tb, template)
}

// Empty is Database without the tables.
func Empty(tb testing.TB) string {
	tb.Helper()
	return database(tb, "template0")
}

// database makes a database as another one is.
func database(tb testing.TB, as string) string {
	tb.Helper()
	base := server(tb)
	name := fmt.Sprintf("noir_%d_%d", os.Getpid(), made.Add(1))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	made, err := postgres.NewTrial(ctx, base, name, as)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := made.Close(); err != nil {
			tb.Error(err)
		}
	})
	return made.URL
}

// Server returns the URL of the server that has the databases.
func Server(tb testing.TB) string {
	tb.Helper()
	return server(tb)
}

// template is the database that has only the tables of a store.
const template = "noir_empty"

func do(at, statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, at)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, statement)
	return err
}

// server returns the URL of the server.
func server(tb testing.TB) string {
	tb.Helper()
	one.Lock()
	defer one.Unlock()
	if one.url == "" && one.err == nil {
		one.url, one.stop, one.err = start()
		if one.err == nil {
			one.err = furnish(one.url)
		}
	}
	switch {
	case one.err == nil:
	case one.err == errMissing && os.Getenv("CI") == "":
		tb.Skip(missing)
	default:
		tb.Fatal(one.err)
	}
	return one.url
}

var errMissing = fmt.Errorf("%s", missing)

// furnish makes the template.
func furnish(base string) error {
	_ = do(base, `DROP DATABASE IF EXISTS `+template+` WITH (FORCE)`)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	made, err := postgres.NewTrial(ctx, base, template, "template0")
	if err != nil {
		return err
	}
	s, err := postgres.Open(ctx, made.URL, "", "test")
	if err != nil {
		return err
	}
	return s.Close()
}

// binaries is the folder of PostgreSQL's programs; Debian keeps it out of the path.
func binaries() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil { // the link's own folder need not have the others
			path = real
		}
		return filepath.Dir(path)
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(found[len(found)-1])
}

// start starts a server in a folder for temporary files, reached by a socket there alone.
func start() (base string, stop func(), err error) {
	if base := os.Getenv("NOIR_TEST_DATABASE"); base != "" {
		return base, nil, nil
	}
	own, err := install("")
	if err != nil {
		return "", nil, err
	}
	if err := own.run(); err != nil {
		own.remove()
		return "", nil, err
	}
	return own.URL, own.remove, nil
}

// Own is a server for one test, which breaks it.
type Own struct {
	URL string // of an empty database

	tb    testing.TB
	bin   string // the folder of its programs
	dir   string // of its socket and its log
	files string
	flags []string
	as    *syscall.SysProcAttr
	runs  *exec.Cmd     // nil while it does not run
	ended chan struct{} // closed when it has ended, by itself too
}

// NewOwn starts a server that goes with the test. Where there is no PostgreSQL it skips the test, or fails it
// if CI is set.
func NewOwn(tb testing.TB) *Own {
	tb.Helper()
	return newOwn(tb, "")
}

// NewOwnAt is NewOwn with the files in a folder, of which it needs little: such as a disk that can be full.
func NewOwnAt(tb testing.TB, folder string) *Own {
	tb.Helper()
	return newOwn(tb, folder)
}

func newOwn(tb testing.TB, folder string) *Own {
	tb.Helper()
	own, err := install(folder)
	switch {
	case err == nil:
	case err == errMissing && os.Getenv("CI") == "":
		tb.Skip(missing)
	default:
		tb.Fatal(err)
	}
	own.tb = tb
	tb.Cleanup(own.remove)
	own.Run()
	return own
}

// Run starts the server again, and waits until it answers.
func (o *Own) Run() {
	o.tb.Helper()
	if err := o.run(); err != nil {
		o.tb.Fatal(err)
	}
}

// Revive starts the server again if it has ended by itself, and waits until it answers.
func (o *Own) Revive() {
	o.tb.Helper()
	for late := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		select {
		case <-o.ended:
			o.Run()
			return
		default:
		}
		err := do(o.URL, `SELECT 1`)
		if err == nil {
			return
		}
		if time.Now().After(late) {
			o.tb.Fatalf("the server does not answer: %v\n%s", err, o.said())
		}
	}
}

// Standby starts a copy of the server that follows it. If it is synchronous, nothing is committed before it has it.
func (o *Own) Standby(synchronous bool) *Own {
	o.tb.Helper()
	s, err := o.place("")
	if err != nil {
		o.tb.Fatal(err)
	}
	s.tb = o.tb
	o.tb.Cleanup(s.remove)
	copies := exec.Command(filepath.Join(o.bin, "pg_basebackup"), "-D", s.files, "-R", "-X", "stream", "-c", "fast", "-d", o.URL)
	copies.SysProcAttr, copies.Dir = s.as, s.dir
	if out, err := output(copies); err != nil {
		o.tb.Fatalf("pg_basebackup: %v\n%s", err, out)
	}
	s.Run()
	if synchronous {
		o.set("synchronous_standby_names", "*")
	}
	for late := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if err = do(o.URL, `SELECT 1/(SELECT count(*) FROM pg_stat_replication WHERE (sync_state = 'sync') = `+strconv.FormatBool(synchronous)+`)`); err == nil {
			return s
		}
		if time.Now().After(late) {
			o.tb.Fatalf("the standby does not follow: %v\n%s", err, s.said())
		}
	}
}

// Lag stops a standby from following.
func (o *Own) Lag() {
	o.tb.Helper()
	o.set("primary_conninfo", "")
	for late := time.Now().Add(time.Minute); do(o.URL, `SELECT 1/(SELECT count(*) FROM pg_stat_wal_receiver)`) == nil; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(late) {
			o.tb.Fatal("the standby goes on following")
		}
	}
}

// Promote makes a standby the server that writes.
func (o *Own) Promote() {
	o.tb.Helper()
	if err := do(o.URL, `SELECT pg_promote()`); err != nil {
		o.tb.Fatal(err)
	}
}

// Or is the URL of the writing one of two servers.
func (o *Own) Or(other *Own) string {
	return "postgres://" + superuser + "@/postgres?target_session_attrs=read-write&host=" + url.QueryEscape(o.dir+","+other.dir)
}

// output runs a program to its end and returns what it says. It would be told to end with the thread that starts it, so
// that one is kept.
func output(program *exec.Cmd) ([]byte, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return program.CombinedOutput()
}

// set changes a setting of the running server.
func (o *Own) set(name, value string) {
	o.tb.Helper()
	err := do(o.URL, `ALTER SYSTEM SET `+name+` = '`+value+`'`)
	if err == nil {
		err = do(o.URL, `SELECT pg_reload_conf()`)
	}
	if err != nil {
		o.tb.Fatal(err)
	}
}

// said is the server's output since it was started.
func (o *Own) said() string {
	said, _ := os.ReadFile(o.log())
	return strings.TrimSpace(string(said))
}

func (o *Own) log() string { return filepath.Join(o.dir, "log") }

// Break ends the server abruptly, as pg_ctl -m immediate does. The next start recovers from its log what was committed.
func (o *Own) Break() {
	if o.runs != nil {
		_ = o.runs.Process.Signal(syscall.SIGQUIT)
		<-o.ended
		o.runs = nil
	}
}

// remove ends the server and removes its folder: nobody needs what is there.
func (o *Own) remove() {
	o.Break()
	_ = os.RemoveAll(o.dir)
}

// superuser is the user of the tests.
const superuser = "postgres"

// install makes a server, with its files in a folder; "" for one of temporary files.
func install(folder string) (*Own, error) {
	bin := binaries()
	if bin == "" {
		return nil, errMissing
	}
	o, err := (&Own{bin: bin}).place(folder)
	if err != nil {
		return nil, err
	}
	args := []string{"-A", "trust", "-N", "--no-locale", "-E", "UTF8", "-U", superuser, "-D", o.files}
	if folder != "" {
		args = append(args, "--wal-segsize=1")
		o.flags = []string{"-c", "min_wal_size=2MB", "-c", "max_wal_size=16MB"}
	}
	made := exec.Command(filepath.Join(bin, "initdb"), args...)
	made.SysProcAttr, made.Dir = o.as, o.dir
	if out, err := output(made); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return o, nil
}

// place returns a server of the same programs that has places for its files, and none there yet.
func (o *Own) place(folder string) (*Own, error) {
	dir, err := os.MkdirTemp(disktest.Memory(), "pg") // short: a socket's path has at most 107 bytes
	if err != nil {
		return nil, err
	}
	as, err := attributes(dir)
	if err == nil && folder != "" {
		_, err = attributes(folder)
	}
	if err != nil {
		return nil, err
	}
	if folder == "" {
		folder = dir
	}
	base := "postgres://" + superuser + "@/postgres?host=" + url.QueryEscape(dir)
	return &Own{URL: base, bin: o.bin, dir: dir, files: filepath.Join(folder, "d"), as: as}, nil
}

// run starts the server, reached by a socket in its folder alone.
func (o *Own) run() error {
	log, err := os.Create(o.log())
	if err != nil {
		return err
	}
	defer log.Close()
	flags := append([]string{"-D", o.files, "-k", o.dir, "-c", "listen_addresses=", "-c", "max_connections=400", "-c", "autovacuum=off"}, o.flags...)
	runs := exec.Command(filepath.Join(o.bin, "postgres"), flags...)
	runs.SysProcAttr, runs.Dir, runs.Stdout, runs.Stderr = o.as, o.dir, log, log
	started, ended := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // the server is told to end when this thread ends, which must live as long as the process
		err := runs.Start()
		started <- err
		if err == nil {
			_ = runs.Wait()
		}
	}()
	if err := <-started; err != nil {
		return err
	}
	o.runs, o.ended = runs, ended
	for late := time.Now().Add(time.Minute); ; {
		if err = do(o.URL, `SELECT 1`); err == nil {
			return nil
		}
		if time.Now().After(late) {
			said := o.said()
			o.Break()
			return fmt.Errorf("the server does not start: %w\n%s", err, said)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Bouncer returns a function that turns a database's URL into one through a pgbouncer, which lends a connection for one
// transaction at a time. It ends with the test. Where there is no pgbouncer it skips the test, or fails it if CI is
// set.
func Bouncer(tb testing.TB) (through func(at string) string) {
	tb.Helper()
	at := server(tb)
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/pgbouncer") // not in everybody's path
	}
	switch {
	case err == nil:
	case os.Getenv("CI") == "":
		tb.Skip("no pgbouncer: apt-get install pgbouncer")
	default:
		tb.Fatal(err)
	}
	config, err := pgx.ParseConfig(at)
	if err != nil {
		tb.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "pb")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = os.RemoveAll(dir) })
	as, err := attributes(dir)
	if err != nil {
		tb.Fatal(err)
	}
	server := fmt.Sprintf("host=%s port=%d user=%s", config.Host, config.Port, config.User)
	if config.Password != "" {
		server += " password=" + config.Password
	}
	settings := filepath.Join(dir, "settings")
	err = os.WriteFile(settings, fmt.Appendf(nil, "[databases]\n* = %s\n[pgbouncer]\npool_mode = transaction\nauth_type = any\nlisten_port = 6432\nunix_socket_dir = %s\nmax_client_conn = 200\n", server, dir), 0o644)
	if err != nil {
		tb.Fatal(err)
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		tb.Fatal(err)
	}
	defer log.Close()
	runs := exec.Command(path, settings)
	runs.SysProcAttr, runs.Dir, runs.Stdout, runs.Stderr = as, dir, log, log
	if runs.SysProcAttr != nil {
		runtime.LockOSThread() // it is told to end when this thread ends
	}
	if err := runs.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = runs.Process.Kill()
		_ = runs.Wait()
	})
	through = func(at string) string {
		of, err := url.Parse(at)
		if err != nil {
			tb.Fatal(err)
		}
		return fmt.Sprintf("postgres://noir@%s?host=%s&port=6432&default_query_exec_mode=exec", of.Path, url.QueryEscape(dir))
	}
	for late := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if err = do(through(at), `SELECT 1`); err == nil {
			return through
		}
		if time.Now().After(late) {
			said, _ := os.ReadFile(log.Name())
			tb.Fatalf("pgbouncer does not start: %v\n%s", err, said)
		}
	}
}
