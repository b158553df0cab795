package recording_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/recording"
)

// exchange is an entry of an HTTP archive.
func exchange(second int, verb, url, session, asked, answered, form string) string {
	return fmt.Sprintf(`{"startedDateTime":"2026-01-02T03:04:%02d.000+01:00","time":250.5,
"request":{"method":%q,"url":%q,"headers":[{"name":":authority","value":"h"},{"name":"mcp-session-id","value":%q}],"postData":{"mimeType":"application/json","text":%q}},
"response":{"status":200,"headers":[{"name":"Content-Type","value":%q},{"name":"Mcp-Session-Id","value":"s1"}],"content":{"text":%q,"encoding":"base64"}}}`,
		second, verb, url, session, asked, form, base64.StdEncoding.EncodeToString([]byte(answered)))
}

// An archive of a browser or a proxy gives the exchanges of MCP in it, in their order.
func TestArchivesAreRead(t *testing.T) {
	const at = "https://h.example/mcp?k=v"
	text := "\ufeff{\"log\":{\"version\":\"1.2\",\"entries\":[" + strings.Join([]string{
		exchange(3, "POST", at, "s1", `{"jsonrpc":"2.0","id":2,"method":"ping"}`, "data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n", "text/event-stream"),
		exchange(1, "POST", at, "", `{"jsonrpc":"2.0","id":1,"method":"initialize"}`, `{"jsonrpc":"2.0","id":1,"result":{}}`, "application/json"),
		exchange(2, "POST", "https://h.example/login", "", "a=b", "<html>", "text/html"),
		exchange(2, "GET", "https://h.example/logo.png", "", "", "PNG", "image/png"),
		exchange(4, "DELETE", at, "s1", "", "", ""),
	}, ",") + "]}}"
	entries, err := recording.ReadAny(strings.NewReader(text))
	assert.NilError(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, fmt.Sprint(e.At.UTC().Format("05.000"), " ", e.Conn, " ", e.Exchange, " ", e.Kind, " ", e.Verb, e.Status, string(e.Data)))
	}
	assert.DeepEqual(t, got, []string{
		"01.000 1 0 open 0",
		"01.000 1 1 request POST0",
		`01.000 1 1 chunk 0{"jsonrpc":"2.0","id":1,"method":"initialize"}`,
		"01.250 1 1 response 200",
		`01.250 1 1 chunk 0{"jsonrpc":"2.0","id":1,"result":{}}`,
		"01.250 1 1 end 0",
		"03.000 1 2 request POST0",
		`03.000 1 2 chunk 0{"jsonrpc":"2.0","id":2,"method":"ping"}`,
		"03.250 1 2 response 200",
		"03.250 1 2 chunk 0data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n",
		"03.250 1 2 end 0",
		"04.000 1 3 request DELETE0",
		"04.250 1 3 response 200",
		"04.250 1 3 end 0",
	})
}

// A session of HTTP+SSE is one connection: what came in its stream is behind the requests
// that it answers, and all of what is before it in the stream.
func TestArchivesOfTheOldTransportAreRead(t *testing.T) {
	stream := exchange(0, "GET", "https://h.example/sse?k=v", "", "", "event: endpoint\ndata: /messages?s=7\n\n"+
		"data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r\n\r\n: still there\n\n"+
		"event: message\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"method\":\"m\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n", "text/event-stream")
	text := `{"log":{"entries":[` + strings.Join([]string{
		exchange(1, "POST", "https://h.example/messages?s=7", "", `{"jsonrpc":"2.0","id":1,"method":"initialize"}`, "", ""),
		exchange(3, "POST", "https://h.example/messages?s=7", "", `{"jsonrpc":"2.0","id":2,"method":"ping"}`, "", ""),
		strings.Replace(stream, `"time":250.5`, `"time":9000`, 1),
	}, ",") + "]}}"
	entries, err := recording.ReadAny(strings.NewReader(text))
	assert.NilError(t, err)
	var got []string
	for _, e := range entries {
		if e.From == recording.Server || e.Kind == recording.Open {
			got = append(got, fmt.Sprintf("%s %d %d %s %q", e.At.UTC().Format("05.000"), e.Conn, e.Exchange, e.Kind, e.Data))
		}
	}
	assert.DeepEqual(t, got, []string{
		`00.000 1 0 open ""`,
		`00.000 1 1 response ""`,
		`00.000 1 1 chunk "event: endpoint\ndata: /messages?s=7\n\n"`,
		`01.250 1 2 response ""`,
		`01.250 1 2 end ""`,
		`01.250 1 1 chunk "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r\n\r\n"`,
		`01.250 1 1 chunk ": still there\n\n"`,
		`01.250 1 1 chunk "event: message\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"method\":\"m\"}\n\n"`,
		`03.250 1 3 response ""`,
		`03.250 1 3 end ""`,
		`03.250 1 1 chunk "data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n"`,
		`09.000 1 1 end ""`,
	})
}

func TestBrokenArchives(t *testing.T) {
	for text, want := range map[string]string{
		`{"log":{"entries":[{`: "reading the HTTP archive",
		`{"log":[]}`:           "reading the HTTP archive",
		`{"log":{"entries":[` + strings.Replace(exchange(1, "POST", "http://h/", "", `{"jsonrpc":"2.0","id":1,"method":"m"}`, "?", ""), `"text":"Pw=="`, `"text":"?"`, 1) + `]}}`: "illegal base64",
	} {
		_, err := recording.ReadAny(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
}

func FuzzReadAny(f *testing.F) {
	f.Add([]byte(`{"log":{"entries":[` + exchange(1, "POST", "http://h/", "", `{"jsonrpc":"2.0","id":1,"method":"m"}`, "{}", "application/json") + `]}}`))
	f.Add([]byte(`{"format_version":3,"messages":[{"t_offset_ms":1,"sender":"client","payload":{"id":1}}]}`))
	f.Add([]byte(`{"session_id":"s","ts":"2026-01-02T03:04:05Z","direction":"c2s","raw":{"id":1}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = recording.ReadAny(bytes.NewReader(text)) // it must return
	})
}

// The files of two programs that write messages are read as lines of a process.
func TestMessagesOfOthersAreRead(t *testing.T) {
	for name, text := range map[string]string{
		"mcpsnoop": `{"session_id":"s","server_label":"x","seq":0,"ts":"2026-01-02T03:04:05Z","direction":"meta","transport":"stdio","raw":{"command":["x"]}}
{"session_id":"s","seq":1,"ts":"2026-01-02T03:04:05Z","direction":"c2s","transport":"stdio","raw":{"jsonrpc":"2.0","id":1,"method":"ping"}}
{"session_id":"s","seq":2,"ts":"2026-01-02T03:04:06.5Z","direction":"s2c","transport":"stdio","text":"a banner"}
{"session_id":"s","seq":3,"ts":"2026-01-02T03:04:07Z","direction":"s2c","transport":"stdio","raw":{"jsonrpc":"2.0","id":1,"result":{}}}
`,
		"mcp-cassette": `{
  "format_version": 3, "recorded_at": "2026-01-02T03:04:05Z", "transport": "stdio",
  "messages": [
    {"seq": 0, "t_offset_ms": 0, "sender": "client", "kind": "request", "payload": {"jsonrpc": "2.0", "id": 1, "method": "ping"}},
    {"seq": 1, "t_offset_ms": 1500, "sender": "server", "kind": "raw", "payload": "a banner"},
    {"seq": 2, "t_offset_ms": 2000, "sender": "server", "kind": "response", "payload": {"jsonrpc": "2.0", "id": 1, "result": {}}}
  ]
}`,
	} {
		entries, err := recording.ReadAny(strings.NewReader(text))
		assert.NilError(t, err, name)
		var got []string
		for _, e := range entries {
			got = append(got, fmt.Sprint(e.At.UTC().Format("05.000"), " ", e.Conn, " ", e.Kind, " ", e.From, " ", string(e.Data)))
		}
		assert.DeepEqual(t, got, []string{
			`05.000 1 chunk client {"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n",
			"06.500 1 chunk server a banner\n",
			`07.000 1 chunk server {"jsonrpc":"2.0","id":1,"result":{}}` + "\n",
		})
	}
	for text, want := range map[string]string{
		`{"format_version":4,"messages":[]}`:                                      "its format is 4, at most 3 is known",
		`{"format_version":3,"messages":[{"sender":"x"}]}`:                        "message 1 of the cassette",
		`{"format_version":3,"messages":{}}`:                                      "reading the cassette",
		`{"session_id":"s","ts":"","direction":"c2s"}`:                            "line 1",
		`{"session_id":"","ts":"0001-01-01T00:00:00Z","direction":"c2s"}` + "\n{": "line 2",
	} {
		_, err := recording.ReadAny(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
}
