package fakeserver_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

func TestFixture(t *testing.T) {
	found, err := fakeserver.Fixture("conformance")
	assert.NilError(t, err)
	script, err := found.Script()
	assert.NilError(t, err)
	assert.Equal(t, script.Name, "conformance")
	_, err = fakeserver.Fixture("auth-logni")
	assert.ErrorContains(t, err, `no fixture "auth-logni", did you mean "auth-login"?; known are `)
}

func TestFixturesAreWellKept(t *testing.T) {
	titles := map[string]bool{}
	for _, f := range fakeserver.Fixtures() {
		script, err := f.Script()
		assert.NilError(t, err)
		assert.Check(t, f.Name == "conformance" || strings.HasPrefix(f.Name, "auth-") && len(script.Authorization) > 0, f.Name)
		assert.Check(t, strings.HasSuffix(f.Title, ".") && !titles[f.Title], "%s: title %q", f.Name, f.Title)
		assert.Check(t, len(f.Over) > 0, f.Name)
		titles[f.Title] = true
	}
}

// TestReconnectionOfTheFixture is what the suite does not insist on: the answer
// comes on the second stream.
func TestReconnectionOfTheFixture(t *testing.T) {
	found, err := fakeserver.Fixture("conformance")
	assert.NilError(t, err)
	simulate(t, found.Source, func(b *bench) {
		s := b.publish()
		defer s.unpublish()
		s.connect()
		r := s.post(question("7", "tools/call", `{"name":"test_reconnection"}`))
		assert.Check(t, r.done)
		assert.Equal(t, r.body.take(), "id: 1-2-0\nretry: 500\ndata: \n\n")
		s.after(time.Second)
		again := s.do("GET", "", "Last-Event-ID", "1-2-0")
		assert.Check(t, again.done)
		assert.Check(t, strings.Contains(again.body.take(), "Reconnection test completed"))
	})
}

// TestDNSRebinding sends what a browser does when a foreign name was made to
// point at loopback: Host and Origin agree and are foreign.
func TestDNSRebinding(t *testing.T) {
	_, url := loopback(t, nil)
	for host, status := range map[string]int{"evil.example": http.StatusForbidden, "localhost:99": http.StatusOK} {
		req, err := http.NewRequest(http.MethodPost, url, strings.NewReader(initialize))
		assert.NilError(t, err)
		req.Host = host
		req.Header.Set("Origin", "http://"+host)
		res, err := browser.Do(req)
		assert.NilError(t, err)
		assert.NilError(t, res.Body.Close())
		assert.Equal(t, res.StatusCode, status, host)
	}
	online(t, "", func(s *site) { // a host of its own, elsewhere than on loopback
		assert.Equal(t, s.post(initialize, "Origin", "http://docs.test").status, http.StatusOK)
	})
}
