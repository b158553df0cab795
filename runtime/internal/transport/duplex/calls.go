package duplex

import (
	"cmp"
	"encoding/json"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/transport"
)

// calls are the requests in flight, by raw id token. The goroutine that
// takes a call out of the map decides it; all others come too late.
type calls struct {
	mu      sync.Mutex
	open    bool // requests are accepted
	pending map[string]*call
	last    int // ordinal of the last call
}

// call is one request in flight.
type call struct {
	id   string
	ord  int
	done chan answer // capacity 1, receives once
}

type answer struct {
	result json.RawMessage
	err    error
}

// Accept sets whether requests are accepted. Those in flight stay.
func (c *calls) Accept(open bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = open
}

// Accepting reports whether requests are accepted.
func (c *calls) Accepting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open
}

func (c *calls) add(id string) (*call, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.open {
		return nil, transport.ErrNotConnected
	}
	if c.pending == nil {
		c.pending = map[string]*call{}
	}
	c.last++
	p := &call{id: id, ord: c.last, done: make(chan answer, 1)}
	c.pending[id] = p
	return p, nil
}

// take removes a call, nil if it is not there.
func (c *calls) take(id []byte) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.pending[string(id)]
	if p != nil {
		delete(c.pending, p.id)
	}
	return p
}

// close accepts no more calls and returns those in flight, oldest first.
func (c *calls) close() []*call {
	c.mu.Lock()
	defer c.mu.Unlock()
	left := make([]*call, 0, len(c.pending))
	for _, p := range c.pending {
		left = append(left, p)
	}
	c.open, c.pending = false, nil
	slices.SortFunc(left, func(a, b *call) int { return cmp.Compare(a.ord, b.ord) })
	return left
}
