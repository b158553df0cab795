package login

import (
	"context"
	"crypto/rand"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// pipes is a listener whose connections are made by dial.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	c, open := <-p
	if !open {
		return nil, net.ErrClosed
	}
	return c, nil
}
func (p pipes) Close() error   { close(p); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p pipes) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	p <- theirs
	return ours, nil
}

// absent is a user who never comes back.
type absent struct{ Headless }

func (absent) Authorize(ctx context.Context, _ Authorization) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}

// A login waits a quarter of an hour for its user, and no longer.
func TestAUserHasFifteenMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := make(pipes)
		a := &authority{Server: &httptest.Server{URL: "http://localhost"}, change: func(string, map[string]any) {}, asked: map[string]int{}}
		server := &http.Server{Handler: a, ReadHeaderTimeout: time.Second}
		go func() { _ = server.Serve(network) }()
		store := new(secrets.Memory)
		l := New(Options{
			Store: store, Tokens: secrets.NewTokens(store, network.dial, clock.Real()), Dial: network.dial, Clock: clock.Real(),
			Random: rand.Reader, Local: address.Local, Agent: absent{Headless{RedirectURI: "http://127.0.0.1:1/callback"}},
		})
		begin := time.Now()
		_, err := l.Replace(t.Context(), config.Server{Name: "docs", Type: config.HTTP, URL: a.URL}, rejected("", 0))
		assert.ErrorContains(t, err, "login: waiting for the user: timeout after 15m0s")
		assert.Equal(t, time.Since(begin), 15*time.Minute)
		l.Close()
		assert.NilError(t, server.Close())
	})
}
