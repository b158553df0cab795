package server

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

func revisionSteps() []Step {
	return gherkin.Noun("session", []Step{
		{Keyword: When, Pattern: `every revision is asked for, and one that nobody supports`,
			Manual: "one fresh connection each, unless another check has asked already", Func: (*sessions).everyRevisionAndNone},
		{Keyword: Then, Pattern: `what it offers instead is the newest of those that it accepts`, Manual: "not observed if it refuses instead",
			Func: (*sessions).newestOffered},
		{Keyword: Then, Pattern: `initialize has been read`, Manual: "it is answered with its own id, whatever the status",
			Func: (*sessions).initializeRead},
		{Keyword: When, Pattern: `the tools are listed at once`,
			Manual: "on a session of its own; once more 2s later if an older session has others", Func: (*sessions).listAtOnce},
		{Keyword: Then, Pattern: `the tools were complete, or the server has told of the change`, Manual: "with notifications/tools/list_changed",
			Func: (*sessions).completeAtOnce},
		{Keyword: Then, Pattern: `every capability that is declared as \{\} is served`,
			Manual: "no method of it is unknown; not observed if there is none", Example: "every capability that is declared as {} is served",
			Func: (*sessions).emptyDeclared},
	})
}

// noRevision is one that no server supports.
const noRevision = "1999-01-01"

func (w *sessions) everyRevisionAndNone() error {
	if err := w.everyRevision(); err != nil {
		return err
	}
	return w.askRevision(noRevision)
}

// askRevision marks which revision is offered to a client that asks for one.
func (w *sessions) askRevision(revision string) error {
	if offered, known := w.bench.Offers[revision]; known {
		w.marks[revision] = offered
		return nil
	}
	if err := w.fresh(); err != nil {
		return err
	}
	answer, err := w.c.Initialize(probe.InitializeParams(revision))
	if err != nil {
		return fmt.Errorf("asking for %s: %w", revision, err)
	}
	w.answer = answer
	w.marks[revision] = w.c.Revision
	w.bench.Offers[revision] = w.c.Revision
	return nil
}

func (w *sessions) newestOffered() error {
	offered, newest := w.marks[noRevision], ""
	for _, revision := range probe.Revisions() {
		if w.marks[revision] == revision {
			newest = revision
		}
	}
	switch {
	case offered == "" || newest == "":
		return verdict.NotObserved("the server offers nothing instead of what it does not support")
	case offered < newest:
		return fmt.Errorf("to a client that asks for %s it offers %s, but it accepts %s", noRevision, offered, newest)
	}
	return nil
}

func (w *sessions) initializeRead(answer probe.Frame) error {
	if answer.ID() != w.c.Asked {
		return fmt.Errorf("the answer has the id %s, the request had %s: %s", probe.OrNothing(answer.ID()), w.c.Asked, probe.Quote(answer.Raw))
	}
	return nil
}

const (
	// settled is the age of a session from which its list counts as complete.
	settled = time.Second
	// settling is how long a list is given to change.
	settling = 2 * time.Second
)

func (w *sessions) listAtOnce() error {
	c, err := w.bench.Session()
	if err != nil {
		return err
	}
	if age := w.bench.Target.Clock.Since(c.Born); c.Process != nil && age < settled {
		if err := clock.Sleep(w.bench.Ctx, w.bench.Target.Clock, settled-age); err != nil {
			return err
		}
	}
	w.take(c, false)
	older, err := w.toolSet()
	if err != nil {
		return err
	}
	if err := w.freshSession(); err != nil {
		return err
	}
	if w.marks["at once"], err = w.toolSet(); err != nil {
		return err
	}
	w.marks["later"] = w.marks["at once"]
	if older == w.marks["later"] {
		return nil
	}
	if err := clock.Sleep(w.bench.Ctx, w.bench.Target.Clock, settling); err != nil {
		return err
	}
	w.marks["later"], err = w.toolSet()
	return err
}

// toolSet is the sorted names of all tools.
func (w *sessions) toolSet() (string, error) {
	if err := w.readList("tools/list"); err != nil {
		return "", err
	}
	tools, err := w.items()
	var names []string
	for _, tool := range tools {
		names = append(names, probe.Text(tool["name"]))
	}
	slices.Sort(names)
	return strings.Join(names, ", "), err
}

func (w *sessions) completeAtOnce() error {
	if w.marks["at once"] == w.marks["later"] {
		return nil
	}
	told := func(f probe.Frame) bool { return f.Method() == "notifications/tools/list_changed" }
	switch {
	case slices.ContainsFunc(w.c.Inbox.Since(0), told):
		return nil
	case w.c.Process == nil:
		return verdict.NotObserved("the list changes, and nobody listens for the notification")
	}
	return fmt.Errorf("at once it lists [%s], and %s later [%s] without saying so", w.marks["at once"], settling, w.marks["later"])
}

// services are the requests that a capability promises, with params that a
// server may well refuse.
var services = map[string][2]string{
	"tools":       {"tools/list", ""},
	"resources":   {"resources/list", ""},
	"prompts":     {"prompts/list", ""},
	"logging":     {"logging/setLevel", `{"level":"warning"}`},
	"completions": {"completion/complete", `{"ref":{"type":"ref/prompt","name":"mcpsim-none"},"argument":{"name":"a","value":""}}`},
}

func (w *sessions) emptyDeclared() error {
	seen := false
	for _, capability := range slices.Sorted(maps.Keys(services)) {
		if !w.c.Bare[capability] {
			continue
		}
		seen = true
		service := services[capability]
		answer, err := w.c.Call(service[0], service[1])
		if err != nil {
			w.trouble = true
			return fmt.Errorf("%s: %w", service[0], err)
		}
		if failure := answer.Failure(); failure != nil && failure.Code == "-32601" {
			return fmt.Errorf("%s is declared as {}, and %s is answered with %s", capability, service[0], probe.Quote(answer.Raw))
		}
	}
	if !seen {
		return verdict.NotObserved("no capability is declared as {}")
	}
	return nil
}
