package server

import (
	"net/http"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/probe"
)

func TestSessionIDsAreVisible(t *testing.T) {
	for id, good := range map[string]bool{"": true, "!~": true, "a b": false, "\x7f": false, "a\x20": false, "ü": false, "\x1f": false} {
		assert.Equal(t, visibleID(&probe.Conn{Session: id}) == nil, good, "%q", id)
	}
}

// A challenge may be one of several headers, and one of several in a header.
func TestChallenges(t *testing.T) {
	for _, c := range []struct {
		status  int
		headers []string
		wrong   string
	}{
		{http.StatusUnauthorized, []string{`Bearer scope="a"`}, ""},
		{http.StatusForbidden, []string{`Bearer`}, ""},
		{http.StatusUnauthorized, []string{`Basic realm="a"`, `Bearer realm="a"`}, ""},
		{http.StatusUnauthorized, []string{`Basic realm="a", Bearer realm="a"`}, ""},
		{http.StatusUnauthorized, []string{`Basic realm="a"`}, `HTTP 401 has no Bearer challenge: WWW-Authenticate is Basic realm="a"`},
		{http.StatusUnauthorized, nil, `HTTP 401 has no Bearer challenge: WWW-Authenticate is absent`},
		{http.StatusForbidden, nil, `see AUTH-01: without a token the status is 403: a client takes that for a server of another revision`},
		{http.StatusOK, []string{`Bearer`}, `see AUTH-01: without a token the status is 200: a client takes that for a server of another revision`},
		{http.StatusBadRequest, nil, `see AUTH-01: without a token the status is 400: a client takes that for a server of another revision`},
	} {
		err := challenged(&probe.Reply{Status: c.status, Header: http.Header{"Www-Authenticate": c.headers}})
		if c.wrong == "" {
			assert.NilError(t, err)
		} else {
			assert.Error(t, err, c.wrong)
		}
	}
}
