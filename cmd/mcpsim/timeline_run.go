package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/timeline"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// scenarioPlace is how a scenario is named: no trace and no recording ends like this.
var scenarioPlace = regexp.MustCompile(`\.feature:[0-9]+$`)

// scenarioStory runs a scenario in virtual time and tells what happened.
func (a *app) scenarioStory(ctx context.Context, f timelineFlags, place string) (timeline.Story, error) {
	run := runFlags{seed: f.seed, scheduleSeed: f.scheduleSeed, world: gherkin.Virtual}
	examples, err := a.choose(run, []string{place})
	if err != nil {
		return timeline.Story{}, err
	}
	jobs := gherkin.Plan(examples, run.settings())
	if len(jobs) != 1 {
		return timeline.Story{}, ui.Usage(fmt.Errorf("%s: this line is about %s that can run in virtual time, want one: mcpsim run --list %s shows their lines",
			place, words.Count(len(jobs), "scenario"), place))
	}
	dir, err := os.MkdirTemp("", "mcpsim-traces-")
	if err != nil {
		return timeline.Story{}, fmt.Errorf("making a folder for a trace: %w", err)
	}
	defer os.RemoveAll(dir)
	runners, err := a.runners(1, false)
	if err != nil {
		return timeline.Story{}, err
	}
	var result reports.Result
	err = gherkin.Run(ctx, jobs, runners, gherkin.Options{TraceDir: dir, Emit: func(answer gherkin.Answer) { result = answer.Result }})
	switch {
	case err != nil:
		return timeline.Story{}, err
	case result.Trace == "":
		return timeline.Story{}, ui.Fail(ui.ExitFailed, errors.New(words.PrintableLines("the scenario left no trace: "+result.Error)))
	}
	return a.resultStory(result)
}

// resultStory is what happened in a run whose result and trace are known.
func (a *app) resultStory(r reports.Result) (timeline.Story, error) {
	file, err := infile.Open(context.Background(), r.Trace) // it is regular, and wanted of a run that ended early, too
	if err != nil {
		return timeline.Story{}, fmt.Errorf("reading a trace: %w", err)
	}
	defer file.Close()
	trace, err := reports.ReadTrace(file)
	if err != nil {
		return timeline.Story{}, fmt.Errorf("reading a trace: %s: %w", r.Trace, err)
	}
	story := timeline.FromTrace(trace)
	story.Verdict, story.Problem, story.Again, story.Rules = string(r.Verdict), problemOf(r), r.Reproduce, a.promises(r.Rule)
	return story, nil
}

// problemOf is why a run has not passed, below the step that failed.
func problemOf(r reports.Result) string {
	for _, s := range r.Steps {
		if s.Status == reports.StepFailed {
			return fmt.Sprintf("%s %s\n%s", s.Keyword, s.Text, r.Error)
		}
	}
	return r.Error
}
