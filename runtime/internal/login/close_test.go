package login

import (
	"context"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Close waits for no server that a login has asked.
func TestCloseEndsLogins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := func(ctx context.Context, _, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, context.Cause(ctx)
		}
		l := New(Options{Store: new(secrets.Memory), Clock: clock.Real(), Dial: silent, Local: address.Local, Agent: Headless{}})
		failed := make(chan error, 1)
		go func() {
			_, err := l.Replace(t.Context(), config.Server{Name: "docs", Type: config.HTTP, URL: "http://localhost/mcp"}, transport.Rejection{Status: 401})
			failed <- err
		}()
		synctest.Wait()
		begin := time.Now()
		l.Close()
		assert.Equal(t, time.Since(begin), time.Duration(0))
		assert.ErrorContains(t, <-failed, "it cannot be read: login ended: the host is closed")
	})
}

// slowStore takes a second for what it reads, whatever becomes of those who ask.
type slowStore struct{ secrets.Memory }

func (s *slowStore) Load(ctx context.Context, id string) (secrets.Credential, bool, error) {
	time.Sleep(time.Second)
	return s.Memory.Load(context.WithoutCancel(ctx), id)
}

// What a login has under way with the store ends before Close does.
func TestCloseWaitsForTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := func(ctx context.Context, _, _ string) (net.Conn, error) { return nil, ctx.Err() }
		l := New(Options{Store: new(slowStore), Clock: clock.Real(), Dial: silent, Local: address.Local, Agent: Headless{}})
		begin := time.Now()
		go func() {
			_, _ = l.Replace(t.Context(), config.Server{Name: "docs", Type: config.HTTP, URL: "http://localhost/mcp"}, transport.Rejection{Status: 401})
		}()
		time.Sleep(1500 * time.Millisecond) // it was read once before the login begins, and is read again
		l.Close()
		assert.Equal(t, time.Since(begin), 2*time.Second)
	})
}
