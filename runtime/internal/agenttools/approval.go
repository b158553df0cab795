package agenttools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Approval says which calls of a server's tools a person must approve first. The
// zero value asks for none. Make others with [ParseApproval] or [ApprovalFunc].
type Approval struct {
	all   bool
	named map[string]bool
	ask   AskApproval
}

// AskApproval decides about one tool.
type AskApproval func(ctx context.Context, run *Run, agent *Agent, tool protocol.Tool) (bool, error)

// ApprovalFunc has f decide about each tool.
func ApprovalFunc(f AskApproval) Approval { return Approval{ask: f} }

// Needed reports whether a call must be approved. A function that cannot be asked,
// because there is no agent or because it fails, counts as yes (S-OAI-30).
func (a Approval) Needed(ctx context.Context, run *Run, agent *Agent, tool protocol.Tool) (bool, error) {
	switch {
	case a.ask != nil && agent == nil:
		return true, nil
	case a.ask != nil:
		needed, err := a.ask(ctx, run, agent, Clone(tool))
		return needed || err != nil, err
	case a.named != nil:
		return a.named[tool.Name], nil
	}
	return a.all, nil
}

// ApprovalError says that a policy is none. Such a policy must not count as
// "nothing to approve".
type ApprovalError struct{ Text string }

func (e *ApprovalError) Error() string { return "Invalid require_approval " + e.Text }

// ParseApproval reads a policy (S-OAI-30): "always", "never", a boolean, null for
// never, an object of tools' names with one of the former for each, or
// {"always":{"tool_names":[…]},"never":{"tool_names":[…]}}. Of several mistakes the
// first one in sorted order is reported, as an *[ApprovalError], so that the order
// of an object's keys does not matter (OAI-75).
func ParseApproval(raw json.RawMessage) (Approval, error) {
	raw = bytes.Trim(raw, " \t\r\n") // what JSON takes for white space
	if len(raw) == 0 || raw[0] != '{' {
		all, err := parseOne("require_approval", raw)
		return Approval{all: all}, err
	}
	object := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &object); err != nil {
		return Approval{}, &ApprovalError{"value: " + err.Error()}
	}
	if listsTools(object) {
		return parseLists(object)
	}
	named := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		value := object[name]
		needed, err := parseOne("require_approval["+quote(name)+"]", value)
		if string(value) == "null" {
			err = notAlwaysNever("require_approval["+quote(name)+"]", value)
		}
		if err != nil {
			return Approval{}, err
		}
		named[name] = needed
	}
	return Approval{named: named}, nil
}

// parseOne reads a policy that is a single word.
func parseOne(place string, raw json.RawMessage) (needed bool, err error) {
	switch string(raw) {
	case `"always"`, "true":
		needed = true
	case `"never"`, "false", "null", "":
	default:
		err = notAlwaysNever(place, raw)
	}
	return needed, err
}

func notAlwaysNever(place string, raw json.RawMessage) error {
	got := string(raw)
	var s string
	if json.Unmarshal(raw, &s) == nil && got != "null" {
		got = quote(s)
	}
	return &ApprovalError{fmt.Sprintf("value at %s: expected 'always' or 'never', got %s.", place, got)}
}

// listsTools tells the form with lists from tools that are called always or never.
func listsTools(object map[string]json.RawMessage) bool {
	for _, key := range []string{"always", "never"} {
		var entry map[string]json.RawMessage
		if json.Unmarshal(object[key], &entry) == nil && entry["tool_names"] != nil {
			return true
		}
	}
	return false
}

func parseLists(object map[string]json.RawMessage) (Approval, error) {
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(object)), func(k string) bool { return k == "always" || k == "never" })
	if len(others) > 0 {
		return Approval{}, &ApprovalError{"tool list policy: unexpected keys " + quoteAll(others) + "; expected only 'always' and 'never'."}
	}
	always, err := toolNames("always", object["always"])
	if err != nil {
		return Approval{}, err
	}
	never, err := toolNames("never", object["never"])
	if err != nil {
		return Approval{}, err
	}
	both := slices.DeleteFunc(sorted(always), func(name string) bool { return !slices.Contains(never, name) })
	if len(both) > 0 {
		return Approval{}, &ApprovalError{"tool list policy: tool names cannot appear in both always and never: " + quoteAll(slices.Compact(both)) + "."}
	}
	named := map[string]bool{}
	for _, name := range always {
		named[name] = true
	}
	return Approval{named: named}, nil
}

// toolNames reads the list of one policy; without an entry it is empty.
func toolNames(policy string, raw json.RawMessage) ([]string, error) {
	if raw == nil {
		return nil, nil
	}
	var entry map[string]json.RawMessage
	if json.Unmarshal(raw, &entry) != nil || entry == nil {
		return nil, &ApprovalError{fmt.Sprintf("require_approval.%s: expected an object with tool_names.", policy)}
	}
	if entry["tool_names"] == nil {
		return nil, nil
	}
	var names []json.RawMessage
	if json.Unmarshal(entry["tool_names"], &names) != nil || names == nil {
		return nil, &ApprovalError{fmt.Sprintf("tool_names at require_approval.%s.tool_names: expected a list of strings.", policy)}
	}
	out := make([]string, len(names))
	for i, name := range names {
		if name[0] != '"' || json.Unmarshal(name, &out[i]) != nil {
			return nil, &ApprovalError{fmt.Sprintf("tool name at require_approval.%s.tool_names[%d]: expected a string.", policy, i)}
		}
	}
	return out, nil
}

// quote writes a name as the documented texts do.
func quote(s string) string {
	inner := strconv.Quote(s)
	return "'" + strings.ReplaceAll(inner[1:len(inner)-1], `\"`, `"`) + "'"
}

func quoteAll(names []string) string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = quote(name)
	}
	return "[" + strings.Join(out, ", ") + "]"
}
