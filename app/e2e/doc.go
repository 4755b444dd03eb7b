// Package e2e tests the whole server from outside: over SSH and HTTP, by its binary and its
// operator's verbs. It contains only tests.
//
// What go test runs without a tag takes seconds a test: games, restarts, the operator's
// verbs, an attack of each kind. The tag e2e adds what takes minutes (all attacks, faults,
// restarts with thousands, the soak test, the bench) and what needs programs beside Go
// (ssh, tmux, ssh-audit, systemd-analyze, prometheus, chromium). .ci/run runs all of it, by name.
// With the flag -raced the servers that are processes of their own have the race detector,
// while the tests' terminals and programs have not.
package e2e
