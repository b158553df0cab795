package probe

import (
	"fmt"
	"time"
)

// The bounds of what is kept of one connection, so that a server that never stops
// talking costs neither memory nor time. What exceeds them is read, counted and
// forgotten, and the checks that looked at the connection are not observed: nothing
// is judged by a part.
const (
	maxFrames = 10_000    // messages
	maxCost   = 24 << 20  // bytes that they take, about
	spareCost = 1 << 20   // the same, of a process that was asked nothing yet
	frameCost = 512       // of a message, besides its bytes
	calmCost  = 256 << 10 // kept from one check to the next on the session that they share
)

// FloodError says that a connection brought more than is kept.
type FloodError struct {
	Messages, Bytes int // all that came
	Kept            int // messages
	Took            time.Duration
}

func (e *FloodError) Error() string {
	return fmt.Sprintf("the server floods its client: %d messages of %s in %s on one connection, of which the first %d were kept",
		e.Messages, size(e.Bytes), e.Took.Round(time.Millisecond), e.Kept)
}

// size is a number of bytes for a person.
func size(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f kB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", n)
}

// meter counts what comes on a connection and says whether it is still kept.
type meter struct {
	first, last     time.Time
	messages, bytes int // all
	kept, cost      int // of what is kept
	most            int // bytes that may be kept; 0 = [maxCost]
	over            bool
}

// take counts messages in n bytes and reports whether they are to be kept.
func (m *meter) take(now time.Time, messages, n int) bool {
	if m.messages == 0 {
		m.first = now
	}
	m.last = now
	m.messages += messages
	m.bytes += n
	most := m.most
	if most == 0 {
		most = maxCost
	}
	if m.over = m.over || m.kept+messages > maxFrames || m.cost > most; m.over {
		return false
	}
	m.kept += messages
	m.cost += 2*n + frameCost*messages
	return true
}

// flood is why not everything was kept; nil = it was.
func (m *meter) flood() error {
	if !m.over {
		return nil
	}
	return &FloodError{m.messages, m.bytes, m.kept, m.last.Sub(m.first)}
}
