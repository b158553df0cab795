package tell

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/reports"
)

// sample is the run that package reports is tested with.
func sample(t *testing.T) (reports.Run, []reports.Result) {
	t.Helper()
	file, err := os.Open("../../reports/testdata/results.jsonl")
	assert.NilError(t, err)
	defer file.Close()
	run, results, err := reports.ReadResults(file)
	assert.NilError(t, err)
	return run, results
}

func TestRuns(t *testing.T) {
	run, results := sample(t)
	var b bytes.Buffer
	c := NewRuns(&b, nil)
	for _, r := range results {
		c.Add(r)
	}
	assert.NilError(t, c.Close(run, 2*time.Second))
	golden.Assert(t, b.String(), "console.txt")
}

func TestRunsBoundsDetails(t *testing.T) {
	run, results := sample(t)
	failed := results[1]
	var b bytes.Buffer
	c := NewRuns(&b, nil)
	for line := range 30 {
		failed.Line = line + 10
		c.Add(failed)
	}
	assert.NilError(t, c.Close(run, time.Second))
	assert.Equal(t, strings.Count(b.String(), "timeline:"), 20)
	assert.Equal(t, strings.Count(b.String(), "reproduce: "), 30)
}

func TestRunsColoursBesideWords(t *testing.T) {
	run, results := sample(t)
	var plain, painted bytes.Buffer
	paint := func(role Role, s string) string {
		if role == Plain {
			return s
		}
		return "<" + s + ">"
	}
	for out, p := range map[*bytes.Buffer]Paint{&plain: nil, &painted: paint} {
		c := NewRuns(out, p)
		for _, r := range results {
			c.Add(r)
		}
		assert.NilError(t, c.Close(run, time.Second))
	}
	unpaint := strings.NewReplacer("<", "", ">", "")
	assert.Equal(t, unpaint.Replace(painted.String()), plain.String())
}

func TestRunsKeepsTheFirstError(t *testing.T) {
	run, results := sample(t)
	full := errors.New("no space left")
	c := NewRuns(errWriter{full}, nil)
	c.Add(results[0])
	assert.ErrorIs(t, c.Close(run, time.Second), full)
}

type errWriter struct{ err error }

func (w errWriter) Write([]byte) (int, error) { return 0, w.err }

// A Rule is warned of if nothing happened in any of its scenarios.
func TestRunsWarnsOfIdleRules(t *testing.T) {
	run, results := sample(t)
	passed := results[0]
	assert.Equal(t, passed.Verdict, reports.Passed)
	for _, c := range []struct {
		idle []bool
		want int
	}{{[]bool{false}, 0}, {[]bool{true}, 1}, {[]bool{true, true}, 1}, {[]bool{true, false}, 0}, {[]bool{false, true}, 0}} {
		var b bytes.Buffer
		runs := NewRuns(&b, nil)
		for _, idle := range c.idle {
			passed.Idle = idle
			runs.Add(passed)
		}
		assert.NilError(t, runs.Close(run, time.Second))
		assert.Equal(t, strings.Count(b.String(), "happened in this Rule: "+passed.Rule.Name), c.want)
	}
}
