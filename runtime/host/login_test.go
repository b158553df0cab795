package host_test

import (
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

func TestALoginOnThisMachineNeedsNoTLS(t *testing.T) {
	script, err := fakeserver.Parse("docs.yaml", []byte("name: docs\ntools: [search]\nauthorization: {}\n"))
	assert.NilError(t, err)
	fake, err := fakeserver.New(script, fakeserver.Options{})
	assert.NilError(t, err)
	web := httptest.NewServer(fake.Handler())
	defer func() { fake.Close(); web.CloseClientConnections(); web.Close() }()
	store := new(host.MemoryCredentials)
	user := host.HeadlessAgent{Dial: new(net.Dialer).DialContext, RedirectURI: "http://127.0.0.1:33418/callback"}
	h, err := host.New(host.OhMyPi(), host.Env{Credentials: store, Login: host.LoginEnv{Agent: user}})
	assert.NilError(t, err)
	defer h.Close()
	started := h.Start(t.Context(), []config.Server{{Name: "docs", Type: config.HTTP, URL: web.URL + "/mcp"}})
	assert.Equal(t, len(started.Errors), 0)
	assert.Equal(t, len(started.Tools), 1)
	all, err := host.LoggedIn(t.Context(), store)
	assert.NilError(t, err)
	assert.Check(t, all[web.URL+"/mcp"].Access != "")
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
