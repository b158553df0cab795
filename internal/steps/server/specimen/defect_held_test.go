package specimen_test

import (
	"strings"
	"time"
)

// blocks serves one request after the other, and has a tool that takes longer than two calls are
// waited for: the one behind it seems to take as long.
func blocks(v *server) {
	v.inline = true
	v.tools = append(v.tools,
		define("archive", "Takes very long", readOnly, schema(list{}, object{}), func(c *call) (object, *fault) {
			if !c.wait(4200 * time.Millisecond) {
				return nil, nil
			}
			return text("Archived"), nil
		}),
		define("count", "Counts at once", readOnly, schema(list{}, object{}), func(*call) (object, *fault) { return text("3"), nil }))
}

var heldDefects = []defect{
	{id: "PING-02", name: "requests are served one after the other, and a call behind a very long one seems to be long", over: "stdio", change: blocks},
	{id: "BASE-08", name: "JSON that is no object ends the process", over: "stdio", change: dies(func(raw string) bool { return !strings.HasPrefix(raw, "{") && raw[0] != '%' })},
	{id: "BASE-28", name: "a response that belongs to no request is an invalid request, of nobody", over: "stdio", change: incoming(func(s *session, msg object) object {
		if _, asked := msg["method"]; asked || msg["id"] != "mcpsim-nobody-asked" {
			return msg
		}
		s.write(nil, object{"jsonrpc": "2.0", "error": object{"code": -32600, "message": "Invalid Request"}})
		return nil
	})},
	{id: "LIFE-03", name: "each revision is echoed by a server without batches", change: both(
		negotiates(func(o string) string { return o }), batched(func(*session) bool { return false }))},
}
