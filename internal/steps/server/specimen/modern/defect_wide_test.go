package modern_test

import "strings"

// described is a guard whose metadata has more members, or others.
func described(more string) func(g *guard) {
	return func(g *guard) { g.document = strings.Replace(g.document, `"resource":`, more+`,"resource":`, 1) }
}

var wideDefects = []defect{
	unguarded("M-AUTH-01", "a password will do", takes(func(t string) bool { return strings.HasPrefix(t, "Basic ") })),
	unguarded("M-AUTH-02", "tokens are taken in bodies alone", described(`"bearer_methods_supported":["body"]`)),
	unguarded("M-AUTH-02", "tokens are taken in no way", described(`"bearer_methods_supported":[]`)),
	unguarded("M-AUTH-02", "what is signed need not be", described(`"resource_signing_alg_values_supported":["none"]`)),
	unguarded("M-AUTH-02", "the keys have no host", described(`"jwks_uri":"/jwks.json"`)),
	unguarded("M-AUTH-02", "what is to be read is no URL", described(`"resource_documentation":"see our site"`)),
	unguarded("M-AUTH-02", "whether tokens are bound is a text", described(`"dpop_bound_access_tokens_required":"no"`)),
	unguarded("M-AUTH-03", "the resource has a query", func(g *guard) {
		g.document = strings.ReplaceAll(g.document, `127.0.0.1/mcp"`, `127.0.0.1/mcp?v=1"`)
	}),
	unguarded("M-AUTH-05", "the scopes of the challenge are JSON", func(g *guard) {
		g.challenge = strings.ReplaceAll(g.challenge, `scope="mcp"`, `scope="[\"mcp\"]"`)
	}),
	{id: "M-DISC-03", name: "subscriptions of any version are served", change: forgives(-32022, func(c *call) bool { return c.method == "subscriptions/listen" })},
	{id: "M-DISC-03", name: "tools of any version are listed", change: forgives(-32022, func(c *call) bool { return c.method == "tools/list" })},
	{id: "M-HM-09", name: "lists may have another method in the header", over: "http", change: inHeader("Mcp-Method", "tools/list", func(_ *call, was string) bool { return was != "" })},
	{id: "M-MRTR-03", name: "a model is asked when the user has answered", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		client, _ := c.meta[prefix+"clientCapabilities"].(object)
		if _, can := client["sampling"]; !can && c.params["inputResponses"] != nil {
			question := object{"method": "sampling/createMessage", "params": object{"messages": list{}, "maxTokens": 1}}
			return object{"resultType": "input_required", "inputRequests": object{"more": question}}, nil
		}
		return next(c)
	})},
	{id: "M-SUB-03", name: "a resource is acknowledged that was not asked for", change: func(v *server) {
		v.agree = func(v *server, asked object) object {
			out := agreeing(v, asked)
			if uris := asList(out["resourceSubscriptions"]); len(uris) > 0 {
				out = with(out, object{"resourceSubscriptions": append(append(list{}, uris...), "note:///nobody-asked")})
			}
			return out
		}
	}},
	broken("M-TASK-05", "a message of a task is an object", said("working", func(out object) { out["statusMessage"] = object{"text": "soon"} }), "M-TASK-16", "M-TASK-18"),
	broken("M-TASK-05", "a task has a result before it has ended", said("working", func(out object) { out["result"] = object{"content": list{}} }), "M-TASK-16"),
}
