package reports_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/reports"
)

var run = reports.Run{Mcpsim: "v1", Go: "go1.26", World: "virtual", Seed: 1, Planned: 7}

// sampleResults has one of each kind.
func sampleResults() []reports.Result {
	warned, gap, stale, different := result("b.feature", 9, "FF-01"), result("b.feature", 30, "FF-02"), result("b.feature", 40, "FF-03"), result("b.feature", 50, "FF-04")
	warned.Verdict, warned.Error = reports.Warned, "no answer"
	gap.Rule.Line, gap.Verdict, gap.Error = 28, reports.KnownGap, "not yet"
	stale.Rule.Line, stale.Verdict, stale.Stale, stale.Error = 38, reports.Failed, true, "this known gap is gone"
	different.Rule.Line, different.Attempt = 48, 2
	different.Verdict, different.Error = reports.Failed, "this run is not like the first one"
	different.Difference = &reports.Difference{Attempt: 2, Line: 4, First: `{"n":1}`, Other: `{"n":2}`}
	different.Reproduce = different.ReproduceLine()
	control := failed(result("a.feature", 16, "OMP-LC-60"))
	control.Error = "\x1b[1mbold\n" + control.Error + "\n\x1b[31mred\x00"
	return []reports.Result{result("a.feature", 12, "OMP-LC-60"), control, warned, gap, stale, different}
}

func TestResultsRoundTrip(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, reports.WriteResults(&b, run, sampleResults()))
	golden.Assert(t, b.String(), "results.jsonl")
	header, results, err := reports.ReadResults(&b)
	assert.NilError(t, err)
	assert.DeepEqual(t, header, run)
	assert.DeepEqual(t, results, sampleResults())
}

func TestBrokenResultsSayWhere(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, reports.WriteResults(&b, run, sampleResults()))
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

func TestJUnit(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, reports.WriteJUnit(&b, sampleResults()))
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

func TestConsole(t *testing.T) {
	var b bytes.Buffer
	c := reports.NewConsole(&b, nil)
	for _, r := range sampleResults() {
		c.Add(r)
	}
	assert.NilError(t, c.Close(run, 2*time.Second))
	golden.Assert(t, b.String(), "console.txt")
}

func TestConsoleBoundsDetails(t *testing.T) {
	var b bytes.Buffer
	c := reports.NewConsole(&b, nil)
	for line := range 30 {
		c.Add(failed(result("a.feature", line+10, "OMP-LC-60")))
	}
	assert.NilError(t, c.Close(run, time.Second))
	assert.Equal(t, strings.Count(b.String(), "timeline:"), 20)
	assert.Equal(t, strings.Count(b.String(), "reproduce: "), 30)
}

func TestConsoleColoursBesideWords(t *testing.T) {
	var plain, painted bytes.Buffer
	paint := func(role reports.Role, s string) string {
		if role == reports.Plain {
			return s
		}
		return "<" + s + ">"
	}
	for out, p := range map[*bytes.Buffer]reports.Paint{&plain: nil, &painted: paint} {
		c := reports.NewConsole(out, p)
		for _, r := range sampleResults() {
			c.Add(r)
		}
		assert.NilError(t, c.Close(run, time.Second))
	}
	unpaint := strings.NewReplacer("<", "", ">", "")
	assert.Equal(t, unpaint.Replace(painted.String()), plain.String())
}

func TestConsoleKeepsTheFirstError(t *testing.T) {
	full := errors.New("no space left")
	c := reports.NewConsole(errWriter{full}, nil)
	c.Add(result("a.feature", 12, "OMP-LC-60"))
	assert.ErrorIs(t, c.Close(run, time.Second), full)
}

type errWriter struct{ err error }

func (w errWriter) Write([]byte) (int, error) { return 0, w.err }

func TestReproduceLineIsForAShell(t *testing.T) {
	r := result("my features/it's.feature", 12)
	assert.Equal(t, r.ReproduceLine(), `mcpsim run 'my features/it'\''s.feature:12' --seed 1`)
	r = result("a.feature", 12)
	r.Seed, r.ScheduleSeed, r.World = 7, 9, "real"
	assert.Equal(t, r.ReproduceLine(), "mcpsim run a.feature:12 --seed 7 --schedule-seed 9 --world real")
}

func TestDiffTraces(t *testing.T) {
	assert.Check(t, reports.DiffTraces("a\nb\n", "a\nb\n", 2) == nil)
	assert.DeepEqual(t, reports.DiffTraces("a\nb\n", "a\nc\n", 2), &reports.Difference{Attempt: 2, Line: 2, First: "b", Other: "c"})
	assert.DeepEqual(t, reports.DiffTraces("a\n", "a\nb\n", 3), &reports.Difference{Attempt: 3, Line: 2, Other: "b"})
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
		"one is a gap":      {both(reports.KnownGap), reports.Unproven},
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
