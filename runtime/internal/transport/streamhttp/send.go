package streamhttp

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

const (
	mediaJSON   = "application/json"
	mediaEvents = "text/event-stream"

	headerSession = "Mcp-Session-Id"
	headerVersion = "Mcp-Protocol-Version"

	headerChallenge = "WWW-Authenticate"
)

// hintHeaders are appended to the errors of refused messages (OMP-TP-88, F-32).
var hintHeaders = []string{headerChallenge, "Mcp-Auth-Server"}

// post sends a frame, and once more after a 401 or 403 if refreshed headers are to be had
// (OMP-TP-80 to OMP-TP-85); more often only if SetRefresh has said so. A response that it returns has a status of 2xx.
func (t *Transport) post(ctx context.Context, frame []byte, own transport.Headers) (*http.Response, error) {
	resp, err := t.postOnce(ctx, frame, own)
	for try := 0; err == nil; try++ {
		again, why := t.refreshed(ctx, resp, try)
		if why != nil {
			return nil, fmt.Errorf("%w: %w", t.httpError(resp), why)
		}
		if !again {
			break
		}
		acknowledge(resp)
		resp, err = t.postOnce(ctx, frame, own)
	}
	return t.taken(resp, err)
}

// taken is a response of 2xx; any other is an error.
func (t *Transport) taken(resp *http.Response, err error) (*http.Response, error) {
	if err == nil && !accepted(resp) {
		return nil, t.httpError(resp)
	}
	return resp, err
}

// postOnce sends a frame and keeps the session id of the answer, whatever was
// sent and whatever the answer is (F-31).
func (t *Transport) postOnce(ctx context.Context, frame []byte, own transport.Headers) (*http.Response, error) {
	resp, err := t.send(ctx, http.MethodPost, frame, own)
	if err != nil {
		return nil, err
	}
	id := resp.Header.Get(headerSession)
	if len(id) > MaxSessionID {
		_ = resp.Body.Close()
		return nil, &TooLargeError{What: "session id", Limit: MaxSessionID}
	}
	if id != "" {
		t.mu.Lock()
		if !t.modern && t.session != id {
			t.session, t.posted = id, nil
		}
		t.mu.Unlock()
	}
	return resp, nil
}

// refreshed reports whether the credentials were rejected and then replaced.
func (t *Transport) refreshed(ctx context.Context, resp *http.Response, try int) (bool, error) {
	if resp.StatusCode != http.StatusUnauthorized && resp.StatusCode != http.StatusForbidden {
		return false, nil
	}
	t.mu.Lock()
	refresh, times := t.refresh, t.refreshes
	t.mu.Unlock()
	if refresh == nil || try >= times {
		return false, nil
	}
	hold(resp)
	headers, err := refresh(ctx, transport.Rejection{
		Status: resp.StatusCode, Authorization: resp.Request.Header.Get("Authorization"),
		Challenges: resp.Header.Values(headerChallenge), Try: try,
	})
	if len(headers) == 0 {
		return false, err
	}
	t.setHeaders(headers)
	return true, nil
}

// send sends a request and follows redirects that keep method and body and stay
// within the origin, so that no credential leaves it.
func (t *Transport) send(ctx context.Context, method string, body []byte, own transport.Headers) (*http.Response, error) {
	wire, target := t.posts, t.target(method)
	if method == http.MethodGet {
		wire = t.gets
	}
	for hops := 0; ; hops++ {
		resp, err := plainhttp.RoundTrip(wire, t.request(ctx, method, target, body, own))
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
	var why string
	switch {
	case err != nil:
		why = "it names no usable location"
	case to.Scheme != from.Scheme || to.Host != from.Host:
		why = "it leads to another origin, " + excerpt.To(to.Scheme+"://"+to.Host, excerpt.Word)
	case hops == MaxRedirects:
		why = fmt.Sprintf("it is the %dth", hops+1)
	default:
		return to, nil
	}
	_ = resp.Body.Close()
	return nil, &RedirectError{Status: status, Why: why}
}

// request builds a request with the documented headers (F-29).
func (t *Transport) request(ctx context.Context, method string, target *url.URL, body []byte, own transport.Headers) *http.Request {
	host, header := t.sent(method, own)
	req := (&http.Request{Method: method, URL: target, Host: cmp.Or(host, target.Host), Header: header}).WithContext(ctx)
	if body != nil {
		req.Body = io.NopCloser(bytes.NewReader(body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		req.ContentLength = int64(len(body))
	}
	return req
}

func accepted(resp *http.Response) bool { return resp.StatusCode >= 200 && resp.StatusCode < 300 }

// isEvents compares the media type, without parameters and case.
func isEvents(resp *http.Response) bool {
	media, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(media), mediaEvents)
}

// httpError turns a response into an error and closes it. A body that fails
// while it is read ends there; of one that cannot be read the encoding is told.
func (t *Transport) httpError(resp *http.Response) error {
	defer resp.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, MaxErrorBody))
	e := &transport.HTTPError{Status: resp.StatusCode, Body: string(body), RetryAfter: t.retryAfter(resp), Challenges: resp.Header.Values(headerChallenge)}
	if err := readable(resp); err != nil {
		e.Body = err.Error()
	}
	if t.isModern() && resp.StatusCode != http.StatusUnauthorized && len(e.Challenges) == 0 { // else the body is of OAuth
		if m, err := jsonrpc.Parse(body); err == nil && m.Kind == jsonrpc.Response {
			e.Answer = m.Err()
		}
	}
	for _, name := range hintHeaders {
		if value := resp.Header.Get(name); value != "" {
			e.Hints = append(e.Hints, name+": "+excerpt.To(value, excerpt.Kept))
		}
	}
	return e
}

// acknowledge ends a response whose body does not matter. A short one is read,
// which makes its connection usable again; any other costs the connection.
func acknowledge(resp *http.Response) {
	if short(resp) {
		_, _ = io.Copy(io.Discard, resp.Body)
	}
	_ = resp.Body.Close()
}

// hold reads a short body before something that may take minutes, a login say: its
// connection is free meanwhile, and what it says is there also if the time of the request
// is over then.
func hold(resp *http.Response) {
	if short(resp) {
		body, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		resp.Body = io.NopCloser(bytes.NewReader(body))
	}
}

// short reports whether the body of a response is known to be short.
func short(resp *http.Response) bool { return resp.ContentLength >= 0 && resp.ContentLength <= maxAck }
