package client_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// miniClient is a small client that keeps every obligation, except for the one
// that the name of its mutant says.
type miniClient struct {
	mutant  string
	special specimen
	link    link
	told    struct { // the context
		TimeoutMs int
		ToolCalls []json.RawMessage
		ID        string `json:"client_id"`
		Secret    string `json:"client_secret"`
	}

	mu         sync.Mutex
	ids        int
	waiting    map[string]chan reply // by raw id
	pending    int                   // calls of tools
	listing    int                   // lists
	relisting  bool
	advanced   chan struct{} // there is progress, which matters to mutants alone
	changes    int           // of the list of tools
	deaths     int           // of servers
	taskCall   int           // the id of the last call that became a task
	lastState  string        // the last requestState
	subscribed []string      // the ids of its subscriptions
	failed     bool          // a call
	revision   string
	modern     atomic.Bool                  // there is no handshake
	promises   bool                         // the server tells of changes of its tools
	mirrored   map[string]map[string]string // headers by argument, by tool
	invalid    map[string]bool              // tools that are left out
}

// link carries messages to a server and gives those that come back to the client.
type link interface {
	// send returns an error if the request cannot be answered any more.
	send(raw, id, method string) error
	welcomed() // initialize has been answered
	listen()
	close()
}

type reply struct {
	Result json.RawMessage
	Error  json.RawMessage
	err    error
}

var (
	errLost = errors.New("the session is lost")
	errGone = errors.New("the connection is gone")
	errLate = errors.New("timeout")
)

// knownRevisions are those that the client speaks.
var knownRevisions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

func clientMain(mutant string, args []string) int {
	if other, same := likeEarlier[mutant]; same {
		mutant = other
	}
	c := &miniClient{mutant: mutant, special: specimens()[mutant], waiting: map[string]chan reply{}, advanced: make(chan struct{}, 1)}
	_ = json.Unmarshal([]byte(os.Getenv("MCP_CONFORMANCE_CONTEXT")), &c.told)
	if len(args) == 1 && strings.HasPrefix(args[0], "http://") {
		c.link = newWebLink(c, args[0])
	} else {
		c.link = newPipeLink(c, args)
	}
	if c.is("FF-23") {
		newPipeLink(c, args)
	}
	err := c.play(os.Getenv("MCP_CONFORMANCE_SCENARIO"))
	c.link.close()
	if err != nil && !c.is("CLI-112", "CLI-104", "FF-18") { // these end with 0 whatever happens
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func (c *miniClient) is(mutants ...string) bool { return slices.Contains(mutants, c.mutant) }

// die ends the program as a crash does.
func (c *miniClient) die(why string) {
	fmt.Fprintln(os.Stderr, "crashed:", why)
	os.Exit(1)
}

func (c *miniClient) play(scenario string) error {
	if err := c.meet(); err != nil {
		return err
	}
	if err := c.list(); err != nil {
		return err
	}
	if c.is("CLI-50") {
		return nil
	}
	add := `{"name":"add_numbers","arguments":{"a":5,"b":3}}`
	if c.logsIn() {
		return c.call(`{"name":"test-tool","arguments":{}}`)
	}
	switch scenario {
	case "initialize":
		return nil
	case "tools_call":
		return c.call(add)
	case "sse-retry":
		return c.call(`{"name":"test_reconnection","arguments":{}}`)
	case "elicitation-sep1034-client-defaults":
		return c.call(`{"name":"test_client_elicitation_defaults","arguments":{}}`)
	case "http-custom-headers":
		for _, call := range c.told.ToolCalls {
			_ = c.call(string(call)) // what comes of it is the server's business
		}
		return nil
	case "mcpsim-echo":
		return c.echo()
	case "mcpsim-late-answer":
		if err := c.call(`{"name":"slow","arguments":{}}`); err == nil {
			return errors.New("slow was answered in time")
		}
		c.told.TimeoutMs = 0
		return c.call(add)
	}
	return fmt.Errorf("unknown scenario %q", scenario)
}

func (c *miniClient) connect() error {
	if c.is("CLI-01.first") {
		_, _ = c.request("tools/list", `{}`, time.Second)
	}
	timeout := c.patience("initialize", c.startTimeout(20*time.Second))
	result, err := c.request("initialize",
		`{"protocolVersion":"2025-11-25","capabilities":`+c.capabilities()+`,"clientInfo":`+c.info()+`}`, timeout)
	if err != nil {
		return c.connectAgain(err)
	}
	var told struct{ ProtocolVersion string }
	_ = json.Unmarshal(result, &told)
	if !slices.Contains(knownRevisions, told.ProtocolVersion) && !c.is("CLI-17") {
		return fmt.Errorf("unknown revision %q", told.ProtocolVersion)
	}
	c.mu.Lock()
	c.revision = told.ProtocolVersion
	c.mu.Unlock()
	c.link.welcomed()
	if !c.is("CLI-01.never", "CLI-01.late") {
		c.notify("notifications/initialized", `{}`)
	}
	c.link.listen()
	c.misbehaveOnce()
	return nil
}

// startTimeout is how long the client waits for the first answer.
func (c *miniClient) startTimeout(usual time.Duration) time.Duration {
	if os.Getenv("MCP_CONFORMANCE_SCENARIO") == "initialize" && c.told.TimeoutMs > 0 {
		return time.Duration(c.told.TimeoutMs) * time.Millisecond
	}
	return usual
}

func (c *miniClient) info() string {
	if c.is("CLI-46") {
		return `{"name":"mini"}`
	}
	return `{"name":"mini","version":"1"}`
}

// misbehaveOnce sends what mutants send after the handshake.
func (c *miniClient) misbehaveOnce() {
	if once := c.special.once; once != nil {
		once(c)
	}
	switch c.mutant {
	case "CLI-40.blank":
		_ = c.link.send("", "", "")
	case "CLI-41.bom":
		_ = c.link.send("\ufeff"+`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`, "", "")
	case "CLI-41.bytes":
		_ = c.link.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99,"reason":"`+"na\xefve"+`"}}`, "", "")
	case "CLI-42.request":
		_ = c.link.send(`{"jsonrpc":"2.0","method":"ping"}`, "", "")
	case "CLI-48":
		c.notify("notifications/roots/list_changed", `{}`)
	case "CLI-18.params":
		_ = c.link.send(`{"jsonrpc":"2.0","id":"x","method":"ping","params":[]}`, "x", "ping")
	case "CLI-16":
		_, _ = c.request("prompts/list", `{}`, 5*time.Second)
	case "CLI-18.line":
		_ = c.link.send("DEBUG ready", "", "")
	case "CLI-18.array":
		_ = c.link.send(`[{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}]`, "", "")
	case "CLI-19.null", "CLI-19.float":
		id := map[string]string{"CLI-19.null": "null", "CLI-19.float": "1.5"}[c.mutant]
		_ = c.link.send(`{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`, "", "")
	}
}

func (c *miniClient) list() error {
	patience := 20 * time.Second
	if c.is("FF-42") {
		patience = time.Second
	}
	c.busy(&c.listing, 1)
	defer c.busy(&c.listing, -1)
	cursor, seen, anew := "", map[string]bool{}, false
	for {
		asked := `{}`
		if cursor != "" {
			asked = `{"cursor":` + cursor + `}`
		}
		result, err := c.request("tools/list", asked, patience)
		if isRefusal(err) && c.modern.Load() && cursor != "" && !anew && !c.is("M-CLI-78") {
			cursor, anew = "", true
			continue
		}
		if err != nil {
			return err
		}
		var page struct {
			NextCursor json.RawMessage
			Tools      []map[string]any
			ResultType string
		}
		_ = json.Unmarshal(result, &page)
		if page.ResultType == "task" && c.is("M-TASK-20") {
			return c.follow(result, patience)
		}
		if err := c.listFits(page.ResultType); err != nil {
			return err
		}
		c.remember(page.Tools)
		if c.is("M-CLI-24.all") && slices.Contains(slices.Collect(maps.Values(c.invalid)), true) {
			return errors.New("a tool of the list is invalid")
		}
		for _, tool := range page.Tools {
			if c.is("FF-37") && tool["inputSchema"] == nil {
				c.die("a tool has no input schema")
			}
		}
		next := string(page.NextCursor)
		if next == "" || next == "null" || c.endsList(seen, next, len(page.Tools)) {
			break
		}
		cursor = c.spoil(next)
	}
	if c.is("CLI-01.late") {
		c.notify("notifications/initialized", `{}`)
	}
	return nil
}

// spoil is what a mutant does to a cursor.
func (c *miniClient) spoil(cursor string) string {
	var text string
	_ = json.Unmarshal([]byte(cursor), &text)
	switch c.mutant {
	case "CLI-20.trim":
		cursor = fmt.Sprintf("%q", strings.TrimSpace(text))
	case "CLI-20.number":
		var number int64
		if json.Unmarshal([]byte(text), &number) == nil {
			cursor = text
		}
	}
	return cursor
}

// call calls a tool, again in a new session if the old one is lost.
func (c *miniClient) call(params string) error {
	timeout := 20 * time.Second
	if c.told.TimeoutMs > 0 {
		timeout = time.Duration(c.told.TimeoutMs) * time.Millisecond
	}
	if c.is("FF-16") {
		timeout = 2 * time.Second
	}
	if c.is("CLI-49") {
		name, _, _ := strings.Cut(params, `,"arguments"`)
		params = name + `,"arguments":"{}"}`
	}
	timeout = c.patience("tools/call", timeout)
	if c.lacks(params) {
		return errors.New("there is no such tool")
	}
	c.busy(&c.pending, 1)
	defer c.busy(&c.pending, -1)
	result, err := c.request("tools/call", params, timeout)
	if result, err = c.mended(params, result, err, timeout); c.is("CLI-47", "CLI-47.soon") {
		if c.is("CLI-47") {
			_ = clock.Sleep(context.Background(), clock.Real(), 1200*time.Millisecond) // bounded
		}
		c.notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%d}`, c.ids))
	}
	if err == nil && c.modern.Load() {
		_, err = c.rounds(params, result, timeout)
		return err
	}
	if errors.Is(err, errLost) && !c.is("CLI-05") {
		if err = c.connect(); err == nil {
			_, err = c.request("tools/call", params, timeout)
		}
	}
	return c.callAgain(params, err)
}

func (c *miniClient) busy(with *int, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*with += n
}

func (c *miniClient) waitsForAny() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiting) > 0
}

func (c *miniClient) nextID() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.is("CLI-19") || c.ids == 0 {
		c.ids++
	}
	switch c.mutant {
	case "ok.text":
		return fmt.Sprintf(`"request/%d"`, c.ids)
	case "CLI-19.all":
		return fmt.Sprintf(`%d.5`, c.ids)
	}
	return fmt.Sprint(c.ids)
}

// request sends a request and waits for its answer.
func (c *miniClient) request(method, params string, timeout time.Duration) (json.RawMessage, error) {
	id := c.nextID()
	answer := make(chan reply, 2)
	c.mu.Lock()
	c.waiting[id] = answer
	if method == "subscriptions/listen" {
		c.subscribed = append(c.subscribed, id)
	}
	c.mu.Unlock()
	go func() {
		raw := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, c.stamped(method, c.withToken(method, params, id)))
		if c.is("CLI-02") && method == "initialize" {
			raw += "\n" + `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`
		}
		if err := c.link.send(raw, id, method); err != nil {
			answer <- reply{err: err}
		}
	}()
	r := c.await(answer, timeout)
	switch {
	case errors.Is(r.err, errLate):
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
		c.giveUp(id, method)
		return nil, fmt.Errorf("%s: %w after %s", method, errLate, timeout)
	case r.err == nil && r.Error != nil:
		r.err = rpcError{method, r.Error}
	}
	return r.Result, r.err
}

func (c *miniClient) await(answer <-chan reply, timeout time.Duration) reply {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	for {
		select {
		case r := <-answer:
			return r
		case <-c.advanced:
			timer.Reset(time.Hour)
		case <-timer.C:
			return reply{err: errLate}
		}
	}
}

// giveUp tells the server that nobody waits any more.
func (c *miniClient) giveUp(id, method string) {
	if c.is("FF-25") && method == "tools/call" {
		_ = c.connect()
	}
	if web := c.web(); web != nil && c.modern.Load() && !c.is("M-CLI-29", "CLI-14") {
		web.abandon(id)
	}
	if c.is("M-CLI-119.cancelled") {
		c.notify("notifications/cancelled", `{"requestId":`+id+`}`)
	}
	if method == "initialize" && !c.is("CLI-13") || c.is("CLI-12", "M-CLI-29") || method == discoverMethod || c.modern.Load() && c.web() != nil {
		return
	}
	if c.is("CLI-12.type") {
		id = `"` + id + `"`
	}
	sent := make(chan struct{})
	go func() { // ends at last with the program
		c.notify("notifications/cancelled", `{"requestId":`+id+`}`)
		close(sent)
	}()
	if within(sent, time.Second); c.is("FF-17") {
		<-sent
	}
	if c.is("CLI-12.twice") {
		c.notify("notifications/cancelled", `{"requestId":`+id+`}`)
	}
}

func (c *miniClient) notify(method, params string) {
	id := ""
	if c.is("CLI-42") {
		id = `"id":"n",`
	}
	_ = c.link.send(fmt.Sprintf(`{"jsonrpc":"2.0",%s"method":%q,"params":%s}`, id, method, params), "", method)
}

// heard takes one message of the server.
func (c *miniClient) heard(raw []byte) {
	c.upset(string(raw))
	if read := c.special.read; read != nil {
		if raw = []byte(read(string(raw))); len(raw) == 0 {
			return
		}
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if c.batch(raw) || c.is("CLI-84") && c.confused(raw) {
		return
	}
	var m struct {
		ID     json.RawMessage
		Method string
		Params json.RawMessage
		reply
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		if c.is("FF-01", "FF-07", "FF-52") {
			c.die(err.Error())
		}
		return
	}
	_ = json.Unmarshal(raw, &m.reply)
	switch {
	case m.Method == "":
		c.answered(string(m.ID), m.reply)
	case m.ID != nil && c.modern.Load() && !c.is("M-CLI-28"): // there are no requests of servers
	case m.ID != nil:
		go c.asked(string(m.ID), m.Method)
	case c.is("CLI-43.unknown"):
		_ = c.link.send(`{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}`, "", "")
	case c.is("CLI-43.unasked"):
		_ = c.link.send(`{"jsonrpc":"2.0","id":null,"result":{}}`, "", "")
	case strings.HasSuffix(m.Method, "list_changed") && c.concerns(m.Params):
		c.changed()
	case strings.HasSuffix(m.Method, "progress") && c.is("CLI-126"):
		c.advanced <- struct{}{}
	}
}

func (c *miniClient) answered(id string, r reply) {
	c.mu.Lock()
	if c.is("CLI-14.next") && c.waiting[id] == nil {
		for other := range c.waiting {
			id = other
		}
	}
	answer := c.waiting[id]
	delete(c.waiting, id)
	c.mu.Unlock()
	switch {
	case answer != nil:
		answer <- r
	case c.is("CLI-14", "CLI-85", "CLI-86", "M-CLI-14"):
		c.die("an answer that nobody waits for: " + id)
	}
}

// asked answers a request of the server.
func (c *miniClient) asked(id, method string) {
	answer := c.answerTo(method)
	c.mu.Lock()
	busy := c.pending > 0
	c.mu.Unlock()
	switch {
	case method == "ping" && c.is("CLI-15.slow"):
		_ = clock.Sleep(context.Background(), clock.Real(), 2300*time.Millisecond) // bounded
		answer = `"result":{}`
	case answer == "", method == "ping" && (c.is("CLI-15.busy") && busy || c.is("CLI-15.list") && !busy || c.is("CLI-15.text") && id[0] == '"'):
		return
	case method == "ping" && !c.is("CLI-15.error"):
		answer = `"result":{}`
	case method == "elicitation/create" && c.is("SEP-1034"):
		answer = `"result":{"action":"accept","content":{}}`
	case method == "elicitation/create" && !c.is("CLI-91", "CLI-89.roots", "CLI-89.sampling", "bare"):
		answer = `"result":{"action":"accept","content":{"name":"John Doe","age":30,"score":95.5,"status":"active","verified":true}}`
	}
	switch c.mutant {
	case "CLI-43.both":
		answer += `,"error":null`
	case "CLI-43.null":
		answer = `"result":null`
	case "CLI-43.type":
		id = `"` + strings.Trim(id, `"`) + `"`
	case "CLI-43.twice":
		_ = c.link.send(`{"jsonrpc":"2.0","id":`+id+`,`+answer+`}`, "", "")
	}
	_ = c.link.send(`{"jsonrpc":"2.0","id":`+id+`,`+answer+`}`, "", "")
}

// changed lists again, if the client is one of those that never rest.
func (c *miniClient) changed() {
	c.mu.Lock()
	early, relist := c.revision == "", c.is("FF-43") && !c.relisting
	c.relisting = c.relisting || relist
	c.mu.Unlock()
	if early && c.is("FF-27") {
		c.die("a notification before initialize was answered")
	}
	if !c.is("FF-43") {
		go c.refresh()
	}
	if relist {
		go func() {
			for range 100 {
				_ = c.list()
			}
		}()
	}
}
