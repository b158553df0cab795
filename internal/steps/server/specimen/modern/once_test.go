package modern_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	judges "github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/reports"
)

// scarce answers requests for tools, which the narrow token is not good for, with 401.
func scarce(g *guard) {
	g.answers = func(w http.ResponseWriter, r *http.Request, body string) bool {
		if r.Header.Get("Authorization") != "Bearer narrow" || !strings.Contains(body, `"tools/`) {
			return false
		}
		w.Header().Set("WWW-Authenticate", g.narrow)
		w.WriteHeader(http.StatusUnauthorized)
		return true
	}
}

// spentCursors keeps which cursors were used, whoever has done it.
func spentCursors() func(*server) {
	var mu sync.Mutex
	used := map[any]bool{}
	return handle("prompts/list", func(c *call, next handler) (object, *fault) {
		cursor := c.params["cursor"]
		mu.Lock()
		spent := cursor != nil && used[cursor]
		used[cursor] = true
		mu.Unlock()
		if spent {
			return nil, refuse(-32602, "Invalid cursor")
		}
		return next(c)
	})
}

// onceDefects are known by what else is found of the server, which one check tells.
var onceDefects = []defect{
	unguarded("M-AUTH-01", "every wrong token is answered with 400", func(g *guard) { g.status = 400 }),
	unguarded("M-AUTH-02", "the metadata wants a token", func(g *guard) { g.closed = true }),
	unguarded("M-AUTH-02", "all challenges name the metadata by a path", func(g *guard) {
		g.challenge = strings.ReplaceAll(g.challenge, "http://127.0.0.1"+metadata, metadata)
		g.narrow = strings.ReplaceAll(g.narrow, "http://127.0.0.1"+metadata, metadata)
	}),
	unguarded("M-AUTH-05", "a token with few scopes is refused with 401", scarce),
	unguarded("M-AUTH-12", "no refusal has a challenge", func(g *guard) { g.challenge, g.narrow = "", "" }),
	{id: "M-PAG-01", name: "whatever is wrong with params is an internal error", change: coded(-32602, -32603)},
	{id: "M-BASE-16", name: "no result has a type, so that none is marked as one that may be kept", change: results(func(_ *call, r object) {
		delete(r, "resultType")
		delete(r, "ttlMs")
		delete(r, "cacheScope")
	})},
	{id: "M-DISC-04", name: "only a version with a handshake is named", change: results(func(_ *call, r object) { r["supportedVersions"] = list{"2025-11-25"} }, "server/discover")},
	{id: "M-DISC-09", name: "prompts are served and acknowledged, and not declared", over: "stdio", change: both(
		func(v *server) { delete(v.declared, "prompts") },
		func(v *server) {
			v.agree = func(_ *server, asked object) object { return with(asked, object{"mcpsimListChanged": nil}) }
		},
	)},
	{id: "M-PAG-02", name: "a cursor leads on once, for all clients together", over: "http", change: both(func(v *server) { v.pageSize = 2 }, each(spentCursors))},
	{id: "M-HM-11", name: "nothing is decoded", over: "http", change: altered(func(_ *call, h http.Header) {
		for name := range h {
			if strings.HasPrefix(h.Get(name), "=?base64?") {
				h.Set(name, "undecoded")
			}
		}
	})},
	{id: "M-LOG-04", name: "everything is logged for all", over: "stdio", change: runs("slow", func(c *call, next handler) (object, *fault) {
		c.notify("notifications/message", object{"level": "info", "data": "x"})
		return next(c)
	})},
	{id: "M-SUB-02", name: "reading tells of changes that were not asked for", over: "stdio", also: []string{"M-SUB-08"}, change: both(
		func(v *server) { v.declared["tools"] = object{} },
		handle("tools/list", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			subs := slices.Clone(c.subs)
			c.mu.Unlock()
			for _, s := range subs {
				s.c.notify("notifications/tools/list_changed", object{"_meta": object{prefix + "subscriptionId": s.c.id}})
			}
			return next(c)
		}),
	)},
	{id: "M-MRTR-01", name: "a completion asks a client that can be asked", change: asksBy("completion/complete")},
}

// A defect is told by its own check, and not by those that meet it by the way.
func TestToldOnce(t *testing.T) {
	all := defects
	for _, c := range []struct{ key, beside string }{
		{"M-AUTH-01 over http: every wrong token is answered with 400", "M-AUTH-08 M-AUTH-09 M-AUTH-12"},
		{"M-AUTH-01 over http: a request without a token is not found", "M-AUTH-08 M-AUTH-09 M-AUTH-12"},
		{"M-AUTH-01 over http: a request without a token is refused with 403", "M-AUTH-08 M-AUTH-12"},
		{"M-AUTH-01 over http: a request without a token is forbidden, without a challenge", "M-AUTH-08 M-AUTH-12"},
		{"M-AUTH-01 over http: a request without a token leads to a login page", "M-AUTH-08 M-AUTH-12"},
		{"M-AUTH-01 over http: a request without a token is an error with 200", "M-AUTH-08 M-AUTH-12"},
		{"M-AUTH-01 over http: calls need no token", "M-AUTH-09"},
		{"M-AUTH-02 over http: the metadata wants a token", "M-AUTH-10"},
		{"M-AUTH-02 over http: all challenges name the metadata by a path", "M-AUTH-10"},
		{"M-AUTH-05 over http: a token with few scopes is refused with 401", "M-AUTH-10"},
		{"M-AUTH-12 over http: no refusal has a challenge", "M-AUTH-05"},
		{"M-PAG-01 over stdio: whatever is wrong with params is an internal error", "M-PRM-01 M-LOG-02 M-COMP-03 M-TOOL-03 M-RES-01 M-BASE-39 M-MRTR-09 M-MRTR-11 M-TASK-07"},
		{"M-BASE-16 over http: no result has a type, so that none is marked as one that may be kept", "M-CACHE-01"},
		{"M-DISC-04 over stdio: only a version with a handshake is named", "M-DISC-02"},
		{"M-DISC-09 over stdio: prompts are served and acknowledged, and not declared", "M-SUB-03"},
		{"M-MRTR-01 over http: a completion asks a client that can be asked", "M-COMP-01"},
		{"M-MRTR-04 over stdio: states are verified by their length", "M-MRTR-09"},
		{"M-LOG-04 over stdio: everything is logged for all", "M-LOG-07"},
		{"M-SUB-02 over stdio: reading tells of changes that were not asked for", "M-SUB-08"},
		{"M-PROG-04 over stdio: tokens come back as strings", "M-PROG-01"},
		{"M-PROG-04 over stdio: progress has the id of its request for a token", "M-PROG-01"},
		{"M-SUB-01 over http: a subscription is answered at once", "M-HM-27 M-DISC-06"},
		{"M-COMP-01 over stdio: completions are internal errors", "M-COMP-03"},
		{"M-FORM-04 over stdio: sizes are null", "M-RES-08"},
		{"M-BASE-08 over stdio: what is no object ends the process", "M-BASE-11"},
		{"M-PAG-02 over http: a cursor leads on once, for all clients together", "M-PAG-03 M-PAG-04 M-SUB-08 M-BASE-28"},
		{"M-HM-11 over http: nothing is decoded", "M-HM-14"},
		{"M-BASE-18 over stdio: an unknown tool is -32023", "M-TOOL-03"},
		{"M-BASE-18 over stdio: an unknown prompt has a code of MCP that MCP has not", "M-PRM-01"},
		{"M-BASE-01 over stdio: numbers come back as strings", "M-CACHE-01"},
		{"M-BASE-24 over stdio: missing capabilities are -32003", "M-BASE-20"},
		{"M-SUB-07 over stdio: nothing is told at all", "M-SUB-17"},
		{"M-SUB-07 over http: nothing is told at all", "M-SUB-17"},
		{"M-STDIO-19 over stdio: nothing is cancelled", "M-CAN-01 M-STDIO-15"},
		{"M-STDIO-21 over stdio: each piece is decoded by itself", "M-BASE-01 M-BASE-14"},
		{"M-BASE-09 over stdio: malformed JSON is answered with the last id", "M-BASE-01"},
		{"M-DISC-11 over http: ping is answered in a word", "M-BASE-16 M-BASE-23"},
	} {
		t.Run(c.key, func(t *testing.T) {
			t.Parallel()
			id, _, _ := strings.Cut(c.key, " ")
			over := strings.TrimSuffix(strings.Fields(c.key)[2], ":")
			at := slices.IndexFunc(all, func(d defect) bool { return d.key(over) == c.key })
			assert.Assert(t, at >= 0, "there is no such defect")
			told := map[string]string{}
			var causes judges.Causes
			for _, r := range judge(t, over, all[at].change, append(strings.Fields(c.beside), id)...) {
				r = causes.Settle(r)
				if r.Verdict == reports.Failed || r.Verdict == reports.Warned {
					told[r.Rule.IDs[0]] = r.Name + ": " + r.Error
				}
			}
			assert.Check(t, told[id] != "", "not told")
			delete(told, id)
			assert.Equal(t, len(told), 0, "%v", told)
		})
	}
}
