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
