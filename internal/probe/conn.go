package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe/form"
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
	// SmallHeaders spells the names of all headers in small letters, as HTTP/2 does.
	SmallHeaders bool
	// MetaEdits are members of the metadata of requests that a check has changed, as JSON;
	// nil = left out. Modern era only.
	MetaEdits map[string]*string
	// Capabilities of the client are said with each request of the modern era; "" = none.
	Capabilities string
	// URL is where requests go instead of the target's; "" = there.
	URL string

	bench    *Bench    // that uses it, or has last
	old      *oldWire  // nil but over HTTP+SSE
	streams  []*Stream // HTTP: read in the background; cut at the end
	used     map[string]bool
	declared map[string]json.RawMessage // capabilities; nil before the handshake
	fresh    bool                       // nothing was answered yet
	born     time.Time
	talk     *talk

	voice voice // of the process
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
	_ = jsonparts.Unmarshal(c.declared[capability], &members)
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

// Initialize sends initialize with these params and takes over what is negotiated. A session
// that there is already outlives a refusal.
func (c *Conn) Initialize(params string) (Frame, error) {
	before := c.Session
	answer, err := c.Call("initialize", params)
	if err != nil {
		return Frame{}, err
	}
	if answer.Members["result"] == nil && c.Revision != "" {
		return answer, nil
	}
	if c.old == nil && c.Reply != nil && c.Reply.Header != nil {
		c.Session = c.Reply.Header.Get("Mcp-Session-Id")
		if c.Session != before { // a second handshake may go on in the session
			c.bench.ledger.given(c)
		}
	}
	c.Greeted(answer)
	return answer, nil
}

// InitializeFor is [Conn.Initialize] for a revision and no capability; the bench
// keeps the first [Bench.Offer] for each revision.
func (c *Conn) InitializeFor(revision string) (Frame, error) {
	answer, err := c.Initialize(InitializeParams(revision))
	if err == nil {
		c.offered(revision)
	}
	return answer, err
}

// offered notes what a revision that was asked for was answered with, the first time.
func (c *Conn) offered(revision string) {
	l := c.bench.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.offers == nil {
		l.offers = map[string]string{}
	}
	if _, known := l.offers[revision]; !known {
		l.offers[revision] = c.Revision
	}
}

// forgetOffers makes every revision one that was not asked for.
func (l *ledger) forgetOffers() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.offers)
}

// Greeted takes over what the answer to initialize says.
func (c *Conn) Greeted(answer Frame) {
	var result struct {
		ProtocolVersion string
		Capabilities    map[string]json.RawMessage
	}
	_ = jsonparts.Unmarshal(answer.Members["result"], &result)
	c.Init, c.Revision, c.declared = answer, result.ProtocolVersion, result.Capabilities
	c.talk.speaks(c.Revision, c.Session)
	if c.declared == nil {
		c.declared = map[string]json.RawMessage{}
	}
	c.noteAbilities()
}

// Handshake initializes in full, as a client with these capabilities, a JSON
// object; "" = none. Its error is a *[SessionError].
func (c *Conn) Handshake(capabilities string) error {
	return c.HandshakeFor(c.bench.Target.Revision, capabilities)
}

// HandshakeFor is [Conn.Handshake] for a revision.
func (c *Conn) HandshakeFor(revision, capabilities string) error {
	if err := c.handshake(revision, capabilities); err != nil {
		return &SessionError{err}
	}
	return nil
}

func (c *Conn) handshake(revision, capabilities string) error {
	if c.bench.IsModern() {
		return c.introduce(capabilities)
	}
	answer, err := c.Initialize(clientParams(revision, capabilities))
	if err != nil {
		return err
	}
	c.offered(revision)
	if answer.Members["result"] == nil {
		return fmt.Errorf("initialize is refused: %s", Quote(answer.Raw))
	}
	if c.Revision == "" {
		return errors.New("the answer to initialize names no protocol revision")
	}
	if err := c.Notify("notifications/initialized", ""); err != nil || c.Session == "" || c.Reply.Status < http.StatusBadRequest {
		return err
	}
	return c.known()
}

// ForgottenError says that a server does not know the session that it has just opened.
type ForgottenError struct{ Status int }

func (e *ForgottenError) Error() string {
	return fmt.Sprintf("the session that initialize was answered with is not known: HTTP %d", e.Status)
}

// known asks with a ping whether what refuses the end of the handshake refuses the session.
func (c *Conn) known() error {
	status := c.Reply.Status
	answer, err := c.Call("ping", "")
	if err == nil && answer.Members["result"] == nil && c.Reply.Status == status {
		c.bench.Forgets()
		return &ForgottenError{status}
	}
	return nil
}

// Implementation is what a server says of itself in an answer to initialize or
// server/discover; nil = nothing.
func Implementation(answer Frame) json.RawMessage {
	if info := membersOf(Page(answer)["_meta"])[MetaServer]; info != nil {
		return info
	}
	return Page(answer)["serverInfo"]
}

// serverName is the name and version in an answer to initialize.
func serverName(init Frame) string {
	var info struct{ Name, Version string }
	_ = jsonparts.Unmarshal(Implementation(init), &info)
	return strings.TrimSpace(info.Name + " " + info.Version)
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
	if c.Session != "" && !c.Shared() {
		c.Edits, c.SmallHeaders = nil, false
		c.delete()
	}
	c.talk.forget()
}

// Shared reports whether another connection was given the same session id: to delete it
// would end the sessions of other checks, too.
func (c *Conn) Shared() bool {
	l := c.bench.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.Session != "" && l.shared[keyOf([]byte(c.Session))]
}

// SharesSessions reports whether any two connections were given the same session id: what
// one of them does shows in the other.
func (b *Bench) SharesSessions() bool {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	for _, again := range b.ledger.shared {
		if again {
			return true
		}
	}
	return false
}

// Misdeclared says what is wrong with the form of the capabilities that the server declares,
// so that they cannot be relied on; "" = nothing.
func (c *Conn) Misdeclared() string {
	raw := Page(c.Init)["capabilities"]
	if Page(c.Init) != nil && membersOf(raw) == nil {
		if raw == nil {
			return "capabilities is absent"
		}
		return "capabilities is " + Quote(raw)
	}
	for _, name := range []string{"tools", "resources", "prompts", "completions", "logging"} {
		if wrong := form.Misspelled(membersOf(raw), name); wrong != "" {
			return "capabilities " + wrong
		}
	}
	for _, name := range slices.Sorted(maps.Keys(membersOf(raw))) {
		value := membersOf(raw)[name]
		if membersOf(value) == nil {
			return fmt.Sprintf("the capability %s is %s", name, Quote(value))
		}
		for _, member := range []string{"listChanged", "subscribe"} {
			if wrong := form.Misspelled(membersOf(value), member); wrong != "" {
				return fmt.Sprintf("the capability %s %s", name, wrong)
			}
			if text := string(membersOf(value)[member]); text != "" && text != "true" && text != "false" {
				return fmt.Sprintf("%s of the capability %s is %s", member, name, Quote([]byte(text)))
			}
		}
	}
	return ""
}

// Introduces reports whether what the server says of itself has a member. One that no schema
// knows is added to other results, too.
func (c *Conn) Introduces(name string) bool {
	if c == nil {
		return false
	}
	_, there := Page(c.Init)[name]
	return there
}

// given notes the session id of a connection, if it has one; [Conn.Shared] is about it.
func (l *ledger) given(c *Conn) {
	if c.Session == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared == nil {
		l.shared = map[string]bool{}
	}
	_, again := l.shared[keyOf([]byte(c.Session))]
	l.shared[keyOf([]byte(c.Session))] = again
}

// Alive reports whether the connection can serve another check.
func (c *Conn) Alive() bool {
	return c.Flooded() == nil && (c.Process == nil || c.Process.alive()) && (c.old == nil || !c.old.stream.Ended())
}

// Babbles reports whether a process has written text, and no JSON object.
func (c *Conn) Babbles() bool {
	text := false
	for _, l := range c.Lines() {
		if ParseFrame(l.Raw).Members != nil {
			return false
		}
		text = text || len(bytes.TrimSpace(l.Raw)) > 0
	}
	return text && c.Process != nil
}

// Spoils reports whether a line of standard output begins like an object, has an id in it, and
// is no JSON: it may be the answer to that request.
func (c *Conn) Spoils(id string) bool {
	return c.Process != nil && id != "" && slices.ContainsFunc(c.Lines(), func(l Line) bool {
		text := bytes.TrimSpace(l.Raw)
		return bytes.HasPrefix(text, []byte("{")) && bytes.Contains(text, []byte(strings.Trim(id, `"`))) && !json.Valid(text)
	})
}

// babble tells of the last line that is no message; "" = there is none.
func (c *Conn) babble() string {
	for _, l := range slices.Backward(c.Lines()) {
		if !l.Pure() {
			return ", and wrote to standard output what is no message: " + l.Quote()
		}
	}
	return ""
}

// Mixes reports whether a message has come that has the id of a request, a method, and a result
// or an error: it may be the answer.
func (c *Conn) Mixes(id string) bool {
	return id != "" && slices.ContainsFunc(c.From(0), func(f Frame) bool {
		return f.Method() != "" && f.CheckShape() != nil && Alike(f.ID(), id)
	})
}

// Overanswered reports whether a request on the connection was answered more often than it was
// sent: one of the answers may be that to another.
func (c *Conn) Overanswered() bool {
	c.talk.mu.Lock()
	defer c.talk.mu.Unlock()
	return slices.ContainsFunc(c.talk.order, func(a *asked) bool { return a.answers > a.times })
}

// Stray reports whether a message is a response with an id that no request on the
// connection had.
func (c *Conn) Stray(f Frame) bool {
	if !f.IsResponse() || f.Nameless() || isLarge(f.ID()) { // a large id that was rounded is the business of another check
		return false
	}
	c.talk.mu.Lock()
	defer c.talk.mu.Unlock()
	return c.talk.asked[f.ID()] == nil
}
