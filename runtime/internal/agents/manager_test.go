package agents_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
)

var bg = context.Background()

// modes runs f with a sequential and with a parallel policy.
func modes(t *testing.T, f func(t *testing.T, p agents.Policy)) {
	for _, parallel := range []bool{false, true} {
		p := agents.DefaultPolicy()
		p.Parallel = parallel
		t.Run(map[bool]string{false: "sequential", true: "parallel"}[parallel], func(t *testing.T) { f(t, p) })
	}
}

// workers is what the view of workers shows.
func workers(p agents.Policy, names string) string {
	if !p.Parallel {
		return " workers="
	}
	return " workers=" + names
}

func TestConnectAndCleanup(t *testing.T) {
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			m := b.manager(p, "a", "b", "c")
			b.fakes.of("a").connect = 3 * time.Second
			assert.Check(t, views(m) == "connected= failed= active= errors= workers=") // D-O5
			active, err := m.ConnectAll(bg)
			assert.Check(t, err)
			assert.Check(t, len(active) == 3 && active[0].Name() == "a") // OAI-18
			assert.Check(t, views(m) == "connected=abc failed= active=abc errors="+workers(p, "abc"), views(m))
			b.fakes.seen()
			_, err = m.ConnectAll(bg) // OAI-36
			assert.Check(t, err)
			assert.Check(t, b.fakes.seen() == "")
			assert.Check(t, m.CleanupAll(bg))
			assert.Check(t, b.fakes.seen() == "close c | close b | close a") // OAI-10
			assert.Check(t, m.CleanupAll(bg))                                // OAI-35
			assert.Check(t, b.fakes.seen() == "")
			assert.Check(t, views(m) == "connected= failed= active= errors= workers=", views(m))
		})
	})
}

// Tokens are names; the goroutines behind them are the same, too (OAI-04 to 07).
func TestOwnerConnectsAndCleansUp(t *testing.T) {
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			m := b.manager(p, "a", "b")
			b.fakes.thread("caller")
			_, err := m.ConnectAll(agents.WithOwner(bg, "main"))
			assert.Check(t, err)
			assert.Check(t, m.CleanupAll(agents.WithOwner(bg, "main")))
			on := b.fakes.threads
			for _, name := range []string{"a", "b"} {
				assert.Check(t, on["connect "+name] == on["close "+name])
				assert.Check(t, (on["connect "+name] == on["caller"]) == !p.Parallel)
			}
			assert.Check(t, (on["connect a"] != on["connect b"]) == p.Parallel)
			want := "main connect>ok | main connect>ok | main cleanup>ok | main cleanup>ok"
			if p.Parallel {
				want = "a/worker-1 connect>ok | b/worker-1 connect>ok | b/worker-1 cleanup>ok | a/worker-1 cleanup>ok"
			}
			assert.Check(t, b.happened(event.WorkEnd) == want, b.happened(event.WorkEnd))
		})
	})
}

func TestFailuresAreRecorded(t *testing.T) { // OAI-16, 17, 19, 20
	modes(t, func(t *testing.T, p agents.Policy) {
		for drop, active := range map[bool]string{true: "ac", false: "abc"} {
			simulate(t, func(b *bench) {
				p.DropFailed = drop
				m := b.manager(p, "a", "b", "c")
				b.fakes.of("b").connectErr = errRefused
				got, err := m.ConnectAll(bg)
				assert.Check(t, err)
				assert.Check(t, len(got) == len(active))
				assert.Check(t, views(m) == "connected=ac failed=b active="+active+" errors=b"+workers(p, "ac"), views(m))
				assert.Check(t, errors.Is(m.Errors()[m.Server("b")], errRefused))
				assert.Check(t, m.CleanupAll(bg))
				assert.Check(t, views(m) == "connected= failed=b active= errors=b workers=", views(m))
			})
		}
	})
}

func TestStrictConnectRollsBack(t *testing.T) { // OAI-21 to 24
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			m := b.manager(p, "a", "b", "c")
			b.fakes.of("a").connectErr, b.fakes.of("c").connectErr = errRefused, errRefused
			_, err := m.ConnectAll(bg)
			assert.Check(t, err)
			b.fakes.of("a").connectErr = nil
			strict(m)
			b.fakes.seen()
			got, err := m.ConnectAll(bg)
			assert.Check(t, errors.Is(err, errRefused) && got == nil)
			assert.Check(t, views(m) == "connected=b failed=c active=b errors=c"+workers(p, "b"), views(m))
			assert.Check(t, b.fakes.seen() == "connect a | connect c | close a") // b stays
			assert.Check(t, m.CleanupAll(bg))
		})
	})
}

// One after the other, a strict connect stops where it has failed; side by side, all
// are tried (S-OAI-02).
func TestStrictConnectStops(t *testing.T) {
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			p.Strict = true
			m := b.manager(p, "a", "b")
			b.fakes.of("a").connectErr = errRefused
			_, err := m.ConnectAll(bg)
			assert.Check(t, errors.Is(err, errRefused))
			want := map[bool]string{false: "connect a", true: "connect a | connect b | close b"}[p.Parallel]
			assert.Check(t, b.fakes.seen() == want)
		})
	})
}

// What is restored is what is still connected: not a server that was lost meanwhile.
func TestStrictConnectRestoresWhatIsCoherent(t *testing.T) { // OAI-23
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			p.Strict = true
			m := b.manager(p, "a", "b")
			_, err := m.ConnectAll(bg)
			assert.Check(t, err)
			b.fakes.last.drop()
			lost := b.fakes.last.name
			b.fakes.of(lost).connectErr = errRefused
			_, err = m.ConnectAll(bg)
			assert.Check(t, errors.Is(err, errRefused))
			left := map[string]string{"a": "b", "b": "a"}[lost]
			want := "connected=" + left + " failed=" + lost + " active=" + left + " errors=" + lost + workers(p, left)
			assert.Check(t, views(m) == want, views(m))
			assert.Check(t, m.CleanupAll(bg))
		})
	})
}

func TestStrictErrorIsThatOfTheFirstConfigured(t *testing.T) { // D-O8
	first, second := errors.New("first"), errors.New("second")
	simulate(t, func(b *bench) {
		m := b.manager(agents.Policy{Strict: true, Parallel: true}, "a", "b")
		*b.fakes.of("a") = behaviour{connect: 2 * time.Second, connectErr: first}
		*b.fakes.of("b") = behaviour{connect: time.Second, connectErr: second}
		_, err := m.ConnectAll(bg)
		assert.Check(t, errors.Is(err, first), err)
	})
}

func TestReconnectFailed(t *testing.T) { // OAI-25 to 28
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			m := b.manager(p, "a", "b", "c")
			b.fakes.of("b").connectErr = errRefused
			_, err := m.ConnectAll(bg)
			assert.Check(t, err)
			b.fakes.seen()
			_, err = m.Reconnect(bg, true)
			assert.Check(t, err)
			assert.Check(t, b.fakes.seen() == "connect b")
			b.fakes.of("b").connectErr = nil
			_, err = m.Reconnect(bg, true)
			assert.Check(t, err)
			assert.Check(t, b.fakes.seen() == "connect b")
			assert.Check(t, views(m) == "connected=abc failed= active=abc errors="+workers(p, "abc"), views(m))
			_, err = m.Reconnect(bg, false) // OAI-29
			assert.Check(t, err)
			assert.Check(t, b.fakes.seen() == "close c | close b | close a | connect a | connect b | connect c")
			assert.Check(t, m.CleanupAll(bg))
		})
	})
}

func TestStrictReconnectKeepsWhatItConnected(t *testing.T) { // S-OAI-05
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			m := b.manager(p, "a", "b")
			b.fakes.of("a").connectErr, b.fakes.of("b").connectErr = errRefused, errRefused
			_, err := m.ConnectAll(bg)
			assert.Check(t, err)
			b.fakes.of("a").connectErr = nil
			strict(m)
			_, err = m.Reconnect(bg, true)
			assert.Check(t, errors.Is(err, errRefused))
			assert.Check(t, views(m) == "connected=a failed=b active=a errors=b"+workers(p, "a"), views(m))
			assert.Check(t, m.CleanupAll(bg))
		})
	})
}

func TestConnectTimeout(t *testing.T) { // OAI-08, OAI-09
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			m := b.manager(p, "a")
			b.fakes.of("a").connect = time.Hour
			took := b.elapsed(func() { _, err := m.ConnectAll(bg); assert.Check(t, err) })
			assert.Check(t, took == 10*time.Second, took)
			err := m.Errors()[m.Server("a")]
			assert.Check(t, err != nil && err.Error() == "connect of MCP server 'a' timed out after 10s", err)
			assert.Check(t, errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled))
			owner := map[bool]string{false: "caller", true: "a/worker-1"}[p.Parallel]
			assert.Check(t, b.happened(event.WorkEnd) == owner+" connect>timeout", b.happened(event.WorkEnd))
		})
	})
}

func TestCallerGoesAway(t *testing.T) { // OAI-12, OAI-33, A-O9
	modes(t, func(t *testing.T, p agents.Policy) {
		for _, suppress := range []bool{true, false} {
			for _, late := range []bool{true, false} {
				simulate(t, func(b *bench) {
					p.SuppressCancelled = suppress
					m := b.manager(p, "a", "b", "c")
					*b.fakes.of("b") = behaviour{connect: time.Minute, late: late}
					p.ConnectTimeout = 0
					ctx := b.cancelAfter(time.Second)
					active, err := m.ConnectAll(ctx)
					assert.Check(t, (err == nil) == suppress && (suppress || err == errGone), "%v", err)
					assert.Check(t, len(active) == 0)
					assert.Check(t, views(m) == "connected= failed= active= errors= workers=", views(m))
					assert.Check(t, b.fakes.open == 0)
					b.fakes.of("b").connect = 0
					_, err = m.ConnectAll(bg)
					assert.Check(t, err)
					assert.Check(t, views(m) == "connected=abc failed= active=abc errors="+workers(p, "abc"), views(m))
					assert.Check(t, m.CleanupAll(bg))
				})
			}
		}
	})
}

func TestServerCancels(t *testing.T) { // OAI-12
	modes(t, func(t *testing.T, p agents.Policy) {
		for _, suppress := range []bool{true, false} {
			simulate(t, func(b *bench) {
				p.Strict, p.SuppressCancelled = true, suppress
				m := b.manager(p, "a", "b")
				b.fakes.of("a").connectErr = fmt.Errorf("session: %w", context.Canceled)
				_, err := m.ConnectAll(bg)
				if suppress {
					assert.Check(t, err)
					assert.Check(t, views(m) == "connected=b failed=a active=b errors=a"+workers(p, "b"), views(m))
				} else {
					assert.Check(t, errors.Is(err, context.Canceled))
					assert.Check(t, views(m) == "connected= failed=a active= errors=a workers=", views(m))
				}
				assert.Check(t, m.CleanupAll(bg))
			})
		}
	})
}

func TestFatalFailuresPropagate(t *testing.T) { // OAI-13, OAI-34
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			m := b.manager(p, "a", "b")
			b.fakes.of("b").connectErr = &agents.FatalError{Err: errRefused}
			for _, connect := range []func() ([]*agents.Server, error){
				func() ([]*agents.Server, error) { return m.ConnectAll(bg) },
				func() ([]*agents.Server, error) { return m.Reconnect(bg, false) },
			} {
				_, err := connect()
				assert.Check(t, errors.Is(err, errRefused), err)
				assert.Check(t, views(m) == "connected= failed=b active= errors=b workers=", views(m))
				assert.Check(t, b.fakes.open == 0)
			}
		})
	})
}

func TestFatalCleanup(t *testing.T) { // OAI-11, OAI-13
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			m := b.manager(p, "a", "b", "c")
			b.fakes.of("b").closeErr = errRefused
			b.fakes.of("c").close = time.Hour
			_, err := m.ConnectAll(bg)
			assert.Check(t, err)
			b.fakes.seen()
			assert.Check(t, m.CleanupAll(bg))
			assert.Check(t, b.fakes.seen() == "close c | close b | close a")
			assert.Check(t, views(m) == "connected= failed= active= errors=bc workers=", views(m))
			assert.Check(t, m.Errors()[m.Server("c")].Error() == "cleanup of MCP server 'c' timed out after 10s")
			b.fakes.of("b").closeErr = &agents.FatalError{Err: errRefused}
			b.fakes.of("c").close = 0
			_, err = m.ConnectAll(bg)
			assert.Check(t, err)
			b.fakes.seen()
			err = m.CleanupAll(bg)
			assert.Check(t, errors.Is(err, errRefused))
			assert.Check(t, b.fakes.seen() == "close c | close b | close a")
		})
	})
}

func TestCleanupGoesOnWithoutItsCaller(t *testing.T) {
	modes(t, func(t *testing.T, p agents.Policy) {
		for _, suppress := range []bool{true, false} {
			simulate(t, func(b *bench) {
				p.SuppressCancelled = suppress
				m := b.manager(p, "a", "b")
				_, err := m.ConnectAll(bg)
				assert.Check(t, err)
				b.fakes.of("b").close = 2 * time.Second
				took := b.elapsed(func() { err = m.CleanupAll(b.cancelAfter(time.Second)) })
				assert.Check(t, took == 2*time.Second, took)
				assert.Check(t, (err == nil) == suppress && (suppress || err == errGone))
				assert.Check(t, b.fakes.open == 0)
			})
		}
	})
}

// Life-cycle methods wait for each other (D-O9).
func TestLifecycleIsSerialised(t *testing.T) {
	modes(t, func(t *testing.T, p agents.Policy) {
		simulate(t, func(b *bench) {
			m := b.manager(p, "a", "b")
			b.fakes.of("a").connect = time.Second
			b.sim.Go("other", func() { _, err := m.ConnectAll(bg); assert.Check(t, err) })
			assert.Check(t, b.sim.Sleep(time.Millisecond))
			assert.Check(t, m.CleanupAll(bg))
			assert.Check(t, b.sim.Sleep(time.Minute))
			assert.Check(t, views(m) == "connected= failed= active= errors= workers=", views(m))
			active, err := m.ConnectAll(b.cancelled())
			assert.Check(t, err == nil && len(active) == 0)
		})
	})
}

func TestPoliciesThatMakeNoSense(t *testing.T) {
	for _, p := range []agents.Policy{{ConnectTimeout: -1}, {CleanupTimeout: -1}} {
		_, err := agents.New(agents.Options{Policy: p})
		assert.Check(t, err != nil)
	}
}
