// The command specimen is a small client that keeps every obligation, but for the one
// that its environment names. It is what the tests of this package judge: they build it
// once, since it begins faster than they do.
//
//	MCPSIM_TEST_CLIENT=CLI-05 specimen http://127.0.0.1:8080/mcp
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/internal/relay"
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
	advances   atomic.Bool   // there was
	changes    int           // of the list of tools
	deaths     int           // of servers
	taskCall   int           // the id of the last call that became a task
	lastState  string        // the last requestState
	lastCursor string        // of a list
	kept       string        // of a login, for those that follow
	subscribed []string      // the ids of its subscriptions
	failed     bool          // a call
	revision   string
	declared   map[string]json.RawMessage   // capabilities of the server
	modern     atomic.Bool                  // there is no handshake
	heap       message                      // all answers to questions
	gaveUp     atomic.Bool                  // a request
	newest     bool                         // the client speaks no revision with a handshake
	bare       bool                         // the server declares no tools
	promises   bool                         // the server tells of changes of its tools
	lasting    atomic.Bool                  // the list was to be fresh for a while
	mirrored   map[string]map[string]string // headers by argument, by tool
	invalid    map[string]bool              // tools that are left out
	kinds      map[string]bool              // tools that were listed, of those who look; nil = it does not
	support    map[string]string            // what tools say of tasks
	pause      time.Duration                // before the next question about a task
	reading    sync.Mutex                   // an event of a stream, of mutants alone
	filling    sync.Mutex                   // a form, of mutants alone
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

// mutantVariable says what the client does wrong, or "correct".
const mutantVariable = "MCPSIM_TEST_CLIENT"

// For clients over stdio this is the process that stands for the server, too.
func main() {
	relay.Child(os.LookupEnv, os.Exit)
	os.Exit(clientMain(os.Getenv(mutantVariable), os.Args[1:]))
}

func clientMain(mutant string, args []string) int {
	if mutant == "ok.twins" {
		var both sync.WaitGroup
		var codes [2]int
		for i := range codes {
			both.Go(func() { codes[i] = clientMain("correct", args) })
		}
		both.Wait()
		return max(codes[0], codes[1])
	}
	if other, same := likeEarlier[mutant]; same {
		mutant = other
	}
	mutant, newestAlone := strings.CutSuffix(mutant, onlyNewest)
	mutant, second, _ := strings.Cut(mutant, " + ") // one of the tables, for what two defects hide of each other
	c := &miniClient{mutant: mutant, special: specimens()[cmp.Or(second, mutant)], waiting: map[string]chan reply{}, heap: message{}, advanced: make(chan struct{}, 1), newest: newestAlone}
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
	if c.is("end/ten seconds late") {
		_ = clock.Sleep(context.Background(), clock.Real(), 10*time.Second)
	}
	if err == nil || !c.is("CLI-67.failed") {
		c.link.close()
	}
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
	if c.is("CLI-50.hangs") || c.is("M-CLI-135.hangs") && c.modern.Load() {
		hang()
	}
	if c.is("ok.parallel") {
		for range 3 {
			go func() { _ = c.listOther("tools/list") }() // ends with the program
		}
	}
	if err := c.listAll(); err != nil {
		return err
	}
	if c.is("CLI-50") || c.is("M-CLI-135") && c.modern.Load() {
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
		if c.is("ok.calls") {
			return c.callAtOnce(add)
		}
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
	if c.is("CLI-02.listen") {
		c.link.listen()
	}
	timeout := c.patience("initialize", c.startTimeout(20*time.Second))
	result, err := c.request("initialize",
		`{"protocolVersion":"`+c.offers()+`","capabilities":`+c.capabilities()+`,"clientInfo":`+c.info()+`}`, timeout)
	if isRefusal(err) && c.is("CLI-01.refused") {
		result, err = json.RawMessage(`{"protocolVersion":"2025-11-25"}`), nil
	}
	if err != nil {
		return c.connectAgain(err)
	}
	var told struct {
		ProtocolVersion string
		Capabilities    map[string]json.RawMessage
	}
	_ = json.Unmarshal(result, &told)
	if !slices.Contains(knownRevisions, told.ProtocolVersion) && !c.is("CLI-17") && !(c.is("CLI-17.newer") && told.ProtocolVersion > newest) && !(c.is("CLI-17.none") && told.ProtocolVersion == "") {
		return fmt.Errorf("unknown revision %q", told.ProtocolVersion)
	}
	c.mu.Lock()
	c.bare = told.Capabilities["tools"] == nil
	if c.declared = told.Capabilities; c.revision == "" || !c.is("CLI-03.kept") {
		c.revision = told.ProtocolVersion
	}
	c.mu.Unlock()
	c.link.welcomed()
	if !c.is("CLI-01.early", "CLI-01.never", "CLI-01.late") {
		c.notify("notifications/initialized", `{}`)
	}
	c.link.listen()
	c.misbehaveOnce()
	return nil
}

// offers is the revision that initialize asks for. A mutant asks for the one of the era without it.
func (c *miniClient) offers() string {
	if c.is("M-CLI-132.offers") && os.Getenv("MCP_CONFORMANCE_PROTOCOL_VERSION") == newest {
		return newest
	}
	return "2025-11-25"
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
		_ = c.link.send("\ufeff"+`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`, "", "")
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
