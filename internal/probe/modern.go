package probe

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
)

// ModernRevision is the first revision without sessions: each request says what it
// needs, in its _meta and, over HTTP, in headers.
const ModernRevision = "2026-07-28"

// The keys of _meta that the modern era defines.
const (
	metaPrefix       = "io.modelcontextprotocol/"
	MetaVersion      = metaPrefix + "protocolVersion"
	MetaCapabilities = metaPrefix + "clientCapabilities"
	MetaClient       = metaPrefix + "clientInfo"
	MetaServer       = metaPrefix + "serverInfo"
	MetaLogLevel     = metaPrefix + "logLevel"
	MetaSubscription = metaPrefix + "subscriptionId"
)

// IsModern reports whether the bench speaks the modern era.
func (b *Bench) IsModern() bool { return b.Target.Revision >= ModernRevision }

// Light is a request that costs a server nothing and that each one answers: ping, or in
// the modern era server/discover.
func (b *Bench) Light() string {
	if b.IsModern() {
		return "server/discover"
	}
	return "ping"
}

// Message is the text of a request, or of a notification if id is "", as a correct client
// writes it: in the modern era each request has its metadata. params may be "".
func (c *Conn) Message(method, params, id string) []byte {
	if c.bench.IsModern() && id != "" {
		params = c.withMeta(params)
	}
	return Message(method, params, id)
}

// withMeta adds the metadata of requests to params. What they have themselves stays.
func (c *Conn) withMeta(params string) string {
	members := membersOf([]byte(params))
	if members == nil {
		if params != "" {
			return params
		}
		members = map[string]json.RawMessage{}
	}
	given, has := members["_meta"]
	meta := membersOf(given)
	if has && meta == nil {
		return params // it is meant to be wrong
	}
	all := map[string]json.RawMessage{
		MetaVersion: Encoded(c.bench.Target.Revision), MetaCapabilities: json.RawMessage("{}"), MetaClient: json.RawMessage(`{"name":"mcpsim","version":"1"}`),
	}
	if c.Capabilities != "" {
		all[MetaCapabilities] = json.RawMessage(c.Capabilities)
	}
	maps.Copy(all, meta)
	for key, value := range c.MetaEdits {
		if value == nil {
			delete(all, key)
		} else {
			all[key] = json.RawMessage(*value)
		}
	}
	delete(members, "_meta")
	if len(all) > 0 {
		members["_meta"], _ = json.Marshal(all)
	}
	text, err := json.Marshal(members)
	if err != nil {
		return params
	}
	return string(text)
}

// introduce learns, once for each bench, what the server says of itself; there is no
// handshake. capabilities are those of the client; "" = none.
func (c *Conn) introduce(capabilities string) error {
	c.Capabilities = capabilities
	c.talk.introduced(capabilities)
	if first := c.bench.first; first != nil && first != c && first.declared != nil {
		c.Init, c.Revision, c.declared = first.Init, first.Revision, first.declared
		return nil
	}
	answer, err := c.Call("server/discover", "")
	if err != nil {
		return err
	}
	c.Discovered(answer)
	if Page(answer) == nil {
		return fmt.Errorf("server/discover is refused: %s", Quote(answer.Raw))
	}
	return nil // that it names no capabilities is said by Misdeclared
}

// Discovered takes over what the answer to server/discover says.
func (c *Conn) Discovered(answer Frame) {
	c.Init, c.Revision = answer, c.bench.Target.Revision
	if c.declared = membersOf(Page(answer)["capabilities"]); c.declared == nil {
		c.declared = map[string]json.RawMessage{}
	}
	c.talk.speaks(c.Revision, "")
}

// introduced is what a handshake says in the legacy era.
func (t *talk) introduced(capabilities string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.greeted, t.opened, t.ready = true, true, true
	t.revision = t.bench.Target.Revision
	t.client = membersOf([]byte(capabilities))
}

// Named are the methods whose requests have a header Mcp-Name, with the parameter that
// it mirrors.
var Named = map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

// mirror sets the headers that repeat what a body says, as a correct client does.
func (c *Conn) mirror(h http.Header, body []byte) {
	f := ParseFrame(body)
	if body == nil || f.Method() == "initialize" && f.Param("_meta") == nil {
		return // as a client of an earlier revision has it
	}
	h.Set("Mcp-Protocol-Version", c.bench.Target.Revision)
	if version := Text(partOf(f.Param("_meta"), MetaVersion)); version != "" {
		h.Set("Mcp-Protocol-Version", version)
	}
	if f.Method() == "" {
		return
	}
	h.Set("Mcp-Method", f.Method())
	about := Named[f.Method()]
	if strings.HasPrefix(f.Method(), "tasks/") {
		about = "taskId"
	}
	if name := Text(f.Param(about)); name != "" {
		h.Set("Mcp-Name", HeaderValue(name))
	}
	if f.Method() != "tools/call" {
		return
	}
	for _, p := range c.bench.ledger.mirrored(Text(f.Param("name"))) {
		if value, there := p.Value(f.Param("arguments")); there {
			h.Set(p.Header, value)
		}
	}
}

// HeaderValue is a text as the value of a header: as it is, or as a base64 sentinel where
// that would change it.
func HeaderValue(text string) string {
	plain := text == strings.TrimSpace(text) && !(strings.HasPrefix(text, "=?base64?") && strings.HasSuffix(text, "?="))
	for _, b := range []byte(text) {
		plain = plain && (b >= 0x20 && b < 0x7F || b == '\t')
	}
	if plain {
		return text
	}
	return Sentinel(text)
}

// Sentinel is a text as a base64 sentinel.
func Sentinel(text string) string {
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?="
}
