package login

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/iotest"

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
