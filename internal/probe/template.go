package probe

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// The bounds of what is read of templates.
const (
	maxTemplates = 8 // that are expanded
	maxExpanded  = 3 // URIs of each
)

// Templated is a template of one variable, and the URIs that it makes of what the server
// itself completes the variable with.
type Templated struct {
	Template string
	Visits   []Visit
}

// templated reads what templates stand for, as far as the server says what that is: of two
// variables the one may not go with the other. Templates are left out that a resource of
// the list is made of.
func (c *Conn) templated(completions, listed []Visit) (out []Templated) {
	for _, v := range completions {
		if len(out) == maxTemplates {
			break
		}
		template, questions := expanded(v)
		before, rest, _ := strings.Cut(template, "{")
		_, after, _ := strings.Cut(rest, "}")
		if slices.ContainsFunc(listed, func(v Visit) bool { return strings.HasPrefix(v.Name, before) && strings.HasSuffix(v.Name, after) }) {
			continue
		}
		if visits := c.visit("resources/read", maxExpanded, questions); len(visits) > 0 {
			out = append(out, Templated{template, visits})
		}
	}
	return out
}

// expanded are requests to read what a template makes of the values of a completion.
func expanded(v Visit) (template string, out []question) {
	var asked struct{ Ref struct{ URI string } }
	var answer struct{ Completion struct{ Values []string } }
	_ = jsonparts.Unmarshal([]byte(v.Params), &asked)
	found := templateExpression.FindAllStringIndex(asked.Ref.URI, -1)
	if jsonparts.Unmarshal(v.Answer.Members["result"], &answer) != nil || len(found) != 1 {
		return asked.Ref.URI, nil
	}
	before, inner, after := asked.Ref.URI[:found[0][0]], asked.Ref.URI[found[0][0]+1:found[0][1]-1], asked.Ref.URI[found[0][1]:]
	name := strings.TrimPrefix(inner, "+")
	if templateVariable.FindString(name) != name {
		return asked.Ref.URI, nil // an expression of another kind, or of several variables
	}
	for _, value := range answer.Completion.Values {
		if value == "" {
			continue
		}
		if name == inner {
			value = url.PathEscape(value)
		}
		uri := before + value + after
		out = append(out, question{uri, fmt.Sprintf(`{"uri":%s}`, Encoded(uri))})
	}
	return asked.Ref.URI, out
}
