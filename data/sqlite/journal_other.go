//go:build !linux

package sqlite

// journal does nothing where there is no ext4.
type journal struct{}

func openJournal(string) (*journal, error) { return &journal{}, nil }

func (*journal) lost() error  { return nil }
func (*journal) close() error { return nil }
