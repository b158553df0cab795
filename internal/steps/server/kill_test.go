package server_test

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// A killer is a broken server and the check that must see it.
type killer struct {
	id     string
	server subject
	alone  bool // breaks so much that only this check is judged
}

// killers are the scripts of testdata/kill, named after the check that they
// must fail, and the mutants that no script can be.
func killers(t *testing.T) map[string]killer {
	t.Helper()
	out := map[string]killer{}
	files, err := filepath.Glob("testdata/kill/*.yaml")
	assert.NilError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		id, _, _ := strings.Cut(name, ".")
		out[name] = killer{id: id, server: scripted(id, string(data)), alone: id == "HL-10" || slices.Contains(soleJudge, id)}
	}
	maps.Copy(out, coreKillers())
	maps.Copy(out, webKillers())
	maps.Copy(out, callKillers())
	maps.Copy(out, frameKillers())
	for id, m := range lineMutants {
		out[id] = killer{id: id, server: subject{line: m}}
	}
	for id, m := range requestMutants {
		out[id] = killer{id: id, server: subject{http: true, request: m}}
	}
	for id, m := range sessionMutants {
		out[id] = killer{id: id, server: subject{http: true, session: m}}
	}
	return out
}

// lineMutants answer certain lines themselves, or exit at "exit".
var lineMutants = map[string]func(line string) (answer string, mine bool){
	"LIFE-02": answering(`"protocolVersion":"2025-06-18"`, `{"jsonrpc":"2.0","id":ID,"result":{"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}`,
		`"protocolVersion":"2025-03-26"`, `{"jsonrpc":"2.0","id":ID,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}`),
	"LIFE-07":  answering(`"tools/list"`, `{"jsonrpc":"2.0","id":ID,"result":{"tools":[]}}`),
	"LIFE-15":  answering(`"x": {"y": 1}`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"unknown capability"}}`),
	"BASE-03":  answering(`"tools/list"`, `{"jsonrpc":"2.0","id":ID,"result":{"tools":[]},"error":{"code":1,"message":"both"}}`),
	"BASE-02":  answering(`"id":1774232524389,`, `{"jsonrpc":"2.0","id":412317861,"result":{}}`),
	"BASE-08":  answering("{\"jsonrpc\":\n", `{"jsonrpc":"2.0","id":1001,"error":{"code":-32700,"message":"parse error"}}`),
	"BASE-10":  answering(`"id": null`, `{"jsonrpc":"2.0","id":null,"result":{}}`),
	"BASE-11":  answering(`[{"jsonrpc": "2.0", "id": "b1"`, `[{"jsonrpc":"2.0","id":"b1","result":{}},{"jsonrpc":"2.0","id":"b2","result":{}}]`),
	"STDIO-05": answering("\r\n", `exit`),
	"STDIO-06": func(line string) (string, bool) { return "exit", len(line) > 64<<10 },
	"STDIO-07": answering(`%&/(`, `exit`),
}

var idMember = regexp.MustCompile(`"id": ?([^,}]+)`)

// answering answers a line that holds a text with a template in which ID is the
// line's id.
func answering(pairs ...string) func(string) (string, bool) {
	return func(line string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(line, pairs[i]) {
				continue
			}
			answer := pairs[i+1]
			if m := idMember.FindStringSubmatch(line); m != nil {
				answer = strings.ReplaceAll(answer, "ID", m[1])
			} else if strings.Contains(answer, "ID") {
				return "", false // a message without an id has no answer
			}
			return answer, true
		}
		return "", false
	}
}

// requestMutants change a request before a correct server sees it, or answer it
// with the status that they return.
var requestMutants = map[string]func(r *http.Request, body string) (status int){
	"HL-02": func(r *http.Request, _ string) int { r.Header.Del("Origin"); return 0 },
	"HL-06": func(_ *http.Request, body string) int { return when(body == `{"jsonrpc": "2.0"}`, 202) },
	"HL-25": func(r *http.Request, body string) int {
		return when(r.Header.Get("Mcp-Session-Id") == "" && strings.Contains(body, `"ping"`), 404)
	},
	"HL-26": func(r *http.Request, _ string) int {
		id := r.Header.Get("Mcp-Session-Id")
		_, gone := endedSessions.Load(id)
		if r.Method == http.MethodDelete {
			endedSessions.Store(id, true)
		}
		return when(gone, 400)
	},
	"HL-27": func(r *http.Request, body string) int {
		return when(r.Header.Get("Mcp-Session-Id") == "mcpsim-no-such-session" && strings.Contains(body, `"ping"`), 400)
	},
	"HL-29": func(r *http.Request, body string) int {
		return when(r.Header.Get("Mcp-Session-Id") == "mcpsim-no-such-session" && strings.Contains(body, `"initialize"`), 404)
	},
	"HL-30": func(r *http.Request, _ string) int {
		if v := r.Header.Get("Mcp-Protocol-Version"); v == "bogus" || v == "1999-01-01" {
			r.Header.Set("Mcp-Protocol-Version", "2025-11-25")
		}
		return 0
	},
	"HL-31": func(r *http.Request, body string) int {
		return when(r.Header.Get("Mcp-Protocol-Version") == "" && strings.Contains(body, `"ping"`), 400)
	},
	"HL-40": func(r *http.Request, _ string) int {
		return when(strings.HasPrefix(r.Header.Get("Accept"), "text/event-stream,"), 406)
	},
	"HL-33": func(r *http.Request, _ string) int { return when(r.Header.Get("Accept") == "application/json", 500) },
}

func when(cond bool, status int) int {
	if cond {
		return status
	}
	return 0
}

// endedSessions are those that were deleted; ids are those of one server.
var endedSessions sync.Map

// sessionMutants name the n-th session.
var sessionMutants = map[string]func(n int) string{
	"HL-23": func(n int) string { return fmt.Sprintf("session number %d of this server", n) },
	"HL-24": func(n int) string { return fmt.Sprintf("s%d", n) },
}

// beside are the other checks that broken servers fail with good reason: what is wrong
// with them concerns both.
var beside = map[string][]string{
	"BASE-02":       {"BASE-01"}, // an id is cut to 32 bits
	"BASE-05.calls": {"LOG-06"},  // a log message with an id has no data
	"BASE-15.null":  {"BASE-01"}, // the answer to the server's own request of id null is refused with it
	"HL-04":         {"HL-30"},   // a notification in an ended session is taken, too
	"HL-20.calls":   {"HL-30", "TOOL-10"},
	"HL-28":         {"HL-30"}, // so is one that ends a session twice
}

// needAll are the mutants that only the traffic of all other checks shows for what they are.
var needAll = []string{"HL-11.calls", "OLD-03.silent", "PAG-04", "STDIO-01.garbage"}

// underRace says that the race detector is on. It makes the thousands of runs ten
// times as slow, and finds as much in every eighth of them.
var underRace bool

func TestEveryCheckSeesItsBrokenServer(t *testing.T) {
	killed := map[string]bool{}
	all := killers(t)
	names := slices.Sorted(maps.Keys(all))
	said := judgetest.OpenPage(t, "said.golden", names)
	for i, name := range names {
		k := all[name]
		killed[k.id] = true
		if underRace && i%8 != 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if k.alone {
				k.server.check = k.id
			}
			if !slices.Contains(needAll, name) {
				k.server.beside = k.id // of the others only a MUST can fail this test
			}
			k.server.large = k.id == "STDIO-06"
			judgetest.Twice(t, func(problem func(string, ...any)) {
				verdicts, results := k.server.validate(t)
				if v := verdicts[k.id]; v != reports.Failed && v != reports.Warned {
					problem("%s is %s: %s", k.id, v, reasonOf(results, k.id))
				}
				for _, r := range results {
					if r.Verdict == reports.Failed && !slices.Contains(append(beside[name], k.id), r.Rule.IDs[0]) {
						problem("%v fails too: %s", r.Rule.IDs, r.Error)
					}
				}
				if name == "LIFE-16" {
					return // its process ends beside what is asked of it: before or after
				}
				said.Says(name, judgetest.Findings(results, judgetest.Of(k.id)), problem)
			})
		})
	}
	for name := range defects {
		id, _, _ := strings.Cut(name, " ")
		killed[id] = true
	}
	for _, id := range allChecks(t) {
		elsewhere := id == "HL-38" || strings.HasPrefix(id, "M-") // in specimen and specimen/modern
		if !killed[id] && !elsewhere {
			t.Errorf("%s was never seen to fail", id)
		}
	}
}

// reasonOf is the last reason that a check was given, for a complaint.
func reasonOf(results []reports.Result, id string) (reason string) {
	for _, r := range results {
		if slices.Contains(r.Rule.IDs, id) && r.Error != "" {
			reason = r.Error
		}
	}
	return reason
}

func TestCorrectServersPass(t *testing.T) {
	const rich = `
tools: [{name: a, description: ""}, b, c, d, e]
resources: [{uri: "file:///a", name: a}]
prompts: [{name: a}]
pageSize: 2
`
	correct := map[string]subject{
		"stdio":       {large: true},
		"http":        {http: true},
		"rich stdio":  {script: rich},
		"rich http":   {script: rich, http: true},
		"sse":         {script: "http: {answers: sse, resume: true}", http: true},
		"no sessions": {script: "http: {sessions: false, get: '405'}\nrules: [{when: {verb: DELETE, phase: closing}, do: [{status: 405}]}]", http: true},
		"slow":        {script: "rules: [{when: {method: tools/list}, do: [{delay: 300ms}]}]"},
		"old":         {script: "revisions: ['2024-11-05']"},
	}
	said := judgetest.OpenPage(t, "unjudged.golden", slices.Collect(maps.Keys(correct)))
	for name, s := range correct {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			judgetest.Twice(t, func(problem func(string, ...any)) {
				verdicts, results := s.validate(t)
				for _, r := range results {
					if r.Verdict == reports.Failed || r.Verdict == reports.Warned {
						problem("%v: %s", r.Rule.IDs, r.Error)
					}
				}
				if len(verdicts) <= 40 {
					problem("only %d checks have a verdict", len(verdicts))
				}
				said.Says(name, judgetest.Unjudged(results, ""), problem)
			})
		})
	}
}
