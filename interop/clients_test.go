// Package interop_test lets clients of other projects talk to the correct server
// of `mcpsim serve`, over real pipes and sockets.
package interop_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	mcpgotransport "github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

// buildMcpsim builds the command of the module around this one.
func buildMcpsim(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "mcpsim")
	build := exec.Command("go", "build", "-o", bin, "./cmd/mcpsim")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// serve starts the server over one transport and returns its URL.
func serve(t *testing.T, bin, flag string) string {
	t.Helper()
	cmd := exec.Command(bin, "serve", flag, "--ready-file", "/dev/stdout")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 130 {
			t.Errorf("the server exited with code %d", code)
		}
	})
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var ready struct{ URL string }
	if err := json.Unmarshal(line, &ready); err != nil {
		t.Fatal(err)
	}
	return ready.URL
}

func TestOfficialClient(t *testing.T) {
	bin := buildMcpsim(t)
	transports := map[string]func(t *testing.T) official.Transport{
		"stdio": func(*testing.T) official.Transport {
			return &official.CommandTransport{Command: exec.Command(bin, "serve", "--stdio")}
		},
		"http": func(t *testing.T) official.Transport {
			return &official.StreamableClientTransport{Endpoint: serve(t, bin, "--http")}
		},
		"sse": func(t *testing.T) official.Transport {
			return &official.SSEClientTransport{Endpoint: serve(t, bin, "--sse")}
		},
	}
	for name, transport := range transports {
		t.Run(name, func(t *testing.T) { useOfficial(t, transport(t)) })
	}
}

func useOfficial(t *testing.T, transport official.Transport) {
	ctx := context.Background()
	c := official.NewClient(&official.Implementation{Name: "peer", Version: "1"}, nil)
	session, err := c.Connect(ctx, transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := session.ListTools(ctx, nil)
	if err != nil || len(tools.Tools) != 1 || tools.Tools[0].Name != "echo" {
		t.Fatalf("tools %v, error %v", tools, err)
	}
	result, err := session.CallTool(ctx, &official.CallToolParams{Name: "echo", Arguments: map[string]any{"text": "naïve 🚀"}})
	if err != nil || result.Content[0].(*official.TextContent).Text != "naïve 🚀" {
		t.Fatalf("result %v, error %v", result, err)
	}
	if err := session.Ping(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestMCPGoClient(t *testing.T) {
	bin := buildMcpsim(t)
	transports := map[string]func(t *testing.T) (mcpgotransport.Interface, error){
		"stdio": func(*testing.T) (mcpgotransport.Interface, error) {
			return mcpgotransport.NewStdio(bin, nil, "serve", "--stdio"), nil
		},
		"http": func(t *testing.T) (mcpgotransport.Interface, error) {
			return mcpgotransport.NewStreamableHTTP(serve(t, bin, "--http"), mcpgotransport.WithContinuousListening())
		},
		"sse": func(t *testing.T) (mcpgotransport.Interface, error) {
			return mcpgotransport.NewSSE(serve(t, bin, "--sse"))
		},
	}
	for name, open := range transports {
		t.Run(name, func(t *testing.T) {
			transport, err := open(t)
			if err != nil {
				t.Fatal(err)
			}
			useMCPGo(t, client.NewClient(transport))
		})
	}
}

func useMCPGo(t *testing.T, c *client.Client) {
	ctx := context.Background()
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	var hello mcpgo.InitializeRequest
	hello.Params.ProtocolVersion = mcpgo.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcpgo.Implementation{Name: "peer", Version: "1"}
	if _, err := c.Initialize(ctx, hello); err != nil {
		t.Fatal(err)
	}
	tools, err := c.ListTools(ctx, mcpgo.ListToolsRequest{})
	if err != nil || len(tools.Tools) != 1 || tools.Tools[0].Name != "echo" {
		t.Fatalf("tools %v, error %v", tools, err)
	}
	var call mcpgo.CallToolRequest
	call.Params.Name, call.Params.Arguments = "echo", map[string]any{"text": "naïve 🚀"}
	result, err := c.CallTool(ctx, call)
	if err != nil || result.Content[0].(mcpgo.TextContent).Text != "naïve 🚀" {
		t.Fatalf("result %v, error %v", result, err)
	}
	if err := c.Ping(ctx); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}
