package streamhttp

import (
	"net/http"
	"strconv"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/transport"
)

func TestZeroOptionsAreTheDocumentedOnes(t *testing.T) {
	o := Options{}.withDefaults()
	assert.Equal(t, o.MaxBody, 16<<20)
	assert.Equal(t, o.MaxEvent, 16<<20)
}

// A program's round tripper may change the headers that it is given; what net/http is
// given it only reads.
func TestHeadersAreSharedWithNetHTTPAlone(t *testing.T) {
	for _, own := range []http.RoundTripper{nil, http.DefaultTransport} {
		tr := New(filled(Options{URL: "http://h/", HTTP: own}))
		_, first := tr.sent(http.MethodPost, transport.Headers{})
		first.Set("X-Of-The-Program", "1")
		_, second := tr.sent(http.MethodPost, transport.Headers{})
		assert.Equal(t, second.Get("X-Of-The-Program") != "", own == nil)
		_, get := tr.sent(http.MethodGet, transport.Headers{})
		assert.Equal(t, get.Get("Content-Type"), "")
		assert.Equal(t, get.Get("Accept"), "text/event-stream")
	}
}

// Requests about the same share their headers; those of another tool, revision or with
// parameters in headers have their own, and what is kept is bounded.
func TestHeadersOfOneSubjectAreShared(t *testing.T) {
	tr := New(filled(Options{URL: "http://h/"}))
	sent := func(own transport.Headers) http.Header {
		_, header := tr.sent(http.MethodPost, own)
		return header
	}
	a := transport.Headers{Version: "2026-07-28", Method: "tools/call", Name: "a"}
	sent(a).Set("X-Shared", "1")
	assert.Equal(t, sent(a).Get("X-Shared"), "1")
	assert.Equal(t, sent(a).Get("Mcp-Name"), "a")
	for _, other := range []transport.Headers{
		{Version: a.Version, Method: a.Method, Name: "b"},
		{Version: a.Version, Method: "prompts/get", Name: a.Name},
		{Version: "2026-12-31", Method: a.Method, Name: a.Name},
		{Version: a.Version, Method: a.Method, Name: a.Name, Others: map[string]string{"mcp-param-x": "1"}},
		{},
	} {
		header := sent(other)
		assert.Equal(t, header.Get("X-Shared"), "", "%v", other)
		assert.Equal(t, header.Get("Mcp-Protocol-Version"), other.Version)
		assert.Equal(t, header.Get("Mcp-Method"), other.Method)
		assert.Equal(t, header.Get("Mcp-Name"), other.Name)
		assert.Equal(t, header.Get("Mcp-Param-X") != "", other.Others != nil)
	}
	for i := range 10 * maxPosted {
		sent(transport.Headers{Name: strconv.Itoa(i)})
		assert.Assert(t, len(tr.posted) <= maxPosted)
	}
	tr.SetProtocolVersion("2025-11-25")
	assert.Equal(t, sent(a).Get("X-Shared"), "", "what is new for all is new for each")
}
