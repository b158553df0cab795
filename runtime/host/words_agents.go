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
	// AgentsManagerPolicy says how servers are connected and cleaned up: Strict, DropFailed,
	// SuppressCancelled, Parallel, ConnectTimeout, CleanupTimeout.
	AgentsManagerPolicy = agents.Policy
	// AgentsSettings describe one server: Config, Retry, CacheTools, Filter, Approval,
	// Failure, Structured. Only Config must be set.
	AgentsSettings = agents.Settings
	// AgentsServer is one server: it can be connected, listed, called and cleaned up by
	// itself, from any goroutine.
	AgentsServer = agents.Server
	// AgentsFunction is a tool of a server as a function of an agent.
	AgentsFunction = agents.Function
	// AgentsFatalError is a failure that no program survives.
	AgentsFatalError = agents.FatalError
	// Agent is who uses functions, with the agent's own settings.
	Agent = agenttools.Agent
	// AgentRun is one run of an agent.
	AgentRun = agenttools.Run
	// AgentApproval says which calls need a person's consent.
	AgentApproval = agenttools.Approval
	// AgentFailure says what becomes of a failed call.
	AgentFailure = agenttools.Failure
	// AgentFilter chooses tools.
	AgentFilter = agenttools.Filter
	// AgentFilterContext is what a filter is told.
	AgentFilterContext = agenttools.FilterContext
	// AgentFunctionTool is a tool in the form that agents want.
	AgentFunctionTool = agenttools.Function
	// AgentToolOrigin is a tool of a server, before it is named.
	AgentToolOrigin = agenttools.Origin
)

// Limits of retries: how long the first wait is unless a server says otherwise, and tries
// without end.
const (
	AgentsDefaultRetryBase = agents.DefaultRetryBase
	AgentsUnlimited        = agents.Unlimited
)

// AgentsFunctions are the functions of servers for an agent. Two of one name are an error.
func AgentsFunctions(ctx context.Context, servers []*AgentsServer, run *AgentRun, agent *Agent) ([]AgentsFunction, error) {
	return agents.Functions(ctx, servers, run, agent)
}

// AgentsWithOwner names the goroutine that works in ctx, which servers are owned by.
func AgentsWithOwner(ctx context.Context, token string) context.Context {
	return agents.WithOwner(ctx, token)
}

// ConvertAgentTool makes a function of a tool.
func ConvertAgentTool(tool protocol.Tool, name string, strict bool) (AgentFunctionTool, error) {
	return agenttools.Convert(tool, name, strict)
}

// AgentPrefixedNames names tools after their servers, with none of the reserved names.
func AgentPrefixedNames(origins []AgentToolOrigin, reserved []string) []string {
	return agenttools.PrefixedNames(origins, reserved)
}

// AskAgentApproval asks for each call.
func AskAgentApproval(ask agenttools.AskApproval) AgentApproval { return agenttools.ApprovalFunc(ask) }

// ParseAgentApproval reads an approval from JSON.
func ParseAgentApproval(raw json.RawMessage) (AgentApproval, error) {
	return agenttools.ParseApproval(raw)
}

// ConvertAgentFailure makes output of failures.
func ConvertAgentFailure(f agenttools.ErrorFunc) AgentFailure { return agenttools.ConvertWith(f) }

// PropagateAgentFailure returns failures as errors.
func PropagateAgentFailure() AgentFailure { return agenttools.Propagate() }
