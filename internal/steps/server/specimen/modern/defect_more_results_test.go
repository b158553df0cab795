package modern_test

import (
	"fmt"
	"strings"
)

var moreResultDefects = []defect{
	{id: "M-BASE-16", name: "a discovery has no resultType", over: "stdio", change: results(func(_ *call, r object) { delete(r, "resultType") }, "server/discover")},
	{id: "M-BASE-16", name: "the resultType of what is read is null", over: "http", change: results(func(_ *call, r object) { r["resultType"] = nil }, "resources/read")},
	{id: "M-BASE-17", name: "the resultType of calls is success", over: "http", change: only("tools/call", "slow", func(r object) { r["resultType"] = "success" })},
	{id: "M-BASE-18", name: "an unknown prompt has a code of MCP that MCP has not", over: "stdio", also: []string{"M-PRM-01"}, change: recoded("prompts/get", -32602, -32098)},
	{id: "M-BASE-18", name: "an unknown tool is -32023", over: "stdio", also: []string{"M-TOOL-03"}, change: recoded("tools/call", -32602, -32023)},
	{id: "M-BASE-18", name: "an unknown cursor is -32040", over: "http", also: []string{"M-PAG-01"}, change: recoded("prompts/list", -32602, -32040)},
	{id: "M-BASE-19", name: "an unknown prompt is -32002", over: "http", also: []string{"M-PRM-01"}, change: recoded("prompts/get", -32602, -32002)},
	{id: "M-BASE-19", name: "an unknown tool is -32002", over: "stdio", also: []string{"M-TOOL-03"}, change: recoded("tools/call", -32602, -32002)},
	{id: "M-BASE-19", name: "an unknown task is -32002", over: "stdio", also: []string{"M-TASK-07"}, change: both(plainTasks, recoded("tasks/get", -32602, -32002))},
	{id: "M-BASE-20", name: "a wrong version is -32004, as in a draft", over: "stdio", also: []string{"M-DISC-03"}, change: coded(-32022, -32004)},
	{id: "M-BASE-20", name: "a missing capability is -32003, as in a draft", over: "stdio", also: []string{"M-BASE-24"}, change: coded(-32021, -32003)},
	{id: "M-BASE-20", name: "a mismatch of headers is -32001, as in a draft", over: "http", also: []string{"M-HM-09"}, change: func(v *server) {
		v.web.status[-32001] = 400
		coded(-32020, -32001)(v)
	}},
	{id: "M-BASE-37", name: "an unknown tool is answered with all that there are", over: "stdio", change: errors(func(c *call, _, e object) {
		if c.method == "tools/call" {
			e["message"] = fmt.Sprint(e["message"], ": ", strings.Repeat("there are add, change, echo, greet, route; ", 20))
		}
	})},
	{id: "M-BASE-37", name: "a message is a page of HTML", over: "http", change: errors(func(_ *call, _, e object) {
		if e["code"] == -32601 {
			e["message"] = "<html>\r\n<body>\r\nNot found\r\n</body>\r\n</html>"
		}
	})},
	{id: "M-BASE-37", name: "wrong metadata is told with a stack trace", over: "stdio", change: errors(func(_ *call, _, e object) {
		if e["code"] == -32602 {
			e["message"] = "Error: invalid\n    at parse (server.js:7:12)"
		}
	})},
	{id: "M-BASE-23", name: "the server is a text", over: "stdio", change: results(func(_ *call, r object) { r["_meta"] = object{prefix + "serverInfo": "specimen 1.0"} }, "prompts/list")},
	{id: "M-BASE-23", name: "the server is named without the prefix", over: "http", change: results(func(_ *call, r object) {
		r["_meta"] = object{"serverInfo": object{"name": "specimen", "version": "1.0"}}
	}, "completion/complete")},
	{id: "M-BASE-23", name: "questions do not say which server", over: "stdio", change: questions(func(_ *call, r object) { delete(r, "_meta") })},
	{id: "M-CACHE-01", name: "tools have no ttlMs behind the first page", over: "stdio", change: results(func(c *call, r object) {
		if c.params["cursor"] != nil {
			delete(r, "ttlMs")
		}
	}, "tools/list")},
	{id: "M-CACHE-02", name: "the scope has capitals", over: "stdio", change: results(func(_ *call, r object) { r["cacheScope"] = "Public" }, "resources/read")},
	{id: "M-CACHE-02", name: "the ttlMs of a discovery is null", over: "http", change: results(func(_ *call, r object) { r["ttlMs"] = nil }, "server/discover")},
	{id: "M-CACHE-02", name: "what may not be kept is false", over: "stdio", change: results(func(_ *call, r object) { r["ttlMs"] = false }, "prompts/list")},
	{id: "M-CACHE-03", name: "questions may be kept for no time", over: "stdio", change: questions(func(_ *call, r object) { r["ttlMs"] = 0 })},
	{id: "M-CACHE-03", name: "questions are private", over: "http", change: questions(func(_ *call, r object) { r["cacheScope"] = "private" })},
	{id: "M-CACHE-04", name: "a discovery is kept for a week", over: "http", change: results(func(_ *call, r object) { r["ttlMs"] = 604800000 }, "server/discover")},
	{id: "M-CACHE-04", name: "the ttlMs is in microseconds", over: "stdio", change: results(func(_ *call, r object) { r["ttlMs"] = 3600_000_000 }, "prompts/list")},
	{id: "M-CACHE-04", name: "the ttlMs is the moment of the end", over: "stdio", change: results(func(_ *call, r object) { r["ttlMs"] = int64(1785000000000) }, "resources/templates/list")},
	{id: "M-BASE-24", name: "missing capabilities are a list", over: "stdio", change: errors(func(_ *call, _, e object) {
		if e["code"] == -32021 {
			e["data"] = object{"requiredCapabilities": list{"elicitation"}}
		}
	})},
	{id: "M-BASE-24", name: "of prompts missing capabilities are -32600", over: "http", change: recoded("prompts/get", -32021, -32600)},
	{id: "M-BASE-24", name: "of one tool missing capabilities are not named", over: "stdio", change: errors(func(c *call, _, e object) {
		if e["code"] == -32021 && c.params["name"] == "summarize" {
			delete(e, "data")
		}
	})},
	{id: "M-BASE-27", name: "a type is misspelled", over: "stdio", change: redefines("change", object{"inputSchema": object{"type": "object", "properties": object{"n": object{"type": "int"}}}})},
	{id: "M-BASE-27", name: "a property says that it is required", over: "stdio", change: redefines("change", object{"inputSchema": object{"type": "object", "properties": object{"n": object{"type": "integer", "required": true}}}})},
	{id: "M-BASE-27", name: "an output schema is invalid", over: "http", change: redefines("change", object{"outputSchema": object{"type": "object", "properties": list{"sum"}}})},
}

var moreListDefects = []defect{
	{id: "M-PAG-01", name: "unknown cursors of templates lead to the first page", over: "stdio", change: handle("resources/templates/list", func(c *call, next handler) (object, *fault) {
		delete(c.params, "cursor")
		return next(c)
	})},
	{id: "M-PAG-01", name: "unknown cursors are invalid requests", over: "http", change: recoded("tools/list", -32602, -32600)},
	{id: "M-PAG-03", name: "the last page has an empty cursor, which leads to the first", over: "stdio", change: func(v *server) {
		handle("tools/list", func(c *call, next handler) (object, *fault) {
			if c.params["cursor"] == "" {
				delete(c.params, "cursor")
			}
			out, f := next(c)
			if f == nil && out["nextCursor"] == nil {
				out["nextCursor"] = ""
			}
			return out, f
		})(v)
	}},
	{id: "M-PAG-03", name: "a cursor is an object", over: "http", also: []string{"M-PAG-02", "M-BASE-28"}, change: results(func(_ *call, r object) {
		if r["nextCursor"] != nil {
			r["nextCursor"] = object{"offset": 3}
		}
	}, "tools/list")},
	{id: "M-PAG-04", name: "the last item of a page is the first of the next", over: "http", change: func(v *server) {
		handle("tools/list", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			if f == nil && c.params["cursor"] != nil {
				at := 0
				for i, t := range v.tools {
					if t.name() == asObject(asList(out["tools"])[0])["name"] {
						at = i
					}
				}
				if at == 0 {
					return out, f
				}
				out["tools"] = append(list{v.tools[at-1].def}, asList(out["tools"])...)
			}
			return out, f
		})(v)
	}},
	{id: "M-PAG-04", name: "a resource is on a page twice", over: "stdio", change: func(v *server) { v.resources = append(v.resources, v.resources[3]) }},
	{id: "M-PAG-04", name: "a template is listed twice", over: "stdio", change: listed("resources/templates/list", "resourceTemplates", func(items list) list { return append(items, items...) })},
	{id: "M-PAG-06", name: "the first page of prompts is private", over: "stdio", change: func(v *server) {
		v.pageSize = 2
		results(func(c *call, r object) {
			if c.params["cursor"] == nil {
				r["cacheScope"] = "private"
			}
		}, "prompts/list")(v)
	}},
	{id: "M-PAG-06", name: "the last page has no scope", over: "http", also: []string{"M-CACHE-01"}, change: results(func(_ *call, r object) {
		if r["nextCursor"] == nil {
			delete(r, "cacheScope")
		}
	}, "tools/list")},
	{id: "M-PAG-06", name: "pages of templates are private in turn", over: "stdio", change: func(v *server) {
		v.pageSize = 1
		v.methods["resources/templates/list"] = func(c *call) (object, *fault) {
			return v.page(c, "resourceTemplates", list{object{"uriTemplate": "note:///{n}", "name": "n"}, object{"uriTemplate": "page:///{n}", "name": "p"}})
		}
		results(func(c *call, r object) {
			if c.params["cursor"] != nil {
				r["cacheScope"] = "private"
			}
		}, "resources/templates/list")(v)
	}},
	{id: "M-TOOL-08", name: "the last call is first in the list", over: "stdio", change: each(func() func(*server) {
		n := 0
		return listed("tools/list", "tools", func(items list) list {
			if n++; n%2 == 0 && len(items) > 1 {
				items[0], items[1] = items[1], items[0]
			}
			return items
		})
	})},
	{id: "M-SUB-08", name: "each list of prompts tells of a change of tools", over: "stdio", change: handle("prompts/list", func(c *call, next handler) (object, *fault) {
		c.changed("notifications/tools/list_changed", nil)
		return next(c)
	})},
	{id: "M-DISC-09", name: "resources are served, and not declared", over: "http", change: func(v *server) { delete(v.declared, "resources") }},
	{id: "M-TOOL-01", name: "an input schema has no type", over: "stdio", change: redefines("slow", object{"inputSchema": object{"properties": object{}}})},
	{id: "M-TOOL-01", name: "an input schema is an object or nothing", over: "http", change: redefines("slow", object{"inputSchema": object{"type": list{"object", "null"}}})},
	{id: "M-TOOL-01", name: "an input schema is true", over: "stdio", change: redefines("slow", object{"inputSchema": true})},
	{id: "M-TOOL-02", name: "a name is empty", over: "stdio", change: func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": "", "inputSchema": object{"type": "object"}}, run: say("x")})
	}},
	{id: "M-TOOL-02", name: "a name has a slash", over: "http", change: func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": "docs/search", "inputSchema": object{"type": "object"}}, run: say("x")})
	}},
	{id: "M-TOOL-02", name: "a name is of another script", over: "stdio", change: func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": "größe", "inputSchema": object{"type": "object"}}, run: say("x")})
	}},
	{id: "M-FORM-01", name: "annotations are a list", over: "stdio", change: redefines("slow", object{"annotations": list{"readOnlyHint"}})},
	{id: "M-FORM-02", name: "a prompt has no name", over: "stdio", change: func(v *server) { v.prompts = append(v.prompts, object{"title": "No name"}) }},
	{id: "M-FORM-02", name: "the title of an argument is a number", over: "http", change: func(v *server) {
		v.prompts[0]["arguments"] = list{object{"name": "who", "required": true, "title": 7}}
	}},
	{id: "M-FORM-04", name: "a size is a text", over: "stdio", change: func(v *server) { v.resources[2]["size"] = "12 KB" }},
}
