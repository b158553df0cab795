package probe

import "fmt"

// Alone is what a subscription is told, each time, while tools are called twice that is the only
// one on its connection, once for all checks: what is told of the one may not be told of the
// other, which goes back. The error is that of its connection.
func (b *Bench) Alone() ([2][]Frame, error) {
	return b.ledger.alone.get(b, func() (told [2][]Frame, err error) {
		c, err := b.OwnSession()
		if err != nil {
			return told, fmt.Errorf("opening a connection: %w", err)
		}
		defer b.Retire(c)
		filter, _, _ := c.Listenable()
		tools, err := (&Survey{}).choose(c)
		if err != nil {
			return told, err
		}
		s, err := c.Subscribe(filter, "")
		if err != nil {
			return told, err
		}
		defer s.End() //nolint:errcheck // it may have ended
		if _, err := s.Acknowledged(); err != nil {
			return told, err
		}
		for i := range told {
			begin := len(s.Frames())
			c.callAll(tools)
			if err := b.Sleep(lateTime); err != nil {
				return told, err
			}
			told[i] = s.Frames()[begin:]
		}
		return told, b.Partial(c)
	})
}
