package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/internal/timeline"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// timelineFlags are the flags of `mcpsim timeline`.
type timelineFlags struct {
	out          string
	diff         string
	open, text   bool
	seed         uint64
	scheduleSeed uint64
}

func (a *app) timelineCommand() *cobra.Command {
	var f timelineFlags
	cmd := &cobra.Command{
		Use:   "timeline TRACE | RECORDING | PATH:LINE",
		Short: "Show what happened in a run, in a browser",
		Long: `Makes a page of a trace (mcpsim run --trace DIR, --trace-on-failure DIR), of a
recording (mcpsim proxy --record FILE) or of a scenario, which it runs: one HTML
file that needs no network and no other file. It has a column for each of those who
act, arrows from what was sent to where it was seen and from a request to its answer,
and all bytes; it shows the step that failed and what went wrong before it. ? on the
page lists its keys.

With --diff it shows two runs side by side from their first difference.`,
		Example: `  mcpsim timeline features/startup/fast_gate.feature:36 --open
  mcpsim timeline traces/features/startup/fast_gate.feature/36.virtual.jsonl
  mcpsim timeline good.jsonl --diff bad.jsonl -o both.html`,
		Args: cobra.ExactArgs(1),
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return a.timeline(cmd.Context(), f, args[0]) }),
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "out", "o", "", "write the page to this `FILE`, - for stdout; default: the name of the trace, with .html")
	flags.StringVar(&f.diff, "diff", "", "beside it, the run in this other `FILE`")
	flags.Uint64Var(&f.seed, "seed", 1, "of a scenario: seed of faults and latencies")
	flags.Uint64Var(&f.scheduleSeed, "schedule-seed", 0, "of a scenario: seed of the order of what happens at one instant; 0 = by name")
	flags.BoolVar(&f.text, "text", false, "show it here, a line for each event, and make no page")
	flags.BoolVar(&f.open, "open", false, "open the page in a browser")
	return cmd
}

func (a *app) timeline(ctx context.Context, f timelineFlags, name string) error {
	if f.text && (f.open || f.out != "" || f.diff != "") {
		return ui.Usage(errors.New("--text makes no page: leave out --open, -o and --diff"))
	}
	if err := f.checkOut(name); err != nil {
		return ui.Usage(err)
	}
	first, err := a.story(ctx, f, name)
	if err != nil {
		return err
	}
	if f.text {
		return ui.Written(timeline.WriteText(a.ui.Out, first))
	}
	var other []timeline.Story
	if f.diff != "" {
		second, err := a.story(ctx, f, f.diff)
		if err != nil {
			return err
		}
		other = append(other, second)
	}
	out := cmp.Or(f.out, pageName(name))
	if info, err := os.Lstat(out); f.out == "" && err == nil && !info.Mode().IsRegular() {
		return ui.Usage(fmt.Errorf("%s is there already and not a regular file: say with -o where to write", out))
	}
	fill := func(w io.Writer) error { return timeline.Write(w, timeline.Options{}, first, other...) }
	switch {
	case out == stdoutPath && f.open:
		return ui.Usage(errors.New("--open needs a file: leave out -o -"))
	case out == stdoutPath:
		return ui.Written(fill(a.ui.Out))
	}
	if err := outfile.WriteContext(ctx, out, fill); err != nil {
		return ui.Fail(ui.ExitFailed, err)
	}
	fmt.Fprintf(a.ui.Out, "%s: %s\n", words.Printable(out), words.Count(len(first.Events), "event"))
	if f.open {
		return a.browse(out)
	}
	return nil
}

// checkOut finds out whether the page can be written, and is none of the files that it is made of.
func (f timelineFlags) checkOut(name string) error {
	out := cmp.Or(f.out, pageName(name))
	if f.text || out == stdoutPath {
		return nil
	}
	err := outfile.CheckApart(out, fileOf(name), fileOf(f.diff))
	if err == nil && f.out != "" {
		err = outfile.Check(out)
	}
	if err != nil {
		return fmt.Errorf("-o %s: %w", out, err)
	}
	return nil
}

// fileOf is the file that a path is, or has the line of.
func fileOf(name string) string {
	if scenarioPlace.MatchString(name) {
		return name[:strings.LastIndexByte(name, ':')]
	}
	return name
}

// browse opens a file in the browser of this machine.
func (a *app) browse(name string) error {
	path, err := filepath.Abs(name)
	if err == nil {
		err = outside.Browse(path)
	}
	if err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("--open: %w\nnext: open %s in a browser", err, words.Printable(path)))
	}
	return nil
}

// pageName is the default name of a page: beside the file it is made from, or here.
func pageName(name string) string {
	if scenarioPlace.MatchString(name) {
		return strings.NewReplacer(".feature:", "-").Replace(filepath.Base(name)) + ".html"
	}
	return strings.TrimSuffix(name, filepath.Ext(name)) + ".html"
}

// story is what happened in a trace, a recording or a scenario, whichever name is. That of a
// file which cannot be read is a usage error.
func (a *app) story(ctx context.Context, f timelineFlags, name string) (timeline.Story, error) {
	if scenarioPlace.MatchString(name) {
		return a.scenarioStory(ctx, f, name)
	}
	if strings.HasSuffix(name, ".feature") {
		return timeline.Story{}, ui.Usage(fmt.Errorf("%s: want the line of a scenario, too: mcpsim run --list %s shows them", words.Printable(name), words.Quote(name)))
	}
	file, err := infile.Open(ctx, name)
	if err != nil {
		return timeline.Story{}, ui.Usage(err)
	}
	defer file.Close()
	in := bufio.NewReader(file)
	head, _ := in.Peek(512) // a file that is shorter says so below
	if bytes.Contains(head, []byte(recording.Format)) {
		entries, err := recording.Read(in)
		if err != nil && (len(entries) == 0 || ctx.Err() != nil) {
			return timeline.Story{}, ui.Usage(fmt.Errorf("reading a recording: %s: %w", name, err))
		}
		if err != nil { // a program that is killed leaves half a line
			a.ui.Hint("%s: %s; the page shows what comes before", words.Printable(name), words.Printable(err.Error()))
		}
		return timeline.FromRecording(filepath.Base(name), entries), nil
	}
	trace, err := reports.ReadTrace(in)
	if err != nil {
		return timeline.Story{}, ui.Usage(fmt.Errorf("reading a trace or a recording: %s: %w", name, err))
	}
	story := timeline.FromTrace(trace)
	story.Rules = a.rulesOf(trace.Header.Scenario)
	result := reports.Result{
		URI: trace.Header.Scenario.URI, Line: trace.Header.Scenario.Line, World: trace.Header.World,
		Seed: trace.Header.Seed, ScheduleSeed: trace.Header.ScheduleSeed,
	}
	if result.URI != "" && result.World != gherkin.Target {
		story.Again = result.ReproduceLine()
	}
	return story, nil
}

// rulesOf are the Rule of a scenario and what its ids promise. A trace names its Rule; the
// rest is known if the feature can still be read.
func (a *app) rulesOf(s reports.TraceScenario) []timeline.Rule {
	rule := reports.Rule{Name: s.Rule}
	catalogue, err := gherkin.Load([]string{fmt.Sprintf("%s:%d", s.URI, s.Line)}, a.features)
	if err == nil {
		if examples, err := catalogue.Select(gherkin.Filter{}); err == nil && len(examples) > 0 && examples[0].Rule.Name == s.Rule {
			found := examples[0].Rule
			rule.IDs, rule.Text = found.IDs, found.Text
		}
	}
	return a.promises(rule)
}

// promises are a Rule and the guarantees that it proves.
func (a *app) promises(rule reports.Rule) []timeline.Rule {
	if rule.Name == "" {
		return nil
	}
	out := []timeline.Rule{{ID: strings.Join(rule.IDs, " "), Text: strings.TrimSpace("Rule: " + rule.Name + "\n" + rule.Text)}}
	all, err := a.guarantees()
	if err != nil {
		return out
	}
	for _, id := range rule.IDs {
		for _, g := range all {
			if g.ID == id {
				out = append(out, timeline.Rule{ID: id, Text: promise(g)})
			}
		}
	}
	return out
}

func promise(g features.Guarantee) string {
	return fmt.Sprintf("Guarantee: %s\n%s, %s", strings.TrimSpace(g.Statement), g.Seed, g.Section)
}
