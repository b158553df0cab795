package peers

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Official is the client of github.com/modelcontextprotocol/go-sdk.
func Official() Client {
	return Client{
		Name: "go-sdk",
		Process: func(path string) (Session, error) {
			return openOfficial(&mcp.CommandTransport{Command: exec.Command(path)}, revision)
		},
		HTTP: func(url string) (Session, error) {
			return openOfficial(&mcp.StreamableClientTransport{Endpoint: url, HTTPClient: fresh()}, revision)
		},
		Modern: func(url string) (Session, error) {
			return openOfficial(&mcp.StreamableClientTransport{Endpoint: url, HTTPClient: fresh()}, modernRevision)
		},
		Socket: func(c net.Conn) (Session, error) {
			return openOfficial(&mcp.IOTransport{Reader: c, Writer: c}, revision)
		},
	}
}

// fresh is an HTTP client like the default one, with connections of its own: a
// session that found another's connection open would connect for nothing.
func fresh() *http.Client {
	return &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}
}

type officialSession struct {
	*mcp.ClientSession
	tally tally
}

func openOfficial(t mcp.Transport, revision string) (Session, error) {
	s := &officialSession{}
	client := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1"}, &mcp.ClientOptions{
		LoggingMessageHandler: func(context.Context, *mcp.LoggingMessageRequest) { s.tally.add() },
	})
	var err error
	s.ClientSession, err = client.Connect(background, t, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	return s, err
}

func (s *officialSession) Echo(arguments json.RawMessage) (int, error) {
	r, err := s.CallTool(background, &mcp.CallToolParams{Name: "echo", Arguments: arguments})
	if err != nil {
		return 0, err
	}
	return len(r.Content[0].(*mcp.TextContent).Text), nil
}

func (s *officialSession) ListTools() (int, error) {
	r, err := s.ClientSession.ListTools(background, nil)
	if err != nil {
		return 0, err
	}
	return len(r.Tools), nil
}

func (s *officialSession) Burst() (int, error) {
	return s.tally.burst(func() error {
		_, err := s.CallTool(background, &mcp.CallToolParams{Name: "burst"})
		return err
	})
}
