package server

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// headerSteps are about headers that repeat what a body says.
func headerSteps() []gherkin.Step {
	return gherkin.Noun("mirrored header", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the name in the header is encoded( in capitals)?`, Manual: "Mcp-Name is a base64 sentinel although it need not be",
			Example: "the name in the header is encoded", Func: (*mirroring).encode},
		{Keyword: gherkin.Given, Pattern: `the name in the header is in other case`, Manual: "its capitals small, its small letters capitals; not testable if it has no letters", Func: (*mirroring).otherCase},
		{Keyword: gherkin.Given, Pattern: `names in headers are compared`, Manual: "another name is refused, which is the business of another check", Func: (*mirroring).compares},
		{Keyword: gherkin.Given, Pattern: `the headers are spelled in small letters`, Manual: "those of MCP: mcp-method, mcp-name", Func: (*check).smallHeaders},
		{Keyword: gherkin.Given, Pattern: `the origin is that of the server`, Manual: "as a page of its own has it", Func: (*check).ownOrigin},
		{Keyword: gherkin.Given, Pattern: `a tool with (a|an integer|a nested) parameter that is mirrored( and may be left out)?`, Manual: "one that may be called, nested in an object that is a parameter; not testable if there is none",
			Example: "a tool with a parameter that is mirrored", Func: (*mirroring).choose},
		{Keyword: gherkin.When, Pattern: `something that is offered is asked for with "([^"]+)"`, Manual: "a tool that may be called, a prompt, a resource; not testable if there is none",
			Example: `something that is offered is asked for with "tools/call"`, Func: (*mirroring).ask},
		{Keyword: gherkin.When, Pattern: `it is called with the header (of another value|in other case|encoded in capitals|with another fraction|left out|as it should be|encoded|of bytes that are not ASCII|of base64 that is none|as a decimal fraction)`, Manual: "of the parameter, of one after the other until one is not answered as it should be",
			Example: "it is called with the header left out", Func: (*mirroring).call},
		{Keyword: gherkin.When, Pattern: `it is called without the argument and its header`, Manual: "all others are given", Func: (*mirroring).callWithout},
		{Keyword: gherkin.When, Pattern: `it is called with null for the argument, and without its header`, Manual: "all others are given", Func: (*mirroring).callWithNull},
		{Keyword: gherkin.Then, Pattern: `it is refused as a mismatch of headers`, Manual: "with error -32020 and HTTP 400", Func: mismatch},
		{Keyword: gherkin.Then, Pattern: `it is refused as a mismatch of headers, or for its version`, Manual: "the same, or with error -32022: both have a reason", Func: mismatchOrVersion},
		{Keyword: gherkin.Then, Pattern: `it is not refused as a mismatch of headers`, Manual: "neither with error -32020 nor with HTTP 400 and another one", Func: noMismatch},
		{Keyword: gherkin.Then, Pattern: `it is not refused as a mismatch of headers, whatever else is wrong with it`, Manual: "not with error -32020", Func: noMismatchOf},
		{Keyword: gherkin.Then, Pattern: `every x-mcp-header is one that clients accept`, Manual: "a token, once in a schema, on a string, integer or boolean reached by properties alone; not observed if there is none", Func: headerNames},
		{Keyword: gherkin.Then, Pattern: `no x-mcp-header is on what is called like a secret`, Manual: "password, token, secret, key, authorization", Func: headerSecrets},
	})
}

// mirroring is what the steps about headers tell each other.
type mirroring struct {
	encoded  string // how Mcp-Name is written; "" = as usual
	compared bool   // another name is tried before
	calls    []mirroredCall
}

// mirroredCall is a call of a tool with a parameter that is mirrored.
type mirroredCall struct {
	probe.Mirrored
	tool     probe.Tool
	argument json.RawMessage
}

func (m *mirroring) encode(capitals string) error {
	m.encoded = "base64"
	if capitals != "" {
		m.encoded = "BASE64"
	}
	return nil
}

func (m *mirroring) otherCase() error {
	m.encoded = "other case"
	return nil
}

// compares notes that the next request is tried with another name first.
func (m *mirroring) compares() error {
	m.compared = true
	return nil
}

// named writes a name as the header is to have it.
func (m *mirroring) named(name string) (string, error) {
	if m.encoded != "other case" {
		return "=?" + m.encoded + "?" + base64.StdEncoding.EncodeToString([]byte(name)) + "?=", nil
	}
	other := otherCase(name)
	return probe.HeaderValue(other), verdict.NotTestableIf(other == name, "%q has no letters", name)
}

func otherCase(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, text)
}

// control sends the request with another name: where that is served, too, nothing is
// compared.
func (m *mirroring) control(c *check, method, params string) error {
	name, edited := c.edits["Mcp-Name"]
	if err := c.header("Mcp-Name", "mcpsim_another"); err != nil {
		return err
	}
	if err := c.request(method, params); err != nil {
		return err
	}
	if c.edits["Mcp-Name"] = name; !edited {
		delete(c.edits, "Mcp-Name")
	}
	if c.err == nil && c.answer.Failure() == nil {
		return verdict.Because("M-HM-10", "%s is served with another name", method)
	}
	return nil
}

func (c *check) smallHeaders() error {
	c.conn.SmallHeaders = true
	return nil
}

func (c *check) ownOrigin() error {
	u, err := url.Parse(c.bench.Target.URL)
	if err != nil {
		return err
	}
	return c.header("Origin", u.Scheme+"://"+u.Host)
}

// ask sends a request that names something that the server offers.
func (m *mirroring) ask(c *check, method string) error {
	params, name, err := c.offered(method)
	if err != nil {
		return err
	}
	if m.compared {
		if err := m.control(c, method, params); err != nil {
			return err
		}
	}
	if m.encoded != "" {
		value, err := m.named(name)
		if err == nil {
			err = c.header("Mcp-Name", value)
		}
		if err != nil {
			return err
		}
	}
	return c.request(method, params)
}

// offered are the params of a request for something that the server offers, and its name.
func (c *check) offered(method string) (params, name string, err error) {
	for _, l := range probe.Lists() {
		if l.Method == method {
			return "", "", verdict.NotTestableIf(!c.bench.First().Declares(l.Capability), "the server does not declare %s", l.Capability)
		}
	}
	switch method {
	case c.bench.Light():
		return "", "", nil
	case "subscriptions/listen":
		return `{"notifications":{}}`, "", nil
	case "tools/call":
		s, err := c.bench.Survey()
		if err != nil {
			return "", "", err
		}
		if t := s.Fastest(); t != nil {
			return probe.CallOf(t.Tool, t.Arguments, ""), t.Tool.Name, nil
		}
		return "", "", verdict.NotTestable("no tool that may be called succeeds")
	}
	all, err := c.bench.Browse()
	if err != nil {
		return "", "", err
	}
	for _, v := range all.Of(method) {
		if v.Err == nil && v.Answer.Members["result"] != nil {
			return v.Params, v.Name, nil
		}
	}
	return "", "", verdict.NotTestable("there is nothing that %s succeeds with", method)
}

func mismatch(r *probe.Reply, c *check) error {
	if c.err != nil {
		return fmt.Errorf("it is answered with HTTP %d and the body %s, want HTTP 400 and error -32020", r.Status, probe.Quote(r.Body))
	}
	failure := c.answer.Failure()
	if failure == nil {
		return unless(false, c.answer, "it is served (HTTP %d)", r.Status)
	}
	if failure.Code != "-32020" {
		return unless(false, c.answer, "it is refused with error %s and HTTP %d, want -32020 and 400", failure.Code, r.Status)
	}
	return status(r, "4xx") // that it is 400 is the business of another check
}

func noMismatchOf(c *check) error {
	if c.err != nil {
		return c.err
	}
	return unless(!isMismatch(c.answer), c.answer, "it is refused as a mismatch of headers")
}

func isMismatch(answer probe.Frame) bool {
	failure := answer.Failure()
	return failure != nil && failure.Code == "-32020"
}

func mismatchOrVersion(r *probe.Reply, c *check) error {
	if failure := c.answer.Failure(); c.err == nil && failure != nil && failure.Code == "-32022" {
		return status(r, "4xx")
	}
	return mismatch(r, c)
}

func noMismatch(r *probe.Reply, c *check) error {
	if c.err != nil {
		return c.err
	}
	failure := c.answer.Failure()
	return unless(failure == nil || failure.Code != "-32020" && r.Status != http.StatusBadRequest, c.answer, "it is refused (HTTP %d)", r.Status)
}

// choose looks for a tool with an annotated parameter.
func (m *mirroring) choose(c *check, kind, optional string) error {
	items, err := c.conn.ListAll("tools/list")
	if err != nil {
		return err
	}
	tools, err := c.bench.Usable(items)
	if err != nil {
		return err
	}
	for _, one := range c.bench.Mirrored() {
		i := slices.IndexFunc(tools, func(t probe.Tool) bool { return t.Name == one.Tool })
		if i < 0 || (kind == "a nested") != (len(one.Path) > 1) || kind == "an integer" && one.Type != "integer" {
			continue
		}
		if argument, ok := m.try(c.bench, tools[i], one, optional != ""); ok && len(m.calls) < maxMirrored {
			m.calls = append(m.calls, mirroredCall{one, tools[i], argument})
		}
	}
	return verdict.NotTestableIf(len(m.calls) == 0, "no tool that may be called has such a parameter with an x-mcp-header")
}

// maxMirrored is how many parameters are tried in one check.
const maxMirrored = 4

// try is the arguments of a call of a tool, if they serve. All that is mirrored is given, so
// that what is refused is not for the lack of another one.
func (m *mirroring) try(b *probe.Bench, t probe.Tool, one probe.Mirrored, optional bool) (json.RawMessage, bool) {
	arguments, err := t.Input.Arguments()
	if err != nil {
		return nil, false
	}
	if optional {
		without := withoutPath(arguments, one.Path)
		return without, t.Input.Check(without) == nil
	}
	filled, ok := withValue(arguments, one)
	all := filled
	for _, other := range b.Mirrored() {
		if more, fits := withValue(all, other); fits && other.Tool == t.Name && t.Input.Check(more) == nil {
			all = more
		}
	}
	return all, ok && t.Input.Check(filled) == nil
}

// samples are values of annotated parameters.
var samples = map[string]string{"string": `"mcpsim"`, "integer": "42", "boolean": "true"}

// withValue gives the parameter a value, if it has none.
func withValue(arguments json.RawMessage, one probe.Mirrored) (json.RawMessage, bool) {
	if _, there := one.Value(arguments); there {
		return arguments, true
	}
	value, known := samples[one.Type]
	return setPath(arguments, one.Path, json.RawMessage(value)), known
}

// setPath is JSON with a member at a path of names; nil removes it.
func setPath(raw json.RawMessage, path []string, value json.RawMessage) json.RawMessage {
	if len(path) == 0 {
		return value
	}
	members := map[string]json.RawMessage{}
	_ = json.Unmarshal(raw, &members)
	if changed := setPath(members[path[0]], path[1:], value); changed == nil {
		delete(members, path[0])
	} else {
		members[path[0]] = changed
	}
	text, _ := json.Marshal(members)
	return text
}

func withoutPath(raw json.RawMessage, path []string) json.RawMessage { return setPath(raw, path, nil) }

// accepted are the ways to write a header that its parameter allows.
var accepted = []string{"as it should be", "encoded", "as a decimal fraction"}

// call calls the tool with its header changed, and so with each parameter that is mirrored,
// until one is not answered as it should be.
func (m *mirroring) call(c *check, how string) error {
	if err := m.plainly(c, how); err != nil {
		return err
	}
	tried := false
	for _, one := range m.calls {
		value, fits := one.written(how)
		if !fits {
			continue
		}
		tried = true
		key := http.CanonicalHeaderKey(one.Header)
		if c.edits[key] = &value; how == "left out" {
			c.edits[key] = nil
		}
		err := c.request("tools/call", probe.CallOf(one.tool, one.argument, ""))
		delete(c.edits, key)
		if err != nil || c.err != nil || slices.Contains(accepted, how) == isMismatch(c.answer) {
			return err
		}
	}
	return verdict.NotTestableIf(!tried, "no parameter that is mirrored can be written in that way")
}

// written is the header of the parameter as a check writes it; false = that cannot be.
func (one mirroredCall) written(how string) (string, bool) {
	right, _ := one.Value(one.argument)
	switch how {
	case "of another value":
		if right == "true" {
			return "false", true
		}
		return right + "1", true
	case "in other case":
		other := otherCase(right)
		return other, other != right && one.Type == "string" && !strings.HasPrefix(right, "=?")
	case "with another fraction":
		return right + ".5", true
	case "encoded in capitals":
		return strings.Replace(probe.Sentinel(right), "base64", "BASE64", 1), true
	case "encoded":
		return probe.Sentinel(right), true
	case "of bytes that are not ASCII":
		return "\xc3\xbc\xff", true
	case "of base64 that is none":
		return "=?base64?***?=", true
	case "as a decimal fraction":
		return right + ".0", true
	}
	return right, true // as it should be, or left out
}

// plainly calls a tool with the header of a plain parameter changed, before that of a nested
// one is: where that is served, too, it is the business of another check.
func (m *mirroring) plainly(c *check, how string) error {
	var plain mirroring
	nested := slices.ContainsFunc(m.calls, func(one mirroredCall) bool { return len(one.Path) > 1 })
	if !nested || how != "of another value" && how != "left out" || plain.choose(c, "a", "") != nil {
		return nil
	}
	if err := plain.call(c, how); err != nil {
		return err
	}
	if c.err == nil && c.answer.Members["result"] != nil {
		return verdict.Because("M-HM-14", "a header of a plain parameter that is %s is served, too", how)
	}
	return nil
}

func (m *mirroring) callWithout(c *check) error {
	return m.each(c, func(one mirroredCall) json.RawMessage { return one.argument })
}

func (m *mirroring) callWithNull(c *check) error {
	return m.each(c, func(one mirroredCall) json.RawMessage {
		return setPath(one.argument, one.Path, json.RawMessage("null"))
	})
}

// each makes a call for each parameter, until one is refused for its header.
func (m *mirroring) each(c *check, arguments func(mirroredCall) json.RawMessage) error {
	for _, one := range m.calls {
		if err := c.request("tools/call", probe.CallOf(one.tool, arguments(one), "")); err != nil || c.err != nil || isMismatch(c.answer) {
			return err
		}
	}
	return nil
}

func headerNames(tools []probe.Item) error {
	seen := 0
	for _, tool := range tools {
		n, err := probe.CheckAnnotations(tool["inputSchema"])
		if seen += n; err != nil {
			return fmt.Errorf("an x-mcp-header of the tool %q: %w", probe.Text(tool["name"]), err)
		}
	}
	return verdict.NotObservedIf(seen == 0, "no tool has an x-mcp-header")
}

func headerSecrets(tools []probe.Item) error {
	seen := 0
	for _, tool := range tools {
		err := probe.Annotations(tool["inputSchema"], func(a probe.Annotation) error {
			seen++
			return verdict.FailedIf(secretName.MatchString(a.Property) || secretName.MatchString(a.Name), "the tool %q mirrors %q into the header Mcp-Param-%s", probe.Text(tool["name"]), a.Property, a.Name)
		})
		if err != nil {
			return err
		}
	}
	return verdict.NotObservedIf(seen == 0, "no tool has an x-mcp-header")
}
