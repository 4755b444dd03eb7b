package e2e

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// How a command of the documents is tried. Anything else is the reason why it is not run.
const (
	run      = "run"      // by TestEndToEndDocuments
	briefly  = "briefly"  // the same, with fewer games, sessions and seconds
	serves   = "serves"   // the same: it is a server, which is stopped when it listens
	stopped  = "stopped"  // the same, when the server is stopped
	named    = "named"    // it is a go test, and runs tests and has flags that are there
	packaged = "packaged" // by .ci/package, word for word
)

// attempt is a command of a document and how it is tried.
type attempt struct{ command, how string }

// The reasons why commands are not run.
const (
	theSuite     = "it is the suite that this test is part of"
	theBuild     = "it writes to the user's own directory; all these tests run what go build makes of it"
	packagedSo   = ".ci/package does it, and starts the timer of the backups too"
	judges       = "of fewer sessions it judges by chance; the benches beside it are run"
	trains       = "it takes minutes of a processor, and writes the network anew"
	changesSSHD  = "it moves the sshd of the machine"
	aRegistry    = "it needs a registry of packages; .ci/package does the same with dpkg"
	anEditor     = "a person types in it"
	aWebServer   = "it needs a name in the DNS for its certificate; tests visit by the same header as it sends"
	aName        = "it needs a name in the DNS; .ci/package visits by address"
	aPuzzle      = "it needs a game with a puzzle in it, as few have; the tests of the commands have one"
	aPostgres    = "it needs a PostgreSQL at db.example.com; tests of the store have one of their own"
	inSeveral    = "TestEndToEndSeveralServers does it with the same files, without systemd"
	inUnits      = "TestEndToEndUnits reads the socket together with it"
	inTheBench   = "TestBench runs it, with fewer sessions and seconds"
	inThePrice   = "TestPrice runs it"
	ownPostgres  = "TestBenchCluster runs it, with a PostgreSQL of its own"
	noLitestream = "it needs Litestream, which Debian does not have"
	forHours     = "it takes hours of a processor; the other contests of the page are run"
	runAbove     = "a contest of these rivals is run above, and one of the usual seats below"
	apart        = "TestEndToEndExamples runs it, with a service of its own"
)

// documented has every command of the documents, in their order.
var documented = map[string][]attempt{
	"README.md": {
		{"sudo apt install ./noir_*_amd64.deb", aRegistry},
		{"sudo systemctl enable --now noir.socket noir.service", packagedSo},
		{"go install ./cmd/noir", theBuild},
		{"go run ./cmd/noir", serves},
		{"go test ./...", theSuite},
		{"ssh -p 2222 localhost", run},
		{"ssh -p 2222 localhost help", run},
		{"ssh -p 2222 localhost rankings --json", run},
		{"ssh -p 2222 localhost play district-noir --json --bot normal --pace fast", run},
		{"ssh -p 2222 localhost play noirburg --json --seats 5", run},
		{"ssh -p 2222 localhost watch ID --json", run},
		{"ssh -p 2222 localhost replay ID --json > g.json && go run ./cmd/noir verify g.json", run},
		{"ssh -p 2222 localhost replay ID --cast > g.cast", run},
		{"ssh -p 2222 localhost review ID", run},
		{"ssh -p 2222 localhost play district-noir --json --bot hard --from ID@12", run},
		{"ssh -p 2222 localhost challenge marlowe district-noir", run},
		{"ssh -p 2222 localhost games --running", run},
		{`ssh -p 2222 localhost move ID "+2"`, run},
		{"ssh -p 2222 localhost puzzle --json", aPuzzle},
		{"ssh -p 2222 localhost event --json", run},
		{"ssh -p 2222 localhost keys add", run},
	},
	"CONTRIBUTING.md": {
		{"go run ./cmd/noir", serves},
		{"go test ./...", theSuite},
		{".ci/run", theSuite},
	},
	"SECURITY.md": {
		{"sha256sum --check --ignore-missing SHA256SUMS", packaged},
	},
	"docs/examples/README.md": {
		{`python3 bot.py "ssh -p 2222 HOST" noirburg --bot easy`, briefly},
		{`go run ./docs/examples/bot "ssh -p 2222 HOST" district-noir --bot easy`, briefly},
		{`python3 rankings.py "ssh -p 2222 HOST" noirburg > rankings.html`, run},
		{"NOIR_SECRET=whsec_… python3 webhook.py 8080 https://ntfy.sh/TOPIC", apart},
	},
	"docs/screens/README.md": {
		{"go test -tags e2e -parallel 8 -run '^TestScreens$' ./app/e2e -screens ../../docs/screens", named},
	},
	"docs/figures.md": {
		{"go run ./cmd/noir bench --sessions 1000 --seconds 8", inTheBench},
		{"go run ./cmd/noir bench --compare FILE --sessions 200 --seconds 8 --moves-every 2s --runs 3", judges},
		{"go run ./cmd/noir bench cluster --database 'postgres:///postgres?host=/run/postgresql' --tables 100 --rate 400", ownPostgres},
		{"go run ./cmd/noir bench --skip-floor --sessions 60 --seconds 5 --moves-every 2s --runs 3 --only seated", inThePrice},
		{"go run ./cmd/noir bench --skip-floor --sessions 60 --seconds 5 --moves-every 2s --runs 3 --only moving", inThePrice},
		{"go test -tags e2e -count 1 -timeout 45m -run '^TestSoak$' -v ./app/e2e -soak 30m", named},
		{"go test -tags e2e -count 1 -run '^TestHostile' -parallel 1 -v ./app/e2e", named},
		{"go test -tags e2e -count 1 -v -run Restart ./app/e2e", named},
		{"go test -tags e2e -count 1 -timeout 30m -run '^TestFault' -v ./app/e2e -kills 200 -games 100 -cuts 20", named},
		{"go test -tags e2e -count 1 -run '^Test(KilledNode|Zombie)' -v ./app/e2e -kills 12", named},
		{"go test -tags e2e -count 1 -timeout 30m -run '^Test(KilledNodeOfSeveral|FaultWithout)' -v ./app/e2e -kills 40 -severs 20 -games 10 -several 10", named},
		{"go test ./tui/lesson -count 1 -run '^TestTheFirstEvening$' -v", named},
	},
	"docs/house.md": {
		{"go run ./cmd/noir arena district-noir hard normal --games 2000", briefly},
		{"go run ./cmd/noir arena noirburg hard normal --games 1500 --seats 3", briefly},
		{"go run ./cmd/noir arena noirburg --all --games 600 --json", forHours},
		{"noir arena district-noir boss hard --games 1000", briefly},
		{"noir arena district-noir normal random easy --games 2000", briefly},
		{"noir arena district-noir --all --games 1000", briefly},
		{"noir arena district-noir hard boss-3ms sampler --games 1000", briefly},
		{"noir arena district-noir boss-1s sampler --games 1000", forHours},
		{"noir arena district-noir boss collector gangster hasty waiter miser spoiler feeder tailor warden parrot --games 200", briefly},
		{"go run ./engine/districtnoir/training", trains},
		{"noir arena noirburg hard normal --games 501", runAbove},
		{"noir arena noirburg normal easy --games 600", briefly},
		{"noir arena noirburg boss normal --games 3000 --workers 1 --seed 211", forHours},
		{"noir arena noirburg boss normal --games 6000 --workers 1 --seed 311", forHours},
		{"noir arena noirburg boss hard --games 3000 --workers 1 --seed 212", forHours},
		{"noir arena noirburg boss hard --games 6000 --workers 1 --seed 312", forHours},
		{"noir arena noirburg boss normal --seats 4 --games 3000 --workers 1 --seed 224", forHours},
		{"noir arena noirburg boss hard --seats 4 --games 3000 --workers 1 --seed 234", forHours},
		{"go run ./engine/noirburg/training", trains},
	},
	"docs/operating.md": {
		{`printf 'Port 2022\n' > /etc/ssh/sshd_config.d/port.conf`, changesSSHD},
		{"systemctl restart ssh", changesSSHD},
		{"ssh -p 2022 you@noir.example.com", changesSSHD},
		{"sha256sum --check --ignore-missing SHA256SUMS", packaged},
		{"apt install ./noir_*_amd64.deb", aRegistry},
		{"install -m 0644 /usr/share/doc/noir/operating/nftables.conf /etc/nftables.conf", packaged},
		{"nft -c -f /etc/nftables.conf && systemctl enable --now nftables", packaged},
		{"editor /etc/noir/noir.toml", anEditor},
		{"noir serve --check --config /etc/noir/noir.toml", packaged},
		{"systemctl enable --now noir.socket noir.service noir-backup.timer", packaged},
		{"ssh noir.example.com", aName},
		{"alias admin='sudo -u noir noir admin --data /var/lib/noir'", packaged},
		{"admin players; admin running; admin bans; admin audit", packaged},
		{"admin check", packaged},
		{"journalctl -u noir.service -o cat -g '^host key'", packaged},
		{"systemctl start noir-backup.service", packaged},
		{"admin backup /var/lib/noir-backup/trial && sudo -u noir noir admin check --data /var/lib/noir-backup/trial", packaged},
		{"rm -r /var/lib/noir-backup/trial", packaged},
		{"admin backup /var/lib/noir-backup/before-upgrade-$(date +%F)", packaged},
		{"apt install ./noir_*_amd64.deb", aRegistry},
		{"apt install caddy", aRegistry},
		{"editor /etc/noir/noir.toml", anEditor},
		{"systemctl restart noir.service", packaged},
		{"editor /etc/caddy/Caddyfile", anEditor},
		{"systemctl reload caddy", aWebServer},
		{"noir serve --proxy-protocol 10.0.0.0/8,192.0.2.7", serves},
		{"createuser noir --pwprompt", aPostgres},
		{"createdb noir --owner noir --template template0 --encoding UTF8", aPostgres},
		{"noir serve --data /var/lib/noir --database 'postgres://noir@db.example.com/noir?sslmode=verify-full'", aPostgres},
		{"noir migrate --data /var/lib/noir --database 'postgres://noir@db.example.com/noir?sslmode=verify-full'", aPostgres},
		{"noir migrate --back --data /var/lib/noir-back --database 'postgres://noir@db.example.com/noir?sslmode=verify-full'", aPostgres},
		{"noir serve --data /var/lib/noir --database 'postgres://noir@db.example.com/noir' --nats nats://nats.example.com --node a", aPostgres},
		{"apt install nats-server", aRegistry},
		{"install -m 0640 -g nats /usr/share/doc/noir/operating/nats.conf /etc/nats-server.conf", inSeveral},
		{"editor /etc/nats-server.conf", anEditor},
		{"systemctl restart nats-server", inSeveral},
		{"ssh-keygen -q -t ed25519 -N '' -C noir -f host_ed25519", inSeveral},
		{"install -o noir -m 0600 host_ed25519 /etc/noir/host_ed25519", inSeveral},
		{"apt install ./noir_*_amd64.deb", aRegistry},
		{"install -D -m 0644 /usr/share/doc/noir/operating/noir-port.conf /etc/systemd/system/noir.socket.d/port.conf", inUnits},
		{"install -m 0640 -g noir /usr/share/doc/noir/operating/node.toml /etc/noir/noir.toml", inSeveral},
		{"editor /etc/noir/noir.toml", anEditor},
		{"noir serve --check --config /etc/noir/noir.toml", packaged},
		{"systemctl enable --now noir.socket noir.service", packagedSo},
		{"apt install haproxy", aRegistry},
		{"install -m 0644 /usr/share/doc/noir/operating/haproxy.cfg /etc/haproxy/haproxy.cfg", inSeveral},
		{"haproxy -c -f /etc/haproxy/haproxy.cfg && systemctl reload haproxy", inSeveral},
		{"ssh noir.example.com", aName},
		{"systemctl stop noir.socket noir.service", inSeveral},
		{"apt install ./noir_*_amd64.deb", aRegistry},
		{"systemctl start noir.socket noir.service", inSeveral},
		{"curl -fs http://localhost:9100/readyz", inSeveral},
		{"noir serve --invite-only /etc/noir/invited", serves},
		{"noir admin reports; noir admin report 3", run},
		{"noir admin mute marlowe --for 7d --reason rude", run},
		{"noir admin ban name marlowe --for 7d --reason 'cards up the sleeve'", run},
		{"noir admin event open --game noirburg --minutes 90 --at '19:00' --every week --title 'Friday night'", run},
		{"noir admin void er1ky2zcwm25 --reason 'one person'", run},
		{"noir admin check", run},
		{"noir admin backup /var/backups/noir/$(date +%F)", run},
		{"noir admin restore /var/backups/noir/2026-03-01", stopped},
		{"noir admin check", stopped},
		{"noir admin rotate-key --announce", stopped},
		{"noir admin rotate-key --switch", stopped},
		{"sudo -u noir mkdir -p /var/lib/noir/from-copy", noLitestream},
		{"sudo -u noir litestream restore -config /etc/litestream.yml -o /var/lib/noir/from-copy/noir.db /var/lib/noir/noir.db", noLitestream},
		{"sudo -u noir noir admin check --data /var/lib/noir/from-copy", noLitestream},
		{"sudo -u noir noir admin restore --data /var/lib/noir /var/lib/noir/from-copy", noLitestream},
		{"install -o noir -m 0600 host_ed25519 /var/lib/noir/", noLitestream},
	},
	"docs/reference.md": {
		{"noir serve --listen :2222 --data /var/lib/noir --metrics 127.0.0.1:9100", serves},
		{"noir serve --config /etc/noir.toml", serves},
		{"noir admin players marl --limit 20", run},
		{"noir admin player marlowe", run},
		{"noir admin rename sp4de spade", run},
		{"noir admin bot lexicon", run},
		{"noir admin merge marlowe-2 marlowe", run},
		{"noir admin delete marlowe --yes", run},
		{"noir admin ban name marlowe --for 7d --reason 'cards up the sleeve'", run},
		{"noir admin bans", run},
		{"noir admin unban 3", run},
		{"noir admin reports --limit 20 --offset 20", run},
		{"noir admin report 3", run},
		{"noir admin report 3 close 'they are warned'", run},
		{"noir admin warn marlowe 'be civil'", run},
		{"noir admin mute marlowe --for 7d --reason rude", run},
		{"noir admin unmute marlowe", run},
		{"noir admin event open --game noirburg --minutes 90 --at '2026-11-27 19:00' --every week --title 'Friday night'", run},
		{"noir admin event list", run},
		{"noir admin event close 3", run},
		{"noir admin running", run},
		{"noir admin void er1ky2zcwm25 --reason 'one person'", run},
		{"noir admin check", run},
		{"noir admin export | gzip > records.jsonl.gz", run},
		{"noir admin prune --dry-run", run},
		{"noir admin backup /var/backups/noir/$(date +%F)", run},
		{"noir admin restore /var/backups/noir/2026-03-01", stopped},
		{"noir admin rotate-key --announce", stopped},
		{"noir admin audit --limit 20", run},
	},
}

// TestDocumentsAreTried: every command that the documents show is tried, or it is said why not.
func TestDocumentsAreTried(t *testing.T) {
	root := filepath.Join("..", "..")
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	walk, err := os.ReadFile(filepath.Join(root, ".ci", "package"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		var listed []string
		for _, a := range documented[filepath.ToSlash(name)] {
			listed = append(listed, a.command)
			switch {
			case a.how == packaged && !strings.Contains(string(walk), a.command):
				t.Errorf("%s: .ci/package does not run %s", name, a.command)
			case a.how == named:
				if err := testsAreThere(a.command); err != nil {
					t.Errorf("%s: %s: %v", name, a.command, err)
				}
			}
		}
		if found := commandsOf(string(raw)); !slices.Equal(found, listed) {
			t.Errorf("%s shows\n  %s\nand tried are\n  %s", name, strings.Join(found, "\n  "), strings.Join(listed, "\n  "))
		}
	}
	for name := range documented {
		if !slices.Contains(files, filepath.Join(root, filepath.FromSlash(name))) {
			t.Errorf("there is no %s", name)
		}
	}
}

// inTable is a command that is a cell of a table: as an operator or a program's author types it.
var inTable = regexp.MustCompile("\\| `((?:noir admin|python3|go run|NOIR_\\S+) (?:[^`]*))` \\|")

// commandsOf returns the commands that a document shows, without comments: lines that are set in by
// four, which are commands and nothing else, and those of tables. What is between fences is no command.
func commandsOf(text string) (commands []string) {
	before, fenced, block := "", false, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		block = strings.HasPrefix(line, "    ") && (before == "" || block)
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced:
		case block:
			command, _, _ := strings.Cut(strings.TrimSpace(line), " # ")
			commands = append(commands, strings.TrimSpace(command))
		case strings.HasPrefix(line, "| "):
			for _, found := range inTable.FindAllStringSubmatch(line, -1) {
				commands = append(commands, strings.ReplaceAll(found[1], `\|`, "|"))
			}
		}
		before = line
	}
	return commands
}

var (
	ofRun     = regexp.MustCompile(`-run '?(\S+?)'?(?: |$)`)
	ofPackage = regexp.MustCompile(` \./(\S+)`)
	ofFlag    = regexp.MustCompile(` -([a-z]+)`)
	ofGo      = regexp.MustCompile(`^(tags|count|timeout|parallel|run|v)$`)
	aTest     = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	aFlag     = regexp.MustCompile(`flag\.\w+\("(\w+)"`)
)

// testsAreThere reports what is missing of a call of go test: a test that it runs, or a flag of its own.
func testsAreThere(command string) error {
	which, of := ofRun.FindStringSubmatch(command), ofPackage.FindStringSubmatch(command)
	if which == nil || of == nil {
		return errors.New("it does not name tests of a package")
	}
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(of[1]), "*_test.go"))
	if err != nil {
		return err
	}
	var tests, flags []string
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, found := range aTest.FindAllStringSubmatch(string(raw), -1) {
			tests = append(tests, found[1])
		}
		for _, found := range aFlag.FindAllStringSubmatch(string(raw), -1) {
			flags = append(flags, found[1])
		}
	}
	if !slices.ContainsFunc(tests, regexp.MustCompile(which[1]).MatchString) {
		return fmt.Errorf("there is no test %s", which[1])
	}
	for _, found := range ofFlag.FindAllStringSubmatch(command, -1) {
		if !ofGo.MatchString(found[1]) && !slices.Contains(flags, found[1]) {
			return fmt.Errorf("there is no flag -%s", found[1])
		}
	}
	return nil
}
