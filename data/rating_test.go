package data_test

import (
	"testing"

	"noir/data"
)

func TestProvisional(t *testing.T) {
	if !data.Provisional(data.ProvisionalGames-1) || data.Provisional(data.ProvisionalGames) {
		t.Errorf("a rating means little for other than the first %d games", data.ProvisionalGames)
	}
}
