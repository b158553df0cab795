package toolbridge

import (
	"bytes"
	"context"
	"encoding/json"
)

// Call calls a tool and turns whatever happens into output. It is safe for
// concurrent use.
//
//   - A live tool uses the existing connection and a deferred one waits for it
//     (OMP-LC-77, OMP-LC-78).
//   - When there is no connection, or the call fails with a [Retriable] error, the
//     server is reconnected once and the tool called once more: there are never
//     two reconnects, nor more than two calls (OMP-LC-79 to 81, A-16, A-18).
//   - What fails in the end becomes output that starts with "MCP error: "
//     (OMP-LC-83). A failed reconnect does not hide why it was needed: the text is
//     that of the first failure.
//   - When ctx has ended, its cause is the error, the output is empty, and nothing
//     more is tried (OMP-LC-84). There are no other errors.
//
// Arguments that are no JSON object are sent as {} (F-27).
func Call(ctx context.Context, caller Caller, tool Tool, args json.RawMessage) (Output, error) {
	c := call{ctx: ctx, caller: caller, tool: tool, args: objectOrEmpty(args)}
	result, err := c.run()
	if err == nil {
		output, err := convert(tool, result)
		if err != nil {
			return failure(tool, err, nil), nil
		}
		return output, nil
	}
	if cause := context.Cause(ctx); cause != nil {
		return Output{}, cause
	}
	return failure(tool, err, c.reconnectErr), nil
}

// call is one call under way.
type call struct {
	ctx          context.Context
	caller       Caller
	tool         Tool
	args         json.RawMessage
	reconnectErr error
}

func (c *call) run() (json.RawMessage, error) {
	conn, err := c.connection()
	if err == nil {
		var result json.RawMessage
		result, err = c.send(conn)
		if err == nil || !Retriable(err) {
			return result, err
		}
	}
	if context.Cause(c.ctx) != nil {
		return nil, err
	}
	conn, c.reconnectErr = c.caller.Reconnect(c.ctx, c.tool.Server)
	if c.reconnectErr != nil {
		return nil, err
	}
	return c.send(conn)
}

func (c *call) connection() (Conn, error) {
	if err := context.Cause(c.ctx); err != nil {
		return nil, err
	}
	if c.tool.Deferred {
		return c.caller.WaitForConnection(c.ctx, c.tool.Server)
	}
	return c.caller.Connection(c.ctx, c.tool.Server)
}

// send looks at ctx first, so that a connection which was there too late for the
// caller sends nothing.
func (c *call) send(conn Conn) (json.RawMessage, error) {
	if err := context.Cause(c.ctx); err != nil {
		return nil, err
	}
	return conn.CallTool(c.ctx, c.tool.Original, c.args)
}

func objectOrEmpty(args json.RawMessage) json.RawMessage {
	if args = bytes.TrimSpace(args); len(args) > 0 && args[0] == '{' && json.Valid(args) {
		return args
	}
	return json.RawMessage("{}")
}
