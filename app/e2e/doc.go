// Package e2e tests the whole server from outside: over SSH and HTTP, by its binary and its
// operator's verbs. It contains only tests.
//
// Tests without a tag take seconds each: games, restarts, the operator's verbs, an attack of each
// kind. The tag e2e adds what takes minutes (all attacks, faults, restarts with thousands, the soak
// test, the bench) and what needs programs other than Go (ssh, tmux, ssh-audit, systemd-analyze,
// prometheus, chromium). .ci/run runs all of it, by name. With the flag -raced, servers that run as
// processes of their own have the race detector; the tests' terminals and programs do not.
package e2e
