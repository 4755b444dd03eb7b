//go:build !linux

package thinking

// giveWay does nothing: only Linux gives threads priorities of their own without a
// privilege.
func giveWay() error { return nil }

// stepAside does nothing, for the same reason.
func stepAside() {}
