package gherkin

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
)

func TestVerdictsOfChecks(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		tags  []string
		step  error
		world error
		want  reports.Verdict
	}{
		{[]string{"@MUST"}, nil, nil, reports.Passed},
		{[]string{"@MUST"}, broken, nil, reports.Failed},
		{[]string{"@SHOULD"}, broken, nil, reports.Warned},
		{[]string{"@MAY"}, broken, nil, reports.Warned},
		{[]string{"@MUST", "@SHOULD"}, broken, nil, reports.Warned}, // the scenario's own level is the last
		{[]string{"@SHOULD", "@MUST"}, broken, nil, reports.Failed},
		{[]string{"@SHOULD"}, nil, broken, reports.Failed},
		{[]string{"@MUST"}, verdict.NotObserved("no page"), nil, reports.NotObserved},
		{[]string{"@MUST"}, fmt.Errorf("a step: %w", verdict.NotTestable("no %s", "tools")), nil, reports.NotTestable},
	} {
		r := reports.Result{Tags: c.tags, Level: levelOf(c.tags)}
		judge(&r, c.step, c.world)
		assert.Equal(t, r.Verdict, c.want, "%v", c)
	}
}

func TestChecksOfServersAreApart(t *testing.T) {
	const text = "@target\nFeature: f\n  @X-01 @MUST\n  Rule: r\n    Spec: here\n      and there\n\n    Example: e\n      When it counts\n"
	f, problems := ParseFeature("x.feature", []byte(text))
	assert.Equal(t, len(problems), 0)
	assert.DeepEqual(t, f.Rules[0].IDs, []string{"X-01"})
	assert.Equal(t, f.Rules[0].Text, "Spec: here\nand there")
	servers, others := (&Catalogue{Features: []*Feature{f}}).ForServers()
	assert.Equal(t, len(servers.Features), 1)
	assert.Equal(t, len(others.Features), 0)
	examples := f.Rules[0].Examples
	assert.Equal(t, len(Plan(examples, Settings{Worlds: []string{Virtual, Real}})), 0)
	assert.Equal(t, len(Plan(examples, Settings{Worlds: []string{Target}})), 1)
}

func TestWhereAScenarioRuns(t *testing.T) {
	for tags, want := range map[string]string{
		"@virtual":         "virtual",
		"@virtual @linux":  "virtual",
		"@linux":           "virtual real",
		"@target @linux":   "target",
		"@virtual @real":   "virtual real",
		"@omp @real @X-12": "real",
	} {
		assert.Equal(t, strings.Join(worlds(strings.Fields(tags), "linux"), " "), want)
		if strings.Contains(tags, "@linux") && want != "target" {
			want = ""
		}
		assert.Equal(t, strings.Join(worlds(strings.Fields(tags), "darwin"), " "), want)
	}
}

func TestIDsOfOtherFamilies(t *testing.T) {
	assert.Assert(t, NewIDs(nil, "BASE").Known("BASE-01"))
	assert.Assert(t, !NewIDs(nil).Known("BASE-01"))
}
