package peers

import (
	"encoding/json"
	"io"
	"net"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// MCPGo is the client of github.com/mark3labs/mcp-go. Over HTTP it listens to the server
// like the other two, which it does not by default, and which keeps it from 2026-07-28.
func MCPGo() Client {
	return Client{
		Name:    "mcp-go",
		Process: func(path string) (Session, error) { return openMCPGo(transport.NewStdio(path, nil), revision) },
		HTTP:    func(url string) (Session, error) { return openMCPGoHTTP(url, revision) },
		Modern:  func(url string) (Session, error) { return openMCPGoHTTP(url, modernRevision) },
		Socket: func(c net.Conn) (Session, error) {
			return openMCPGo(transport.NewIO(c, c, io.NopCloser(strings.NewReader(""))), revision)
		},
	}
}

type mcpGoSession struct {
	*client.Client
	tally tally
}

func openMCPGoHTTP(url, revision string, options ...transport.StreamableHTTPCOption) (Session, error) {
	t, err := transport.NewStreamableHTTP(url, append(options, transport.WithHTTPBasicClient(fresh()))...)
	if err != nil {
		return nil, err
	}
	return openMCPGo(t, revision)
}

func openMCPGo(t transport.Interface, revision string) (Session, error) {
	s := &mcpGoSession{Client: client.NewClient(t, client.WithProtocolVersion(revision))}
	s.OnNotification(func(mcp.JSONRPCNotification) { s.tally.add() })
	if err := s.Start(background); err != nil {
		return nil, err
	}
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = revision
	hello.Params.ClientInfo = mcp.Implementation{Name: "peer", Version: "1"}
	_, err := s.Initialize(background, hello)
	return s, err
}

func (s *mcpGoSession) call(name string, arguments any) (*mcp.CallToolResult, error) {
	var request mcp.CallToolRequest
	request.Params.Name, request.Params.Arguments = name, arguments
	return s.CallTool(background, request)
}

func (s *mcpGoSession) Echo(arguments json.RawMessage) (int, error) {
	r, err := s.call("echo", arguments)
	if err != nil {
		return 0, err
	}
	return len(r.Content[0].(mcp.TextContent).Text), nil
}

func (s *mcpGoSession) ListTools() (int, error) {
	r, err := s.Client.ListTools(background, mcp.ListToolsRequest{})
	if err != nil {
		return 0, err
	}
	return len(r.Tools), nil
}

func (s *mcpGoSession) Burst() (int, error) {
	return s.tally.burst(func() error {
		_, err := s.call("burst", nil)
		return err
	})
}
