package peers

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"os"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	contract "github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Ours is this project's client as a host gets it: a connection whose results
// are raw until somebody reads them.
func Ours() Client { return ours("ours", false) }

// OursDecoded also decodes every result and every tool, which is what the other
// clients always do.
func OursDecoded() Client { return ours("ours, decoded", true) }

func ours(name string, decode bool) Client {
	open := func(server config.Server, starter contract.Starter) (Session, error) {
		s := &oursSession{decode: decode}
		server.Name = "neutral"
		policy := host.OhMyPi()
		policy.Revision = revision
		var connector host.Connector
		h, err := host.New(policy, host.Env{Starter: starter, Wrap: func(own host.Connector) host.Connector {
			connector = own
			return own
		}})
		if err != nil {
			return nil, err
		}
		s.host = h
		s.Conn, err = connector.Connect(background, server, host.Life{Epoch: 1, OnNotification: s.notified})
		return s, err
	}
	return Client{
		Name:    name,
		Process: func(path string) (Session, error) { return open(config.Server{Command: path}, nil) },
		HTTP:    func(url string) (Session, error) { return open(config.Server{Type: config.HTTP, URL: url}, nil) },
		Socket: func(c net.Conn) (Session, error) {
			return open(config.Server{Command: "neutral"}, contract.StarterFunc(func(contract.Command) (contract.Process, error) {
				return newSocketProcess(c)
			}))
		},
	}
}

const revision = "2025-06-18"

var background = context.Background()

type oursSession struct {
	host.Conn
	host   *host.Host
	tally  tally
	decode bool
}

func (s *oursSession) notified(string, []byte) { s.tally.add() }

// Close ends the connection and what it used.
func (s *oursSession) Close() error {
	err := s.Conn.Close(background)
	s.host.Close()
	return err
}

func (s *oursSession) Echo(arguments json.RawMessage) (int, error) {
	raw, err := s.CallTool(background, "echo", arguments)
	if err != nil || !s.decode {
		return len(raw), err
	}
	var result protocol.CallToolResult
	if err := json.Unmarshal(raw, &result); err != nil {
		return 0, err
	}
	return len(result.Content[0].Text), nil
}

func (s *oursSession) ListTools() (int, error) {
	definitions, err := s.Conn.ListTools(background)
	if err != nil || !s.decode {
		return len(definitions), err
	}
	page := protocol.ToolPage{Tools: definitions}
	tools, _ := page.Decode()
	return len(tools), nil
}

func (s *oursSession) Burst() (int, error) {
	return s.tally.burst(func() error {
		_, err := s.CallTool(background, "burst", nil)
		return err
	})
}

// socketProcess is a connection that looks like a process, with a stderr that
// says nothing until the end.
type socketProcess struct {
	net.Conn
	stderr, theirs *os.File
	done           chan struct{}
}

func newSocketProcess(c net.Conn) (contract.Process, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &socketProcess{c, r, w, make(chan struct{})}, nil
}

func (p *socketProcess) Stdin() io.WriteCloser { return p.Conn }
func (p *socketProcess) Stdout() io.Reader     { return p.Conn }
func (p *socketProcess) Stderr() io.Reader     { return p.stderr }
func (p *socketProcess) PID() int              { return 0 }
func (p *socketProcess) Kill() error           { return os.ErrProcessDone }
func (p *socketProcess) Wait() (int, error)    { <-p.done; return 0, nil }

// Terminate is called once by the transport.
func (p *socketProcess) Terminate() error {
	close(p.done)
	_ = p.theirs.Close()
	return p.Conn.Close()
}
