package conn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// maxPages bounds a list: a server that never ends its pages is broken (FF-34).
const maxPages = 10_000

// ListTools lists all tools, page by page until there is no next cursor. A
// server that did not advertise tools has none and is not asked (F-19). The
// definitions are returned as the server wrote them.
func (c *Conn) ListTools(ctx context.Context) ([]json.RawMessage, error) {
	if c.server.Capabilities.Tools == nil {
		return nil, nil
	}
	return c.list(ctx, protocol.MethodListTools, func(raw json.RawMessage) ([]json.RawMessage, *string, error) {
		page, err := protocol.ReadToolPage(raw)
		return page.Tools, page.NextCursor, err
	})
}

// ListResources lists all resources, like ListTools. Unlike tools, resources are
// an extra: a server that advertises them and does not know the method has none
// (FF-33), and a definition that cannot be used costs no other, but is reported.
func (c *Conn) ListResources(ctx context.Context) ([]protocol.Resource, error) {
	if c.server.Capabilities.Resources == nil {
		return nil, nil
	}
	raw, err := c.listExtra(ctx, protocol.MethodListResources, func(raw json.RawMessage) ([]json.RawMessage, *string, error) {
		var page protocol.ResourcePage
		err := json.Unmarshal(raw, &page)
		return page.Resources, page.NextCursor, err
	})
	all, bad := (&protocol.ResourcePage{Resources: raw}).Decode()
	return usable(c, protocol.MethodListResources, all, bad, func(r protocol.Resource) string { return r.URI }), err
}

// ListResourceTemplates lists all resource templates, like ListResources.
func (c *Conn) ListResourceTemplates(ctx context.Context) ([]protocol.ResourceTemplate, error) {
	if c.server.Capabilities.Resources == nil {
		return nil, nil
	}
	const method = protocol.MethodListResourceTemplates
	raw, err := c.listExtra(ctx, method, func(raw json.RawMessage) ([]json.RawMessage, *string, error) {
		var page protocol.ResourceTemplatePage
		err := json.Unmarshal(raw, &page)
		return page.ResourceTemplates, page.NextCursor, err
	})
	all, bad := (&protocol.ResourceTemplatePage{ResourceTemplates: raw}).Decode()
	return usable(c, method, all, bad, func(t protocol.ResourceTemplate) string { return t.URITemplate }), err
}

// ListPrompts lists all prompts, like ListResources.
func (c *Conn) ListPrompts(ctx context.Context) ([]protocol.Prompt, error) {
	if c.server.Capabilities.Prompts == nil {
		return nil, nil
	}
	raw, err := c.listExtra(ctx, protocol.MethodListPrompts, func(raw json.RawMessage) ([]json.RawMessage, *string, error) {
		var page protocol.PromptPage
		err := json.Unmarshal(raw, &page)
		return page.Prompts, page.NextCursor, err
	})
	all, bad := (&protocol.PromptPage{Prompts: raw}).Decode()
	return usable(c, protocol.MethodListPrompts, all, bad, func(p protocol.Prompt) string { return p.Name }), err
}

// readPage takes one page apart.
type readPage func(json.RawMessage) (items []json.RawMessage, next *string, err error)

// listExtra is list for what a server may advertise and not have.
func (c *Conn) listExtra(ctx context.Context, method string, read readPage) ([]json.RawMessage, error) {
	all, err := c.list(ctx, method, read)
	if e, ok := errors.AsType[*jsonrpc.Error](err); ok && e.Code == jsonrpc.CodeMethodNotFound {
		return nil, nil
	}
	return all, err
}

// list follows nextCursor. A cursor that comes back a second time would go
// round for ever: the list ends there with a warning, and what it repeated is
// left out (FF-34).
func (c *Conn) list(ctx context.Context, method string, read readPage) ([]json.RawMessage, error) {
	var all []json.RawMessage
	var params any
	seen := map[string]bool{}
	for len(seen) < maxPages {
		raw, err := c.request(ctx, method, params)
		if err != nil {
			return nil, err
		}
		items, next, err := read(raw)
		if err != nil {
			return nil, fmt.Errorf("reading the result of %s: %w", method, err)
		}
		all = append(all, items...)
		if next == nil || *next == "" { // an empty cursor ends a legacy list (F-19)
			return all, nil
		}
		if seen[*next] {
			c.warn(fmt.Errorf("listing with %s: cursor %q came back a second time, list cut there", method, *next))
			return distinct(all), nil
		}
		seen[*next] = true
		params = protocol.ListParams{Cursor: next}
	}
	c.warn(fmt.Errorf("listing with %s: more than %d pages, list cut there", method, maxPages))
	return all, nil
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
// of them and of those that could not be read.
func usable[T any](c *Conn, method string, all []T, bad []error, key func(T) string) []T {
	var out []T
	for _, v := range all {
		if key(v) != "" {
			out = append(out, v)
		}
	}
	if n := len(all) - len(out); n > 0 {
		bad = append(bad, fmt.Errorf("leaving out %d definitions without a name", n))
	}
	for _, err := range bad {
		c.warn(fmt.Errorf("listing with %s: %w", method, err))
	}
	return out
}
