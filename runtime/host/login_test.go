package host_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// protected is the URL of a server on this machine that wants a login.
func protected(t *testing.T) string {
	t.Helper()
	script, err := fakeserver.Parse("docs.yaml", []byte("name: docs\ntools: [search]\nauthorization: {}\n"))
	assert.NilError(t, err)
	fake, err := fakeserver.New(script, fakeserver.Options{})
	assert.NilError(t, err)
	web := httptest.NewServer(fake.Handler())
	t.Cleanup(func() { fake.Close(); web.CloseClientConnections(); web.Close() })
	return web.URL + "/mcp"
}

func TestALoginOnThisMachineNeedsNoTLS(t *testing.T) {
	url := protected(t)
	store := new(host.MemoryCredentials)
	user := host.HeadlessAgent{Dial: new(net.Dialer).DialContext, RedirectURI: "http://127.0.0.1:33418/callback"}
	h, err := host.New(host.OhMyPi(), host.Env{Credentials: store, Login: host.LoginEnv{Agent: user}})
	assert.NilError(t, err)
	defer h.Close()
	started := h.Start(t.Context(), []config.Server{{Name: "docs", Type: config.HTTP, URL: url}})
	assert.Equal(t, len(started.Errors), 0)
	assert.Equal(t, len(started.Tools), 1)
	all, err := host.LoggedIn(t.Context(), store)
	assert.NilError(t, err)
	assert.Check(t, all[url].Access != "")
}

// uncalled is a user agent that has nowhere to be called back.
type uncalled struct{ host.HeadlessAgent }

func (uncalled) Redirect(context.Context, []string) (string, error) { return "", errors.New("no port") }

func TestALoginThatCannotBeCalledBack(t *testing.T) {
	user := uncalled{host.HeadlessAgent{Dial: new(net.Dialer).DialContext}}
	h, err := host.New(host.OhMyPi(), host.Env{Credentials: new(host.MemoryCredentials), Login: host.LoginEnv{Agent: user}})
	assert.NilError(t, err)
	defer h.Close()
	started := h.Start(t.Context(), []config.Server{{Name: "docs", Type: config.HTTP, URL: protected(t)}})
	assert.Equal(t, len(started.Errors), 1)
	assert.ErrorContains(t, started.Errors[0].Err, "login: preparing to be called back: no port")
}

func TestScopesForWantOfWhich_OAC_33(t *testing.T) {
	refused := func(status int) error {
		return fmt.Errorf("calling: %w", &transport.HTTPError{Status: status, Challenges: []string{`Bearer error="insufficient_scope", scope="a b"`}})
	}
	assert.DeepEqual(t, host.WantedScopes(refused(403)), []string{"a", "b"})
	for _, other := range []error{refused(401), refused(404), &transport.HTTPError{Status: 403}, errors.New("403"), nil} {
		assert.Check(t, host.WantedScopes(other) == nil, "%v", other)
	}
}
