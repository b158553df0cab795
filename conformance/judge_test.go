// Package conformance_test compares mcpsim with the official conformance suite,
// npm's @modelcontextprotocol/conformance: the fixture of package fakeserver as its
// server, `mcpsim client` as its client. What is known to fail is in the baseline
// files. The comparison itself needs npm and has the build tag conformance; see
// the Makefile.
//
// The suite's own verdicts are not taken as they are: it passes subjects that do
// nothing, as a scenario without checks has no failed ones. Here at least one
// check of a scenario must have succeeded, and a warning is a failure.
package conformance_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	mcpsimjudge "github.com/mcpsim/mcpsim/internal/judge"
)

// check is what the suite saw in one place of a scenario. Ids may come twice.
type check struct {
	ID           string `json:"id"`
	Status       string `json:"status"` // SUCCESS, FAILURE, WARNING, SKIPPED, INFO
	ErrorMessage string `json:"errorMessage"`
}

func (c check) failed() bool    { return c.Status == "FAILURE" || c.Status == "WARNING" }
func (c check) succeeded() bool { return c.Status == "SUCCESS" }

// outcome is what one scenario came to.
type outcome struct {
	checks []check
	exit   int // of the suite; 0 if the scenario did not run alone
}

// verdict is an outcome seen against the baseline.
type verdict string

const (
	passed     verdict = "passed"
	expected   verdict = "known to fail"
	regression verdict = "fails, and is not in the baseline"
	stale      verdict = "passes, remove it from the baseline"
	unobserved verdict = "observed nothing"
)

// judge compares a scenario with the baseline: entries are names of scenarios, or
// SCENARIO:CHECK for a single check of one.
func judge(scenario string, o outcome, baseline []string) verdict {
	failing := o.ids(check.failed)
	bad := len(failing) > 0 || o.exit != 0
	excused := o.excused(scenario, baseline)
	switch {
	case !bad && len(o.ids(check.succeeded)) == 0 && slices.Contains(baseline, scenario):
		return expected
	case !bad && len(o.ids(check.succeeded)) == 0:
		return unobserved
	case slices.Contains(baseline, scenario) && bad:
		return expected
	case slices.Contains(baseline, scenario):
		return stale
	case slices.ContainsFunc(excused, func(id string) bool { return o.succeeds(id) }):
		return stale
	case len(failing) > 0 && !slices.ContainsFunc(failing, func(id string) bool { return !slices.Contains(excused, id) }):
		return expected
	case bad:
		return regression
	default:
		return passed
	}
}

// excused are the ids of the single checks of a scenario that the baseline names.
func (o outcome) excused(scenario string, baseline []string) (ids []string) {
	for _, entry := range baseline {
		if id, ok := strings.CutPrefix(entry, scenario+":"); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// succeeds reports whether a check was made and did not fail anywhere.
func (o outcome) succeeds(id string) bool {
	return slices.Contains(o.ids(check.succeeded), id) && !slices.Contains(o.ids(check.failed), id)
}

func (o outcome) ids(which func(check) bool) (ids []string) {
	for _, c := range o.checks {
		if which(c) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// baseline holds what is known to fail, by the side that mcpsim is on.
type baseline struct{ server, client []string }

// readBaseline refuses unknown keys, entries that come twice and entries that do
// not say why, in a comment on their line.
func readBaseline(ctx context.Context, name string) (b baseline, err error) {
	for role, into := range map[string]*[]string{"server": &b.server, "client": &b.client} {
		known, err := mcpsimjudge.ReadBaseline(ctx, name, role)
		if err != nil {
			return b, fmt.Errorf("reading the baseline: %w", err)
		}
		for _, e := range known.Entries() {
			switch entry := e.String(); {
			case e.Reason == "":
				return b, fmt.Errorf("no reason for %s", entry)
			case slices.Contains(*into, entry):
				return b, fmt.Errorf("%s comes twice", entry)
			default:
				*into = append(*into, entry)
			}
		}
	}
	return b, nil
}

func TestJudge(t *testing.T) {
	saw := func(statuses ...string) outcome {
		var o outcome
		for i, status := range statuses {
			o.checks = append(o.checks, check{ID: string(rune('a' + i)), Status: status})
		}
		return o
	}
	crashed := saw("SUCCESS")
	crashed.exit = 1
	for _, c := range []struct {
		name     string
		o        outcome
		baseline []string
		want     verdict
	}{
		{"good", saw("SUCCESS", "INFO", "SKIPPED"), nil, passed},
		{"failure", saw("SUCCESS", "FAILURE"), nil, regression},
		{"warning", saw("SUCCESS", "WARNING"), nil, regression},
		{"good checks and a bad exit", crashed, nil, regression},
		{"no checks", saw(), nil, unobserved},
		{"nothing but information", saw("INFO", "SKIPPED"), nil, unobserved},
		{"known failure has no checks", saw(), []string{"s"}, expected},
		{"known failure", saw("FAILURE"), []string{"s"}, expected},
		{"known bad exit", crashed, []string{"s"}, expected},
		{"failure known no more", saw("SUCCESS"), []string{"s"}, stale},
		{"failure of another scenario", saw("FAILURE"), []string{"s2", "s2:a"}, regression},
		{"known check", saw("SUCCESS", "FAILURE"), []string{"s:b"}, expected},
		{"known check and another", saw("FAILURE", "FAILURE"), []string{"s:b"}, regression},
		{"check known no more", saw("SUCCESS", "SUCCESS"), []string{"s:b"}, stale},
		{"known check was not reached", saw("SUCCESS", "SKIPPED"), []string{"s:b"}, passed},
	} {
		assert.Equal(t, judge("s", c.o, c.baseline), c.want, c.name)
	}
}

func TestBaselinesAreWellKept(t *testing.T) {
	for _, v := range versions {
		_, err := readBaseline(t.Context(), v.baselineFile())
		assert.NilError(t, err, v)
	}
	for text, want := range map[string]string{
		"server: [a]\nclients: []":       "clients",
		"client:\n  - a":                 "no reason for a",
		"client:\n  - a # x\n  - a # y":  "a comes twice",
		"client:\n  - a: check # spaced": "reading the baseline",
	} {
		name := filepath.Join(t.TempDir(), "baseline.yaml")
		assert.NilError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := readBaseline(t.Context(), name)
		assert.ErrorContains(t, err, want)
	}
}

// version is what mcpsim is compared with: a version of the suite, and a revision that it
// knows.
type version struct{ suite, revision string }

var versions = []version{{"0.1.16", "2025-11-25"}, {"0.2.0-alpha.12", "2025-11-25"}, {"0.2.0-alpha.12", "2026-07-28"}}

func (v version) baselineFile() string { return "baseline-" + v.suite + "-" + v.revision + ".yaml" }
