package host_test

import (
	"net"
	"net/http/httptest"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
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
