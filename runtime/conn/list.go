package conn

import (
	"context"
	"encoding/json"
	"fmt"

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
	return list(ctx, c, protocol.MethodListTools, func(raw json.RawMessage) ([]json.RawMessage, *string, error) {
		var page protocol.ToolPage
		err := json.Unmarshal(raw, &page)
		return page.Tools, page.NextCursor, err
	})
}

// list follows nextCursor. A cursor that comes back a second time would go
// round for ever: the list ends there with a warning (FF-34).
func list[T any](ctx context.Context, c *Conn, method string, read func(json.RawMessage) ([]T, *string, error)) ([]T, error) {
	var all []T
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
			return all, nil
		}
		seen[*next] = true
		params = protocol.ListParams{Cursor: next}
	}
	c.warn(fmt.Errorf("listing with %s: more than %d pages, list cut there", method, maxPages))
	return all, nil
}
