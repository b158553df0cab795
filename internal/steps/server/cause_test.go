package server_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	judges "github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/reports"
)

// A defect is told once, by the check that is about it. All that cannot be decided
// because of it names that check, and blames no rule about something else.
func TestACauseIsToldOnce(t *testing.T) {
	tools := "tools: [{name: search, annotations: {readOnlyHint: true}, inputSchema: {type: object, required: [q], properties: {q: {type: string}}}}]\nresources: [{uri: \"mem://a\"}]\nprompts: [p]\n"
	never := func(method string) string {
		return tools + "rules: [{when: {method: " + method + "}, do: [{never: {}}]}]"
	}
	for name, c := range map[string]struct {
		server subject
		want   string // the checks that tell it
		min    int    // how many others point there, at least
	}{
		"ping is never answered":              {subject{script: never("ping")}, "PING-01", 10},
		"ping is never answered, HTTP":        {subject{script: never("ping"), http: true}, "PING-01", 10},
		"ping is unknown":                     {subject{script: tools + "rules: [{when: {method: ping}, do: [{error: {code: -32601, message: no}}]}]"}, "PING-01", 2},
		"ping ends the process":               {subject{script: tools + "rules: [{when: {method: ping}, do: [{exit: 1}]}]"}, "PING-01", 10},
		"tools/list is never answered":        {subject{script: never("tools/list")}, "LIFE-13", 3},
		"tools/list ends the process":         {subject{script: tools + "rules: [{when: {method: tools/list}, do: [{exit: 1}]}]"}, "LIFE-13", 3},
		"tools are no list":                   {subject{script: tools + "rules: [{when: {method: tools/list, phase: listing}, do: [{result: {tools: null}}]}]"}, "LIFE-07 TOOL-01", 2},
		"an unknown tool ends the process":    {subject{script: tools + "rules: [{when: {tool: mcpsim_no_such_tool}, do: [{exit: 1}]}]"}, "TOOL-03", 1},
		"a call ends the process":             {subject{line: answering(`"name":"search"`, "exit"), script: tools}, "TOOL-04", 1},
		"a call is never answered":            {subject{script: tools + "rules: [{when: {tool: search}, do: [{never: {}}]}]"}, "TOOL-04", 1},
		"no prompt is answered":               {subject{script: never("prompts/get")}, "PRM-03", 1},
		"each prompt ends the process":        {subject{script: tools + "rules: [{when: {method: prompts/get}, do: [{exit: 1}]}]"}, "PRM-03", 1},
		"no resource is answered, HTTP":       {subject{script: never("resources/read"), http: true}, "RES-07", 1},
		"no level is answered":                {subject{script: never("logging/setLevel")}, "LOG-08", 1},
		"an unknown request ends it":          {subject{line: answering(`"x/unknown"`, "exit"), script: tools}, "BASE-07", 3},
		"cancelling ends the process":         {subject{script: tools + "rules: [{when: {method: notifications/cancelled}, do: [{exit: 1}]}]"}, "CAN-02", 2},
		"the old transport names no endpoint": {subject{script: "http: {legacy: {silent: true}}", http: true}, "OLD-01", 20},
		"no session beside the first":         {subject{script: tools + "rules: [{when: {method: initialize, after: 1}, do: [{status: 500}]}]", http: true}, "LIFE-20", 20},
		"no event stream beside the first":    {subject{script: tools + "http: {legacy: {}}", http: true, web: web{wrap: oneStreamEver}}, "LIFE-20", 20},
		"the fourth session is not answered":  {subject{script: tools + "rules: [{when: {method: initialize, nth: 4}, do: [{status: 503}]}]", http: true}, "LIFE-20", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, results := c.server.validate(t)
			var told []string
			pointing := map[string]bool{}
			var causes judges.Causes
			for _, r := range results {
				r = causes.Settle(r)
				id := r.Rule.IDs[0]
				if r.See != "" {
					assert.Check(t, is.Equal(r.Verdict, reports.NotTestable))
					assert.Check(t, strings.HasPrefix(r.Error, "see "+r.See), r.Error)
					pointing[id] = true
				}
				if (r.Verdict == reports.Failed || r.Verdict == reports.Warned) && !slices.Contains(told, id) {
					told = append(told, id)
					t.Logf("%s (%s): %s", id, r.Name, r.Error)
				}
			}
			assert.Check(t, is.Equal(strings.Join(told, " "), c.want))
			assert.Check(t, len(pointing) >= c.min, "%v", pointing)
		})
	}
}

// oneStreamEver refuses every event stream but the first.
func oneStreamEver(next http.Handler) http.Handler {
	var streams atomic.Int32
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && streams.Add(1) > 1 {
			http.Error(w, "Already connected to a transport", http.StatusInternalServerError)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// A server that answers nothing is waited for as long as the first answer of a process may take,
// and not once more: its user waits, too.
func TestASilentServerIsWaitedForOnce(t *testing.T) {
	const silent = "rules: [{when: {method: '*'}, do: [{never: {}}]}]"
	for name, s := range map[string]subject{
		"stdio": {script: silent}, "http": {script: silent, http: true},
		"stdio, modern": {script: "era: modern\n" + silent, modern: true}, "http, modern": {script: "era: modern\n" + silent, http: true, modern: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var took time.Duration
			assert.NilError(t, vtime.Run(t, vtime.Config{Freeze: time.Minute}, func(sim *vtime.Sim) {
				clock := sim.Clock("user")
				begun := clock.Now()
				results, err := s.simulate(sim, s.jobs(t))
				took = clock.Since(begun)
				assert.Check(t, err)
				verdicts := worst(results)
				maps.DeleteFunc(verdicts, func(_ string, v reports.Verdict) bool { return v != reports.Failed })
				assert.Check(t, is.Len(verdicts, 1), "%v", verdicts)
			}))
			assert.Check(t, took < 3*patience+time.Second, "%s", took)
		})
	}
}
