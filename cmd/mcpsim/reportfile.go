package main

import (
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// stdoutPath stands for stdout on the command line.
const stdoutPath = "-"

// reportFormats are what --report can write, by name.
var reportFormats = map[string]func(io.Writer, reports.Run, []reports.Result) error{
	"json": reports.WriteResults,
	"junit": func(w io.Writer, _ reports.Run, results []reports.Result) error {
		return reports.WriteJUnit(w, results)
	},
	"markdown": reports.WriteMarkdown,
	"sarif":    reports.WriteSARIF,
}

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
		case reportFormats[format] == nil:
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

func (f reportFile) write(stdout io.Writer, run reports.Run, results []reports.Result) error {
	fill := func(w io.Writer) error { return reportFormats[f.format](w, run, results) }
	if f.path == stdoutPath {
		return fill(stdout)
	}
	return reports.WriteFile(f.path, fill)
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
	return reports.WriteFile(filepath.Join(folder, name), func(w io.Writer) error {
		_, err := io.WriteString(w, a.Trace)
		return err
	})
}
