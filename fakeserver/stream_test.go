package fakeserver_test

import (
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

func TestGetModes(t *testing.T) {
	for mode, want := range map[string]struct {
		status      int
		contentType string
		body        string
		done        bool
	}{
		"stream": {200, "text/event-stream", "", false},
		"405":    {405, "text/plain; charset=utf-8", "there is no stream\n", true},
		"hang":   {0, "", "", false},
		"json":   {200, "application/json", "{}", true},
		"empty":  {200, "text/event-stream", "", true},
	} {
		online(t, "http: {get: "+mode+"}", func(s *site) {
			s.connect()
			r := s.do("GET", "")
			s.after(time.Hour)
			assert.Equal(t, r.status, want.status, mode)
			assert.Equal(t, r.header.Get("Content-Type"), want.contentType, mode)
			assert.Equal(t, r.body.take(), want.body, mode)
			assert.Equal(t, r.done, want.done, mode)
			r.leave()
		})
	}
}

func TestGetRules(t *testing.T) {
	online(t, "rules: [{when: {verb: GET, nth: 1}, do: [answer, delay: 5s, end: eof]}, {when: {verb: GET, nth: 2}, do: [status: 409]}]", func(s *site) {
		s.connect()
		r := s.do("GET", "")
		s.after(4 * time.Second)
		assert.Check(t, !r.done && r.status == 200)
		s.after(time.Second)
		assert.Check(t, r.done)
		assert.NilError(t, r.err)
		assert.Equal(t, s.do("GET", "").status, 409)
	})
	online(t, "rules: [{when: {verb: GET}, do: [{sse: {events: [{comment: hi}, {delay: 1s, data: x}]}}]}]", func(s *site) {
		s.connect()
		r := s.do("GET", "")
		assert.Equal(t, r.body.take(), ": hi\n\n")
		s.after(time.Second)
		assert.Equal(t, r.body.take(), "data: x\n\n")
		b := s.bench
		b.srv.Notify("n", nil)
		s.after(time.Hour)
		assert.Equal(t, r.body.take(), event(`{"jsonrpc":"2.0","method":"n"}`))
		assert.Check(t, !r.done)
		r.leave()
	})
}

func TestStreamCarriesWhatBelongsToNoRequest(t *testing.T) {
	script := `
http: {keepAlive: 15s}
rules:
  - when: {phase: after-init-reply}
    do: [{request: {method: roots/list}}]
  - when: {method: ping}
    do: [answer, delay: 1s, notify: late, stream: eof]
`
	online(t, script, func(s *site) {
		s.connect()
		r := s.do("GET", "")
		assert.Equal(t, r.body.take(), event(`{"jsonrpc":"2.0","id":"s-1","method":"roots/list"}`))
		assert.Equal(t, s.post(`{"jsonrpc":"2.0","id":"s-1","result":{"roots":[]}}`).status, 202)
		s.after(15 * time.Second)
		assert.Equal(t, r.body.take(), ": keep-alive\n\n")
		assert.Equal(t, s.post(ping("1")).body.take(), pong("1"))
		s.after(time.Second)
		assert.Equal(t, r.body.take(), event(`{"jsonrpc":"2.0","method":"late"}`))
		assert.Check(t, r.done)
		assert.NilError(t, r.err)
		assert.Check(t, cmp.Contains(s.kinds(), "answered"))
	})
}

func TestSecondStreamReplacesTheFirst(t *testing.T) {
	online(t, "", func(s *site) {
		s.connect()
		first := s.do("GET", "")
		second := s.do("GET", "")
		assert.Check(t, first.done && !second.done)
		s.srv.Notify("n", map[string]int{"a": 1})
		s.after(0)
		assert.Equal(t, second.body.take(), event(`{"jsonrpc":"2.0","method":"n","params":{"a":1}}`))
		assert.Equal(t, first.body.take(), "")
		second.leave()
		s.after(0)
		assert.Check(t, cmp.Contains(s.kinds(), "stream open, stream end, stream open, gone, stream end"))
	})
}

func TestDelete(t *testing.T) {
	online(t, "", func(s *site) {
		s.connect()
		stream := s.do("GET", "")
		assert.Equal(t, s.do("DELETE", "").status, 200)
		assert.Check(t, stream.done)
		for _, verb := range []string{"POST", "GET", "DELETE"} {
			assert.Equal(t, s.do(verb, ping("1")).status, 404, verb)
		}
	})
	online(t, "rules: [{when: {phase: closing}, do: [status: 500]}]", func(s *site) {
		s.connect()
		assert.Equal(t, s.do("DELETE", "").status, 500)
		assert.Equal(t, s.post(ping("1")).status, 200)
	})
}

func TestRequestsThatHang(t *testing.T) {
	script := "rules: [{when: {method: ping}, do: [never]}, {when: {verb: DELETE}, do: [never]}, {when: {tool: echo}, do: [as: sse, never, notify: n]}]"
	online(t, script, func(s *site) {
		s.connect()
		post, del, sse := s.post(ping("1")), s.do("DELETE", ""), s.post(call("1", "x"))
		s.after(time.Hour)
		assert.Check(t, !post.done && !del.done && !sse.done)
		assert.Equal(t, post.status, 0)
		assert.Equal(t, sse.body.take(), event(`{"jsonrpc":"2.0","method":"n"}`))
		for _, r := range []*reply{post, del, sse} {
			r.leave()
		}
	})
}

func TestDisconnectIsNoCancel(t *testing.T) {
	online(t, "tools: [{name: echo, commit: row}]\nrules: [{when: {phase: in-call}, do: [delay: 5s]}]", func(s *site) {
		s.connect()
		r := s.post(call("1", "x"))
		r.leave()
		s.after(6 * time.Second)
		assert.Equal(t, len(s.srv.Ledger()), 1)
		assert.Equal(t, s.kinds(), "spawn, session minted, gone, commit, ignored")
	})
}

func TestCancelOverHTTP(t *testing.T) {
	online(t, on("delay: 5s"), func(s *site) {
		s.connect()
		r := s.post(ping("1"))
		assert.Equal(t, s.post(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`).status, 202)
		assert.Check(t, r.done)
		assert.Equal(t, r.body.take(), "")
	})
}

func TestResume(t *testing.T) {
	script := `
http: {resume: true, retry: 1500ms, answers: sse}
rules: [{when: {method: ping}, do: [notify: one, end: eof, delay: 2s, notify: two, answer]}]
`
	online(t, script, func(s *site) {
		s.connect()
		r := s.post(ping("7"))
		assert.Equal(t, r.body.take(), "id: 1-2-0\nretry: 1500\ndata: \n\nid: 1-2-1\n"+event(`{"jsonrpc":"2.0","method":"one"}`))
		assert.Check(t, r.done)
		again := s.do("GET", "", "Last-Event-ID", "1-2-0")
		assert.Equal(t, again.body.take(), "id: 1-2-1\n"+event(`{"jsonrpc":"2.0","method":"one"}`))
		s.after(2 * time.Second)
		assert.Equal(t, again.body.take(), "id: 1-2-2\n"+event(`{"jsonrpc":"2.0","method":"two"}`)+"id: 1-2-3\n"+event(pong("7")))
		assert.Check(t, again.done)

		stream := s.do("GET", "")
		assert.Equal(t, stream.body.take(), "id: 1-3-0\nretry: 1500\ndata: \n\n")
		stream.leave()
		s.after(0)
		s.srv.Notify("missed", nil)
		for _, foreign := range []string{"1-3-0", "9-9-9", "9-3-0", "1-3-0-0", "x", "1-3-x"} {
			stream = s.do("GET", "", "Last-Event-ID", foreign)
			missed := strings.Contains(stream.body.take(), "missed")
			assert.Equal(t, missed, foreign == "1-3-0", foreign)
			stream.leave()
			s.after(0)
		}
	})
}
