package login

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// Without random bytes there is no request: what could be foreseen protects nobody.
func TestARequestNeedsRandomBytes(t *testing.T) {
	broken := errors.New("no more")
	address, _, err := begin(Plan{Server: Metadata{Authorize: "https://login.test/authorize"}}, secrets.Client{}, "", nil, iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)
	assert.Equal(t, address, "")
}

func TestHeadlessNeedsAURL(t *testing.T) {
	_, err := Headless{}.Authorize(context.Background(), Authorization{URL: "http://[x?state=secret"})
	assert.Error(t, err, "login: authorization response: the URL of the request cannot be read")
}

func TestIdentitiesArePrintedWithoutTheirSecrets(t *testing.T) {
	i := Identity{ID: "me", Secret: "s", Key: "k", Assertion: "a", Provider: Provider{ClientSecret: "c", IDToken: "t"}}
	assert.Equal(t, fmt.Sprintf("%v %+v %#v", i, i, i), "client(***) client(***) client(***)")
}

// Nobody is there to see that an authorization server does not answer.
func TestHeadlessWaitsHalfAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := make(pipes)
		silent := &http.Server{ReadHeaderTimeout: time.Hour, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })}
		go func() { _ = silent.Serve(network) }()
		begin := time.Now()
		_, err := Headless{Dial: network.dial}.Authorize(t.Context(), Authorization{URL: "http://login.test/authorize"})
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Error(t, err, "login: authorization response of http://login.test/authorize: the request could not be opened: timeout after 30s")
		assert.Equal(t, time.Since(begin), HeadlessTimeout)
		assert.NilError(t, silent.Close())
	})
}
