package conn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/mirror"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// plans are what calls of tools repeat in headers, by name, as they were listed last.
type plans struct {
	mu   sync.Mutex
	tool map[string]mirror.Plan
}

// planned keeps what the tools of a list want repeated, and leaves out those whose
// schema asks for it wrongly, with a warning (MOD-03).
func (c *Conn) planned(all []json.RawMessage) []json.RawMessage {
	kept := make([]json.RawMessage, 0, len(all))
	found := map[string]mirror.Plan{}
	for _, raw := range all {
		tool, err := protocol.ReadTool(raw)
		if err != nil {
			kept = append(kept, raw) // what is wrong with it, its reader says
			continue
		}
		plan, err := mirror.Compile(tool.InputSchema)
		if err != nil {
			c.warn(fmt.Errorf("leaving out the tool %q: %w", excerpt.To(tool.Name, excerpt.Word), excerpt.Error(err)))
			continue
		}
		kept, found[tool.Name] = append(kept, raw), plan
	}
	c.plans.mu.Lock()
	defer c.plans.mu.Unlock()
	c.plans.tool = found
	return kept
}

// plan is what calls of a tool repeat.
func (c *Conn) plan(tool string) mirror.Plan {
	c.plans.mu.Lock()
	defer c.plans.mu.Unlock()
	return c.plans.tool[tool]
}

// callModern calls a tool with the headers that its schema asks for. A server that says
// they are wrong has changed the schema: it is asked for its tools and called once more,
// as it has not done anything.
func (c *Conn) callModern(ctx context.Context, params protocol.CallToolParams) (json.RawMessage, error) {
	for again := false; ; again = true {
		headers, err := c.plan(params.Name).Headers(params.Arguments)
		if err != nil {
			return nil, fmt.Errorf("calling %s: %w", params.Name, err)
		}
		raw, err := c.requestWith(ctx, protocol.MethodCallTool, params, headers)
		e, refused := errors.AsType[*transport.Error](err)
		if !refused || e.Code != protocol.CodeHeaderMismatch || again || !c.remote {
			return raw, err
		}
		c.fresh.Drop(protocol.MethodListTools, nil)
		if _, failed := c.ListTools(ctx); failed != nil {
			return nil, err
		}
	}
}
