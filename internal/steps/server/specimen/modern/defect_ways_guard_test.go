package modern_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
)

// asksFor reports whether a body asks for a method; "" = any.
func asksFor(body, method string) bool {
	return method == "" || strings.Contains(body, `"`+method+`"`)
}

// inQuery lets a token pass that is in the query under a name, and none is in the header.
func inQuery(name, method string) func(g *guard) {
	return func(g *guard) {
		g.passes = func(r *http.Request, body string) bool {
			given := strings.TrimPrefix(r.URL.Query().Get(name), "Bearer ")
			return r.Header.Get("Authorization") == "" && given == "good" && asksFor(body, method)
		}
	}
}

// vouches lets requests pass without a good token once one with it has come from the same
// client. of is by what the server knows a client.
func vouches(method string, of func(r *http.Request, body string) string) func(g *guard) {
	return func(g *guard) {
		var mu sync.Mutex
		known := map[string]bool{}
		g.passes = func(r *http.Request, body string) bool {
			mu.Lock()
			defer mu.Unlock()
			if who := of(r, body); !contains(g.known, r.Header.Get("Authorization")) {
				return known[who] && asksFor(body, method)
			} else {
				known[who] = true
			}
			return false
		}
	}
}

func ofAddress(r *http.Request, _ string) string {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	return host
}

func ofProgram(r *http.Request, _ string) string { return r.UserAgent() }

func ofConnection(r *http.Request, _ string) string {
	return fmt.Sprintf("%p", r.Context().Value(connKey{}))
}

// ofName is the name that a client gives itself.
func ofName(_ *http.Request, body string) string {
	var msg struct {
		Params struct {
			Meta map[string]json.RawMessage `json:"_meta"`
		}
	}
	_ = json.Unmarshal([]byte(body), &msg)
	return string(msg.Params.Meta[prefix+"clientInfo"])
}

// refusing answers requests with a token in its own way.
func refusing(token, method string, how func(w http.ResponseWriter, g *guard, body string)) func(g *guard) {
	return func(g *guard) {
		g.answers = func(w http.ResponseWriter, r *http.Request, body string) bool {
			if r.Header.Get("Authorization") != token || !asksFor(body, method) {
				return false
			}
			how(w, g, body)
			return true
		}
	}
}

func withStatus(status int) func(w http.ResponseWriter, g *guard, body string) {
	return func(w http.ResponseWriter, g *guard, _ string) {
		w.Header().Set("WWW-Authenticate", g.narrow)
		w.WriteHeader(status)
	}
}

// withChallenges refuses with several challenges.
func withChallenges(status int, all ...string) func(w http.ResponseWriter, g *guard, body string) {
	return func(w http.ResponseWriter, _ *guard, _ string) {
		for _, one := range all {
			w.Header().Add("WWW-Authenticate", one)
		}
		w.WriteHeader(status)
	}
}

// asError refuses with an error of JSON-RPC.
func asError(status, code int, message string) func(w http.ResponseWriter, g *guard, body string) {
	return func(w http.ResponseWriter, _ *guard, body string) {
		msg, _ := decode([]byte(body)).(object)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(encode(failure(msg["id"], refuse(code, message))))
	}
}

const atMetadata = `resource_metadata="http://127.0.0.1` + metadata + `"`

var waysOfTokens = []defect{
	unguarded("M-AUTH-04", "a token in the query will do for subscriptions", inQuery("access_token", "subscriptions/listen")),
	unguarded("M-AUTH-04", "a token in the query will do for calls", inQuery("access_token", "tools/call")),
	unguarded("M-AUTH-04", "a token in the query is called api_key", inQuery("api_key", "")),
	unguarded("M-AUTH-04", "the query is as good as the header", inQuery("authorization", "")),
	unguarded("M-AUTH-08", "an address vouches for its requests", vouches("", ofAddress)),
	unguarded("M-AUTH-08", "a program vouches for its requests", vouches("", ofProgram)),
	unguarded("M-AUTH-08", "the name of a client vouches for its requests", vouches("", ofName)),
	{id: "M-AUTH-08", name: "an address vouches for its calls", over: "http", also: []string{"M-AUTH-01"}, change: guarded(vouches("tools/call", ofAddress))},
	unguarded("M-AUTH-08", "a network connection vouches for its calls", vouches("tools/call", ofConnection)),
	unguarded("M-AUTH-08", "a network connection vouches for its subscriptions", vouches("subscriptions/listen", ofConnection)),
	unguarded("M-AUTH-08", "a network connection vouches for what is read", vouches("resources/read", ofConnection)),
	unguarded("M-AUTH-09", "a token for another server will do for subscriptions", func(g *guard) { g.foreignFor = "subscriptions/listen" }),
	unguarded("M-AUTH-09", "a token for another server will do for what is read", func(g *guard) { g.foreignFor = "resources/read" }),
	unguarded("M-AUTH-09", "a token for another server will do for prompts", func(g *guard) { g.foreignFor = "prompts/get" }),
	unguarded("M-AUTH-09", "a token for another server will do once it was refused", func(g *guard) {
		n := 0
		g.taken = func(token string) bool {
			if token == "Bearer foreign" {
				n++
			}
			return token == "Bearer foreign" && n > 1
		}
	}),
	unguarded("M-AUTH-11", "a broader scope does not suffice for what is read", refusing("Bearer broad", "resources/read", withStatus(403))),
	unguarded("M-AUTH-11", "a broader scope does not suffice for prompts", refusing("Bearer broad", "prompts/get", withStatus(403))),
	unguarded("M-AUTH-11", "a broader scope does not suffice for lists of resources", refusing("Bearer broad", "resources/list", withStatus(403))),
	unguarded("M-AUTH-11", "calls with a broader scope are refused with 401", refusing("Bearer broad", "tools/call", withStatus(401))),
	unguarded("M-AUTH-11", "with a broader scope tools are unknown", refusing("Bearer broad", "tools/call", asError(400, -32602, "Unknown tool"))),
}

var waysOfChallenges = []defect{
	unguarded("M-AUTH-06", "a second challenge asks for offline_access", refusing("", "", withChallenges(401, `Bearer scope="mcp", `+atMetadata, `Bearer scope="openid offline_access"`))),
	unguarded("M-AUTH-06", "the challenge of a wrong token asks for offline_access", refusing("Bearer mcpsim-no-such-token", "", withChallenges(401, `Bearer error="invalid_token", scope="mcp offline_access", `+atMetadata))),
	unguarded("M-AUTH-06", "the challenge asks for offline_access alone", func(g *guard) { g.challenge = strings.ReplaceAll(g.challenge, `"mcp"`, `"offline_access"`) }),
	unguarded("M-AUTH-10", "a 403 for a call names no metadata", refusing("Bearer narrow", "tools/call", withChallenges(403, `Bearer error="insufficient_scope", scope="mcp"`))),
	unguarded("M-AUTH-10", "a 403 names the metadata under another name", func(g *guard) { g.narrow = strings.ReplaceAll(g.narrow, "resource_metadata", "resourceMetadata") }),
	unguarded("M-AUTH-10", "a 403 names metadata that is nowhere", func(g *guard) { g.narrow = strings.ReplaceAll(g.narrow, metadata, "/nowhere") }),
	unguarded("M-AUTH-05", "a 403 has no challenge", func(g *guard) { g.narrow = "" }),
	{id: "M-AUTH-01", name: "a request without a token leads to a login page", over: "http", change: guarded(refusing("", "", func(w http.ResponseWriter, _ *guard, _ string) {
		w.Header().Set("Location", "/login")
		w.WriteHeader(http.StatusFound)
	}))},
	{id: "M-AUTH-01", name: "a request without a token is an error with 200", over: "http", change: guarded(refusing("", "", asError(200, -32603, "Unauthorized")))},
	{id: "M-AUTH-01", name: "a request without a token is forbidden, without a challenge", over: "http", change: guarded(func(g *guard) { g.status, g.challenge = 403, "" })},
	unguarded("M-AUTH-13", "two origins of pages can read the metadata", func(g *guard) { g.shared = "https://a.example, https://b.example" }),
	unguarded("M-AUTH-13", "one origin of pages can read the metadata twice", func(g *guard) { g.shared = "*, *" }),
	unguarded("M-AUTH-13", "the origin of pages has a path", func(g *guard) { g.shared = "https://inspector.example/" }),
}
