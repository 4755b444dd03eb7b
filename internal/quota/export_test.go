package quota

// Accounts returns how many accounts are kept.
func Accounts(l *Ledger) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.accounts.Of)
}
