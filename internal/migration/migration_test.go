package migration

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server"
	"github.com/mcpsim/mcpsim/reports"
)

func results(pairs ...string) (out []reports.Result) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, reports.Result{URI: pairs[i], Rule: reports.Rule{IDs: []string{pairs[i]}}, Verdict: reports.Verdict(pairs[i+1])})
	}
	return out
}

func TestChangesNameChecksThatExist(t *testing.T) {
	checks, err := server.Checks().Choose(t.Context(), judge.Choice{})
	assert.NilError(t, err)
	level := map[string]string{}
	for _, c := range checks.List() {
		level[c.IDs[0]] = c.Level
	}
	for _, c := range changes {
		must := false
		for _, id := range c.checks {
			assert.Check(t, level[id] != "", "%s: no such check: %s", c.now, id)
			must = must || level[id] == "MUST"
		}
		assert.Check(t, must || !c.must, "%s: none of its checks is a MUST", c.now)
	}
}

func TestReport(t *testing.T) {
	saw := map[probe.Sight]bool{}
	legacy := Subject{Since: "2025-11-25", Saw: func(s probe.Sight) bool { return saw[s] }}
	modern := legacy
	modern.Modern = true
	web := legacy
	web.HTTP = true
	alone := modern
	alone.Saw = nil
	for _, c := range []struct {
		name    string
		subject Subject
		saw     probe.Sight
		results []reports.Result
		has     []string
		lacks   []string
	}{
		{"a legacy server lacks what every server needs", legacy, "", nil, []string{
			"from 2025-11-25 to 2026-07-28: 5 to change, 4 of them a MUST\nMUST    serve requests without a handshake",
			"it speaks no modern revision; checked by M-DISC-01", "SHOULD  say which server", "not for this server, as far as was seen:\n  say in each list",
		}, []string{"M-HM-", "GET and DELETE"}},
		{"what was seen of it concerns it", legacy, probe.SawAsking("roots/list"), nil, []string{
			"6 to change, 5 of them a MUST", "MUST    ask the client for nothing by requests", "it asks its client with roots/list; checked by M-STDIO-14",
		}, nil},
		{"HTTP has changes of its own", web, probe.SawSession, nil, []string{
			"MUST    keep nothing of a client", "it gives its clients an Mcp-Session-Id; checked by M-HM-26", "MUST    refuse requests whose headers", "SHOULD  answer GET and DELETE",
		}, nil},
		{"a server of both eras is judged by its checks", modern, probe.SawDeclared("logging", ""), results(
			"M-DISC-01", "passed", "M-DISC-02", "warned", "M-BASE-16", "failed", "M-LOG-04", "passed", "M-BASE-21", "not observed",
		), []string{
			"2 to change, 1 of them a MUST, 3 not decided\nMUST    name resultType", "        see M-BASE-16\n", "SHOULD  serve requests without", "see M-DISC-02",
			"done:\n  log only for requests", "not decided by the checks that ran:\n  read version",
		}, nil},
		{"a failure outranks a warning", modern, "", results("M-SUB-01", "warned", "M-SUB-04", "failed"), []string{"MUST    tell of changes", "see M-SUB-04, M-SUB-01"}, nil},
		{"what it need not do is not done", modern, "", results("M-BASE-17", "passed"), []string{"not for this server, as far as was seen:\n", "\n  offer tasks as the extension"}, nil},
		{"what a modern server does is done", alone, "", results("M-BASE-17", "passed"), []string{"done:\n  name resultType, \"complete\" as a rule, in every result\n  offer tasks"}, nil},
		{"nothing is left", modern, "", results("M-DISC-01", "passed"), []string{"nothing to change was found"}, []string{"MUST "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			clear(saw)
			saw[c.saw] = true
			text := Report(c.subject, c.results)
			for _, want := range c.has {
				assert.Check(t, is.Contains(text, want))
			}
			for _, not := range c.lacks {
				assert.Check(t, !strings.Contains(text, not), "%q in\n%s", not, text)
			}
		})
	}
}
