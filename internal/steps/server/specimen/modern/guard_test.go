package modern_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
)

const metadata = "/.well-known/oauth-protected-resource/mcp"

// guard is how a server wants a token.
type guard struct {
	status       int
	challenge    string            // of a request without a good token
	places       map[string]string // what else there is, by path
	wrong        string            // what the challenge of a wrong token has more
	narrow       string            // challenge of one whose token has too few scopes
	document     string
	echoed       bool   // the document's Access-Control-Allow-Origin is the origin that asks
	body         string // of a refusal
	shared       string // Access-Control-Allow-Origin of the document
	known        []string
	query        bool // tokens in the query count
	remembers    bool // a network connection vouches for its requests
	literal      bool // scopes are compared by their names
	unguarded    string
	taken        func(token string) bool // that pass beside those that are known
	closed       bool                    // the metadata wants a token
	queryFor     string                  // the only method
	queryBeside  bool                    // beside a wrong token in the header
	remembersFor string                  // the only method
	remembersAny bool                    // whatever token comes
	foreignFor   string                  // the only method
	literalFor   string                  // the only method
	remembered   map[*int]bool

	passes  func(r *http.Request, body string) bool                        // whatever the token is; nil = none does
	answers func(w http.ResponseWriter, r *http.Request, body string) bool // what is not answered otherwise; nil = nothing is
}

// guarded is a server that wants a token, changed.
func guarded(change func(g *guard)) func(*server) {
	return func(v *server) {
		const at = `resource_metadata="http://127.0.0.1` + metadata + `"`
		v.web.guard = &guard{
			status: 401, wrong: `error="invalid_token"`, challenge: `Bearer ` + at + `, scope="mcp"`, narrow: `Bearer error="insufficient_scope", scope="mcp", ` + at,
			document: `{"resource":"http://127.0.0.1/mcp","authorization_servers":["https://auth.example"],"scopes_supported":["mcp"]}`,
			body:     `{"error":"invalid_token"}`, shared: "*", known: []string{"Bearer good", "Bearer narrow", "Bearer broad"}, remembered: map[*int]bool{},
		}
		change(v.web.guard)
	}
}

// refuses answers a request for the metadata, and one without a good token.
func (g *guard) refuses(w http.ResponseWriter, r *http.Request) bool {
	if g == nil {
		return false
	}
	answer := func(status int, body string) bool {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
		return true
	}
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	token := r.Header.Get("Authorization")
	conn, _ := r.Context().Value(connKey{}).(*int)
	about := func(method string) bool { return method == "" || strings.Contains(string(body), `"`+method+`"`) }
	switch {
	case r.URL.Path == metadata && g.document != "" && !(g.closed && token == ""):
		if w.Header().Set("Access-Control-Allow-Origin", g.shared); g.echoed {
			w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
		}
		return answer(200, g.document)
	case g.places[r.URL.Path] == "401":
		return answer(401, "")
	case g.places[r.URL.Path] != "":
		return answer(200, g.places[r.URL.Path])
	case r.URL.Path != "/mcp":
		return answer(404, "")
	case g.passes != nil && g.passes(r, string(body)):
		return false
	case g.answers != nil && g.answers(w, r, string(body)):
		return true
	case g.query && r.URL.Query().Get("access_token") == "good" && about(g.queryFor) && g.queryBeside == (token != ""),
		g.unguarded != "" && strings.Contains(string(body), g.unguarded), g.remembers && token == "" && g.remembered[conn] && about(g.remembersFor),
		g.remembersAny && token != "" && g.remembered[conn],
		g.foreignFor != "" && token == "Bearer foreign" && about(g.foreignFor), g.taken != nil && g.taken(token):
		return false
	case !contains(g.known, token):
		w.Header().Set("WWW-Authenticate", g.challenge)
		if token != "" && g.wrong != "" {
			w.Header().Set("WWW-Authenticate", strings.Replace(g.challenge, "Bearer ", "Bearer "+g.wrong+", ", 1))
		}
		return answer(g.status, g.body)
	case (token == "Bearer narrow" || g.literal && token == "Bearer broad" && about(g.literalFor)) && strings.Contains(string(body), `"tools/`):
		w.Header().Set("WWW-Authenticate", g.narrow)
		return answer(403, `{"error":"insufficient_scope"}`)
	}
	g.remembered[conn] = true
	return false
}

func contains(known []string, token string) bool {
	for _, k := range known {
		if k == token || strings.HasSuffix(k, "*") && strings.HasPrefix(token, strings.TrimSuffix(k, "*")) {
			return true
		}
	}
	return false
}

func unguarded(id, name string, change func(g *guard)) defect {
	return defect{id: id, name: name, over: "http", change: guarded(change)}
}

var guardDefects = []defect{
	unguarded("M-AUTH-01", "a request without a token is refused with 403", func(g *guard) { g.status = 403 }),
	unguarded("M-AUTH-01", "any token will do", func(g *guard) { g.known = append(g.known, "Bearer m*", "Bearer ey*") }),
	unguarded("M-AUTH-01", "an expired token will do", func(g *guard) { g.known = append(g.known, "Bearer ey*") }),
	unguarded("M-AUTH-01", "a token that begins rightly will do", func(g *guard) { g.known = append(g.known, "Bearer goo*") }),
	unguarded("M-AUTH-01", "lists of resources need no token", func(g *guard) { g.unguarded = "resources/list" }),
	unguarded("M-AUTH-01", "lists of templates need no token", func(g *guard) { g.unguarded = "resources/templates/list" }),
	unguarded("M-AUTH-02", "the metadata is nowhere", func(g *guard) { g.document = "" }),
	unguarded("M-AUTH-02", "the challenge names another place", func(g *guard) { g.challenge = `Bearer resource_metadata="http://127.0.0.1/nowhere", scope="mcp"` }),
	unguarded("M-AUTH-02", "the challenge names the metadata without quotes", func(g *guard) {
		g.challenge = strings.ReplaceAll(strings.Replace(g.challenge, `mcp",`, "mcp,", 1), `metadata="`, "metadata=")
	}),
	unguarded("M-AUTH-02", "how a token is sent is a text in the metadata", func(g *guard) {
		g.document = strings.Replace(g.document, `{`, `{"bearer_methods_supported":"header",`, 1)
	}),
	unguarded("M-AUTH-03", "the resource has a fragment", func(g *guard) { g.document = strings.ReplaceAll(g.document, "127.0.0.1/mcp", "127.0.0.1/mcp#x") }),
	unguarded("M-AUTH-03", "the metadata is of another server", func(g *guard) { g.document = strings.ReplaceAll(g.document, "127.0.0.1/mcp", "127.0.0.1/mcp2") }),
	unguarded("M-AUTH-03", "the metadata names no authorization server", func(g *guard) { g.document = `{"resource":"http://127.0.0.1/mcp"}` }),
	unguarded("M-AUTH-04", "a token in the query will do", func(g *guard) { g.query = true }),
	unguarded("M-AUTH-05", "the challenge has no scope", func(g *guard) { g.challenge = strings.ReplaceAll(g.challenge, `, scope="mcp"`, "") }),
	unguarded("M-AUTH-05", "a 403 names no scope", func(g *guard) { g.narrow = strings.ReplaceAll(g.narrow, `scope="mcp", `, "") }),
	unguarded("M-AUTH-06", "the challenge asks for offline_access", func(g *guard) { g.challenge = strings.ReplaceAll(g.challenge, `"mcp"`, `"mcp offline_access"`) }),
	unguarded("M-AUTH-06", "the metadata lists offline_access", func(g *guard) {
		g.document = strings.ReplaceAll(g.document, `["mcp"]`, `["mcp","offline_access"]`)
	}),
	unguarded("M-AUTH-08", "a network connection vouches for its requests", func(g *guard) { g.remembers = true }),
	unguarded("M-AUTH-09", "a token for another server will do", func(g *guard) { g.known = append(g.known, "Bearer foreign") }),
	unguarded("M-AUTH-10", "a 403 names no metadata", func(g *guard) { g.narrow = `Bearer error="insufficient_scope", scope="mcp"` }),
	unguarded("M-AUTH-11", "a broader scope does not suffice", func(g *guard) { g.literal = true }),
	unguarded("M-AUTH-12", "a refusal is no challenge", func(g *guard) { g.challenge = "" }),
	unguarded("M-AUTH-13", "browsers cannot read the metadata", func(g *guard) { g.shared = "" }),
}
