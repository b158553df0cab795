package ws

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func TestRequestsAndAnswers(t *testing.T) {
	serve := each(func(m jsonrpc.Message) string {
		if m.Method == "bad" {
			return `{"jsonrpc":"2.0","id":` + string(m.ID) + `,"error":{"code":-5,"message":"five"}}`
		}
		return echo(m)
	})
	connected(t, Options{}, serve, func(w *world) {
		assert.Check(t, w.Connected())
		got, err := w.Request(background, "ping", nil)
		assert.NilError(t, err)
		assert.Equal(t, string(got), `"ping"`)
		_, err = w.Request(background, "bad", map[string]int{"a": 1})
		assert.Error(t, err, "MCP error -5: five")
		assert.NilError(t, w.Notify("notifications/initialized", nil))
		assert.Check(t, cmp.Len(w.Said(), 0))
		assert.NilError(t, w.Close())
		assert.DeepEqual(t, w.Said(), []string{"close"})
		_, err = w.Request(background, "ping", nil)
		assert.ErrorIs(t, err, transport.ErrNotConnected)
		assert.ErrorIs(t, w.Notify("x", nil), transport.ErrNotConnected)
		assert.ErrorIs(t, w.Connect(background), transport.ErrNotConnected)
	})
}

func TestServerSpeaks(t *testing.T) {
	answers := make(chan string, 2)
	serve := func(c *websocket.Conn) {
		say(c, `{"jsonrpc":"2.0","method":"notifications/message","params":{"a": 1}}`)
		say(c, "not json")
		say(c, `{"jsonrpc":"2.0","id":99,"result":{}}`)
		_ = c.Write(background, websocket.MessageBinary, []byte(`{"jsonrpc":"2.0","method":"binary"}`))
		for _, method := range []string{"ping", "fail"} {
			say(c, "{\n\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\""+method+"\"}")
			_, data, _ := c.Read(background)
			answers <- string(data)
		}
		each(echo)(c)
	}
	connected(t, Options{}, serve, func(w *world) {
		w.sleep(time.Second)
		assert.DeepEqual(t, w.Said(), []string{
			`notification notifications/message {"a": 1}`, "dropped not json not json",
			`dropped unknown id 99{"jsonrpc":"2.0","id":99,"result":{}}`, `dropped not json {"jsonrpc":"2.0","method":"binary"}`,
			"request ping ", "request fail ",
		})
		assert.Equal(t, <-answers, `{"jsonrpc":"2.0","id":"s1","result":{"was":"ping"}}`)
		assert.Equal(t, <-answers, `{"jsonrpc":"2.0","id":"s1","error":{"code":-32603,"message":"plain failure"}}`)
	})
}

func TestUpgradeIsRefused(t *testing.T) {
	tests := []struct {
		name   string
		answer handler
		want   error
		text   string
	}{
		{"status", func(_ *world, rw http.ResponseWriter, _ *http.Request) {
			http.Error(rw, "who are you", http.StatusUnauthorized)
		}, nil, "HTTP 401: who are you\n"},
		{"no upgrade", func(_ *world, rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte("hello")) }, ErrNoUpgrade, "opening the WebSocket (HTTP 200): " + ErrNoUpgrade.Error()},
		{"redirect", func(_ *world, rw http.ResponseWriter, r *http.Request) {
			http.Redirect(rw, r, "/other", http.StatusFound)
		}, nil, "HTTP 302: <a href=\"/other\">Found</a>.\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			simulate(t, Options{}, tt.answer, func(w *world) {
				err := w.Connect(background)
				assert.Error(t, err, tt.text)
				assert.Check(t, tt.want == nil || errors.Is(err, tt.want))
				assert.Check(t, !w.Connected())
			})
		})
	}
}

func TestHeadersGoWithTheUpgrade(t *testing.T) {
	var seen http.Header
	var host string
	look := func(w *world, rw http.ResponseWriter, r *http.Request) {
		seen, host = r.Header, r.Host
		upgraded(each(echo))(w, rw, r)
	}
	o := Options{Headers: map[string]string{"Authorization": "Bearer x", "host": "other.test"}}
	simulate(t, o, look, func(w *world) {
		assert.NilError(t, w.Connect(background))
		assert.Equal(t, seen.Get("Authorization"), "Bearer x")
		assert.Equal(t, seen.Get("Sec-WebSocket-Protocol"), Subprotocol)
		assert.Equal(t, host, "other.test")
	})
}

func TestHeadersOfTheAnswerAreBounded(t *testing.T) {
	long := func(_ *world, rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("X-Long", strings.Repeat("x", maxHeader+1))
		rw.WriteHeader(http.StatusTeapot)
	}
	simulate(t, Options{}, long, func(w *world) {
		assert.ErrorContains(t, w.Connect(background), "response headers exceeded 1048576 bytes")
	})
}

func TestUnreachable(t *testing.T) {
	t.Run("refused", func(t *testing.T) {
		simulate(t, Options{URL: "ws://nobody.test:1/"}, nil, func(w *world) {
			err := w.Connect(background)
			assert.ErrorIs(t, err, syscall.ECONNREFUSED)
			assert.Check(t, !strings.Contains(err.Error(), "nobody.test:1/"), "%v", err)
		})
	})
	for _, url := range []string{"http://docs.test/", "ws:///x", "ws://a b/", "docs"} {
		err := New(filled(Options{URL: url})).Connect(background)
		assert.ErrorContains(t, err, "parsing the URL: ")
	}
}

// A server that accepts and never answers the upgrade costs one timeout.
func TestSilentUpgrade(t *testing.T) {
	simulate(t, Options{Timeout: 5 * time.Second}, stuck, func(w *world) {
		took := w.elapsed(func() { assert.Error(t, w.Connect(background), "WebSocket upgrade timeout after 5000ms") })
		assert.Equal(t, took, 5*time.Second)
	})
}

func TestConnectIsGivenUp(t *testing.T) {
	for _, how := range []string{"by its caller", "by Close"} {
		t.Run(how, func(t *testing.T) {
			simulate(t, Options{}, stuck, func(w *world) {
				ctx, cancel := context.WithCancelCause(background)
				gone, want := errors.New("gone"), transport.ErrClosed
				w.sim.Go("impatient", func() {
					w.sleep(time.Second)
					if how == "by Close" {
						_ = w.Close()
						return
					}
					cancel(gone)
				})
				if how != "by Close" {
					want = gone
				}
				assert.ErrorIs(t, w.Connect(ctx), want)
			})
		})
	}
}

func TestTheConnectionEnds(t *testing.T) {
	tests := []struct {
		name string
		end  func(*websocket.Conn)
		want []string
	}{
		{"regularly", func(c *websocket.Conn) { _ = c.Close(websocket.StatusNormalClosure, "") }, []string{"close"}},
		{"with a status", func(c *websocket.Conn) { _ = c.Close(websocket.StatusInternalError, "out of luck") },
			[]string{"error the server closed the WebSocket with status 1011: out of luck", "close"}},
		{"with a status alone", func(c *websocket.Conn) { _ = c.Close(websocket.StatusInternalError, "") },
			[]string{"error the server closed the WebSocket with status 1011", "close"}},
		{"without a word", func(c *websocket.Conn) { _ = c.CloseNow() }, []string{"error unexpected EOF", "close"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			serve := func(c *websocket.Conn) {
				_, _, _ = c.Read(background)
				tt.end(c)
			}
			connected(t, Options{}, serve, func(w *world) {
				_, err := w.Request(background, "a", nil)
				assert.ErrorIs(t, err, transport.ErrClosed)
				w.sleep(time.Second)
				assert.DeepEqual(t, w.Said(), tt.want)
				assert.Check(t, !w.Connected())
			})
		})
	}
}

func TestReset(t *testing.T) {
	connected(t, Options{}, each(mute), func(w *world) {
		p := w.background(background, "a")
		w.sleep(time.Second)
		w.net.Link("docs").Add(netem.ResetPeer{})
		<-p.done
		assert.ErrorIs(t, p.err, transport.ErrClosed)
		w.sleep(time.Second)
		assert.DeepEqual(t, w.Said(), []string{"error read tcp client:1->docs.test:80: read: connection reset by peer", "close"})
	})
}

func TestTooLongMessage(t *testing.T) {
	serve := func(c *websocket.Conn) {
		say(c, `"`+strings.Repeat("x", 98)+`"`)
		say(c, `"`+strings.Repeat("x", 99)+`"`)
		_, _, _ = c.Read(background)
	}
	connected(t, Options{MaxMessage: 100}, serve, func(w *world) {
		w.sleep(time.Second)
		said := w.Said()
		assert.Equal(t, len(said), 3, "%q", said)
		assert.Check(t, cmp.Contains(said[0], "dropped not a message"))
		assert.DeepEqual(t, said[1:], []string{"error message exceeds 100 bytes", "close"})
	})
}

func TestDeadlinesAndAborts(t *testing.T) {
	connected(t, Options{Timeout: time.Second}, each(mute), func(w *world) {
		took := w.elapsed(func() {
			_, err := w.Request(background, "slow", nil)
			assert.Error(t, err, "Request timeout after 1000ms")
		})
		assert.Equal(t, took, time.Second)
		ctx, cancel := context.WithCancel(background)
		p := w.background(ctx, "aborted")
		w.sleep(time.Millisecond)
		cancel()
		<-p.done
		assert.ErrorIs(t, p.err, context.Canceled)
		assert.Check(t, w.Connected())
	})
}

// Close rejects what is pending and does not wait for a server that ignores the
// closing handshake.
func TestCloseIsBounded(t *testing.T) {
	simulate(t, Options{CloseWait: 2 * time.Second}, stuckAfterUpgrade, func(w *world) {
		assert.NilError(t, w.Connect(background))
		p := w.background(background, "a")
		w.sleep(time.Second)
		took := w.elapsed(func() { assert.NilError(t, w.Close()) })
		assert.Equal(t, took, 2*time.Second)
		<-p.done
		assert.ErrorIs(t, p.err, transport.ErrClosed)
		assert.DeepEqual(t, w.Said(), []string{"close"})
	})
}

// A server that reads nothing holds up no caller but fills a bounded queue.
func TestServerNeverReads(t *testing.T) {
	simulate(t, Options{MaxQueue: 4 << 20}, stuckAfterUpgrade, func(w *world) {
		assert.NilError(t, w.Connect(background))
		big := strings.Repeat("x", 1<<20)
		var err error
		for range 5 {
			err = w.Notify("n", big)
			w.sleep(time.Millisecond)
		}
		assert.Error(t, err, "server does not read its input: send queue is full")
		assert.Check(t, w.Connected())
		assert.NilError(t, w.Close())
	})
}

func TestPingsAreAnswered(t *testing.T) {
	pong := make(chan error, 1)
	serve := func(c *websocket.Conn) {
		ctx := c.CloseRead(background)
		pong <- c.Ping(ctx)
		<-ctx.Done()
	}
	connected(t, Options{}, serve, func(w *world) {
		w.sleep(time.Second)
		assert.NilError(t, <-pong)
	})
}
