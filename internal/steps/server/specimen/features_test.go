package specimen_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

type tool struct {
	def object
	run handler // params are the arguments
}

func (t tool) name() string { s, _ := t.def["name"].(string); return s }

type resource struct {
	def  object
	read func() object // one item of contents
}

type prompt struct {
	def object
	get func(args object) string
}

var accepted = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

// correct is the server that keeps every rule.
func correct(clk clock.Clock) *server {
	v := &server{
		clk: clk, revisions: accepted, pageSize: 6, patience: 5 * time.Second,
		info:     object{"name": "specimen", "title": "Specimen", "version": "1.0.0"},
		declared: object{"tools": object{"listChanged": true}, "resources": object{"subscribe": true, "listChanged": true}, "prompts": object{"listChanged": true}, "logging": object{}, "completions": object{}},
		in:       func(_ *session, msg object) object { return msg },
		out:      func(_ *session, _ *call, msg object) []object { return []object{msg} },
		early:    func(*call, string) (object, *fault) { return nil, refuse(-32600, "Not initialized") },
		encode:   encode, batches: func(s *session) bool { return s.revision == "2025-03-26" },
		asked: func(_ *session, n int) any { return json.Number(strconv.Itoa(n)) },
	}
	v.methods = map[string]handler{
		"initialize": initialize, "ping": func(*call) (object, *fault) { return object{}, nil },
		"tools/list": func(c *call) (object, *fault) { return page(c, "tools", c.toolDefs()) },
		"tools/call": callTool,
		"resources/list": func(c *call) (object, *fault) {
			return page(c, "resources", defs(c.resources, func(r resource) object { return r.def }))
		},
		"resources/templates/list": func(c *call) (object, *fault) {
			return page(c, "resourceTemplates", defs(c.templates, func(o object) object { return o }))
		},
		"resources/read": readResource, "resources/subscribe": subscribe, "resources/unsubscribe": unsubscribe,
		"prompts/list": func(c *call) (object, *fault) {
			return page(c, "prompts", defs(c.prompts, func(p prompt) object { return p.def }))
		},
		"prompts/get": getPrompt, "completion/complete": complete, "logging/setLevel": setLevel,
	}
	v.notes = map[string]func(*session, object){
		"notifications/initialized": func(s *session, _ object) { s.mu.Lock(); s.ready = true; s.mu.Unlock() },
		"notifications/cancelled":   cancelled,
	}
	v.tools, v.resources, v.templates, v.prompts = tools(), resources(), templates(), prompts()
	v.http = defaultWeb()
	return v
}

func defs[T any](from []T, def func(T) object) []object {
	out := make([]object, len(from))
	for i, f := range from {
		out[i] = def(f)
	}
	return out
}

func initialize(c *call) (object, *fault) {
	offered, ok := c.params["protocolVersion"].(string)
	if !ok {
		return nil, refuse(-32602, "protocolVersion is missing")
	}
	if c.revision != "" {
		return nil, refuse(-32600, "Already initialized")
	}
	revision := c.revisions[len(c.revisions)-1]
	if slices.Contains(c.revisions, offered) {
		revision = offered
	}
	c.mu.Lock()
	c.revision = revision
	c.client, _ = c.params["capabilities"].(object)
	c.mu.Unlock()
	result := object{"protocolVersion": revision, "capabilities": c.declared, "serverInfo": c.info}
	if c.instructions != "" {
		result["instructions"] = c.instructions
	}
	return result, nil
}

func cancelled(s *session, params object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.running[token(params["requestId"])]
	if c == nil || c.answered || c.method == "initialize" {
		return
	}
	c.cancelled = true
	c.stop()
}

// page cuts one page out of a list.
func page(c *call, member string, all []object) (object, *fault) {
	from := 0
	if cursor, given := c.params["cursor"]; given {
		text, _ := cursor.(string)
		plain, err := base64.StdEncoding.DecodeString(text)
		n, err2 := strconv.Atoi(strings.TrimPrefix(string(plain), member+":"))
		if err != nil || err2 != nil || n <= 0 || n >= len(all) {
			return nil, refuse(-32602, "Invalid cursor")
		}
		from = n
	}
	result := object{}
	to := len(all)
	if c.pageSize > 0 && from+c.pageSize < to {
		to = from + c.pageSize
		result["nextCursor"] = base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%s:%d", member, to))
	}
	items := list{}
	for _, o := range all[from:to] {
		items = append(items, o)
	}
	result[member] = items
	return result, nil
}

func (v *server) toolDefs() []object {
	v.mu.Lock()
	defer v.mu.Unlock()
	return defs(v.tools, func(t tool) object { return t.def })
}

func (v *server) tool(name string) (tool, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	i := slices.IndexFunc(v.tools, func(t tool) bool { return t.name() == name })
	if i < 0 {
		return tool{}, false
	}
	return v.tools[i], true
}

func text(format string, args ...any) object {
	return object{"content": list{object{"type": "text", "text": fmt.Sprintf(format, args...)}}}
}

func wrong(format string, args ...any) object { return with(text(format, args...), "isError", true) }

func callTool(c *call) (object, *fault) {
	name, ok := c.params["name"].(string)
	if !ok {
		return nil, refuse(-32602, "The name of the tool is missing")
	}
	t, ok := c.tool(name)
	if !ok {
		return nil, refuse(-32602, "Unknown tool: %s", name)
	}
	args, ok := c.params["arguments"].(object)
	if _, given := c.params["arguments"]; given && !ok {
		return nil, refuse(-32602, "arguments must be an object")
	}
	if args == nil {
		args = object{}
	}
	if err := conform(t.def["inputSchema"].(object), args, "arguments"); err != nil {
		return wrong("%s", err), nil
	}
	c.params = args
	c.log("debug", "calling "+name)
	return t.run(c)
}

// conform checks a value against the few words of JSON Schema that the tools use.
func conform(schema object, v any, where string) error {
	fits := map[string]func() bool{
		"object": func() bool { _, ok := v.(object); return ok },
		"array":  func() bool { _, ok := v.(list); return ok },
		"string": func() bool { _, ok := v.(string); return ok },
		"number": func() bool { _, ok := v.(json.Number); return ok },
		"integer": func() bool {
			n, ok := v.(json.Number)
			f, err := n.Float64()
			return ok && err == nil && f == float64(int64(f))
		},
		"boolean": func() bool { _, ok := v.(bool); return ok },
	}
	if want, ok := schema["type"].(string); ok && !fits[want]() {
		return fmt.Errorf("%s must be of type %s", where, want)
	}
	if one, ok := schema["enum"].(list); ok && !slices.Contains(one, v) {
		return fmt.Errorf("%s must be one of %v", where, one)
	}
	if n, ok := v.(json.Number); ok {
		f, _ := n.Float64()
		least, low := schema["minimum"].(int)
		most, high := schema["maximum"].(int)
		if low && f < float64(least) || high && f > float64(most) {
			return fmt.Errorf("%s is out of range", where)
		}
	}
	if s, ok := v.(string); ok {
		if least, low := schema["minLength"].(int); low && len([]rune(s)) < least {
			return fmt.Errorf("%s is too short", where)
		}
	}
	o, ok := v.(object)
	if !ok {
		return nil
	}
	return conformObject(schema, o, where)
}

func conformObject(schema, o object, where string) error {
	properties, _ := schema["properties"].(object)
	required, _ := schema["required"].(list)
	for _, name := range required {
		if _, ok := o[name.(string)]; !ok {
			return fmt.Errorf("%s.%s is missing", where, name)
		}
	}
	for name, v := range o {
		sub, known := properties[name].(object)
		if !known && schema["additionalProperties"] == false {
			return fmt.Errorf("%s.%s is unknown", where, name)
		}
		if known {
			if err := conform(sub, v, where+"."+name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *server) resource(uri string) (resource, bool) {
	i := slices.IndexFunc(v.resources, func(r resource) bool { return r.def["uri"] == uri })
	if i >= 0 {
		return v.resources[i], true
	}
	id, isNote := strings.CutPrefix(uri, "note://")
	if n, err := strconv.Atoi(id); isNote && err == nil && n >= 1 && n <= 9 {
		return resource{read: func() object { return object{"uri": uri, "mimeType": "text/plain", "text": "Note " + id} }}, true
	}
	return resource{}, false
}

func readResource(c *call) (object, *fault) {
	uri, ok := c.params["uri"].(string)
	if !ok {
		return nil, refuse(-32602, "uri is missing")
	}
	c.mu.Lock()
	r, ok := c.resource(uri)
	c.mu.Unlock()
	if !ok {
		return nil, &fault{-32002, "Resource not found", object{"uri": uri}}
	}
	return object{"contents": list{r.read()}}, nil
}

func subscribe(c *call) (object, *fault) {
	uri, ok := c.params["uri"].(string)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, exists := c.resource(uri); !ok || !exists {
		return nil, &fault{-32002, "Resource not found", object{"uri": uri}}
	}
	c.subs[uri] = true
	return object{}, nil
}

func unsubscribe(c *call) (object, *fault) {
	uri, _ := c.params["uri"].(string)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.subs, uri)
	return object{}, nil
}

func getPrompt(c *call) (object, *fault) {
	name, _ := c.params["name"].(string)
	args, _ := c.params["arguments"].(object)
	i := slices.IndexFunc(c.prompts, func(p prompt) bool { return p.def["name"] == name })
	if i < 0 {
		return nil, refuse(-32602, "Unknown prompt: %s", name)
	}
	known, _ := c.prompts[i].def["arguments"].(list)
	for _, a := range known {
		if v, ok := args[a.(object)["name"].(string)].(string); !ok && a.(object)["required"] == true || ok && v == "" {
			return nil, refuse(-32602, "Missing argument: %s", a.(object)["name"])
		}
	}
	return object{"description": c.prompts[i].def["description"], "messages": list{
		object{"role": "user", "content": object{"type": "text", "text": c.prompts[i].get(args)}},
	}}, nil
}

var cities = func() (out []string) {
	for _, name := range []string{"Aachen", "Berlin", "Córdoba", "Dresden", "Essen", "Łódź"} {
		for i := range 25 {
			out = append(out, fmt.Sprintf("%s %d", name, i+1))
		}
	}
	return out
}()

var noteIDs = []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}

func complete(c *call) (object, *fault) {
	ref, _ := c.params["ref"].(object)
	argument, _ := c.params["argument"].(object)
	name, ok := argument["name"].(string)
	prefix, ok2 := argument["value"].(string)
	if !ok || !ok2 {
		return nil, refuse(-32602, "The argument is missing")
	}
	var all []string
	switch {
	case ref["type"] == "ref/prompt" && ref["name"] == "report" && name == "city":
		all = cities
	case ref["type"] == "ref/prompt" && ref["name"] == "report" && name == "style":
		all = []string{"long", "short"}
	case ref["type"] == "ref/resource" && ref["uri"] == "note://{id}" && name == "id":
		all = noteIDs
	default:
		return nil, refuse(-32602, "Nothing to complete")
	}
	values, total := list{}, 0
	for _, v := range all {
		if strings.HasPrefix(strings.ToLower(v), strings.ToLower(prefix)) {
			if total++; total <= 100 {
				values = append(values, v)
			}
		}
	}
	return object{"completion": object{"values": values, "total": total, "hasMore": total > len(values)}}, nil
}

func setLevel(c *call) (object, *fault) {
	level, _ := c.params["level"].(string)
	if !slices.Contains(levels, level) {
		return nil, refuse(-32602, "Unknown level")
	}
	c.mu.Lock()
	c.level = level
	c.mu.Unlock()
	return object{}, nil
}
