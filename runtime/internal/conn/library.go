package conn

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// NotOfferedError says that a server was not asked for what it does not offer.
type NotOfferedError struct{ What string }

func (e *NotOfferedError) Error() string { return "MCP server offers no " + e.What }

// ReadResource reads a resource by its URI, which need not be in any list: it
// may come from a template. It is sent once and never retried.
func (c *Conn) ReadResource(ctx context.Context, uri string) (protocol.ReadResourceResult, error) {
	if c.server.Capabilities.Resources == nil {
		return protocol.ReadResourceResult{}, &NotOfferedError{What: "resources"}
	}
	return ask(ctx, c, protocol.MethodReadResource, protocol.ResourceParams{URI: uri}, protocol.Read[protocol.ReadResourceResult])
}

// GetPrompt fills a prompt in, once and without retry. The server checks the
// arguments.
func (c *Conn) GetPrompt(ctx context.Context, name string, arguments map[string]string) (protocol.GetPromptResult, error) {
	if c.server.Capabilities.Prompts == nil {
		return protocol.GetPromptResult{}, &NotOfferedError{What: "prompts"}
	}
	return ask(ctx, c, protocol.MethodGetPrompt, protocol.GetPromptParams{Name: name, Arguments: arguments}, protocol.Read[protocol.GetPromptResult])
}

// Subscribe asks for notices of changes of a resource. A server that does not
// offer that is not asked (F-52, CLI-16).
func (c *Conn) Subscribe(ctx context.Context, uri string) error {
	return c.subscription(ctx, protocol.MethodSubscribe, uri)
}

// Unsubscribe ends what Subscribe began.
func (c *Conn) Unsubscribe(ctx context.Context, uri string) error {
	return c.subscription(ctx, protocol.MethodUnsubscribe, uri)
}

func (c *Conn) subscription(ctx context.Context, method, uri string) error {
	if r := c.server.Capabilities.Resources; r == nil || !r.Subscribe {
		return &NotOfferedError{What: "subscriptions"}
	}
	if l := c.listening.Load(); l != nil {
		l.want(uri, method == protocol.MethodSubscribe)
		return nil
	}
	_, err := c.request(ctx, method, protocol.ResourceParams{URI: uri})
	return err
}

// ask sends a request and reads its result.
func ask[T any](ctx context.Context, c *Conn, method string, params any, read func(json.RawMessage) (T, error)) (T, error) {
	raw, err := c.request(ctx, method, params)
	if err != nil {
		return *new(T), err
	}
	result, err := read(raw)
	if err != nil {
		err = fmt.Errorf("reading the result of %s: %w", method, excerpt.Error(err))
	}
	return result, err
}
