package server

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// mirroredCall is a call of a tool with a parameter that is mirrored.
type mirroredCall struct {
	probe.Mirrored
	tool     probe.Tool
	argument json.RawMessage
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
		if i < 0 || kind != "an integer" && (kind == "a nested") != (len(one.Path) > 1) || kind == "an integer" && one.Type != "integer" {
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
		without := withoutPath(m.filled(b, t, arguments, &one), one.Path)
		return without, t.Input.Check(without) == nil
	}
	filled, ok := withValue(arguments, one)
	return m.filled(b, t, filled, nil), ok && t.Input.Check(filled) == nil
}

// filled are arguments with all that is mirrored, but for one parameter.
func (m *mirroring) filled(b *probe.Bench, t probe.Tool, arguments json.RawMessage, but *probe.Mirrored) json.RawMessage {
	for _, other := range b.Mirrored() {
		if other.Tool != t.Name || but != nil && other.Header == but.Header {
			continue
		}
		if more, fits := withValue(arguments, other); fits && t.Input.Check(more) == nil {
			arguments = more
		}
	}
	return arguments
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
	_ = jsonparts.Unmarshal(raw, &members)
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
var accepted = []string{"as it should be", falsy, "encoded", "as a decimal fraction"}

// call calls the tool with its header changed, and so with each parameter that is mirrored,
// until one is not answered as it should be.
func (m *mirroring) call(c *check, how string) error {
	if err := m.plainly(c, how); err != nil {
		return err
	}
	tried := false
	for _, one := range m.calls {
		if strings.HasSuffix(how, falsy) && !one.empty() {
			continue
		}
		value, fits := one.written(how)
		if !fits {
			continue
		}
		tried = true
		if how == "as a decimal fraction" { // that the tool fails is no matter of its headers
			if err := c.request("tools/call", probe.CallOf(one.tool, one.argument, "")); err != nil {
				return err
			}
			c.served = c.err == nil && c.answer.Members["result"] != nil
		}
		key := http.CanonicalHeaderKey(one.Header)
		if c.edits[key] = &value; strings.HasPrefix(how, leftOutHeader) {
			c.edits[key] = nil
		}
		err := c.request("tools/call", probe.CallOf(one.tool, one.argument, ""))
		delete(c.edits, key)
		if err == nil && (how == "as a decimal fraction" || c.conn.SmallHeaders) {
			err = m.refusedAnyhow(c, one)
		}
		if err != nil || c.err != nil || slices.Contains(accepted, how) == isMismatch(c.answer) || c.served && c.answer.Failure() != nil {
			return cmp.Or(err, m.uncompared(c, one, how))
		}
	}
	return verdict.NotTestableIf(!tried, "no parameter that is mirrored can be written in that way")
}

// falsy is the way to write the header of a value that some languages take for none, and what the
// way not to write it ends with.
const falsy = "of 0 or false"

// leftOutHeader is what the ways not to write a header begin with.
const leftOutHeader = "left out"

// empty gives the parameter such a value, if it may have one.
func (one *mirroredCall) empty() bool {
	value, known := map[string]string{"integer": "0", "boolean": "false"}[one.Type]
	if !known {
		return false
	}
	one.argument = setPath(one.argument, one.Path, json.RawMessage(value))
	return one.tool.Input.Check(one.argument) == nil
}

// spoiledHeaders are the ways to write a header that no parameter allows.
var spoiledHeaders = []string{"of bytes that are not ASCII", "of base64 that is none", "of base64 with what is none in it"}

// uncompared tells why a malformed header was served, if one of another value is, too: the
// business of another check. The answer stays that to the first one.
func (m *mirroring) uncompared(c *check, one mirroredCall, how string) error {
	if how == "with another fraction" {
		return m.fractionless(c, one)
	}
	if !slices.Contains(spoiledHeaders, how) || c.err != nil || c.answer.Members["result"] == nil {
		return nil
	}
	back := c.hold()
	err := one.callAs(c, "of another value")
	if err == nil && c.err == nil && c.answer.Members["result"] != nil {
		return verdict.Because("M-HM-14", "%s of another value is served, too", one.Header)
	}
	back()
	return nil
}

// fractionless tells why another fraction is refused with another error than a mismatch, if the
// right number as a fraction is, too: the business of another check.
func (m *mirroring) fractionless(c *check, one mirroredCall) error {
	refusal := c.answer.Failure()
	if c.err != nil || refusal == nil || isMismatch(c.answer) {
		return nil
	}
	back := c.hold()
	err := one.callAs(c, "as a decimal fraction")
	if err == nil && c.err == nil && c.answer.Failure() != nil && c.answer.Failure().Code == refusal.Code {
		return verdict.Because("M-HM-16", "%s as a decimal fraction is refused with error %s, whatever its value is", one.Header, refusal.Code)
	}
	back()
	return nil
}

// callAs calls with the header of the parameter written in one of the ways that written knows.
func (one mirroredCall) callAs(c *check, how string) error {
	key := http.CanonicalHeaderKey(one.Header)
	header, _ := one.written(how)
	c.edits[key] = &header
	defer delete(c.edits, key)
	return c.request("tools/call", probe.CallOf(one.tool, one.argument, ""))
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
	case "of a sentinel of nothing":
		return probe.Sentinel(""), right != ""
	case "encoded":
		return probe.Sentinel(right), true
	case "of bytes that are not ASCII":
		return "\xc3\xbc\xff", true
	case "of base64 that is none":
		return "=?base64?***?=", true
	case "of base64 with what is none in it":
		return spoiled(probe.Sentinel(right)), right != ""
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
			return cmp.Or(err, m.refusedAnyhow(c, one))
		}
	}
	return nil
}

// refusedAnyhow tells why a call is refused as a mismatch of headers, if it is with all of its
// headers as they should be, too: the business of another check. The answer stays the one that was.
func (m *mirroring) refusedAnyhow(c *check, one mirroredCall) error {
	if c.err != nil || !isMismatch(c.answer) {
		return nil
	}
	arguments, err := one.tool.Input.Arguments()
	if err != nil {
		return nil
	}
	back, small := c.hold(), c.conn.SmallHeaders
	c.conn.SmallHeaders = false
	err = c.request("tools/call", probe.CallOf(one.tool, m.filled(c.bench, one.tool, arguments, nil), ""))
	c.conn.SmallHeaders = small
	if err == nil && c.err == nil && isMismatch(c.answer) {
		return verdict.Because("M-HM-14", "%q is refused with its headers as they should be, too", one.tool.Name)
	}
	back()
	return nil
}

// listsNamed keeps how tools/list differs where a header names one of the tools.
func (c *check) listsNamed() error {
	c.compared = nil
	plain, err := c.call("tools/list", "")
	if err != nil {
		return err
	}
	first, err := probe.Listed("tools/list").ItemsOf(plain)
	if err != nil || len(first) == 0 {
		return verdict.NotTestable("the server lists no tools")
	}
	name := probe.HeaderValue(probe.Text(first[0]["name"]))
	c.edits["Mcp-Name"] = &name
	named, err := c.call("tools/list", "")
	delete(c.edits, "Mcp-Name")
	if err != nil {
		return err
	}
	if named.Members["result"] == nil {
		return verdict.NotObserved("it is refused with a name")
	}
	then, _ := probe.Listed("tools/list").ItemsOf(named)
	if probe.Reordered(first, then) {
		return verdict.Because("M-TOOL-08", "the same tools come in another order")
	}
	if !probe.SameItems(first, then) {
		c.compared = []string{"without Mcp-Name " + probe.Quote(plain.Raw) + ", with it " + probe.Quote(named.Raw)}
	}
	return nil
}

func resultUnfailed(answer probe.Frame) error {
	if err := isResult(answer); err != nil {
		return err
	}
	return unless(!probe.Failed(answer), answer, "the tool has failed")
}
