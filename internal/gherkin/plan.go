package gherkin

import (
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/reports"
)

// Check checks all features of the catalogue; see [Feature.Check]. The error is
// [Problems].
func (c *Catalogue) Check(v *Vocabulary, ids *IDs) error {
	found := make([]Problems, len(c.Features))
	each(len(found), func(i int) { found[i] = c.Features[i].Check(v, ids) })
	return slices.Concat(found...).or()
}

// ForServers splits the catalogue: the features tagged @target, which check
// servers from outside, and all others.
func (c *Catalogue) ForServers() (servers, others *Catalogue) {
	servers, others = &Catalogue{wanted: c.wanted}, &Catalogue{wanted: c.wanted}
	for _, f := range c.Features {
		if f.tagged(tagTarget) {
			servers.Features = append(servers.Features, f)
		} else {
			others.Features = append(others.Features, f)
		}
	}
	return servers, others
}

// Filter narrows what the paths of a catalogue select. The zero value selects
// all of it.
type Filter struct {
	Tags       *TagExpr
	Guarantees []string // ids; an example of any of their Rules is selected
}

// Select returns the examples that were asked for, in the order of their files.
// The error is an *[InputError] for a line outside every Rule.
func (c *Catalogue) Select(filter Filter) ([]*Example, error) {
	var out []*Example
	for _, f := range c.Features {
		asked, err := f.asked(c.wanted[f.URI])
		if err != nil {
			return nil, err
		}
		for _, rule := range f.Rules {
			for _, e := range rule.Examples {
				if asked(e) && filter.selects(e) {
					out = append(out, e)
				}
			}
		}
	}
	return out, nil
}

// asked returns whether an example is among the lines that were asked for.
func (f *Feature) asked(w *want) (func(*Example) bool, error) {
	if w == nil || w.all {
		return func(*Example) bool { return true }, nil
	}
	var chosen []*Example
	for _, line := range w.lines {
		found, ok := f.Examples(line)
		if !ok {
			return nil, &InputError{
				Path:   fmt.Sprintf("%s:%d", f.URI, line),
				Reason: "this line is in no Rule",
				Hint:   f.firstRule(),
			}
		}
		chosen = append(chosen, found...)
	}
	return func(e *Example) bool { return slices.Contains(chosen, e) }, nil
}

func (f *Feature) firstRule() string {
	if len(f.Rules) == 0 {
		return "the file has no Rule"
	}
	return fmt.Sprintf("the lines of Rules are %d to %d", f.Rules[0].span.first, len(f.lines))
}

func (f Filter) selects(e *Example) bool {
	if f.Tags != nil && !f.Tags.Matches(e.Tags) {
		return false
	}
	return len(f.Guarantees) == 0 || slices.ContainsFunc(f.Guarantees, func(id string) bool {
		return slices.Contains(e.Rule.IDs, id)
	})
}

// Settings say how selected examples are run.
type Settings struct {
	Worlds []string // Virtual, Real or both
	Variation
	Racing bool // events of one instant have no order
	Repeat int  // runs of each scenario; less than 1 means 1
}

// Job is one run of one scenario, complete in itself: its runner needs no file.
type Job struct {
	Scenario Scenario       `json:"scenario"`
	Rule     reports.Rule   `json:"rule"`
	Steps    []reports.Step `json:"steps"`
	Needs    []Needs        `json:"needs"`   // of each step
	Attempt  int            `json:"attempt"` // from 1
	// TraceFile is where the trace of the run is written; empty = nowhere. [Run] sets it.
	TraceFile   string `json:"trace_file,omitempty"`
	TraceFailed bool   `json:"trace_failed,omitempty"` // it is not written if the run passes
	// Sign asks for the signature of a failure, and for what was seen.
	Sign bool `json:"sign,omitempty"`
	// Batch asks for many runs instead of one; the answer has a BatchAnswer and no result.
	Batch *Batch `json:"batch,omitempty"`
}

// Needs is what a runner needs of a step besides its text.
type Needs struct {
	Keyword Keyword    `json:"keyword"` // And and But are the one before them
	Doc     *DocString `json:"doc,omitempty"`
	Table   *Table     `json:"table,omitempty"`
}

// Last reports whether the job judges what all others have seen.
func (j Job) Last() bool { return j.Scenario.Last() }

// Plan returns the jobs for examples: every world that it can run in and that
// was asked for, every repetition. Jobs of one Rule are neighbours, but for those that
// judge what all others have seen, which are last.
func Plan(examples []*Example, s Settings) []Job {
	var jobs []Job
	last := func(e *Example) int {
		if slices.Contains(e.Tags, tagLast) {
			return 1
		}
		return 0
	}
	for _, e := range slices.SortedStableFunc(slices.Values(examples), func(a, b *Example) int { return last(a) - last(b) }) {
		for _, world := range e.Worlds() {
			if !slices.Contains(s.Worlds, world) {
				continue
			}
			for attempt := range max(s.Repeat, 1) {
				jobs = append(jobs, e.job(world, attempt+1, s))
			}
		}
	}
	return jobs
}

func (e *Example) job(world string, attempt int, s Settings) Job {
	job := Job{
		Scenario: Scenario{
			URI: e.Feature.URI, Line: e.Line, Feature: e.Feature.Name, Rule: e.Rule.Name, IDs: e.Rule.IDs, Name: e.Name,
			Tags: e.Tags, World: world, Variation: s.Variation, Racing: s.Racing,
		},
		Rule:    reports.Rule{Name: e.Rule.Name, Line: e.Rule.Line, IDs: e.Rule.IDs, Text: e.Text, Scenarios: len(e.Rule.Examples)},
		Attempt: attempt,
	}
	if slices.Contains(e.Tags, tagSeed1) {
		job.Scenario.Seed = 1
	}
	for _, step := range e.Steps {
		job.Needs = append(job.Needs, step.needs(e.Feature.URI))
		job.Steps = append(job.Steps, reports.Step{
			Keyword: step.Keyword, Text: step.Text, Line: step.Line, Status: reports.StepSkipped,
		})
	}
	return job
}
