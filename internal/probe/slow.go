package probe

import "time"

// Slow is a session whose client reads nothing for a while, over stdio.
type Slow struct {
	Conn    *Conn
	Kind    string   // of its requests, see [Sent]: checks that share it have sent that, too
	IDs     []string // of its requests, as JSON
	Begin   int      // messages that had come before them
	Since   time.Time
	Release func() // lets it read again
}

// Slow is the session that [Bench.KeepSlow] has kept; nil = none. The check that takes it
// has sent its pings, too.
func (b *Bench) Slow() *Slow {
	b.ledger.mu.Lock()
	slow := b.ledger.slow
	b.ledger.mu.Unlock()
	if slow != nil {
		b.keepKinds([]string{slow.Kind})
	}
	return slow
}

// KeepSlow stops reading what comes on a connection over stdio and keeps it for later
// checks, until the bench is closed.
func (b *Bench) KeepSlow(c *Conn, kind string, ids []string) *Slow {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	b.ledger.slow = &Slow{Conn: c, Kind: kind, IDs: ids, Begin: c.Size(), Since: b.Target.Clock.Now(), Release: c.Process.HoldStdout()}
	return b.ledger.slow
}

func (b *Bench) takeSlow() *Slow {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	slow := b.ledger.slow
	b.ledger.slow = nil
	return slow
}
