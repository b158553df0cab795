package proxy

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/serve"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/clients"
	"github.com/mcpsim/mcpsim/internal/proxy"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// takeCommands listens for commands if that is asked for; stop ends it.
func (c *command) takeCommands(p *proxy.Proxy) (stop func(), err error) {
	if c.control == "" {
		return func() {}, nil
	}
	token, err := c.token()
	if err != nil {
		return nil, ui.Usage(err)
	}
	addr, err := serve.Address("--control", c.control, c.expose)
	if err != nil {
		return nil, ui.Usage(err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, ui.Fail(ui.ExitFailed, fmt.Errorf("listening for commands: %w", err))
	}
	c.takes = &proxy.Control{Proxy: p, Token: token, AnyHost: c.expose}
	server := &http.Server{Handler: c.takes}
	clients.New(clients.OfCommands(), clock.Real()).Bound(server)
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(l)
	}()
	c.say("commands at http://%s", l.Addr())
	return func() { _ = server.Close(); <-served }, nil
}

// token is what commands must carry. Commands decide what a client sees, so who exposes them
// demands a token.
func (f flags) token() (string, error) {
	if f.tokenEnv == "" {
		if f.expose {
			return "", errors.New("--control with --expose needs --control-token-env: any program that can connect could give commands")
		}
		return "", nil
	}
	token := os.Getenv(f.tokenEnv)
	if token == "" {
		return "", fmt.Errorf("--control-token-env %s: the variable is not set, or empty", f.tokenEnv)
	}
	return token, nil
}
