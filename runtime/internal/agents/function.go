package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Function is a tool as an agent uses it in one run. It shares nothing with other
// functions or with the server's cache (OAI-72).
type Function struct {
	agenttools.Function
	Server   *Server
	Original string // name on the server

	tool    protocol.Tool
	run     *agenttools.Run
	agent   *agenttools.Agent
	failure agenttools.Failure
}

// Functions lists the tools of servers for an agent in a run: filtered, converted
// and named as the agent wants it. Two tools of one name are a
// *[agenttools.DuplicateError] (OAI-73). agent may be nil for the defaults.
func Functions(ctx context.Context, servers []*Server, run *agenttools.Run, agent *agenttools.Agent) ([]Function, error) {
	var functions []Function
	var names []string
	var listings [][]string
	var origins []agenttools.Origin
	for _, s := range servers {
		tools, err := s.ListTools(ctx, run, agent)
		if err != nil {
			return nil, err
		}
		names = append(names, s.Name())
		listings = append(listings, nil)
		for _, t := range tools {
			listings[len(listings)-1] = append(listings[len(listings)-1], t.Name)
			origins = append(origins, agenttools.Origin{Server: s.Name(), Tool: t.Name})
			functions = append(functions, Function{Server: s, Original: t.Name, tool: t, run: run, agent: agent})
		}
	}
	var wants agenttools.Agent
	if agent != nil {
		wants = *agent
	}
	if err := agenttools.CheckUnique(names, listings, wants.PrefixNames); err != nil {
		return nil, err
	}
	convert(ctx, functions, origins, wants)
	return functions, nil
}

// convert fills in what a model is told of each function.
func convert(ctx context.Context, functions []Function, origins []agenttools.Origin, wants agenttools.Agent) {
	var public []string
	if wants.PrefixNames {
		public = agenttools.PrefixedNames(origins, wants.Reserved)
	}
	for i := range functions {
		f := &functions[i]
		name := f.Original
		if public != nil {
			name = public[i]
		}
		var err error
		if f.Function, err = agenttools.Convert(f.tool, name, wants.StrictSchemas); err != nil {
			f.Server.log(ctx, "info", err)
		}
		f.failure = f.Server.settings.Failure.Or(wants.Failure)
	}
}

// NeedsApproval reports whether a person must approve a call first.
func (f Function) NeedsApproval(ctx context.Context) (bool, error) {
	return f.Server.settings.Approval.Needed(ctx, f.run, f.agent, f.tool)
}

// Invoke calls the tool with what a model gave as input and returns what the model
// is to read. A failure is converted as the server says, else the agent, else to
// the default text (OAI-56, OAI-57). If ctx ends, its cause is the error and there
// is no output (OAI-58).
func (f Function) Invoke(ctx context.Context, input string) (string, error) {
	output, err := f.call(ctx, input)
	if err == nil {
		return output, nil
	}
	return f.failure.Output(ctx, err)
}

func (f Function) call(ctx context.Context, input string) (output string, err error) {
	arguments, err := agenttools.ReadInput(f.Name, input)
	if err != nil {
		return output, err
	}
	raw, err := f.Server.CallTool(ctx, f.Original, arguments)
	if err != nil {
		return output, f.explain(err)
	}
	result, err := protocol.ReadCallToolResult(raw)
	if err != nil {
		return output, f.explain(fmt.Errorf("reading the result: %w", err))
	}
	return f.text(result), nil
}

// explain words a failure for its converter (S-OAI-31).
func (f Function) explain(err error) error {
	switch {
	case is[*ServerError](err), is[*agenttools.ArgumentsError](err), errors.Is(err, ErrNotConnected):
		return err
	case is[*jsonrpc.Error](err):
		f.Server.emit(f.Server.name, event.Event{
			Kind: event.ServerLog, Name: "warn", Text: "MCP tool " + f.Name + " returned an error", Err: err.Error(),
		})
		return err
	case errors.Is(err, context.Canceled):
		text := "Failed to call tool '" + f.Original + "' on MCP server '" + f.Server.name + "': tool execution was cancelled."
		return &ServerError{text, err}
	}
	return &ServerError{fmt.Sprintf("Error invoking MCP tool %s on server '%s': %s", f.Name, f.Server.name, err), err}
}

// text is what a model reads of a result: its blocks, one below the other, those
// without text as JSON; or only the structured content, if the server wants that.
func (f Function) text(r protocol.CallToolResult) string {
	if f.Server.settings.Structured && !r.IsError && len(r.StructuredContent) > 0 && string(r.StructuredContent) != "null" {
		return string(r.StructuredContent)
	}
	blocks := make([]string, len(r.Content))
	for i, c := range r.Content {
		blocks[i] = c.Text
		if c.Type != "text" {
			raw, _ := json.Marshal(c)
			blocks[i] = string(raw)
		}
	}
	return strings.Join(blocks, "\n")
}
