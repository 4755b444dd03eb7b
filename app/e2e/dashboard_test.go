package e2e

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"noir/data/postgres/pgtest"
	"noir/matchmaking/cluster/natstest"
	"noir/tui/tuitest"
)

// operating is the folder of files for operators.
var operating = filepath.Join("..", "..", "docs", "operating")

// scrape reads a server's metrics.
func scrape(t testing.TB, addr string) string {
	t.Helper()
	return page(t, "http://"+addr+"/metrics")
}

// page reads a URL. It keeps no connection, which the server would count.
func page(t testing.TB, address string) string {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// theirs are the figures that are not ours, and the bounds of histograms.
var theirs = regexp.MustCompile(`^(go|process|promhttp)_|_bucket\{`)

var metricName = regexp.MustCompile(`\b(noir|process|go)_[a-z0-9_]+`)

// TestDashboardAndAlertsNameWhatIsMeasured: an alert on a metric that does not exist never
// fires. A server exports every metric that the files for Prometheus and Grafana name, and the
// dashboard shows every metric of ours. What has not happened yet is there from the start, as 0: an alert
// sees the first time.
func TestDashboardAndAlertsNameWhatIsMeasured(t *testing.T) {
	t.Parallel()
	addr := freePort(t)
	p := launch(t, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "warn", "--metrics", addr, "--web", "127.0.0.1:0",
		"--database", pgtest.Database(t), "--nats", natstest.Start(t))
	defer p.stop()
	var exported, ours []string
	for line := range strings.Lines(scrape(t, addr)) {
		if name, ok := strings.CutPrefix(line, "# TYPE "); ok {
			exported = append(exported, strings.Fields(name)[0])
		}
		about := strings.TrimPrefix(strings.TrimPrefix(line, "# HELP "), "# TYPE ")
		if about == line {
			line = line[:strings.LastIndex(line, " ")] // without its value, which may differ
		}
		if !theirs.MatchString(about) && !strings.HasPrefix(about, "noir_build_info{") {
			ours = append(ours, strings.TrimSpace(line))
		}
	}
	tuitest.Golden(t, "figures", strings.Join(ours, "\n"))
	shown := map[string]bool{}
	for _, file := range []string{"grafana.json", "alerts.yml"} {
		text, err := os.ReadFile(filepath.Join(operating, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range metricName.FindAllString(string(text), -1) {
			name = strings.TrimSuffix(name, "_bucket")
			shown[name] = true
			if !slices.Contains(exported, name) {
				t.Errorf("%s names %s, which no server exports", file, name)
			}
		}
	}
	for _, name := range exported {
		if strings.HasPrefix(name, "noir_") && !shown[name] {
			t.Errorf("%s is on no dashboard", name)
		}
	}
}
