package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// step is one action: its name, and its settings as JSON, nil if it has none.
type step struct {
	name  string
	value json.RawMessage
}

// rule is a rule of the script.
type rule struct {
	when  []member // the conditions in their order
	do    []step
	maybe bool // it may never act
}

// member is a member of an object.
type member struct {
	name  string
	value json.RawMessage
}

// object is members as JSON.
func object(list []member) json.RawMessage {
	out := []byte{'{'}
	for i, m := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, encode(m.name)...), ':'), m.value...)
	}
	return append(out, '}')
}

// rules are those that make the server do what it did.
func (s *builder) rules() []rule {
	type group struct {
		when     []member
		programs []*program
	}
	var order []string
	groups := map[string]*group{}
	for _, m := range s.moments {
		when := s.conditions(m)
		key := canonical(object(when))
		if groups[key] == nil {
			groups[key] = &group{when: when}
			order = append(order, key)
		}
		groups[key].programs = append(groups[key].programs, s.program(m))
	}
	var out []rule
	for _, key := range order {
		out = append(out, s.counted(groups[key].when, groups[key].programs)...)
	}
	return out
}

// conditions say which moment is meant, but for its number.
func (s *builder) conditions(m *moment) (out []member) {
	if s.overlap {
		out = append(out, member{"connection", fmt.Appendf(nil, "%d", m.conn.n)})
	}
	switch {
	case m.phase != "":
		return append(out, member{"phase", encode(m.phase)})
	case m.verb != "":
		return append(out, member{"verb", encode(m.verb)})
	}
	out = append(out, member{"method", encode(m.event.Method)})
	params := members(plain(m.event.Params))
	if tool := m.event.tool(); tool != "" {
		arguments := params["arguments"]
		if members(arguments) == nil {
			arguments = json.RawMessage("{}")
		}
		return append(out, member{"tool", encode(tool)}, member{"args", arguments})
	}
	if m.event.request() && s.varied[m.event.Method] {
		out = append(out, member{"params", paramsOf(m.event.Params)})
	}
	return out
}

// counted are the rules for moments that differ in nothing but their number. What came last
// goes on for ever, unless the script is to be strict.
func (s *builder) counted(when []member, programs []*program) (out []rule) {
	for first := 0; first < len(programs); {
		next := first + 1
		for next < len(programs) && programs[first].same(programs[next]) {
			programs[next].m.dues = programs[first].m.dues
			next++
		}
		if steps := programs[first].steps; len(steps) > 0 {
			numbers := s.numbers(first, next, len(programs))
			out = append(out, rule{when: slices.Concat(when, numbers), do: steps, maybe: programs[first].m.phase == closing})
		}
		first = next
	}
	return out
}

// same reports whether two programs do the same at about the same moments.
func (p *program) same(other *program) bool {
	near := func(a, b time.Duration) bool { return max(a, b)-min(a, b) <= max(2*least, max(a, b)/2) }
	doing := func(p *program) []step {
		return slices.DeleteFunc(slices.Clone(p.steps), func(s step) bool { return s.name == "delay" })
	}
	return slices.EqualFunc(p.m.dues, other.m.dues, near) &&
		slices.EqualFunc(doing(p), doing(other), func(a, b step) bool { return a.name == b.name && string(a.value) == string(b.value) })
}

// numbers say that the moments from first on are meant, up to the one before next.
func (s *builder) numbers(first, next, all int) []member {
	count := func(n int) json.RawMessage { return fmt.Appendf(nil, "%d", n) }
	last := next == all && !s.strict
	switch {
	case first == 0 && last:
		return nil
	case last:
		return []member{{"after", count(first)}}
	case next == first+1:
		return []member{{"nth", count(next)}}
	case first == 0:
		return []member{{"first", count(next)}}
	}
	return []member{{"after", count(first)}, {"until", count(next)}}
}

// program is what the server did at a moment, as actions.
func (s *builder) program(m *moment) *program {
	p := &program{builder: s, m: m}
	if m.conn.web && m.event != nil && !m.event.request() && len(m.outputs) > 0 {
		p.do("answer", nil) // what follows is no part of the answer
		p.settled = true
	}
	for _, out := range m.outputs {
		p.output(out)
		m.dues = append(m.dues, p.passed)
	}
	p.end()
	return p
}

// program is written while the outputs of a moment are read.
type program struct {
	*builder
	m       *moment
	steps   []step
	passed  time.Duration // what its delays take
	settled bool          // it has been answered
	ended   bool          // nothing can follow
}

func (p *program) do(name string, value json.RawMessage) {
	if !p.ended {
		p.steps = append(p.steps, step{name, value})
	}
}

// least is the shortest delay that a script has.
const least = 50 * time.Millisecond

// until waits until a moment of the recording. An answer that later ones have overtaken waits
// however short that was, so that they do again.
func (p *program) until(out *event) {
	shortest := least
	if p.m.overtaken && out.kind == said && out.answer() {
		shortest = time.Millisecond
	}
	if wait := out.at - p.m.at - p.passed; p.times && wait > shortest && !p.ended {
		wait = wait.Truncate(time.Millisecond)
		p.passed += wait
		p.do("delay", json.RawMessage(wait.String())) // it is written as it is
	}
}

// output adds what the server did.
func (p *program) output(out *output) {
	if p.m.phase == closing && out.kind == exited && (out.code == 0 || p.m.signalled) {
		return // any server ends then
	}
	p.until(out.event)
	switch {
	case out.kind == stderr, out.kind == junk:
		p.bytes(map[kind]string{stderr: "stderr", junk: "raw"}[out.kind], out.raw)
	case out.kind == exited:
		p.do("exit", fmt.Appendf(nil, "%d", exitCode(out.code)))
		p.ended = true
	case out.answer() && out.again:
		p.do("answer", nil)
	case out.answer():
		p.answer(out)
	case out.request():
		var more []member
		if hasBraces(out.Params) { // {name} would be an argument of the call
			more = append(more, member{"exact", encode(true)})
		}
		if out.waits {
			more = append(more, member{"wait", encode(true)})
		}
		p.do("request", p.outgoing(out, more...))
	default:
		p.do("notify", p.outgoing(out))
	}
}

// hasBraces reports whether a text in a value has a brace.
func hasBraces(value json.RawMessage) bool {
	for in := json.NewDecoder(bytes.NewReader(value)); ; {
		token, err := in.Token()
		if text, ok := token.(string); ok && strings.Contains(text, "{") {
			return true
		}
		if err != nil {
			return false
		}
	}
}

// exitCode is what a script can say.
func exitCode(code int) int {
	if code < 0 || code > 255 {
		return 137
	}
	return code
}

// bytes adds bytes that are no message, to those before if nothing is between.
func (p *program) bytes(name string, raw []byte) {
	text := strings.ToValidUTF8(string(raw), "\uFFFD")
	if text != string(raw) {
		p.lost.add("bytes that are not UTF-8")
	}
	if n := len(p.steps); n > 0 && p.steps[n-1].name == name {
		var before string
		_ = json.Unmarshal(p.steps[n-1].value, &before)
		p.steps[n-1].value = encode(before + text)
		return
	}
	p.do(name, encode(text))
}

// outgoing is a message of the server's own.
func (p *program) outgoing(out *output, more ...member) json.RawMessage {
	list := []member{{"method", encode(out.Method)}}
	if out.Params != nil {
		list = append(list, member{"params", p.bounded(out.Params)})
	}
	if list = append(list, more...); len(list) == 1 {
		return list[0].value
	}
	return object(list)
}

// answer adds what the request was answered with, unless a correct server says the same.
func (p *program) answer(out *output) {
	switch {
	case out.Error != nil:
		p.do("error", p.failure(out.Error))
	case out.Result == nil:
		p.lost.add("answers with neither a result nor an error")
		return
	case p.usual(p.m, out.Result):
	case p.m.event.Method == initMethod:
		p.do("patch", difference(p.greeting, out.Result))
	default:
		p.do("result", p.bounded(out.Result))
	}
	if x := out.web; x != nil && x.status != 0 && x.status != 200 {
		p.do("status", object([]member{{"code", fmt.Appendf(nil, "%d", x.status)}, {"answer", encode(true)}}))
		p.settled = true
		return
	}
	if p.m.outputs[len(p.m.outputs)-1] != out {
		p.do("answer", nil)
	}
	p.settled = true
}

// failure is an error as an action.
func (p *program) failure(value json.RawMessage) json.RawMessage {
	parts := members(value)
	var code int
	var list []member
	if json.Unmarshal(parts["code"], &code) == nil {
		list = append(list, member{"code", encode(code)})
	}
	if text := textOf(parts["message"], ""); text != "" {
		list = append(list, member{"message", encode(text)})
	}
	if data := parts["data"]; data != nil {
		list = append(list, member{"data", p.bounded(data)})
	}
	if len(list) < len(parts) {
		p.lost.add("members of errors that no error should have")
	}
	return object(list)
}

// end says what becomes of a request that was not answered.
func (p *program) end() {
	m := p.m
	switch {
	case p.settled || p.ended || m.event == nil && m.verb == "":
	case m.status != nil:
		p.status(m.status)
	case m.broken:
		p.do("end", encode("reset"))
	case m.event != nil && m.event.request():
		p.do("never", nil)
	}
}

// status answers an HTTP request with no message.
func (p *program) status(e *event) {
	fine := e.code >= 200 && e.code < 300
	if fine && !p.m.event.request() || e.web.stream != nil {
		return // as a correct server does
	}
	p.until(e)
	list := []member{{"code", fmt.Appendf(nil, "%d", e.code)}}
	if why := e.web.header.Get("WWW-Authenticate"); why != "" {
		list = append(list, member{"headers", encode(map[string]string{"WWW-Authenticate": why})})
	}
	if body := strings.ToValidUTF8(string(e.web.answer), "\uFFFD"); body != "" {
		list = append(list, member{"body", encode(body)})
	}
	p.do("status", object(list))
}

// bounded is a value that a script can hold.
func (s *builder) bounded(value json.RawMessage) json.RawMessage {
	if jsonparts.Depth(value) <= mostDepth {
		return value
	}
	s.lost.add(fmt.Sprintf("values that are nested more than %d levels deep", mostDepth))
	return json.RawMessage("{}")
}
