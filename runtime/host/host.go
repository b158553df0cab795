package host

import (
	"context"
	"encoding/json"
	"iter"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Host runs the servers that the program names: it starts them behind a gate, shows
// their tools, reconnects what is lost and ends everything. Its methods may be called
// from any goroutine.
type Host struct {
	servers
	env Env // complete
}

// New wires a host. It starts nothing. The error is about env.
func New(p Policy, env Env) (*Host, error) {
	env, err := env.complete()
	if err != nil {
		return nil, err
	}
	return &Host{servers{newManager(p, env)}, env}, nil
}

// newManager wires a manager; env is complete.
func newManager(p Policy, env Env) *manager.Manager {
	return newManagerThrough(p, env, func(own connect.Connector) connect.Connector { return own })
}

// newManagerThrough wires a manager that connects through something else.
func newManagerThrough(p Policy, env Env, through func(connect.Connector) connect.Connector) *manager.Manager {
	c, end := newConnector(p.ConnPolicy, env)
	policy, warning := p.managerPolicy(env.LookupEnv)
	if warning != nil {
		facts.To(env.Events, env.Clock).Emit("manager", event.Log(event.Warn, warning.Error(), ""))
	}
	return manager.New(manager.Options{
		Connector: through(inner{c}),
		Clock:     env.Clock,
		Policy:    policy,
		Rand:      env.Rand,
		Cache:     env.Cache,
		Events:    env.Events,
		Callbacks: env.Callbacks,
		OnStopped: end,
	})
}

// Start connects servers beside those that run, as the policy says: it returns when
// all have settled, or at the gate if the tools of all others are known from the
// cache. A server that fails is no error of Start, see [StartResult]. Ending ctx ends
// the wait and nothing else: servers end with Stop or Close, and those in
// [StartResult].Pending go on until then.
func (h *Host) Start(ctx context.Context, servers []config.Server) StartResult {
	return h.m.Start(ctx, servers)
}

// Close disconnects every server and waits until nothing of them is left, the
// renewal of a token included. The host can start servers again afterwards.
func (h *Host) Close() { h.m.StopAll() }

// servers are the servers of a runtime as a program sees and uses them.
type servers struct{ m *manager.Manager }

// Servers is the state of all servers at one moment, in configured order. It holds
// nothing that was resolved.
func (s servers) Servers() iter.Seq[ServerView] { return slices.Values(s.m.Servers()) }

// Status is the public status of a server; an unknown one is [Disconnected].
func (s servers) Status(server string) Status { return s.m.Status(server) }

// Source says where a server's definition came from. It is known before the server
// is connected, and for refused ones.
func (s servers) Source(server string) (config.Source, bool) { return s.m.Source(server) }

// Instructions are what a server wants models to be told; empty if it said nothing.
func (s servers) Instructions(server string) string { return s.m.Instructions(server) }

// Tools is the one current view at this moment, sorted by name.
func (s servers) Tools() iter.Seq[Tool] { return s.m.EachTool() }

// Resources are what a connected server offers, as they were listed last; none of an
// unknown server.
func (s servers) Resources(server string) iter.Seq[protocol.Resource] {
	return slices.Values(s.m.Resources(server))
}

// Templates are the resource templates of a server, like Resources.
func (s servers) Templates(server string) iter.Seq[protocol.ResourceTemplate] {
	return slices.Values(s.m.Templates(server))
}

// Prompts are the prompts of a server, like Resources.
func (s servers) Prompts(server string) iter.Seq[protocol.Prompt] {
	return slices.Values(s.m.Prompts(server))
}

// Call calls a tool by its name in the view. arguments is a JSON object or nil. What
// goes wrong is output for the model ([Output].IsError); the error is an
// [*UnknownToolError], or the cause of a ctx that ended.
func (s servers) Call(ctx context.Context, name string, arguments json.RawMessage) (Output, error) {
	return s.m.Call(ctx, name, arguments)
}

// CallTool is Call for a tool from Tools. One that has left the view meanwhile is called
// all the same, if its server is connected.
func (s servers) CallTool(ctx context.Context, t Tool, arguments json.RawMessage) (Output, error) {
	return s.m.CallTool(ctx, t, arguments)
}

// ReadResource reads a resource of a connected server. A server without a connection is
// a [*NotConnectedError]; other errors are those of package transport.
func (s servers) ReadResource(ctx context.Context, server, uri string) (protocol.ReadResourceResult, error) {
	return s.m.ReadResource(ctx, server, uri)
}

// GetPrompt fills in a prompt of a connected server; its errors are like those of
// ReadResource.
func (s servers) GetPrompt(ctx context.Context, server, prompt string, arguments map[string]string) (protocol.GetPromptResult, error) {
	return s.m.GetPrompt(ctx, server, prompt, arguments)
}

// SetSubscriptions says whether servers are asked from now on to announce changes of
// their resources.
func (s servers) SetSubscriptions(on bool) { s.m.SetSubscriptions(on) }

// Reconnect replaces the connection of one server and waits for the outcome, all
// attempts included; one that is under way is shared. Ending ctx ends the wait only. A
// server that is not known is a [*NotConnectedError].
func (s servers) Reconnect(ctx context.Context, server string) error {
	return s.m.Reconnect(ctx, server)
}

// Stop disconnects one server and returns when nothing of it is left. It is started
// again by the next Start or Load that names it, or the next pass of a [Workspace] over
// its settings. A name that is not known is no error.
func (s servers) Stop(server string) { s.m.Stop(server) }
