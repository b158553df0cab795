package streamhttp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// One stream per row; the answer, if any, is "yes". FF-49, FF-51, FF-52, F-36.
func TestStreams_OMP_TP_24_to_27(t *testing.T) {
	yes, no := `{"id":ID,"result":"yes"}`, `{"id":ID,"result":"no"}`
	for name, tt := range map[string]struct {
		text string
		err  string
		said []string
	}{
		"plain":                      {text: event(yes)},
		"first match wins (TP-24)":   {text: event(yes) + event(no), said: []string{`dropped unknown id 1{"id":1,"result":"no"}`}},
		"neither nor (TP-25)":        {text: event(`{"id":ID}`) + event(yes), said: []string{`dropped not a message {"id":1}`}},
		"other ids (TP-26)":          {text: event(`{"id":"ID","result":1}`) + event(yes), said: []string{`dropped unknown id "1"{"id":"1","result":1}`}},
		"notifications (TP-27)":      {text: event(`{"method":"a"}`) + event(yes) + event(`{"method":"b","params":[1]}`), said: []string{"notification a ", "notification b [1]"}},
		"batch":                      {text: event(`[{"method":"a"},` + yes + `]`), said: []string{"notification a "}},
		"error answer":               {text: event(`{"id":ID,"error":{"code":-1,"message":"m"}}`), err: "MCP error -1: m"},
		"no match (TP-29)":           {text: event(`{"method":"a"}`), err: "No response received for request ID 1", said: []string{"notification a "}},
		"nothing (FF-53)":            {err: "No response received for request ID 1"},
		"only right id (TP-25)":      {text: event(`{"id":ID}`), err: "No response received for request ID 1", said: []string{`dropped not a message {"id":1}`}},
		"done (F-36)":                {text: event("[DONE]") + event(yes), err: "No response received for request ID 1"},
		"malformed (TP-100)":         {text: event(`{"id":1,`) + event(yes), err: "parsing an event: invalid JSON at byte 8: member name expected"},
		"malformed after the match":  {text: event(yes) + event(`{`) + event(`{"method":"b"}`), said: []string{"dropped not json {", "notification b "}},
		"priming (FF-52)":            {text: "id: 1\nretry: 3000\ndata: \n\n" + event(yes)},
		"crlf":                       {text: "data: " + yes + "\r\n\r\n"},
		"cr":                         {text: "data: " + yes + "\r\r"},
		"several data lines":         {text: "data: {\"id\":ID,\ndata:\ndata: \"result\":\"yes\"}\n\n"},
		"no space, comments, fields": {text: ": hello\n\n:\nfoo: bar\nid: 7\ndata:" + yes + "\n: bye\n\n"},
		"byte order mark":            {text: "\xef\xbb\xbf" + event(yes)},
		"event name (F-36)":          {text: "event: answer\n" + event(yes)},
		"foreign event":              {text: "event: ping\ndata: now\n\n" + event(yes), said: []string{"dropped not json now"}},
		"unterminated (F-36)":        {text: "data: " + yes + "\n"},
		"cut within a line":          {text: "data: " + yes[:10], err: "No response received for request ID 1: reading the stream: unexpected end of input"},
	} {
		simulate(t, Options{}, streams(tt.text), func(w *world) {
			got, err := w.Request(background, "odd", nil)
			if tt.err != "" {
				assert.Error(t, err, tt.err, name)
			} else {
				assert.NilError(t, err, name)
				assert.Equal(t, string(got), `"yes"`)
			}
			w.sleep(time.Second)
			assert.DeepEqual(t, w.Said(), tt.said)
			assert.Equal(t, len(w.exchanges()), 1) // OMP-TP-108, D-09
			_, err = w.Request(background, "next", nil)
			assert.NilError(t, err)
		})
	}
}

func TestMediaType_OMP_TP_91_A_25(t *testing.T) {
	for media, stream := range map[string]bool{
		"text/event-stream": true, "Text/Event-Stream ; charset=utf-8": true,
		"application/json": false, "text/event-streams": false, "": false,
	} {
		h := func(_ *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
			rw.Header()["Content-Type"] = []string{media}
			if text := result(r.msg, "1"); stream {
				send(rw, event(text))
			} else {
				send(rw, text)
			}
		}
		simulate(t, Options{}, h, func(w *world) {
			_, err := w.Request(background, "a", nil)
			assert.NilError(t, err, media)
		})
	}
}

// The call returns with the match; what follows is handled in the background,
// and a caller who leaves then does not end that: OMP-TP-30, OMP-TP-31, A-33.
func TestDrain_OMP_TP_30_TP_31(t *testing.T) {
	h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		if r.msg.Method == "odd" {
			events(rw)
			w.hold(2 * time.Second)
			send(rw, event(result(r.msg, "1")))
			w.hold(40 * time.Second)
			send(rw, event(`{"method":"late"}`)+event(`{"id":"q","method":"ping"}`))
			<-r.left
			w.Note("left")
			return
		}
		ok(w, rw, r, n)
	}
	simulate(t, Options{}, h, func(w *world) {
		ctx, cancel := context.WithCancel(background)
		call := w.background(ctx, "odd")
		w.sleep(2 * time.Second)
		assert.NilError(t, call.err)
		assert.Equal(t, call.after, 2*time.Second)
		cancel()
		w.sleep(41 * time.Second)
		assert.DeepEqual(t, w.Said(), []string{"notification late ", "request ping "})
		assert.Equal(t, w.last().body, `{"jsonrpc":"2.0","id":"q","result":{"was":"ping"}}`)
		assert.NilError(t, w.Close()) // ends the stream
		w.sleep(0)
		assert.DeepEqual(t, w.Said(), []string{"close", "left"})
	})
}

func TestServerRequestsInStreams_OMP_TP_28(t *testing.T) {
	text := event(`{"id":"s1","method":"roots/list"}`) + event(`{"id":1,"method":"ping"}`) + event(`{"id":2,"method":"fail"}`)
	h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		if r.msg.Method != "odd" {
			rw.Header().Set("Mcp-Session-Id", "S")
			ok(w, rw, r, n)
			return
		}
		events(rw)
		send(rw, text)
		for len(w.exchanges()) < 4 { // FF-28: answers only when it has its own
			w.hold(time.Millisecond)
		}
		send(rw, event(result(r.msg, "1")))
	}
	simulate(t, Options{}, h, func(w *world) {
		_, err := w.Request(background, "odd", nil)
		assert.NilError(t, err)
		assert.DeepEqual(t, w.wire()[1:], []string{
			`POST {"jsonrpc":"2.0","id":"s1","result":{"was":"roots/list"}}`,
			`POST {"jsonrpc":"2.0","id":1,"result":{"was":"ping"}}`,
			`POST {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"plain failure"}}`,
		})
	})
}

func TestUnsetCallbacksAreHarmless_OMP_TP_03_TP_19(t *testing.T) {
	text := event(`{"id":"s1","method":"ping"}`) + event(`{"method":"n"}`) + event(`{}`) + event(`{"id":ID,"result":1}`)
	simulate(t, Options{}, streams(text), func(w *world) {
		w.SetCallbacks(transport.Callbacks{})
		_, err := w.Request(background, "odd", nil)
		assert.NilError(t, err)
		w.sleep(0)
		assert.Equal(t, w.last().body, `{"jsonrpc":"2.0","id":"s1","error":{"code":-32601,"message":"Method not found"}}`)
	})
}

// An answer that cannot be delivered changes nothing, but it gets the same
// refresh as a request: OMP-TP-81, OMP-TP-86.
func TestReplies_OMP_TP_81_TP_86(t *testing.T) {
	for name, tt := range map[string]struct {
		reply   func(rw http.ResponseWriter, authorized bool)
		replies int
	}{
		"refused":   {func(rw http.ResponseWriter, _ bool) { rw.WriteHeader(500) }, 1},
		"broken":    {func(http.ResponseWriter, bool) { panic(http.ErrAbortHandler) }, 1},
		"refreshed": {func(rw http.ResponseWriter, a bool) { rw.WriteHeader(map[bool]int{true: 202, false: 401}[a]) }, 2},
		"rejected":  {func(rw http.ResponseWriter, _ bool) { rw.WriteHeader(403) }, 2},
	} {
		h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
			if r.msg.Kind == jsonrpc.Response {
				tt.reply(rw, r.header.Get("Authorization") == "new")
				return
			}
			streams(event(`{"id":"q","method":"ping"}`)+event(`{"id":ID,"result":1}`))(w, rw, r, n)
		}
		simulate(t, Options{}, h, func(w *world) {
			w.SetRefresh(1, func(context.Context, transport.Rejection) (map[string]string, error) {
				return map[string]string{"Authorization": "new"}, nil
			})
			_, err := w.Request(background, "odd", nil)
			assert.NilError(t, err)
			w.sleep(time.Minute)
			assert.DeepEqual(t, w.Said(), []string{"request ping "})
			assert.Equal(t, len(w.exchanges()), 1+tt.replies, name)
			_, err = w.Request(background, "next", nil)
			assert.NilError(t, err)
		})
	}
}

func TestRepliesDoNotHoldUpTheStream(t *testing.T) {
	h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		if r.msg.Kind == jsonrpc.Response {
			<-r.left
			return
		}
		streams(event(`{"id":"q","method":"ping"}`)+event(`{"id":ID,"result":1}`))(w, rw, r, n)
	}
	simulate(t, Options{}, h, func(w *world) {
		call := w.background(background, "odd")
		w.sleep(time.Millisecond)
		assert.Check(t, call.finished())
		assert.NilError(t, call.err)
	})
}

func TestReplyQueueIsBounded(t *testing.T) {
	var r replies
	assert.Check(t, r.add([]byte("x")))
	for range 2 * 1024 {
		assert.Check(t, !r.add([]byte("x")))
	}
	for range 1024 {
		assert.Check(t, r.next() != nil)
	}
	assert.Check(t, r.next() == nil)
	assert.Check(t, r.add([]byte("x")))
}

// The id of a request is in its answer, so that long ids would fill the memory with few
// answers. One answer always fits, however long it is.
func TestBytesOfRepliesAreBounded(t *testing.T) {
	var r replies
	count := func(size int) (n int) {
		for range 40 {
			r.add(make([]byte, size))
		}
		for r.next() != nil {
			n++
		}
		return n
	}
	assert.Equal(t, count(20<<20), 1)
	assert.Equal(t, count(1<<20), 16)
	assert.Equal(t, count(1), 40)
}

func TestCallbacksOneAtATime_OMP_TP_63(t *testing.T) {
	var text strings.Builder
	for i := range 20 {
		text.WriteString(event(fmt.Sprintf(`{"method":"n","params":%d}`, i)))
	}
	h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		streams(text.String()+event(result(r.msg, "1")))(w, rw, r, n)
	}
	simulate(t, Options{}, h, func(w *world) {
		busy, count := false, 0
		w.SetCallbacks(transport.Callbacks{OnNotification: func(string, json.RawMessage) {
			assert.Check(t, !busy)
			busy = true
			w.sim.Clock("callback").Sleep(time.Millisecond)
			busy = false
			count++
		}})
		calls := []*pending{w.background(background, "odd"), w.background(background, "odd"), w.background(background, "odd")}
		w.sleep(time.Second)
		for _, c := range calls {
			assert.NilError(t, c.err)
		}
		assert.Equal(t, count, 60)
	})
}

func TestEventLimit(t *testing.T) {
	big := event(`{"id":ID,"result":"` + strings.Repeat("x", 10_000) + `"}`)
	simulate(t, Options{MaxEvent: 8 << 10}, streams(big), func(w *world) {
		_, err := w.Request(background, "odd", nil)
		assert.Error(t, err, "reading the stream: event exceeds 8192 bytes")
	})
	simulate(t, Options{}, streams(event(`{"id":ID,"result":"`+strings.Repeat("x", 5<<20)+`"}`)), func(w *world) {
		got, err := w.Request(background, "odd", nil)
		assert.NilError(t, err)
		assert.Equal(t, len(got), 5<<20+2)
	})
}

// A stream that dies without its end fails the call at once: FF-53 (d).
func TestStreamReset_FF_53(t *testing.T) {
	h := func(w *world, rw http.ResponseWriter, _ *exchangeSeen, _ int) {
		events(rw)
		send(rw, event(`{"method":"progress"}`)+`data: {"id":`)
		w.hold(time.Second)
		panic(http.ErrAbortHandler)
	}
	simulate(t, Options{}, h, func(w *world) {
		call := w.background(background, "a")
		w.sleep(2 * time.Second)
		assert.ErrorContains(t, call.err, "No response received for request ID 1: reading the stream: ")
		assert.Equal(t, call.after, time.Second)
		var e *NoResponseError
		assert.Check(t, errors.As(call.err, &e) && e.ID == "1")
		assert.DeepEqual(t, w.Said(), []string{"notification progress "})
	})
}

func TestChunksDoNotMatter_FF_49(t *testing.T) {
	for _, end := range []string{"\n\n", "\r\n\r\n", "\r\r"} {
		h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
			events(rw)
			for _, c := range []byte("data: " + result(r.msg, `"日本語"`) + end) {
				send(rw, string([]byte{c}))
			}
			<-r.left
		}
		simulate(t, Options{}, h, func(w *world) {
			w.net.Link("docs").Add(netem.Latency{Delay: time.Millisecond})
			got, err := w.Request(background, "a", nil)
			assert.NilError(t, err)
			assert.Equal(t, string(got), `"日本語"`)
		})
	}
}
