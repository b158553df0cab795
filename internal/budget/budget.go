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
	most int

	mu   sync.Mutex
	held int
}

// New returns a budget of some bytes, of which no reader holds any.
func New(most int) *Budget { return &Budget{most: most} }

// take reserves n bytes, if there are as many.
func (b *Budget) take(n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held+n > b.most {
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
	if !r.b.take(len(p)) {
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
