package e2e

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// handOver opens a socket as a service manager does, and keeps it.
func handOver(t *testing.T) (addr string, socket *os.File) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if socket, err = l.(*net.TCPListener).File(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	return l.Addr().String(), socket
}

// activate starts a server as systemd does, with an open socket. A server that opened one of
// its own at --listen would fail: the address is taken.
func activate(t *testing.T, dir, addr string, socket *os.File, env ...string) *process {
	t.Helper()
	cmd := exec.Command("sh", "-c", `LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"`, binary,
		"serve", "--listen", addr, "--data", dir, "--log-level", "warn")
	cmd.Env = processEnv(env...)
	cmd.ExtraFiles = []*os.File{socket} // descriptor 3
	return launchCommand(t, cmd)
}

// TestConnectionsWaitForTheServer: with a socket that was handed over, clients are not refused
// before the server starts or during a restart.
func TestConnectionsWaitForTheServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	addr, socket := handOver(t)
	marlowe := newPerson(t, "marlowe")
	for range 2 {
		line, err := net.Dial("tcp", addr) // while there is no server
		if err != nil {
			t.Fatal(err)
		}
		server := activate(t, dir, addr, socket)
		if server.addr != addr {
			t.Fatalf("it listens on %s", server.addr)
		}
		conn, err := marlowe.dialOver(line)
		if err != nil {
			t.Fatal(err)
		}
		if code, _, errOut := try(t, conn, "profile"); code != 0 {
			t.Errorf("exit code %d: %s", code, errOut)
		}
		_ = conn.Close()
		server.stop()
	}
}

// TestNobodyIsRefusedDuringARestart: a player who connects at any moment is let in by the old
// or the new server.
func TestNobodyIsRefusedDuringARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	addr, socket := handOver(t)
	server := activate(t, dir, addr, socket)
	stop := make(chan struct{})
	greeted := make([]int, 4)
	var callers sync.WaitGroup
	for i := range greeted {
		callers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := greeting(addr); err != nil {
					t.Error(err)
					return
				}
				greeted[i]++
			}
		})
	}
	for range 4 {
		server.stop()
		server = activate(t, dir, addr, socket)
	}
	close(stop)
	callers.Wait()
	server.stop()
	t.Logf("connections taken: %v", greeted)
}

// greeting connects and waits for the server's first line.
func greeting(addr string) error {
	line, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer line.Close()
	said, err := bufio.NewReader(line).ReadString('\n')
	if err != nil || !strings.HasPrefix(said, "SSH-2.0-noir") {
		return fmt.Errorf("greeted with %q: %w", said, err)
	}
	return nil
}

// TestTheServiceManagerIsTold when the server takes connections and when it ends.
func TestTheServiceManagerIsTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	told := func(want string) {
		t.Helper()
		_ = manager.SetReadDeadline(time.Now().Add(30 * time.Second))
		buf := make([]byte, 256)
		n, err := manager.Read(buf)
		if err != nil || string(buf[:n]) != want {
			t.Errorf("told %q, %v", buf[:n], err)
		}
	}
	addr, socket := handOver(t)
	server := activate(t, t.TempDir(), addr, socket, "NOTIFY_SOCKET="+path)
	told("READY=1")
	server.stop()
	told("STOPPING=1")
}

// TestASocketThatTakesNoConnections is refused with a sentence.
func TestASocketThatTakesNoConnections(t *testing.T) {
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer udp.Close()
	file, err := udp.(*net.UDPConn).File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd := exec.Command("sh", "-c", `LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" serve --data "$1"`, binary, t.TempDir())
	cmd.Env = processEnv()
	cmd.ExtraFiles = []*os.File{file}
	said, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(said), "ListenStream=") {
		t.Errorf("%v: %s", err, said)
	}
}
