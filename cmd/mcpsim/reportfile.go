package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/reports"
)

// stdoutPath stands for stdout on the command line.
const stdoutPath = "-"

// reportHelp describes --report.
const reportHelp = "write `FORMAT:FILE`, format badge, json, junit, markdown, sarif or summary, file - for stdout, or html:DIR, pages with a timeline of each run (repeatable)"

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
		case !slices.Contains(reportFormats(), format):
			return nil, fmt.Errorf("--report %s: unknown format %q: want %s", v, format, strings.Join(reportFormats(), ", "))
		case seen[placeOf(name)]:
			return nil, fmt.Errorf("--report %s: %s is written twice", v, name)
		}
		f := reportFile{format, name}
		if err := f.check(); err != nil {
			return nil, err
		}
		seen[placeOf(name)] = true
		out = append(out, f)
	}
	return out, nil
}

// placeOf is a path under one name: x and ./x are one file.
func placeOf(name string) string {
	if path, err := filepath.Abs(name); err == nil && name != stdoutPath {
		return path
	}
	return name
}

// apart refuses a report that would replace a recording which is made beside it.
func apart(files []reportFile, record string) error {
	if record != "" && slices.ContainsFunc(files, func(f reportFile) bool { return placeOf(f.path) == placeOf(record) }) {
		return fmt.Errorf("--record %s: a report is written there: name another file", record)
	}
	return nil
}

// check finds out whether a report can be written.
func (f reportFile) check() error {
	check := checkFile
	if f.format == htmlFormat {
		check = checkPages
	}
	if err := check(f.path); err != nil {
		return fmt.Errorf("--report %s:%s: %w", f.format, f.path, err)
	}
	return nil
}

func reportFormats() []string { return append(reports.Formats(), htmlFormat) }

// checkPages finds out whether pages can be written to a folder.
func checkPages(dir string) error {
	if dir == stdoutPath {
		return errors.New("pages go to a folder: want html:DIR")
	}
	return prepareFolder(dir)
}

// checkFile finds out whether a report can be written.
func checkFile(name string) error {
	if name == stdoutPath {
		return nil
	}
	return outfile.Check(name)
}

// reportCompletions are what a value of --report begins with.
func reportCompletions() []string {
	var out []string
	for _, format := range reportFormats() {
		out = append(out, format+":")
	}
	return out
}

// taken reports whether a report is written to stdout; then nothing else is.
func taken(files []reportFile) bool {
	return slices.ContainsFunc(files, func(f reportFile) bool { return f.path == stdoutPath })
}

// resultsTo is where results are told, with colours or nil: on stderr, without, if a report
// goes to stdout.
func (a *app) resultsTo(files []reportFile) (io.Writer, tell.Paint) {
	if taken(files) {
		return a.ui.Err, nil
	}
	return a.ui.Out, a.ui.Paint
}

func (a *app) writeReports(ctx context.Context, files []reportFile, run reports.Run, results []reports.Result) (err error) {
	for _, f := range files {
		if f.format == htmlFormat {
			err = errors.Join(err, pages{a, f.path, run, results}.write())
			continue
		}
		err = errors.Join(err, f.write(ctx, a.ui.Out, run, results))
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
	err := reports.WriteAnnotations(a.ui.Commands(), results)
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

func (f reportFile) write(ctx context.Context, stdout io.Writer, run reports.Run, results []reports.Result) error {
	fill := func(w io.Writer) error { return reports.Write(w, f.format, run, results) }
	if f.path == stdoutPath {
		return fill(stdout)
	}
	return outfile.WriteContext(ctx, f.path, fill)
}

// prepareTraces makes the folder for traces and finds out whether files can be
// made in it. An empty dir means no traces.
func prepareTraces(flag, dir string) error {
	if dir == "" {
		return nil
	}
	if err := prepareFolder(dir); err != nil {
		return fmt.Errorf("%s %s: %w", flag, dir, err)
	}
	return nil
}

func prepareFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	name := filepath.Join(dir, ".saving-probe") // one name, so that none stays for good
	probe, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	probe.Close()
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) { // another program may look at the same time
		return err
	}
	return nil
}
