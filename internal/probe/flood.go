package probe

import (
	"errors"
	"fmt"
	"io"
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

// maxValues is how many values a message may have. Each is sent as a few bytes, and takes
// hundreds when it is judged.
const maxValues = 500_000

var (
	errTooLong = errors.New("the message is too long")
	errNamed   = fmt.Errorf("an event has an id, a name and a time of more than %s", size(maxFields))
)

// tooLong reports whether a message has more bytes than are read, or more values than
// are taken apart.
func tooLong(raw []byte) bool {
	return len(raw) > MaxMessage || len(raw) > 2*maxValues && countValues(raw) > maxValues
}

// countValues counts the values of JSON without taking it apart: one begins with each
// array and object, and after each comma.
func countValues(raw []byte) (n int) {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case ',', '[', '{':
			n++
		case '"':
			i = afterString(raw, i)
		}
	}
	return n
}

// afterString is where the string ends that begins at a quotation mark.
func afterString(raw []byte, at int) int {
	for at++; at < len(raw) && raw[at] != '"'; at++ {
		if raw[at] == '\\' {
			at++
		}
	}
	return at
}

// readLimited reads a body. One that is too long floods the connection, and is not judged.
func (c *Conn) readLimited(body io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(body, MaxMessage+1))
	if tooLong(raw) {
		c.overflow(len(raw))
		return nil, c.Flooded()
	}
	return raw, err
}

// endOf is why a stream has ended. An event that is too long floods the connection.
func (c *Conn) endOf(err error) error {
	switch {
	case errors.Is(err, errTooLong):
		c.overflow(MaxMessage)
		return c.Flooded()
	case errors.Is(err, errNamed):
		c.overflow(maxFields)
		return fmt.Errorf("%w: %w", c.Flooded(), err)
	}
	return err
}

// longID is the id or the name of an event that counts as a message of its own, in bytes.
const longID = 1 << 10

// weigh counts what an event has besides its message, where that is much; false means that
// enough has come.
func (c *Conn) weigh(e Event) bool {
	n := len(e.ID) + len(e.Name)
	return n <= longID || c.count(n)
}

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
