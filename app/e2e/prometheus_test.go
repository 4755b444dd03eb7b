//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noir/data/postgres/pgtest"
	"noir/matchmaking/cluster/natstest"
)

// TestEndToEndPrometheus has a real Prometheus load the alert rules and scrape a real server,
// and runs every query of the dashboard.
func TestEndToEndPrometheus(t *testing.T) {
	t.Parallel()
	metrics := freePort(t)
	p := launch(t, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "warn", "--metrics", metrics, "--web", "127.0.0.1:0",
		"--database", pgtest.Database(t), "--nats", natstest.Start(t))
	defer p.stop()
	api := "http://" + startPrometheus(t, metrics) + "/api/v1/"
	deadline := time.After(time.Minute)
	for rows := 0; rows == 0; { // until rates can be computed
		select {
		case <-deadline:
			t.Fatal("Prometheus has not scraped the server twice")
		case <-time.After(200 * time.Millisecond):
		}
		rows, _ = ask(api, `rate(process_cpu_seconds_total[10s])`)
	}
	for _, expr := range expressions(t) {
		rows, err := ask(api, expr)
		switch {
		case err != nil:
			t.Errorf("%s: %v", expr, err)
		case rows == 0:
			t.Errorf("%s: no answer", expr)
		}
	}
}

// startPrometheus returns its address once it is ready.
func startPrometheus(t *testing.T, metrics string) string {
	t.Helper()
	rules, err := filepath.Abs(filepath.Join(operating, "alerts.yml"))
	if err != nil {
		t.Fatal(err)
	}
	dir, addr := t.TempDir(), freePort(t)
	config := fmt.Sprintf(`
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [%q]
scrape_configs:
  - job_name: noir
    static_configs: [{ targets: [%q] }]
`, rules, metrics)
	file := filepath.Join(dir, "prometheus.yml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("promtool", "check", "config", file).CombinedOutput(); err != nil {
		t.Fatalf("promtool: %v\n%s", err, out)
	}
	var said strings.Builder
	cmd := exec.Command("prometheus", "--config.file", file, "--storage.tsdb.path", dir, "--web.listen-address", addr)
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	for deadline := time.After(time.Minute); ; {
		if answer, err := http.Get("http://" + addr + "/-/ready"); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return addr
			}
		}
		select {
		case <-deadline:
			t.Fatal("Prometheus does not get ready")
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// ask returns how many rows an expression yields.
func ask(api, expr string) (rows int, err error) {
	answer, err := http.Get(api + "query?query=" + url.QueryEscape(expr))
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	var told struct {
		Error string
		Data  struct{ Result []json.RawMessage }
	}
	if err := json.NewDecoder(answer.Body).Decode(&told); err != nil {
		return 0, err
	}
	if told.Error != "" {
		return 0, fmt.Errorf("%s", told.Error)
	}
	return len(told.Data.Result), nil
}

// expressions are the dashboard's queries, as Grafana would send them.
func expressions(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(operating, "grafana.json"))
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			all = append(all, strings.NewReplacer("$instance", ".*", "$__rate_interval", "10s").Replace(target.Expr))
		}
	}
	return all
}
