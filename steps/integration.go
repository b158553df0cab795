package steps

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/acceptance"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// suiteRun is a run of the integration suite against the room server and the
// operator of a scenario.
type suiteRun struct {
	attempt
	root   string // of artifacts, a folder of its own
	folder *acceptance.Folder
	report acceptance.Report
}

func integrationSteps() []gherkin.Step {
	return gherkin.Noun("integration suite", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the integration suite runs( with short waits)?( and stops at the first failure)?`,
			Manual:  "starts the room server and the operator and runs the four scenarios against them, with servers \"example-mcp\" and \"test-mcp-unavailable\", in the background",
			Example: `the integration suite runs with short waits`, Func: (*room).runSuite},
		{Keyword: gherkin.Given, Pattern: `another run of the integration suite begins in the same second`,
			Manual: "has the folder of that run there before the one of the run to come", Func: (*room).precede},
		{Keyword: gherkin.Then, Pattern: `the integration suite (passed|failed) at (\S+)`, Manual: "checks the result of the suite and when it ended",
			Example: `the integration suite passed at 94s`, Func: (*suiteRun).checkSuite},
		{Keyword: gherkin.Then, Pattern: `the scenarios of the suite went like this:`,
			Manual: "compares the report of the suite; columns scenario, status, duration, error", Func: (*suiteRun).checkSuiteScenarios},
		{Keyword: gherkin.Then, Pattern: `the steps of scenario "([^"]+)" went like this:`,
			Manual:  "compares the steps in the report of the suite; columns step, status, message",
			Example: `the steps of scenario "01-no-mcp" went like this:`, Func: (*suiteRun).checkSuiteSteps},
		{Keyword: gherkin.Then, Pattern: `the artifacts are:`, Manual: "compares all files of all runs, one per line and sorted; none may be empty",
			Func: (*suiteRun).checkArtifacts},
		{Keyword: gherkin.Then, Pattern: `both reports count (\d+) scenarios, (\d+) failed and (\d+) skipped`,
			Manual:  "reads results/report.json and results/junit.xml: their sums and what they list",
			Example: `both reports count 4 scenarios, 1 failed and 0 skipped`, Func: (*suiteRun).checkBothReports},
		{Keyword: gherkin.Then, Pattern: `artifact "([^"]+)" is the newest answer`,
			Manual:  "compares a file of the run with the body of the newest answer, byte by byte",
			Example: `artifact "results/mcp-status-final.json" is the newest answer`, Func: (*suiteRun).checkArtifactAnswer},
		{Keyword: gherkin.Then, Pattern: `artifact "([^"]+)" has (\d+) lines? with "([^"]*)"`,
			Manual:  "counts lines of a file of the run that contain a text",
			Example: `artifact "logs/roomserver.log" has 1 line with "State transition"`, Func: (*suiteRun).checkArtifactLines},
	})
}

// runSuite does what `mcpsim integration` does, on the ground of the scenario.
func (n *room) runSuite(short, failFast bool) error {
	w := n.World
	available, err := w.server(acceptance.AvailableID)
	if err != nil {
		return err
	}
	unavailable, err := w.server(acceptance.UnavailableID)
	if err != nil {
		return err
	}
	if err := w.wholeMillisecond(); err != nil {
		return err
	}
	r := &suiteRun{}
	if r.root, err = os.MkdirTemp("", "mcpsim-"); err != nil {
		return err
	}
	n.suite = r
	if n.preceded {
		err = os.Mkdir(filepath.Join(r.root, acceptance.Stamp(w.now())), 0o755)
	}
	if err != nil {
		return err
	}
	if r.folder, err = acceptance.Create(w.life, r.root, w.ground.clock()); err != nil {
		return err
	}
	n.log, n.operatorLog = r.folder.Server, r.folder.Operator
	if err := n.start(); err != nil {
		return err
	}
	s := &acceptance.Suite{
		Server: n.server.url, Operator: n.operator.url,
		Available: available.config.URL, Unavailable: unavailable.config.URL,
		Waits: acceptance.FullWaits(), FailFast: failFast,
		Clock: w.ground.clock(), Dial: w.ground.hostEnv().Dial, Log: r.folder.Client,
	}
	if short {
		s.Waits = acceptance.FastWaits()
	}
	r.begin(w, "the integration suite", "suite", func(ctx context.Context) error {
		report, status := s.Run(ctx, r.folder.Began)
		r.report = report
		return r.folder.Finish(report, status)
	})
	return w.ground.settle()
}

func (n *room) precede() error { n.preceded = true; return nil }

func (r *suiteRun) remove() {
	if r != nil {
		_ = os.RemoveAll(r.root)
	}
}

// suiteEnded is the run once it is over.
func (n *room) suiteEnded() (*suiteRun, error) {
	r := n.suite
	if r == nil {
		return nil, errors.New(`no suite was run: say "the integration suite runs" first`)
	}
	if err := r.ended(); err != nil {
		return nil, err
	}
	return r, r.err
}

func (r *suiteRun) checkSuite(result string, at time.Duration) error {
	got := "passed"
	if r.report.Failed() {
		got = "failed"
	}
	if err := same("the result of the suite", got, result); err != nil {
		return err
	}
	return r.endedAt(at)
}

func (r *suiteRun) checkSuiteScenarios(t *gherkin.Table) error {
	var got []map[string]string
	for _, s := range r.report.Results {
		got = append(got, map[string]string{
			"scenario": s.Scenario, "status": string(s.Status), "error": s.Error,
			"duration": time.Duration(s.Duration).Round(time.Millisecond).String(),
		})
	}
	return sameTable("the report of the suite", t, got, "scenario", "status", "duration", "error")
}

func (r *suiteRun) checkSuiteSteps(name string, t *gherkin.Table) error {
	i := slices.IndexFunc(r.report.Results, func(s acceptance.ScenarioResult) bool { return s.Scenario == name })
	if i < 0 {
		return fmt.Errorf("the report has no scenario %q", name)
	}
	var got []map[string]string
	for _, s := range r.report.Results[i].Results {
		got = append(got, map[string]string{"step": s.Step, "status": string(s.Status), "message": s.Message})
	}
	return sameTable("the report of scenario "+name, t, got, "step", "status", "message")
}

func (r *suiteRun) checkArtifacts(want *gherkin.DocString) error {
	var got []string
	err := fs.WalkDir(os.DirFS(r.root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Size() == 0 {
			err = fmt.Errorf("artifact %s is empty", name)
		}
		got = append(got, name)
		return err
	})
	if err != nil {
		return err
	}
	return same("the artifacts", got, strings.Split(want.Content, "\n"))
}

// artifact reads a file of the run.
func (r *suiteRun) artifact(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(r.folder.Path, filepath.FromSlash(name)))
}

// counted is what a report says of its scenarios: its sums, and what it lists.
type counted struct{ Total, Failed, Skipped, Listed, ListedFailed, ListedSkipped int }

func (r *suiteRun) checkBothReports(total, failed, skipped int) error {
	want := counted{total, failed, skipped, total, failed, skipped}
	for name, count := range map[string]func([]byte) (counted, error){
		"results/report.json": countJSON, "results/junit.xml": countJUnit,
	} {
		data, err := r.artifact(name)
		if err != nil {
			return err
		}
		got, err := count(data)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := same(name, got, want); err != nil {
			return err
		}
	}
	return nil
}

func countJSON(data []byte) (c counted, err error) {
	var report struct {
		Summary struct{ Total, Passed, Failed, Skipped int }
		Results []struct{ Status string }
	}
	err = json.Unmarshal(data, &report)
	if sum := report.Summary; err == nil && sum.Total != sum.Passed+sum.Failed+sum.Skipped {
		err = fmt.Errorf("the total is not the sum of the others: %+v", sum)
	}
	c = counted{Total: report.Summary.Total, Failed: report.Summary.Failed, Skipped: report.Summary.Skipped, Listed: len(report.Results)}
	for _, s := range report.Results {
		switch s.Status {
		case "FAILED":
			c.ListedFailed++
		case "SKIPPED":
			c.ListedSkipped++
		}
	}
	return c, err
}

func countJUnit(data []byte) (c counted, err error) {
	var suite struct {
		XMLName  xml.Name `xml:"testsuite"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Skipped  int      `xml:"skipped,attr"`
		Cases    []struct {
			Failure *struct{} `xml:"failure"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testcase"`
	}
	err = xml.Unmarshal(data, &suite)
	c = counted{Total: suite.Tests, Failed: suite.Failures, Skipped: suite.Skipped, Listed: len(suite.Cases)}
	for _, s := range suite.Cases {
		if s.Failure != nil {
			c.ListedFailed++
		}
		if s.Skipped != nil {
			c.ListedSkipped++
		}
	}
	return c, err
}

func (r *suiteRun) checkArtifactAnswer(name string, a *asking) error {
	data, err := r.artifact(name)
	if err != nil {
		return err
	}
	return same(name, string(data), string(a.body))
}

func (r *suiteRun) checkArtifactLines(name string, n int, part string) error {
	data, err := r.artifact(name)
	if err != nil {
		return err
	}
	got := 0
	for line := range strings.Lines(string(data)) {
		if strings.Contains(line, part) {
			got++
		}
	}
	return same("lines of "+name, got, n)
}
