package loopback

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestHost(t *testing.T) {
	for _, host := range []string{"localhost", "127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"} {
		assert.Check(t, Host(host), host)
	}
	for _, host := range []string{"", "example.com", "localhost.example.com", "LOCALHOST", "10.0.0.1", "0.0.0.0", "::", "[::1]", "127.0.0.1:80"} {
		assert.Check(t, !Host(host), host)
	}
}
