package quota_test

import (
	"strings"
	"testing"
	"time"

	"noir/internal/quota"
)

// TestPricesThatAreNone: what is held takes a number, what is used up takes a rate, of one or more, and the first limit
// that has neither is named.
func TestPricesThatAreNone(t *testing.T) {
	usual := quota.Usual()
	if err := usual.Check(); err != nil {
		t.Fatal(err)
	}
	for i := range usual {
		for at, l := range usual[i].Limits() {
			wrong, kind := []quota.Limit{{N: l.N, Every: -time.Second}, {N: l.N, Every: time.Second}}, "whole number"
			if !usual[i].Held {
				wrong[1].Every, kind = 0, "rate"
			}
			for _, limit := range wrong {
				prices := quota.Usual()
				*prices[i].Limits()[at].Limit = limit
				err := prices.Check()
				if err == nil || !strings.HasPrefix(err.Error(), "the limit "+l.Name+": this takes a ") || !strings.Contains(err.Error(), kind) {
					t.Errorf("%s of %+v: %v", l.Name, limit, err)
				}
			}
		}
	}
}
