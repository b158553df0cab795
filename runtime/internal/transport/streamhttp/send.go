package streamhttp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/transport"
)

const (
	mediaJSON   = "application/json"
	mediaEvents = "text/event-stream"

	headerSession = "Mcp-Session-Id"
	headerVersion = "Mcp-Protocol-Version"
)

// hintHeaders are appended to the errors of requests (OMP-TP-88, F-32).
var hintHeaders = []string{"WWW-Authenticate", "Mcp-Auth-Server"}

// post sends a frame, keeps the session id of the answer (F-31), and tries once
// more after a 401 or 403 if refreshed headers are to be had (OMP-TP-80 to
// OMP-TP-85). A response that it returns has a status of 2xx.
func (t *Transport) post(ctx context.Context, frame []byte) (*http.Response, error) {
	resp, err := t.postOnce(ctx, frame)
	if err == nil && t.refreshed(ctx, resp) {
		acknowledge(resp)
		resp, err = t.postOnce(ctx, frame)
	}
	if err != nil {
		return nil, err
	}
	if !accepted(resp) {
		return nil, httpError(resp, hintHeaders)
	}
	return resp, nil
}

func (t *Transport) postOnce(ctx context.Context, frame []byte) (*http.Response, error) {
	resp, err := t.send(ctx, t.posts, http.MethodPost, frame)
	if err != nil {
		return nil, err
	}
	if id := resp.Header.Get(headerSession); id != "" {
		t.mu.Lock()
		t.session = id
		t.mu.Unlock()
	}
	return resp, nil
}

// refreshed reports whether the credentials were rejected and then replaced.
func (t *Transport) refreshed(ctx context.Context, resp *http.Response) bool {
	if resp.StatusCode != http.StatusUnauthorized && resp.StatusCode != http.StatusForbidden {
		return false
	}
	t.mu.Lock()
	refresh := t.refresh
	t.mu.Unlock()
	if refresh == nil {
		return false
	}
	headers := refresh(ctx, resp.Request.Header.Get("Authorization"))
	if len(headers) == 0 {
		return false
	}
	t.setHeaders(headers)
	return true
}

// send sends a request and follows redirects that keep method and body and stay
// within the origin, so that no credential leaves it.
func (t *Transport) send(ctx context.Context, wire http.RoundTripper, method string, body []byte) (*http.Response, error) {
	target := t.target(method)
	for hops := 0; ; hops++ {
		resp, err := wire.RoundTrip(t.request(ctx, method, target, body))
		if err != nil {
			return nil, fmt.Errorf("sending %s: %w", method, err)
		}
		next, err := redirect(resp, target, hops)
		if err != nil || next == nil {
			return resp, err
		}
		acknowledge(resp)
		target = next
	}
}

// redirect returns where to go on, nil if the response is the last one.
func redirect(resp *http.Response, from *url.URL, hops int) (*url.URL, error) {
	status := resp.StatusCode
	if status != http.StatusTemporaryRedirect && status != http.StatusPermanentRedirect {
		return nil, nil
	}
	to, err := resp.Location()
	why := ""
	switch {
	case err != nil:
		why = "it names no usable location"
	case to.Scheme != from.Scheme || to.Host != from.Host:
		why = "it leads to another origin, " + to.Scheme + "://" + to.Host
	case hops == MaxRedirects:
		why = fmt.Sprintf("it is the %dth", hops+1)
	default:
		return to, nil
	}
	_ = resp.Body.Close()
	return nil, &RedirectError{Status: status, Why: why}
}

// request builds a request with the documented headers (F-29).
func (t *Transport) request(ctx context.Context, method string, target *url.URL, body []byte) *http.Request {
	req := (&http.Request{Method: method, URL: target, Host: target.Host, Header: http.Header{}}).WithContext(ctx)
	if body != nil {
		req.Body = io.NopCloser(bytes.NewReader(body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		req.ContentLength = int64(len(body))
	}
	switch method {
	case http.MethodPost:
		req.Header.Set("Content-Type", mediaJSON)
		req.Header.Set("Accept", mediaJSON+", "+mediaEvents)
	case http.MethodGet:
		req.Header.Set("Accept", mediaEvents)
	}
	t.addHeaders(req)
	return req
}

// addHeaders adds what was configured, then session and version, which nothing
// overrides.
func (t *Transport) addHeaders(req *http.Request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if user := t.url.User; user != nil {
		password, _ := user.Password()
		req.SetBasicAuth(user.Username(), password)
	}
	for name, values := range t.headers {
		req.Header[name] = values
	}
	if t.host != "" {
		req.Host = t.host
	}
	if t.session != "" {
		req.Header.Set(headerSession, t.session)
	}
	if t.version != "" {
		req.Header.Set(headerVersion, t.version)
	}
}

func accepted(resp *http.Response) bool { return resp.StatusCode >= 200 && resp.StatusCode < 300 }

// isEvents compares the media type, without parameters and case.
func isEvents(resp *http.Response) bool {
	media, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(media), mediaEvents)
}

// httpError turns a response into an error and closes it. A body that fails
// while it is read ends there.
func httpError(resp *http.Response, hints []string) error {
	defer resp.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, MaxErrorBody))
	e := &transport.HTTPError{Status: resp.StatusCode, Body: string(body)}
	for _, name := range hints {
		if value := resp.Header.Get(name); value != "" {
			e.Hints = append(e.Hints, name+": "+value)
		}
	}
	return e
}

// acknowledge ends a response whose body does not matter. A short one is read,
// which makes its connection usable again; any other costs the connection.
func acknowledge(resp *http.Response) {
	if resp.ContentLength >= 0 && resp.ContentLength <= maxAck {
		_, _ = io.Copy(io.Discard, resp.Body)
	}
	_ = resp.Body.Close()
}
