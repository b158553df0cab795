package modern_test

// spared does not look for a member of the metadata of one method.
func spared(member, method string) func(*server) {
	return metaJudge(func(c *call, next func(*call) *fault) *fault {
		if c.method != method || c.meta[prefix+member] != nil || c.meta == nil {
			return next(c)
		}
		c.meta[prefix+member] = map[string]any{"clientCapabilities": object{}, "protocolVersion": revision}[member]
		return next(c)
	})
}

var cornerDefects = []defect{
	{id: "M-BASE-21", name: "who listens need not say what it can", change: spared("clientCapabilities", "subscriptions/listen")},
	{id: "M-BASE-35", name: "without a name there are fewer tools", change: listed2("tools/list", "tools", func(c *call, items list) list {
		if c.meta[prefix+"clientInfo"] == nil {
			return items[:len(items)-1]
		}
		return items
	})},
	{id: "M-BASE-35", name: "another client is told of fewer capabilities", change: results(func(c *call, r object) {
		if info, _ := c.meta[prefix+"clientInfo"].(object); info["name"] == "another-client" {
			r["capabilities"] = with(r["capabilities"].(object), object{"completions": nil})
		}
	}, "server/discover")},
	{id: "M-MRTR-03", name: "a model is asked about other servers", change: results(func(_ *call, r object) {
		if r["inputRequests"] != nil {
			r["inputRequests"] = object{"q": object{"method": "sampling/createMessage", "params": object{"messages": list{}, "maxTokens": 1, "includeContext": "allServers"}}}
		}
	})},
	broken("M-MRTR-03", "a task asks clients that cannot be asked", func(k *tasking) { k.asksAll = true }),
	broken("M-TASK-05", "the result of a task is no result of a call", func(k *tasking) {
		k.said = func(_ *task, out object) object {
			if r, ok := out["result"].(object); ok {
				out["result"] = with(r, object{"content": "done"})
			}
			return out
		}
	}, "M-TASK-16"),
	{id: "M-SUB-03", name: "what there is not is acknowledged", change: frames(func(c *call, msg object) {
		if filter, ok := c.params["notifications"].(object); ok && isAck(msg) {
			msg["params"] = with(msg["params"].(object), object{"notifications": filter})
		}
	})},
}

var cornerInnocents = []innocent{
	{name: "the metadata of the resource says all that it may", over: "http", change: guarded(described(`"bearer_methods_supported":["body","header"],"jwks_uri":"https://auth.example/keys","resource_documentation":"https://auth.example/docs",` +
		`"resource_policy_uri":"https://auth.example/policy","resource_signing_alg_values_supported":["RS256"],"tls_client_certificate_bound_access_tokens":false,"dpop_bound_access_tokens_required":false`))},
	{name: "a filter with an unknown name is refused", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		filter, _ := c.params["notifications"].(object)
		for name := range filter {
			if name == "mcpsimListChanged" {
				return nil, refuse(-32602, "Invalid filter")
			}
		}
		return next(c)
	})},
	{name: "a task for a client that cannot be asked fails", change: offersTasks(func(k *tasking) { k.fails = true })},
}
