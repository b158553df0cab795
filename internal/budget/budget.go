// Package budget bounds what many readers hold in memory together. It reads nothing by itself
// and never waits: who finds it spent decides what becomes of the rest.
package budget

import (
	"errors"
	"io"
	"sync"
)

// ErrSpent says that the readers of a budget hold all that they may. What was read of the
// reader so far is complete: nothing is lost between it and what follows.
var ErrSpent = errors.New("too much is being read at once")

// Budget is how many bytes may be held. Its methods may be called from any goroutine.
type Budget struct {
	most    int
	reserve int // beyond that, for readers of little

	mu   sync.Mutex
	held int
}

// New returns a budget of some bytes, of which no reader holds any.
func New(most int) *Budget { return &Budget{most: most} }

// Little is how many bytes a reader of little reads.
const Little = 64 << 10

// ForLittle is b with so many bytes more for readers that read no more than [Little] each: others
// cannot keep them from reading.
func (b *Budget) ForLittle(reserve int) *Budget {
	b.reserve = reserve
	return b
}

// take reserves n bytes for one that holds some, if there are as many.
func (b *Budget) take(n, holds int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	most := b.most
	if holds+n <= Little {
		most += b.reserve
	}
	if b.held+n > most {
		return false
	}
	b.held += n
	return true
}

func (b *Budget) give(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held -= n
}

// Part is what one of those who share a budget holds of it. It is for one goroutine.
type Part struct {
	b    *Budget
	held int
}

// Part returns a part of nothing.
func (b *Budget) Part() *Part { return &Part{b: b} }

// Hold makes the part n bytes, if there are as many. Otherwise it stays, and that is false.
func (p *Part) Hold(n int) bool {
	if n > p.held && !p.b.take(n-p.held, p.held) {
		return false
	}
	if n < p.held {
		p.b.give(p.held - n)
	}
	p.held = n
	return true
}

// Reader counts what is read of another one until it is closed. It is for one goroutine.
type Reader struct {
	b    *Budget
	from io.Reader
	held int
}

// Reader returns a reader of this budget.
func (b *Budget) Reader(from io.Reader) *Reader { return &Reader{b: b, from: from} }

// Read reads as much as the budget has, or fails with [ErrSpent].
func (r *Reader) Read(p []byte) (int, error) {
	if !r.b.take(len(p), r.held) {
		return 0, ErrSpent
	}
	n, err := r.from.Read(p)
	r.b.give(len(p) - n)
	r.held += n
	return n, err
}

// Close gives back what was read: it is not held any more.
func (r *Reader) Close() error {
	r.b.give(r.held)
	r.held = 0
	return nil
}
