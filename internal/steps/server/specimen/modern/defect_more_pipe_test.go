package modern_test

import (
	"strings"
	"sync"
	"time"
)

// framed writes some lines in another way.
func framed(where func(line string) bool, frame func(line string) string) func(*server) {
	return func(v *server) {
		v.stdio.frame = func(data []byte) string {
			if where(string(data)) {
				return frame(string(data))
			}
			return string(data) + "\n"
		}
	}
}

func has(part string) func(string) bool {
	return func(line string) bool { return strings.Contains(line, part) }
}

// cancelled changes what a slow call does once it is cancelled.
func cancelled(then func(c *call) (object, *fault)) func(*server) {
	return func(v *server) {
		runs("slow", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			if c.ctx.Err() != nil {
				return then(c)
			}
			return out, f
		})(v)
	}
}

// onCancel does something with notifications that cancel.
func onCancel(do func(v *server, params any, running bool)) func(*server) {
	return func(v *server) {
		next := v.in
		v.in = func(msg object) object {
			if _, asked := msg["id"]; msg["method"] == "notifications/cancelled" && !asked {
				params := msg["params"]
				v.mu.Lock()
				running := v.running[key(asObject(params)["requestId"])] != nil
				v.mu.Unlock()
				do(v, params, running)
			}
			return next(msg)
		}
	}
}

var morePipeDefects = []defect{
	{id: "M-STDIO-01", name: "the last line says goodbye", over: "stdio", change: func(v *server) { v.stdio.goodbye = "Server stopped\n" }},
	{id: "M-STDIO-01", name: "an error leaves a line on standard output", over: "stdio", change: framed(has(`"code":-32601`), func(l string) string { return "ERROR unknown method\n" + l + "\n" })},
	{id: "M-STDIO-01", name: "an empty line is between messages", over: "stdio", change: framed(has(`"content"`), func(l string) string { return "\n" + l + "\n" })},
	{id: "M-STDIO-02", name: "errors are indented", over: "stdio", also: []string{"M-STDIO-01"}, change: framed(has(`"error"`), func(l string) string { return string(reindent([]byte(l))) + "\n" })},
	{id: "M-STDIO-02", name: "long messages are broken", over: "stdio", also: []string{"M-STDIO-01"}, change: framed(func(l string) bool { return len(l) > 1000 }, func(l string) string { return strings.Replace(l, `,"`, ",\n\"", 1) + "\n" })},
	{id: "M-STDIO-02", name: "two messages are on one line", over: "stdio", also: []string{"M-STDIO-01"}, change: framed(has("notifications/progress"), func(l string) string { return l })},
	{id: "M-STDIO-02", name: "line breaks in texts are not escaped", over: "stdio", also: []string{"M-STDIO-01"}, change: framed(has(`\n`), func(l string) string { return strings.ReplaceAll(l, `\n`, "\n") + "\n" })},
	{id: "M-STDIO-04", name: "errors end with CRLF", over: "stdio", change: framed(has(`"error"`), func(l string) string { return l + "\r\n" })},
	{id: "M-STDIO-04", name: "notifications end with CRLF", over: "stdio", change: framed(has(`"method"`), func(l string) string { return l + "\r\n" })},
	{id: "M-STDIO-05", name: "a blank line ends reading", over: "stdio", change: func(v *server) {
		v.stdio.onLine = func(l string) bool { v.stdio.asleep = v.stdio.asleep || strings.TrimSpace(l) == ""; return true }
	}},
	{id: "M-STDIO-05", name: "a blank line ends the process", over: "stdio", change: func(v *server) {
		v.stdio.onLine = func(l string) bool {
			if strings.TrimSpace(l) == "" {
				v.die()
			}
			return true
		}
	}},
	{id: "M-STDIO-05", name: "what ends with CRLF is never answered", over: "stdio", change: func(v *server) { v.stdio.onLine = func(l string) bool { return !strings.HasSuffix(l, "\r\n") } }},
	{id: "M-STDIO-06", name: "a line above 64 KiB is dropped", over: "stdio", change: func(v *server) { v.stdio.onLine = func(l string) bool { return len(l) <= 64<<10 } }},
	{id: "M-STDIO-06", name: "a line above 64 KiB ends the process", over: "stdio", change: func(v *server) {
		v.stdio.onLine = func(l string) bool {
			if len(l) > 64<<10 {
				v.die()
			}
			return true
		}
	}},
	{id: "M-STDIO-07", name: "bytes that are no UTF-8 end the process", over: "stdio", change: func(v *server) {
		v.stdio.onLine = func(l string) bool {
			if strings.ToValidUTF8(l, "") != l {
				v.die()
			}
			return true
		}
	}},
	{id: "M-STDIO-07", name: "behind garbage nothing is read", over: "stdio", also: []string{"M-BASE-08", "M-BASE-09", "M-BASE-11"}, change: func(v *server) {
		v.stdio.onLine = func(l string) bool {
			v.stdio.asleep = v.stdio.asleep || strings.TrimSpace(l) != "" && decode([]byte(l)) == nil
			return true
		}
	}},
	{id: "M-STDIO-08", name: "answers that are written at once are torn", over: "stdio", also: []string{"M-STDIO-18", "M-STDIO-01", "M-STDIO-02"}, change: func(v *server) {
		n := 0
		v.stdio.frame = func(data []byte) string {
			v.mu.Lock()
			busy := len(v.running)
			v.mu.Unlock()
			if n++; busy > 20 && n%7 == 0 {
				return string(data[:len(data)/2])
			}
			return string(data) + "\n"
		}
	}},
	{id: "M-STDIO-03", name: "answers leave when their buffer is full", over: "stdio", also: []string{"M-DISC-01"}, change: func(v *server) { v.stdio.buffer = 4096 }},
	{id: "M-STDIO-11", name: "a subscription keeps the process", over: "stdio", change: func(v *server) {
		v.stdio.lingers = func() bool { v.mu.Lock(); defer v.mu.Unlock(); return len(v.subs) > 0 }
	}},
	{id: "M-STDIO-11", name: "a thread that the first call has begun keeps the process", over: "stdio", change: outlives("tools/call")},
	{id: "M-STDIO-11", name: "a connection that the first prompt has opened keeps the process", over: "stdio", change: outlives("prompts/get")},
	{id: "M-STDIO-11", name: "a file that the first resource has opened keeps the process", over: "stdio", change: outlives("resources/read")},
	{id: "M-STDIO-11", name: "the process ends ten seconds after its input", also: []string{"M-STDIO-12"}, over: "stdio", change: func(v *server) { v.stdio.late = 10 * time.Second }},
	{id: "M-STDIO-15", name: "a log message comes after a cancellation", over: "stdio", also: []string{"M-LOG-04"}, change: cancelled(func(c *call) (object, *fault) {
		c.notify("notifications/message", object{"level": "error", "data": "cancelled"})
		return nil, nil
	})},
	{id: "M-STDIO-15", name: "progress comes once more after a cancellation", over: "stdio", change: cancelled(func(c *call) (object, *fault) {
		_ = c.pause(200 * time.Millisecond)
		c.progress(9)
		return nil, nil
	})},
	{id: "M-STDIO-15", name: "a call that was cancelled tells of it to the end", over: "stdio", also: []string{"M-CAN-01"}, change: func(v *server) {
		runs("slow", func(c *call, _ handler) (object, *fault) {
			for i := range 4 {
				_ = c.pause(100 * time.Millisecond)
				c.progress(i + 1)
			}
			return say("done")(c)
		})(v)
		v.stdio.stubborn = true
	}},
	{id: "M-CAN-01", name: "cancelled calls are answered with an error of their own", over: "stdio", also: []string{"M-STDIO-15"}, change: both(func(v *server) { v.stdio.stubborn = true }, runs("slow", func(c *call, _ handler) (object, *fault) {
		if !c.wait(400 * time.Millisecond) {
			return nil, refuse(-32800, "Request cancelled")
		}
		return say("done")(c)
	}))},
	{id: "M-CAN-01", name: "cancelled calls are answered with a result at once", over: "stdio", also: []string{"M-STDIO-15"}, change: both(func(v *server) { v.stdio.stubborn = true }, runs("slow", func(c *call, _ handler) (object, *fault) {
		c.wait(400 * time.Millisecond)
		return say("done")(c)
	}))},
	{id: "M-CAN-01", name: "cancelled calls are answered with isError", over: "stdio", also: []string{"M-STDIO-15"}, change: both(func(v *server) { v.stdio.stubborn = true }, runs("slow", func(c *call, _ handler) (object, *fault) {
		if !c.wait(400 * time.Millisecond) {
			return wrong(c, "cancelled")
		}
		return say("done")(c)
	}))},
	{id: "M-CAN-01", name: "cancellations at once are not seen", over: "stdio", also: []string{"M-STDIO-15"}, change: func(v *server) {
		next := v.in
		v.in = func(msg object) object {
			if msg["method"] == "notifications/cancelled" {
				v.mu.Lock()
				c := v.running[key(asObject(msg["params"])["requestId"])]
				v.mu.Unlock()
				if c != nil && v.clk.Now().Sub(c.begun) < 20*time.Millisecond {
					return nil
				}
			}
			return next(msg)
		}
	}},
	{id: "M-CAN-02", name: "a cancellation without params ends the process", over: "stdio", change: onCancel(func(v *server, params any, _ bool) {
		if params == nil {
			v.die()
		}
	})},
	{id: "M-CAN-02", name: "a cancellation of null ends the process", over: "stdio", change: onCancel(func(v *server, params any, _ bool) {
		if id, there := asObject(params)["requestId"]; there && id == nil {
			v.die()
		}
	})},
	{id: "M-CAN-02", name: "what is not running is told as an error", over: "stdio", also: []string{"M-CAN-03"}, change: func(v *server) {
		v.stdio.unknown = func(_ any, send func(object)) { send(failure(nil, refuse(-32602, "no such request"))) }
	}},
	{id: "M-CAN-02", name: "a late cancellation brings the answer again", over: "stdio", also: []string{"M-BASE-01", "M-CAN-03"}, change: func(v *server) {
		said := map[string]object{}
		next := v.out
		v.out = func(c *call, msg object) []object {
			if msg["result"] != nil {
				c.mu.Lock()
				said[key(msg["id"])] = msg
				c.mu.Unlock()
			}
			return next(c, msg)
		}
		v.stdio.unknown = func(id any, send func(object)) {
			v.mu.Lock()
			again := said[key(id)]
			v.mu.Unlock()
			if again != nil {
				send(again)
			}
		}
	}},
	{id: "M-CAN-03", name: "of many cancellations one is a deadlock", over: "stdio", change: each(func() func(*server) {
		n := 0
		return func(v *server) {
			onCancel(func(v *server, _ any, _ bool) {
				if n++; n == 60 {
					v.stdio.asleep = true
				}
			})(v)
		}
	})},
	{id: "M-STDIO-12", name: "TERM ends the process after ten seconds", over: "stdio", also: []string{"M-STDIO-11"}, change: func(v *server) { v.stdio.deaf, v.stdio.termLate = true, 10*time.Second }},
	{id: "M-STDIO-10", name: "each error is told on standard error, with its request", over: "stdio", change: func(v *server) {
		next := v.encode
		v.encode = func(m any) []byte {
			if asObject(asObject(m)["error"]) != nil {
				v.stdio.complain("an error was answered: " + string(next(m)) + strings.Repeat(" at handler", 100) + "\n")
			}
			return next(m)
		}
	}},
}

// outlives has a process not exit at the end of its input once a method was served in it.
func outlives(method string) func(*server) {
	return func(v *server) {
		var mu sync.Mutex
		worked := map[*int]bool{}
		v.stdio.keeps = func(conn *int) bool {
			mu.Lock()
			defer mu.Unlock()
			return worked[conn]
		}
		handle(method, func(c *call, next handler) (object, *fault) {
			r, f := next(c)
			if f == nil {
				mu.Lock()
				worked[c.conn] = true
				mu.Unlock()
			}
			return r, f
		})(v)
	}
}
