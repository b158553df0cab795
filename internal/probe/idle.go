package probe

import "time"

// Idle is a subscription to nothing that is left alone, over HTTP.
type Idle struct {
	*Subscription
	Conn  *Conn
	Since time.Time
	Size  int // bytes that had come by then
	seen  int // of those that came later, when it was looked at
}

// Idle is the subscription that [Bench.KeepIdle] has kept; nil = none. The check that takes
// it has opened it, too.
func (b *Bench) Idle() *Idle {
	b.ledger.mu.Lock()
	idle := b.ledger.idle
	b.ledger.mu.Unlock()
	if idle != nil {
		b.keepKinds([]string{listenMethod})
	}
	return idle
}

// KeepIdle keeps a subscription that was acknowledged for later checks, with its connection,
// until the bench is closed.
func (b *Bench) KeepIdle(c *Conn, s *Subscription) *Idle {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	b.ledger.idle = &Idle{Subscription: s, Conn: c, Since: b.Target.Clock.Now(), Size: s.stream.Size()}
	return b.ledger.idle
}

// Came is how many bytes have come since it was left alone, those of comments too.
func (i *Idle) Came() int { return i.stream.Size() - i.Size }

// Look forgets what has come so far: some servers greet a client, and are silent then.
func (i *Idle) Look() { i.seen = i.Came() }

// Later is how many bytes have come since [Idle.Look].
func (i *Idle) Later() int { return i.Came() - i.seen }

// Cut reports whether the stream of the subscription has ended without its answer.
func (s *Subscription) Cut() bool { return s.Ended() && !s.answered() }

func (b *Bench) takeIdle() *Idle {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	idle := b.ledger.idle
	b.ledger.idle = nil
	return idle
}
