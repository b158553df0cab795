package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe/sample"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// Tool is one of the server's tools, with all that is needed to call it.
type Tool struct {
	Name   string
	Input  *sample.Schema
	Output json.RawMessage // its outputSchema, or nil
}

// annotations are what a server says of a tool for its users; nil = nothing.
type annotations struct {
	ReadOnlyHint, DestructiveHint *bool
}

func says(hint *bool) bool { return hint != nil && *hint }

// mayBeCalled reports whether a tool may be called in a check: one that only
// reads, or with AllowCalls one that is not called destructive.
func (t Target) mayBeCalled(a annotations) bool {
	return says(a.ReadOnlyHint) || t.AllowCalls && !says(a.DestructiveHint)
}

// Usable are the tools that checks may call, with arguments that can be made.
// The error is the one of a step if there is none; it says what would help.
func (b *Bench) Usable(items []map[string]json.RawMessage) ([]Tool, error) {
	var out []Tool
	forbidden, reason := 0, ""
	for _, item := range items {
		name := Text(item["name"])
		var a annotations
		_ = jsonparts.Unmarshal(item["annotations"], &a)
		if !b.Target.mayBeCalled(a) {
			forbidden++
			continue
		}
		input, err := b.inputOf(item)
		if err == nil && named(items, name) > 1 {
			err = errors.New("there are several of that name")
		}
		if err != nil {
			reason = fmt.Sprintf("; %s: %s", name, err)
			continue
		}
		out = append(out, Tool{name, input, item["outputSchema"]})
	}
	switch {
	case len(out) > 0:
		return out, nil
	case len(items) == 0:
		return nil, verdict.NotTestable("the server has no tools")
	case forbidden == len(items) && !b.Target.AllowCalls:
		return nil, verdict.NotTestable("no tool has the annotation readOnlyHint; --allow-calls calls all but destructive ones")
	case forbidden == len(items):
		return nil, verdict.NotTestable("every tool has the annotation destructiveHint")
	}
	return nil, verdict.NotTestable("no tool can be called%s", reason)
}

// named is how many items have a name.
func named(items []map[string]json.RawMessage, name string) (n int) {
	for _, item := range items {
		if Text(item["name"]) == name {
			n++
		}
	}
	return n
}

// inputOf reads the input schema of a tool that can be called directly.
func (b *Bench) inputOf(item map[string]json.RawMessage) (*sample.Schema, error) {
	var execution struct{ TaskSupport string }
	_ = jsonparts.Unmarshal(item["execution"], &execution)
	if execution.TaskSupport == "required" {
		return nil, fmt.Errorf("it can only be called as a task")
	}
	if _, err := CheckAnnotations(item["inputSchema"]); err != nil && b.IsModern() && b.Target.URL != "" {
		return nil, fmt.Errorf("clients leave it out: %w", err)
	}
	input, err := sample.Compile(item["inputSchema"])
	if err != nil {
		return nil, err
	}
	_, err = input.Arguments()
	return input, err
}

// ToolResult is what a call was answered with, as far as it is judged.
type ToolResult struct {
	IsError           bool
	Content           []map[string]json.RawMessage
	StructuredContent json.RawMessage // nil if it is absent; before 2026-07-28 only an object is right
}

// ResultOf is nil if the answer is no result. Members of another type than they
// should have are read as far as they can be: an isError of any other type than a
// boolean says that the call failed.
func ResultOf(answer Frame) *ToolResult {
	members := Page(answer)
	if members == nil {
		return nil
	}
	r := &ToolResult{StructuredContent: members["structuredContent"]}
	r.IsError = !slices.Contains([]string{"", "false", "null"}, string(members["isError"]))
	_ = jsonparts.Unmarshal(members["content"], &r.Content)
	return r
}

// Failed reports whether an answer says that a call failed: with an error, or in its
// result.
func Failed(answer Frame) bool {
	r := ResultOf(answer)
	return answer.Failure() != nil || r != nil && r.IsError
}

// HasText reports whether a text block is this JSON, however written.
func (r *ToolResult) HasText(want json.RawMessage) bool {
	var wanted any
	_ = jsonparts.Unmarshal(want, &wanted)
	return slices.ContainsFunc(r.Content, func(block map[string]json.RawMessage) bool {
		var got any
		return jsonparts.Unmarshal([]byte(Text(block["text"])), &got) == nil && reflect.DeepEqual(got, wanted)
	})
}
