package fakeserver_test

import (
	"regexp"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// faults says what a plain client sees of each server of the catalogue, as a
// pattern of the transcript of a fixed conversation. A correct server's transcript
// has none of it. Servers that misbehave over several transports have a pattern
// for each.
var faults = map[string]map[string]string{
	"banner-on-stdout":                        {"stdio": `spawn \(1\):\nMy Server v1\.2 running on stdio\n`},
	"noise-mid-call":                          {"stdio": `call \(2\):\n\[Breadcrumb\] \{\n.*\n\}\n\{\}\n\[\]\n42\n"ok"\nnull\n\{"jsonrpc"`},
	"content-length-framing":                  {"stdio": `initialize \(1\):\nContent-Length: \d+\r\n\r\n\{"jsonrpc"`},
	"pretty-printed":                          {"stdio": `initialize \(1\):\n\{\n +"jsonrpc": "2.0",\n`},
	"crlf-lines":                              {"stdio": `initialize \(1\):\n.*\}\r\nlist \(1\):\n.*\}\r\ncall \(1\):\n.*\}\r\n`},
	"bom-first-frame":                         {"stdio": "initialize \\(1\\):\n\ufeff\\{", "http": "initialize: 200 application/json\n\ufeff\\{"},
	"one-byte-at-a-time":                      {"stdio": `call \([1-9]\d+\):\n.*— 日本語 🚀`, "http": `call 1: 200 application/json\n.*— 日本語 🚀`},
	"five-megabyte-line":                      {"stdio": `call \(1\):\n<5242881 bytes>`, "http": `call 1: 200 application/json\n<5242880 bytes>`},
	"endless-line":                            {"stdio": `call \(3\):\n<671\d+ bytes>`},
	"ids-always-zero":                         {"stdio": `call \(1\):\n.*"id":0,`, "http": `call 1: 200 .*\n.*"id":0,`},
	"ids-change-type":                         {"stdio": `call \(1\):\n.*"id":"2",`, "http": `call 1: 200 .*\n.*"id":"2",`},
	"answers-too-late":                        {"stdio": `call \(0\):\nlater \(1\):\n.*"id":2,`, "http": `call 1: pending\n(?s:.*)later:(?s:.*)call 1: 200`},
	"answers-twice":                           {"stdio": `call \(2\):\n(\{.*"id":2,.*\n){2}`},
	"batched-answers":                         {"stdio": `call \(1\):\n\[\{.*\}\]\n`, "http": `call 1: 200 .*\n\[\{.*\}\]`},
	"stderr-flood":                            {"stdio": `stderr: 524288 bytes`},
	"stops-reading":                           {"stdio": `call \(0\):\nlater \(0\):\n(?s:.*)closing \(0\):\nrunning\n`},
	"crash-before-init":                       {"stdio": `spawn \(0\):\nexited 1\n(?s:.*)ModuleNotFoundError`},
	"ignores-eof-and-term":                    {"stdio": `closing \(0\):\nrunning\nTERM:\nrunning\n`},
	"dies-after-commit":                       {"stdio": `call \(0\):\nexited 137\n(?s:.*)ledger: bumped\n`},
	"dies-of-cancelled":                       {"stdio": `call \(0\):\nlater \(0\):\n`},
	"other-tools-after-restart":               {"stdio": `call \(1\):\n.*\nexited 1\n`},
	"progress-all-at-once":                    {"http": `call 1: pending\n(?s:.*)later:(?s:.*)call 1: 200 text/event-stream(?s:.*)working`},
	"refresh-tokens-once":                     {"http": `initialize: 401 `},
	"exits-every-minute":                      {"stdio": `later \(0\):\nexited 1\n`},
	"exits-when-idle":                         {"stdio": `later \(0\):\nexited 1\n`},
	"cold-start":                              {"stdio": `initialize \(0\):\n(?s:.*)later \(\d\):\n(?s:.*)"id":0,`, "http": `initialize: pending\n`},
	"early-notification":                      {"stdio": `initialize \(3\):\n.*list_changed"\}\n.*notifications/message.*\n.*"id":0,`},
	"asks-during-handshake":                   {"stdio": `initialize \(2\):\n.*"id":0,.*\n.*"id":1,"method":"ping"(?s:.*)list \(1\):\n.*"id":"s1","method":"roots/list"`},
	"no-revision":                             {"stdio": `initialize \(1\):\n\{.*"result":\{"capabilities":.*,"serverInfo":\{[^}]*\}\}\}\n`, "http": `initialize: 200 .*\n\{.*"result":\{"capabilities":.*,"serverInfo":\{[^}]*\}\}\}`},
	"refuses-initialize":                      {"stdio": `initialize \(1\):\n.*-32602`, "http": `initialize: 200 .*\n.*-32602`},
	"unknown-revision":                        {"stdio": `initialize \(1\):\n.*2030-01-01`, "http": `initialize: 200 .*\n.*2030-01-01`},
	"resources-without-templates":             {"stdio": `"resources":\{(?s:.*)templates \(1\):\n.*-32601`, "http": `"resources":\{(?s:.*)templates: 200 .*\n.*-32601`},
	"stuck-cursor":                            {"stdio": `list \(1\):\n.*"nextCursor":"8"`, "http": `list: 200 .*\n.*"nextCursor":"8"`},
	"second-page-fails":                       {"stdio": `list \(1\):\n.*"nextCursor":(?s:.*)list again \(1\):\n.*-32603`, "http": `list: 200 .*\n.*"nextCursor":(?s:.*)list again: 200 .*\n.*-32603`},
	"one-bad-schema":                          {"stdio": `list \(1\):\n.*"inputSchema":null`, "http": `list: 200 .*\n.*"inputSchema":null`},
	"same-name-twice":                         {"stdio": `list \(1\):\n.*"name":"search".*"name":"search"`, "http": `list: 200 .*\n.*"name":"search".*"name":"search"`},
	"slow-list":                               {"stdio": `list \(0\):\n(?s:.*)later \(\d\):\n(?s:.*)"id":1,`, "http": `list: pending\n`},
	"announces-every-list":                    {"stdio": `list \(2\):\n.*"id":1,.*\n.*tools/list_changed`},
	"get-hangs":                               {"http": `GET: pending\n`},
	"get-answers-400":                         {"http": `GET: 400 `},
	"get-answers-json":                        {"http": `GET: 200 application/json\n\{\}`},
	"idle-stream-cut":                         {"http": `GET: 200 text/event-stream, open\n(?s:.*)later:(?s:.*)GET: 200 text/event-stream, cut\n`},
	"second-stream-conflict":                  {"http": `GET again: 409 `},
	"cr-line-endings":                         {"http": `call 1: 200 text/event-stream, open\ndata: [^\n\r]*\r\r`},
	"odd-but-legal-events":                    {"http": `call 1: 200 text/event-stream\n:still here\n\nevent:heartbeat\ndata:not JSON\n\nx-unknown: field\n\ndata:\{`},
	"priming-event":                           {"http": `call 1: 200 text/event-stream\nid: 1\nretry: 3000\ndata: \n\ndata: \{`},
	"one-in-five-dies":                        {"http": `call \d+: 200 (?s:.*)call \d+: cut\n`},
	"stream-dies":                             {"http": `call 1: 200 text/event-stream\n: working on it\n\ncall 2`},
	"html-error-page":                         {"http": `call 1: 502 text/html\n<html>`},
	"login-page":                              {"http": `call 1: 200 text/html\n<html>`},
	"redirects-with-302":                      {"http": `initialize: 302 `},
	"acknowledges-with-null":                  {"http": `initialized: 200 application/json\nnull\n`},
	"forgets-sessions":                        {"http": `call 2: 200 (?s:.*)call 3: 404 `},
	"dead-session-is-400":                     {"http": `call 2: 200 (?s:.*)call 3: 400 (?s:.*)call 4: 200 `},
	"one-session-only":                        {"http": `initialize again: 400 (?s:.*)DELETE: 200 (?s:.*)initialize at last: 200 `},
	"silent-200":                              {"http": `call 1: 200 text/event-stream, open\n(?s:.*)later:(?s:.*)call 1: 200 text/event-stream, open\n`},
	"wrong-host":                              {"http": `initialize: 421 (?s:.*)GET: 421 `},
	"flapping":                                {"stdio": `initialize \(1\):\n.*\nexited 1\n`},
	"no-endpoint":                             {"sse": `GET: 200 text/event-stream, open\nlater:(?s:.*)GET: 200 text/event-stream, open\n(:[^\n]*\n+)+$`},
	"foreign-endpoint":                        {"sse": `GET: 200 text/event-stream, open\nevent: endpoint\ndata: http://evil\.example/`},
	"endless-401":                             {"http": `initialize: 401 `},
	"wants-more-scope":                        {"http": `call 1: 403 `},
	"two-minute-tool":                         {"stdio": `call \(0\):\nlater \(0\):\n`, "http": `call 1: pending\n`},
	"pings-before-answering":                  {"stdio": `call \(1\):\n.*"method":"ping"\}\nlater \(0\)`, "http": `call 1: 200 text/event-stream, open\ndata: .*"method":"ping"\}\n`},
	"error-32001":                             {"stdio": `call \(1\):\n.*-32001`, "http": `call 1: 200 .*\n.*-32001`},
	"error-that-looks-like-a-lost-connection": {"stdio": `call \(1\):\n.*connection closed.*"isError":true`, "http": `call 1: 200 .*\n.*connection closed.*"isError":true`},
}

func TestEveryFaultOfTheCatalogueIsSeen(t *testing.T) {
	correct := map[string]string{}
	for _, over := range []string{"stdio", "http", "sse"} {
		correct[over] = converse(t, over, &fakeserver.Script{})
	}
	for _, s := range fakeserver.Catalogue() {
		if modernFaults[s.Name] != nil {
			continue // another conversation
		}
		for _, over := range s.Over {
			t.Run(s.Name+" "+over, func(t *testing.T) {
				pattern := faults[s.Name][over]
				assert.Assert(t, pattern != "", "no expectation")
				script, err := s.Script()
				assert.NilError(t, err)
				seen := regexp.MustCompile(pattern)
				got := converse(t, over, script)
				assert.Check(t, seen.MatchString(got), "no match for %s in:\n%s", pattern, got)
				assert.Check(t, !seen.MatchString(correct[over]), "a correct server is no different:\n%s", correct[over])
			})
		}
		assert.Equal(t, len(faults[s.Name]), len(s.Over), s.Name)
	}
}

func TestFaultsAreOfTheCatalogue(t *testing.T) {
	var names []string
	for _, s := range fakeserver.Catalogue() {
		names = append(names, s.Name)
	}
	for name := range faults {
		assert.Check(t, slices.Contains(names, name), name)
	}
}
