package streamhttp

import (
	"net/url"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// Each message is sent to the endpoint, so it has a bound.
func TestLongEndpointsAreRefused(t *testing.T) {
	stream := &url.URL{Scheme: "http", Host: "docs.test", Path: "/sse"}
	to, err := resolveEndpoint(stream, "/"+strings.Repeat("q", 8<<10-1))
	assert.NilError(t, err)
	assert.Equal(t, to.Host, "docs.test")
	_, err = resolveEndpoint(stream, "/"+strings.Repeat("q", 8<<10))
	assert.Error(t, err, "endpoint (of 8193 bytes) refused: it is longer than 8192 bytes")
}
