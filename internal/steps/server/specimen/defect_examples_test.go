package specimen_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/netem"
)

// exampleDefects are those that only one example of their check meets.
var exampleDefects = []defect{
	{id: "RES-08", name: "the size of a text is that of another", change: sizes(999)},
	{id: "RES-08", name: "the size of a text is none", change: sizes(0)},
	{id: "RES-08", name: "the size of a picture is that of its base64", change: func(v *server) {
		for i, r := range v.resources {
			if blob, ok := r.read()["blob"].(string); ok {
				v.resources[i].def = with(r.def, "size", len(blob))
			}
		}
	}},
	{id: "HL-39", name: "an unknown tool is not found, as HTTP has it", over: "http", change: func(v *server) {
		v.http.streams = func(*call) bool { return false }
		v.http.statusOf = notFound("-32602")
	}},
	{id: "TOOL-10", name: "a text that is empty is null", change: results(func(_ *call, r object) {
		all, _ := r["content"].(list)
		for i, one := range all {
			if block, ok := one.(object); ok && block["text"] == "" {
				all[i] = object{"type": "text", "text": nil}
			}
		}
	}, "tools/call")},
	{id: "LIFE-17", name: "a tool that asks for roots waits for ever after a refusal", change: insistent("roots")},
	{id: "LIFE-17", name: "a tool that asks the user waits for ever after a refusal", change: insistent("elicit")},
	{id: "LIFE-18", name: "sessions of 2024-11-05 have no calls", change: unlikeOthers("2024-11-05", "tools/call")},
	{id: "LIFE-18", name: "sessions of 2025-03-26 have no list of prompts", change: unlikeOthers("2025-03-26", "prompts/list")},
	{id: "LIFE-19", name: "changes of lists have a list of params", change: notices(func(msg object) {
		if strings.HasSuffix(msg["method"].(string), "/list_changed") {
			msg["params"] = list{}
		}
	})},
	{id: "HL-17", name: "a stream that is resumed after an event of nobody ends without an answer", over: "http", change: func(v *server) {
		v.http.guard = func(_ http.ResponseWriter, r *http.Request) bool {
			if strings.HasPrefix(r.Header.Get("Last-Event-ID"), "mcpsim-no") {
				panic(http.ErrAbortHandler)
			}
			return false
		}
	}},
	{id: "STDIO-21", name: "each piece is decoded by itself", over: "stdio", change: func(v *server) {
		v.stdio.reads = func(from io.Reader) io.Reader { return servertest.Decoding{From: from} }
	}},
	{id: "STDIO-21", name: "a line with a line end of Unicode in it is dropped", over: "stdio", change: func(v *server) {
		v.stdio.line = func(_ *netem.Process, raw string) bool { return strings.ContainsAny(raw, "\u0085\u2028\u2029") }
	}},
}

// unlikeOthers fails a method in the sessions of a revision.
func unlikeOthers(revision, method string) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if c.revision == revision {
			return nil, refuse(-32603, "Internal error")
		}
		return next(c)
	})
}

// sizes lists the resources that are text, each with one size.
func sizes(n int) func(*server) { return sized(func(string) int { return n }) }

// sized lists the sizes of the resources that are text.
func sized(of func(text string) int) func(*server) {
	return func(v *server) {
		for i, r := range v.resources {
			if text, ok := r.read()["text"].(string); ok {
				v.resources[i].def = with(r.def, "size", of(text))
			}
		}
	}
}

// growing has a file that is longer each time that it is read, and lists it as it was.
func growing(v *server) {
	var mu sync.Mutex
	text := "a line\n"
	read := v.resources[0].read
	v.resources[0].read = func() object {
		mu.Lock()
		defer mu.Unlock()
		text += "one more line\n"
		return with(read(), "text", text)
	}
	v.methods["resources/list"] = func(c *call) (object, *fault) {
		mu.Lock()
		defer mu.Unlock()
		return page(c, "resources", defs(c.resources, func(r resource) object {
			if r.def["size"] != nil {
				return with(r.def, "size", len(text))
			}
			return r.def
		}))
	}
}

// notFound is the status 404 of answers with a code.
func notFound(code string) func(body []byte) int {
	return func(body []byte) int {
		if bytes.Contains(body, []byte(code)) {
			return http.StatusNotFound
		}
		return http.StatusOK
	}
}
