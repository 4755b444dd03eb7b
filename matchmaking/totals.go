package matchmaking

// Totals counts what has happened since the start.
type Totals struct {
	Moves    uint64            // stored
	Finished map[string]uint64 // games, by the reason of their end
	Failed   uint64            // writes that the store did not acknowledge
	Limits   map[string]uint64 // how often a limit was met: chairs, phrases, bot_cpu
	Untold   uint64            // events lost before a Notifier got them
	Panics   map[string]uint64 // recovered, by where: house, rules, node
}
