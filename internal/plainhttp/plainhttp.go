// Package plainhttp keeps clients at HTTP. net/http gives the connection away with an answer
// 101 (Switching Protocols), also to a request that asked for nothing of the kind: what is read
// then ends with no context, so a server can hold its client for ever. It is not for those
// that ask for another protocol.
package plainhttp

import "net/http"

// RoundTrip sends a request. The connection of an answer 101 that was not asked for is
// closed; the answer has no body then.
func RoundTrip(wire http.RoundTripper, r *http.Request) (*http.Response, error) {
	resp, err := wire.RoundTrip(r)
	if err == nil && resp.StatusCode == http.StatusSwitchingProtocols && r.Header.Get("Upgrade") == "" {
		_ = resp.Body.Close()
		resp.Body = http.NoBody
	}
	return resp, err
}

// Wire is [RoundTrip] for an [http.Client].
type Wire struct{ http.RoundTripper }

// RoundTrip is the function of that name.
func (w Wire) RoundTrip(r *http.Request) (*http.Response, error) {
	return RoundTrip(w.RoundTripper, r)
}

// CloseIdleConnections is what [http.Client.CloseIdleConnections] calls.
func (w Wire) CloseIdleConnections() {
	if idle, ok := w.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		idle.CloseIdleConnections()
	}
}
