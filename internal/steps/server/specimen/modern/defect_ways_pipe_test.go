package modern_test

import (
	"bytes"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/netem"
)

// pieces changes what one read gives.
type pieces struct {
	from   io.Reader
	change func(piece []byte) []byte
	left   []byte
}

// Read returns what is left of a piece, or the next one, changed.
func (r *pieces) Read(b []byte) (int, error) {
	for len(r.left) == 0 {
		piece := make([]byte, 1<<16)
		n, err := r.from.Read(piece)
		if err != nil {
			return 0, err
		}
		r.left = r.change(piece[:n])
	}
	n := copy(b, r.left)
	r.left = r.left[n:]
	return n, nil
}

// inPieces reads standard input piece by piece.
func inPieces(change func(v *server) func([]byte) []byte) func(*server) {
	return func(v *server) {
		v.stdio.reads = func(from io.Reader) io.Reader { return &pieces{from: from, change: change(v)} }
	}
}

// busy reports whether a call is under way.
func (v *server) busy() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range v.running {
		if c.method == "tools/call" {
			return true
		}
	}
	return false
}

func (v *server) listenedTo() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.subs) > 0
}

// unwritten does something where a message cannot be written.
func unwritten(do func(v *server, p *netem.Process)) func(*server) {
	return func(v *server) { v.stdio.onBroken = func(p *netem.Process) { do(v, p) } }
}

// lines are read as far as take says so, which also waits.
func lines(take func(v *server, line string) bool) func(*server) {
	return func(v *server) { v.stdio.onLine = func(l string) bool { return take(v, l) } }
}

func (v *server) sleep(d time.Duration) { _ = (&call{server: v}).pause(d) }

// withMany does something with requests while many are under way.
func withMany(do func(c *call, n int) (object, *fault, bool)) func(*server) {
	return both(func(v *server) {
		handle("server/discover", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			n := len(c.running)
			c.mu.Unlock()
			if out, f, done := do(c, n); done {
				return out, f
			}
			c.wait(time.Millisecond)
			return next(c)
		})(v)
	})
}

var waysOfProcesses = []defect{
	{id: "M-STDIO-13", name: "once standard output is broken the process ends ten seconds after its input", over: "stdio", change: func(v *server) {
		var broken atomic.Bool
		v.stdio.onBroken = func(*netem.Process) { broken.Store(true) }
		v.stdio.lingers = func() bool {
			if broken.Load() {
				v.sleep(10 * time.Second)
			}
			return false
		}
	}},
	{id: "M-STDIO-13", name: "what cannot be written is waited for, and nothing is read meanwhile", over: "stdio", change: both(func(v *server) { v.stdio.inline = true }, unwritten(func(_ *server, p *netem.Process) { <-p.Killed() }))},
	{id: "M-STDIO-13", name: "what cannot be written is tried again for a second", over: "stdio", change: both(func(v *server) { v.stdio.inline = true }, unwritten(func(v *server, _ *netem.Process) { v.sleep(time.Second) }))},
	{id: "M-STDIO-13", name: "the end of input waits for answers that cannot be written", over: "stdio", change: func(v *server) {
		var unsent atomic.Int32
		v.stdio.onBroken = func(*netem.Process) { unsent.Add(1) }
		v.stdio.lingers = func() bool { return unsent.Load() > 0 }
	}},
	{id: "M-STDIO-12", name: "once the input has ended TERM is not seen", over: "stdio", also: []string{"M-STDIO-11"}, change: func(v *server) { v.stdio.lingers = func() bool { return true } }},
	{id: "M-STDIO-12", name: "neither end nor TERM counts while someone listens", over: "stdio", also: []string{"M-STDIO-11"}, change: func(v *server) { v.stdio.lingers, v.stdio.ignores = v.listenedTo, v.listenedTo }},
	{id: "M-STDIO-12", name: "TERM does not count while someone listens", over: "stdio", change: func(v *server) { v.stdio.ignores = v.listenedTo }},
	{id: "M-STDIO-11", name: "a call that is under way keeps the process", over: "stdio", change: func(v *server) { v.stdio.lingers = v.busy }},
	{id: "M-STDIO-11", name: "half a message at the end of the input keeps the process", over: "stdio", change: func(v *server) {
		half := false
		inPieces(func(*server) func([]byte) []byte {
			return func(piece []byte) []byte { half = piece[len(piece)-1] != '\n'; return piece }
		})(v)
		v.stdio.lingers = func() bool { return half }
	}},
	{id: "M-STDIO-03", name: "errors leave with the next answer", over: "stdio", change: func(v *server) { v.stdio.heldFor = `"error"` }},
	{id: "M-SUB-01", name: "the acknowledgement of a subscription leaves with the next message", over: "stdio", change: func(v *server) { v.stdio.heldFor = "acknowledged" }},
	{id: "M-STDIO-04", name: "long lines end with CRLF", over: "stdio", change: framed(func(l string) bool { return len(l) > 500 }, func(l string) string { return l + "\r\n" })},
	{id: "M-STDIO-04", name: "acknowledgements of subscriptions end with CRLF", over: "stdio", change: framed(has("acknowledged"), func(l string) string { return l + "\r\n" })},
	{id: "M-STDIO-05", name: "what follows a blank line is lost", over: "stdio", change: func(v *server) {
		blank := false
		lines(func(_ *server, l string) bool {
			lost := blank
			blank = strings.TrimSpace(l) == ""
			return !lost
		})(v)
	}},
	{id: "M-STDIO-06", name: "behind a line above 64 KiB the next one is lost", over: "stdio", change: func(v *server) {
		long := false
		lines(func(_ *server, l string) bool {
			lost := long
			long = len(l) > 64<<10
			return !lost
		})(v)
	}},
	{id: "M-STDIO-06", name: "a line above 64 KiB is read for three seconds", over: "stdio", change: lines(func(v *server, l string) bool {
		if len(l) > 64<<10 {
			v.sleep(3 * time.Second)
		}
		return true
	})},
	{id: "M-STDIO-07", name: "a number alone ends the process", over: "stdio", change: lines(func(v *server, l string) bool {
		if strings.Trim(strings.TrimSpace(l), "0123456789") == "" && strings.TrimSpace(l) != "" {
			v.die()
		}
		return true
	})},
	{id: "M-STDIO-07", name: "behind garbage the next line is lost", over: "stdio", also: []string{"M-BASE-08", "M-BASE-09"}, change: func(v *server) {
		torn := false
		lines(func(_ *server, l string) bool {
			lost := torn
			torn = strings.TrimSpace(l) != "" && decode([]byte(l)) == nil
			return !lost
		})(v)
	}},
	{id: "M-STDIO-08", name: "more than thirty requests at once end the process", over: "stdio", also: []string{"M-STDIO-18"}, change: withMany(func(c *call, n int) (object, *fault, bool) {
		if n > 30 {
			c.die()
		}
		return nil, nil, false
	})},
	{id: "M-STDIO-08", name: "of many requests some are answered twice", over: "stdio", also: []string{"M-STDIO-18", "M-BASE-01"}, change: withMany(func(c *call, n int) (object, *fault, bool) {
		if n > 10 && n%10 == 0 {
			c.write(object{"jsonrpc": "2.0", "id": c.id, "result": c.cached(object{"supportedVersions": list{revision}, "capabilities": c.declared})})
		}
		return nil, nil, false
	})},
	{id: "M-STDIO-08", name: "of many requests all have the answer of the last", over: "stdio", also: []string{"M-STDIO-18", "M-BASE-01"}, change: func(v *server) {
		var last any
		withMany(func(c *call, n int) (object, *fault, bool) {
			c.mu.Lock()
			last = c.id
			c.mu.Unlock()
			c.wait(time.Millisecond)
			c.mu.Lock()
			defer c.mu.Unlock()
			if n > 10 {
				c.id = last
			}
			return nil, nil, false
		})(v)
	}},
	{id: "M-STDIO-10", name: "each call is told on standard error, with its arguments", over: "stdio", change: metaJudge(func(c *call, next func(*call) *fault) *fault {
		if c.method == "tools/call" {
			c.stdio.complain("calling " + string(encode(c.params)) + "\n")
		}
		return next(c)
	})},
	{id: "M-STDIO-10", name: "each unknown tool is told with the stack", over: "stdio", change: errors(func(c *call, _, e object) {
		if e["message"] == "Unknown tool" {
			c.stdio.complain("Traceback (most recent call last):\n" + strings.Repeat("  File \"server.py\", line 1, in call\n", 20))
		}
	})},
	{id: "M-STDIO-10", name: "for each answer its size is told on standard error, and the answer", over: "stdio", change: func(v *server) {
		next := v.encode
		v.encode = func(m any) []byte {
			data := next(m)
			if asObject(m)["id"] != nil {
				v.stdio.complain(strings.Repeat(string(data)+"\n", 6))
			}
			return data
		}
	}},
	{id: "M-STDIO-21", name: "behind the end of a message the beginning of the next one is lost", over: "stdio", change: inPieces(func(*server) func([]byte) []byte {
		return func(piece []byte) []byte {
			if end := bytes.LastIndexByte(piece, '\n'); end >= 0 {
				return piece[:end+1]
			}
			return piece
		}
	})},
	{id: "M-STDIO-21", name: "each piece is a message", over: "stdio", change: inPieces(func(*server) func([]byte) []byte {
		return func(piece []byte) []byte {
			if piece[len(piece)-1] != '\n' && len(piece) < 4096 {
				return append(piece, '\n')
			}
			return piece
		}
	})},
	{id: "M-STDIO-21", name: "each piece is decoded by itself", over: "stdio", change: inPieces(func(*server) func([]byte) []byte {
		return func(piece []byte) []byte { return bytes.ToValidUTF8(piece, []byte("\uFFFD")) }
	})},
	{id: "M-STDIO-21", name: "what comes later than 50 ms is another message", over: "stdio", change: inPieces(func(v *server) func([]byte) []byte {
		open, last := false, time.Time{}
		return func(piece []byte) []byte {
			late := open && v.clk.Now().Sub(last) > 50*time.Millisecond
			open, last = piece[len(piece)-1] != '\n', v.clk.Now()
			if late {
				return append([]byte{'\n'}, piece...)
			}
			return piece
		}
	})},
}

var waysOfCancelling = []defect{
	{id: "M-CAN-03", name: "a cancellation at once ends the process", over: "stdio", change: func(v *server) {
		slowly(time.Millisecond)(v)
		next := v.in
		v.in = func(msg object) object {
			if msg["method"] == "notifications/cancelled" {
				v.mu.Lock()
				c := v.running[key(asObject(msg["params"])["requestId"])]
				v.mu.Unlock()
				if c != nil && v.clk.Now().Sub(c.begun) < time.Millisecond {
					v.die()
				}
			}
			return next(msg)
		}
	}, also: []string{"M-CAN-01"}},
	{id: "M-CAN-03", name: "behind a cancellation the next answer is lost", over: "stdio", also: []string{"M-STDIO-15", "M-CAN-01"}, change: func(v *server) {
		lost := atomic.Bool{}
		slowly(time.Millisecond)(v)
		onCancel(func(_ *server, _ any, running bool) { lost.Store(running) })(v)
		outgoing(func(c *call, msg object) []object {
			if msg["id"] != nil && lost.Swap(false) {
				return nil
			}
			return []object{msg}
		})(v)
	}},
	{id: "M-CAN-03", name: "a stream that is closed at once ends the program", over: "http", change: left(func(c *call, _ int) { c.web.dies() })},
	{id: "M-CAN-03", name: "requests that were left keep their workers", over: "http", change: func(v *server) {
		workers := make(chan struct{}, 16)
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			select {
			case workers <- struct{}{}:
			case <-c.ctx.Done():
				return nil
			}
			c.wait(time.Millisecond)
			if !c.gone {
				<-workers
			}
			return next(c)
		})(v)
	}},
	{id: "M-STDIO-15", name: "a cancellation is confirmed with another one", over: "stdio", also: []string{"M-CAN-05"}, change: cancelled(func(c *call) (object, *fault) {
		_ = c.pause(100 * time.Millisecond)
		c.notify("notifications/cancelled", object{"requestId": c.id})
		return nil, nil
	})},
	{id: "M-CAN-01", name: "cancellations of ids that are texts are not seen", over: "stdio", also: []string{"M-STDIO-15", "M-STDIO-19"}, change: func(v *server) {
		next := v.in
		v.in = func(msg object) object {
			if _, text := asObject(msg["params"])["requestId"].(string); text && msg["method"] == "notifications/cancelled" {
				return nil
			}
			return next(msg)
		}
	}},
	{id: "M-STDIO-18", name: "of subscriptions that come at once the last one is lost", over: "stdio", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		n := len(c.subs)
		c.mu.Unlock()
		if n == 19 {
			<-c.ctx.Done()
			return nil, nil
		}
		return next(c)
	})},
	{id: "M-STDIO-19", name: "the first change after its end is still told", over: "stdio", change: func(v *server) {
		handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			s := &subscription{c: c, filter: agreeing(v, asObject(c.params["notifications"])), done: make(chan struct{})}
			v.mu.Lock()
			v.subs = append(v.subs, s)
			v.mu.Unlock()
			return out, f
		})(v)
		outgoing(func(c *call, msg object) []object {
			if !isChange(msg) || c.ctx.Err() == nil {
				return []object{msg}
			}
			v.mu.Lock()
			defer v.mu.Unlock()
			v.subs = without(v.subs, c)
			return []object{msg}
		})(v)
	}},
}

func without(subs []*subscription, c *call) (out []*subscription) {
	for _, s := range subs {
		if s.c != c {
			out = append(out, s)
		}
	}
	return out
}

// left does something when a client has left a request, by how many have.
func left(do func(c *call, n int)) func(*server) {
	return func(v *server) {
		var n atomic.Int32
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			if c.method == "server/discover" && !c.wait(time.Millisecond) {
				do(c, int(n.Add(1)))
			}
			return next(c)
		})(v)
	}
}
