package streamhttp

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/snowflake"
	"gotest.tools/v3/assert"
)

func TestZeroOptionsAreTheDocumentedOnes(t *testing.T) {
	o := Options{}.withDefaults()
	assert.Equal(t, o.Timeout, 30*time.Second)
	assert.Equal(t, o.MaxBody, 16<<20)
	assert.Equal(t, o.MaxEvent, 16<<20)
	assert.Assert(t, o.Clock != nil && o.Wires != nil)
	id, err := snowflake.ParseString(strings.Trim(o.IDs.Next(), `"`))
	assert.NilError(t, err)
	assert.Equal(t, id.Node(), int64(0))
	assert.Equal(t, Options{Timeout: -1}.withDefaults().Timeout, time.Duration(0), "no deadline")
}

// A program's round tripper may change the headers that it is given; what net/http is
// given it only reads.
func TestHeadersAreSharedWithNetHTTPAlone(t *testing.T) {
	for _, own := range []http.RoundTripper{nil, http.DefaultTransport} {
		tr := New(Options{URL: "http://h/", HTTP: own})
		_, first := tr.sent(http.MethodPost)
		first.Set("X-Of-The-Program", "1")
		_, second := tr.sent(http.MethodPost)
		assert.Equal(t, second.Get("X-Of-The-Program") != "", own == nil)
		_, get := tr.sent(http.MethodGet)
		assert.Equal(t, get.Get("Content-Type"), "")
		assert.Equal(t, get.Get("Accept"), "text/event-stream")
	}
}
