package streamhttp

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"

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

// headed is the wire of a request whose params are repeated in headers.
func (t *Transport) headed(params any) http.RoundTripper {
	if h, ok := params.(transport.Headed); ok {
		return with{t.posts, h.Headers()}
	}
	return t.posts
}

// with is a wire on which requests have more headers, which nothing overrides.
type with struct {
	http.RoundTripper
	headers map[string]string
}

func (w with) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header = maps.Clone(r.Header) // which others share, as they do its values
	values := make([]string, 0, len(w.headers))
	for name, value := range w.headers {
		values = append(values, value)
		n := len(values)
		r.Header[http.CanonicalHeaderKey(name)] = values[n-1 : n : n]
	}
	return w.RoundTripper.RoundTrip(r)
}
