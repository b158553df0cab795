package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/reports"
)

// validation is the checking of a server.
type validation struct {
	checking
	environ []string
	known   *baseline
	bench   *probe.Bench
}

// tell writes findings, counts and reports.
func (v *validation) tell(run reports.Run) error {
	return errors.Join(v.write(v.text(), run), v.tellGitHub(run))
}

// tellGitHub annotates the job and appends to its summary if this is a job of
// GitHub Actions. Annotations are read from stderr too, and stdout may be a report.
func (v *validation) tellGitHub(run reports.Run) error {
	env := outside.Lookup(v.environ)
	if value, _ := env("GITHUB_ACTIONS"); value != "true" {
		return nil
	}
	err := reports.WriteAnnotations(v.ui.Err, v.results)
	name, _ := env("GITHUB_STEP_SUMMARY")
	if name == "" {
		return err
	}
	f, opening := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644) // other steps have written to it
	if opening != nil {
		return errors.Join(err, fmt.Errorf("writing the summary of the job: %w", opening))
	}
	return errors.Join(err, reports.WriteMarkdown(f, run, v.results), f.Close())
}

func (v *validation) text() string {
	var b strings.Builder
	if revision, server := v.bench.Info(); revision != "" {
		fmt.Fprintf(&b, "%s speaks %s", ui.Printable(server), ui.Printable(revision))
		if median, n := v.bench.StartUp(); n > 0 {
			fmt.Fprintf(&b, ", and answers %s after its start", median.Round(time.Millisecond))
		}
		fmt.Fprintln(&b)
	}
	v.findings(&b)
	if left := v.planned - len(v.results); left > 0 {
		fmt.Fprintf(&b, "%s did not run\n", ui.Plural(left, "example"))
	}
	return b.String()
}
