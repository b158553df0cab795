package address

import (
	"fmt"
	"io"
	"net/url"
	"testing"

	"gotest.tools/v3/assert"
)

func TestParse(t *testing.T) {
	for raw, want := range map[string]string{
		"http://a.test/m?x#y":  "",
		"HTTPS://u:p@a.test:1": "",
		"ws://a.test":          `parsing the URL: scheme "ws" with host "a.test" is not HTTP`,
		"http:///m":            `parsing the URL: scheme "http" with host "" is not HTTP`,
		"a.test/m":             `parsing the URL: scheme "" with host "" is not HTTP`,
		"http://u:secret/@a":   "parsing the URL: malformed host, port, user or escape",
		"http://a.test/%zz":    "parsing the URL: malformed host, port, user or escape",
	} {
		u, err := Parse(raw, "HTTP", "http", "https")
		if want != "" {
			assert.Error(t, err, want)
			assert.Check(t, u == nil, raw)
			continue
		}
		assert.NilError(t, err)
		assert.Check(t, u.Hostname() == "a.test", raw)
	}
}

func TestHidden(t *testing.T) {
	assert.Equal(t, Hidden(fmt.Errorf("x: %w", &url.Error{Op: "Get", URL: "http://secret", Err: io.EOF})), io.EOF)
	assert.Equal(t, Hidden(io.ErrClosedPipe), io.ErrClosedPipe)
}
