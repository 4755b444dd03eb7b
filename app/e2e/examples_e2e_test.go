//go:build e2e

package e2e

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"noir/app"
	"noir/data/record"
	"noir/docs"
	"noir/engine"
	"noir/internal/await"
)

// examples is where the programs of the documentation are.
const examples = "../../docs/examples/"

// TestEndToEndExamples runs the programs of the documentation against a server, with the real ssh.
func TestEndToEndExamples(t *testing.T) {
	t.Parallel()
	server := launch(t, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "warn", "--trial-webhooks")
	defer server.stop()
	gobot := filepath.Join(t.TempDir(), "bot")
	if said, err := exec.Command("go", "build", "-o", gobot, examples+"bot/main.go").CombinedOutput(); err != nil {
		t.Fatalf("the bot in Go cannot be built: %v\n%s", err, said)
	}
	for name, bot := range map[string][]string{"py": {"python3", examples + "bot.py"}, "go": {gobot}} {
		for _, game := range []string{"district-noir", "noirburg"} {
			t.Run(name+" "+game, func(t *testing.T) {
				v := &visitor{person: newPerson(t, name+"-"+game[:6]), t: t}
				botPlays(t, v, server.addr, append(bot, v.line(server.addr), game, "--bot", "easy", "--pace", "fast"))
			})
		}
	}
	t.Run("rankings", func(t *testing.T) { rankingsAsPage(t, server.addr) })
	t.Run("webhook", func(t *testing.T) { webhookIsTold(t, server.addr) })
	t.Run("protocol", func(t *testing.T) {
		v := &visitor{person: newPerson(t, "reader"), t: t}
		if got := v.ssh(server.addr, "help", "protocol"); got != docs.Protocol() {
			t.Errorf("help protocol is not the page: %.80q", got)
		}
	})
}

// line returns the visitor's ssh command as one line.
func (v *visitor) line(addr string) string {
	return strings.Join(append([]string{"ssh"}, v.sshArgs(addr)...), " ")
}

// botPlays has a bot play a game to its end, without a malformed line, and verifies the record.
func botPlays(t *testing.T, v *visitor, addr string, command []string) {
	var refused strings.Builder
	bot := exec.CommandContext(t.Context(), command[0], command[1:]...)
	bot.Stderr = &refused
	out, err := bot.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", command, err, out, refused.String())
	}
	for _, code := range []string{"bad_json", "bad_move", "illegal_move"} { // another seat may be faster: stale_ply
		if strings.Contains(refused.String(), code) {
			t.Errorf("a line was refused: %s", refused.String())
		}
	}
	var end struct {
		ID     string        `json:"id"`
		Result engine.Result `json:"result"`
	}
	if err := json.Unmarshal(out, &end); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	stored := []byte(v.ssh(addr, "replay", end.ID, "--json"))
	if err := asPublished("record.json", stored); err != nil {
		t.Error(err)
	}
	report, err := record.Verify(app.Games(), stored)
	if err != nil {
		t.Fatal(err)
	}
	if len(end.Result.Winners) == 0 {
		t.Errorf("a game of %d plies ended with %+v", report.Plies, end.Result)
	}
}

// rankingsAsPage plays a rated game of a move each and looks for both players on the page.
func rankingsAsPage(t *testing.T, addr string) {
	host, guest := newPerson(t, "ranked-one"), newPerson(t, "ranked-two")
	a, err := host.connect(addr, "play district-noir --json --host --rated")
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	queued, err := a.Await("queued")
	if err != nil {
		t.Fatal(err)
	}
	b, err := guest.connect(addr, "play district-noir --json --join "+queued.Code)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	for _, l := range []*line{a, b} {
		if _, err := l.Await("start"); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Send(`{"type":"resign"}`); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Await("end"); err != nil {
		t.Fatal(err)
	}
	v := &visitor{person: host, t: t}
	page, err := exec.CommandContext(t.Context(), "python3", examples+"rankings.py", v.line(addr)).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<td>1<td>", "<td>ranked-one<td>", "<td>ranked-two<td>"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is not on the page:\n%s", want, page)
		}
	}
}

// webhookIsTold sends a test message through the receiver, in the forms of ntfy and of Discord.
func webhookIsTold(t *testing.T, addr string) {
	for form, content := range map[string]string{"topic": "text/plain; charset=utf-8", "discord": "application/json"} {
		told := make(chan string, 1)
		service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil || r.Header.Get("Content-Type") != content {
				t.Errorf("%v, %v", err, r.Header)
			}
			told <- string(body)
		}))
		defer service.Close()
		v := &visitor{person: newPerson(t, "hook-"+form), t: t}
		at := freePort(t)
		var hook struct{ Secret string }
		if err := json.Unmarshal([]byte(v.ssh(addr, "webhook", "set", "http://"+at+"/", "--json")), &hook); err != nil {
			t.Fatal(err)
		}
		_, port, err := net.SplitHostPort(at)
		if err != nil {
			t.Fatal(err)
		}
		receiver := exec.CommandContext(t.Context(), "python3", examples+"webhook.py", port, service.URL+"/"+form)
		receiver.Env = append(os.Environ(), "NOIR_SECRET="+hook.Secret)
		receiver.Stderr = os.Stderr
		out, err := receiver.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := receiver.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = receiver.Process.Kill()
			_ = receiver.Wait() // it was killed
		}()
		if listens, err := bufio.NewReader(out).ReadString('\n'); err != nil || listens != "http://"+at+"/\n" {
			t.Fatalf("the receiver says %q, %v", listens, err)
		}
		v.ssh(addr, "webhook", "test")
		if text := await.One(t, told, "message"); !strings.Contains(text, "hook") {
			t.Errorf("%s was told %q", form, text)
		}
		if forged, err := http.Post("http://"+at+"/", "application/json", strings.NewReader(`{"content":"forged"}`)); err != nil || forged.StatusCode != http.StatusUnauthorized {
			t.Errorf("a message without a signature: %v, %v", forged, err)
		}
	}
}
