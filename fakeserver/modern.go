package fakeserver

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// The names in _meta that every modern message may have.
const (
	metaVersion      = "io.modelcontextprotocol/protocolVersion"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaLogLevel     = "io.modelcontextprotocol/logLevel"
	metaServer       = "io.modelcontextprotocol/serverInfo"
	metaSubscription = "io.modelcontextprotocol/subscriptionId"
)

// The headers that repeat what the body says.
const (
	methodHeader = "Mcp-Method"
	nameHeader   = "Mcp-Name"
	paramHeader  = "Mcp-Param-"
)

// Codes of the modern revision, and the HTTP status that goes with each.
const (
	codeHeaderMismatch     = -32020
	codeMissingCapability  = -32021
	codeUnsupportedVersion = -32022
)

// ModernScript is what a server of the modern revision says about its lists.
type ModernScript struct {
	// TTL is how long a client may keep what discover, lists and resources/read
	// return; 0 = it is stale at once.
	TTL time.Duration `yaml:"ttl"`
	// Scope says who may be shown what was kept; empty = public.
	Scope CacheScope `yaml:"scope"`
}

// CacheScope says who may be shown a result that was kept: "public" or "private".
type CacheScope string

func (CacheScope) words() []string { return []string{"public", "private"} }

// modernMethods is what a correct modern server does for each request.
var modernMethods = map[string]struct {
	capability string
	serve      func(x *exec)
	cacheable  bool
}{
	"server/discover":          {"", (*exec).discover, true},
	"subscriptions/listen":     {"", (*exec).listen, false},
	"tools/list":               {"tools", (*exec).listTools, true},
	"tools/call":               {"tools", (*exec).callTool, false},
	"resources/list":           {"resources", (*exec).listResources, true},
	"resources/templates/list": {"resources", (*exec).listTemplates, true},
	"resources/read":           {"resources", (*exec).readResource, true},
	"prompts/list":             {"prompts", (*exec).listPrompts, true},
	"prompts/get":              {"prompts", (*exec).getPrompt, false},
	"completion/complete":      {"completions", (*exec).complete, false},
	"tasks/get":                {"tools", (*exec).getTask, false},
	"tasks/update":             {"tools", (*exec).updateTask, false},
	"tasks/cancel":             {"tools", (*exec).cancelTask, false},
}

// serveModern does what a correct modern server does with a request.
func (x *exec) serveModern() {
	if x.malformed() || x.mismatch() || x.unsupported() {
		return
	}
	m, known := modernMethods[x.msg.method]
	tasks := strings.HasPrefix(x.msg.method, "tasks/")
	if !known || m.capability != "" && !x.c.declares(m.capability) || tasks && !x.c.offersTasks() {
		x.fail(codeNoMethod, "Method not found")
		return
	}
	if !x.introduce(member(member(x.msg.params, "_meta"), metaCapabilities)) {
		return
	}
	m.serve(x)
	if x.reply.err != nil && x.reply.err.Code == codeNoResource {
		x.reply.err.Code = codeInvalidParams
	}
	x.complete2026(m.cacheable)
}

// malformed refuses a request that lacks what every request must say.
func (x *exec) malformed() bool {
	if len(x.msg.params) > 0 && x.msg.params[0] != '{' {
		x.fail(codeInvalidParams, "Invalid params: not an object")
		return true
	}
	meta := member(x.msg.params, "_meta")
	version, capabilities := member(meta, metaVersion), member(meta, metaCapabilities)
	switch {
	case x.msg.method == "initialize" && version == nil: // tells a legacy client why (versioning, last paragraph)
		wanted := textMember(x.msg.params, "protocolVersion")
		x.failWith(codeUnsupportedVersion, "Unsupported protocol version", versionData{x.s.script.supported(), wanted})
	case len(version) == 0 || version[0] != '"':
		x.fail(codeInvalidParams, "Invalid params: _meta."+metaVersion+" is missing")
		x.status = http.StatusBadRequest
	case len(capabilities) == 0 || capabilities[0] != '{':
		x.fail(codeInvalidParams, "Invalid params: _meta."+metaCapabilities+" is missing")
		x.status = http.StatusBadRequest
	case unknownLevel(member(meta, metaLogLevel)):
		x.fail(codeInvalidParams, "Invalid params: _meta."+metaLogLevel+" is no log level")
	default:
		return false
	}
	return true
}

// unknownLevel reports whether a request asks for log messages of a level that there is
// not; nil = it asks for none.
func unknownLevel(level json.RawMessage) bool {
	return level != nil && (level[0] != '"' || !slices.Contains(logLevels, string(jsonparts.Unquoted(level))))
}

type versionData struct {
	Supported []string `json:"supported"`
	Requested string   `json:"requested"`
}

func (x *exec) unsupported() bool {
	wanted, known := x.version(), x.s.script.supported()
	if slices.Contains(known, wanted) && !slices.Contains(x.s.script.revisions(), wanted) {
		return false
	}
	x.failWith(codeUnsupportedVersion, "Unsupported protocol version", versionData{known, wanted})
	return true
}

// version is the revision that a modern request names.
func (x *exec) version() string { return textMember(member(x.msg.params, "_meta"), metaVersion) }

// mismatch refuses a request over HTTP whose headers do not say what its body says.
func (x *exec) mismatch() bool {
	h := x.httpExchange()
	if h == nil {
		return false
	}
	version := x.version()
	expected := map[string]*string{http.CanonicalHeaderKey(revisionHeader): &version, methodHeader: &x.msg.method}
	name, uri := textMember(x.msg.params, "name"), textMember(x.msg.params, "uri")
	switch x.msg.method {
	case "tools/call":
		expected[nameHeader] = &name
		if tool := x.c.tool(name); tool != nil {
			mirror(tool.InputSchema, member(x.msg.params, "arguments"), expected)
		}
	case "prompts/get":
		expected[nameHeader] = &name
	case "resources/read":
		expected[nameHeader] = &uri
	case "tasks/get", "tasks/update", "tasks/cancel":
		id := textMember(x.msg.params, "taskId")
		expected[nameHeader] = &id
	}
	for _, name := range slices.Sorted(maps.Keys(expected)) {
		if wrong := wrongHeader(h.request.Header, name, expected[name]); wrong != "" {
			x.fail(codeHeaderMismatch, "Header mismatch: "+wrong)
			return true
		}
	}
	return false
}

// wrongHeader says what is wrong with a header, or ""; want nil = there must be none.
func wrongHeader(header http.Header, name string, want *string) string {
	values := header.Values(name)
	switch {
	case want == nil && len(values) > 0:
		return fmt.Sprintf("%s is given, the parameter is not", name)
	case want == nil:
		return ""
	case len(values) == 0:
		return fmt.Sprintf("%s is missing", name)
	case len(values) > 1:
		return fmt.Sprintf("%s comes %d times", name, len(values))
	}
	got, ok := decodedHeader(name, values[0])
	switch {
	case !ok:
		return fmt.Sprintf("%s header value %q has characters that it must not have", name, values[0])
	case got != *want && !sameNumber(got, *want):
		return fmt.Sprintf("%s header value %q does not match body value %q", name, got, *want)
	}
	return ""
}

// decodedHeader undoes the encoding that names and parameters may have.
func decodedHeader(name, value string) (string, bool) {
	inner, encoded := strings.CutPrefix(value, "=?base64?")
	inner, closed := strings.CutSuffix(inner, "?=")
	if encoded && closed && (name == nameHeader || strings.HasPrefix(name, paramHeader)) {
		text, err := base64.StdEncoding.DecodeString(inner)
		return string(text), err == nil
	}
	for i := range len(value) {
		if c := value[i]; c != '\t' && (c < ' ' || c > '~') {
			return "", false
		}
	}
	return value, true
}

// sameNumber compares integers by value: 42.0 is 42.
func sameNumber(a, b string) bool {
	var m, n json.Number
	if json.Unmarshal([]byte(a), &m) != nil || json.Unmarshal([]byte(b), &n) != nil {
		return false
	}
	x, xe := m.Float64()
	y, ye := n.Float64()
	return xe == nil && ye == nil && x == y
}

// mirror adds the headers that the schema of a tool asks for; nil for a parameter that is
// not given.
func mirror(schema, arguments json.RawMessage, expected map[string]*string) {
	for name, property := range jsonparts.Members(member(schema, "properties")) {
		value := member(arguments, string(name))
		if header := textMember(property, "x-mcp-header"); header != "" {
			key := http.CanonicalHeaderKey(paramHeader + header)
			expected[key] = nil
			if value != nil && value[0] != 'n' {
				text := plainValue(value)
				expected[key] = &text
			}
		}
		mirror(property, value, expected)
	}
}

func plainValue(value json.RawMessage) string {
	if value[0] == '"' {
		return string(jsonparts.Unquoted(value))
	}
	return string(value)
}

// discover answers what the server is.
func (x *exec) discover() {
	result := map[string]any{"supportedVersions": x.s.script.supported(), "capabilities": x.c.capabilities()}
	if x.c.offersTasks() {
		result["capabilities"] = mergePatch(x.c.capabilities(), encode(map[string]any{"extensions": map[string]any{tasksExtension: struct{}{}}}))
	}
	if x.s.script.Instructions != "" {
		result["instructions"] = x.s.script.Instructions
	}
	x.ok(result)
}

// complete2026 adds what every modern result has: its type, who made it, and how long it
// may be kept.
func (x *exec) complete2026(cacheable bool) {
	if x.reply.result == nil {
		return
	}
	more := map[string]any{
		"_meta": map[string]any{metaServer: map[string]string{"name": x.s.script.serverName(), "version": x.s.script.serverVersion()}},
	}
	switch {
	case member(x.reply.result, "resultType") != nil:
		cacheable = false // a question
	default:
		more["resultType"] = "complete"
	}
	if cacheable {
		more["ttlMs"] = x.s.script.Modern.TTL.Milliseconds()
		more["cacheScope"] = either(string(x.s.script.Modern.Scope), "public")
	}
	x.reply.result = mergePatch(x.reply.result, encode(more))
}

// modernStatus is the HTTP status of an answer of the modern revision; 0 = 200.
func (x *exec) modernStatus() int {
	switch err := x.reply.err; {
	case err == nil:
		return 0
	case x.status != 0:
		return x.status
	case err.Code == codeNoMethod:
		return http.StatusNotFound
	case err.Code <= codeHeaderMismatch && err.Code >= codeUnsupportedVersion:
		return http.StatusBadRequest
	}
	return 0
}
