package conn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// ListTools lists all tools, page by page until there is no next cursor. A
// server that did not advertise tools has none and is not asked (F-19). The
// definitions are returned as the server wrote them.
func (c *Conn) ListTools(ctx context.Context) ([]json.RawMessage, error) {
	if c.server.Capabilities.Tools == nil {
		return nil, nil
	}
	all, err := c.list(ctx, protocol.MethodListTools, "tools")
	if err != nil || c.stamp == nil || !c.remote {
		return all, err
	}
	return c.planned(all), nil
}

// ListResources lists all resources, like ListTools. Unlike tools, resources are
// an extra: a server that advertises them and does not know the method has none
// (FF-33), and a definition that cannot be used costs no other, but is reported.
func (c *Conn) ListResources(ctx context.Context) ([]protocol.Resource, error) {
	if c.server.Capabilities.Resources == nil {
		return nil, nil
	}
	raw, err := c.listExtra(ctx, protocol.MethodListResources, "resources")
	if err != nil {
		return nil, err
	}
	all, bad := (&protocol.ResourcePage{Resources: raw}).Decode()
	return usable(c, protocol.MethodListResources, all, bad, func(r protocol.Resource) string { return r.URI })
}

// ListResourceTemplates lists all resource templates, like ListResources.
func (c *Conn) ListResourceTemplates(ctx context.Context) ([]protocol.ResourceTemplate, error) {
	if c.server.Capabilities.Resources == nil {
		return nil, nil
	}
	const method = protocol.MethodListResourceTemplates
	raw, err := c.listExtra(ctx, method, "resourceTemplates")
	if err != nil {
		return nil, err
	}
	all, bad := (&protocol.ResourceTemplatePage{ResourceTemplates: raw}).Decode()
	return usable(c, method, all, bad, func(t protocol.ResourceTemplate) string { return t.URITemplate })
}

// ListPrompts lists all prompts, like ListResources.
func (c *Conn) ListPrompts(ctx context.Context) ([]protocol.Prompt, error) {
	if c.server.Capabilities.Prompts == nil {
		return nil, nil
	}
	raw, err := c.listExtra(ctx, protocol.MethodListPrompts, "prompts")
	if err != nil {
		return nil, err
	}
	all, bad := (&protocol.PromptPage{Prompts: raw}).Decode()
	return usable(c, protocol.MethodListPrompts, all, bad, func(p protocol.Prompt) string { return p.Name })
}

// listExtra is list for what a server may advertise and not have.
func (c *Conn) listExtra(ctx context.Context, method, member string) ([]json.RawMessage, error) {
	all, err := c.list(ctx, method, member)
	if e, ok := errors.AsType[*jsonrpc.Error](err); ok && e.Code == jsonrpc.CodeMethodNotFound {
		return nil, nil
	}
	return all, err
}

// list follows nextCursor within the limits. A cursor that comes back a second time
// would go round for ever: the list ends there with a warning, and what it repeated is
// left out (FF-34). member is the name of the array that every page has: a result
// without one says nothing of what there is, and is an error (D-22).
func (c *Conn) list(ctx context.Context, method, member string) ([]json.RawMessage, error) {
	l := listing{Limits: c.limits, method: method, member: member}
	all, cancel := clock.WithTimeout(ctx, clock.Named(c.clk, c.name+"/"+method), c.limits.Time)
	defer cancel()
	within := ctx // the first page has the time of a request, which is not more
	var params any
	anew := c.stamp == nil // it began anew, or may not
	for {
		raw, err := c.request(within, method, params)
		if params != nil && c.fresh != nil && !anew && invalidCursor(err) {
			c.fresh.Drop(method, nil) // a cursor of pages that are no more
			anew, within, params, l = true, ctx, nil, listing{Limits: c.limits, method: method, member: member}
			continue
		}
		if err != nil && ctx.Err() == nil && within.Err() != nil {
			err = l.overdue()
		}
		if err != nil {
			return nil, err
		}
		next, more, err := l.add(raw)
		if err != nil {
			return nil, err
		}
		if next == "" && (c.stamp == nil || !more) { // an empty cursor ends a legacy list (F-19)
			return l.items, nil
		}
		if l.cameBack(next) {
			c.warn(fmt.Errorf("listing with %s: cursor %q came back a second time, list cut there", method, excerpt.To(next, excerpt.Word)))
			return distinct(l.items), nil
		}
		if l.pages >= l.Pages {
			c.warn(l.tooLong())
			return l.items, nil
		}
		within, params = all, protocol.ListParams{Cursor: &next}
	}
}

// distinct keeps the first of definitions that are equal byte by byte.
func distinct(all []json.RawMessage) []json.RawMessage {
	var out []json.RawMessage
	seen := map[string]bool{}
	for _, raw := range all {
		if !seen[string(raw)] {
			seen[string(raw)] = true
			out = append(out, raw)
		}
	}
	return out
}

// usable leaves out definitions without the key that addresses them, and warns
// of them and of those that could not be read. If no definition is left it is an
// error: a list of nothing but nonsense does not say that there is nothing (D-22).
func usable[T any](c *Conn, method string, all []T, bad []error, key func(T) string) ([]T, error) {
	out := slices.DeleteFunc(slices.Clone(all), func(v T) bool { return key(v) == "" })
	if n := len(all) - len(out); n > 0 {
		bad = append(bad, fmt.Errorf("leaving out %d definitions without a name", n))
	}
	if len(out) == 0 && len(bad) > 0 {
		return nil, fmt.Errorf("reading the result of %s: no definition can be used: %w", method, errors.Join(bad...))
	}
	for _, err := range bad {
		c.warn(fmt.Errorf("listing with %s: %w", method, err))
	}
	return out, nil
}
