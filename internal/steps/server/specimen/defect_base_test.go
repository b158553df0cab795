package specimen_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// idOf changes the id of each response.
func idOf(change func(id any) any) func(*server) {
	return answers(func(_ *call, msg object) { msg["id"] = change(msg["id"]) })
}

// deafTo drops requests with such an id, as a test for truth does.
func deafTo(ids ...any) func(*server) {
	return incoming(func(_ *session, msg object) object {
		if id, ok := msg["id"]; ok && slices.Contains(ids, id) {
			return nil
		}
		return msg
	})
}

// twice sends the answers to these methods again.
func twice(methods ...string) func(*server) {
	return outgoing(func(_ *session, c *call, msg object) []object {
		if isResponse(msg) && c != nil && slices.Contains(methods, c.method) {
			return []object{msg, msg}
		}
		return []object{msg}
	})
}

var baseDefects = []defect{
	{id: "BASE-01", name: "ids that are numbers come back as strings", change: idOf(func(id any) any {
		if n, ok := numeric(id); ok {
			return n
		}
		return id
	})},
	{id: "BASE-01", name: "ids that are strings of digits come back as numbers", change: idOf(func(id any) any {
		if s, ok := id.(string); ok {
			if _, err := strconv.Atoi(s); err == nil {
				return json.Number(s)
			}
		}
		return id
	})},
	{id: "BASE-01", name: "negative ids lose their sign", change: idOf(func(id any) any {
		if n, ok := numeric(id); ok {
			return json.Number(strings.TrimPrefix(n, "-"))
		}
		return id
	})},
	{id: "BASE-01", name: "the id 0 counts as none, and nothing answers it", over: "stdio", change: deafTo(json.Number("0"))},
	{id: "BASE-01", name: "string ids come back in small letters", change: idOf(func(id any) any {
		if s, ok := id.(string); ok {
			return strings.ToLower(s)
		}
		return id
	})},
	{id: "BASE-01", name: "string ids lose what is not ASCII", change: idOf(func(id any) any {
		if s, ok := id.(string); ok {
			return strings.Map(func(r rune) rune {
				if r > 127 {
					return '?'
				}
				return r
			}, s)
		}
		return id
	})},
	{id: "BASE-01", name: "ids that are strings are refused", change: func(v *server) {
		for m, next := range v.methods {
			v.methods[m] = func(c *call) (object, *fault) {
				if _, ok := c.id.(string); ok {
					return nil, refuse(-32600, "ids are numbers")
				}
				return next(c)
			}
		}
	}},
	{id: "BASE-01", name: "tools/call is answered twice", change: twice("tools/call")},
	{id: "BASE-01", name: "tools/list is answered twice", change: both(streaming, twice("tools/list"))},
	{id: "BASE-01", name: "ping is answered twice", change: both(streaming, twice("ping"))},
	{id: "BASE-01", name: "resources/read is answered twice", change: both(streaming, twice("resources/read"))},
	{id: "BASE-01", name: "prompts/get is answered twice", change: both(streaming, twice("prompts/get"))},
	{id: "BASE-01", name: "an error is sent twice", change: outgoing(func(_ *session, _ *call, msg object) []object {
		if msg["error"] != nil {
			return []object{msg, msg}
		}
		return []object{msg}
	})},
	{id: "BASE-01", name: "errors have the id null although the request's was readable", change: errors(func(_ *call, msg, _ object) { msg["id"] = nil })},
	{id: "BASE-01", name: "unknown methods are refused with the id null", change: errors(func(_ *call, msg, e object) {
		if e["code"] == -32601 {
			msg["id"] = nil
		}
	})},
	{id: "BASE-01", name: "the error to a failing prompts/get has no id", change: errors(func(_ *call, msg, _ object) { delete(msg, "id") }, "prompts/get")},
	{id: "BASE-01", name: "answers to tools/call have the id as a string", change: answers(func(_ *call, msg object) { msg["id"] = fmt.Sprint(msg["id"]) }, "tools/call")},
	{id: "BASE-01", name: "answers to resources/list have no id", change: answers(func(_ *call, msg object) { delete(msg, "id") }, "resources/list")},
	{id: "BASE-01", name: "answers to completion/complete have the id as a string", change: answers(func(_ *call, msg object) { msg["id"] = fmt.Sprint(msg["id"]) }, "completion/complete")},
	{id: "LOG-08", name: "logging/setLevel is never answered", also: []string{"LIFE-13", "LOG-02", "LIFE-09"}, change: handle("logging/setLevel", func(*call, handler) (object, *fault) { return nil, nil })},
	{id: "BASE-01", name: "a request whose id is that of a running one as text ends it", change: confusing(func(s *session, c *call, msg object) object { c.stop(); c.cancelled = true; return msg })},
	{id: "BASE-01", name: "a request whose id is that of a running one as text is passed over", over: "stdio", change: confusing(func(*session, *call, object) object { return nil })},
	{id: "BASE-01", name: "a request whose id is that of a running one as text is refused", over: "stdio", change: confusing(func(s *session, _ *call, msg object) object {
		s.write(nil, failure(msg["id"], refuse(-32600, "The id is in use")))
		return nil
	})},
	{id: "BASE-02", name: "ids pass through 32 bits", also: []string{"BASE-01"}, change: idOf(func(id any) any {
		if n, ok := numeric(id); ok {
			i, _ := strconv.ParseInt(n, 10, 64)
			return json.Number(strconv.Itoa(int(int32(i))))
		}
		return id
	})},
	{id: "BASE-02", name: "ids pass through a float", also: []string{"BASE-01"}, change: idOf(func(id any) any {
		if n, ok := numeric(id); ok {
			f, _ := strconv.ParseFloat(n, 64)
			return json.Number(strconv.FormatFloat(f, 'f', -1, 64))
		}
		return id
	})},
	{id: "BASE-02", name: "large ids come back with an exponent", also: []string{"BASE-01"}, change: idOf(func(id any) any {
		if n, ok := numeric(id); ok {
			f, _ := strconv.ParseFloat(n, 64)
			return json.Number(strconv.FormatFloat(f, 'g', 6, 64))
		}
		return id
	})},
	{id: "BASE-02", name: "ids above 2^31 are refused", change: func(v *server) {
		next := v.methods["ping"]
		v.methods["ping"] = func(c *call) (object, *fault) {
			if n, ok := numeric(c.id); ok {
				if i, _ := strconv.ParseInt(n, 10, 64); i > 1<<31-1 {
					return nil, refuse(-32600, "id is too large")
				}
			}
			return next(c)
		}
	}},
	{id: "BASE-04", name: "a second initialized is answered", over: "stdio", change: noted("notifications/initialized", func(s *session, _ object) {
		s.write(nil, object{"jsonrpc": "2.0", "id": nil, "result": object{}})
	})},
	{id: "BASE-04", name: "unknown notifications are refused with an error", over: "stdio", change: unknownNotes(func(s *session) {
		s.write(nil, failure(nil, refuse(-32601, "Method not found")))
	})},
	{id: "BASE-04", name: "unknown notifications are refused with an error that has no id", over: "stdio", change: unknownNotes(func(s *session) {
		s.write(nil, object{"jsonrpc": "2.0", "error": object{"code": -32601, "message": "Method not found"}})
	})},
	{id: "BASE-04", name: "notifications/cancelled is answered with a result", over: "stdio", also: []string{"CAN-02"}, change: noted("notifications/cancelled", func(s *session, _ object) {
		s.write(nil, object{"jsonrpc": "2.0", "id": nil, "result": object{}})
	})},
	{id: "BASE-04", name: "roots/list_changed is answered with an error", over: "stdio", change: noted("notifications/roots/list_changed", func(s *session, _ object) {
		s.write(nil, failure(nil, refuse(-32601, "Method not found")))
	})},
	{id: "BASE-04", name: "notifications/progress is answered with an error", over: "stdio", change: noted("notifications/progress", func(s *session, _ object) {
		s.write(nil, failure(nil, refuse(-32601, "Method not found")))
	})},
	{id: "BASE-04", name: "a request's method without an id is served and answered", over: "stdio", change: func(v *server) {
		v.notes["ping"] = func(s *session, _ object) { s.write(nil, object{"jsonrpc": "2.0", "id": nil, "result": object{}}) }
		v.notes["tools/list"] = v.notes["ping"]
	}},
	{id: "BASE-07", name: "unknown methods are refused with -32600", change: recode(-32601, -32600)},
	{id: "BASE-07", name: "unknown methods are refused with -32603", change: recode(-32601, -32603)},
	{id: "BASE-07", name: "unknown methods are refused with code 404", change: recode(-32601, 404)},
	{id: "BASE-07", name: "unknown methods are answered with an empty result", change: errors(func(_ *call, msg, e object) {
		if e["code"] == -32601 {
			delete(msg, "error")
			msg["result"] = object{}
		}
	})},
	{id: "BASE-07", name: "unknown methods are not answered", over: "stdio", change: outgoing(func(_ *session, _ *call, msg object) []object {
		if contains(msg, "-32601") {
			return nil
		}
		return []object{msg}
	})},
	{id: "BASE-07", name: "unknown methods are answered with a tool's result", change: errors(func(_ *call, msg, e object) {
		if e["code"] == -32601 {
			delete(msg, "error")
			msg["result"] = wrong("Unknown method")
		}
	})},
	{id: "BASE-08", name: "malformed JSON ends the process", over: "stdio", also: []string{"STDIO-07"}, change: func(v *server) {
		v.stdio.garbage = func(s *session, _ string) { s.slots["dead"] = true; s.die() }
	}},
	{id: "BASE-08", name: "after malformed JSON nothing is answered", over: "stdio", also: []string{"STDIO-07"}, change: func(v *server) {
		v.stdio.garbage = func(s *session, _ string) { s.slots["dead"] = true }
		next := v.in
		v.in = func(s *session, msg object) object {
			if s.slots["dead"] != nil {
				return nil
			}
			return next(s, msg)
		}
	}},
	{id: "BASE-08", name: "malformed JSON is glued to the next line", over: "stdio", also: []string{"STDIO-07"}, change: func(v *server) {
		v.stdio.garbage = func(s *session, _ string) { s.slots["rest"] = true }
		next := v.in
		v.in = func(s *session, msg object) object {
			if s.slots["rest"] != nil {
				delete(s.slots, "rest")
				s.write(nil, failure(nil, refuse(-32700, "Parse error")))
				return nil
			}
			return next(s, msg)
		}
	}},
	{id: "BASE-09", name: "a parse error takes the id of the last request", over: "stdio", also: []string{"BASE-08", "BASE-01"}, change: both(
		incoming(func(s *session, msg object) object {
			if msg["id"] != nil && msg["method"] != nil {
				s.slots["last"] = msg["id"]
			}
			return msg
		}),
		func(v *server) {
			v.stdio.garbage = func(s *session, _ string) { s.write(nil, failure(s.slots["last"], refuse(-32700, "Parse error"))) }
		})},
	{id: "BASE-09", name: "a parse error takes the id of the ping before it", over: "stdio", also: []string{"BASE-01"}, change: both(
		incoming(func(s *session, msg object) object {
			if msg["method"] == "ping" {
				s.slots["last"] = msg["id"]
			}
			return msg
		}),
		func(v *server) {
			v.stdio.garbage = func(s *session, _ string) { s.write(nil, failure(s.slots["last"], refuse(-32700, "Parse error"))) }
		})},
	{id: "BASE-08", name: "malformed JSON is an internal error", over: "stdio", change: func(v *server) {
		v.stdio.garbage = func(s *session, _ string) { s.write(nil, failure(nil, refuse(-32603, "SyntaxError"))) }
	}},
	{id: "BASE-08", name: "a parse error has the id 0", over: "stdio", also: []string{"BASE-09"}, change: func(v *server) {
		v.stdio.garbage = func(s *session, _ string) { s.write(nil, failure(0, refuse(-32700, "Parse error"))) }
	}},
	{id: "BASE-10", name: "requests with the id null succeed", over: "stdio", change: incoming(func(s *session, msg object) object {
		if id, ok := msg["id"]; ok && id == nil && msg["method"] != nil {
			s.write(nil, object{"jsonrpc": "2.0", "id": nil, "result": object{}})
			return nil
		}
		return msg
	})},
	{id: "BASE-10", name: "requests with the id null succeed under an id of the server's", over: "stdio", change: incoming(func(s *session, msg object) object {
		if id, ok := msg["id"]; ok && id == nil && msg["method"] != nil {
			s.write(nil, object{"jsonrpc": "2.0", "id": 1, "result": object{}})
			return nil
		}
		return msg
	})},
	{id: "BASE-11", name: "batches are executed in a revision that has none", change: batched(func(s *session) bool { return true })},
	{id: "BASE-12", name: "a server of 2025-03-26 refuses batches", change: both(upTo("2025-03-26"), batched(func(*session) bool { return false }))},
	{id: "BASE-12", name: "of a batch only the first request is answered", change: both(upTo("2025-03-26"), wire(func(s string) string {
		var all []json.RawMessage
		if json.Unmarshal([]byte(s), &all) == nil && len(all) > 1 {
			return "[" + string(all[0]) + "]"
		}
		return s
	}))},
	{id: "BASE-12", name: "a batch of notifications is answered with an empty array", over: "stdio", also: []string{"STDIO-01"}, change: both(upTo("2025-03-26"), func(v *server) { v.stdio.emptyBatch = true })},
	{id: "BASE-13", name: "initialize is accepted in a batch", over: "stdio", change: both(upTo("2025-03-26"), func(v *server) { v.batchInit = true }, batched(func(*session) bool { return true }))},
}

func unknownNotes(then func(s *session)) func(*server) {
	return incoming(func(s *session, msg object) object {
		if kindOf(msg) == notification && s.notes[msg["method"].(string)] == nil {
			then(s)
		}
		return msg
	})
}

// recode gives errors another code.
func recode(from, to int, methods ...string) func(*server) {
	return errors(func(_ *call, _, e object) {
		if e["code"] == from {
			e["code"] = to
		}
	}, methods...)
}

func batched(by func(*session) bool) func(*server) {
	return func(v *server) { v.batches = by }
}

// confusing does something where a request has come whose id is, as a text, that of a call
// that is running.
func confusing(do func(s *session, running *call, msg object) object) func(*server) {
	return incoming(func(s *session, msg object) object {
		id, ok := msg["id"].(string)
		if !ok || msg["method"] == nil {
			return msg
		}
		if c := s.runs(json.Number(id)); c != nil {
			return do(s, c, msg)
		}
		return msg
	})
}
