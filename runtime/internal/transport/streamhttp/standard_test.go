package streamhttp

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// standardEvent is an event as the standard of server-sent events defines it.
type standardEvent struct{ kind, data string }

// standardEvents reads a stream by the letter of the standard (9.2.6, "Interpreting an
// event stream"), all of it at once. Two things are as documented here instead: a last
// event counts without its blank line (F-36), and cut is whether the stream ends within
// a line, which does not count.
func standardEvents(text string) (events []standardEvent, cut bool) {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(text, "\n")
	cut = lines[len(lines)-1] != ""
	var kind string
	var data []string
	dispatch := func() {
		if len(data) > 0 && strings.Join(data, "\n") != "" {
			events = append(events, standardEvent{kind, strings.Join(data, "\n")})
		}
		kind, data = "", nil
	}
	for _, line := range lines[:len(lines)-1] {
		if line == "" {
			dispatch()
			continue
		}
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "event":
			kind = value
		case "data":
			data = append(data, value)
		}
	}
	if !cut {
		dispatch()
	}
	return events, cut
}

// FuzzStandardEvents compares what a stream delivers with what the standard says is in
// it, however the stream is cut into reads. Events named "endpoint" show any data; other
// ones must be JSON, and end the stream if they are not.
func FuzzStandardEvents(f *testing.F) {
	for _, seed := range []string{
		"", "event: endpoint\ndata: /a\n\n", "\ufeffdata: 1\n\n:x\ndata:2\r\rdata\ndata: \n\nevent:endpoint\rdata:  a\r\ndata: b\r\n\r\n",
		"data: 1\n", "data: 1", "event: x\nevent: endpoint\ndata\ndata\n\n", "data: [DONE]\n\ndata: x\n\n", "data: x\n\ndata: 1\n\n",
		"event: other\ndata: x\n\nevent: endpoint\ndata: 1\n\n", "\ufeff\ufeffdata: x\n\n", "event : endpoint\ndata: 1\n\n", "Data: x\n\n",
		"retry: 1\nid: \x00\nevent: endpoint\ndata: \x00\n\n", "event: endpoint\ndata: " + strings.Repeat("x", 70_000) + "\n\n",
		"event: endpoint\ndata: " + strings.Repeat("x", 3_000) + "\n", strings.Repeat("x", 3_000),
		"event: endpoint\n\r\n\r\rdata: x\n\r\ndata: 2\n\n", "event: endpoint\nevent\ndata: x\n\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		want, fails, ok := expected(string(text))
		if !ok {
			return
		}
		for _, cut := range []func(io.Reader) io.Reader{
			func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader,
		} {
			var got []string
			s := New(filled(Options{Name: "docs", URL: "http://docs.test/", Clock: clock.Real()})).newStream("")
			s.endpoint = func(data string) error { got = append(got, data); return nil }
			err := s.read(cut(bytes.NewReader(text)))
			assert.DeepEqual(t, got, want)
			assert.Equal(t, err != nil, fails, "%v", err)
		}
	})
}

// expected are the endpoints that a stream names, and whether it ends with an error. It
// is not ok if there could be a request in it, which would be answered.
func expected(text string) (endpoints []string, fails, ok bool) {
	events, cut := standardEvents(text)
	for _, e := range events {
		switch {
		case e.data == endOfStream:
			return endpoints, false, true
		case e.kind == "endpoint":
			endpoints = append(endpoints, e.data)
		case strings.ContainsAny(e.data, "{["):
			return nil, false, false
		case !json.Valid([]byte(e.data)) && (e.kind == "" || e.kind == "message"):
			return endpoints, true, true
		}
	}
	return endpoints, cut, true
}
