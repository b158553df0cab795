package agents_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
)

var overHTTP = config.Server{Type: config.HTTP, URL: "http://a"}

func TestNames(t *testing.T) { // S-OAI-11
	for want, c := range map[string]config.Server{
		"docs":                        {Name: "docs", Command: "x"},
		"stdio: npx":                  {Command: "npx"},
		"sse: http://a/b":             {Type: config.SSE, URL: "http://a/b"},
		"streamable_http: http://a/b": {Type: config.HTTP, URL: "http://user:secret@a/b"},
	} {
		assert.Equal(t, agents.NewServer(agents.Settings{Config: c}, agents.Env{}).Name(), want)
	}
}

func TestNothingWorksWithoutAConnection(t *testing.T) { // S-OAI-12
	simulate(t, func(b *bench) {
		s := b.server(agents.Settings{Config: config.Server{Name: "a"}, CacheTools: true})
		ask := func() {
			for _, r := range requests {
				assert.Check(t, errors.Is(r(bg, s), agents.ErrNotConnected))
			}
		}
		ask()
		b.fakes.of("a").tools = []string{`{"name":"x"}`}
		assert.Check(t, s.Connect(bg))
		_, err := s.ListTools(bg, nil, nil)
		assert.Check(t, err)
		assert.Check(t, s.Cleanup(bg))
		ask() // not from the cache either
	})
}

// requests are all that share a session (S-OAI-16).
var requests = []func(context.Context, *agents.Server) error{
	func(ctx context.Context, s *agents.Server) error { _, err := s.ListTools(ctx, nil, nil); return err },
	func(ctx context.Context, s *agents.Server) error { _, err := s.CallTool(ctx, "x", nil); return err },
	func(ctx context.Context, s *agents.Server) error { _, err := s.ListPrompts(ctx); return err },
	func(ctx context.Context, s *agents.Server) error { _, err := s.GetPrompt(ctx, "x", nil); return err },
	func(ctx context.Context, s *agents.Server) error { _, err := s.ListResources(ctx); return err },
	func(ctx context.Context, s *agents.Server) error { _, err := s.ListResourceTemplates(ctx); return err },
	func(ctx context.Context, s *agents.Server) error { _, err := s.ReadResource(ctx, "x"); return err },
}

func TestCleanupLeavesNothingBehind(t *testing.T) { // OAI-14, OAI-15
	simulate(t, func(b *bench) {
		s := b.connected(agents.Settings{}, behaviour{closeErr: errRefused})
		assert.Check(t, s.SessionID() == "a-1" && s.Connected())
		assert.Check(t, errors.Is(s.Cleanup(bg), errRefused))
		assert.Check(t, s.SessionID() == "" && !s.Connected())
		assert.Check(t, s.Cleanup(bg)) // OAI-35
		assert.Check(t, s.Connect(bg))
		assert.Check(t, s.Connect(bg)) // OAI-36
		assert.Check(t, s.SessionID() == "a-2")
		b.fakes.of("a").closeErr = nil
		assert.Check(t, s.Cleanup(bg))
		assert.Check(t, b.happened(event.SessionOpened, event.SessionClosed) ==
			"caller shared | caller shared | caller shared | caller shared")
	})
}

// A connection that was lost is closed before the server is connected again.
func TestLostConnectionIsReplaced(t *testing.T) {
	simulate(t, func(b *bench) {
		s := b.connected(agents.Settings{}, behaviour{})
		b.fakes.last.drop()
		assert.Check(t, !s.Connected())
		assert.Check(t, s.Connect(bg))
		assert.Check(t, b.fakes.seen() == "close a | connect a")
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestRequestsShareTheSessionInTurn(t *testing.T) { // OAI-37, 38, 40, 78
	for kind, most := range map[string]int{config.HTTP: 1, config.Stdio: 2} {
		for _, first := range requests {
			for _, second := range requests {
				simulate(t, func(b *bench) {
					s := b.connected(agents.Settings{Config: config.Server{Type: kind}}, behaviour{request: time.Second})
					b.sim.Go("first", func() { assert.Check(t, first(bg, s)) })
					assert.Check(t, b.sim.Sleep(time.Millisecond))
					assert.Check(t, second(bg, s))
					assert.Check(t, b.fakes.most == most, "%s: %d", kind, b.fakes.most)
					assert.Check(t, s.Cleanup(bg))
				})
			}
		}
	}
}

func TestFailureDoesNotEndItsSibling(t *testing.T) { // OAI-39
	simulate(t, func(b *bench) {
		s := b.connected(agents.Settings{}, behaviour{request: time.Second, fails: func(n int, _ bool) error {
			if n == 2 {
				return errRefused
			}
			return nil
		}})
		b.sim.Go("slow", func() { assert.Check(t, requests[2](bg, s)) })
		assert.Check(t, b.sim.Sleep(time.Millisecond))
		assert.Check(t, errors.Is(requests[3](bg, s), errRefused))
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestGivingUpTheWaitForTheSession(t *testing.T) { // A-O8
	simulate(t, func(b *bench) {
		s := b.connected(agents.Settings{Config: overHTTP}, behaviour{request: time.Minute})
		b.sim.Go("slow", func() { assert.Check(t, requests[2](bg, s)) })
		assert.Check(t, b.sim.Sleep(time.Millisecond))
		b.fakes.seen()
		took := b.elapsed(func() {
			assert.Check(t, errors.Is(requests[1](b.cancelAfter(time.Second), s), errGone))
		})
		assert.Check(t, took == time.Second && b.fakes.seen() == "", took)
		assert.Check(t, b.sim.Sleep(time.Minute))
		assert.Check(t, s.Cleanup(bg))
	})
}

// A cleanup ends what is under way, on isolated sessions too (OAI-77).
func TestCleanupEndsRequests(t *testing.T) {
	for at, how := range map[string]behaviour{
		"shared":   {request: time.Hour},
		"isolated": {request: 40 * time.Second, fails: func(int, bool) error { return errHTTP(503) }},
		"backoff":  {fails: func(int, bool) error { return errRefused }},
	} {
		simulate(t, func(b *bench) {
			s := b.connected(agents.Settings{Config: overHTTP, Retry: agents.Retry{Attempts: -1, Base: time.Hour}}, how)
			b.sim.Go("call", func() {
				err := requests[1](bg, s)
				const want = "Failed to call tool 'x' on MCP server 'a': Connection lost. The server may have disconnected."
				assert.Check(t, err != nil && err.Error() == want, "%s: %v", at, err)
			})
			assert.Check(t, b.sim.Sleep(time.Minute))
			took := b.elapsed(func() { assert.Check(t, s.Cleanup(bg)) })
			assert.Check(t, took == 0, took)
		})
	}
}

func TestOwnersOfRequests(t *testing.T) { // OAI-76
	simulate(t, func(b *bench) {
		s := b.connected(agents.Settings{Config: overHTTP}, behaviour{})
		assert.Check(t, requests[1](bg, s))
		assert.Check(t, requests[2](agents.WithOwner(bg, "main"), s))
		assert.Check(t, s.Cleanup(agents.WithOwner(bg, "main")))
		want := "caller connect>ok | a/request-1 tools/call>ok | main prompts/list>ok | main cleanup>ok"
		assert.Check(t, b.happened(event.WorkEnd) == want, b.happened(event.WorkEnd))
	})
}
