package server_test

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/reports"
)

func open(t *testing.T, s subject) error {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	bench, err := probe.Open(t.Context(), probe.Target{URL: s.serve(t), HTTP: transport, Timeout: time.Second})
	if err == nil {
		bench.Close()
	}
	return err
}

func TestAuthenticationIsNoFinding(t *testing.T) {
	for _, status := range []int{401, 403} {
		var auth *probe.AuthError
		err := open(t, subject{request: func(*http.Request, string) int { return status }})
		assert.Assert(t, errors.As(err, &auth), "%v", err)
		assert.Equal(t, auth.Status, status)
	}
}

func TestNonsenseIsAFindingAndNotUnreachable(t *testing.T) {
	assert.NilError(t, open(t, subject{request: func(*http.Request, string) int { return 500 }}))
}

func TestNothingListensIsUnreachable(t *testing.T) {
	transport := &http.Transport{}
	_, err := probe.Open(t.Context(), probe.Target{URL: "http://127.0.0.1:1/mcp", HTTP: transport})
	var lost *probe.UnreachableError
	assert.Assert(t, errors.As(err, &lost), "%v", err)
}

// What a validation waits for no machine makes faster. Over HTTP it must leave
// most of three seconds to the work; a process that takes a second to start
// is ready before most checks that want a fresh one. A process that is read slowly is
// left alone for ten seconds, in which all other checks are made.
func TestValidationIsFast(t *testing.T) {
	for name, c := range map[string]struct {
		subject
		limit time.Duration
	}{
		"http":       {subject{http: true}, 2 * time.Second},
		"stdio":      {subject{}, 11 * time.Second},
		"slow start": {subject{boot: time.Second}, 40 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			jobs := c.jobs(t)
			var took time.Duration
			err := vtime.Run(t, vtime.Config{Freeze: time.Minute}, func(sim *vtime.Sim) {
				_, err := c.simulate(sim, jobs)
				assert.Check(t, err)
				took = sim.Elapsed()
			})
			assert.NilError(t, err)
			assert.Check(t, took < c.limit, "%s", took)
			t.Logf("%d examples in %s", len(jobs), took)
		})
	}
}

// A tool is slow beside what other answers take, and not beside what its program takes to start.
func TestSlowStartsHideNoSlowTool(t *testing.T) {
	for _, era := range []string{"M-CAN-01", "CAN-01"} {
		s := subject{script: cancelled, boot: time.Second, check: era}
		if s.modern = era == "M-CAN-01"; s.modern {
			s.script = "era: modern\n" + s.script
		}
		_, results := s.validate(t)
		i := slices.IndexFunc(results, func(r reports.Result) bool { return r.Name == "a call that has hardly begun" })
		assert.Check(t, i >= 0 && results[i].Verdict == reports.Passed, "%s: %v", era, results[max(i, 0)])
	}
}

var checkText = regexp.MustCompile(`(?s)^Spec: .+\nFix: .+$`)

func TestEveryCheckSaysWhereAndWhat(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range checks(t).Features {
		for _, rule := range f.Rules {
			assert.Check(t, is.Len(rule.IDs, 1), rule.Name)
			assert.Check(t, !seen[rule.IDs[0]], "%s stands on two Rules", rule.IDs[0])
			seen[rule.IDs[0]] = true
			assert.Check(t, checkText.MatchString(rule.Text), "%s: %q", rule.IDs[0], rule.Text)
			for _, e := range rule.Examples {
				assert.Check(t, checkText.MatchString(e.Text), "%s, %s: %q", rule.IDs[0], e.Name, e.Text)
				levelled := slices.ContainsFunc(e.Tags, func(tag string) bool {
					return slices.Contains([]string{"@MUST", "@SHOULD", "@MAY"}, tag)
				})
				assert.Check(t, levelled, "%s has no level", rule.IDs[0])
			}
		}
	}
}
