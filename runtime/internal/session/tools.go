package session

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// Tool is one tool of a session. It is a value; the schema is shared and
// read-only.
type Tool struct {
	Name        string // unique in the session
	Description string
	InputSchema json.RawMessage
	// Call runs the tool. arguments is JSON; it may be nil. It may be called from
	// many goroutines at once.
	Call func(ctx context.Context, arguments json.RawMessage) (toolbridge.Output, error)
	// MCP is the tool of a server behind this one, nil for the program's own.
	MCP *toolbridge.Tool
}

// Tools is the registry: the program's own tools in their order, then those of
// MCP sorted by name. The result belongs to the caller.
func (s *Session) Tools() []Tool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.tools)
}

// Active is the part of the registry that can be called, in the same order. A
// tool is active from its first appearance until it is deselected.
func (s *Session) Active() []Tool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.active()
}

// active makes a list of its own; s.mu is held.
func (s *Session) active() []Tool {
	return slices.DeleteFunc(slices.Clone(s.tools), func(t Tool) bool { return s.off[t.Name] })
}

// Select makes exactly the named tools of the registry active. The others stay
// inactive until they are selected, even if they disappear and come back
// meanwhile (F-56). Tools that appear for the first time later are active.
func (s *Session) Select(names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tools {
		s.off[t.Name] = true
	}
	for _, name := range names {
		delete(s.off, name)
	}
}

// RefreshMCPTools replaces, in the running session, every tool whose name begins
// with "mcp__", the program's own included, and no other (OMP-LC-86): by the given
// ones, wrapped anew (OMP-LC-87) and active unless deselected (OMP-LC-88, F-56).
// Of tools with one name the later counts (F-26). If MCP is switched off it does
// nothing.
func (s *Session) RefreshMCPTools(tools []toolbridge.Tool) {
	if s.Manager() == nil {
		return
	}
	s.rebind(func() []toolbridge.Tool { return tools })
}

// wrap makes tools of the session that call through the manager.
func (s *Session) wrap(tools []toolbridge.Tool) []Tool {
	m := s.Manager()
	wrapped := make([]Tool, len(tools))
	for i, t := range tools {
		wrapped[i] = Tool{
			Name:        t.Name,
			Description: t.Description,
			InputSchema: t.InputSchema,
			MCP:         &t,
			Call: func(ctx context.Context, arguments json.RawMessage) (toolbridge.Output, error) {
				return m.CallTool(ctx, t, arguments)
			},
		}
	}
	return wrapped
}

// withoutMCP returns the tools that a refresh leaves alone.
func withoutMCP(tools []Tool) []Tool {
	return slices.DeleteFunc(slices.Clone(tools), func(t Tool) bool {
		return strings.HasPrefix(t.Name, toolbridge.Prefix)
	})
}

// merge adds tools; one of a name that is there already takes its place. Both
// lists stay as they are.
func merge(tools, more []Tool) []Tool {
	place := map[string]int{}
	merged := make([]Tool, 0, len(tools)+len(more))
	for _, t := range slices.Concat(tools, more) {
		if i, taken := place[t.Name]; taken {
			merged[i] = t
			continue
		}
		place[t.Name] = len(merged)
		merged = append(merged, t)
	}
	return merged
}

func names(tools []Tool) []string {
	out := make([]string, len(tools))
	for i, t := range tools {
		out[i] = t.Name
	}
	return out
}
