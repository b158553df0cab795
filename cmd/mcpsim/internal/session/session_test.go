package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
)

// secret is in the definitions of these tests and must be nowhere else.
const secret = "sekrit-1234567"

// web starts a fake server and returns the address without scheme.
func web(t *testing.T, script fakeserver.Script) string {
	t.Helper()
	if script.Tools == nil {
		script.Tools = []fakeserver.Tool{{Name: "search", Description: "Finds books.", Answer: fakeserver.Answer{Text: "2 books"}}}
	}
	fake, err := fakeserver.New(&script, fakeserver.Options{})
	assert.NilError(t, err)
	server := httptest.NewServer(fake.Handler())
	t.Cleanup(func() {
		fake.Close()
		server.Close()
	})
	return strings.TrimPrefix(server.URL, "http://")
}

// guarded is a server that wants a login.
func guarded(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="https://login.test/.well-known"`)
		http.Error(w, "log in first", http.StatusUnauthorized)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/mcp"
}

// desk is a home and a project with files, named as in scenarios.
type desk struct {
	home, dir string
	stdin     io.Reader // nil = what run is given
}

func newDesk(t *testing.T, files map[string]string) desk {
	t.Helper()
	d := desk{home: t.TempDir(), dir: t.TempDir()}
	for name, content := range files {
		path := filepath.Join(d.dir, name)
		if rest, own := strings.CutPrefix(name, "~/"); own {
			path = filepath.Join(d.home, rest)
		}
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		assert.NilError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	return d
}

// result is what a session said.
type result struct {
	code           int
	stdout, stderr string
}

// run runs a session with flags and the lines of stdin.
func (d desk) run(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out, err strings.Builder
	sys := ui.System{
		Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &err,
		Environ: []string{"HOME=" + d.home, "PATH=/nowhere", systemVariable + "=" + filepath.Join(d.home, "system.json")},
	}
	if d.stdin != nil {
		sys.Stdin = d.stdin
	}
	code := ui.Main(sys, append([]string{"--dir", d.dir}, args...), Command)
	assert.Check(t, !strings.Contains(out.String()+err.String(), secret), "%s%s", out.String(), err.String())
	return result{code, out.String(), err.String()}
}

// answers are the answers of a session as JSON, by request; each line must be an object
// of a known shape.
func (r result) answers(t *testing.T) map[string]map[string]any {
	t.Helper()
	out := map[string]map[string]any{}
	for line := range strings.Lines(r.stdout) {
		var object map[string]any
		assert.NilError(t, json.Unmarshal([]byte(line), &object), "%s", line)
		assert.Equal(t, object["version"], float64(ui.JSONVersion))
		if object["type"] == "answer" {
			out[object["do"].(string)] = object
		}
	}
	return out
}

// configured is a .mcp.json with these definitions.
func configured(definitions ...string) string {
	return `{"mcpServers": {` + strings.Join(definitions, ", ") + `}}`
}

func httpServer(name, addr string) string {
	return fmt.Sprintf(`%q: {"type": "http", "url": "http://%s/mcp", "headers": {"Authorization": "Bearer %s"}}`, name, addr, secret)
}

// Requests that cannot be read are none that went well.
func TestRequestsThatAreNotRead(t *testing.T) {
	d := newDesk(t, map[string]string{".mcp.json": "{}"})
	r := d.run(t, "list\n"+strings.Repeat("x", longestLine+1)+"\nlist\n", "--profile", "omp")
	assert.Equal(t, r.code, ui.ExitUsage, "%s%s", r.stdout, r.stderr)
	assert.Check(t, is.Contains(r.stderr, "a line of more than 4194304 bytes, which is no request; nothing after it is read"))
	assert.Check(t, is.Contains(r.stdout, `"type":"summary","failed":1,"exit":2`))
	d.stdin = iotest.ErrReader(errors.New("input/output error"))
	r = d.run(t, "", "--profile", "omp")
	assert.Equal(t, r.code, ui.ExitFailed, "%s%s", r.stdout, r.stderr)
	assert.Check(t, is.Contains(r.stderr, "reading requests: input/output error"))
}

func TestWordsOfACodingAgent(t *testing.T) {
	docs, mail := web(t, fakeserver.Script{Name: "library"}), web(t, fakeserver.Script{})
	d := newDesk(t, map[string]string{
		".omp/mcp.json": "{\n  // ours\n  \"mcpServers\": {" + httpServer("docs", docs) + "}\n}\n",
		".mcp.json":     configured(httpServer("mail", mail), `"login": {"type": "http", "url": "`+guarded(t)+`"}`, `"off": {"command": "x", "enabled": false}`),
	})
	lines := []string{
		"list", "show docs", "tools docs", `call docs/search {"q": "x"}`, "call mcp__docs_search", "call docs/serch",
		"disable docs", "disable mail", "list ", "enable docs", "enable mail", "enable off",
		"add new --header 'X-Key: " + secret + "' http://" + docs + "/mcp", "test new", "show new", "remove new", "show 'new'",
		"remove mail", "test login", "show login", "reconnect nobody", "reload", "resources docs", "prompts docs", "wait docs",
		"# a comment", "", "help", "help show", "quit", "never",
	}
	r := d.run(t, strings.Join(lines, "\n"), "--profile", "omp")
	assert.Equal(t, r.code, ui.ExitFailed, "%s%s", r.stdout, r.stderr)
	a := r.answers(t)
	text := func(do string) string { return fmt.Sprint(a[do]["text"]) }
	failure := func(do string) string { return fmt.Sprint(a[do]["error"], " | ", a[do]["next"]) }

	assert.Check(t, is.Contains(text("show docs"), "headers Authorization="))
	assert.Check(t, is.Contains(text("tools docs"), "docs/search  mcp__docs_search  Finds books."))
	assert.Equal(t, text(`call docs/search {"q": "x"}`), "2 books")
	assert.Equal(t, text("call mcp__docs_search"), "2 books")
	assert.Check(t, is.Contains(failure("call docs/serch"), "did you mean docs/search?"))
	assert.Equal(t, text("disable docs"), "docs: disabled")
	assert.Check(t, is.Contains(text("enable docs"), "connected, 1 tool"))
	assert.Check(t, is.Contains(text("enable mail"), "connected, 1 tool"))
	assert.Check(t, is.Contains(failure("enable off"), "enable it there"))
	assert.Check(t, is.Contains(fmt.Sprint(a["add new --header 'X-Key: [redacted]' http://"+docs+"/mcp"]["text"]), "added to .omp/mcp.json; connected, 1 tool"))
	assert.Check(t, is.Contains(text("test new"), "new works: 1 tool in "))
	assert.Check(t, is.Contains(text("show new"), "headers X-Key=***"))
	assert.Check(t, is.Contains(failure("remove mail"), ".mcp.json is the file of MCP Config | take it out there, or: disable mail"))
	assert.Check(t, is.Contains(failure("test login"), "HTTP 401: log in first"))
	assert.Check(t, is.Contains(failure("test login"), "WWW-Authenticate: Bearer resource_metadata"))
	assert.Check(t, is.Contains(failure("test login"), "| log in: mcpsim login "))
	assert.Check(t, is.Contains(text("show login"), "give a credential"))
	assert.Check(t, is.Contains(failure("reconnect nobody"), `no server "nobody"`))
	assert.Check(t, is.Contains(text("reload"), "2 connected, 2 tools; failed: login"))
	assert.Check(t, is.Contains(text("help show"), "show NAME"))
	_, after := a["never"]
	assert.Check(t, !after, "a word after quit was obeyed")

	own, err := os.ReadFile(filepath.Join(d.dir, ".omp", "mcp.json"))
	assert.NilError(t, err)
	assert.Check(t, is.Contains(string(own), "// ours"))
	assert.Check(t, !strings.Contains(string(own), "X-Key"))
	user, err := os.ReadFile(filepath.Join(d.home, ".omp", "agent", "mcp.json"))
	assert.NilError(t, err)
	assert.Equal(t, strings.TrimSpace(string(user)), `{"disabledServers":[]}`)
}

// Its exit codes are those of connect: what failed first decides.
func TestExitCodes(t *testing.T) {
	docs := web(t, fakeserver.Script{})
	d := newDesk(t, map[string]string{
		"servers.json": configured(httpServer("docs", docs), `"login": {"type": "http", "url": "`+guarded(t)+`"}`,
			`"gone": {"type": "http", "url": "http://127.0.0.1:1/mcp"}`),
	})
	config := filepath.Join(d.dir, "servers.json")
	for _, tt := range []struct {
		words []string
		want  int
	}{
		{[]string{"list", "reconnect docs"}, ui.ExitOK},
		{[]string{"test login", "list"}, ui.ExitAuth},
		{[]string{"test gone"}, ui.ExitUnreachable},
		{[]string{"reconnect nobody", "test login"}, ui.ExitFailed},
		{[]string{"call docs/search []"}, ui.ExitUsage},
		{[]string{"list", "lst"}, ui.ExitUsage},
	} {
		args := []string{"--profile", "omp", "--config", config}
		for _, w := range tt.words {
			args = append(args, "--do", w)
		}
		r := d.run(t, "not read", args...)
		assert.Equal(t, r.code, tt.want, "%q\n%s%s", tt.words, r.stdout, r.stderr)
	}
	for _, args := range [][]string{
		{}, {"--profile", "opm"}, {"--profile", "qwen", "--config", config}, {"--profile", "agents"},
		{"--profile", "omp", "--mcp-config", "{}"}, {"--profile", "omp", "--switch", "nothing=1"}, {"--profile", "omp", "--dir", "/nowhere"},
		{"--profile", "room", "--config", "/nowhere"}, {"--profile", "omp", "--config", "/nowhere"},
	} {
		r := d.run(t, "", args...)
		assert.Equal(t, r.code, ui.ExitUsage, "%q\n%s", args, r.stderr)
	}
}

// The words change one file and no other.
func TestWordsWithOneFile(t *testing.T) {
	docs := web(t, fakeserver.Script{})
	d := newDesk(t, map[string]string{"servers.json": configured(httpServer("docs", docs))})
	config := filepath.Join(d.dir, "servers.json")
	r := d.run(t, "disable docs\nlist\nenable docs\nadd two http://"+docs+"/mcp\nremove docs\nlist \n", "--profile", "omp", "--config", config, "--json=false")
	assert.Equal(t, r.code, ui.ExitOK, "%s", r.stdout)
	assert.Check(t, is.Contains(r.stdout, "docs  disabled"))
	assert.Check(t, is.Contains(r.stdout, "> remove docs\ndocs: removed\n"))
	left, err := os.ReadFile(config)
	assert.NilError(t, err)
	assert.Check(t, is.Contains(string(left), `"two"`))
	assert.Check(t, !strings.Contains(string(left), `"docs"`))
	_, err = os.Stat(filepath.Join(d.dir, ".omp"))
	assert.Check(t, os.IsNotExist(err))
}

func TestWordsOfSettings(t *testing.T) {
	wiki, docs := web(t, fakeserver.Script{}), web(t, fakeserver.Script{})
	entry := func(name, addr string) string {
		return fmt.Sprintf(`%q: {"httpUrl": "http://%s/mcp", "headers": {"X-Key": %q}}`, name, addr, secret)
	}
	definition := func(addr string) string { _, d, _ := strings.Cut(entry("x", addr), ": "); return d }
	d := newDesk(t, map[string]string{
		"~/.qwen/settings.json": configured(entry("wiki", wiki), entry("bound", wiki)),
		".mcp.json":             configured(entry("docs", docs)),
		"extension.json":        configured(entry("ext", docs)),
	})
	lines := []string{
		"list", "asking", "show 'docs'", "approve docs", "show docs", "call docs/search", "reject nobody",
		"install library " + filepath.Join(d.dir, "extension.json"), "show 'ext'", "uninstall library", "show ext",
		"add tmp " + definition(docs), "show tmp", "remove tmp", "missing", "show bound", "trust off", "show wiki", "trust on", "trust maybe",
		"reconnect wiki", "tools", "show nobody",
	}
	r := d.run(t, strings.Join(lines, "\n"), "--profile", "qwen", "--allowed-mcp-server-names", "wiki,docs,ext,tmp")
	assert.Equal(t, r.code, ui.ExitFailed, "%s%s", r.stdout, r.stderr) // nobody is rejected
	a := r.answers(t)
	text := func(do string) string { return fmt.Sprint(a[do]["text"]) }
	assert.Check(t, is.Contains(text("asking"), "docs  needs approval: http, from .mcp.json; headers X-Key"))
	assert.Equal(t, a["approve docs"]["ok"], true)
	assert.Check(t, is.Contains(text("show 'docs'"), "reason     pending_approval"))
	assert.Check(t, is.Contains(text("show docs"), "connected"))
	assert.Check(t, is.Contains(text("show 'ext'"), "source     extension library"))
	assert.Equal(t, text("call docs/search"), "2 books")
	assert.Check(t, is.Contains(text("install library "+filepath.Join(d.dir, "extension.json")), "library: installed, with ext"))
	assert.Check(t, is.Contains(text("show ext"), "reason     removed"))
	assert.Check(t, is.Contains(text("show tmp"), "X-Key=***"))
	assert.Check(t, is.Contains(text("show tmp"), "source     program"))
	assert.Check(t, is.Contains(text("missing"), "bound  not_allowed"))
	assert.Check(t, is.Contains(text("show bound"), "reason     not_allowed"))
	assert.Check(t, is.Contains(text("show wiki"), "reason     untrusted"))
	assert.Check(t, is.Contains(fmt.Sprint(a["trust maybe"]["error"]), "want on or off"))
	assert.Equal(t, a["reconnect wiki"]["ok"], true, "%v", a["reconnect wiki"])
	assert.Check(t, is.Contains(fmt.Sprint(a["show nobody"]["error"]), `no server "nobody"`))
}

func TestWordsOfARoom(t *testing.T) {
	docs := web(t, fakeserver.Script{HTTP: fakeserver.HTTPScript{WebSocket: &fakeserver.WebSocket{}}})
	d := newDesk(t, map[string]string{"appsettings.json": `{"Mcp": {"LazyLoad": true}, "McpServers": [{"id": "docs", "url": "ws://` + docs + `"}]}`})
	lines := []string{
		"status", "connect docs", "wait", "status ", "tools", `call docs:search {"q": "x"}`, "call docs/search", "disconnect docs", "list",
		"connect mail", "define mail http://x", "define mail ws://" + docs, "connect mail docs", "wait mail docs", "list ",
		"define own ws://" + docs + " owner", "connect own", "wait own", "as visitor", "status", "resources own", "call own:search", "tools", "as nobody",
		"as member net:",
	}
	r := d.run(t, strings.Join(lines, "\n"), "--profile", "room", "--config", filepath.Join(d.dir, "appsettings.json"), "--json=false")
	assert.Equal(t, r.code, ui.ExitFailed, "%s%s", r.stdout, r.stderr)
	for _, want := range []string{
		"docs  idle  0 attempts", "docs  connected  1 attempt", "docs/search  docs:search  Finds books.", "2 books",
		"docs  idle  ws", "no provider \"mail\"\n  next: define mail ws://HOST:PORT", "docs  connected, 1 tool",
		`no server "own"`, `no tool named "own:search"`, "want visitor, member or owner", `scope "net:" is not`,
	} {
		assert.Check(t, is.Contains(r.stdout, want), "%s", r.stdout)
	}
}

func TestWordsOfAnAgentFramework(t *testing.T) {
	docs := web(t, fakeserver.Script{
		Prompts: []fakeserver.Prompt{{Name: "hello"}}, Resources: []fakeserver.Resource{{URI: "file:///a"}}, Templates: []fakeserver.Template{{URITemplate: "file:///{name}"}},
	})
	mail := web(t, fakeserver.Script{})
	file := func(do string) string {
		return `
manager: {drop_failed: true, connect_timeout: 5s}
agent: {name: writer, prefix_names: true}
servers:
  - {name: docs, url: "http://` + docs + `/mcp", headers: {X-Key: ` + secret + `}, cache_tools: true}
  - {name: gone, url: "http://127.0.0.1:1/mcp", retry: {attempts: 1, base: 1ms}}
  - {name: mail, url: "http://` + mail + `/mcp", blocked_tools: [search], failure: propagate, approval: never}
` + do
	}
	d := newDesk(t, map[string]string{"a.yaml": file("do: [connect, views, errors]\n"), "b.yaml": file(""), "bad.yaml": "servers:\n  - nme: x\n"})
	r := d.run(t, "not read", "--profile", "agents", "--config", filepath.Join(d.dir, "a.yaml"), "--json=false")
	assert.Equal(t, r.code, ui.ExitOK, "%s%s", r.stdout, r.stderr)
	assert.Check(t, is.Contains(r.stdout, "active: docs, mail; failed: gone"))
	assert.Check(t, is.Contains(r.stdout, "connected   docs, mail"))
	_, after, _ := strings.Cut(r.stdout, "> errors")
	assert.Check(t, strings.Index(after, "mail: cleanup ok") < strings.Index(after, "docs: cleanup ok"), "%s", after)

	r = d.run(t, "connect\ntools\ncall docs/search {}\ncall mcp_docs__search\ncall mail/search\nreconnect\ninvalidate docs\ncleanup\nviews\ncall docs/search\n",
		"--profile", "agents", "--config", filepath.Join(d.dir, "b.yaml"))
	assert.Equal(t, r.code, ui.ExitFailed, "%s%s", r.stdout, r.stderr)
	a := r.answers(t)
	assert.Equal(t, a["call docs/search {}"]["text"], "2 books")
	assert.Equal(t, a["call mcp_docs__search"]["text"], "2 books")
	assert.Check(t, is.Contains(fmt.Sprint(a["call mail/search"]["error"]), `no function "mail/search"`))
	assert.Equal(t, a["cleanup"]["text"], "closed: mail, docs")
	assert.Check(t, is.Contains(fmt.Sprint(a["views"]["text"]), "connected   none"))
	assert.Equal(t, a["call docs/search"]["next"], "connect")

	r = d.run(t, strings.Join([]string{
		"prompts docs", "connect", "resources docs", "read docs file:///a", "prompts docs ", "prompt docs hello {}", "tools docs", "filter docs none", "tools docs ",
		"filter docs", "tools docs  ", "filter nobody", "prompt docs hello {\"n\": 1}", "prompt docs other",
	}, "\n"), "--profile", "agents", "--config", filepath.Join(d.dir, "b.yaml"), "--json=false")
	assert.Equal(t, r.code, ui.ExitFailed, "%s%s", r.stdout, r.stderr)
	for _, want := range []string{
		"Server not initialized.", "file:///a", `"uri": "file:///a"`, "file:///{name}", "hello", `"messages": [`, "docs: none", "no tools", "docs: all tools",
		`no server "nobody"`, "want a JSON object of texts", "Unknown prompt: other",
	} {
		assert.Check(t, is.Contains(r.stdout, want), "%s", r.stdout)
	}

	r = d.run(t, "", "--profile", "agents", "--config", filepath.Join(d.dir, "bad.yaml"))
	assert.Equal(t, r.code, ui.ExitUsage)
	assert.Check(t, is.Contains(r.stderr, "nme"))
}
