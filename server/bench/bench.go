// Package bench measures servers under load. It starts each in a process of its own, visits it with
// real SSH clients at terminals of 80×24, and reports what sessions cost and how quick they are,
// also as ratios to a bare server on the same libraries, which the package contains.
//
// It knows no game: what visitors type and wait for is a Script. Latencies are measured in the
// clients, from the key to the first bytes that show its effect. The clients share the machine with
// the server, so their own delays are included. Keys come at the same rate however long answers
// take, so that a slow server does not slow down its own measurement.
//
// RunCluster measures several nodes of one house, with programs that play (package witness), and breaks nodes. Services
// that nodes need are processes of their own, so that their costs can be measured.
package bench
