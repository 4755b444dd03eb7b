//go:build !linux

package thinking

// giveWay does nothing: only Linux lets threads lower their priority alone and without a
// privilege.
func giveWay() error { return nil }

// stepAside does nothing, for the same reason.
func stepAside() {}
