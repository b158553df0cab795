package modern_test

import (
	"strings"
	"time"
)

var pipeDefects = []defect{
	{id: "M-STDIO-01", name: "a banner is on standard output", over: "stdio", change: func(v *server) { v.stdio.hello = "Server ready\n" }},
	{id: "M-STDIO-02", name: "messages are pretty-printed", over: "stdio", change: func(v *server) {
		v.stdio.frame = func(data []byte) string { return strings.Replace(string(data), "{", "{\n", 1) + "\n" }
	}, also: []string{"M-STDIO-01"}},
	{id: "M-STDIO-04", name: "lines end with CRLF", over: "stdio", change: func(v *server) { v.stdio.frame = func(data []byte) string { return string(data) + "\r\n" } }},
	{id: "M-STDIO-05", name: "CRLF ends the process", over: "stdio", change: func(v *server) { v.stdio.crlf = true }},
	{id: "M-STDIO-07", name: "garbage ends the process", over: "stdio", change: func(v *server) { v.stdio.break1 = true }, also: []string{"M-BASE-08", "M-BASE-09", "M-BASE-11"}},
	{id: "M-STDIO-08", name: "of many requests some are lost", over: "stdio", change: func(v *server) {
		n := 0
		v.in = func(msg object) object {
			v.mu.Lock()
			defer v.mu.Unlock()
			busy := 0
			for range v.running {
				busy++
			}
			if n++; busy > 20 {
				return nil
			}
			return msg
		}
		handle("server/discover", func(c *call, next handler) (object, *fault) {
			c.wait(time.Millisecond)
			return next(c)
		})(v)
	}, also: []string{"M-STDIO-18", "M-CAN-03"}},
	{id: "M-STDIO-03", name: "each answer leaves with the next one", over: "stdio", change: func(v *server) { v.stdio.held = true }, also: []string{"M-DISC-01"}},
	{id: "M-STDIO-06", name: "reading ends at a line above 64 KiB", over: "stdio", change: func(v *server) { v.stdio.limit = 64 << 10 }},
	{id: "M-STDIO-10", name: "every request is copied to standard error", over: "stdio", change: func(v *server) { v.stdio.logs = true }},
	{id: "M-STDIO-12", name: "neither the end of input nor TERM ends the process", over: "stdio", change: func(v *server) { v.stdio.immortal = true }, also: []string{"M-STDIO-11"}},
	{id: "M-STDIO-13", name: "the end of input is not seen once standard output is broken", over: "stdio", change: func(v *server) { v.stdio.clings = true }},
	{id: "M-STDIO-11", name: "the end of input is not seen", over: "stdio", change: func(v *server) { v.stdio.deaf = true }},
	{id: "M-BASE-11", name: "arrays are served", over: "stdio", change: func(v *server) { v.stdio.arrays = true }},
}

var cancelDefects = []defect{
	{id: "M-STDIO-15", name: "progress goes on after a cancellation", over: "stdio", change: runs("slow", func(c *call, next handler) (object, *fault) {
		for i := range 4 {
			_ = c.pause(100 * time.Millisecond)
			c.progress(i + 1)
		}
		return say("done")(c)
	})},
	{id: "M-CAN-01", name: "cancelled calls are answered", over: "stdio", change: func(v *server) { v.stdio.stubborn = true }, also: []string{"M-STDIO-15"}},
	{id: "M-CAN-02", name: "unknown cancellations are answered", over: "stdio", change: func(v *server) {
		v.in = func(msg object) object {
			if msg["method"] == "notifications/cancelled" {
				return object{"jsonrpc": "2.0"}
			}
			return msg
		}
	}, also: []string{"M-CAN-03", "M-STDIO-15", "M-CAN-01"}},
	{id: "M-CAN-03", name: "a late cancellation ends the process", over: "stdio", change: func(v *server) { v.stdio.fragile = true }, also: []string{"M-CAN-02"}},
}
