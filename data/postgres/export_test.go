package postgres

// Still stops the beats of a node, as if its process stood still.
func (s *Store) Still() {
	s.db.stopBeats()
	s.db.beating.Wait()
}
