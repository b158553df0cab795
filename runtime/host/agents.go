package host

import (
	"context"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/stdio"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// AgentsPolicy is the behaviour of an agent framework's runtime as plain values.
type AgentsPolicy struct {
	ConnPolicy
	// Manager is how the servers are connected and cleaned up.
	Manager AgentManagerPolicy
}

// OpenAIAgents is the runtime of the openai-agents documents: servers that the
// program connects one after the other and cleans up in reverse order, with failed
// ones left out. Run it with [NewAgents].
func OpenAIAgents() AgentsPolicy {
	return AgentsPolicy{
		ConnPolicy: ConnPolicy{
			Timeout:                5 * time.Second, // S-OAI-10
			Client:                 protocol.Implementation{Name: "mcp", Version: "0.1.0"},
			Revision:               protocol.LatestLegacy,
			ListenAfterInitialized: true,
			LegacySSE:              true,
			IntegerIDs:             true,
			SendQueue:              boundedQueue,
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

// AgentsOptions are the servers of an agent framework.
type AgentsOptions struct {
	// Servers in configured order; one that is there twice, the very same settings,
	// counts once. They are copied.
	Servers []*AgentServerSettings
}

// Agents runs the servers of an agent framework. Its methods may be called from any
// goroutine; those that connect or clean up wait for each other.
type Agents struct {
	m   *agents.Manager
	end func()
}

// NewAgents wires a manager and its servers. It connects nothing. The error is about
// env, or says what makes no sense in the policy or the options.
func NewAgents(p AgentsPolicy, env Env, o AgentsOptions) (*Agents, error) {
	env, err := env.complete()
	if err != nil {
		return nil, err
	}
	c, end := newConnector(p.ConnPolicy, env)
	shared := agents.Env{
		Connector: inner{c}, Clock: env.Clock, Events: env.Events, CloseTimeout: p.Manager.CleanupTimeout, OnNotification: env.OnNotification,
	}
	known := map[*AgentServerSettings]bool{}
	var all []*agents.Server
	for i, settings := range o.Servers {
		if settings == nil {
			return nil, fmt.Errorf("server %d of %d has no settings", i+1, len(o.Servers))
		}
		if !known[settings] {
			known[settings] = true
			all = append(all, agents.NewServer(*settings, shared))
		}
	}
	m, err := agents.New(agents.Options{Servers: all, Policy: p.Manager, Clock: env.Clock, Events: env.Events})
	if err != nil {
		return nil, err
	}
	return &Agents{m, end}, nil
}

// Connect connects all servers that are not connected and returns those that are
// active then. It fails when the policy or a [*AgentFatalError] wants it to; then what
// it had connected is closed. When ctx ends that happens, too; it is an error only if
// cancellations are not suppressed.
func (a *Agents) Connect(ctx context.Context) ([]*AgentServer, error) { return a.m.ConnectAll(ctx) }

// Reconnect tries servers again, all or only those whose connect has failed, and returns
// the active ones like Connect.
func (a *Agents) Reconnect(ctx context.Context, failedOnly bool) ([]*AgentServer, error) {
	return a.m.Reconnect(ctx, failedOnly)
}

// Cleanup closes all servers in reverse order. What went wrong is in Errors; the error
// is a fatal one. They can be connected again afterwards.
func (a *Agents) Cleanup(ctx context.Context) error { return a.m.CleanupAll(ctx) }

// Close cleans all servers up and waits until nothing of them is left, the renewal of a
// token included. The error is an [*AgentFatalError]. Connect works again afterwards.
func (a *Agents) Close() error {
	err := a.m.CleanupAll(context.Background())
	a.end()
	return err
}

// Server is the server of a name, nil if there is none.
func (a *Agents) Server(name string) *AgentServer { return a.m.Server(name) }

// Configured are all servers in configured order; Connected, Failed and Active are
// parts of it. Results belong to the caller.
func (a *Agents) Configured() []*AgentServer { return a.m.Configured() }

// Connected are the servers that have a connection.
func (a *Agents) Connected() []*AgentServer { return a.m.Connected() }

// Failed are the servers whose last connect failed.
func (a *Agents) Failed() []*AgentServer { return a.m.Failed() }

// Active are the servers that agents get to see.
func (a *Agents) Active() []*AgentServer { return a.m.Active() }

// Workers are the servers that have a worker of their own now.
func (a *Agents) Workers() []*AgentServer { return a.m.Workers() }

// Errors are the newest failures, by server.
func (a *Agents) Errors() map[*AgentServer]error { return a.m.Errors() }
