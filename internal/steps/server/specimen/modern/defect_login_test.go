package modern_test

import (
	"net/http"
	"strings"
)

// challenged changes the challenges of all refusals.
func challenged(change func(string) string) func(g *guard) {
	return func(g *guard) { g.challenge, g.narrow = change(g.challenge), change(g.narrow) }
}

// documented has more members in the metadata.
func documented(members string) func(g *guard) {
	return func(g *guard) { g.document = strings.Replace(g.document, "{", "{"+members+",", 1) }
}

// loggedInAt is a server whose authorization server is at a URL, and has metadata there.
func loggedInAt(issuer, path, found string) func(g *guard) {
	return func(g *guard) {
		g.document = strings.Replace(g.document, "https://auth.example", issuer, 1)
		g.places = map[string]string{path: found}
	}
}

var loginDefects = []defect{
	unguarded("M-AUTH-01", "a notification needs no token", func(g *guard) {
		g.passes = func(r *http.Request, body string) bool {
			return r.Method == http.MethodPost && !strings.Contains(body, `"id"`)
		}
	}),
	unguarded("M-AUTH-02", "the parameters of the challenge have no commas", challenged(func(s string) string { return strings.ReplaceAll(s, ",", "") })),
	unguarded("M-AUTH-02", "a parameter of the challenge comes twice", challenged(func(s string) string { return s + `, scope="more"` })),
	unguarded("M-AUTH-02", "the scopes of the challenge are not quoted", challenged(func(s string) string { return strings.ReplaceAll(s, `scope="mcp"`, `scope=mcp more`) })),
	unguarded("M-AUTH-02", "the last quote of the challenge is missing", func(g *guard) { g.challenge = strings.TrimSuffix(g.challenge, `"`) }),
	unguarded("M-AUTH-02", "the challenge of a wrong token is cut", func(g *guard) { g.wrong = `error="invalid_token` }),
	unguarded("M-AUTH-02", "two scopes are one", func(g *guard) { g.document = strings.ReplaceAll(g.document, `["mcp"]`, `["mcp more"]`) }),
	unguarded("M-AUTH-02", "the keys are had without TLS", documented(`"jwks_uri":"http://keys.example/keys"`)),
	unguarded("M-AUTH-03", "the authorization server has no metadata", loggedInAt("http://127.0.0.1", "", "")),
	unguarded("M-AUTH-03", "the authorization server says that it is another one", loggedInAt("http://127.0.0.1/", "/.well-known/oauth-authorization-server", `{"issuer":"http://127.0.0.1"}`)),
	unguarded("M-AUTH-03", "the metadata of the authorization server are named in its place", loggedInAt("http://127.0.0.1/.well-known/oauth-authorization-server", "/.well-known/oauth-authorization-server", `{"issuer":"http://127.0.0.1"}`)),
	unguarded("M-AUTH-03", "the authorization server has no TLS", loggedInAt("http://auth.example", "", "")),
	unguarded("M-AUTH-03", "the resource has a slash more", func(g *guard) { g.document = strings.ReplaceAll(g.document, "127.0.0.1/mcp", "127.0.0.1/mcp/") }),
	unguarded("M-AUTH-04", "the metadata offers tokens in the query", documented(`"bearer_methods_supported":["header","query"]`)),
	unguarded("M-AUTH-05", "a token with few scopes gets an error with 200", refusing("Bearer narrow", "tools/call", asError(200, -32603, "insufficient scope"))),
	unguarded("M-AUTH-12", "a wrong token gets no challenge", func(g *guard) {
		g.answers = func(w http.ResponseWriter, r *http.Request, _ string) bool {
			wrong := r.URL.Path == "/mcp" && strings.HasPrefix(r.Header.Get("Authorization"), "Bearer mcpsim")
			if wrong {
				w.WriteHeader(http.StatusUnauthorized)
			}
			return wrong
		}
	}),
	unguarded("M-AUTH-12", "a wrong token is called a wrong request", func(g *guard) { g.wrong = `error="invalid_request"` }),
	unguarded("M-AUTH-12", "GET is refused without a challenge", func(g *guard) {
		g.answers = func(w http.ResponseWriter, r *http.Request, _ string) bool {
			if r.Method == http.MethodGet && r.URL.Path == "/mcp" {
				w.WriteHeader(http.StatusUnauthorized)
			}
			return r.Method == http.MethodGet && r.URL.Path == "/mcp"
		}
	}),
}

var loginInnocents = []innocent{
	{name: "the authorization server is the server itself", over: "http", change: guarded(loggedInAt("http://127.0.0.1", "/.well-known/openid-configuration", `{"issuer":"http://127.0.0.1"}`))},
	{name: "the authorization server is behind a path", over: "http", change: guarded(loggedInAt("http://127.0.0.1/login", "/login/.well-known/openid-configuration", `{"issuer":"http://127.0.0.1/login"}`))},
	{name: "the authorization server wants to know who asks", over: "http", change: guarded(loggedInAt("http://127.0.0.1/login", "/.well-known/oauth-authorization-server/login", "401"))},
	{name: "a challenge has more than it must", over: "http", change: guarded(func(g *guard) {
		g.challenge = strings.Replace(g.challenge, "Bearer ", `Negotiate, Basic realm="a, \"b\"", bearer  realm = "c" , charset=utf-8 , `, 1)
		g.wrong = ""
		g.answers = func(w http.ResponseWriter, r *http.Request, _ string) bool {
			wrong := r.URL.Path == "/mcp" && strings.HasPrefix(r.Header.Get("Authorization"), "Bearer mcpsim-no-such-token") && r.Method == http.MethodPost
			if wrong {
				w.Header().Set("WWW-Authenticate", `Bearer realm="c", error=invalid_token`)
				w.WriteHeader(http.StatusUnauthorized)
			}
			return wrong
		}
	})},
	{name: "the metadata has whatever it may have", over: "http", change: guarded(documented(`"jwks_uri":"https://keys.example/keys","bearer_methods_supported":["header","body"],"resource_name":"A"`))},
}
