package data_test

import (
	"errors"
	"fmt"
	"testing"

	"noir/data"
)

// TestUnavailable says so once, and what stands behind it is not lost.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	disk := errors.New("disk I/O error")
	if err := data.Unavailable(disk); !errors.Is(err, data.ErrUnavailable) || !errors.Is(err, disk) {
		t.Errorf("a store that fails: %v", err)
	}
	if known := fmt.Errorf("%w: busy", data.ErrUnavailable); data.Unavailable(known) != known {
		t.Errorf("said twice: %v", data.Unavailable(known))
	}
}
