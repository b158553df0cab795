package specimen_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// written changes events on the wire.
func written(change func(st *stream, id, data string) string) func(*server) {
	return func(v *server) { v.http.event = change }
}

// replayed changes what is sent to a client that comes back.
func replayed(change func(s *session, from *stream, missed []event) []event) func(*server) {
	return func(v *server) { v.http.replay = change }
}

// slowly gives every event stream a pause before its answer, so that it can break.
func slowly(v *server) {
	streaming(v)
	for m, next := range v.methods {
		if m != "initialize" {
			v.methods[m] = func(c *call) (object, *fault) { c.wait(20 * time.Millisecond); return next(c) }
		}
	}
}

func others(s *session, st *stream) (all []*stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.streams {
		if o != st {
			all = append(all, o)
		}
	}
	return all
}

// each runs a defect with JSON for all but tools, and with streams for everything.
func eachWay(all ...defect) []defect {
	var out []defect
	for _, d := range all {
		one := d
		one.name += ", in streams of tools/call alone"
		d.change = both(streaming, d.change)
		d.name += ", in all streams"
		out = append(out, one, d)
	}
	return overHTTP(out...)
}

var streamDefects = slices.Concat(eachWay(
	defect{id: "HL-11", name: "log messages of another session come on the stream", change: outgoing(func(s *session, c *call, msg object) []object {
		if isResponse(msg) && c != nil && c.method != "initialize" {
			return []object{{"jsonrpc": "2.0", "method": "notifications/message", "params": object{"level": "info", "data": "someone else called"}}, msg}
		}
		return []object{msg}
	}), also: []string{"LOG-03"}},
	defect{id: "HL-11", name: "progress of another request comes on the stream", change: outgoing(func(s *session, c *call, msg object) []object {
		if isResponse(msg) && c != nil && c.method != "initialize" {
			return []object{{"jsonrpc": "2.0", "method": "notifications/progress", "params": object{"progressToken": "other", "progress": 1}}, msg}
		}
		return []object{msg}
	}), also: []string{"PROG-01"}},
	defect{id: "HL-11", name: "the answer of the request before comes on the stream first", also: []string{"BASE-01", "HL-09"}, change: outgoing(func(s *session, c *call, msg object) []object {
		if !isResponse(msg) || c == nil || c.method == "initialize" {
			return []object{msg}
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		last, _ := s.slots["last"].(object)
		s.slots["last"] = msg
		if last == nil {
			return []object{msg}
		}
		return []object{last, msg}
	})},
	defect{id: "HL-12", name: "streams do not begin with an event to come back from", change: func(v *server) { v.http.prime = false }},
	defect{id: "HL-12", name: "the first event has data", change: written(func(_ *stream, id, data string) string {
		if data == "" {
			data = "{}"
		}
		return "id: " + id + "\ndata: " + data + "\n\n"
	}), also: []string{"HL-35", "BASE-03", "BASE-06"}},
	defect{id: "BASE-03", name: "the first event says null", also: []string{"HL-12"}, change: written(func(_ *stream, id, data string) string {
		return "id: " + id + "\ndata: " + cmp.Or(data, "null") + "\n\n"
	})},
	defect{id: "BASE-03", name: "messages are indented, and their further lines are no data", also: []string{"HL-35"}, change: written(func(_ *stream, id, data string) string {
		return "id: " + id + "\ndata: " + strings.TrimSpace(pretty([]byte(data))) + "\n\n"
	})},
	defect{id: "HL-12", name: "the first event has no id", change: written(func(_ *stream, id, data string) string {
		if data == "" {
			return "data: \n\n"
		}
		return "id: " + id + "\ndata: " + data + "\n\n"
	})},
	defect{id: "HL-12", name: "the first event has an empty id", change: written(func(_ *stream, id, data string) string {
		if data == "" {
			return "id: \ndata: \n\n"
		}
		return "id: " + id + "\ndata: " + data + "\n\n"
	})},
	defect{id: "HL-14", name: "ids of events count anew in each stream", change: func(v *server) { v.http.eventID = func(_ *stream, n int) string { return fmt.Sprint(n) } }},
	defect{id: "HL-14", name: "ids of events are the second of the clock", change: func(v *server) {
		v.http.eventID = func(*stream, int) string { return fmt.Sprint(v.clk.Now().Unix()) }
	}},
	defect{id: "HL-14", name: "all events of a stream have one id", change: func(v *server) { v.http.eventID = func(st *stream, _ int) string { return st.name } }},
	defect{id: "HL-14", name: "all events of all streams have one id", change: func(v *server) { v.http.eventID = func(*stream, int) string { return "1" } }},
	defect{id: "HL-15", name: "events of other streams are replayed too", change: replayed(func(s *session, st *stream, missed []event) []event {
		for _, o := range others(s, st) {
			missed = append(slices.Clone(missed), o.events...)
		}
		return missed
	})},
	defect{id: "HL-15", name: "events of the newest other stream are replayed instead", also: []string{"HL-16", "HL-18"}, change: replayed(func(s *session, st *stream, missed []event) []event {
		if o := others(s, st); len(o) > 0 {
			return o[len(o)-1].events
		}
		return missed
	})},
	defect{id: "HL-16", name: "the first missed event is not replayed", change: replayed(func(_ *session, _ *stream, missed []event) []event { return missed[min(1, len(missed)):] })},
	defect{id: "HL-16", name: "a resumed stream starts from its beginning", change: replayed(func(_ *session, st *stream, _ []event) []event { return st.events })},
	defect{id: "HL-16", name: "each missed event is replayed twice", also: []string{"HL-14"}, change: replayed(func(_ *session, _ *stream, missed []event) (all []event) {
		for _, e := range missed {
			all = append(all, e, e)
		}
		return all
	})},
	defect{id: "HL-16", name: "all of the stream is replayed", change: replayed(func(_ *session, st *stream, _ []event) []event { return slices.Clone(st.events) })},
	defect{id: "HL-16", name: "nothing is replayed", also: []string{"HL-18"}, change: replayed(func(*session, *stream, []event) []event { return nil })},
	defect{id: "HL-16", name: "missed events are replayed in the wrong order", change: replayed(func(_ *session, _ *stream, missed []event) []event {
		missed = slices.Clone(missed)
		slices.Reverse(missed)
		return missed
	})},
	defect{id: "HL-17", name: "an event id of another session leads to its events", change: func(v *server) { v.http.shared = true }},
	defect{id: "HL-17", name: "an unknown event id replays everything", also: []string{"HL-15"}, change: func(v *server) { v.http.unknownReplay = true }},
	defect{id: "HL-35", name: "events are named after their method", change: written(func(_ *stream, id, data string) string {
		return "event: response\nid: " + id + "\ndata: " + data + "\n\n"
	})},
	defect{id: "HL-35", name: "the answer is an event of the name result", change: written(func(_ *stream, id, data string) string {
		if strings.Contains(data, `"result"`) {
			return "event: result\nid: " + id + "\ndata: " + data + "\n\n"
		}
		return "id: " + id + "\ndata: " + data + "\n\n"
	})},
	defect{id: "HL-35", name: "the last event lacks its blank line", also: []string{"HL-09"}, change: func(v *server) {
		v.http.event = func(_ *stream, id, data string) string { return "id: " + id + "\ndata: " + data + "\n" }
	}},
	defect{id: "HL-35", name: "lines of data have no colon", also: []string{"HL-09"}, change: written(func(_ *stream, id, data string) string { return "id: " + id + "\ndata " + data + "\n\n" })},
	defect{id: "HL-35", name: "events have fields of their own", change: written(func(_ *stream, id, data string) string {
		return "id: " + id + "\ntime: 12:00\ndata: " + data + "\n\n"
	})},
	defect{id: "HL-35", name: "two messages share one event", also: []string{"HL-09", "BASE-03", "LIFE-01"}, change: written(func(_ *stream, id, data string) string {
		if data == "" {
			return "id: " + id + "\ndata: \n\n"
		}
		return "id: " + id + "\ndata: " + `{"jsonrpc":"2.0","method":"notifications/x"}` + "\ndata: " + data + "\n\n"
	})},
	defect{id: "HL-35", name: "an answer is an array of one message", also: []string{"HL-09", "BASE-03", "LIFE-01"}, change: written(func(_ *stream, id, data string) string {
		if strings.Contains(data, `"result"`) {
			data = "[" + data + "]"
		}
		return "id: " + id + "\ndata: " + data + "\n\n"
	})},
	defect{id: "HL-35", name: "notifications come as an array", change: written(func(_ *stream, id, data string) string {
		if strings.Contains(data, `"method":"notifications/`) {
			data = "[" + data + "]"
		}
		return "id: " + id + "\ndata: " + data + "\n\n"
	})},
	defect{id: "HL-18", name: "a connection that breaks cancels the request", change: func(v *server) { v.http.dropCancels = true }},
	defect{id: "HL-13", name: "streams end early without saying when to come back", change: polled("")},
	defect{id: "HL-35", name: "when to come back is no number", also: []string{"HL-13"}, change: polled("retry: soon\n\n")},
))

// polled ends the connection of a stream before the answer is there.
func polled(retry string) func(*server) {
	return func(v *server) {
		v.http.polls, v.http.retry = true, retry
		next := v.methods["tools/call"]
		v.methods["tools/call"] = func(c *call) (object, *fault) {
			_ = clock.Sleep(context.Background(), c.clk, 100*time.Millisecond)
			return next(c)
		}
	}
}
