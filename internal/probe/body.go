package probe

import (
	"errors"
	"net/http"
	"sync/atomic"
	"time"
)

// emptyTime is how long the body of an answer may take that has none, or none that is
// read: to a notification, a response, a GET or a DELETE. Once a server has left one
// open, others of it get emptyTimeLater.
const (
	emptyTime      = time.Second
	emptyTimeLater = 50 * time.Millisecond
)

// ErrEndless says that the body of an answer does not end: it has neither a length nor
// chunks, and the connection stays open. Most clients wait for it for ever.
var ErrEndless = errors.New("the body has no end: there is no Content-Length, and the connection stays open")

// readBody reads the body of an answer, and cancels the exchange when it takes too long.
// A body in which a message is due has all the time that the exchange has.
func (c *Conn) readBody(resp *http.Response, cancel func(), due bool) ([]byte, error) {
	if due || resp.ContentLength >= 0 {
		return c.readLimited(resp.Body)
	}
	patience := min(emptyTime, c.Patience())
	if c.bench.ledger.endless.Load() {
		patience = min(emptyTimeLater, patience)
	}
	var late atomic.Bool
	timer := c.bench.Target.Clock.AfterFunc(patience, func() {
		late.Store(true)
		cancel()
	})
	defer timer.Stop()
	body, err := c.readLimited(resp.Body)
	if err != nil && late.Load() {
		c.bench.ledger.endless.Store(true)
		err = ErrEndless
	}
	return body, err
}

// isRequest reports whether an answer to what was posted is due.
func (ch *channel) isRequest() bool {
	for _, f := range ch.request {
		if !f.IsNotification() && !f.IsResponse() {
			return true // what is no message is answered with an error
		}
	}
	return ch.batch && len(ch.request) == 0 // nor is a batch of nothing one
}
