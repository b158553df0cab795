package host

import (
	"context"
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// The words of [NewAgents].
type (
	// AgentManagerPolicy says how servers are connected and cleaned up. The zero value
	// connects one after the other and goes on after a failure.
	//
	//	Strict             bool           a server that fails makes Connect and Reconnect fail
	//	DropFailed         bool           only connected servers are active; off: all that were tried
	//	SuppressCancelled  bool           a cancelled Connect returns what is active, and no error
	//	Parallel           bool           a worker for each server; off: the caller's goroutine
	//	ConnectTimeout     time.Duration  for each connect; 0: no limit
	//	CleanupTimeout     time.Duration  for each cleanup; 0: no limit
	AgentManagerPolicy = agents.Policy

	// AgentServerSettings describe one server. Only Config must be set.
	//
	//	Config      config.Server  how it is reached; without a name it gets one
	//	Retry       struct         of each ListTools and CallTool; the zero value tries once
	//	  .Attempts            int            further tries; negative: no end
	//	  .Base                time.Duration  first wait, each later one is twice as long; 0: 1 s
	//	  .ReplayDeterministic bool           calls that fail for good, such as 404, are repeated
	//	CacheTools  bool           one listing for all until InvalidateTools
	//	Filter      AgentFilter    which tools there are
	//	Approval    AgentApproval  which calls need a person's consent
	//	Failure     AgentFailure   what becomes of a failed call
	//	Structured  bool           structured content alone is the output, if there is some
	AgentServerSettings = agents.Settings

	// AgentServer is one server of [Agents]. It can be used by itself, from any goroutine:
	// Name, Connect, Cleanup, Connected, SessionID; ListTools, InvalidateTools, SetFilter,
	// CallTool; ListPrompts, GetPrompt, ListResources, ListResourceTemplates, ReadResource.
	AgentServer = agents.Server

	// AgentFunction is a tool of a server as a function of an agent in one run: an
	// [AgentFunctionTool] with its Server and its Original name there. Invoke calls it with
	// a model's input, NeedsApproval says whether a person must agree first.
	AgentFunction = agents.Function

	// AgentFatalError is a failure that ends Connect and Cleanup in every mode. A
	// [Connector] returns one, around Err, for what its program cannot survive.
	AgentFatalError = agents.FatalError

	// Agent is who uses functions. The zero value takes names and schemas as they are.
	//
	//	Name           string
	//	StrictSchemas  bool          schemas in strict form, where that is possible
	//	PrefixNames    bool          the server is in the name of each function
	//	Reserved       []string      names that prefixed ones must not take
	//	Failure        AgentFailure  unless the server says otherwise
	Agent = agenttools.Agent

	// AgentRun is one run of an agent: ID, and Values that filters and approvals may read.
	AgentRun = agenttools.Run

	// AgentApproval says which calls need a person's consent; the zero value: none. Make
	// others with [ParseAgentApproval] or [AskAgentApproval].
	AgentApproval = agenttools.Approval

	// AgentFailure says what becomes of a failed call. The zero value leaves that to the
	// agent, whose zero value returns a text to the model. Make others with
	// [ConvertAgentFailure] or [PropagateAgentFailure].
	AgentFailure = agenttools.Failure

	// AgentFilter chooses tools by their names on the server; the zero value: all.
	//
	//	Allowed  []string  no others; nil: all, empty: none
	//	Blocked  []string  not these, allowed or not
	//	Dynamic  func(context.Context, AgentFilterContext, protocol.Tool) (bool, error)
	AgentFilter = agenttools.Filter

	// AgentFilterContext is for whom tools are listed: Run, Agent, and the name of the Server.
	AgentFilterContext = agenttools.FilterContext

	// AgentFunctionTool is a tool as a model is told of it: Name, Description, Schema, Strict
	// (the schema is in strict form) and Meta.
	AgentFunctionTool = agenttools.Function

	// AgentToolOrigin is a tool before it is named: Server and Tool.
	AgentToolOrigin = agenttools.Origin
)

// AgentFunctions are the functions of servers for an agent in a run; both may be nil. Two of
// one name are an error.
func AgentFunctions(ctx context.Context, servers []*AgentServer, run *AgentRun, agent *Agent) ([]AgentFunction, error) {
	return agents.Functions(ctx, servers, run, agent)
}

// WithAgentOwner names the goroutine that works with ctx, in the events of what it does.
// Without a name it is "caller".
func WithAgentOwner(ctx context.Context, token string) context.Context {
	return agents.WithOwner(ctx, token)
}

// ConvertAgentTool makes what a model is told of a tool. If strict is wanted and impossible,
// the result is as without it, and the error says why.
func ConvertAgentTool(tool protocol.Tool, name string, strict bool) (AgentFunctionTool, error) {
	return agenttools.Convert(tool, name, strict)
}

// AgentPrefixedNames names tools after their servers, with none of the reserved names.
func AgentPrefixedNames(origins []AgentToolOrigin, reserved []string) []string {
	return agenttools.PrefixedNames(origins, reserved)
}

// AskAgentApproval asks for each call.
func AskAgentApproval(ask func(context.Context, *AgentRun, *Agent, protocol.Tool) (bool, error)) AgentApproval {
	return agenttools.ApprovalFunc(ask)
}

// ParseAgentApproval reads an approval from JSON.
func ParseAgentApproval(raw json.RawMessage) (AgentApproval, error) {
	return agenttools.ParseApproval(raw)
}

// ConvertAgentFailure makes what a model reads of a failure.
func ConvertAgentFailure(f func(ctx context.Context, err error) string) AgentFailure {
	return agenttools.ConvertWith(f)
}

// PropagateAgentFailure returns failures as errors.
func PropagateAgentFailure() AgentFailure { return agenttools.Propagate() }
