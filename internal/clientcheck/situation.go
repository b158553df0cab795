package clientcheck

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// Scenario is something that a client can be asked to do.
type Scenario struct {
	Name     string
	Official bool   // it is one of the official suite's, with the same task
	Task     string // for a person who writes the client
	tools    []fakeserver.Tool
}

// The tools of the scenario mcpsim-echo.
const (
	GiveTool = "mcpsim_give"
	TakeTool = "mcpsim_take"
)

// Scenarios lists what clients are asked to do. A program that was written for
// the official suite knows the official ones; one that does not know a name should
// end with a code other than 0, and is then not judged by it.
func Scenarios() []Scenario {
	add := fakeserver.Tool{
		Name: "add_numbers", Description: "Add two numbers together", Answer: fakeserver.Answer{Text: "The sum is known"},
		InputSchema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"number"}},"required":["a","b"]}`),
	}
	plain := func(name string) fakeserver.Tool {
		return fakeserver.Tool{Name: name, Description: "A tool without arguments", InputSchema: json.RawMessage(`{"type":"object","properties":{}}`)}
	}
	return append([]Scenario{
		{"initialize", true, "connect, list the tools, close", []fakeserver.Tool{add}},
		{"tools_call", true, "connect, list the tools (all pages), call add_numbers with two numbers, close", []fakeserver.Tool{add}},
		{"sse-retry", true, "connect, list the tools, call test_reconnection, close", []fakeserver.Tool{plain("test_reconnection")}},
		{"elicitation-sep1034-client-defaults", true, "declare elicitation, call test_client_elicitation_defaults, accept with the defaults, close",
			[]fakeserver.Tool{plain("test_client_elicitation_defaults")}},
		{"http-custom-headers", true, "connect, list the tools, make the calls that toolCalls of the context names (name, arguments), close", nil},
		{"mcpsim-late-answer", false, "connect, call slow and give it up after the timeoutMs of the context, call add_numbers, close",
			[]fakeserver.Tool{plain("slow"), add}},
		{"mcpsim-echo", false, "connect, list the tools, call " + GiveTool + ", call " + TakeTool + " with the text of that answer as its argument text, close",
			[]fakeserver.Tool{plain(GiveTool), {
				Name: TakeTool, Description: "Take a text", Answer: fakeserver.Answer{Text: "taken"},
				InputSchema: json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}`),
			}}},
	}, loginScenarios(plain("test-tool"))...)
}

// Situation is one way in which a client is run.
type Situation struct {
	Script   string // of the server, YAML
	Scenario string
	Context  string // JSON object; "" = none
	Limit    time.Duration
	Wrapped  bool // over stdio the client starts a shell, whose child is the server
	Most     int  // messages of the client that are enough; 0 = as many as are kept
	Modern   bool // the client is told to speak [ModernRevision], not [Revision]
}

// Plain is the situation against which all others are read.
func Plain(limit time.Duration) Situation {
	return Situation{Scenario: "tools_call", Limit: limit}
}

// PlainModern is [Plain] without a handshake.
func PlainModern(limit time.Duration) Situation {
	return Situation{Scenario: "tools_call", Limit: limit, Script: ModernServer, Modern: true}
}

// ModernServer is the script of a correct server without a handshake.
const ModernServer = "era: modern"

// What in a script says how long its server lets the client wait.
var (
	waits   = regexp.MustCompile(`\b\d+(?:ms|s)\b`)
	forEver = regexp.MustCompile(`\b(?:never|none|hang|ignore)\b`)
)

// shortRun is what a run is shorter than that ends at its limit as a rule.
const shortRun = 5 * time.Second

// wait is about how long the run will take at most. Only the order of runs depends on it.
func (s Situation) wait() (total time.Duration) {
	for _, text := range waits.FindAllString(s.Script, -1) {
		d, _ := time.ParseDuration(text) // the expression allows no other text
		total += d
	}
	if forEver.MatchString(s.Script) || s.Limit < shortRun {
		total += s.Limit
	}
	return total
}

// fake makes the server. What the script does not offer comes from the scenario.
func (s Situation) fake(o fakeserver.Options) (*fakeserver.Server, error) {
	script, err := fakeserver.Parse("server.yaml", []byte(s.Script+"\n"))
	if err != nil {
		return nil, fmt.Errorf("reading the script of the server: %w", err)
	}
	all := Scenarios()
	i := slices.IndexFunc(all, func(known Scenario) bool { return known.Name == s.Scenario })
	if script.Tools == nil && i >= 0 {
		script.Tools = all[i].tools
	}
	return fakeserver.New(script, o)
}

// environment is what tells the client about the situation.
func (s Situation) environment() ([]string, error) {
	revision := Revision
	if s.Modern {
		revision = ModernRevision
	}
	out := []string{"MCP_CONFORMANCE_SCENARIO=" + s.Scenario, "MCP_CONFORMANCE_PROTOCOL_VERSION=" + revision}
	if s.Context == "" {
		return out, nil
	}
	var members map[string]json.RawMessage
	if err := jsonparts.Unmarshal([]byte(s.Context), &members); err != nil || members == nil {
		return nil, fmt.Errorf("the context is no JSON object: %s", s.Context)
	}
	members["name"], _ = json.Marshal(s.Scenario) // a text can be written, and so can what was read
	text, _ := json.Marshal(members)
	return append(out, "MCP_CONFORMANCE_CONTEXT="+string(text)), nil
}
