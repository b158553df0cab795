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
	Several  bool // variables: what the one is completed with need not go with the other
	Visits   []Visit
}

// templated reads what templates stand for, as far as the server says what that is. Templates
// of one variable are left out that a resource of the list is made of.
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
			out = append(out, Templated{template, false, visits})
		}
	}
	for _, t := range c.several(completions) {
		if questions := t.expanded(); len(out) < maxTemplates && len(questions) > 0 {
			out = append(out, Templated{t.uri, true, c.visit("resources/read", maxExpanded, questions)})
		}
	}
	return out
}

// OfOneVariable are the templates that have no other.
func (all *Browse) OfOneVariable() (out []Templated) {
	for _, t := range all.Templates {
		if !t.Several {
			out = append(out, t)
		}
	}
	return out
}

// Read are the resources that were read, and what templates stand for as far as it can be.
func (all *Browse) Read() []Visit {
	out := slices.Clone(all.Resources)
	for _, t := range all.Templates {
		for _, v := range t.Visits {
			if v.Answer.Members["result"] != nil {
				out = append(out, v)
			}
		}
	}
	return out
}

// manifold is a template of several plain variables, and what each is completed with.
type manifold struct {
	uri    string
	values map[string][]string
}

// several are the templates of which more than one variable is completed.
func (c *Conn) several(completions []Visit) (out []manifold) {
	for _, v := range completions {
		uri, name, values := completed(v)
		if len(templateExpression().FindAllString(uri, -1)) < 2 || len(values) == 0 {
			continue
		}
		i := slices.IndexFunc(out, func(t manifold) bool { return t.uri == uri })
		if i < 0 {
			i, out = len(out), append(out, manifold{uri, map[string][]string{}})
		}
		out[i].values[name] = values
	}
	return out
}

// expanded takes the first values of all variables, then the second ones; none if one variable
// has no values, or an expression is no plain one.
func (t manifold) expanded() (out []question) {
	for nth := range maxExpanded {
		known, more := true, false
		uri := templateExpression().ReplaceAllStringFunc(t.uri, func(expression string) string {
			values := t.values[strings.Trim(expression, "{}")]
			if known = known && len(values) > 0; !known {
				return ""
			}
			more = more || nth < len(values)
			return url.PathEscape(values[min(nth, len(values)-1)])
		})
		if known && more {
			out = append(out, question{name: uri, params: fmt.Sprintf(`{"uri":%s}`, Encoded(uri))})
		}
	}
	return out
}

// completed are the variable of a template that a completion was asked for, and its values.
func completed(v Visit) (uri, name string, values []string) {
	var asked struct {
		Ref      struct{ URI string }
		Argument struct{ Name string }
	}
	var answer struct{ Completion struct{ Values []string } }
	_ = jsonparts.Unmarshal([]byte(v.Params), &asked)
	_ = jsonparts.Unmarshal(v.Answer.Members["result"], &answer)
	return asked.Ref.URI, asked.Argument.Name, slices.DeleteFunc(answer.Completion.Values, func(value string) bool { return value == "" })
}

// expanded are requests to read what a template makes of the values of a completion.
func expanded(v Visit) (template string, out []question) {
	var asked struct{ Ref struct{ URI string } }
	var answer struct{ Completion struct{ Values []string } }
	_ = jsonparts.Unmarshal([]byte(v.Params), &asked)
	found := templateExpression().FindAllStringIndex(asked.Ref.URI, -1)
	if jsonparts.Unmarshal(v.Answer.Members["result"], &answer) != nil || len(found) != 1 {
		return asked.Ref.URI, nil
	}
	before, inner, after := asked.Ref.URI[:found[0][0]], asked.Ref.URI[found[0][0]+1:found[0][1]-1], asked.Ref.URI[found[0][1]:]
	name := strings.TrimPrefix(inner, "+")
	if templateVariable().FindString(name) != name {
		return asked.Ref.URI, nil // an expression of another kind, or of several variables
	}
	for _, value := range answer.Completion.Values {
		if value == "" {
			continue
		}
		deep := strings.Contains(value, "/")
		if name == inner {
			value = url.PathEscape(value)
		}
		uri := before + value + after
		out = append(out, question{name: uri, params: fmt.Sprintf(`{"uri":%s}`, Encoded(uri)), deep: deep})
	}
	if i := slices.IndexFunc(out, func(q question) bool { return q.deep }); i >= maxExpanded {
		out[maxExpanded-1] = out[i] // a path is among those that are read
	}
	return asked.Ref.URI, out
}
