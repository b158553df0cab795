package reports_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/reports"
)

var run = reports.Run{Mcpsim: "v1", Go: "go1.26", World: "virtual", Seed: 1, Planned: 7}

// sampleResults has one of each kind.
func sampleResults() []reports.Result {
	warned, expected, stale, different := result("b.feature", 9, "FF-01"), result("b.feature", 30, "FF-02"), result("b.feature", 40, "FF-03"), result("b.feature", 50, "FF-04")
	warned.Verdict, warned.Error = reports.Warned, "no answer"
	expected.Rule.Line, expected.Verdict, expected.Error = 28, reports.Expected, "not yet"
	stale.Rule.Line, stale.Verdict, stale.Stale, stale.Error = 38, reports.Failed, true, "this expected failure is gone"
	different.Rule.Line, different.Attempt = 48, 2
	different.Verdict, different.Error = reports.Failed, "this run is not like the first one"
	different.Difference = &reports.Difference{Attempt: 2, Line: 4, First: `{"n":1}`, Other: `{"n":2}`}
	different.Reproduce = different.ReproduceLine()
	control := failed(result("a.feature", 16, "OMP-LC-60"))
	control.Error = "\x1b[1mbold\n" + control.Error + "\n\x1b[31mred\x00"
	return []reports.Result{result("a.feature", 12, "OMP-LC-60"), control, warned, expected, stale, different}
}

func TestResultsRoundTrip(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, reports.Write(&b, "json", run, sampleResults()))
	golden.Assert(t, b.String(), "results.jsonl")
	header, results, err := reports.ReadResults(&b)
	assert.NilError(t, err)
	assert.DeepEqual(t, header, run)
	assert.DeepEqual(t, results, sampleResults())
}

func TestBrokenResultsSayWhere(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, reports.Write(&b, "json", run, sampleResults()))
	header, _, _ := strings.Cut(b.String(), "\n")
	for text, want := range map[string]string{
		"":                    "line 1: the file of results is empty",
		writtenTrace:          "line 1: unknown field",
		header + "\n{}\n":     "line 2: a result needs a uri and a verdict",
		header + "\n{\"uri\"": "line 2: the last line is not finished",
		`{"format":"mcpsim-results","version":9}` + "\n": "newer mcpsim",
	} {
		_, _, err := reports.ReadResults(strings.NewReader(text))
		var typed *reports.FormatError
		assert.Check(t, errors.As(err, &typed), text)
		assert.Check(t, is.ErrorContains(err, want), text)
	}
}

func TestFormatsAreWritten(t *testing.T) {
	for _, format := range reports.Formats() {
		assert.NilError(t, reports.Write(io.Discard, format, run, sampleResults()))
	}
	assert.ErrorContains(t, reports.Write(io.Discard, "pdf", run, nil), `unknown format "pdf"`)
}

func TestJUnit(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, reports.Write(&b, "junit", run, sampleResults()))
	golden.Assert(t, b.String(), "junit.xml")
	dec := xml.NewDecoder(&b)
	for {
		if _, err := dec.Token(); err == io.EOF {
			return
		} else {
			assert.NilError(t, err)
		}
	}
}

func TestReproduceLineIsForAShell(t *testing.T) {
	r := result("my features/it's.feature", 12)
	assert.Equal(t, r.ReproduceLine(), `mcpsim run 'my features/it'\''s.feature:12' --seed 1`)
	r = result("a.feature", 12)
	r.Seed, r.ScheduleSeed, r.World = 7, 9, "real"
	assert.Equal(t, r.ReproduceLine(), "mcpsim run a.feature:12 --seed 7 --schedule-seed 9 --world real")
}

func TestCoverage(t *testing.T) {
	with := func(r reports.Result, v reports.Verdict) reports.Result { r.Verdict = v; return r }
	both := func(v reports.Verdict) []reports.Result {
		return []reports.Result{result("a.feature", 12, "A-1", "A-2"), with(result("a.feature", 16, "A-1", "A-2"), v)}
	}
	for name, c := range map[string]struct {
		results []reports.Result
		want    reports.State
	}{
		"all passed":        {both(reports.Passed), reports.Passing},
		"one failed":        {both(reports.Failed), reports.Failing},
		"one warned":        {both(reports.Warned), reports.Unproven},
		"one is expected":   {both(reports.Expected), reports.Unproven},
		"one did not run":   {both(reports.Passed)[:1], reports.Unproven},
		"one ran twice":     {append(both(reports.Passed)[:1], both(reports.Passed)[0]), reports.Unproven},
		"other rule failed": {append(both(reports.Passed), with(result("b.feature", 12, "A-2", "A-1"), reports.Failed)), reports.Failing},
		"once it failed":    {append(both(reports.Failed), both(reports.Passed)...), reports.Failing},
	} {
		got := reports.Coverage(c.results)
		assert.Check(t, is.Equal(got["A-1"], c.want), name)
		assert.Check(t, is.Equal(got["A-2"], c.want), name)
	}
	assert.Check(t, is.Len(reports.Coverage(nil), 0))
}
