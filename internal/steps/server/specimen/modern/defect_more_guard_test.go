package modern_test

import "strings"

// takes lets a token pass that the server does not know.
func takes(where func(token string) bool) func(g *guard) {
	return func(g *guard) { g.taken = where }
}

// spares lets requests pass without a token, if they have none at all.
func spares(method string) func(g *guard) {
	return func(g *guard) { g.unguarded = `"` + method + `"` }
}

var moreGuardDefects = []defect{
	{id: "M-AUTH-01", name: "calls need no token", over: "http", also: []string{"M-AUTH-09"}, change: guarded(spares("tools/call"))},
	unguarded("M-AUTH-01", "subscriptions need no token", spares("subscriptions/listen")),
	unguarded("M-AUTH-01", "what is read needs no token", spares("resources/read")),
	unguarded("M-AUTH-01", "prompts need no token", spares("prompts/get")),
	unguarded("M-AUTH-01", "completions need no token", spares("completion/complete")),
	unguarded("M-AUTH-01", "tokens are compared without case", takes(func(t string) bool { return strings.EqualFold(t, "Bearer good") })),
	unguarded("M-AUTH-01", "an empty token will do", takes(func(t string) bool { return strings.TrimSpace(t) == "Bearer" })),
	unguarded("M-AUTH-02", "the metadata is wanted with a token", func(g *guard) { g.closed = true }),
	unguarded("M-AUTH-02", "the metadata is HTML", func(g *guard) { g.document = "<html>Not here</html>" }),
	unguarded("M-AUTH-02", "the metadata is of another well-known place", func(g *guard) {
		g.challenge = strings.ReplaceAll(g.challenge, "oauth-protected-resource/mcp", "oauth-authorization-server")
	}),
	unguarded("M-AUTH-03", "authorization servers are a text", func(g *guard) {
		g.document = strings.ReplaceAll(g.document, `["https://auth.example"]`, `"https://auth.example"`)
	}),
	unguarded("M-AUTH-03", "the list of authorization servers is empty", func(g *guard) {
		g.document = strings.ReplaceAll(g.document, `["https://auth.example"]`, `[]`)
	}),
	unguarded("M-AUTH-03", "the metadata is of no server", func(g *guard) {
		g.document = strings.ReplaceAll(g.document, `"resource":"http://127.0.0.1/mcp",`, ``)
	}),
	unguarded("M-AUTH-04", "a token in the query will do for lists", func(g *guard) { g.query, g.queryFor = true, "tools/list" }),
	unguarded("M-AUTH-04", "a token in the query will do beside a wrong one", func(g *guard) { g.query, g.queryBeside = true, true }),
	unguarded("M-AUTH-05", "the scope of the challenge is empty", func(g *guard) { g.challenge = strings.ReplaceAll(g.challenge, `scope="mcp"`, `scope=""`) }),
	unguarded("M-AUTH-05", "a 403 has no error", func(g *guard) { g.narrow = strings.ReplaceAll(g.narrow, `error="insufficient_scope", `, "") }),
	unguarded("M-AUTH-05", "a 403 has another error", func(g *guard) { g.narrow = strings.ReplaceAll(g.narrow, "insufficient_scope", "invalid_token") }),
	unguarded("M-AUTH-06", "a 403 asks for offline_access", func(g *guard) { g.narrow = strings.ReplaceAll(g.narrow, `"mcp"`, `"offline_access mcp"`) }),
	unguarded("M-AUTH-08", "a network connection vouches for its lists", func(g *guard) { g.remembers, g.remembersFor = true, "tools/list" }),
	unguarded("M-AUTH-08", "a network connection vouches for whatever token comes", func(g *guard) { g.remembersAny = true }),
	unguarded("M-AUTH-09", "a token for another server will do for lists", func(g *guard) { g.foreignFor = "tools/list" }),
	unguarded("M-AUTH-09", "a token for another server will do for calls", func(g *guard) { g.foreignFor = "tools/call" }),
	unguarded("M-AUTH-10", "a 403 names a path alone", func(g *guard) { g.narrow = strings.ReplaceAll(g.narrow, "http://127.0.0.1/.well", "/.well") }),
	unguarded("M-AUTH-11", "a broader scope does not suffice for calls", func(g *guard) { g.literal, g.literalFor = true, "tools/call" }),
	unguarded("M-AUTH-01", "a request without a token is not found", func(g *guard) { g.status = 404 }),
	unguarded("M-AUTH-12", "a refusal is a challenge of another kind", func(g *guard) { g.challenge = `Basic realm="mcp"` }),
	unguarded("M-AUTH-13", "pages without an origin can read the metadata", func(g *guard) { g.shared = "null" }),
	{id: "M-TASK-14", name: "tasks are cancelled by everyone", over: "http", change: both(plainTasks, guarded(spares("tasks/cancel")))},
	{id: "M-TASK-14", name: "tasks are asked for by everyone", over: "http", change: both(plainTasks, guarded(spares("tasks/get")))},
	{id: "M-TASK-14", name: "questions of tasks are answered by everyone", over: "http", change: both(plainTasks, guarded(spares("tasks/update")))},
	{id: "M-TASK-14", name: "tasks are listened to by everyone", over: "http", change: both(plainTasks, guarded(spares("subscriptions/listen"))), also: []string{"M-AUTH-01"}},
}
