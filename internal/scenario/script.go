package scenario

import (
	"encoding/json"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Options say what a scenario is to have.
type Options struct {
	NoTimes bool // leaves delays out
	// Replay makes a script to be served with Known: it answers no unknown calls.
	Replay bool
	// Strict makes the server answer each request as often as it was recorded.
	Strict bool
	Source string // of the recording, for people
}

// builder makes the script.
type builder struct {
	c       *Conversation
	moments []*moment
	lost    *losses
	times   bool
	strict  bool
	replay  bool
	overlap bool // connections ran at the same time, so that each needs rules of its own

	hello    json.RawMessage // the result of the first initialize; nil = there is none
	greeting json.RawMessage // what a fake server answers to initialize
	tools    []json.RawMessage
	named    map[string]bool // the names of tools
	varied   map[string]bool // methods whose requests differ in their params
	listed   map[string]bool // lists that the script declares, so that they need no rules
}

func newBuilder(c *Conversation, o Options) *builder {
	s := &builder{c: c, lost: &c.lost, times: !o.NoTimes, strict: o.Strict, replay: o.Replay, listed: map[string]bool{}, varied: map[string]bool{}, named: map[string]bool{}}
	for _, on := range c.conns {
		s.moments = append(s.moments, c.moments(on)...)
	}
	for i, on := range c.conns[1:] {
		s.overlap = s.overlap || (!o.Replay || o.Strict) && on.events[0].at < c.conns[i].events[len(c.conns[i].events)-1].at
	}
	slices.SortStableFunc(s.moments, func(a, b *moment) int { return int(a.at - b.at) })
	s.learn()
	return s
}

// learn finds out what the server is and offers.
func (s *builder) learn() {
	lists := map[string]bool{}
	for _, m := range s.moments {
		if m.event != nil && m.event.request() && m.event.Method != initMethod && string(paramsOf(m.event.Params)) != "{}" {
			s.varied[m.event.Method] = true
		}
	}
	for m, out := range s.answers() {
		switch m.event.Method {
		case initMethod:
			if s.hello == nil && members(out.Result) != nil {
				s.hello = out.Result
			}
		case "tools/list":
			lists[canonical(out.Result)] = true
			s.learnTools(m, out.Result)
		}
	}
	s.listed["tools/list"] = len(lists) == 1
	if s.hello != nil {
		s.greeting = greeting(s.hello)
	}
}

// answers walks over the requests that were answered.
func (s *builder) answers() func(yield func(*moment, *output) bool) {
	return func(yield func(*moment, *output) bool) {
		for _, m := range s.moments {
			for _, out := range m.outputs {
				if m.event != nil && out.kind == said && out.answer() && !out.again && !yield(m, out) {
					return
				}
			}
		}
	}
}

// learnTools keeps the definitions of tools, the first of each name.
func (s *builder) learnTools(_ *moment, result json.RawMessage) {
	list := members(result)["tools"]
	if len(list) == 0 || list[0] != '[' || jsonparts.Depth(list) > mostDepth {
		return
	}
	for tool := range jsonparts.Elements(list) {
		name := string(members(tool)["name"])
		if len(name) > 2 && name[0] == '"' && !s.named[name] {
			s.named[name] = true
			s.tools = append(s.tools, tool)
		}
	}
}

// usual reports whether a correct server gives the same answer by itself.
func (s *builder) usual(m *moment, result json.RawMessage) bool {
	switch m.event.Method {
	case initMethod:
		return s.greeting != nil && canonical(result) == canonical(s.greeting)
	}
	if s.strict {
		return false
	}
	switch m.event.Method {
	case "ping":
		return canonical(result) == canonical(json.RawMessage("{}"))
	case "tools/list":
		own := object([]member{{"tools", encode(s.tools)}})
		return s.listed["tools/list"] && len(s.tools) > 0 && canonical(result) == canonical(own)
	}
	return false
}

// greeting is what a fake server says that says as much of the recorded answer as it can.
func greeting(hello json.RawMessage) json.RawMessage {
	parts := members(hello)
	info := members(parts["serverInfo"])
	capabilities := parts["capabilities"]
	if members(capabilities) == nil {
		capabilities = json.RawMessage("{}")
	}
	list := []member{
		{"protocolVersion", encode(revision(parts["protocolVersion"]))},
		{"capabilities", capabilities},
		{"serverInfo", object([]member{{"name", encode(textOf(info["name"], "fake"))}, {"version", encode(textOf(info["version"], "1.0.0"))}})},
	}
	if text := textOf(parts["instructions"], ""); text != "" {
		list = append(list, member{"instructions", encode(text)})
	}
	return object(list)
}

// revision is one that a fake server can agree upon.
func revision(value json.RawMessage) string {
	known := protocol.Legacy()
	wanted := protocol.Revision(textOf(value, ""))
	if slices.Contains(known, wanted) {
		return string(wanted)
	}
	return string(known[len(known)-1])
}

// textOf is a JSON text, or another one if it is none or empty.
func textOf(value json.RawMessage, otherwise string) string {
	var text string
	if json.Unmarshal(value, &text) != nil || text == "" {
		return otherwise
	}
	return text
}

// difference is the JSON merge patch that makes one value of another.
func difference(from, to json.RawMessage) json.RawMessage {
	before, after := members(from), members(to)
	if before == nil || after == nil {
		return to
	}
	change := map[string]json.RawMessage{}
	for name := range before {
		if after[name] == nil {
			change[name] = json.RawMessage("null")
		}
	}
	for name, value := range after {
		if old := before[name]; old == nil || canonical(old) != canonical(value) {
			change[name] = difference(old, value)
		}
	}
	return encode(change)
}
