package probe

import "net/http"

// Fork opens a bench of its own for checks that run at the same time. It shares with b
// what is learnt of the server, the survey and the time for all checks, and has a session,
// processes and network connections of its own. b closes it. Fork may be called from any goroutine.
func (b *Bench) Fork() (*Bench, error) {
	f := &Bench{
		caller: b.caller, ctx: b.ctx, endAll: func() {}, Target: b.Target.apart(), old: b.old, redirect: b.redirect,
		ledger: &ledger{}, pool: b.pool, seen: b.seen, watch: b.watch,
	}
	c, err := f.Connect()
	if err != nil {
		return nil, err
	}
	f.first = c
	if err := c.Handshake(""); err != nil {
		f.leave()
		return nil, err
	}
	f.ledger = b.ledger
	f.warm = c
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	b.ledger.forks = append(b.ledger.forks, f)
	return f, nil
}

// apart is the target with network connections of its own: none that one bench leaves is taken
// from the requests of another.
func (t Target) apart() Target {
	if wire, ok := t.HTTP.(*http.Transport); ok {
		t.HTTP = wire.Clone()
	}
	return t
}

// Forget drops what the connections of a fork have brought, for one that no check uses any more.
func (e *Eras) Forget() {
	for _, b := range e.All() {
		for _, c := range []*Conn{b.first, b.warm} {
			if c != nil {
				c.discard()
				c.talk.forget()
				c.Reply = nil
			}
		}
	}
}

// takeForks are the forks that are to be closed.
func (l *ledger) takeForks() []*Bench {
	l.mu.Lock()
	defer l.mu.Unlock()
	forks := l.forks
	l.forks = nil
	return forks
}

// family are b and its forks.
func (b *Bench) family() []*Bench {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	return append([]*Bench{b}, b.ledger.forks...)
}
