package modern_test

import (
	"bufio"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/netem"
)

// stdio is what the server does as a process.
type stdio struct {
	hello    string // on standard output, before anything else
	frame    func(data []byte) string
	silent   bool // subscriptions are not answered at the end of input
	deaf     bool // to the end of input
	inline   bool // requests are served one after the other
	break1   bool // garbage ends the process
	crlf     bool // CRLF ends it, too
	arrays   bool // their elements are served
	stubborn bool // cancellations are ignored
	fragile  bool // a cancellation of nothing ends the process
	held     bool // each message leaves with the next one
	logs     bool // each line that is read is copied to standard error
	limit    int  // of a line, in bytes; a longer one ends reading; 0 = none
	immortal bool // neither the end of input nor TERM ends the process
	termless bool // TERM does not
	hasty    bool // of a short line that comes in pieces all but the last are lost
	clings   bool // nor does the end of input once standard output is broken

	goodbye  string                          // on standard output, at the end of input
	onLine   func(line string) bool          // whether a line is read
	asleep   bool                            // nothing is read any more
	buffer   int                             // output leaves when there are that many bytes of it; 0 = at once
	heldFor  string                          // what has this in it leaves with the next message
	lingers  func() bool                     // the end of input is passed over
	keeps    func(conn *int) bool            // so it is in one process
	late     time.Duration                   // from the end of input to that of the process
	termLate time.Duration                   // from TERM
	unknown  func(id any, send func(object)) // answers cancellations of nothing
	complain func(text string)               // on standard error
	onBroken func(p *netem.Process)          // after each message that cannot be written
	ignores  func() bool                     // whether TERM is passed over
	reads    func(from io.Reader) io.Reader  // how standard input comes; nil = as it is
}

// serveProcess serves one process.
func (v *server) serveProcess(p *netem.Process) {
	_, _ = io.WriteString(p.Out(), v.stdio.hello)
	turn := make(chan struct{}, 1)
	kept, broken := "", atomic.Bool{}
	send := func(msg object) {
		wire := string(v.encode(msg)) + "\n"
		if v.stdio.frame != nil {
			wire = v.stdio.frame(v.encode(msg))
		}
		turn <- struct{}{}
		defer func() { <-turn }()
		switch {
		case v.stdio.held:
			wire, kept = kept, wire
		case v.stdio.heldFor != "" || v.stdio.buffer > 0:
			wire, kept = kept+wire, ""
			if len(wire) < v.stdio.buffer || v.stdio.heldFor != "" && strings.Contains(wire[strings.LastIndex(wire[:len(wire)-1], "\n")+1:], v.stdio.heldFor) {
				wire, kept = "", wire
			}
		}
		if _, err := io.WriteString(p.Out(), wire); err != nil {
			broken.Store(true)
			if v.stdio.onBroken != nil {
				v.stdio.onBroken(p)
			}
		}
	}
	done, term := make(chan struct{}), p.Term()
	v.die = func() { p.Exit(1) }
	v.stdio.complain = func(text string) { _, _ = io.WriteString(p.Err(), text) }
	go v.readLines(p, send, done)
	if v.stdio.deaf || v.stdio.immortal {
		done = nil
	}
	if v.stdio.immortal || v.stdio.termless {
		term = nil
	}
	defer v.stopAll()
	if !v.ends(p, done, term, &broken) {
		p.Exit(1)
		return
	}
	v.mu.Lock()
	subs := v.subs
	v.mu.Unlock()
	for _, s := range subs {
		if !v.stdio.silent {
			out := v.result(nil)
			out["_meta"].(object)[prefix+"subscriptionId"] = s.c.id
			s.c.write(object{"jsonrpc": "2.0", "id": s.c.id, "result": out})
		}
	}
	p.Exit(0)
}

// ends waits for what ends the process; false = it was killed.
func (v *server) ends(p *netem.Process, done, term <-chan struct{}, broken *atomic.Bool) bool {
	for {
		select {
		case <-done:
			if v.stdio.clings && broken.Load() || v.stdio.lingers != nil && v.stdio.lingers() {
				<-p.Killed()
			}
			_ = (&call{server: v}).pause(v.stdio.late)
			_, _ = io.WriteString(p.Out(), v.stdio.goodbye)
			return true
		case <-term:
			if v.stdio.ignores != nil && v.stdio.ignores() {
				term = nil
				continue
			}
			_ = (&call{server: v}).pause(v.stdio.termLate)
			return true
		case <-p.Killed():
			return false
		}
	}
}

// stopAll ends what still runs.
func (v *server) stopAll() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range v.running {
		c.gone = true
		c.stop()
	}
}

func (v *server) readLines(p *netem.Process, send func(object), done chan<- struct{}) {
	from, conn := p.In(), new(int)
	defer func() {
		if v.stdio.keeps == nil || !v.stdio.keeps(conn) {
			close(done)
		}
	}()
	if v.stdio.hasty {
		from = servertest.Hasty{From: from}
	}
	if v.stdio.reads != nil {
		from = v.stdio.reads(from)
	}
	lines := bufio.NewReaderSize(from, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		if v.stdio.onLine != nil && !v.stdio.onLine(line) || v.stdio.asleep {
			continue
		}
		if v.stdio.logs {
			_, _ = io.WriteString(p.Err(), "read: "+line)
		}
		if v.stdio.limit > 0 && len(line) > v.stdio.limit {
			<-p.Killed()
			return
		}
		if v.stdio.crlf && strings.HasSuffix(line, "\r\n") {
			p.Exit(1)
			return
		}
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		all, array := decode([]byte(line)).(list)
		if array && v.stdio.arrays {
			for _, one := range all {
				v.take(one.(object), send, conn)
			}
			continue
		}
		msg, ok := decode([]byte(line)).(object)
		if !ok {
			if v.stdio.break1 {
				p.Exit(1)
				return
			}
			send(failure(nil, refuse(-32700, "Parse error")))
			continue
		}
		if msg = v.in(msg); msg != nil {
			v.take(msg, send, conn)
		}
	}
}

// take serves one message of a pipe.
func (v *server) take(msg object, send func(object), conn *int) {
	method, _ := msg["method"].(string)
	id, identified := msg["id"]
	switch {
	case method == "notifications/cancelled" && !identified:
		params, _ := msg["params"].(object)
		v.mu.Lock()
		c := v.running[key(params["requestId"])]
		v.mu.Unlock()
		if c == nil && v.stdio.fragile {
			v.die()
		}
		if c == nil && v.stdio.unknown != nil {
			v.stdio.unknown(params["requestId"], send)
		}
		if c != nil {
			c.cancel()
		}
	case method == "" || identified && id == nil:
		send(failure(nil, refuse(-32600, "Invalid request")))
	case !identified:
	case method == "initialize" && v.legacy && (v.greets || metaOf(msg) == nil):
		send(object{"jsonrpc": "2.0", "id": id, "result": object{"protocolVersion": "2025-11-25", "capabilities": object{}, "serverInfo": object{"name": "specimen", "version": "1.0"}}})
	case method == "initialize" && !v.legacy && metaOf(msg) == nil:
		send(failure(id, &fault{-32022, "Unsupported protocol version", object{"supported": anyOf(v.versions), "requested": "2025-11-25"}}))
	default:
		c := v.begin(msg, send, conn)
		if v.stdio.inline {
			c.serve()
			return
		}
		go c.serve()
	}
}

func metaOf(msg object) any {
	params, _ := msg["params"].(object)
	return params["_meta"]
}
