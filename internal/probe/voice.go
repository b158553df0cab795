package probe

import (
	"sync"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// voice is what a process says, while checks take its connection and give it back: what
// one check hears is in its excerpt.
type voice struct {
	mu    sync.Mutex
	bench *Bench        // of the check that uses the connection; nil = none does
	done  bool          // with the process: what it says concerns no check any more
	early []event.Event // what came while no check used it, maxEarly at most, for the one that takes it
	sent  []byte        // the last thing
}

// answers notes what was sent last.
func (v *voice) answers(raw []byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.sent = raw
}

// said takes what the process of c wrote.
func (c *Conn) said(l Line, frames []Frame) {
	b := c.talk.bench
	e := b.message("server", "received", l.Raw)
	c.talk.lined(l)
	c.talk.heard(&channel{}, l.Raw, frames)
	v := &c.voice
	v.mu.Lock()
	defer v.mu.Unlock()
	b.seen.line(l, frames, true, v.sent)
	switch {
	case v.bench != nil:
		v.bench.Emit(e)
	case !v.done && len(v.early) < maxEarly:
		v.early = append(v.early, e)
	}
}

// adopt makes a process that no check uses that of the check which runs.
func (b *Bench) adopt(c *Conn) {
	c.inbox.adopt()
	v := &c.voice
	v.mu.Lock()
	defer v.mu.Unlock()
	b.hear(v.early)
	c.bench, v.bench, v.early = b, b, nil
}

// hear puts what came early into the excerpt of the check that runs.
func (b *Bench) hear(early []event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range early {
		b.keep(e)
	}
	if b.excerpt != nil && len(early) > 0 && early[0].At.Before(b.excerpt.begin) {
		b.excerpt.begin = early[0].At
	}
}

// leave gives a process back. done says that none may have it any more.
func (v *voice) leave(done bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.bench, v.done = nil, done
}
