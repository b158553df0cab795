package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/reports"
)

// stdoutPath stands for stdout on the command line.
const stdoutPath = "-"

// reportHelp describes --report.
const reportHelp = "write `FORMAT:FILE`, format json, junit, markdown or sarif, file - for stdout (repeatable)"

// reportFile is one --report.
type reportFile struct{ format, path string }

// parseReports reads the values of --report and checks that the files can be
// made, before anything runs.
func parseReports(values []string) ([]reportFile, error) {
	var out []reportFile
	seen := map[string]bool{}
	for _, v := range values {
		format, name, ok := strings.Cut(v, ":")
		switch {
		case !ok || name == "":
			return nil, fmt.Errorf("--report %s: want FORMAT:FILE, such as junit:results.xml or json:-", v)
		case !slices.Contains(reports.Formats(), format):
			return nil, fmt.Errorf("--report %s: unknown format %q: want json, junit, markdown or sarif", v, format)
		case seen[name]:
			return nil, fmt.Errorf("--report %s: %s is written twice", v, name)
		}
		if err := checkFolder(name); err != nil {
			return nil, fmt.Errorf("--report %s: %w", v, err)
		}
		seen[name] = true
		out = append(out, reportFile{format, name})
	}
	return out, nil
}

func checkFolder(name string) error {
	if name == stdoutPath {
		return nil
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder", name)
	}
	if _, err := os.Stat(filepath.Dir(name)); err != nil {
		return fmt.Errorf("its folder cannot be used: %w", err)
	}
	return nil
}

// reportCompletions are what a value of --report begins with.
func reportCompletions() []string {
	var out []string
	for _, format := range reports.Formats() {
		out = append(out, format+":")
	}
	return out
}

// taken reports whether a report is written to stdout; then nothing else is.
func taken(files []reportFile) bool {
	return slices.ContainsFunc(files, func(f reportFile) bool { return f.path == stdoutPath })
}

// tell writes text, to stderr if a report goes to stdout, and the reports.
func (a *app) tell(text string, files []reportFile, run reports.Run, results []reports.Result) error {
	out := io.Writer(a.ui.Out)
	if taken(files) {
		out = a.ui.Err
	}
	_, err := io.WriteString(out, text)
	return errors.Join(err, writeReports(a.ui, files, run, results))
}

func writeReports(u *ui.UI, files []reportFile, run reports.Run, results []reports.Result) (err error) {
	for _, f := range files {
		err = errors.Join(err, f.write(u.Out, run, results))
	}
	return err
}

// tellGitHub annotates the job and appends to its summary if this is a job of
// GitHub Actions. Annotations are read from stderr too, and stdout may be a report.
func (a *app) tellGitHub(run reports.Run, results []reports.Result) error {
	env := outside.Lookup(a.Environ)
	if value, _ := env("GITHUB_ACTIONS"); value != "true" {
		return nil
	}
	err := reports.WriteAnnotations(a.ui.Err, results)
	name, _ := env("GITHUB_STEP_SUMMARY")
	if name == "" {
		return err
	}
	f, opening := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644) // other steps have written to it
	if opening != nil {
		return errors.Join(err, fmt.Errorf("writing the summary of the job: %w", opening))
	}
	return errors.Join(err, reports.Write(f, "markdown", run, results), f.Close())
}

func (f reportFile) write(stdout io.Writer, run reports.Run, results []reports.Result) error {
	fill := func(w io.Writer) error { return reports.Write(w, f.format, run, results) }
	if f.path == stdoutPath {
		return fill(stdout)
	}
	return outfile.Write(f.path, fill)
}

// prepareTraces makes the folder for traces and finds out whether files can be
// made in it. An empty dir means no traces.
func prepareTraces(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("--trace %s: %w", dir, err)
	}
	probe, err := os.CreateTemp(dir, ".probe.*")
	if err != nil {
		return fmt.Errorf("--trace %s: %w", dir, err)
	}
	probe.Close()
	return os.Remove(probe.Name())
}

// writeTrace writes a trace to DIR/path/of.feature/LINE.WORLD[.ATTEMPT].jsonl.
// No path leads out of DIR.
func writeTrace(dir string, a gherkin.Answer) error {
	r := a.Result
	name := fmt.Sprintf("%d.%s.jsonl", r.Line, r.World)
	if r.Attempt > 1 {
		name = fmt.Sprintf("%d.%s.%d.jsonl", r.Line, r.World, r.Attempt)
	}
	folder := filepath.Join(dir, filepath.FromSlash(path.Clean("/"+r.URI)))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("writing a trace: %w", err)
	}
	return outfile.Write(filepath.Join(folder, name), func(w io.Writer) error {
		_, err := io.WriteString(w, a.Trace)
		return err
	})
}
