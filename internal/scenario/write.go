package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// unknownCall answers calls that the recording does not have.
const unknownCall = `{"isError":true,"content":[{"type":"text","text":"The recording has no such call."}]}`

// script writes server.yaml.
func (s *builder) script(source string) []byte {
	var w yamlWriter
	w.line(0, "# A server that answers as the one of %s did.", oneLine(source))
	w.line(0, "# Edit it at will; what can be said here: mcpsim help scripts.")
	s.writeIdentity(&w)
	s.writeHTTP(&w)
	s.writeTools(&w)
	rules := s.rules()
	if len(s.tools) > 0 && !s.replay {
		unknown := rule{when: []member{{"method", encode(callMethod)}}, do: []step{{"result", json.RawMessage(unknownCall)}}, maybe: true}
		rules = slices.Insert(rules, 0, unknown)
	}
	if len(rules) > 0 {
		w.line(0, "rules:")
	}
	for _, r := range rules {
		r.write(&w)
	}
	return w.b.Bytes()
}

// writeIdentity writes what initialize answers.
func (s *builder) writeIdentity(w *yamlWriter) {
	if s.hello == nil {
		return
	}
	parts := members(s.greeting)
	info := members(parts["serverInfo"])
	w.line(0, "name: %s", flow(info["name"]))
	w.line(0, "version: %s", quoted(textOf(info["version"], "")))
	if text := parts["instructions"]; text != nil {
		w.line(0, "instructions: %s", flow(text))
	}
	w.line(0, "revisions: [%s]", quoted(textOf(parts["protocolVersion"], "")))
	w.value(0, "capabilities", s.bounded(parts["capabilities"]))
}

// writeHTTP writes how the server is over HTTP, where that is not as usual.
func (s *builder) writeHTTP(w *yamlWriter) {
	var list []member
	path, sse, whole, sessions, initialized, gets, refused := "", 0, 0, false, false, 0, 0
	for _, on := range s.c.conns {
		for _, e := range on.events {
			x := e.web
			switch {
			case x == nil:
				continue
			case path == "":
				path = x.path
			}
			switch {
			case e.client && e.kind == asked && x.verb == "GET":
				gets++
				if x.status == 405 {
					refused++
				}
			case !e.client && e.kind == said && x.stream != nil && x.verb == "POST":
				sse++
			case !e.client && e.kind == said && x.verb == "POST":
				whole++
			case e.client && e.Method == initMethod:
				initialized = true
				sessions = sessions || x.header.Get("Mcp-Session-Id") != ""
			}
		}
	}
	if path != "" && path != "/mcp" {
		list = append(list, member{"path", encode(path)})
	}
	if sse > whole {
		list = append(list, member{"answers", encode("sse")})
	}
	if initialized && !sessions {
		list = append(list, member{"sessions", encode(false)})
	}
	if gets > 0 && gets == refused {
		list = append(list, member{"get", encode("405")})
	}
	if len(list) > 0 {
		w.value(0, "http", object(list))
	}
}

// plainTool are the members that a tool of a script can have.
var plainTool = []string{"name", "title", "description", "inputSchema", "outputSchema", "annotations"}

// writeTools writes the tools, as members where these can say it all.
func (s *builder) writeTools(w *yamlWriter) {
	if len(s.tools) == 0 {
		return
	}
	w.line(0, "tools:")
	for _, tool := range s.tools {
		parts := members(tool)
		var list []member
		for _, name := range plainTool {
			if parts[name] != nil {
				list = append(list, member{name, parts[name]})
			}
		}
		exact := len(list) < len(parts) || parts["inputSchema"] == nil ||
			string(parts["description"]) == `""` || string(parts["title"]) == `""`
		if exact {
			list = []member{{"name", parts["name"]}, {"raw", tool}}
		}
		w.item(2, object(list))
	}
}

// write writes a rule.
func (r rule) write(w *yamlWriter) {
	when := flow(object(r.when))
	if len(when) <= 2*flowWidth {
		w.line(2, "- when: %s", when)
	} else {
		w.line(2, "- when:")
		w.block(6, object(r.when))
	}
	if r.maybe {
		w.line(4, "mayNotHappen: true")
	}
	w.line(4, "do:")
	for _, step := range r.do {
		if step.value == nil {
			w.line(6, "- %s", step.name)
			continue
		}
		value := step.value
		if filling[step.name] {
			value = literal(value)
		}
		w.item(6, object([]member{{step.name, value}}))
	}
}

// filling are the actions in whose texts "<id>" and the like stand for something.
var filling = map[string]bool{"result": true, "patch": true, "notify": true, "raw": true}

var (
	// unescaped is JSON with each less-than sign as it is.
	unescaped = strings.NewReplacer(`\\`, `\\`, `\u003c`, "<", `\u003C`, "<")
	// holesAsText has what stands for something as texts.
	holesAsText = strings.NewReplacer("<id>", "<lt>id>", "<token>", "<lt>token>", "<cursor>", "<lt>cursor>", "<n>", "<lt>n>",
		"<now>", "<lt>now>", "<origin>", "<lt>origin>", "<lt>", "<lt>lt>")
)

// literal is a value whose texts a script takes as they are.
func literal(value json.RawMessage) json.RawMessage {
	return json.RawMessage(holesAsText.Replace(unescaped.Replace(string(value))))
}

// Scenario is what is made of a recording.
type Scenario struct {
	Server  []byte   // server.yaml
	Feature []byte   // field.feature
	Lost    []string // what of the recording is in neither, in words
	Summary string   // what was understood
	Known   *Known   // what the server can answer
	Web     bool     // the recording is one of HTTP

	conversation *Conversation
	times        bool
}

// Make makes a scenario of a conversation, which belongs to it then.
func Make(c *Conversation, o Options) *Scenario {
	s := newBuilder(c, o)
	out := &Scenario{conversation: c, times: s.times}
	out.Server = s.script(o.Source)
	out.Known, out.Web = s.newKnown(), c.conns[0].web
	asks, says := 0, 0
	for _, on := range c.conns {
		for _, e := range on.events {
			if e.client && e.kind == said {
				asks++
			} else if e.kind == said {
				says++
			}
		}
	}
	out.Summary = fmt.Sprintf("%s, %s of the client, %d of the server", words.Count(len(c.conns), "connection"), words.Count(asks, "message"), says)
	out.Feature = s.feature(o.Source, out.Summary)
	out.Lost = c.lost.list()
	return out
}
