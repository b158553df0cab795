package probe

import "sync"

// endings is how many processes are ended at the same time, at most.
const endings = 4

// pool starts processes ahead of the checks that need a fresh one and ends those
// that are done with, so that no check waits for the exit of another one's
// process. It has one user; close joins everything.
type pool struct {
	start  func() (*Conn, error)
	ahead  func() int // how many processes are started before a check asks for one, at most
	asked  int        // processes asked for so far
	spares []*Conn    // oldest first
	slots  chan struct{}
	tasks  sync.WaitGroup
}

func newPool(start func() (*Conn, error), ahead func() int) *pool {
	return &pool{start: start, ahead: ahead, slots: make(chan struct{}, endings)}
}

// take returns the oldest spare that lives, or else a new process. There are
// never more spares than were asked for: one check alone costs none.
func (p *pool) take() (*Conn, error) {
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
// it was not used (some servers wait only so long) is not held against it.
func (p *pool) spare() *Conn {
	for len(p.spares) > 0 {
		c := p.spares[0]
		p.spares = p.spares[1:]
		if c.Alive() {
			return c
		}
		p.retire(c)
	}
	return nil
}

// retire ends a process in the background.
func (p *pool) retire(c *Conn) {
	p.slots <- struct{}{}
	p.tasks.Go(func() {
		defer func() { <-p.slots }()
		c.Process.end()
	})
}

// close ends the spares and waits until every process has ended.
func (p *pool) close() {
	for _, c := range p.spares {
		p.retire(c)
	}
	p.spares = nil
	p.tasks.Wait()
}
