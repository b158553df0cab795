package server_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// rich is a server with something for most checks; the rules of a habit follow.
const rich = `
tools:
  - {name: work, annotations: {readOnlyHint: true}, inputSchema: {type: object, required: [text], properties: {text: {type: string}}}, answer: {echo: true}}
  - {name: slow, annotations: {readOnlyHint: true}}
resources: [{uri: "mem://a", text: a}]
templates: [{uriTemplate: "mem://{a}/b", text: "{a}", arguments: [{name: a, values: [c]}]}]
prompts: [{name: a, arguments: [{name: b, required: true, values: [c]}]}]
pageSize: 1
`

const slowWork = "rules:\n  - {when: {tool: slow}, do: [{progress: {count: 2, every: 200ms}}, {delay: 500ms}]}\n"

// habits are mistakes in everything that a server says, as what its transport is made of makes
// them.
var habits = map[string]struct{ over, rule string }{
	"every answer comes twice":             {"", "{do: [duplicate]}"},
	"every answer has another id":          {"", "{do: [{id: {as: wrong}}]}"},
	"every answer has a text as its id":    {"", "{do: [{id: {as: string}}]}"},
	"every answer has no id":               {"", "{do: [{id: {as: missing}}]}"},
	"every answer has a byte order mark":   {"", "{do: [{frame: {bom: true}}]}"},
	"every answer is an array":             {"", "{do: [{batch: {size: 1}}]}"},
	"every answer has a line before it":    {"stdio", "{do: [{raw: \"working\\n\"}]}"},
	"every answer has half of one before":  {"stdio", "{do: [{raw: '{\"jsonrpc\":\"2.0\",\"id\":<id>,'}, {raw: \"\\n\"}]}"},
	"every answer is on several lines":     {"stdio", "{do: [{frame: {indent: true}}]}"},
	"every answer asks for something":      {"stdio", "{do: [{request: {method: roots/list}}]}"},
	"notifications are refused":            {"http", "{when: {method: notifications/*}, do: [{status: 400}]}"},
	"notifications are answered with 200":  {"http", "{when: {method: notifications/*}, do: [{status: {code: 200, body: '{}'}}]}"},
	"every answer has the status 500":      {"http", "{do: [{status: {code: 500, answer: true}}]}"},
	"every answer is called a text":        {"http", "{do: [{headers: {Content-Type: text/plain}}]}"},
	"every answer is a stream":             {"http", "{do: [{as: sse}]}"},
	"GET leads to a page":                  {"http", "{when: {verb: GET}, do: [{status: {code: 200, body: '<p>'}}]}"},
	"GET is a failure":                     {"http", "{when: {verb: GET}, do: [{status: 500}]}"},
	"DELETE is a failure":                  {"http", "{when: {verb: DELETE}, do: [{status: 500}]}"},
	"sessions end after a few requests":    {"http", "{when: {method: '*', every: 5}, do: [{session: {do: expire}}]}"},
	"connections end after a few requests": {"", "{when: {method: '*', every: 5}, do: [{drop: 0}, {exit: 3}]}"},
}

// What all checks say of a habit is a page: which of them tells it, and what the others do not
// decide because of it. A sixth of the habits is judged each day.
func TestHabits(t *testing.T) {
	subjects := map[string]subject{}
	for name, habit := range habits {
		for _, over := range []string{"stdio", "http"} {
			if habit.over != "" && habit.over != over {
				continue
			}
			rules := rich + slowWork + "  - " + strings.Replace(habit.rule, "{", "{mayNotHappen: true, ", 1) + "\n"
			subjects[over+", legacy: "+name] = subject{script: rules, http: over == "http", quick: true}
			if habit.over == "stdio" || over == "http" { // what is true of both is seen once
				subjects[over+", modern: "+name] = subject{script: "era: modern\n" + rules, http: over == "http", quick: true, modern: true}
			}
		}
	}
	keys := slices.Sorted(maps.Keys(subjects))
	said, mine := judgetest.OpenPage(t, "habits.golden", keys), judgetest.Part(t, 6)
	for _, key := range keys {
		if !mine(key) {
			continue
		}
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			judgetest.Twice(t, func(problem func(string, ...any)) {
				s := subjects[key]
				but := withoutHabits.Over(strings.SplitAfter(key, ": ")[0], func() string {
					usual := s
					usual.script = s.script[:strings.LastIndex(s.script, "  - ")]
					_, results := usual.validate(t)
					return judgetest.Unjudged(results, "")
				})
				_, results := s.validate(t)
				all := func(reports.Result) bool { return true }
				said.Says(key, shortened(judgetest.Findings(results, all)+judgetest.Unjudged(results, but)), problem)
			})
		})
	}
}

// withoutHabits is what is not decided of the same server without one.
var withoutHabits judgetest.Usual

// shortened cuts what is beside the reasons: the messages that they quote.
func shortened(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if runes := []rune(line); len(runes) > 200 {
			line = string(runes[:200]) + "…"
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}
