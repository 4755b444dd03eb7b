package pairing

import (
	"iter"
	"math/bits"
	"time"
)

// bucketCount is the number of rating buckets, one point wide each.
const bucketCount = 4096

// none stands for no slot, no party, no step.
const none = -1

// slot holds one waiting ticket, linked to the others of its bucket.
type slot struct {
	player         int64
	since          int64 // nanoseconds from the pool's epoch
	home           int64
	rating         int32 // grains
	after          int32 // milliseconds
	prev, next     int32 // next also links the free slots
	generation     uint32
	late, min, max int8
}

func (s *slot) waited(now int64) time.Duration { return time.Duration(max(0, now-s.since)) }

// bucket is the list of tickets of one rating point, in order of arrival.
type bucket struct{ head, tail int32 }

// buckets keeps tickets by rating. One bit per bucket says whether it has any, and one bit per
// word of those whether the word has any, so that walking the occupied buckets costs only as
// much as there are.
type buckets struct {
	slots   []slot
	free    int32 // the first free slot
	lists   [bucketCount]bucket
	words   [bucketCount / 64]uint64
	summary uint64
}

func (b *buckets) init() {
	b.free = none
	for i := range b.lists {
		b.lists[i] = bucket{none, none}
	}
}

// insert appends a ticket to its bucket and returns its slot.
func (b *buckets) insert(t slot) int32 {
	i := b.free
	if i == none {
		i = int32(len(b.slots))
		b.slots = append(b.slots, slot{generation: 1}) // so that no Handle is zero
	} else {
		b.free = b.slots[i].next
	}
	n := t.rating / grain
	list := &b.lists[n]
	t.prev, t.next, t.generation = list.tail, none, b.slots[i].generation
	b.slots[i] = t
	if list.tail == none {
		list.head = i
		b.words[n/64] |= 1 << (n % 64)
		b.summary |= 1 << (n / 64)
	} else {
		b.slots[list.tail].next = i
	}
	list.tail = i
	return i
}

// remove frees an occupied slot.
func (b *buckets) remove(i int32) {
	s := &b.slots[i]
	n := s.rating / grain
	list := &b.lists[n]
	if s.prev == none {
		list.head = s.next
	} else {
		b.slots[s.prev].next = s.next
	}
	if s.next == none {
		list.tail = s.prev
	} else {
		b.slots[s.next].prev = s.prev
	}
	if list.head == none {
		b.words[n/64] &^= 1 << (n % 64)
		if b.words[n/64] == 0 {
			b.summary &^= 1 << (n / 64)
		}
	}
	s.generation++
	s.next = b.free
	b.free = i
}

// occupied yields the first slot of each bucket that has any, lowest first.
func (b *buckets) occupied() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for summary := b.summary; summary != 0; summary &= summary - 1 {
			w := bits.TrailingZeros64(summary)
			for word := b.words[w]; word != 0; word &= word - 1 {
				if !yield(b.lists[w*64+bits.TrailingZeros64(word)].head) {
					return
				}
			}
		}
	}
}
