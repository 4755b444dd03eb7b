// Package quotatest makes ledgers for tests.
package quotatest

import (
	"testing"

	"noir/internal/quota"
)

// Ledger has the default prices, with some limits set as by flags: by name, such as "tables" or
// "tables-per-address".
func Ledger[Name ~string](t testing.TB, set map[Name]string) *quota.Ledger {
	t.Helper()
	prices, found := quota.Usual(), 0
	for i := range prices {
		for _, l := range prices[i].Limits() {
			if text, ok := set[Name(l.Name)]; ok {
				found++
				if err := l.Set(text); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if found != len(set) {
		t.Fatalf("of the limits %v %d exist", set, found)
	}
	if err := prices.Check(); err != nil {
		t.Fatal(err)
	}
	return quota.NewLedger(prices)
}
