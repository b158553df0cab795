package duplex

import (
	"bytes"
	"fmt"
	"sync"
)

// counts says how much input could not be delivered.
type counts struct {
	mu      sync.Mutex
	bad     int  // pieces that are not JSON
	framing bool // one of them looked like another framing
	other   int  // JSON that is no message
	unknown int  // answers that no request waits for
}

var contentLength = []byte("Content-Length:")

func (c *counts) notJSON(line []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bad++
	c.framing = c.framing || bytes.HasPrefix(line, contentLength)
}

func (c *counts) notMessage() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.other++
}

func (c *counts) unknownID() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unknown++
}

// Notes says in words what input was dropped so far; it is empty if none was.
func (s *Session) Notes() (notes []string) {
	c := &s.counts
	c.mu.Lock()
	defer c.mu.Unlock()
	add := func(n int, what string) {
		if n > 0 {
			notes = append(notes, fmt.Sprintf("%s: %d", what, n))
		}
	}
	add(c.bad, "dropped lines that are not JSON")
	if c.framing {
		notes = append(notes, "output looks like LSP framing (Content-Length)")
	}
	add(c.other, "dropped JSON values that are not messages")
	add(c.unknown, "dropped answers that nobody waited for")
	return notes
}
