package conn

import (
	"encoding/json"
	"errors"

	"github.com/mcpsim/mcpsim/runtime/internal/freshness"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// keepable are the requests whose results say how long they may be used (MOD-11), but for
// server/discover: what that is for is to look.
var keepable = map[string]bool{
	protocol.MethodListTools: true, protocol.MethodListPrompts: true, protocol.MethodListResources: true,
	protocol.MethodListResourceTemplates: true, protocol.MethodReadResource: true,
}

// changedBy are the lists that a notification says have changed.
var changedBy = map[string][]string{
	protocol.NotifyToolsChanged:     {protocol.MethodListTools},
	protocol.NotifyPromptsChanged:   {protocol.MethodListPrompts},
	protocol.NotifyResourcesChanged: {protocol.MethodListResources, protocol.MethodListResourceTemplates},
}

// lookUp finds a result that is fresh, or what keeps the next one.
func (c *Conn) lookUp(method string, params any) (json.RawMessage, *freshness.Pending) {
	if !keepable[method] {
		return nil, nil
	}
	return c.fresh.Ask(method, encoded(params))
}

// invalidCursor reports whether a page was refused for its cursor.
func invalidCursor(err error) bool {
	e, ok := errors.AsType[*jsonrpc.Error](err)
	return ok && e.Code == jsonrpc.CodeInvalidParams
}

// telling passes notifications on after what they are about was forgotten.
func (c *Conn) telling(notify func(method string, params []byte)) func(method string, params []byte) {
	if notify == nil {
		return notify
	}
	return func(method string, params []byte) {
		c.changed(method, params)
		notify(method, params)
	}
}

// changed forgets what a notification is about.
func (c *Conn) changed(method string, params []byte) {
	for _, list := range changedBy[method] {
		c.fresh.Drop(list, nil)
	}
	if method != protocol.NotifyResourceUpdated {
		return
	}
	if p, err := protocol.Read[protocol.ResourceParams](params); err == nil {
		c.fresh.Drop(protocol.MethodReadResource, encoded(protocol.ResourceParams{URI: p.URI}))
	}
}
