package specimen_test

// nulls gives an item of a list a member that is null, as programs do that write all members.
func nulls(method, member, name string) func(*server) {
	return items(method, member, func(i int, item object) {
		if i == 0 && item[name] == nil {
			item[name] = nil
		}
	})
}

// prompted replaces the messages of the prompt greet.
func prompted(messages any) func(*server) {
	return results(func(c *call, r object) {
		if c.params["name"] == "greet" {
			r["messages"] = messages
		}
	}, "prompts/get")
}

func said(role string, content any) list { return list{object{"role": role, "content": content}} }

// gives lets the tool chatter give a result.
func gives(r object) func(*server) {
	return runs("chatter", func(*call, handler) (object, *fault) { return r, nil })
}

// form is a form whose only property is of a schema.
func form(property object) object {
	return object{"message": "Your name?", "requestedSchema": object{"type": "object", "properties": object{"name": property}}}
}

var hello = object{"type": "text", "text": "Hello"}

// fieldForms are what servers have had that were in use: of the form of what they say. Most
// come from programs that write members they have no value for, or names of their own types.
var fieldForms = []defect{
	{id: "TOOL-09", name: "a tool without a description has null", change: undescribed("chatter", "description")},
	{id: "TOOL-09", name: "a tool without an output schema has null", change: nulls("tools/list", "tools", "outputSchema")},
	{id: "TOOL-09", name: "a tool without an output schema has an empty one", also: []string{"TOOL-06"}, change: redefines("echo", "outputSchema", object{})},
	{id: "TOOL-09", name: "a tool without icons has null", change: nulls("tools/list", "tools", "icons")},
	{id: "TOOL-09", name: "how a tool takes tasks is written with a capital", change: redefines("echo", "execution", object{"taskSupport": "Optional"})},
	{id: "PRM-02", name: "a prompt without arguments has null", change: nulls("prompts/list", "prompts", "arguments")},
	{id: "RES-06", name: "a resource without a size has null", change: items("resources/list", "resources", func(_ int, item object) {
		if item["size"] == nil {
			item["size"] = nil
		}
	})},
	{id: "RES-06", name: "templates are listed among the resources", also: []string{"RES-08"}, change: func(v *server) {
		v.resources = append(v.resources, resource{object{"uri": "note://{id}", "name": "Notes"}, func() object { return object{"uri": "note://{id}", "text": "?"} }})
	}},
	{id: "LIFE-01", name: "instructions that are not there are null", change: introduced("instructions")},
	{id: "COMP-04", name: "a total that is not known is null", change: values(func(_ *call, o object) { o["total"] = nil })},
	{id: "COMP-04", name: "hasMore is null", change: values(func(_ *call, o object) { o["hasMore"] = nil })},
	{id: "TOOL-10", name: "a tool that says nothing has null as its content", change: gives(object{"content": nil})},
	{id: "TOOL-10", name: "results without structured content have null", also: []string{"TOOL-06"}, change: gives(object{"content": list{hello}, "structuredContent": nil})},
	{id: "TOOL-10", name: "the _meta of a result is null", also: []string{"BASE-26"}, change: gives(object{"content": list{hello}, "_meta": nil})},
	{id: "TOOL-10", name: "types of contents begin with a capital", change: gives(object{"content": list{object{"type": "Text", "text": "Hello"}}})},
	{id: "TOOL-10", name: "a resource in a result is nested twice", change: gives(object{"content": list{object{"type": "resource", "resource": object{"resource": object{"uri": "note://1", "text": "Note 1"}}}}})},
	{id: "TOOL-10", name: "contents have annotations of null", change: gives(object{"content": list{with(hello, "annotations", object{"priority": nil, "audience": nil})}})},
	{id: "PRM-03", name: "a prompt without messages has null", change: prompted(nil)},
	{id: "PRM-03", name: "the role of a message begins with a capital", change: prompted(said("User", hello))},
	{id: "PRM-03", name: "the content of a message is a list", change: prompted(said("user", list{hello}))},
	{id: "PRM-03", name: "a resource in a prompt is nested twice", change: prompted(said("user", object{"type": "resource", "resource": object{"resource": object{"uri": "note://1", "text": "Note 1"}}}))},
	{id: "PRM-03", name: "the resource of a prompt stands in the content itself", change: prompted(said("user", object{"type": "resource", "uri": "note://1", "text": "Note 1"}))},
	{id: "RES-07", name: "a resource that holds nothing has contents of null", change: results(func(c *call, r object) {
		if c.params["uri"] == "note://2" {
			r["contents"] = nil
		}
	}, "resources/read")},
	{id: "LIFE-19", name: "requests of the server have params of null", change: frames(func(_ *call, msg object) {
		if msg["id"] != nil && msg["method"] != nil && msg["params"] == nil {
			msg["params"] = nil
		}
	})},
	{id: "LIFE-19", name: "changes of lists have params of null", change: notices(func(msg object) {
		if msg["params"] == nil {
			msg["params"] = nil
		}
	})},
	{id: "LIFE-19", name: "roles of what a model is asked begin with a capital", change: runs("sample", askingInstead("sampling", "sampling/createMessage", object{"maxTokens": 10, "messages": said("User", hello)}))},
	{id: "LIFE-19", name: "a model is asked with a system prompt of null", change: runs("sample", askingInstead("sampling", "sampling/createMessage", object{"maxTokens": 10, "messages": said("user", hello), "systemPrompt": nil}))},
	{id: "LIFE-19", name: "a form has a text or null", change: asksUser(form(object{"type": list{"string", "null"}}))},
	{id: "LIFE-19", name: "a form has any of two types", change: asksUser(form(object{"anyOf": list{object{"type": "string"}, object{"type": "null"}}}))},
	{id: "LIFE-19", name: "a form refers to a definition", change: asksUser(form(object{"$ref": "#/$defs/Name"}))},
	{id: "LIFE-19", name: "a form requires null", change: asksUser(object{"message": "Your name?", "requestedSchema": object{"type": "object", "properties": object{"name": object{"type": "string"}}, "required": nil}})},
	{id: "PROG-02", name: "progress is a text of digits", change: onProgress(func(_ *call, p object) []object { return []object{with(p, "progress", string(encode(p["progress"])))} })},
	{id: "LIFE-19", name: "a total that is not known is null", change: onProgress(func(_ *call, p object) []object {
		p = with(p)
		p["total"] = nil
		return []object{p}
	})},
}

// undescribed gives a tool a member that is null.
func undescribed(name, member string) func(*server) {
	return items("tools/list", "tools", func(_ int, item object) {
		if item["name"] == name {
			item[member] = nil
		}
	})
}

// introduced gives the answer to initialize a member that is null.
func introduced(member string) func(*server) {
	return results(func(_ *call, r object) { r[member] = nil }, "initialize")
}
