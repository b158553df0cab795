package streamhttp

import (
	"context"
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/transport"
)

// SetModern implements [transport.Modern]. It comes before anything that begins a session.
func (t *Transport) SetModern(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.modern = on
}

func (t *Transport) isModern() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.modern
}

// Stream implements [transport.Modern].
func (t *Transport) Stream(ctx context.Context, method string, params any, begun func(id string)) (json.RawMessage, error) {
	return t.ask(ctx, method, params, 0, begun)
}

// repeated is what a request with these params repeats in headers.
func repeated(params any) (own transport.Headers) {
	if h, ok := params.(transport.Headed); ok {
		own = h.Headers()
	}
	return own
}
