package room

import (
	"context"
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// Tools are those of the current view that an entity sees, sorted by name.
func (r *Room) Tools(who Entity) []toolbridge.Tool {
	var seen []toolbridge.Tool
	for t := range r.m.EachTool() {
		if r.access.sees(who, t.Server) {
			seen = append(seen, t)
		}
	}
	return seen
}

// Call calls a tool for an entity by its name. The error is a
// [manager.UnknownToolError] for a tool that the entity does not see, a
// [ForbiddenError], a [RateLimitError], or the cause of a ctx that ended; everything
// else is output.
func (r *Room) Call(ctx context.Context, who Entity, name string, arguments json.RawMessage) (toolbridge.Output, error) {
	var tool *toolbridge.Tool
	for _, t := range r.Tools(who) {
		if t.Name == name { // a later one of the same name wins (F-26)
			tool = &t
		}
	}
	if tool == nil {
		return toolbridge.Output{}, &manager.UnknownToolError{Name: name}
	}
	return r.CallTool(ctx, who, *tool, arguments)
}

// CallTool is Call for a tool from Tools. What is refused does not count for the
// limit, and all that is let through does, whatever becomes of it (A-R24).
func (r *Room) CallTool(ctx context.Context, who Entity, t toolbridge.Tool, arguments json.RawMessage) (toolbridge.Output, error) {
	if !r.access.sees(who, t.Server) {
		return toolbridge.Output{}, &manager.UnknownToolError{Name: t.Name}
	}
	if err := r.access.mayUse(who, t.Name); err != nil {
		return toolbridge.Output{}, err
	}
	if err := r.access.count(t.Server, r.clk.Now()); err != nil {
		return toolbridge.Output{}, err
	}
	return r.m.CallTool(ctx, t, arguments)
}
