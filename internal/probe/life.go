package probe

// life is whether a check uses a process, and so whether what it says belongs
// into the excerpt.
type life int

const (
	used    life = iota
	spare        // started ahead: what it says is kept for the check that takes it
	retired      // done with: what it says concerns nobody
)

// said takes what the process of c wrote.
func (c *Conn) said(l line) {
	e := c.bench.message("server", "received", l.Raw)
	c.bench.mu.Lock()
	defer c.bench.mu.Unlock()
	c.bench.Seen.line(l, true, c.sent)
	switch {
	case c.life == used:
		c.bench.keep(e)
	case c.life == spare && len(c.early) < maxPrologue:
		c.early = append(c.early, e)
	}
}

// Adopt makes a spare the connection of the check that runs.
func (b *Bench) Adopt(c *Conn) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range c.early {
		b.keep(e)
	}
	if b.excerpt != nil && len(c.early) > 0 && c.early[0].At.Before(b.excerpt.begin) {
		b.excerpt.begin = c.early[0].At
	}
	c.life, c.early = used, nil
}
