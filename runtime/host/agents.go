package host

import (
	"context"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/stdio"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// AgentsPolicy is the behaviour of an agent framework's runtime as plain values. A
// profile is a function that returns one.
type AgentsPolicy struct {
	// Connections are made like this. Its Manager is not used.
	Connections Policy
	// Manager is what concerns many servers.
	Manager agents.Policy
	// ReplayDeterministic repeats calls that fail for a reason which will not go away,
	// for all servers (A-O1, switch retry.http_4xx).
	ReplayDeterministic bool
}

// OpenAIAgents is the runtime of the openai-agents documents: servers that the
// program connects one after the other and cleans up in reverse order, with failed
// ones left out. Run it with [NewAgents].
func OpenAIAgents() AgentsPolicy {
	return AgentsPolicy{
		Connections: Policy{
			Timeout:                5 * time.Second, // S-OAI-10
			Client:                 protocol.Implementation{Name: "mcp", Version: "0.1.0"},
			Revision:               protocol.LatestLegacy,
			ListenAfterInitialized: true,
			LegacySSE:              true,
			IntegerIDs:             true,
			Resume:                 true,
			ResumeListener:         true,
			Stop:                   stdio.Stop{EOFWait: 2 * time.Second, TermWait: 2 * time.Second},
		},
		Manager: agents.DefaultPolicy(), // S-OAI-01
	}
}

// OpenAIAgentsParallel is [OpenAIAgents] with a worker for each server, which are
// connected side by side.
func OpenAIAgentsParallel() AgentsPolicy {
	p := OpenAIAgents()
	p.Manager.Parallel = true
	return p
}

// Agents runs the servers of an agent framework. Its methods may be called from any
// goroutine.
type Agents struct {
	*agents.Manager
	connector *agentConnector
}

// NewAgents wires a manager and its servers, in configured order. It connects
// nothing.
func NewAgents(p AgentsPolicy, s Seams, servers []agents.Settings) (*Agents, error) {
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	c := &agentConnector{newConnector(p.Connections, s)}
	around := agents.Surroundings{Connector: c, Clock: s.Clock, Events: s.Events, CloseTimeout: p.Manager.CleanupTimeout}
	var all []*agents.Server
	for _, settings := range servers {
		settings.Retry.ReplayDeterministic = settings.Retry.ReplayDeterministic || p.ReplayDeterministic
		all = append(all, agents.NewServer(settings, around))
	}
	m, err := agents.New(agents.Options{Servers: all, Policy: p.Manager, Clock: s.Clock, Events: s.Events})
	if err != nil {
		return nil, err
	}
	return &Agents{m, c}, nil
}

// Close cleans all servers up and waits until nothing of them is left, the renewal
// of a token included. They can be connected again afterwards. What went wrong is in
// Errors; the error is a fatal one.
func (a *Agents) Close() error {
	err := a.CleanupAll(context.Background())
	a.connector.tokens.Close()
	return err
}

// NewAgentsConnector makes what connects the servers of [NewAgents], for programs
// that put servers and manager together themselves.
func NewAgentsConnector(p AgentsPolicy, s Seams) (agents.Connector, error) {
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	return &agentConnector{newConnector(p.Connections, s)}, nil
}
