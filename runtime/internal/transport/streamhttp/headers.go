package streamhttp

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/mirror"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// subject is what POSTs that have the same headers are about.
type subject struct{ version, method, name string }

// maxPosted is of how many subjects the headers are kept.
const maxPosted = 64

// sent is what a request carries, and the host that was configured for it. POSTs about
// the same share their headers, which are not changed any more: net/http only reads them,
// round trippers of a program may not.
func (t *Transport) sent(method string, own transport.Headers) (host string, header http.Header) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if method != http.MethodPost || t.opts.HTTP != nil || len(own.Others) > 0 {
		return t.host, t.compose(method, own)
	}
	about := subject{own.Version, own.Method, own.Name}
	header = t.posted[about]
	if header == nil {
		header = t.compose(method, own)
		if t.posted == nil || len(t.posted) == maxPosted {
			t.posted = map[subject]http.Header{}
		}
		t.posted[about] = header
	}
	return t.host, header
}

// compose puts together what a method needs, what was configured, session and version,
// and what the request says itself, which nothing overrides. Locked.
func (t *Transport) compose(method string, own transport.Headers) http.Header {
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
	for name, value := range own.Others {
		header.Set(name, value)
	}
	for _, one := range [...]struct{ name, value string }{
		{headerVersion, own.Version}, {mirror.Method, own.Method}, {mirror.Name, own.Name},
	} {
		if one.value != "" {
			header.Set(one.name, one.value)
		}
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
