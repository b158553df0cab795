package conn_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func TestOrderOfTheHandshake(t *testing.T) {
	for after, want := range map[bool]string{
		false: "callbacks connect initialize listen notifications/initialized",
		true:  "callbacks connect initialize notifications/initialized listen",
	} {
		simulate(t, func(_ *vtime.Sim, f *fake) {
			o := options(f)
			o.ListenAfterInitialized = after
			_, err := conn.Open(context.Background(), o)
			assert.Check(t, err)
			assert.Check(t, strings.Join(f.log, " ") == want, f.log)
		})
	}
}

// The header came with 2025-06-18: a server of before has never heard of it (F-29).
func TestVersionHeaderSince20250618(t *testing.T) {
	for revision, sent := range map[string]bool{
		"2024-11-05": false, "2025-03-26": false, "2025-06-18": true, "2025-11-25": true, "1999-01-01": false,
	} {
		simulate(t, func(_ *vtime.Sim, f *fake) {
			f.result = strings.Replace(f.result, "2025-03-26", revision, 1)
			_, err := conn.Open(context.Background(), options(f))
			assert.Check(t, err)
			assert.Check(t, strings.Contains(strings.Join(f.log, " "), "version "+revision) == sent, f.log)
		})
	}
}

func TestDeadlineCoversTheWholeHandshake(t *testing.T) {
	for _, slow := range []string{"initialize", "listen", "notifications/initialized"} {
		simulate(t, func(s *vtime.Sim, f *fake) {
			f.delay[slow] = time.Hour
			o := options(f)
			o.Timeout = time.Second
			_, err := conn.Open(context.Background(), o)
			assert.Check(t, s.Elapsed().Round(time.Millisecond) == time.Second, "%s: %s", slow, s.Elapsed())
			assert.Check(t, err != nil && err.Error() == `Connection to MCP server "docs" timed out after 1000ms`, "%s: %v", slow, err)
			assert.Check(t, errors.Is(err, context.DeadlineExceeded))
			assert.Check(t, f.log[len(f.log)-1] == "close", f.log)
		})
	}
}

// The request timeout of initialize is as long as the deadline: whichever fires
// first at that instant, the text is that of the deadline (A-04, F-16).
func TestDeadlineWinsTheTie(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		f.delay["initialize"] = time.Hour
		f.timeout = time.Second
		o := options(f)
		o.Timeout = time.Second
		_, err := conn.Open(context.Background(), o)
		var deadline *conn.TimeoutError
		assert.Check(t, errors.As(err, &deadline), err)
	})
}

// A request that has met a deadline of its own is told as that where the handshake has none.
func TestNoDeadlineNeverExpires(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		f.delay["initialize"] = time.Hour
		f.timeout = time.Second
		_, err := conn.Open(context.Background(), options(f))
		assert.Check(t, err != nil && err.Error() == "Request timeout after 1000ms", err)
	})
}

func TestFailedHandshakeClosesTheTransport(t *testing.T) {
	refused := errors.New("refused")
	for name, spoil := range map[string]func(*fake){
		"connect":        func(f *fake) { f.fails = refused },
		"result no JSON": func(f *fake) { f.result = `{` },
		"result a list":  func(f *fake) { f.result = `[]` },
	} {
		simulate(t, func(_ *vtime.Sim, f *fake) {
			spoil(f)
			c, err := conn.Open(context.Background(), options(f))
			assert.Check(t, err != nil && c == nil, name)
			assert.Check(t, f.log[len(f.log)-1] == "close", f.log)
		})
	}
}

func TestCallerGivesUpTheHandshake(t *testing.T) {
	gone := errors.New("gone")
	simulate(t, func(s *vtime.Sim, f *fake) {
		f.delay["notifications/initialized"] = time.Hour
		ctx, cancel := context.WithCancelCause(context.Background())
		s.Schedule(s.Begin().Add(time.Second), "caller", func() { cancel(gone) })
		o := options(f)
		o.Timeout = time.Minute
		_, err := conn.Open(ctx, o)
		assert.Check(t, errors.Is(err, gone), err)
		assert.Check(t, s.Elapsed().Round(time.Millisecond) == time.Second, s.Elapsed())
	})
}

// opened is an open connection whose server answers with f.
func opened(t *testing.T, f *fake, answers func(method, params string) (string, error), warn func(error)) *conn.Conn {
	f.answers = answers
	o := options(f)
	o.OnWarning = warn
	c, err := conn.Open(context.Background(), o)
	assert.Check(t, err)
	return c
}

func TestConnectionIsClosedBeforeARequestSaysSo(t *testing.T) {
	for _, gone := range []error{transport.ErrClosed, transport.ErrNotConnected, fmt.Errorf("%w: pipe", transport.ErrClosed)} {
		simulate(t, func(_ *vtime.Sim, f *fake) {
			c := opened(t, f, func(string, string) (string, error) { return "", gone }, nil)
			select {
			case <-c.Closed():
				t.Error("closed already")
			default:
			}
			_, err := c.ListTools(context.Background())
			assert.Check(t, errors.Is(err, gone))
			<-c.Closed()
			assert.Check(t, c.Close())
		})
	}
}

// That a session could not be ended is told to whoever ends it.
func TestCloseSaysWhatItsTransportSays(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		f.closing = &transport.HTTPError{Status: 500}
		c := opened(t, f, nil, nil)
		assert.Check(t, errors.Is(c.Close(), f.closing))
	})
}

func TestOtherFailuresLeaveItOpen(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		c := opened(t, f, func(string, string) (string, error) { return "", &transport.HTTPError{Status: 503} }, nil)
		_, err := c.CallTool(context.Background(), "x", nil)
		assert.Check(t, err != nil)
		select {
		case <-c.Closed():
			t.Error("closed by a 503")
		default:
		}
	})
}

func TestPagesAreFollowedToTheEnd(t *testing.T) {
	for last, want := range map[string]string{
		`{"tools":[{"name":"c"}]}`:                     `{"name":"a"} {"name":"b"} {"name":"c"}`,
		`{"tools":[{"name":"c"}],"nextCursor":""}`:     `{"name":"a"} {"name":"b"} {"name":"c"}`,
		`{"tools":[],"nextCursor":null}`:               `{"name":"a"} {"name":"b"}`,
		`{"tools":[{"name":"c"}],"nextCursor":"next"}`: `{"name":"a"} {"name":"b"} {"name":"c"}`, // FF-34
	} {
		simulate(t, func(_ *vtime.Sim, f *fake) {
			var warnings []error
			c := opened(t, f, func(_, params string) (string, error) {
				if params == "null" {
					return `{"tools":[{"name":"a"},{"name":"b"}],"nextCursor":"next"}`, nil
				}
				return last, nil
			}, func(err error) { warnings = append(warnings, err) })
			tools, err := c.ListTools(context.Background())
			assert.Check(t, err)
			var got []string
			for _, tool := range tools {
				got = append(got, string(tool))
			}
			assert.Check(t, strings.Join(got, " ") == want, got)
			assert.Check(t, len(warnings) == strings.Count(last, `"next"`), warnings)
		})
	}
}

func TestEndlessPagesAreCut(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		n, warned := 0, 0
		c := opened(t, f, func(string, string) (string, error) {
			n++
			return fmt.Sprintf(`{"tools":[{}],"nextCursor":"%d"}`, n), nil
		}, func(error) { warned++ })
		tools, err := c.ListTools(context.Background())
		assert.Check(t, err)
		assert.Check(t, len(tools) == n && n == 10_000 && warned == 1, "%d pages, %d warnings", n, warned)
	})
}

func TestServersWithoutToolsAreNotAsked(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, f *fake) {
		f.result = `{"capabilities":{"prompts":{}}}`
		c := opened(t, f, func(method, _ string) (string, error) { t.Error(method); return "", nil }, nil)
		tools, err := c.ListTools(context.Background())
		assert.Check(t, err)
		assert.Check(t, len(tools) == 0)
		assert.Check(t, c.Server().Capabilities.Prompts != nil)
	})
}

func TestUnreadableListsAreErrors(t *testing.T) {
	for _, bad := range []string{`[]`, `{"tools":{}}`, `7`} {
		simulate(t, func(_ *vtime.Sim, f *fake) {
			c := opened(t, f, func(string, string) (string, error) { return bad, nil }, nil)
			_, err := c.ListTools(context.Background())
			assert.Check(t, err != nil && strings.HasPrefix(err.Error(), "reading the result of "+protocol.MethodListTools), "%s: %v", bad, err)
		})
	}
}
