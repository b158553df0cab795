package interop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	mcpgotransport "github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	official "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// peerVariable makes this binary one of the clients that mcpsim client looks at.
const peerVariable = "MCPSIM_INTEROP_CLIENT"

func TestMain(m *testing.M) {
	peer, ok := os.LookupEnv(peerVariable)
	if !ok {
		os.Exit(m.Run())
	}
	var told struct{ TimeoutMs int }
	_ = json.Unmarshal([]byte(os.Getenv("MCP_CONFORMANCE_CONTEXT")), &told)
	open := map[string]func([]string) (peerClient, error){"go-sdk": openOfficial, "mcp-go": openMCPGo}[peer]
	if err := playPeer(open, time.Duration(told.TimeoutMs)*time.Millisecond); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// peerClient is what the scenarios ask of a client.
type peerClient interface {
	connect(ctx context.Context) error
	list(ctx context.Context) error // all pages
	call(ctx context.Context, tool string, arguments map[string]any) error
	close() error
}

// playPeer does what a scenario asks for. A patience of 0 is none.
func playPeer(open func([]string) (peerClient, error), patience time.Duration) (err error) {
	scenario := os.Getenv("MCP_CONFORMANCE_SCENARIO")
	limit := func(applies bool) (context.Context, context.CancelFunc) {
		if !applies || patience == 0 {
			return context.WithCancel(context.Background())
		}
		return context.WithTimeout(context.Background(), patience)
	}
	c, err := open(os.Args[1:])
	if err != nil {
		return err
	}
	start, cancel := limit(scenario == "initialize")
	defer cancel()
	if err := c.connect(start); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	if err := c.list(start); err != nil {
		return err
	}
	limited, cancel := limit(true)
	defer cancel()
	numbers := map[string]any{"a": 5, "b": 3}
	switch scenario {
	case "initialize":
		return nil
	case "sse-retry":
		return c.call(limited, "test_reconnection", map[string]any{})
	case "elicitation-sep1034-client-defaults":
		return c.call(limited, "test_client_elicitation_defaults", map[string]any{})
	case "mcpsim-late-answer":
		_ = c.call(limited, "slow", map[string]any{})
		return c.call(context.Background(), "add_numbers", numbers)
	default:
		return c.call(limited, "add_numbers", numbers)
	}
}

// officialPeer is the official Go SDK.
type officialPeer struct {
	transport official.Transport
	session   *official.ClientSession
}

func openOfficial(args []string) (peerClient, error) {
	if strings.HasPrefix(args[0], "http://") {
		return &officialPeer{transport: &official.StreamableClientTransport{Endpoint: args[0]}}, nil
	}
	return &officialPeer{transport: &official.CommandTransport{Command: exec.Command(args[0], args[1:]...)}}, nil
}

func (p *officialPeer) connect(ctx context.Context) (err error) {
	accept := func(context.Context, *official.ElicitRequest) (*official.ElicitResult, error) {
		return &official.ElicitResult{Action: "accept", Content: map[string]any{}}, nil
	}
	c := official.NewClient(&official.Implementation{Name: "go-sdk", Version: "1"}, &official.ClientOptions{ElicitationHandler: accept})
	p.session, err = c.Connect(ctx, p.transport, nil)
	return err
}

func (p *officialPeer) list(ctx context.Context) error {
	cursor := ""
	for {
		page, err := p.session.ListTools(ctx, &official.ListToolsParams{Cursor: cursor})
		if err != nil || page.NextCursor == "" || page.NextCursor == cursor {
			return err
		}
		cursor = page.NextCursor
	}
}

func (p *officialPeer) call(ctx context.Context, tool string, arguments map[string]any) error {
	_, err := p.session.CallTool(ctx, &official.CallToolParams{Name: tool, Arguments: arguments})
	return err
}

func (p *officialPeer) close() error { return p.session.Close() }

// mcpGoPeer is mark3labs/mcp-go.
type mcpGoPeer struct{ *client.Client }

// Elicit accepts what it is asked.
func (mcpGoPeer) Elicit(context.Context, mcpgo.ElicitationRequest) (*mcpgo.ElicitationResult, error) {
	var out mcpgo.ElicitationResult
	out.Action, out.Content = mcpgo.ElicitationResponseActionAccept, map[string]any{}
	return &out, nil
}

func openMCPGo(args []string) (peerClient, error) {
	accept := client.WithElicitationHandler(mcpGoPeer{})
	if !strings.HasPrefix(args[0], "http://") {
		return mcpGoPeer{client.NewClient(mcpgotransport.NewStdio(args[0], nil, args[1:]...), accept)}, nil
	}
	var options []mcpgotransport.StreamableHTTPCOption
	if os.Getenv("MCP_CONFORMANCE_PROTOCOL_VERSION") < "2026-07-28" {
		options = append(options, mcpgotransport.WithContinuousListening()) // would keep it from that revision
	}
	transport, err := mcpgotransport.NewStreamableHTTP(args[0], options...)
	if err != nil {
		return nil, err
	}
	return mcpGoPeer{client.NewClient(transport, accept)}, nil
}

func (p mcpGoPeer) connect(ctx context.Context) error {
	if err := p.Start(context.Background()); err != nil {
		return err
	}
	var hello mcpgo.InitializeRequest
	hello.Params.ProtocolVersion = os.Getenv("MCP_CONFORMANCE_PROTOCOL_VERSION")
	hello.Params.ClientInfo = mcpgo.Implementation{Name: "mcp-go", Version: "1"}
	_, err := p.Initialize(ctx, hello)
	return err
}

func (p mcpGoPeer) list(ctx context.Context) error {
	_, err := p.ListTools(ctx, mcpgo.ListToolsRequest{}) // it follows cursors itself
	return err
}

func (p mcpGoPeer) call(ctx context.Context, tool string, arguments map[string]any) error {
	var call mcpgo.CallToolRequest
	call.Params.Name, call.Params.Arguments = tool, arguments
	_, err := p.CallTool(ctx, call)
	return err
}

func (p mcpGoPeer) close() error { return p.Close() }

// findings are what is known of other people's clients, each looked at by hand.
// A new finding is a false alarm until somebody has looked at it.
var findings = map[string]map[string]string{
	"mcpsim http": { // as the documents have it, see docs/decisions.md
		"CLI-04":  "a session id is taken from any answer to a POST (F-31)",
		"CLI-17":  "any revision is accepted",
		"CLI-52":  "the type of an event is not looked at",
		"CLI-63":  "a call that was refused with 503 is made again at once, once",
		"CLI-75":  "a list that is null is refused",
		"CLI-109": "a DELETE has the timeout of all requests (F-17)",
		"FF-21":   "a call that may have happened is made again, once",
		"FF-46":   "a listener that is lost is a lost connection",
		"FF-47":   "the same",
	},
	"mcpsim stdio": {
		"CLI-17": "any revision is accepted",
		"CLI-75": "a list that is null is refused",
		"FF-21":  "a call that may have happened is made again, once",
	},
	"go-sdk http": {
		"CLI-10":    "the time that a stream asks for is forgotten by the next one",
		"CLI-16":    "this test's own program lists the tools of any server",
		"M-CLI-133": "the same",
		"CLI-122":   "this test's own handler accepts every form as it is",
		"M-CLI-134": "the same",
		"CLI-86":    "an error without an id is no message",
		"CLI-131":   "ids pass through a floating-point number",
		"CLI-89":    "the handler is asked whatever the mode of a question is",
		"FF-37":     "one tool that cannot be read is a list that cannot",
		"CLI-11":    "a resumed stream that brings nothing is not resumed again",
		"CLI-133":   "an empty id of an event does not take back the one before",
		"CLI-52":    "a byte order mark, and a field without a colon, end the stream",
		"CLI-05":    "a lost session is an error for the caller",
		"CLI-13":    "initialize is cancelled like any other request; whether that still goes out is a race with its end",
		"CLI-109":   "a DELETE that fails is an error of closing",
		"CLI-72":    "this test's own loop remembers one cursor",
		"FF-46":     "connecting waits for the stream of the GET",
		"FF-48":     "a stream that is refused later ends the session",
		"CLI-73":    "this test's own loop reads a list without end",
		"CLI-77":    "a kind of content that is not known is an error",
		"CLI-107":   "net/http turns a POST into a GET after 301, 302 and 303",
		"FF-15":     "a body that is an array is no message",
		"FF-57":     "net/http sends Mcp-Session-Id to another origin, too",
		"M-CLI-21":  "an empty cursor cannot be told from none",
		"M-CLI-26":  "what a result says of its type is not read",
		"M-CLI-28":  "requests of a server are answered whatever the protocol",
		"M-CLI-42":  "it falls back to initialize whatever versions the server names",
		"M-CLI-43":  "the same, after -32020 and -32021",
		"M-CLI-78":  "a cursor that is refused is an error for the caller",
		"M-CLI-24":  "a tool whose schema asks for an impossible header stays callable",
		"M-CLI-48":  "it falls back to initialize after a 400 of this protocol, too",
		"M-CLI-25":  "-32020 is an error for the caller: the tools are not listed again",
		"M-CLI-51":  "it falls back to initialize after 401 and 403",
		"M-CLI-52":  "it falls back to initialize after 429, 5xx and a lost connection",
		"M-CLI-61":  "a session id that the server gives is sent back",
		"M-CLI-119": "a call that is given up is cancelled by a message over HTTP, too",
	},
	"go-sdk stdio": {
		"CLI-16":    "this test's own program lists the tools of any server",
		"M-CLI-133": "the same",
		"CLI-122":   "this test's own handler accepts every form as it is",
		"M-CLI-134": "the same",
		"CLI-86":    "an error without an id is no message",
		"CLI-131":   "ids pass through a floating-point number",
		"CLI-89":    "the handler is asked whatever the mode of a question is",
		"FF-37":     "one tool that cannot be read is a list that cannot",
		"M-CLI-29":  "a call that is given up is cancelled beside the next one; whether that still goes out is a race with the end",
		"CLI-13":    "initialize is cancelled like any other request; whether that still goes out is a race with its end",
		"FF-01":     "every line must be JSON",
		"FF-02":     "every line must be JSON",
		"FF-06":     "a byte order mark is no JSON",
		"CLI-72":    "this test's own loop remembers one cursor",
		"CLI-73":    "this test's own loop reads a list without end",
		"CLI-77":    "a kind of content that is not known is an error",
		"M-CLI-21":  "an empty cursor cannot be told from none",
		"M-CLI-26":  "what a result says of its type is not read",
		"M-CLI-28":  "requests of a server are answered whatever the protocol",
		"M-CLI-42":  "it falls back to initialize whatever versions the server names",
		"M-CLI-43":  "the same, after -32020 and -32021",
		"M-CLI-78":  "a cursor that is refused is an error for the caller",
		"M-CLI-40":  "it waits for server/discover without a bound, and an error without an id ends the connection",
		"M-CLI-44":  "a server that exits at server/discover is not started again",
		"M-CLI-45":  "the question has no bound of its own",
		"FF-20":     "signals go to the process that was started, and not to its group",
	},
	"mcp-go http": {
		"CLI-16":    "this test's own program lists the tools of any server",
		"M-CLI-133": "the same",
		"CLI-122":   "this test's own handler accepts every form as it is",
		"M-CLI-134": "the same",
		"CLI-131":   "ids pass through a floating-point number",
		"CLI-04":    "a GET that begins while the session is deleted has lost its id already; a race, seen rarely",
		"CLI-89":    "the handler is asked whatever the mode of a question is",
		"FF-37":     "one tool that cannot be read is a list that cannot",
		"CLI-52":    "no byte order mark, no lone CR, and no event types are known",
		"CLI-03":    "the GET may leave before the negotiated revision is known to the transport",
		"CLI-05":    "a lost session is an error for the caller",
		"CLI-12":    "a call that is given up is forgotten",
		"SEP-1034":  "defaults are left to the handler",
		"FF-51":     "a lone CR does not end a line",
		"CLI-86":    "the first answer in a stream is taken for that of the call",
		"CLI-88":    "an unknown method is answered with -32603",
		"CLI-73":    "this test's own loop reads a list without end",
		"CLI-77":    "a kind of content that is not known is an error",
		"CLI-107":   "net/http turns a POST into a GET after 301, 302 and 303",
		"FF-15":     "a body that is an array is no message",
		"FF-57":     "net/http sends Mcp-Session-Id to another origin, too",
		"M-CLI-21":  "an empty cursor cannot be told from none",
		"M-CLI-24":  "a tool with an impossible header stays, and so do its other headers",
		"M-CLI-25":  "-32020 is an error for the caller: the tools are not listed again",
		"M-CLI-26":  "what a result says of its type is not read",
		"M-CLI-28":  "requests of a server are answered whatever the protocol",
		"M-CLI-40":  "an empty result of server/discover is taken for a modern server",
		"M-CLI-42":  "it falls back to initialize whatever versions the server names",
		"M-CLI-43":  "the same, after -32020 and -32021",
		"M-CLI-48":  "it falls back to initialize after a 400 of this protocol, too",
		"M-CLI-51":  "it falls back to initialize after 401 and 403",
		"M-CLI-52":  "it falls back to initialize after 429, 5xx and a lost connection",
		"M-CLI-78":  "a cursor that is refused is an error for the caller",
		"M-CLI-87":  "defaults are left to the handler",
		"CLI-127":   "the stream is opened again without the id of the last event",
		"CLI-10":    "what a stream asks for is not read: it is opened again after a second",
	},
	"mcp-go stdio": {
		"CLI-16":    "this test's own program lists the tools of any server",
		"M-CLI-133": "the same",
		"CLI-122":   "this test's own handler accepts every form as it is",
		"M-CLI-134": "the same",
		"CLI-131":   "ids pass through a floating-point number",
		"CLI-89":    "the handler is asked whatever the mode of a question is",
		"FF-37":     "one tool that cannot be read is a list that cannot",
		"M-CLI-29":  "as with go-sdk: the end may overtake the cancellation",
		"CLI-12":    "a call that is given up is forgotten",
		"SEP-1034":  "defaults are left to the handler",
		"CLI-116":   "a line that is an array is no message",
		"CLI-88":    "an unknown method is answered with -32603",
		"FF-06":     "a byte order mark is no JSON",
		"CLI-73":    "this test's own loop reads a list without end",
		"CLI-77":    "a kind of content that is not known is an error",
		"M-CLI-21":  "an empty cursor cannot be told from none",
		"M-CLI-26":  "what a result says of its type is not read",
		"M-CLI-28":  "requests of a server are answered whatever the protocol",
		"M-CLI-42":  "it falls back to initialize whatever versions the server names",
		"M-CLI-43":  "the same, after -32020 and -32021",
		"M-CLI-78":  "a cursor that is refused is an error for the caller",
		"M-CLI-40":  "an empty result of server/discover is taken for a modern server",
		"M-CLI-44":  "a server that exits at server/discover is not started again",
		"M-CLI-46":  "a late answer is not looked at",
		"M-CLI-87":  "defaults are left to the handler",
		"FF-20":     "signals go to the process that was started, and not to its group",
	},
}

func TestClientsOfOthersAreJudged(t *testing.T) {
	bin := buildMcpsim(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(findings)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			peer, transport, _ := strings.Cut(name, " ")
			file := filepath.Join(t.TempDir(), "results.jsonl")
			command := "'" + self + "'"
			if peer == "mcpsim" {
				command = "'" + bin + "' client --"
			}
			cmd := exec.Command(bin, "client", "--command", command, "--report", "json:"+file)
			if transport == "stdio" {
				cmd.Args = append(cmd.Args, "--stdio")
			}
			cmd.Env = append(os.Environ(), peerVariable+"="+peer)
			out, _ := cmd.CombinedOutput() // its exit code says what the report says
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			_, results, err := reports.ReadResults(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			judgetest.Ladder(t, peer, peerVersion(t, peer), transport, time.Now(), results)
			passed := unexpected(t, name, results)
			if passed < 15 {
				t.Errorf("only %d examples passed\n%s", passed, out)
			}
		})
	}
}

// peerVersion is that of a client in go.mod; our own has none.
func peerVersion(t *testing.T, peer string) string {
	module, ok := map[string]string{"go-sdk": "github.com/modelcontextprotocol/go-sdk", "mcp-go": "github.com/mark3labs/mcp-go"}[peer]
	if !ok {
		return "itself"
	}
	version, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", module).Output()
	if err != nil {
		t.Error(err)
	}
	return strings.TrimSpace(string(version))
}

// unexpected fails the test for every finding that is not known, and counts what
// passed.
func unexpected(t *testing.T, name string, results []reports.Result) (passed int) {
	t.Helper()
	for _, r := range results {
		_, known := findings[name][r.Rule.IDs[0]]
		switch {
		case r.Verdict == reports.Passed:
			passed++
		case (r.Verdict == reports.Failed || r.Verdict == reports.Warned) && !known:
			t.Errorf("%v %s, %s: %s\n%s", r.Rule.IDs, r.Verdict, r.Name, r.Error, strings.Join(r.Timeline, "\n"))
		}
	}
	return passed
}
