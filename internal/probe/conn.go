package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// Conn is one life of the server as a client sees it: a process, or one HTTP
// session, with all that has come on it. It has one user at a time.
type Conn struct {
	*inbox

	// Process is the server over stdio; nil over HTTP.
	Process *Process
	// Session is the id of the HTTP session; "" = none.
	Session string
	// Init is the answer to initialize; zero before. Revision is what it says.
	Init     Frame
	Revision string
	// Asked is the id of the last request, as JSON.
	Asked string
	// Reply is the last answer over HTTP; nil over stdio and before.
	Reply *Reply
	// Edits are headers that a check has changed for all that it sends; nil = left
	// out.
	Edits map[string]*string
	// URL is where requests go instead of the target's; "" = there.
	URL string

	bench    *Bench
	old      *oldWire  // nil but over HTTP+SSE
	streams  []*Stream // HTTP: read in the background; cut at the end
	used     map[string]bool
	declared map[string]json.RawMessage // capabilities; nil before the handshake
	fresh    bool                       // nothing was answered yet
	born     time.Time

	life  life          // of the process; guarded by bench.mu
	early []event.Event // what a spare said; guarded by bench.mu
	sent  []byte        // the last thing; guarded by bench.mu
}

// Age is how long ago the connection was opened, or its process started.
func (c *Conn) Age() time.Duration { return c.bench.Since(c.born) }

// Pushed reports whether answers come by themselves instead of as the answer to
// the HTTP request.
func (c *Conn) Pushed() bool { return c.Process != nil || c.old != nil }

// Declares reports whether the server declares a capability: in the handshake of
// this connection, or in the first one as long as it has had none.
func (c *Conn) Declares(capability string) bool {
	declared := c.declared
	if declared == nil && c.bench.first != nil {
		declared = c.bench.first.declared
	}
	_, ok := declared[capability]
	return ok
}

// DeclaresEmpty reports whether a capability is declared as {}.
func (c *Conn) DeclaresEmpty(capability string) bool {
	return strings.Join(strings.Fields(string(c.declared[capability])), "") == "{}"
}

// DeclaresMember reports whether a capability has a member that is true.
func (c *Conn) DeclaresMember(capability, member string) bool {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(c.declared[capability], &members)
	return string(members[member]) == "true"
}

// clientParams are those of a client with these capabilities; "" = none.
func clientParams(revision, capabilities string) string {
	if capabilities == "" {
		capabilities = "{}"
	}
	return fmt.Sprintf(`{"protocolVersion":%q,"capabilities":%s,"clientInfo":{"name":"mcpsim","version":"1"}}`, revision, capabilities)
}

// InitializeParams are those of a client without any capability.
func InitializeParams(revision string) string { return clientParams(revision, "") }

// Initialize sends initialize with these params and takes over what is negotiated.
func (c *Conn) Initialize(params string) (Frame, error) {
	answer, err := c.Call("initialize", params)
	if err != nil {
		return Frame{}, err
	}
	if c.old == nil && c.Reply != nil && c.Reply.Header != nil {
		c.Session = c.Reply.Header.Get("Mcp-Session-Id")
	}
	c.Greeted(answer)
	return answer, nil
}

// InitializeFor is [Conn.Initialize] for a revision and no capability; the bench
// keeps the first [Bench.Offer] for each revision.
func (c *Conn) InitializeFor(revision string) (Frame, error) {
	answer, err := c.Initialize(InitializeParams(revision))
	if _, known := c.bench.offers[revision]; !known && err == nil {
		c.bench.offers[revision] = c.Revision
	}
	return answer, err
}

// Greeted takes over what the answer to initialize says.
func (c *Conn) Greeted(answer Frame) {
	var result struct {
		ProtocolVersion string
		Capabilities    map[string]json.RawMessage
	}
	_ = json.Unmarshal(answer.Members["result"], &result)
	c.Init, c.Revision, c.declared = answer, result.ProtocolVersion, result.Capabilities
	if c.declared == nil {
		c.declared = map[string]json.RawMessage{}
	}
}

// Handshake initializes in full, as a client with these capabilities, a JSON
// object; "" = none.
func (c *Conn) Handshake(capabilities string) error {
	answer, err := c.Initialize(clientParams(c.bench.Target.Revision, capabilities))
	if err != nil {
		return err
	}
	if answer.Members["result"] == nil {
		return fmt.Errorf("initialize is refused: %s", Quote(answer.Raw))
	}
	if c.Revision == "" {
		return errors.New("the answer to initialize names no protocol revision")
	}
	return c.Notify("notifications/initialized", "")
}

// serverName is the name and version in an answer to initialize.
func serverName(init Frame) string {
	var result struct {
		ServerInfo struct{ Name, Version string }
	}
	_ = json.Unmarshal(init.Members["result"], &result)
	return strings.TrimSpace(result.ServerInfo.Name + " " + result.ServerInfo.Version)
}

// End gives the connection up: the process is ended, the session deleted.
func (c *Conn) End() {
	if c.Process != nil {
		c.Process.end()
		return
	}
	for _, s := range c.streams {
		s.Cut()
	}
	if c.Session != "" {
		c.Edits = nil
		c.exchange(http.MethodDelete, nil, nil)
	}
}

// alive reports whether the connection can serve another check.
func (c *Conn) alive() bool {
	return (c.Process == nil || c.Process.alive()) && (c.old == nil || !c.old.stream.Ended())
}
