package peers

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"sync"

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

// ours is a client as a program has it: one runtime that connects everything.
func ours(name string, decode bool) Client {
	var sockets sync.Map // what stands for the pipes of a process, by its command
	starter := contract.StarterFunc(func(c contract.Command) (contract.Process, error) {
		if conn, ok := sockets.LoadAndDelete(c.Path); ok {
			return newSocketProcess(conn.(net.Conn))
		}
		return contract.OS().Start(c)
	})
	connector := sync.OnceValues(func() (own host.Connector, err error) {
		policy := host.OhMyPi()
		policy.Revision = revision
		_, err = host.New(policy, host.Env{Starter: starter, Wrap: func(c host.Connector) host.Connector {
			own = c
			return c
		}})
		return own, err
	})
	open := func(server config.Server) (Session, error) {
		c, err := connector()
		if err != nil {
			return nil, err
		}
		s := &oursSession{decode: decode}
		server.Name = "neutral"
		s.Conn, err = c.Connect(background, server, host.Life{Epoch: 1, OnNotification: s.notified})
		return s, err
	}
	return Client{
		Name:    name,
		Process: func(path string) (Session, error) { return open(config.Server{Command: path}) },
		HTTP:    func(url string) (Session, error) { return open(config.Server{Type: config.HTTP, URL: url}) },
		Modern: func(url string) (Session, error) {
			return open(config.Server{Type: config.HTTP, URL: url, Era: "modern"})
		},
		Socket: func(c net.Conn) (Session, error) {
			command := fmt.Sprintf("/socket/%p", c)
			sockets.Store(command, c)
			return open(config.Server{Command: command})
		},
	}
}

// What is spoken in rows of each era.
const (
	revision       = "2025-06-18"
	modernRevision = "2026-07-28"
)

var background = context.Background()

type oursSession struct {
	host.Conn
	tally  tally
	decode bool
}

func (s *oursSession) notified(string, []byte) { s.tally.add() }

// Close ends the connection.
func (s *oursSession) Close() error { return s.Conn.Close(background) }

func (s *oursSession) Echo(arguments json.RawMessage) (int, error) {
	raw, err := s.CallTool(background, "echo", arguments)
	if err != nil || !s.decode {
		return len(raw), err
	}
	result, err := protocol.ReadCallToolResult(raw)
	if err != nil {
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
	onEnd          func()
}

func newSocketProcess(c net.Conn) (contract.Process, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &socketProcess{Conn: c, stderr: r, theirs: w, done: make(chan struct{})}, nil
}

func (p *socketProcess) Stdin() io.WriteCloser { return p.Conn }
func (p *socketProcess) Stdout() io.Reader     { return p.Conn }
func (p *socketProcess) Stderr() io.Reader     { return p.stderr }
func (p *socketProcess) PID() int              { return 0 }
func (p *socketProcess) Kill() error           { return os.ErrProcessDone }
func (p *socketProcess) Wait() (int, error)    { <-p.done; return 0, nil }

// OnEnd makes it a notifier, like a process of the system.
func (p *socketProcess) OnEnd(f func()) { p.onEnd = f }

// Terminate is called once by the transport.
func (p *socketProcess) Terminate() error {
	close(p.done)
	go p.onEnd()
	_ = p.theirs.Close()
	return p.Conn.Close()
}
