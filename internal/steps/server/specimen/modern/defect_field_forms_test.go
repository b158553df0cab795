package modern_test

var hello = object{"type": "text", "text": "Hello"}

// nulls gives items of a list a member that is null, as programs do that write all members.
func nulls(method, member, name string) func(*server) {
	return listed(method, member, func(items list) list {
		out := list{}
		for _, item := range items {
			o := object{}
			for key, value := range item.(object) {
				o[key] = value
			}
			if o[name] == nil {
				o[name] = nil
			}
			out = append(out, o)
		}
		return out
	})
}

// slows changes the result of the tool slow.
func slows(members object) func(*server) {
	return only("tools/call", "slow", func(r object) {
		for name, value := range members {
			r[name] = value
		}
	})
}

func saidBy(role string, content any) list { return list{object{"role": role, "content": content}} }

// fieldForms are what servers have had that were in use: of the form of what they say. Most
// come from programs that write members they have no value for, or names of their own types.
var fieldForms = []defect{
	{id: "M-FORM-06", name: "a tool that says nothing has null as its content", change: slows(object{"content": nil})},
	{id: "M-FORM-06", name: "types of contents begin with a capital", change: slows(object{"content": list{object{"type": "Text", "text": "done"}}})},
	{id: "M-FORM-06", name: "a resource in a result is nested twice", change: slows(object{"content": list{object{"type": "resource", "resource": object{"resource": object{"uri": "note:///a", "text": "a"}}}}})},
	{id: "M-FORM-03", name: "a prompt without messages has null", change: messages(nil)},
	{id: "M-FORM-03", name: "the role of a message begins with a capital", change: messages(saidBy("User", hello))},
	{id: "M-FORM-03", name: "a resource in a prompt is nested twice", change: messages(saidBy("user", object{"type": "resource", "resource": object{"resource": object{"uri": "note:///a", "text": "a"}}}))},
	{id: "M-FORM-02", name: "a prompt without arguments has null", change: nulls("prompts/list", "prompts", "arguments")},
	{id: "M-FORM-04", name: "a resource without a type has null", change: nulls("resources/list", "resources", "mimeType")},
	{id: "M-FORM-04", name: "templates are listed among the resources", also: []string{"M-RES-08"}, change: func(v *server) {
		v.resources = append(v.resources, object{"uri": "note:///{n}", "name": "note"})
	}},
	{id: "M-FORM-01", name: "a tool without an output schema has null", change: nulls("tools/list", "tools", "outputSchema")},
	{id: "M-FORM-01", name: "a tool without a title has null", change: nulls("tools/list", "tools", "title")},
	{id: "M-FORM-05", name: "a resource that holds nothing has contents of null", change: results(func(c *call, r object) {
		if c.params["uri"] == "note:///b" {
			r["contents"] = nil
		}
	}, "resources/read")},
	{id: "M-FORM-07", name: "a total that is not known is null", change: results(func(_ *call, r object) {
		if o, ok := r["completion"].(object); ok {
			o = with(o, nil)
			o["total"] = nil
			r["completion"] = o
		}
	}, "completion/complete")},
	{id: "M-MRTR-06", name: "a form has a text or null", change: formOf(object{"mode": "form", "message": "Who are you?", "requestedSchema": object{"type": "object", "properties": object{"name": object{"type": list{"string", "null"}}}}})},
	{id: "M-MRTR-06", name: "a form requires null", change: formOf(object{"mode": "form", "message": "Who are you?", "requestedSchema": object{"type": "object", "properties": object{"name": object{"type": "string"}}, "required": nil}})},
	{id: "M-MRTR-06", name: "the role of what a model is asked begins with a capital", change: questions(func(_ *call, r object) {
		r["inputRequests"] = object{"q": object{"method": "sampling/createMessage", "params": object{"messages": saidBy("User", hello), "maxTokens": 10}}}
	})},
}
