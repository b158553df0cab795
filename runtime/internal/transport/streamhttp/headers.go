package streamhttp

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// sent is what requests by a method carry, and the host that was configured for them.
// POSTs share their headers, which are not changed any more: net/http only reads them,
// round trippers of a program may not.
func (t *Transport) sent(method string) (host string, header http.Header) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if method != http.MethodPost || t.opts.HTTP != nil {
		return t.host, t.compose(method)
	}
	if t.posted == nil {
		t.posted = t.compose(method)
	}
	return t.host, t.posted
}

// compose puts together what a method needs, what was configured, and session and
// version, which nothing overrides. Locked.
func (t *Transport) compose(method string) http.Header {
	header := http.Header{}
	switch method {
	case http.MethodPost:
		header.Set("Content-Type", mediaJSON)
		header.Set("Accept", mediaJSON+", "+mediaEvents)
	case http.MethodGet:
		header.Set("Accept", mediaEvents)
	}
	if user := t.url.User; user != nil {
		password, _ := user.Password()
		(&http.Request{Header: header}).SetBasicAuth(user.Username(), password)
	}
	for name, values := range t.headers {
		header[name] = values
	}
	if t.session != "" {
		header.Set(headerSession, t.session)
	}
	if t.version != "" {
		header.Set(headerVersion, t.version)
	}
	return header
}

// readable closes a response whose body is encoded, and says how (F-58, A-46): nothing was
// offered in Accept-Encoding, so only a server or a proxy that does not listen
// encodes. Without this its bytes would be reported as bad JSON.
func readable(resp *http.Response) error {
	encoding := strings.TrimSpace(resp.Header.Get("Content-Encoding"))
	if encoding == "" || strings.EqualFold(encoding, "identity") {
		return nil
	}
	_ = resp.Body.Close()
	return &EncodingError{Encoding: encoding}
}

// retryAfter is how long the server asks to be left alone, in whole seconds or
// until a date; 0 if it does not, or in words that mean nothing.
func (t *Transport) retryAfter(resp *http.Response) time.Duration {
	text := strings.TrimSpace(resp.Header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 63); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, math.MaxInt64/uint64(time.Second))) * time.Second
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(t.opts.Clock.Until(date), 0)
	}
	return 0
}
