package probe

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func publishSteps() []Step {
	return slices.Concat(
		gherkin.Noun("message", []Step{
			{Keyword: Then, Pattern: `every key of every _meta is well-formed`,
				Manual: "labels with dots between them and a slash, which may be absent, and a name; not observed if there is no _meta",
				Func:   (*World).metaWellFormed},
			{Keyword: Then, Pattern: `no key of a _meta has a prefix that is reserved`, Manual: "for MCP; those that MCP itself uses may be there",
				Func: (*World).metaReserved},
		}),
		gherkin.Noun("list", []Step{
			{Keyword: Then, Pattern: `every schema is valid in its dialect`,
				Manual: "the one that it names, 2020-12 if none; not testable if no dialect is known", Func: (*World).schemasValid},
			{Keyword: Then, Pattern: `no reference in a schema leads nowhere`, Manual: "within the schema; nothing is loaded",
				Func: (*World).schemasWhole},
		}),
	)
}

func (w *World) eachMetaKey(judge func(key string) error) error {
	seen := false
	for _, f := range w.c.inbox.since(0) {
		for _, key := range metaKeys(f.raw) {
			seen = true
			if err := judge(key); err != nil {
				return fmt.Errorf("%w: %s", err, quote(f.raw))
			}
		}
	}
	if !seen {
		return verdict.NotObserved("the server sent no _meta")
	}
	return nil
}

func (w *World) metaWellFormed() error {
	return w.eachMetaKey(func(key string) error {
		if !wellFormedKey(key) {
			return fmt.Errorf("the key %q of a _meta is malformed", key)
		}
		return nil
	})
}

func (w *World) metaReserved() error {
	return w.eachMetaKey(func(key string) error {
		if usurps(key, w.c.revision) {
			return fmt.Errorf("the prefix of the key %q of a _meta is reserved for MCP", key)
		}
		return nil
	})
}

func (w *World) schemasValid() error {
	return w.eachSchema(func(fault *schemaFault) bool { return !fault.dangling })
}

func (w *World) schemasWhole() error {
	return w.eachSchema(func(fault *schemaFault) bool { return fault.dangling })
}

// eachSchema judges the schemas of all tools read. Those of a dialect that is not
// known are passed over.
func (w *World) eachSchema(counts func(*schemaFault) bool) error {
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
			err := checkDialect(tool[member])
			var fault *schemaFault
			switch {
			case errors.Is(err, errForeign):
				continue
			case errors.As(err, &fault) && counts(fault):
				return fmt.Errorf("the %s of %q is no valid schema: %w: %s", member, text(tool["name"]), err, quote(tool[member]))
			}
			judged++
		}
	}
	if judged == 0 {
		return verdict.NotTestable("the server publishes no schema of a dialect that is known here")
	}
	return nil
}
