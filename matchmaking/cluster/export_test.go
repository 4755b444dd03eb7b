package cluster

// Busy has the node take so many requests less at once.
func (b *Broker) Busy(requests int) { b.board.busy.Add(int32(requests)) }

// MostUnderWay is how many it takes at once.
const MostUnderWay = mostUnderWay
