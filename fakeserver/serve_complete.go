package fakeserver

import (
	"fmt"
	"slices"
	"strings"
)

// maxCompletions is the number of values that one answer may carry.
const maxCompletions = 100

// completion is what an answer to completion/complete says.
type completion struct {
	Values  []string `json:"values"`
	Total   int      `json:"total"`
	HasMore bool     `json:"hasMore"`
}

// complete suggests values for an argument of a prompt or of a template.
func (x *exec) complete() {
	ref, argument := member(x.msg.params, "ref"), member(x.msg.params, "argument")
	arguments, known := x.referred(textMember(ref, "type"), textMember(ref, "name"), textMember(ref, "uri"))
	if !known {
		return
	}
	name := textMember(argument, "name")
	if name == "" {
		x.fail(codeInvalidParams, "Invalid params: argument.name is missing")
		return
	}
	out := completion{Values: []string{}}
	for _, a := range arguments {
		for _, value := range a.Values {
			if a.Name == name && strings.HasPrefix(value, textMember(argument, "value")) {
				out.Values = append(out.Values, value)
			}
		}
	}
	out.Total = len(out.Values)
	out.HasMore = out.Total > maxCompletions
	out.Values = out.Values[:min(out.Total, maxCompletions)]
	x.ok(map[string]completion{"completion": out})
}

// referred are the arguments of what a request refers to. If there is nothing of
// the kind, the request has been answered.
func (x *exec) referred(kind, name, uri string) (arguments []PromptArgument, known bool) {
	switch kind {
	case "ref/prompt":
		if p := x.prompt(name); p != nil {
			return p.Arguments, true
		}
		return nil, false
	case "ref/resource":
		for _, t := range x.c.offer().Templates {
			if t.URITemplate == uri {
				return t.Arguments, true
			}
		}
		x.fail(codeInvalidParams, "Unknown resource template: "+uri)
		return nil, false
	default:
		x.fail(codeInvalidParams, fmt.Sprintf("Invalid params: unknown reference %q", kind))
		return nil, false
	}
}

// completes reports whether there is anything to suggest.
func (o offerAction) completes() bool {
	suggests := func(a PromptArgument) bool { return len(a.Values) > 0 }
	return slices.ContainsFunc(o.Prompts, func(p Prompt) bool { return slices.ContainsFunc(p.Arguments, suggests) }) ||
		slices.ContainsFunc(o.Templates, func(t Template) bool { return slices.ContainsFunc(t.Arguments, suggests) })
}
