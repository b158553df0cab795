package steps

import (
	"context"
	"fmt"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"strings"

	"github.com/cucumber/godog"
)

// startup is one start of the runtime, which may still be waiting.
type startup struct {
	attempt
	result host.StartResult
}

func startupSteps() []Step {
	return gherkin.Noun("runtime", []Step{
		{Keyword: When, Pattern: `the caller of startup gives up`, Manual: "ends the context that startup was given, whether or not it has returned",
			Func: (*World).abandonStartup},
		{Keyword: Then, Pattern: `startup returned the tools? "([^"]*)"`,
			Manual:  "compares the names of the tools that startup itself returned, in order",
			Example: `startup returned the tools "mcp__docs_search"`, Func: (*World).checkReturnedTools},
		{Keyword: Then, Pattern: `startup returned at (\S+)`, Manual: "checks when startup returned, to the millisecond",
			Example: `startup returned at 250ms`, Func: (*World).checkReturned},
		{Keyword: Then, Pattern: `startup has not returned`, Manual: "checks that startup is still waiting", Func: (*World).checkNotReturned},
		{Keyword: Then, Pattern: `startup reported no errors`, Manual: "checks that startup returned without an error entry",
			Func: (*World).checkNoErrors},
		{Keyword: Then, Pattern: `startup reported one error, of "([^"]+)", with "([^"]*)"`,
			Manual:  "checks that startup has a single error entry and looks for a text in it",
			Example: `startup reported one error, of ".mcp.json", with "invalid character"`, Func: (*World).checkOneError},
		{Keyword: Then, Pattern: `startup reported these errors:`, Manual: "compares the error entries of startup, in configured order",
			Func: (*World).checkErrors},
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

func (w *World) abandonStartup() error {
	if w.startup == nil {
		return errNoStart
	}
	return w.startup.giveUp()
}

// returned is the outcome of the last start, once it has returned.
func (w *World) returned() (*startup, error) {
	if w.startup == nil {
		return nil, errNoStart
	}
	if err := w.startup.ended(); err != nil {
		return nil, err
	}
	return w.startup, w.startup.err
}

func (w *World) checkReturnedTools(names string) error {
	up, err := w.returned()
	if err != nil {
		return err
	}
	var got []string
	for _, t := range up.result.Tools {
		got = append(got, t.Name)
	}
	return same("the tools that startup returned", got, splitNames(names))
}

func (w *World) checkReturned(at string) error {
	up, err := w.returned()
	if err != nil {
		return err
	}
	return up.endedAt(at)
}

func (w *World) checkNotReturned() error {
	switch {
	case w.startup == nil:
		return errNoStart
	case w.startup.pending():
		return nil
	}
	return fmt.Errorf("startup returned at %s", w.startup.at)
}

func (w *World) checkNoErrors() error {
	up, err := w.returned()
	if err != nil {
		return err
	}
	return same("the errors of startup", errorRows(up.result), nil)
}

func errorRows(r host.StartResult) []map[string]string {
	var out []map[string]string
	for _, e := range r.Errors {
		out = append(out, map[string]string{"server": e.Server, "error": e.Err.Error()})
	}
	return out
}

func (w *World) checkErrors(t *godog.Table) error {
	up, err := w.returned()
	if err != nil {
		return err
	}
	return sameTable("the errors of startup", t, errorRows(up.result), "server", "error")
}

func (w *World) checkOneError(server, part string) error {
	up, err := w.returned()
	if err != nil {
		return err
	}
	all := errorRows(up.result)
	if len(all) != 1 || all[0]["server"] != server || !strings.Contains(all[0]["error"], part) {
		return fmt.Errorf("the errors of startup are %q", all)
	}
	return nil
}
