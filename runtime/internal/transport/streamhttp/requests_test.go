package streamhttp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func TestRequestIsAPost_OMP_TP_22_TP_23(t *testing.T) {
	simulate(t, Options{Headers: map[string]string{"x-team": "blue", "Host": "virtual.test"}}, ok, func(w *world) {
		got, err := w.Request(background, "tools/list", map[string]any{"cursor": "<1>"})
		assert.NilError(t, err)
		assert.Equal(t, string(got), `"tools/list"`)
		e := w.last()
		assert.Equal(t, e.verb, "POST")
		assert.Equal(t, e.host, "virtual.test")
		assert.Equal(t, e.body, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"<1>"}}`)
		delete(e.header, "User-Agent")
		assert.DeepEqual(t, e.header, http.Header{ // F-29, CLI-07
			"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
			"X-Team": {"blue"}, "Content-Length": {"72"},
		})
	})
}

func TestConfiguredHeadersWin_F_29(t *testing.T) {
	o := Options{URL: "http://me:secret@docs.test/mcp", Headers: map[string]string{"accept": "*/*", "mcp-protocol-version": "1999-01-01"}}
	simulate(t, o, ok, func(w *world) {
		_, err := w.Request(background, "a", nil)
		assert.NilError(t, err)
		assert.Equal(t, w.last().header.Get("Accept"), "*/*")
		assert.Equal(t, w.last().header.Get("Authorization"), "Basic bWU6c2VjcmV0")
		w.SetProtocolVersion("2025-11-25") // CLI-03
		assert.NilError(t, w.Notify("n", nil))
		assert.DeepEqual(t, w.last().header["Mcp-Protocol-Version"], []string{"2025-11-25"})
	})
}

func TestErrorAnswers_OMP_TP_89(t *testing.T) {
	h := func(_ *world, rw http.ResponseWriter, _ *exchangeSeen, _ int) {
		_, _ = io.WriteString(rw, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}`)
	}
	simulate(t, Options{}, h, func(w *world) {
		_, err := w.Request(background, "a", nil)
		assert.Error(t, err, "MCP error -32600: no")
		var e *jsonrpc.Error
		assert.Check(t, errors.As(err, &e))
	})
}

func TestIDOfPlainAnswersIsNotChecked_F_35_A_26(t *testing.T) {
	h := func(_ *world, rw http.ResponseWriter, _ *exchangeSeen, _ int) {
		rw.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(rw, "\xef\xbb\xbf {\"id\":\"other\",\"result\":1}\r\n")
	}
	simulate(t, Options{}, h, func(w *world) {
		got, err := w.Request(background, "a", nil)
		assert.NilError(t, err)
		assert.Equal(t, string(got), "1")
	})
}

func TestBatchAsAnswer_FF_15(t *testing.T) {
	h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		if r.msg.Method == "none" {
			_, _ = io.WriteString(rw, `[{"id":"x","result":1}]`)
			return
		}
		_, _ = io.WriteString(rw, `[{"method":"n"},{"id":"x","result":1},`+result(r.msg, "2")+`]`)
	}
	simulate(t, Options{}, h, func(w *world) {
		got, err := w.Request(background, "a", nil)
		assert.NilError(t, err)
		assert.Equal(t, string(got), "2")
		assert.DeepEqual(t, w.Said(), []string{"notification n ", `dropped unknown id "x"{"id":"x","result":1}`})
		_, err = w.Request(background, "none", nil)
		assert.Error(t, err, "No response received for request ID 2")
	})
}

func TestHTTPErrors_OMP_TP_87_TP_88(t *testing.T) {
	for _, tt := range []struct {
		status  int
		body    string
		headers map[string]string
		want    string
	}{
		{503, "busy", nil, "HTTP 503: busy"},
		{404, "", nil, "HTTP 404: "},
		{401, "no", map[string]string{"WWW-Authenticate": "Bearer x"}, "HTTP 401: no [WWW-Authenticate: Bearer x]"},
		{403, "no", map[string]string{"Mcp-Auth-Server": "https://a"}, "HTTP 403: no [Mcp-Auth-Server: https://a]"},
		{401, "no", map[string]string{"Mcp-Auth-Server": "https://a", "WWW-Authenticate": "Basic"},
			"HTTP 401: no [WWW-Authenticate: Basic; Mcp-Auth-Server: https://a]"},
		{301, "moved", map[string]string{"Location": "/elsewhere"}, "HTTP 301: moved"},
	} {
		h := func(_ *world, rw http.ResponseWriter, _ *exchangeSeen, _ int) {
			for name, value := range tt.headers {
				rw.Header().Set(name, value)
			}
			rw.WriteHeader(tt.status)
			_, _ = io.WriteString(rw, tt.body)
		}
		simulate(t, Options{}, h, func(w *world) {
			_, err := w.Request(background, "a", nil)
			assert.Error(t, err, tt.want)
			var e *transport.HTTPError
			assert.Check(t, errors.As(err, &e) && e.Status == tt.status)
			assert.Error(t, w.Notify("n", nil), tt.want) // OMP-TP-34, F-32
			assert.Equal(t, len(w.exchanges()), 2)       // OMP-TP-84, OMP-TP-108
		})
	}
}

func TestErrorBodyIsBounded_FF_56(t *testing.T) {
	h := func(_ *world, rw http.ResponseWriter, _ *exchangeSeen, _ int) {
		rw.WriteHeader(502)
		_, _ = io.WriteString(rw, strings.Repeat("x", 10*65_536))
	}
	simulate(t, Options{}, h, func(w *world) {
		_, err := w.Request(background, "a", nil)
		e, ok := errors.AsType[*transport.HTTPError](err)
		assert.Assert(t, ok)
		assert.Equal(t, len(e.Body), 65_536)
		assert.Equal(t, e.Error(), "HTTP 502: "+strings.Repeat("x", 2000)+"… (65,536 bytes, 2,000 shown)")
	})
}

// A server that switches to another protocol, of its own accord, and then keeps still holds
// nothing up: net/http reads such an answer for ever.
func TestNoAnswerSwitchesProtocols(t *testing.T) {
	h := func(_ *world, rw http.ResponseWriter, _ *exchangeSeen, _ int) {
		c, _, err := http.NewResponseController(rw).Hijack()
		assert.NilError(t, err)
		_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
		_, _ = io.Copy(io.Discard, c)
	}
	simulate(t, Options{}, h, func(w *world) {
		_, err := w.Request(background, "a", nil)
		assert.Error(t, err, "HTTP 101: ")
	})
}

func TestUnparseableBody_OMP_TP_90(t *testing.T) {
	for body, want := range map[string]string{
		"<html>login</html>": `parsing the body (HTTP 200, "text/html"): invalid JSON at byte 0: value expected`,
		"":                   `parsing the body (HTTP 200, "text/html"): invalid JSON at byte 0: value expected`,
		`{"id":1,"resu`:      `parsing the body (HTTP 200, "text/html"): invalid JSON at byte 13: string does not end`,
		`{"method":"x"}`:     "reading the answer: body is not a JSON-RPC response",
		`"x"`:                "reading the answer: body is not a JSON-RPC response",
	} {
		h := func(_ *world, rw http.ResponseWriter, _ *exchangeSeen, _ int) {
			rw.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(rw, body)
		}
		simulate(t, Options{}, h, func(w *world) {
			_, err := w.Request(background, "a", nil)
			assert.Error(t, err, want)
			assert.Equal(t, len(w.exchanges()), 1)
		})
	}
}

func TestBodyLimit(t *testing.T) {
	h := func(_ *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
		if r.msg.Method == "chunked" {
			_ = http.NewResponseController(rw).Flush()
		}
		_, _ = io.WriteString(rw, result(r.msg, `"`+strings.Repeat("x", 2000)+`"`))
	}
	simulate(t, Options{MaxBody: 1000}, h, func(w *world) {
		for _, method := range []string{"sized", "chunked"} {
			_, err := w.Request(background, method, nil)
			assert.Error(t, err, "response body exceeds 1000 bytes")
		}
	})
}

func TestHeadersAreBounded(t *testing.T) {
	h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		rw.Header().Set("X-Long", strings.Repeat("x", map[string]int{"long": maxHeader - 1000, "longer": maxHeader + 1}[r.msg.Method]))
		ok(w, rw, r, n)
	}
	simulate(t, Options{}, h, func(w *world) {
		_, err := w.Request(background, "long", nil)
		assert.NilError(t, err)
		_, err = w.Request(background, "longer", nil)
		assert.ErrorContains(t, err, "response headers exceeded 1048576 bytes")
	})
}

// Ordinary failures are returned at once and tried once: OMP-TP-108.
func TestNetworkFailuresAreNotRetried_OMP_TP_108(t *testing.T) {
	simulate(t, Options{}, ok, func(w *world) {
		for fault, want := range map[netem.Fault]error{
			netem.Refuse{}:            syscall.ECONNREFUSED,
			netem.ResetPeer{After: 1}: syscall.ECONNRESET,
		} {
			w.posts.(*http.Transport).CloseIdleConnections()
			before := len(w.exchanges())
			remove := w.net.Link("docs").Add(fault)
			_, err := w.Request(background, "a", nil)
			assert.ErrorIs(t, err, want)
			assert.Check(t, len(w.exchanges()) <= before+1)
			assert.Check(t, w.Connected()) // OMP-TP-65
			remove()
		}
		_, err := w.Request(background, "a", nil)
		assert.NilError(t, err)
	})
}

// A connection that the server closed while it was idle costs nothing: the next
// request gets a fresh one (FF-64).
func TestStaleConnection_FF_64(t *testing.T) {
	simulate(t, Options{}, ok, func(w *world) {
		for range 5 {
			_, err := w.Request(background, "a", nil)
			assert.NilError(t, err)
			w.sleep(2 * time.Minute)
		}
		assert.Equal(t, len(w.exchanges()), 5)
	})
}

func TestNotConnected_F_33(t *testing.T) {
	tr := New(filled(Options{URL: "http://docs.test/"}))
	assert.Check(t, !tr.Connected())
	_, err := tr.Request(background, "a", nil)
	assert.Error(t, err, "Transport not connected")
	assert.ErrorIs(t, tr.Notify("n", nil), transport.ErrNotConnected)
	tr.Listen(background)
	assert.NilError(t, tr.Close())
	assert.ErrorIs(t, tr.Connect(background), transport.ErrNotConnected)
}

func TestConnectDoesNoIO_OMP_TP_64_TP_65(t *testing.T) {
	simulate(t, Options{URL: "http://nobody.test/"}, ok, func(w *world) {
		assert.Check(t, w.Connected())
		assert.ErrorContains(t, w.Connect(background), "connecting again")
		w.sleep(time.Hour)
		conns, _ := w.net.Open()
		assert.Equal(t, conns+len(w.exchanges()), 0)
		_, err := w.Request(background, "a", nil)
		assert.ErrorIs(t, err, syscall.ECONNREFUSED)
		assert.Check(t, w.Connected())
	})
}

func TestBadURLsFailWithoutSecrets(t *testing.T) {
	for raw, want := range map[string]string{
		"ftp://u:secret@h/":    `parsing the URL: scheme "ftp" with host "h" is not HTTP`,
		"http://u:secret@h:x/": `parsing the URL: malformed host, port, user or escape`,
		"":                     `parsing the URL: scheme "" with host "" is not HTTP`,
	} {
		assert.Error(t, New(filled(Options{URL: raw})).Connect(background), want)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	assert.ErrorIs(t, New(filled(Options{URL: "http://h/"})).Connect(ctx), context.Canceled)
}

func TestNotify_OMP_TP_33(t *testing.T) {
	acks := []func(rw http.ResponseWriter){ // FF-58
		func(rw http.ResponseWriter) { rw.WriteHeader(202) },
		func(rw http.ResponseWriter) { rw.Header().Set("Content-Type", "application/json"); rw.WriteHeader(202) },
		func(rw http.ResponseWriter) { rw.WriteHeader(200) },
		func(rw http.ResponseWriter) { _, _ = io.WriteString(rw, "null") },
		func(rw http.ResponseWriter) { _, _ = io.WriteString(rw, `{"jsonrpc":"2.0","id":null}`) },
		func(rw http.ResponseWriter) { rw.WriteHeader(204) },
		func(rw http.ResponseWriter) { events(rw) },
	}
	h := func(_ *world, rw http.ResponseWriter, _ *exchangeSeen, n int) { acks[n-1](rw) }
	simulate(t, Options{}, h, func(w *world) {
		for range acks {
			assert.NilError(t, w.Notify("n", nil))
		}
		for _, e := range w.exchanges() {
			assert.Equal(t, e.body, `{"jsonrpc":"2.0","method":"n"}`)
		}
		w.sleep(time.Second)
		assert.Equal(t, len(w.Said()), 0)
	})
}

func TestStreamOnNotifyIsHeard_F_37(t *testing.T) {
	simulate(t, Options{}, streams(event(`{"method":"a"}`)+event(`{"id":"q","method":"ping"}`)), func(w *world) {
		assert.NilError(t, w.Notify("odd", nil))
		w.sleep(time.Second)
		assert.DeepEqual(t, w.Said(), []string{"notification a ", "request ping "})
		assert.DeepEqual(t, w.wire(), []string{"POST odd", `POST {"jsonrpc":"2.0","id":"q","result":{"was":"ping"}}`})
	})
}

func TestRequestsInParallel(t *testing.T) {
	slow := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		if r.msg.Method == "slow" {
			w.hold(10 * time.Second)
		}
		ok(w, rw, r, n)
	}
	simulate(t, Options{}, slow, func(w *world) {
		held := w.background(background, "slow")
		w.sleep(time.Second)
		_, err := w.Request(background, "fast", nil)
		assert.NilError(t, err)
		assert.Check(t, !held.finished())
		w.sleep(10 * time.Second)
		assert.NilError(t, held.err)
		assert.Equal(t, string(held.result), `"slow"`)
	})
}

func TestRedirects_FF_57(t *testing.T) {
	h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		to := map[string]string{"same": "/mcp/", "other": "http://evil.test/mcp", "loop": "/mcp", "none": ""}[r.msg.Method]
		if r.msg.Method == "same" && n > 1 {
			ok(w, rw, r, n)
			return
		}
		rw.Header().Set("Location", to)
		rw.WriteHeader(http.StatusPermanentRedirect)
	}
	headers := map[string]string{"Authorization": "Bearer canary"}
	for method, want := range map[string]string{
		"same":  "",
		"other": "HTTP 308: redirect not followed: it leads to another origin, http://evil.test",
		"loop":  "HTTP 308: redirect not followed: it is the 11th",
		"none":  "HTTP 308: redirect not followed: it names no usable location",
	} {
		simulate(t, Options{Headers: headers}, h, func(w *world) {
			_, err := w.Request(background, method, json.RawMessage(`{"big":1}`))
			if want == "" {
				assert.NilError(t, err)
				assert.Equal(t, w.last().header.Get("Authorization"), "Bearer canary")
				assert.Equal(t, w.last().verb+string(w.last().msg.Params), `POST{"big":1}`)
			} else {
				assert.Error(t, err, want)
			}
			wants := map[string]int{"same": 2, "other": 1, "loop": 11, "none": 1}
			assert.Equal(t, len(w.exchanges()), wants[method])
		})
	}
}
