// Package transporttest is what the tests of transports share: callbacks that keep
// what a transport reports. Nothing but tests imports it.
package transporttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Recorder keeps what callbacks say, one line each. The zero value is ready; its
// methods may be called from any goroutine.
type Recorder struct {
	mu  sync.Mutex
	log []string
}

// Note adds a line.
func (r *Recorder) Note(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, fmt.Sprintf(format, args...))
}

// Said returns what was said so far and forgets it.
func (r *Recorder) Said() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	log := r.log
	r.log = nil
	return log
}

// Callbacks keep everything. A request is answered with its method; "coded",
// "plain" or "fail", and "unwritable" fail, each in its way.
func (r *Recorder) Callbacks() transport.Callbacks {
	return transport.Callbacks{
		OnNotification: func(m string, p json.RawMessage) { r.Note("notification %s %s", m, p) },
		OnRequest: func(m string, p json.RawMessage) (any, error) {
			r.Note("request %s %s", m, p)
			switch m {
			case "coded":
				return nil, fmt.Errorf("wrapped: %w", &transport.Error{Code: -5, Message: "five"})
			case "plain", "fail":
				return nil, errors.New("plain failure")
			case "unwritable":
				return func() {}, nil
			}
			return map[string]string{"was": m}, nil
		},
		OnError:   func(err error) { r.Note("error %v", err) },
		OnClose:   func() { r.Note("close") },
		OnDropped: func(d transport.Dropped) { r.Note("dropped %s %s%s", d.Reason, d.ID, d.Sample) },
	}
}
