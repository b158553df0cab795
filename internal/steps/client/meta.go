package client

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/words"
)

func metaSteps() []gherkin.Step {
	return gherkin.Noun("_meta", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `every key of _meta is well-formed`, Manual: "in params and results: a prefix of labels, if any, and a name", Func: each(keysFit)},
		{Keyword: gherkin.Then, Pattern: `every key of _meta in a request is well-formed`, Manual: "of a client without a handshake", Func: each(eachRequest(keysOfFit))},
		{Keyword: gherkin.Then, Pattern: `log levels and traces in _meta have their form`,
			Manual: "logLevel is a level of the specification, and traceparent as W3C Trace Context has it", Func: each(eachRequest(valuesFit))},
	})
}

// Key names and traces, in the words of the specification and of W3C Trace Context.
var (
	metaKey     = words.Pattern(`^(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`)
	traceparent = words.Pattern(`^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$`)
)

// Ids that W3C Trace Context takes for none.
const (
	noTrace  = "-00000000000000000000000000000000-"
	noParent = "-0000000000000000-"
)

// isReserved reports whether a key has a prefix that the specification keeps for itself, other than its
// own: one whose second label is that of the protocol.
func isReserved(key string) bool {
	prefix, _, prefixed := strings.Cut(key, "/")
	labels := strings.Split(prefix, ".")
	return prefixed && len(labels) > 1 && (labels[1] == "mcp" || labels[1] == "modelcontextprotocol") && prefix != "io.modelcontextprotocol"
}

func keysWellFormed(meta map[string]json.RawMessage) error {
	for _, key := range slices.Sorted(maps.Keys(meta)) {
		if isReserved(key) {
			return fmt.Errorf("its _meta has the key %q, whose prefix is reserved for the protocol", key)
		}
		if !metaKey().MatchString(key) {
			return fmt.Errorf("its _meta has the key %q, which is no prefix of labels and a name", key)
		}
	}
	return nil
}

// keysFit looks at the messages of a session. Those without a handshake are the business of
// another check.
func keysFit(r *clientcheck.Run) error {
	for _, m := range r.Received() {
		if m.IsModern() {
			continue
		}
		var result struct {
			Meta map[string]json.RawMessage `json:"_meta"`
		}
		_ = jsonparts.Unmarshal(clientcheck.Result(m.Raw), &result)
		for _, meta := range []map[string]json.RawMessage{m.Meta(), result.Meta} {
			if err := keysWellFormed(meta); err != nil {
				return fmt.Errorf("%s: %w: %s", m.What(), err, quote(m.Raw))
			}
		}
	}
	return nil
}

func keysOfFit(m clientcheck.Indexed) error { return keysWellFormed(m.Meta()) }

func valuesFit(m clientcheck.Indexed) error {
	meta := m.Meta()
	if level := meta[clientcheck.MetaLevel]; level != nil && !isLevel(level) {
		return fmt.Errorf("its _meta has the log level %s", level)
	}
	if trace := meta["traceparent"]; trace != nil {
		if text, ok := textOf(trace); !ok || !traceparent().MatchString(text) || strings.Contains(text, noTrace) || strings.Contains(text, noParent) {
			return fmt.Errorf("its _meta has the traceparent %s", trace)
		}
	}
	for _, name := range []string{"tracestate", "baggage"} {
		if meta[name] != nil && !isText(meta[name]) {
			return fmt.Errorf("its _meta has the %s %s", name, meta[name])
		}
	}
	return nil
}
