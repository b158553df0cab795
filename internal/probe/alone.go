package probe

import "fmt"

// Alone is what a subscription is told while tools are called that is the only one on its
// connection, once for all checks. The error is that of its connection.
func (b *Bench) Alone() ([]Frame, error) {
	return b.ledger.alone.get(b, func() ([]Frame, error) {
		c, err := b.OwnSession()
		if err != nil {
			return nil, fmt.Errorf("opening a connection: %w", err)
		}
		defer b.Retire(c)
		filter, _, _ := c.Listenable()
		tools, err := (&Survey{}).choose(c)
		if err != nil {
			return nil, err
		}
		s, err := c.Subscribe(filter, "")
		if err != nil {
			return nil, err
		}
		defer s.End() //nolint:errcheck // it may have ended
		if _, err := s.Acknowledged(); err != nil {
			return nil, err
		}
		c.callAll(tools)
		if err := b.Sleep(lateTime); err != nil {
			return nil, err
		}
		return s.Frames(), b.Partial(c)
	})
}
