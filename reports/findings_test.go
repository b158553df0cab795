package reports_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/reports"
)

// checked are results as mcpsim validate has them: one of each verdict, with
// what a hostile server can say.
func checked() []reports.Result {
	check := func(line int, id, level string, verdict reports.Verdict, failure string) reports.Result {
		return reports.Result{
			URI: "features/server/a b.feature", Line: line, Feature: "A server", Name: "a ping", Level: level,
			Rule: reports.Rule{
				Name: "A ping is answered with {}", Line: line - 2, IDs: []string{id}, Scenarios: 1,
				Text: "Spec: 2025-11-25 basic/utilities/ping\nFix: answer ping with the result {}",
			},
			Tags: []string{"@target", "@" + level}, World: "target", Attempt: 1,
			Verdict: verdict, Error: failure, Reproduce: "mcpsim validate --check " + id + " -- ./server",
		}
	}
	hostile := "the answer is ```</details>| @everyone\x1b[31m\n::error::100%"
	failed := check(12, "PING-01", "MUST", reports.Failed, hostile)
	failed.Timeline = []string{"0.1 ms  client  sent {}", "0.2 ms  server  received ````"}
	stale := check(52, "LIFE-07", "SHOULD", reports.Failed, "known.yaml:3: LIFE-07 passes now: remove the entry")
	stale.Stale = true
	expected := check(62, "TOOL-03", "SHOULD", reports.Expected, "it succeeds")
	expected.Expected = "the SDK answers with isError | as <always>"
	return []reports.Result{
		check(22, "LOG-02", "SHOULD", reports.Warned, "the code is -32603"),
		failed,
		check(32, "BASE-02", "MAY", reports.Warned, "no answer"),
		check(42, "BASE-01", "MUST", reports.Passed, ""),
		stale, expected,
		check(72, "PAG-02", "SHOULD", reports.NotObserved, "one page only"),
	}
}

var checking = reports.Run{Mcpsim: "v1", Go: "go1.26", World: "target", Planned: 8}

func TestSARIF(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, reports.Write(&b, "sarif", checking, checked()))
	golden.Assert(t, b.String(), "checks.sarif")
}

// The parts of the schema that writers get wrong: required members, closed sets,
// indices, references.
func TestSARIFIsWellFormed(t *testing.T) {
	for name, results := range map[string][]reports.Result{"some": checked(), "none": nil} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			assert.NilError(t, reports.Write(&b, "sarif", checking, results))
			var log struct {
				Version string
				Runs    []struct {
					Tool struct {
						Driver struct {
							Name  string
							Rules []struct{ ID string }
						}
					}
					Results []struct {
						RuleID    string
						RuleIndex int
						Level     string
						Message   struct{ Text string }
						Locations []struct {
							PhysicalLocation struct {
								ArtifactLocation struct{ URI string }
								Region           struct{ StartLine int }
							}
						}
					}
				}
			}
			assert.NilError(t, json.Unmarshal(b.Bytes(), &log))
			assert.Equal(t, log.Version, "2.1.0")
			assert.Assert(t, is.Len(log.Runs, 1))
			run := log.Runs[0]
			assert.Equal(t, run.Tool.Driver.Name, "mcpsim")
			assert.Assert(t, run.Results != nil && run.Tool.Driver.Rules != nil, "null stands for a list")
			for _, r := range run.Results {
				assert.Equal(t, run.Tool.Driver.Rules[r.RuleIndex].ID, r.RuleID)
				assert.Assert(t, is.Contains([]string{"error", "warning", "note"}, r.Level))
				assert.Assert(t, r.Message.Text != "")
				place := r.Locations[0].PhysicalLocation
				assert.Assert(t, place.Region.StartLine > 0)
				assert.Equal(t, place.ArtifactLocation.URI, "features/server/a%20b.feature")
			}
		})
	}
}

// The description of a rule is what it says of all its findings, whichever comes first; a
// finding says what is to be done about it.
func TestSARIFTellsTheRemedyOfEachFinding(t *testing.T) {
	results := checked()[1:2:2]
	results = append(results, results[0])
	results[1].Rule.Text = "Spec: 2025-11-25 basic/utilities/ping\nFix: answer in time"
	var b bytes.Buffer
	assert.NilError(t, reports.Write(&b, "sarif", checking, results))
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct{ FullDescription struct{ Text string } }
				}
			}
			Results []struct{ Message struct{ Text string } }
		}
	}
	assert.NilError(t, json.Unmarshal(b.Bytes(), &log))
	assert.Equal(t, log.Runs[0].Tool.Driver.Rules[0].FullDescription.Text, "Spec: 2025-11-25 basic/utilities/ping")
	for i, fix := range []string{"\nFix: answer ping with the result {}\n", "\nFix: answer in time\n"} {
		assert.Check(t, is.Contains(log.Runs[0].Results[i].Message.Text, fix))
	}
}

func TestMarkdown(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, reports.Write(&b, "markdown", checking, checked()))
	golden.Assert(t, b.String(), "checks.md")
}

// However much a server gets wrong, the text stays short enough for a comment.
func TestMarkdownIsBounded(t *testing.T) {
	many := make([]reports.Result, 200)
	for i := range many {
		many[i] = checked()[1]
		many[i].Timeline = []string{strings.Repeat("x", 1000)}
	}
	var b bytes.Buffer
	assert.NilError(t, reports.Write(&b, "markdown", checking, many))
	assert.Assert(t, is.Contains(b.String(), "180 more are not shown in full."))
	assert.Assert(t, b.Len() < 64<<10, "%d bytes", b.Len())
}

func TestMarkdownTitle(t *testing.T) {
	all := checked()
	for want, results := range map[string][]reports.Result{
		"nothing ran": nil, "nothing failed": {all[0], all[3], all[5]}, "1 failed": {all[1]}, "the baseline is stale": {all[4], all[0]},
	} {
		var b bytes.Buffer
		assert.NilError(t, reports.Write(&b, "markdown", reports.Run{}, results))
		assert.Check(t, is.Contains(b.String(), "### mcpsim: "+want+"\n"))
	}
}

func TestAnnotations(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, reports.WriteAnnotations(&b, checked()))
	golden.Assert(t, b.String(), "checks.github.txt")
	for line := range strings.Lines(b.String()) {
		command, _, _ := strings.Cut(strings.TrimPrefix(line, "::"), " ")
		assert.Check(t, is.Contains([]string{"error", "warning", "notice"}, command))
	}
}
