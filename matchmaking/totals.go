package matchmaking

// Totals is what has happened since the house was opened.
type Totals struct {
	Moves    uint64            // stored
	Finished map[string]uint64 // games, by the reason of their end
	Failed   uint64            // writes to the store that it did not acknowledge
	Limits   map[string]uint64 // how often a limit was met: chairs, phrases, bot_cpu
	Untold   uint64            // events that were lost before a Notifier was told of them
	Panics   map[string]uint64 // recovered, by where: house, rules
}
