package proxy_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/proxy"
)

// A page whose name was made to point here reaches no server through the proxy.
func TestForeignHostsAreRefused(t *testing.T) {
	h := proxy.Local(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) }))
	for host, want := range map[string]int{
		"localhost": 202, "LocalHost:80": 202, "127.0.0.1": 202, "127.9.9.9:1": 202, "[::1]": 202, "[::1]:3": 202, "": 202,
		"evil.com": 403, "evil.com:80": 403, "localhost.evil.com": 403, "127.0.0.1.evil.com": 403, "10.0.0.1": 403, "0.0.0.0:1": 403,
		"127.1": 403, "2130706433": 403, "[::1": 202, "localhost:1:2": 403,
	} {
		for _, method := range []string{"GET", "POST", "DELETE", "OPTIONS"} {
			r := httptest.NewRequest(method, "/mcp", nil)
			r.Host = host
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			assert.Check(t, w.Code == want, "%s %q: %d", method, host, w.Code)
		}
	}
}
