package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/host"
)

// team is the servers of an agent framework. Each can be connected and cleaned up
// by itself; tools are listed when an agent asks.
type team struct {
	*agents
	parallel bool
}

var _ subject = (*team)(nil)

func (t *team) start() error {
	t.managerPolicy().Parallel = t.parallel
	m, err := t.theManager()
	if err != nil {
		return err
	}
	return t.beginStartup(programToken, func(ctx context.Context) (host.StartResult, error) {
		_, err := m.Connect(host.WithAgentOwner(ctx, programToken))
		return host.StartResult{}, err
	})
}

func (t *team) startServer(s *server) error { return t.with(s.name, (*host.AgentServer).Connect) }

func (t *team) stopServer(name string) error { return t.with(name, (*host.AgentServer).Cleanup) }

// named is a declared server as a program manages it.
func (t *team) named(name string) (*host.AgentServer, error) {
	s, err := t.server(name)
	if err != nil {
		return nil, err
	}
	managed, err := t.managedServer(s)
	if err == nil && managed == nil {
		err = fmt.Errorf("the program does not manage the server %q", name)
	}
	return managed, err
}

// with does something with a server on a goroutine of its own.
func (t *team) with(name string, do func(*host.AgentServer, context.Context) error) error {
	s, err := t.named(name)
	if err != nil {
		return err
	}
	token := programToken + "/" + name
	t.ground.spawn(token, func() { _ = do(s, host.WithAgentOwner(t.life, token)) })
	return t.ground.settle()
}

func (t *team) stopAll() error {
	m := t.manager
	if m == nil {
		return errNoStart
	}
	token := programToken + "/end"
	t.ground.spawn(token, func() { _ = m.Cleanup(host.WithAgentOwner(t.life, token)) })
	return t.ground.settle()
}

func (t *team) status(name string) (string, error) {
	s, err := t.named(name)
	switch {
	case err != nil:
		return "", err
	case s.Connected():
		return string(host.Connected), nil
	case t.startup != nil && t.startup.pending() && !slices.Contains(t.manager.Failed(), s):
		return string(host.Connecting), nil
	}
	return string(host.Disconnected), nil
}

// offers asks a connected server for its tools: that is what an agent does.
func (t *team) offers(name string) (bool, error) {
	s, err := t.named(name)
	if err != nil || !s.Connected() {
		return false, err
	}
	listing := &attempt{}
	offered := false
	listing.begin(t.World, "listing tools", programToken+"/"+name, func(ctx context.Context) error {
		tools, err := s.ListTools(ctx, nil, nil)
		offered = len(tools) > 0
		return err
	})
	if err := t.ground.settle(); err != nil {
		return false, err
	}
	if listing.pending() {
		return false, errors.Join(listing.giveUp(), errors.New("the server does not list them"))
	}
	return offered, listing.err
}

func (t *team) call(names []string, arguments json.RawMessage) error {
	for _, name := range names {
		s, err := t.named(name)
		if err != nil {
			return err
		}
		t.launch(&call{tool: host.Tool{Server: name}, args: arguments}, name, func(ctx context.Context) (host.Output, error) {
			raw, err := s.CallTool(ctx, "echo", arguments)
			if err != nil {
				return host.Output{}, err
			}
			return outputOf(raw)
		})
	}
	return t.ground.settle()
}

// outputOf is the first text of a result.
func outputOf(raw json.RawMessage) (host.Output, error) {
	var result struct {
		Content []struct{ Text string }
		IsError bool
	}
	err := json.Unmarshal(raw, &result)
	out := host.Output{IsError: result.IsError}
	if len(result.Content) > 0 {
		out.Text = result.Content[0].Text
	}
	return out, err
}

func (t *team) shown() string {
	if t.manager == nil {
		return ""
	}
	var b strings.Builder
	failures := t.manager.Errors()
	for _, s := range t.manager.Configured() {
		fmt.Fprintf(&b, "%s %s %v; ", s.Name(), s.SessionID(), failures[s])
	}
	return b.String()
}
