package probe

import (
	"slices"
	"sync"
)

const (
	// endings is how many processes are ended at the same time, at most.
	endings = 4
	// restedAtMost is how many sessions wait for a check that wants one of its own.
	restedAtMost = 8
)

// pool has the processes that no check uses. It starts some ahead of the checks that
// need a fresh one, keeps sessions in which a check has only read for others, and ends
// those that are done with, so that no check waits for the exit of another one's process.
// Benches that look at a server side by side share it; close joins everything.
type pool struct {
	start func() (*Conn, error)
	ahead func() int // how many processes are started before a check asks for one, at most
	slots chan struct{}
	tasks sync.WaitGroup

	mu     sync.Mutex
	asked  int     // processes asked for so far
	spares []*Conn // oldest first
	rested []*Conn // sessions, oldest first
}

func newPool(start func() (*Conn, error), ahead func() int) *pool {
	return &pool{start: start, ahead: ahead, slots: make(chan struct{}, endings)}
}

// take returns the oldest spare that lives, or else a new process. There are
// never more spares than were asked for: one check alone costs none.
func (p *pool) take() (*Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.spare()
	if c == nil {
		var err error
		if c, err = p.start(); err != nil {
			return nil, err
		}
	}
	for len(p.spares) < min(p.ahead(), p.asked) {
		spare, err := p.start()
		if err != nil {
			break // the check that needs it will see that
		}
		p.spares = append(p.spares, spare)
	}
	p.asked++
	return c, nil
}

// spare returns the oldest spare that lives, or nil. One that has ended while
// it was not used (some servers wait only so long) is not held against it. p.mu is held.
func (p *pool) spare() *Conn {
	for len(p.spares) > 0 {
		c := p.spares[0]
		p.spares = p.spares[1:]
		if c.Alive() {
			return c
		}
		p.tasks.Go(c.Process.end)
	}
	return nil
}

// rest keeps a session for another check; false: there are enough.
func (p *pool) rest(c *Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.rested) == restedAtMost {
		return false
	}
	c.voice.leave(false)
	p.rested = append(p.rested, c)
	return true
}

// wake takes the oldest session of a revision that rests; nil = none does.
func (p *pool) wake(revision string) *Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.rested, func(c *Conn) bool { return c.Revision == revision })
	if i < 0 {
		return nil
	}
	c := p.rested[i]
	p.rested = slices.Delete(p.rested, i, i+1)
	return c
}

// takeRested takes all sessions that rest.
func (p *pool) takeRested() []*Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	rested := p.rested
	p.rested = nil
	return rested
}

// retire ends a process in the background.
func (p *pool) retire(c *Conn) {
	p.slots <- struct{}{}
	p.tasks.Go(func() {
		defer func() { <-p.slots }()
		c.Process.end()
	})
}

// close ends the spares and waits until every process has ended. No check runs any more.
func (p *pool) close() {
	for _, c := range p.spares {
		p.retire(c)
	}
	p.spares = nil
	p.tasks.Wait()
}
