package client

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

func mirrorSteps() []gherkin.Step {
	return gherkin.Noun("mirror", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `every header says what the body says`,
			Manual: "Mcp-Method, Mcp-Name, and Mcp-Param- of the tools that were listed, decoded", Func: each(mirrors)},
		{Keyword: gherkin.Then, Pattern: `the argument "([^"]+)" of "([^"]+)" is mirrored as "([^"]+)"`,
			Manual: "in the header that its schema names; not observed if there is no such call, or the tool was not listed before", Example: `the argument "text" of "mcpsim_take" is mirrored as "Mcp-Param-Text"`,
			Func: mirrorsArgument},
		{Keyword: gherkin.Given, Pattern: `a correct server is told in headers what the body says`, Manual: "not testable if it is not: see M-CLI-23", Func: (*World).mirrorsPlain},
		{Keyword: gherkin.Given, Pattern: `the client mirrors a parameter`, Manual: "not testable if it does not mirror one of a correct server: see M-CLI-23", Func: (*World).mirrorsOne},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is called with the headers of its definition`, Manual: "one for each argument that its schema annotates, and none for null; not observed if it is not called",
			Example: `"route" is called with the headers of its definition`, Func: callsAsDefined},
		{Keyword: gherkin.Then, Pattern: `the tool "([^"]+)" is not called`, Manual: "not observed if the client lists no tools",
			Example: `the tool "add_numbers" is not called`, Func: callsNot},
		{Keyword: gherkin.Then, Pattern: `every call is one of the tool "([^"]+)"`, Manual: "by the name that the list has, and not by a form of it; not observed if it is not called",
			Example: `every call is one of the tool "Data.Read"`, Func: callsOnly},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is not called with headers of its definition`,
			Manual:  "Mcp-Param-…: a client that mirrors arguments has taken the definition; not observed if it calls the tool without, or lists no tools",
			Example: `"add_numbers" is not called with headers of its definition`, Func: callsNotAsDefined},
	})
}

// named are the members of params that Mcp-Name repeats, by method.
var named = map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

func mirrors(r *clientcheck.Run) error {
	if err := stateless(r); err != nil {
		return err
	}
	for _, m := range r.Asked() {
		if m.Transport != "http" || membersOf(m.Entry) == nil {
			continue
		}
		if err := mirrored(m.Header, "Mcp-Method", &m.Method); err != nil {
			return fmt.Errorf("%w: %s", err, quote(m.Raw))
		}
		var params map[string]json.RawMessage
		clientcheck.Params(m.Raw, &params)
		about, ok := textOf(params[named[m.Method]])
		if !ok {
			continue
		}
		if err := mirrored(m.Header, "Mcp-Name", &about); err != nil {
			return fmt.Errorf("%w: %s", err, quote(m.Raw))
		}
		if err := parametersMirrored(r, m, about, params["arguments"], false); err != nil {
			return fmt.Errorf("%w: %s", err, quote(m.Raw))
		}
	}
	return nil
}

// parametersMirrored looks at the headers that the schema of a tool asks for: at all of them, or
// at those of plain arguments that are given.
func parametersMirrored(r *clientcheck.Run, m clientcheck.Indexed, tool string, arguments json.RawMessage, all bool) error {
	if m.Method != "tools/call" || twins(r) { // one of two clients may not have seen the last list
		return nil
	}
	var first error
	for _, schema := range schemasOf(r, tool, m.Place) {
		err := asDefined(m, schema, arguments, all)
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}

// asDefined looks at the headers that one schema asks for. M-CLI-24 judges calls of a tool that asks for
// what there cannot be.
func asDefined(m clientcheck.Indexed, schema, arguments json.RawMessage, all bool) error {
	if !asksWell(schema) {
		return nil
	}
	for header, value := range mirrorOf(schema, arguments, all) {
		if err := mirrored(m.Header, "Mcp-Param-"+header, value); err != nil {
			return err
		}
	}
	return nil
}

// asksWell reports whether each header that a schema asks for is one that there can be: a
// name of its own that is a token, for a plain value that is reached by properties alone.
func asksWell(schema json.RawMessage) bool {
	names := map[string]bool{}
	return asksPlainly(schema, names) && annotations(schema) == len(names)
}

// annotations counts the headers that a schema asks for, wherever it does.
func annotations(schema json.RawMessage) (n int) {
	var members map[string]json.RawMessage
	var items []json.RawMessage
	_ = jsonparts.Unmarshal(schema, &items)
	_ = jsonparts.Unmarshal(schema, &members)
	for name, member := range members {
		switch name {
		case "const", "enum", "default", "examples": // values, not schemas
		case "x-mcp-header":
			n++
		default:
			items = append(items, member)
		}
	}
	for _, item := range items {
		n += annotations(item)
	}
	return n
}

// asksPlainly is [asksWell] of what properties lead to; names are those that were asked for.
func asksPlainly(schema json.RawMessage, names map[string]bool) bool {
	var s struct {
		Properties map[string]json.RawMessage
	}
	_ = jsonparts.Unmarshal(schema, &s)
	for _, property := range s.Properties {
		var p map[string]json.RawMessage
		_ = jsonparts.Unmarshal(property, &p)
		if asked := p["x-mcp-header"]; asked != nil {
			name, _ := textOf(asked)
			kind, _ := textOf(p["type"])
			plain := slices.Contains([]string{"string", "integer", "boolean"}, kind)
			name = strings.ToLower(name)
			if !words.IsToken(name) || names[name] || !plain {
				return false
			}
			names[name] = true
		}
		if !asksPlainly(property, names) {
			return false
		}
	}
	return true
}

// mirrorOf are the values of the headers that a schema asks for, by what it calls them; nil
// = there must be none, since the argument is missing or null. Unless all are wanted such
// arguments are left out, and those within others.
func mirrorOf(schema, arguments json.RawMessage, all bool) map[string]*string {
	out := map[string]*string{}
	var s struct {
		Properties map[string]json.RawMessage
	}
	_ = jsonparts.Unmarshal(schema, &s)
	var given map[string]json.RawMessage
	_ = jsonparts.Unmarshal(arguments, &given)
	for name, property := range s.Properties {
		var p map[string]json.RawMessage
		_ = jsonparts.Unmarshal(property, &p)
		if header, asked := textOf(p["x-mcp-header"]); asked && (all || plainText(given[name]) != nil) {
			out[header] = plainText(given[name])
		}
		if all {
			maps.Copy(out, mirrorOf(property, given[name], true))
		}
	}
	return out
}

// plainText is a value as a header has it before it is encoded; nil = there is none.
func plainText(value json.RawMessage) *string {
	if value == nil || string(value) == "null" {
		return nil
	}
	text, ok := textOf(value)
	if !ok {
		text = strings.TrimSpace(string(value))
	}
	return &text
}

// mirrored says what is wrong with a header that has to say want; nil = it must not be
// there.
func mirrored(h http.Header, name string, want *string) error {
	values := h.Values(name)
	switch {
	case want == nil:
		return verdict.FailedIf(len(values) > 0, "there is a header %s, and no such argument", name)
	case len(values) != 1:
		return fmt.Errorf("there are %d headers %s", len(values), name)
	}
	text, err := decoded(values[0])
	if err != nil {
		return fmt.Errorf("the header %s: %w", name, err)
	}
	return verdict.FailedIf(text != *want && !sameNumber(text, *want), "the header %s says %s, the body %s", name, quote(text), quote(*want))
}

// decoded undoes the encoding of a header: =?base64?…?= around what is not plain.
func decoded(value string) (string, error) {
	inner, begins := strings.CutPrefix(value, "=?base64?")
	inner, ends := strings.CutSuffix(inner, "?=")
	if begins && ends {
		text, err := base64.StdEncoding.DecodeString(inner)
		if err != nil {
			return "", fmt.Errorf("%s is no base64", quote(value))
		}
		return string(text), nil
	}
	for i := range len(value) {
		if c := value[i]; c != '\t' && (c < ' ' || c > '~') {
			return "", fmt.Errorf("%s has characters that no header has", quote(value))
		}
	}
	return value, nil
}

// inDecimal is an integer as a header may have it: servers compare 42.0 and 42 as numbers.
var inDecimal = words.Pattern(`^-?\d+(?:\.0+)?$`)

func sameNumber(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, again := strconv.ParseFloat(b, 64)
	return err == nil && again == nil && x == y && inDecimal().MatchString(a)
}

func mirrorsArgument(r *clientcheck.Run, argument, tool, header string) error {
	for _, m := range callsOf(r, tool) {
		var p struct{ Arguments map[string]json.RawMessage }
		clientcheck.Params(m.Raw, &p)
		if p.Arguments[argument] == nil || schemaOf(r, tool, m.Place) == nil {
			continue // who has not listed a tool knows nothing of its headers
		}
		if err := mirrored(m.Header, header, plainText(p.Arguments[argument])); err != nil {
			return fmt.Errorf("%w: %s", err, quote(m.Raw))
		}
		return nil
	}
	return verdict.NotObserved("the client does not call %s with %s; it %s%s", tool, argument, r.End(), r.LastWords())
}

// asksHeader is the script of a server that wants one argument in a header.
const asksHeader = `era: modern
tools:
  - name: add_numbers
    inputSchema: {type: object, properties: {a: {type: integer, x-mcp-header: First}, b: {type: integer}}, required: [a, b]}`

// Two calls of tools whose names headers hold as they are.
const (
	twoPlainCalls = `{"toolCalls": [{"name": "Data.Read", "arguments": {}}, {"name": "Data.Write", "arguments": {}}]}`
	plainTools    = `era: modern
tools: [{name: Data.Read, inputSchema: {type: object}}, {name: Data.Write, inputSchema: {type: object}}]`
)

// mirrorsPlain is the foundation of checks about values that headers cannot hold as they are.
func (w *World) mirrorsPlain() error {
	s := w.bench.Plain(w.modern)
	s.Scenario, s.Context, s.Script = "http-custom-headers", twoPlainCalls, plainTools
	return w.requires(s, func(r *clientcheck.Run) error {
		if err := mirrors(r); err != nil && verdict.Of(err) == "" {
			return verdict.NotTestable("a correct server is told something else in headers: see M-CLI-23: %s", err)
		}
		return nil
	})
}

func (w *World) mirrorsOne() error {
	s := w.bench.Plain(true)
	s.Script = asksHeader
	return w.requires(s, func(r *clientcheck.Run) error {
		if err := mirrorsArgument(r, "a", "add_numbers", "Mcp-Param-First"); err != nil {
			return verdict.NotTestable("the client mirrors no parameter: see M-CLI-23: %s", err)
		}
		return nil
	})
}

func callsAsDefined(r *clientcheck.Run, tool string) error {
	calls := callsOf(r, tool)
	for _, call := range calls {
		var p struct{ Arguments json.RawMessage }
		clientcheck.Params(call.Raw, &p)
		if err := parametersMirrored(r, call, tool, p.Arguments, true); err != nil {
			return fmt.Errorf("%w: %s", err, quote(call.Raw))
		}
	}
	return verdict.NotObservedIf(len(calls) == 0, "the client does not call %s; it %s%s", tool, r.End(), r.LastWords())
}

func callsNot(r *clientcheck.Run, tool string) error {
	if !r.Sent("tools/list") {
		return verdict.NotObserved("the client lists no tools; it %s%s", r.End(), r.LastWords())
	}
	for _, call := range callsOf(r, tool) {
		return fmt.Errorf("it is: %s", quote(call.Raw))
	}
	return nil
}

// callsOnly tells a client that makes another name of the one in the list from one that
// calls a name which it was told by somebody else.
func callsOnly(r *clientcheck.Run, tool string) error {
	all, its := r.All("tools/call"), callsOf(r, tool)
	for _, call := range all {
		var p struct{ Name string }
		if clientcheck.Params(call.Raw, &p); p.Name != tool && isFormOf(p.Name, tool) {
			return fmt.Errorf("another name is called: %s", quote(call.Raw))
		}
	}
	if len(all) > 0 {
		return verdict.NotObservedIf(len(its) == 0, "the client calls another tool than the one that is listed: %s", quote(all[0].Raw))
	}
	return verdict.NotObserved("the client calls no tool; it %s%s", r.End(), r.LastWords())
}

// sameBeginning is how many letters and digits at the beginning of two names tell that one was
// made of the other, such as one that is cut.
const sameBeginning = 16

// isFormOf reports whether a name was made of another one: with other characters between its
// letters, other capitals, something before or behind it, or less of it.
func isFormOf(name, of string) bool {
	plain := func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}
	name, of = strings.Map(plain, name), strings.Map(plain, of)
	return strings.Contains(name, of) || len(of) > sameBeginning && strings.HasPrefix(name, of[:sameBeginning])
}

// callsOf are the calls of a tool.
func callsOf(r *clientcheck.Run, tool string) []clientcheck.Indexed {
	return slices.DeleteFunc(r.All("tools/call"), func(m clientcheck.Indexed) bool {
		var p struct{ Name string }
		clientcheck.Params(m.Raw, &p)
		return p.Name != tool
	})
}

// callsNotAsDefined tells a client that has taken a definition from one that calls a name
// which it was told by somebody else.
func callsNotAsDefined(r *clientcheck.Run, tool string) error {
	if !r.Sent("tools/list") {
		return verdict.NotObserved("the client lists no tools; it %s%s", r.End(), r.LastWords())
	}
	calls := callsOf(r, tool)
	for _, call := range calls {
		for _, name := range slices.Sorted(maps.Keys(call.Header)) {
			if strings.HasPrefix(name, "Mcp-Param-") {
				return fmt.Errorf("it is, with %s: %q: %s", name, call.Header[name], quote(call.Raw))
			}
		}
	}
	return verdict.NotObservedIf(len(calls) > 0, "the client calls %s by its name, without headers of its definition", tool)
}
