package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// clientChecking is the checking of a client.
type clientChecking struct {
	checking
	bench *clientcheck.Bench
}

// checking is what takes the results.
func (f *clientCheckFlags) checking(u *ui.UI, files []reportFile) *clientChecking {
	return &clientChecking{checking: checking{ui: u, failOn: f.failOn, files: files, begin: time.Now(), reproduce: f.reproduce}}
}

// reproduce is the command line for one check.
func (f *clientCheckFlags) reproduce(id string) string {
	line := []string{"mcpsim", "client", "--command", words.Quote(f.command)}
	if f.stdio {
		line = append(line, "--stdio")
	}
	if f.timeout != clientcheck.DefaultTimeout {
		line = append(line, "--timeout", f.timeout.String())
	}
	return strings.Join(append(line, "--check", id), " ")
}

// tell writes findings, counts and reports.
func (c *clientChecking) tell(run reports.Run) error {
	var b strings.Builder
	if revision, name := c.bench.Info(); name != "" {
		fmt.Fprintf(&b, "%s speaks %s\n", ui.Printable(name), ui.Printable(revision))
	}
	c.findings(&b)
	return c.write(b.String(), run)
}

// listClientChecks prints one line per check, sorted by id: id, level, transport,
// obligation.
func (a *app) listClientChecks(examples []*gherkin.Example) error {
	var lines []string
	for _, c := range checksOf(examples) {
		lines = append(lines, fmt.Sprintf("%-8s  %-6s  %-5s  %s\n", strings.Join(c.rule.IDs, " "), c.level, c.transport, c.rule.Name))
	}
	slices.Sort(lines)
	_, err := io.WriteString(a.ui.Out, strings.Join(lines, ""))
	return ui.Written(err)
}
