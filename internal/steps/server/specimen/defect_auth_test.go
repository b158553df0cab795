package specimen_test

import (
	"cmp"
	"net"
	"net/http"
	"strings"
	"sync"
)

const metadata = "/.well-known/oauth-protected-resource/mcp"

// guarding is a server that wants a token.
type guarding struct {
	status    int
	challenge string
	document  string
	kind      string // content type of the document; "" = application/json
	allows    func(r *http.Request) bool
}

var bearer = http.Header{"Authorization": {"Bearer good"}}

func guarded(change func(g *guarding)) func(*server) {
	g := &guarding{
		status:    401,
		challenge: `Bearer resource_metadata="http://127.0.0.1` + metadata + `", scope="mcp"`,
		document:  `{"resource":"http://127.0.0.1/mcp","authorization_servers":["https://auth.example"],"scopes_supported":["mcp"]}`,
		allows:    func(r *http.Request) bool { return r.Header.Get("Authorization") == "Bearer good" },
	}
	change(g)
	return before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		switch {
		case r.URL.Path == metadata && g.document != "":
			w.Header().Set("Access-Control-Allow-Origin", "*")
			return reply(w, 200, cmp.Or(g.kind, "application/json"), g.document)
		case r.URL.Path != "/mcp" || g.allows(r):
			return false
		}
		if g.challenge != "" {
			w.Header().Set("WWW-Authenticate", g.challenge)
		}
		return reply(w, g.status, "application/json", `{"error":"invalid_token"}`)
	})
}

func guard(id, name string, change func(g *guarding), also ...string) defect {
	return defect{id: id, name: name, over: "http", also: also, header: bearer, change: guarded(change)}
}

// vouched is a server that needs no token of a client that had one, whom it knows by what of
// returns.
func vouched(name string, of func(r *http.Request) string) defect {
	d := guard("AUTH-01", name, func(*guarding) {})
	d.change = func(v *server) {
		var mu sync.Mutex
		known := map[string]bool{}
		guarded(func(g *guarding) {
			next := g.allows
			g.allows = func(r *http.Request) bool {
				mu.Lock()
				defer mu.Unlock()
				known[of(r)] = known[of(r)] || next(r)
				return known[of(r)]
			}
		})(v)
	}
	return d
}

var guardDefects = []defect{
	vouched("an address vouches for its requests", func(r *http.Request) string { host, _, _ := net.SplitHostPort(r.RemoteAddr); return host }),
	vouched("a program vouches for its requests", func(r *http.Request) string { return r.UserAgent() }),
	guard("AUTH-01", "whoever comes is served, and there is metadata", func(g *guarding) { g.allows = func(*http.Request) bool { return true } }),
	guard("AUTH-01", "a request without a token is refused with 403", func(g *guarding) { g.status = 403 }),
	guard("AUTH-01", "a request without a token is refused with 400", func(g *guarding) { g.status = 400 }),
	guard("AUTH-01", "a request without a token is refused with 200 and an error", func(g *guarding) { g.status = 200 }),
	guard("AUTH-01", "any token will do", func(g *guarding) {
		g.allows = func(r *http.Request) bool { return strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") }
	}),
	guard("AUTH-01", "a token that begins rightly will do", func(g *guarding) {
		g.allows = func(r *http.Request) bool { return strings.HasPrefix(r.Header.Get("Authorization"), "Bearer g") }
	}),
	guard("AUTH-01", "a token with more behind it will do", func(g *guarding) {
		g.allows = func(r *http.Request) bool { return strings.HasPrefix(r.Header.Get("Authorization"), "Bearer good") }
	}),
	guard("AUTH-01", "requests that are no initialize need no token", func(g *guarding) {
		next := g.allows
		g.allows = func(r *http.Request) bool { return r.Header.Get("Mcp-Protocol-Version") != "" || next(r) }
	}),
	guard("AUTH-01", "GET needs no token", func(g *guarding) {
		next := g.allows
		g.allows = func(r *http.Request) bool { return r.Method == "GET" || next(r) }
	}, "AUTH-07"),
	guard("AUTH-01", "DELETE needs no token", func(g *guarding) {
		next := g.allows
		g.allows = func(r *http.Request) bool { return r.Method == "DELETE" || next(r) }
	}),
	guard("AUTH-01", "a session needs no token", func(g *guarding) {
		next := g.allows
		g.allows = func(r *http.Request) bool { return r.Header.Get(sess) != "" || next(r) }
	}),
	guard("AUTH-02", "the metadata is nowhere", func(g *guarding) { g.document = "" }),
	guard("AUTH-02", "the challenge names metadata that is not there", func(g *guarding) {
		g.challenge, g.document = `Bearer resource_metadata="http://127.0.0.1/nowhere"`, ""
	}),
	guard("AUTH-02", "the metadata is no JSON", func(g *guarding) { g.document = "<html>" }, "AUTH-03"),
	guard("AUTH-02", "the metadata is called HTML", func(g *guarding) { g.kind = "text/html" }),
	guard("AUTH-02", "there is no challenge", func(g *guarding) { g.challenge = "" }),
	guard("AUTH-02", "the challenge asks for a password", func(g *guarding) { g.challenge = `Basic realm="mcp"` }, "AUTH-05"),
	guard("AUTH-02", "the challenge names the metadata without quotes", func(g *guarding) {
		g.challenge = strings.Replace(g.challenge, `mcp"`, "mcp", 1)
		g.challenge = strings.Replace(g.challenge, `="`, "=", 1)
	}),
	guard("AUTH-02", "the scopes of the metadata are a text", func(g *guarding) { g.document = strings.Replace(g.document, `["mcp"]`, `"mcp"`, 1) }),
	guard("AUTH-03", "the resource has a fragment", func(g *guarding) { g.document = strings.Replace(g.document, `/mcp"`, `/mcp#x"`, 1) }),
	guard("AUTH-03", "the authorization server has a query", func(g *guarding) { g.document = strings.Replace(g.document, `.example"`, `.example?a=b"`, 1) }),
	guard("AUTH-03", "the metadata names no authorization server", func(g *guarding) { g.document = `{"resource":"http://127.0.0.1/mcp"}` }),
	guard("AUTH-03", "the list of authorization servers is empty", func(g *guarding) {
		g.document = `{"resource":"http://127.0.0.1/mcp","authorization_servers":[]}`
	}),
	guard("AUTH-03", "the metadata is that of another resource", func(g *guarding) {
		g.document = `{"resource":"https://other.example/mcp","authorization_servers":["https://auth.example"]}`
	}),
	guard("AUTH-03", "the metadata names no resource", func(g *guarding) { g.document = `{"authorization_servers":["https://auth.example"]}` }),
	guard("AUTH-03", "the authorization server is an object", func(g *guarding) {
		g.document = `{"resource":"http://127.0.0.1/mcp","authorization_servers":[{"issuer":"https://auth.example"}]}`
	}),
	guard("AUTH-04", "a token in the query is accepted", func(g *guarding) {
		next := g.allows
		g.allows = func(r *http.Request) bool { return r.URL.Query().Get("access_token") == "good" || next(r) }
	}),
	guard("AUTH-04", "a token in the query is accepted as token", func(g *guarding) {
		next := g.allows
		g.allows = func(r *http.Request) bool { return r.URL.Query().Get("token") == "good" || next(r) }
	}),
	guard("AUTH-04", "a token in the query is accepted as api_key", func(g *guarding) {
		next := g.allows
		g.allows = func(r *http.Request) bool { return r.URL.Query().Get("api_key") == "good" || next(r) }
	}),
	guard("AUTH-05", "the challenge names no scope", func(g *guarding) {
		g.challenge = `Bearer resource_metadata="http://127.0.0.1` + metadata + `"`
	}),
	{id: "AUTH-07", name: "GET is refused with 401 although it is never served", over: "http", header: bearer, change: both(
		func(v *server) { v.http.get = false }, unannounced, guarded(func(*guarding) {}))},
}
