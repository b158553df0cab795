//go:build conformance

package conformance_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

// directory says where npm has put Node and the suite, as the Makefile does.
const directory = "MCPSIM_CONFORMANCE"

// suite is one version of the suite and what it needs.
type suite struct {
	version  string
	revision string // that mcpsim is judged by
	npm      string // where it is installed
	mcpsim   string // the program
	url      string // of the fixture
}

// side is what mcpsim is in a scenario.
type side string

const (
	server side = "server"
	client side = "client"
)

// TestSuite runs every scenario of every version. It prints what it finds, so that
// one can see what "ok" stands for.
func TestSuite(t *testing.T) {
	npm := os.Getenv(directory)
	if npm == "" {
		t.Fatalf("%s does not say where the suite is; run make conformance", directory)
	}
	program := build(t)
	url := serve(t, program)
	for _, v := range versions {
		known, err := readBaseline(t.Context(), v.baselineFile())
		assert.NilError(t, err)
		s := suite{version: v.suite, revision: v.revision, npm: npm, mcpsim: program, url: url}
		s.compare(t, server, known.server)
		s.compare(t, client, known.client)
	}
}

// build makes the program that is compared.
func build(t *testing.T) string {
	program := filepath.Join(t.TempDir(), "mcpsim")
	out, err := exec.Command("go", "build", "-o", program, "../cmd/mcpsim").CombinedOutput()
	assert.NilError(t, err, "%s", out)
	return program
}

// serve starts the fixture and returns its URL.
func serve(t *testing.T, program string) string {
	ready := filepath.Join(t.TempDir(), "ready")
	cmd := exec.CommandContext(t.Context(), program, "serve", "--fixture", "conformance", "--http", "--ready-file", ready)
	assert.NilError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Wait() }) // its context has ended by then
	var served struct{ URL string }
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		data, _ := os.ReadFile(ready)
		if json.Unmarshal(data, &served) != nil {
			return poll.Continue("the fixture does not serve yet")
		}
		return poll.Success()
	}, poll.WithTimeout(time.Minute), poll.WithDelay(50*time.Millisecond))
	return served.URL
}

// compare runs the scenarios of one side and judges them. One that disagrees with
// the baseline is run once more, by itself: the suite's deadlines are too short for
// busy machines.
func (s suite) compare(t *testing.T, as side, known []string) {
	scenarios := s.list(t, as)
	assert.Assert(t, len(scenarios) > 0, "%s lists no %s scenarios", s.version, as)
	outcomes := s.all(t, as, scenarios)
	counts := map[verdict]int{}
	var notes []string
	for _, scenario := range scenarios {
		v := judge(scenario, outcomes[scenario], known)
		if !v.good() {
			outcomes[scenario] = s.alone(t, as, scenario)
			again := judge(scenario, outcomes[scenario], known)
			notes = append(notes, fmt.Sprintf("  %s: %s; once more: %s", scenario, v, again))
			v = again
		}
		counts[v]++
		if !v.good() {
			t.Errorf("%s %s %s: %s%s", s.version, as, scenario, v, details(outcomes[scenario]))
		}
	}
	for _, entry := range known {
		if name, _, _ := strings.Cut(entry, ":"); !slices.Contains(scenarios, name) {
			t.Errorf("%s: the baseline names %s, which is no %s scenario", s.version, name, as)
		}
	}
	fmt.Println(strings.Join(append([]string{s.line(as, len(scenarios), counts)}, notes...), "\n"))
}

// line is the summary of one side.
func (s suite) line(as side, total int, counts map[verdict]int) string {
	text := fmt.Sprintf("conformance %-14s %s as %s: %d scenarios", s.version, s.revision, as, total)
	for _, v := range slices.Sorted(maps.Keys(counts)) {
		text += fmt.Sprintf(", %d %s", counts[v], v)
	}
	return text
}

func details(o outcome) string {
	var b strings.Builder
	for _, c := range o.checks {
		if c.failed() {
			fmt.Fprintf(&b, "\n    %s: %s", c.ID, c.ErrorMessage)
		}
	}
	if o.exit != 0 {
		fmt.Fprintf(&b, "\n    the suite exited with code %d", o.exit)
	}
	return b.String()
}

// requirements is the list that newer versions have: of scenarios that a revision
// requires, and of others that they run along with these.
func (s suite) requirements() bool { return s.version != "0.1.16" }

// all runs the scenarios of a side: those of servers in one go, those of clients one
// after the other, because in one go the suite runs them side by side, against its
// own deadlines, and ignores how the client ends.
func (s suite) all(t *testing.T, as side, scenarios []string) map[string]outcome {
	if as == client {
		out := map[string]outcome{}
		for _, scenario := range scenarios {
			out[scenario] = s.alone(t, as, scenario)
		}
		return out
	}
	args := []string{"server", "--url", s.url, "--suite", "all", "--spec-version", s.revision}
	if s.requirements() {
		args = []string{"server", "--url", s.url, "--requirements", s.revision}
	}
	out, _ := s.run(t, args)
	return out
}

// alone runs one scenario, also one that is of no revision, an extension.
func (s suite) alone(t *testing.T, as side, scenario string) outcome {
	args := []string{string(as), "--scenario", scenario, "--spec-version", s.revision}
	if s.requirements() {
		args = append(args, "--force")
	}
	if as == server {
		args = append(args, "--url", s.url)
	} else {
		args = append(args, "--command", s.mcpsim+" client")
	}
	out, exit := s.run(t, args)
	o := out[scenario]
	o.exit = exit
	return o
}

// run runs the suite and returns what it saw, by scenario, and its exit code.
func (s suite) run(t *testing.T, args []string) (map[string]outcome, int) {
	dir := t.TempDir()
	cmd := s.command(t, append(args, "--output-dir", dir)...)
	out, err := cmd.CombinedOutput()
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		t.Fatalf("running the suite: %v\n%s", err, out)
	}
	outcomes, err := readResults(os.DirFS(dir), side(args[0]))
	assert.NilError(t, err, "%s", out)
	return outcomes, cmd.ProcessState.ExitCode()
}

func (s suite) command(t *testing.T, args ...string) *exec.Cmd {
	modules := filepath.Join(s.npm, "node_modules")
	script := filepath.Join(modules, "conformance-"+s.version, "dist", "index.js")
	return exec.CommandContext(t.Context(), filepath.Join(modules, ".bin", "node"), append([]string{script}, args...)...)
}

// stamp is what the suite adds to the name of a scenario for its directory.
var stamp = regexp.MustCompile(`-\d{4}-\d\d-\d\dT[0-9-]+Z$`)

// readResults reads the directories that the suite has written.
func readResults(dir fs.FS, as side) (map[string]outcome, error) {
	out := map[string]outcome{}
	err := fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "checks.json" {
			return err
		}
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return err
		}
		scenario := stamp.ReplaceAllString(strings.TrimSuffix(name, "/checks.json"), "")
		if as == server {
			scenario = strings.TrimPrefix(scenario, "server-") // a prefix of the directory
		}
		var o outcome
		if err := json.Unmarshal(data, &o.checks); err != nil {
			return fmt.Errorf("reading %s: %w", name, err)
		}
		out[scenario] = o
		return nil
	})
	return out, err
}

// listed is a scenario in the output of the command list.
var listed = regexp.MustCompile(`(?m)^ +- (\S+)(?: \[(.*)\])?$`)

// list names the scenarios of a side: what the revision requires, and what is run
// beside that.
func (s suite) list(t *testing.T, as side) (scenarios []string) {
	args := []string{"list", "--" + string(as), "--spec-version", s.revision}
	if s.requirements() {
		args = []string{"list", "--requirements", s.revision}
	}
	out, err := s.command(t, args...).Output()
	assert.NilError(t, err)
	section := ""
	for line := range strings.Lines(string(out)) {
		switch m := listed.FindStringSubmatch(strings.TrimRight(line, "\n")); {
		case strings.HasPrefix(line, "Server scenarios"):
			section = string(server)
		case strings.HasPrefix(line, "Client scenarios"):
			section = string(client)
		case strings.HasPrefix(line, "Run and reported"):
			section = ""
		case m != nil && (section == string(as) || section == "" && m[2] == string(as)):
			scenarios = append(scenarios, m[1])
		}
	}
	return scenarios
}

func (v verdict) good() bool { return v == passed || v == expected }
