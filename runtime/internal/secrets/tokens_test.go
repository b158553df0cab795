package secrets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// fixture is a store, a token endpoint that takes a second, and their Tokens.
type fixture struct {
	sim    *vtime.Sim
	store  *Memory
	tokens *Tokens
	asked  int
	auth   auth
	server *http.Server
	life   context.Context
}

func withTokens(t *testing.T, f func(x *fixture)) {
	t.Helper()
	simulate(t, func(s *vtime.Sim) {
		n := netem.New(s)
		x := &fixture{sim: s, store: new(Memory), life: context.Background(), auth: auth{CredentialID: "x", TokenURL: "http://auth.test/"}}
		x.tokens = NewTokens(x.store, n.Dial("runtime"), s.Clock("runtime"))
		x.server = &http.Server{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			x.asked++
			if clock.Sleep(r.Context(), s.Clock("auth"), time.Second) == nil {
				_, _ = fmt.Fprintf(rw, `{"access_token":"a%d","refresh_token":"r%d"}`, x.asked+1, x.asked+1)
			}
		})}
		l, err := n.Listen("auth.test:80")
		assert.NilError(t, err)
		s.Go("auth", func() { _ = x.server.Serve(l) })
		assert.NilError(t, Save(x.life, x.store, "x", Credential{Access: "a1", Refresh: "r1", Expires: s.Begin().Add(time.Hour)}))
		f(x)
		x.tokens.Close()
		_ = x.server.Close()
	})
}

func (x *fixture) stored() string {
	c, _, _ := x.store.Load(x.life, "x")
	return c.Access + " " + c.Refresh
}

func TestRenewBefore_F_39(t *testing.T) {
	for left, want := range map[time.Duration]string{
		5*time.Minute + time.Millisecond: "a1", 5 * time.Minute: "a2", 0: "a2", -time.Hour: "a2",
	} {
		withTokens(t, func(x *fixture) {
			c := Credential{Access: "a1", Refresh: "r1", Expires: x.sim.Clock("t").Now().Add(left)}
			assert.NilError(t, Save(x.life, x.store, "x", c))
			got, err := x.tokens.fresh(x.life, "s", &x.auth)
			assert.NilError(t, err)
			assert.Equal(t, got, want, "%s", left)
		})
	}
}

// What another program has stored while a token was renewed counts if there is a token in it.
func TestRenewalsYieldToTokensAlone(t *testing.T) {
	for theirs, want := range map[Credential]string{
		{Access: "theirs", Refresh: "other"}: "theirs",
		{Refresh: "other"}:                   "a2",
		{Access: "theirs", Refresh: "r1"}:    "a2",
	} {
		withTokens(t, func(x *fixture) {
			assert.NilError(t, Save(x.life, x.store, "x", Credential{Access: "a1", Refresh: "r1"}))
			x.sim.Schedule(x.sim.Begin().Add(500*time.Millisecond), "another", func() {
				assert.Check(t, Save(x.life, x.store, "x", theirs))
			})
			got, err := x.tokens.renew(x.life, "s", &x.auth, "a1")
			assert.NilError(t, err)
			assert.Equal(t, got, want, "%+v", theirs)
		})
	}
}

func TestManyRenewalsAreOne_FF_71(t *testing.T) {
	withTokens(t, func(x *fixture) {
		var mu sync.Mutex
		var got []string
		for range 20 {
			x.sim.Go("caller", func() {
				token, err := x.tokens.renew(x.life, "s", &x.auth, "a1")
				mu.Lock()
				defer mu.Unlock()
				got = append(got, fmt.Sprint(token, err))
			})
			assert.NilError(t, x.sim.Settle())
		}
		assert.NilError(t, x.sim.Sleep(2*time.Second))
		token, err := x.tokens.renew(x.life, "s", &x.auth, "a1") // a late one
		assert.NilError(t, err)
		assert.Equal(t, token, "a2")
		assert.Equal(t, len(got), 20)
		for _, line := range got {
			assert.Equal(t, line, "a2<nil>")
		}
		assert.Equal(t, x.asked, 1)
		assert.Equal(t, x.stored(), "a2 r2")
	})
}

// A caller who leaves does not take the answer along; Close does.
func TestWhoEndsARenewal(t *testing.T) {
	reason := errors.New("left")
	withTokens(t, func(x *fixture) {
		ctx, cancel := context.WithCancelCause(x.life)
		var err error
		x.sim.Go("caller", func() { _, err = x.tokens.renew(ctx, "s", &x.auth, "a1") })
		assert.NilError(t, x.sim.Sleep(500*time.Millisecond))
		cancel(reason)
		assert.NilError(t, x.sim.Sleep(10*time.Millisecond))
		assert.Equal(t, err, reason)
		assert.Equal(t, x.stored(), "a1 r1")
		assert.NilError(t, x.sim.Sleep(time.Second))
		assert.Equal(t, x.stored(), "a2 r2")

		x.sim.Go("caller", func() { _, err = x.tokens.renew(x.life, "s", &x.auth, "a2") })
		assert.NilError(t, x.sim.Sleep(500*time.Millisecond))
		x.tokens.Close()
		assert.NilError(t, x.sim.Sleep(10*time.Millisecond))
		assert.ErrorIs(t, err, errClosed)
		assert.Equal(t, x.stored(), "a2 r2")

		token, err := x.tokens.renew(x.life, "s", &x.auth, "a2") // it can go on
		assert.NilError(t, err)
		assert.Equal(t, token, "a4")
	})
}

// unwritable is a store that cannot be saved to.
type unwritable struct{ *Memory }

func (unwritable) Change(context.Context, string, func(Credential, bool) (Credential, error)) error {
	return errors.New("disk full")
}

func TestATokenThatCannotBeKeptIsUsed(t *testing.T) {
	withTokens(t, func(x *fixture) {
		x.tokens.store = unwritable{x.store}
		token, err := x.tokens.renew(x.life, "s", &x.auth, "a1")
		assert.Error(t, err, "keeping a new token: disk full")
		assert.Equal(t, token, "a2")
	})
}

// Settings that name no credential are an error of a renewal, too.
func TestSettingsThatCannotBeReadAreNotRenewed(t *testing.T) {
	withTokens(t, func(x *fixture) {
		wrong := config.Server{Name: "docs", Type: config.HTTP, URL: "http://docs.test/", Auth: json.RawMessage(`{"type": "oauth", "tokenUrl": 7}`)}
		token, err := x.tokens.Renew(x.life, "docs", wrong, "a1")
		assert.Check(t, err != nil && token == "")
		assert.Equal(t, x.asked, 0)
	})
}

func TestRenewTimeout(t *testing.T) {
	simulate(t, func(s *vtime.Sim) {
		hang := func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }
		store := new(Memory)
		assert.NilError(t, Save(context.Background(), store, "x", Credential{Access: "a1", Refresh: "r1"}))
		tokens := NewTokens(store, hang, s.Clock("runtime"))
		token, err := tokens.renew(context.Background(), "s", &auth{CredentialID: "x", TokenURL: "http://auth.test/"}, "a1")
		assert.Error(t, err, "asking the token endpoint: timeout after 30s")
		assert.Equal(t, token, "")
		assert.Equal(t, s.Elapsed().Round(time.Millisecond), 30*time.Second)
	})
}

// found is a connection that leads to an address.
type found struct {
	net.Conn
	at string
}

func (c found) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(c.at), Port: 80} }

// A name that was public when a user logged in may lead to a private address later: what
// the login has left does not go there, unless the server is at one, too. What a
// definition names itself does.
func TestRenewalsStayAway_OAC_45(t *testing.T) {
	for _, c := range []struct {
		server, at string // of the login, and where it is
		want       string
	}{
		{"http://mcp.test/mcp", "8.8.8.8", "asking the token endpoint: its host is at a private address, and the server is not"},
		{"http://mcp.test/mcp", "10.0.0.1", ""},
		{"http://127.0.0.1/mcp", "", ""},
		{"", "", ""},
	} {
		withTokens(t, func(x *fixture) {
			dial := x.tokens.dial
			x.tokens.dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
				if addr == "mcp.test:80" {
					return found{new(net.TCPConn), c.at}, nil
				}
				conn, err := dial(ctx, network, addr)
				return found{conn, "10.0.0.2"}, err
			}
			kept := Credential{Access: "a1", Refresh: "r1", Login: &Login{Server: c.server, TokenURL: x.auth.TokenURL}}
			if c.server == "" {
				kept.Login = nil
			}
			assert.NilError(t, Save(x.life, x.store, "x", kept))
			token, err := x.tokens.renew(x.life, "s", &x.auth, "a1")
			if c.want == "" {
				assert.NilError(t, err, c.server)
				assert.Equal(t, token, "a2", c.server)
				return
			}
			assert.Error(t, err, c.want)
			assert.Equal(t, x.asked, 0)
			assert.Equal(t, x.stored(), "a1 r1")
		})
	}
}

// slowStore takes a second for what it reads, whatever becomes of those who ask.
type slowStore struct{ Memory }

func (s *slowStore) Load(ctx context.Context, id string) (Credential, bool, error) {
	time.Sleep(time.Second)
	return s.Memory.Load(context.WithoutCancel(ctx), id)
}

// What a renewal has under way with the store ends before Close does: a program that
// closes its host and exits must not cut it off.
func TestCloseWaitsForTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := NewTokens(new(slowStore), nil, clock.Real())
		begin, ended := time.Now(), make(chan error, 1)
		go func() {
			_, err := x.share(t.Context(), "test", &auth{CredentialID: "x"}, x.ending)
			ended <- err
		}()
		synctest.Wait()
		x.Close()
		assert.Equal(t, time.Since(begin), time.Second)
		assert.ErrorIs(t, <-ended, errUnknown)
	})
}
