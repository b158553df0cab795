package mcpsim_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/reports"
)

// Files of every version of each format are kept in testdata/compatibility and never
// changed: what could be read once can be read by all later versions. A format that gets a
// new version gets a new file; an early one of a version that grew keeps its own.

func kept(name string) string { return filepath.Join("testdata", "compatibility", name) }

func TestScriptsOfEarlierVersionsAreAccepted(t *testing.T) {
	script, err := fakeserver.Parse("script-1.yaml", []byte(read(t, kept("script-1.yaml"))))
	assert.NilError(t, err)
	assert.Check(t, is.Len(script.Rules, 5))
	assert.Check(t, is.Len(script.Tools, 3))
	assert.Check(t, is.Len(script.Connections, 2))
	_, err = fakeserver.New(script, fakeserver.Options{})
	assert.NilError(t, err)
}

func TestRecordingsOfEarlierVersionsAreRead(t *testing.T) {
	for name, want := range map[string]struct{ entries, connections int }{"recording-1.jsonl": {27, 1}, "recording-1-http.jsonl": {21, 1}} {
		entries, err := recording.ReadFile(t.Context(), kept(name))
		assert.NilError(t, err, name)
		most := 0
		for _, e := range entries {
			most = max(most, e.Conn)
			assert.Check(t, !e.At.IsZero() && e.Kind != "", "%s: %+v", name, e)
		}
		assert.Check(t, is.Equal(len(entries), want.entries), name)
		assert.Check(t, is.Equal(most, want.connections), name)
	}
}

func TestResultsOfEarlierVersionsAreRead(t *testing.T) {
	for name, want := range map[string]int{"results-1-early.jsonl": 6, "results-1.jsonl": 6, "results-2.jsonl": 6, "results-3.jsonl": 1} {
		run, results, err := readResults(t, name)
		assert.NilError(t, err, name)
		assert.Check(t, run.Mcpsim != "" && run.World == "virtual" && run.Seed == 1, "%s: %+v", name, run)
		assert.Check(t, is.Equal(len(results), want), name)
		for _, r := range results {
			assert.Check(t, r.URI != "" && r.Line > 0 && len(r.Rule.IDs) > 0 && len(r.Steps) > 0 && r.Reproduce != "", "%s: %+v", name, r)
		}
	}
}

func readResults(t *testing.T, name string) (reports.Run, []reports.Result, error) {
	t.Helper()
	f, err := os.Open(kept(name))
	assert.NilError(t, err)
	defer f.Close()
	return reports.ReadResults(f)
}

func TestTracesOfEarlierVersionsAreRead(t *testing.T) {
	f, err := os.Open(kept("trace-1.jsonl"))
	assert.NilError(t, err)
	defer f.Close()
	trace, err := reports.ReadTrace(f)
	assert.NilError(t, err)
	assert.Check(t, is.Equal(len(trace.Events), 48))
	assert.Check(t, trace.Header.Scenario.Line > 0 && trace.Header.World == "virtual")
}

func TestBaselinesOfEarlierVersionsAreRead(t *testing.T) {
	for role, want := range map[string]string{"server": "LIFE-07 TOOL-03:it is a protocol error", "client": "CLI-12"} {
		b, err := judge.ReadBaseline(t.Context(), kept("baseline-1.yaml"), role)
		assert.NilError(t, err)
		var got []string
		for _, e := range b.Entries() {
			got = append(got, e.String())
		}
		assert.Check(t, is.Equal(strings.Join(got, " "), want))
	}
}

// What is written today has a version of which a file is kept.
func TestTheNewestVersionsAreKept(t *testing.T) {
	var results, trace bytes.Buffer
	assert.NilError(t, reports.Write(&results, "json", reports.Run{}, nil))
	assert.NilError(t, reports.WriteTrace(&trace, reports.TraceHeader{}, func(func(reports.Event) bool) {}))
	for name, text := range map[string]string{"results": results.String(), "trace": trace.String()} {
		_, rest, _ := strings.Cut(text, `"version":`)
		version, _, _ := strings.Cut(rest, ",")
		_, err := os.Stat(kept(name + "-" + version + ".jsonl"))
		assert.NilError(t, err, "keep a file of this version")
	}
	_, err := os.Stat(kept(fmt.Sprintf("recording-%d.jsonl", recording.Version)))
	assert.NilError(t, err)
}
