package probe

import (
	"fmt"
	"strings"
	"time"
)

// Departure is a client that has closed standard input in the middle of everything, and what its
// process has done then.
type Departure struct {
	Open     []string // what was open
	ByItself bool     // the process has exited by itself, in time
	ByTerm   bool     // or when it was sent TERM
	After    string   // what still ran then, in words that follow on others
}

// departing is how long a process may take to exit.
const departing = 5 * time.Second

// Departure lets a client leave once for all checks. Over stdio only. The error is that of its
// connection.
func (b *Bench) Departure() (*Departure, error) {
	return b.ledger.departed.get(b, func() (*Departure, error) {
		c, err := b.OwnSession()
		if err != nil {
			return nil, fmt.Errorf("opening a session: %w", err)
		}
		defer b.Retire(c)
		d := &Departure{}
		if err := c.leaveOpen(d); err != nil {
			return nil, err
		}
		c.Process.CloseStdin()
		if d.ByItself = c.Process.Exited(departing); !d.ByItself {
			c.Process.Terminate()
			d.ByTerm = c.Process.Exited(departing)
			d.After = c.Process.Survivors()
		}
		return d, nil
	})
}

// leaveOpen begins a subscription, a call and a message, as far as there are any.
func (c *Conn) leaveOpen(d *Departure) error {
	s, err := c.Subscribe("{}", "")
	if err != nil {
		return err
	}
	if ack, err := s.Acknowledged(); err == nil && IsAcknowledgement(ack) {
		d.Open = append(d.Open, "a subscription")
	}
	if t := c.longCall(); t != nil {
		p, err := c.Start("tools/call", CallOf(t.Tool, t.Arguments, t.Token), c.Patience())
		if err != nil {
			return err
		}
		defer p.Drop()
		d.Open = append(d.Open, fmt.Sprintf("a call of %q", t.Tool.Name))
	}
	d.Open = append(d.Open, "half a message")
	return c.Process.send([]byte(`{"jsonrpc":"2.0","id":"mcpsim-half`))
}

// longCall is the call that has taken longest and was answered; nil = none was.
func (c *Conn) longCall() (longest *Trial) {
	s, err := c.bench.Survey()
	if err != nil {
		return nil
	}
	for _, t := range s.Trials {
		if t.Err == nil && t.Before(longest, func(than *Trial) bool { return t.Took > than.Took }) {
			longest = t
		}
	}
	return longest
}

// LeftOpen names what was open.
func (d *Departure) LeftOpen() string { return strings.Join(d.Open, ", ") }
