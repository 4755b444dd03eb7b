//go:build !linux

package disktest

func free(string) uint64 { return 0 }
