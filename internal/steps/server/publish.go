package server

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func publishSteps() []Step {
	return slices.Concat(
		gherkin.Noun("message", []Step{
			{Keyword: Then, Pattern: `every key of every _meta is well-formed`,
				Manual: "labels with dots between them and a slash, which may be absent, and a name; not observed if there is no _meta",
				Func:   (*lists).metaWellFormed},
			{Keyword: Then, Pattern: `no key of a _meta has a prefix that is reserved`, Manual: "for MCP; those that MCP itself uses may be there",
				Func: (*lists).metaReserved},
		}),
		gherkin.Noun("list", []Step{
			{Keyword: Then, Pattern: `every schema is valid in its dialect`,
				Manual: "the one that it names, 2020-12 if none; not testable if no dialect is known", Func: (*lists).schemasValid},
			{Keyword: Then, Pattern: `no reference in a schema leads nowhere`, Manual: "within the schema; nothing is loaded",
				Func: (*lists).schemasWhole},
		}),
	)
}

func (w *lists) eachMetaKey(judge func(key string) error) error {
	seen := false
	for _, f := range w.c.Inbox.Since(0) {
		for _, key := range probe.MetaKeys(f.Raw) {
			seen = true
			if err := judge(key); err != nil {
				return fmt.Errorf("%w: %s", err, probe.Quote(f.Raw))
			}
		}
	}
	if !seen {
		return verdict.NotObserved("the server sent no _meta")
	}
	return nil
}

func (w *lists) metaWellFormed() error {
	return w.eachMetaKey(func(key string) error {
		if !probe.WellFormedKey(key) {
			return fmt.Errorf("the key %q of a _meta is malformed", key)
		}
		return nil
	})
}

func (w *lists) metaReserved() error {
	return w.eachMetaKey(func(key string) error {
		if probe.Usurps(key, w.c.Revision) {
			return fmt.Errorf("the prefix of the key %q of a _meta is reserved for MCP", key)
		}
		return nil
	})
}

func (w *lists) schemasValid() error {
	return w.eachSchema(func(fault *probe.SchemaFault) bool { return !fault.Dangling })
}

func (w *lists) schemasWhole() error {
	return w.eachSchema(func(fault *probe.SchemaFault) bool { return fault.Dangling })
}

// eachSchema judges the schemas of all tools read. Those of a dialect that is not
// known are passed over.
func (w *lists) eachSchema(counts func(*probe.SchemaFault) bool) error {
	tools, err := w.items()
	if err != nil {
		return err
	}
	judged := 0
	for _, tool := range tools {
		for _, member := range []string{"inputSchema", "outputSchema"} {
			if tool[member] == nil || string(tool[member]) == "null" {
				continue // whether one must be there is the business of another check
			}
			err := probe.CheckDialect(tool[member])
			var fault *probe.SchemaFault
			switch {
			case errors.Is(err, probe.ErrForeign):
				continue
			case errors.As(err, &fault) && counts(fault):
				return fmt.Errorf("the %s of %q is no valid schema: %w: %s", member, probe.Text(tool["name"]), err, probe.Quote(tool[member]))
			}
			judged++
		}
	}
	if judged == 0 {
		return verdict.NotTestable("the server publishes no schema of a dialect that is known here")
	}
	return nil
}
