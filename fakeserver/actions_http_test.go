package fakeserver_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/fakeserver"
)

func event(data string) string { return "data: " + data + "\n\n" }

func TestExchange(t *testing.T) {
	online(t, "", func(s *site) {
		s.connect()
		r := s.post(call("7", "hi"))
		assert.Equal(t, r.status, http.StatusOK)
		assert.Equal(t, r.header.Get("Content-Type"), "application/json")
		assert.Equal(t, r.body.take(), echoed("7", "hi"))
		assert.Check(t, r.done)
	})
}

// TestHTTPAnswerActions shows what each action makes of the answer to ping 7.
func TestHTTPAnswerActions(t *testing.T) {
	for do, want := range map[string]struct {
		status int
		body   string
	}{
		"status: 503":                       {503, ""},
		"status: {code: 404, body: no}":     {404, "no"},
		"status: {code: 400, answer: true}": {400, pong("7")},
		"error: 1, id: wrong, status: {code: 400, answer: true}": {
			400, `{"jsonrpc":"2.0","id":"no-such-id","error":{"code":1,"message":"Scripted error"}}`,
		},
		"status: 204":              {204, ""},
		"as: sse, end: none":       {200, ""},
		`result: {at: <origin>/x}`: {200, `{"jsonrpc":"2.0","id":7,"result":{"at":"http://docs.test/x"}}`},
		"as: sse":                  {200, event(pong("7"))},
		"as: sse, duplicate":       {200, event(pong("7")) + event(pong("7"))},
		"as: sse, end: eof":        {200, ""},
		"end: eof":                 {200, ""},
		"duplicate":                {200, pong("7")}, // a JSON body has room for one
		"frame: {bom: true}":       {200, "\ufeff" + pong("7")},
		"pad: 40":                  {200, `{"jsonrpc":"2.0","id":7,"result":{}` + "    }"},
		"batch":                    {200, "[" + pong("7") + "]"},
		"as: sse, batch":           {200, event("[" + pong("7") + "]")},
		"notify: n":                {200, event(`{"jsonrpc":"2.0","method":"n"}`) + event(pong("7"))},
		"request: {method: m, params: {at: <origin>/x}}": {
			200, event(`{"jsonrpc":"2.0","id":"s-1","method":"m","params":{"at":"http://docs.test/x"}}`) + event(pong("7")),
		},
		"sse":                            {200, event(pong("7"))},
		"sse: {eol: crlf}":               {200, "data: " + pong("7") + "\r\n\r\n"},
		"sse: {eol: cr}":                 {200, "data: " + pong("7") + "\r\r"},
		"sse: {bom: true}":               {200, "\ufeff" + event(pong("7"))},
		"sse: {noSpace: true}":           {200, "data:" + pong("7") + "\n\n"},
		"sse: {event: message}":          {200, "event: message\n" + event(pong("7"))},
		"sse: {number: true}":            {200, "id: 1\n" + event(pong("7"))},
		"sse: {multiline: true}":         {200, "data: {\ndata:   \"jsonrpc\": \"2.0\",\ndata:   \"id\": 7,\ndata:   \"result\": {}\ndata: }\n\n"},
		`raw: "<html>"`:                  {200, "<html>" + pong("7")},
		`as: sse, raw: "data: {bad\n\n"`: {200, "data: {bad\n\n" + event(pong("7"))},
		"exit: 1":                        {200, pong("7")}, // has no meaning here
	} {
		t.Run(do, func(t *testing.T) {
			online(t, on(do), func(s *site) {
				s.connect()
				r := s.post(ping("7"))
				assert.Equal(t, r.status, want.status)
				assert.Equal(t, r.body.take(), want.body)
				assert.Check(t, r.done != (do == "as: sse, end: none"))
				r.leave()
			})
		})
	}
}

func TestScriptedEventsCanCarryTheRequestID(t *testing.T) {
	data := `{"jsonrpc":"2.0","id":"<id>"}`
	online(t, on(`{sse: {events: [{data: '`+data+`'}]}}`), func(s *site) {
		s.connect()
		assert.Equal(t, s.post(ping("7")).body.take(), event(`{"jsonrpc":"2.0","id":7}`))
		assert.Equal(t, s.post(ping(`"x"`)).body.take(), event(`{"jsonrpc":"2.0","id":"x"}`))
	})
}

func TestScriptedEvents(t *testing.T) {
	script := on(`{sse: {events: [
		{comment: hello},
		{id: "1", retry: 3s, data: ""},
		{delay: 2s, event: message, id: "2", answer: true},
		{raw: "data: {bad\n\n"},
		{data: "a\nb"}], unterminated: true}}`)
	online(t, script, func(s *site) {
		s.connect()
		r := s.post(ping("7"))
		assert.Equal(t, r.body.take(), ": hello\n\nid: 1\nretry: 3000\ndata: \n\n")
		s.after(2 * time.Second)
		assert.Equal(t, r.body.take(), "event: message\nid: 2\n"+event(pong("7"))+"data: {bad\n\ndata: a\ndata: b\n")
		assert.Check(t, r.done)
		assert.NilError(t, r.err)
	})
}

func TestEndsOfEventStreams(t *testing.T) {
	for end, check := range map[string]func(r *reply){
		"eof":   func(r *reply) { assert.Check(t, r.done); assert.NilError(t, r.err) },
		"reset": func(r *reply) { assert.Check(t, r.done); assert.Check(t, isReset(r.err), "%v", r.err) },
		"none":  func(r *reply) { assert.Check(t, !r.done) },
	} {
		for _, do := range []string{
			"{sse: {events: [{comment: x}], end: %s}}",
			"{sse: {cut: 1, end: %s}}, notify: n",
			"as: sse, notify: n, end: %s",
		} {
			online(t, on(fmt.Sprintf(do, end)), func(s *site) {
				s.connect()
				r := s.post(ping("7"))
				s.after(time.Hour)
				check(r)
				assert.Check(t, strings.HasSuffix(r.body.take(), "\n\n"))
				r.leave()
			})
		}
	}
}

func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.ErrUnexpectedEOF)
}

func TestDrop(t *testing.T) {
	online(t, on("drop"), func(s *site) {
		s.connect()
		r := s.post(ping("7"))
		assert.Check(t, r.done)
		assert.Equal(t, r.status, 0)
		assert.Check(t, r.err != nil)
	})
	for form, body := range map[string]string{"json": pong("7")[:10], "sse": event(pong("7"))[:10]} {
		online(t, on("as: "+form+", drop: 10"), func(s *site) {
			s.connect()
			r := s.post(ping("7"))
			assert.Equal(t, r.status, 200)
			assert.Equal(t, r.body.take(), body)
			assert.Check(t, isReset(r.err), "%v", r.err)
		})
	}
}

func TestHeaderCondition(t *testing.T) {
	script := `
rules:
  - {when: {verb: "*", header: {Authorization: "Bearer new"}}, do: [status: 200]}
  - {when: {verb: "*", header: {authorization: ""}}, do: [status: 401]}
  - {when: {verb: "*", header: {X-Any: "*"}}, do: [status: 418]}
`
	online(t, script, func(s *site) {
		assert.Equal(t, s.post(initialize).status, 401)
		assert.Equal(t, s.do("GET", "", "Authorization", "Bearer new").status, 200)
		assert.Check(t, s.post(initialize, "Authorization", "Bearer old").header.Get("Mcp-Session-Id") != "")
		assert.Equal(t, s.post(initialize, "Authorization", "Bearer old", "X-Any", "1").status, 418)
	})
}

// TestOddAcknowledgements are answers to initialized that count all the same.
func TestOddAcknowledgements(t *testing.T) {
	for _, ack := range []string{"204", "{code: 200, body: 'null'}", "{code: 200}"} {
		script := "rules: [{when: {method: notifications/initialized}, do: [status: " + ack + "]}, {when: {phase: before-initialized}, do: [error: 1]}]"
		online(t, script, func(s *site) {
			s.session = s.post(initialize).header.Get("Mcp-Session-Id")
			assert.Equal(t, s.post(initialized).status/100, 2)
			assert.Equal(t, s.post(ping("1")).body.take(), pong("1"))
		})
	}
}

func TestHeaders(t *testing.T) {
	online(t, on(`headers: {www-authenticate: Bearer, Content-Type: text/html}`), func(s *site) {
		s.connect()
		r := s.post(ping("7"))
		assert.Equal(t, r.header.Get("WWW-Authenticate"), "Bearer")
		assert.Equal(t, r.header.Get("Content-Type"), "text/html")
	})
}

func TestUnauthorizedThenOK(t *testing.T) {
	script := `rules: [{when: {verb: POST}, times: 2, do: [status: {code: 401, headers: {WWW-Authenticate: Bearer}}]}]`
	online(t, script, func(s *site) {
		assert.Equal(t, s.post(initialize).status, 401)
		assert.Equal(t, s.post(initialize).status, 401)
		s.connect()
		assert.Equal(t, s.post(ping("1")).status, 200)
	})
}

func TestSessionActions(t *testing.T) {
	online(t, "rules: [{when: {method: ping, nth: 2}, do: [session: expire]}]", func(s *site) {
		s.connect()
		old := s.session
		assert.Equal(t, s.post(ping("1")).status, 200)
		r := s.post(ping("2"))
		assert.Equal(t, r.status, 404)
		assert.Equal(t, r.body.take(), `{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"Session not found"}}`)
		assert.Equal(t, s.do("GET", "").status, 404)
		assert.Equal(t, s.do("DELETE", "").status, 404)
		s.connect()
		assert.Check(t, s.session != old)
		assert.Equal(t, s.post(ping("3")).status, 200)
	})
	online(t, "rules: [{when: {method: ping}, do: [session: mint]}]", func(s *site) {
		s.connect()
		fresh := s.post(ping("1")).header.Get("Mcp-Session-Id")
		assert.Check(t, fresh != "" && fresh != s.session)
		assert.Equal(t, s.post(listTools).status, 200)
		s.session = fresh
		assert.Equal(t, s.post(listTools).status, 200)
	})
	online(t, "rules: [{when: {method: initialize}, do: [session: {id: 'my id'}]}]", func(s *site) {
		s.connect()
		assert.Equal(t, s.session, "my id")
	})
	online(t, "rules: [{when: {method: initialize}, do: [session: none]}]", func(s *site) {
		s.connect()
		assert.Equal(t, s.session, "")
		assert.Equal(t, s.post(ping("1")).status, 200)
	})
}

func TestSpawnAndConnectionsOverHTTP(t *testing.T) {
	script := `
rules:
  - when: {phase: spawn, first: 1}
    do: [delay: 1s, status: 503]
connections: [{number: 3, tools: [third]}]
`
	online(t, script, func(s *site) {
		r := s.post(initialize)
		assert.Check(t, !r.done)
		s.after(time.Second)
		assert.Equal(t, r.status, 503)
		s.connect()
		assert.Check(t, cmp.Contains(s.post(listTools).body.take(), `"echo"`))
		s.connect()
		assert.Check(t, cmp.Contains(s.post(listTools).body.take(), `"third"`))
	})
}

func TestSplitBody(t *testing.T) {
	online(t, on("as: sse, split: {at: [9], gap: 1s}"), func(s *site) {
		s.connect()
		r := s.post(ping("7"))
		whole := event(pong("7"))
		assert.Equal(t, r.body.take(), whole[:9])
		s.after(time.Second)
		assert.Equal(t, r.body.take(), whole[9:])
	})
}

func TestCompressedAnswers(t *testing.T) {
	online(t, "rules: [{when: {method: ping}, do: [compress]}]", func(s *site) {
		s.connect()
		for _, refused := range []string{"", "br", "gzip;q=0", "br, gzip; q=0.0"} {
			assert.Equal(t, s.post(ping("7"), "Accept-Encoding", refused).body.take(), pong("7"), "the client does not accept it: "+refused)
		}
		r := s.post(ping("8"), "Accept-Encoding", "br;q=0.1, gzip;q=0.8")
		assert.Equal(t, r.header.Get("Content-Encoding"), "gzip")
		unpacked, err := gzip.NewReader(strings.NewReader(r.body.take()))
		assert.NilError(t, err)
		text, err := io.ReadAll(unpacked)
		assert.NilError(t, err)
		assert.Equal(t, string(text), pong("8"))
	})
}

// An answer is in the coding that the script says, whatever the client accepts: a body, an
// event stream, a status; whole, torn, or wrongly declared.
func TestAnswersInACoding(t *testing.T) {
	for name, tc := range map[string]struct {
		do, declared, want string
		torn               bool
	}{
		"a body":       {"encode: gzip", "gzip", pong("7"), false},
		"a stream":     {"encode: gzip, as: sse, notify: a/b", "gzip", event(`{"jsonrpc":"2.0","method":"a/b"}`) + event(pong("7")), false},
		"in pieces":    {"encode: gzip, as: sse, split: {every: 5}", "gzip", event(pong("7")), false},
		"a status":     {"encode: gzip, status: {code: 500, body: no}", "gzip", "no", false},
		"not declared": {`encode: {as: gzip, declare: ""}`, "", pong("7"), false},
		"another":      {`encode: {as: gzip, declare: br}`, "br", pong("7"), false},
		"torn":         {"encode: {as: gzip, cut: 20}", "gzip", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			online(t, on(tc.do), func(s *site) {
				s.connect()
				r := s.post(ping("7"))
				assert.Equal(t, r.header.Get("Content-Encoding"), tc.declared)
				unpacked, err := gzip.NewReader(strings.NewReader(r.body.take()))
				assert.NilError(t, err)
				text, err := io.ReadAll(unpacked)
				assert.Equal(t, err != nil, tc.torn)
				if !tc.torn {
					assert.Equal(t, string(text), tc.want)
				}
			})
		})
	}
}

func TestAnotherOriginIsTheSameServer(t *testing.T) {
	online(t, "rules: [{when: {method: ping}, do: [{status: {code: 307, headers: {Location: <other-origin>/mcp}}}]}]", func(s *site) {
		s.connect()
		moved := s.post(ping("7")).header.Get("Location")
		assert.Check(t, cmp.Regexp(`^http://(localhost|127\.0\.0\.1)(:\d+)?/mcp$`, moved))
	})
}

// Over HTTP/2 the answer comes with GOAWAY, and the next request opens another connection;
// over HTTP/1.1 the action is told to have no meaning.
func TestGoaway(t *testing.T) {
	script, err := fakeserver.Parse("", []byte("http: {sessions: false}\n"+"rules: [{when: {method: ping, nth: 2}, do: [goaway]}]"))
	assert.NilError(t, err)
	for _, two := range []bool{true, false} {
		srv, err := fakeserver.New(script, fakeserver.Options{})
		assert.NilError(t, err)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		assert.NilError(t, err)
		served := make(chan error)
		go func() { served <- srv.Serve(l) }()
		wire := &http.Transport{Protocols: &http.Protocols{}}
		wire.Protocols.SetHTTP1(!two)
		wire.Protocols.SetUnencryptedHTTP2(two)
		var from []string
		for range 3 {
			trace := &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { from = append(from, i.Conn.LocalAddr().String()) }}
			r, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), "POST", "http://"+l.Addr().String()+"/mcp", strings.NewReader(ping("7")))
			assert.NilError(t, err)
			resp, err := wire.RoundTrip(r)
			assert.NilError(t, err)
			text, err := io.ReadAll(resp.Body)
			assert.NilError(t, err)
			assert.Equal(t, string(text), pong("7"))
		}
		assert.Equal(t, from[0], from[1])
		assert.Equal(t, from[1] != from[2], two)
		assert.Equal(t, len(srv.NeverActed()) == 0, two)
		wire.CloseIdleConnections()
		srv.Close()
		assert.NilError(t, <-served)
	}
}
