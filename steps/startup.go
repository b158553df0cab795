package steps

import (
	"context"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// startup is one start of the runtime, which may still be waiting.
type startup struct {
	attempt
	result host.StartResult
}

func startupSteps() []gherkin.Step {
	return gherkin.Noun("runtime", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the caller of (startup) gives up`,
			Manual:  "ends the context that startup was given, whether or not it has returned",
			Example: `the caller of startup gives up`, Func: (*attempt).giveUp},
		{Keyword: gherkin.Then, Pattern: `startup returned the tools? "([^"]*)"`,
			Manual:  "compares the names of the tools that startup itself returned, in order",
			Example: `startup returned the tools "mcp__docs_search"`, Func: (*startup).checkTools},
		{Keyword: gherkin.Then, Pattern: `startup returned the (connected|pending) servers? "([^"]*)"`,
			Manual:  "compares the names of the servers that startup said were there, or still on their way, in configured order",
			Example: `startup returned the pending server "docs"`, Func: (*startup).checkServers},
		{Keyword: gherkin.Then, Pattern: `startup returned at (\S+)`, Manual: "checks when startup returned, to the millisecond",
			Example: `startup returned at 250ms`, Func: (*startup).endedAt},
		{Keyword: gherkin.Then, Pattern: `(startup) has not returned`, Manual: "checks that startup is still waiting",
			Example: `startup has not returned`, Func: (*attempt).isPending},
		{Keyword: gherkin.Then, Pattern: `startup reported no errors`, Manual: "checks that startup returned without an error entry",
			Func: (*startup).checkNoErrors},
		{Keyword: gherkin.Then, Pattern: `startup reported one error, of "([^"]+)", (with|that ends with) "(.*)"`,
			Manual:  "checks that startup has a single error entry and looks for a text in it, or at its end",
			Example: `startup reported one error, of ".mcp.json", with "invalid character"`, Func: (*startup).checkOneError},
		{Keyword: gherkin.Then, Pattern: `startup reported nothing of "([^"]+)"`, Manual: "looks for a text in all error entries of startup",
			Example: `startup reported nothing of "access_denied"`, Func: (*startup).checkUntold},
		{Keyword: gherkin.Then, Pattern: `startup reported these errors:`, Manual: "compares the error entries of startup, in configured order",
			Func: (*startup).checkErrors},
	})
}

// beginStartup begins what is the last start from now on. It runs in the
// background, as it may wait for a long time.
func (w *World) beginStartup(actor string, do func(context.Context) (host.StartResult, error)) error {
	up := &startup{}
	w.startup = up
	up.begin(w, "startup", actor, func(ctx context.Context) (err error) {
		up.result, err = do(ctx)
		return err
	})
	return w.ground.settle()
}

// returned is the last start, which must have returned without an error of its own.
func (w *World) returned() (*startup, error) {
	if w.startup == nil {
		return nil, errNoStart
	}
	if err := w.startup.ended(); err != nil {
		return nil, err
	}
	return w.startup, w.startup.err
}

func (s *startup) checkTools(want []string) error {
	var got []string
	for _, t := range s.result.Tools {
		got = append(got, t.Name)
	}
	return same("the tools that startup returned", got, want)
}

func (s *startup) checkServers(which string, want []string) error {
	got := s.result.Connected
	if which == "pending" {
		got = s.result.Pending
	}
	return same("the "+which+" servers that startup returned", got, want)
}

// errors are those of startup as rows of a table.
func (s *startup) errors() []map[string]string {
	var out []map[string]string
	for _, e := range s.result.Errors {
		out = append(out, map[string]string{"server": e.Server, "error": e.Err.Error()})
	}
	return out
}

func (s *startup) checkUntold(text string) error {
	for _, e := range s.errors() {
		if strings.Contains(e["error"], text) {
			return fmt.Errorf("the error of %s tells of %q: %s", e["server"], text, e["error"])
		}
	}
	return nil
}

func (s *startup) checkNoErrors() error { return same("the errors of startup", s.errors(), nil) }

func (s *startup) checkErrors(t *gherkin.Table) error {
	return sameTable("the errors of startup", t, s.errors(), "server", "error")
}

func (s *startup) checkOneError(server, how, part string) error {
	said := says
	if how == "that ends with" {
		said = strings.HasSuffix
	}
	all := s.errors()
	if len(all) != 1 || all[0]["server"] != server || !said(all[0]["error"], part) {
		return fmt.Errorf("the errors of startup are %q", all)
	}
	return nil
}
