package specimen_test

import (
	"bufio"
	"context"
	"io"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// stdio is what the server does as a process.
type stdio struct {
	boot       time.Duration                           // before it reads anything
	hello      string                                  // on standard output, before anything else
	banner     string                                  // on standard error
	bye        string                                  // on standard output, at the end of input
	deaf       bool                                    // to the end of input
	emptyBatch bool                                    // is answered
	stubborn   bool                                    // to TERM
	code       int                                     // of its exit
	line       func(p *netem.Process, raw string) bool // true: the line is dealt with
	reads      func(from io.Reader) io.Reader          // how standard input comes; nil = as it is
	frame      func(data []byte) string                // a message on the wire; nil = with a newline
	write      func(p *netem.Process, wire string)     // nil = at once
	garbage    func(s *session, raw string)            // an unreadable line; nil = refused
	linger     time.Duration                           // after the end of input
	keeps      func(s *session) bool                   // the process after the end of input; nil = never
	outlasts   func(s *session) bool                   // TERM, too; nil = never
	burst      int                                     // lines seen of those that come at once; 0 = all
	strict     bool                                    // CRLF is an error
	blank      func(w *pipe)                           // a line without text
}

// pipe is the server on one process.
type pipe struct {
	*session
	p    *netem.Process
	turn chan struct{} // to write to standard output; a mutex would stop virtual time
}

func (v *server) serveProcess(p *netem.Process) {
	term := p.Term()
	if v.stdio.banner != "" {
		_, _ = io.WriteString(p.Err(), v.stdio.banner)
	}
	_ = clock.Sleep(context.Background(), v.clk, v.stdio.boot)
	if v.stdio.hello != "" {
		_, _ = io.WriteString(p.Out(), v.stdio.hello)
	}
	w := &pipe{p: p, turn: make(chan struct{}, 1)}
	w.session = v.open("", func(_ *call, msg object) { w.print(v.encode(msg)) })
	done := make(chan struct{})
	w.die = func() { p.Exit(1) }
	w.session.print = func(line string) { _, _ = io.WriteString(p.Out(), line+"\n") }
	go w.read(done)
	if v.stdio.stubborn {
		term = nil
	}
	if v.stdio.deaf {
		done = nil
	}
	select {
	case <-done:
		_ = clock.Sleep(context.Background(), v.clk, v.stdio.linger)
		_, _ = io.WriteString(p.Out(), v.stdio.bye)
		if v.stdio.keeps != nil && v.stdio.keeps(w.session) {
			w.terminated(term)
		}
	case <-term:
		if v.stdio.outlasts != nil && v.stdio.outlasts(w.session) {
			<-p.Killed()
		}
	case <-p.Killed():
	}
	w.close()
	p.Exit(v.stdio.code)
}

// terminated waits for what ends a process whose input has ended.
func (w *pipe) terminated(term <-chan struct{}) {
	if w.stdio.outlasts != nil && w.stdio.outlasts(w.session) {
		term = nil
	}
	select {
	case <-term:
	case <-w.p.Killed():
	}
}

func (w *pipe) print(data []byte) {
	wire := string(data) + "\n"
	if w.stdio.frame != nil {
		wire = w.stdio.frame(data)
	}
	w.turn <- struct{}{}
	defer func() { <-w.turn }()
	if w.stdio.write != nil {
		w.stdio.write(w.p, wire)
		return
	}
	_, _ = io.WriteString(w.p.Out(), wire)
}

// read serves line by line until standard input ends.
func (w *pipe) read(done chan<- struct{}) {
	defer close(done)
	var from io.Reader = w.p.In()
	if w.stdio.reads != nil {
		from = w.stdio.reads(from)
	}
	lines := bufio.NewReaderSize(from, 1<<20)
	for atOnce := 1; ; atOnce++ {
		if lines.Buffered() == 0 {
			atOnce = 1
		}
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		if w.stdio.burst > 0 && atOnce > w.stdio.burst {
			continue
		}
		if w.stdio.strict && strings.HasSuffix(line, "\r\n") {
			w.write(nil, failure(nil, refuse(-32700, "Parse error")))
			continue
		}
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" && w.stdio.blank != nil {
			w.stdio.blank(w)
		}
		if strings.TrimSpace(line) == "" || w.stdio.line != nil && w.stdio.line(w.p, line) {
			continue
		}
		w.accept(line)
	}
}

func (w *pipe) accept(line string) {
	v, f := decode([]byte(line))
	switch msg := v.(type) {
	case object:
		w.take(msg, nil)
	case list:
		w.batch(msg)
	default:
		if f == nil {
			f = refuse(-32600, "Invalid Request")
		}
		if w.stdio.garbage != nil {
			w.stdio.garbage(w.session, line)
			return
		}
		w.write(nil, failure(nil, f))
	}
}

// take serves one message; answered is called after its answer is sent, and
// gets it if it is not nil.
func (w *pipe) take(msg object, answered func(object)) {
	if msg = w.in(w.session, msg); msg == nil {
		return
	}
	switch kindOf(msg) {
	case notification:
		w.note(msg)
	case response:
		w.resolve(msg)
	case request:
		var send func(object)
		c := w.begin(msg, nil)
		if answered != nil {
			send = func(m object) {
				if _, answer := m["method"]; answer {
					w.session.send(c, m)
				} else {
					answered(m)
				}
			}
		}
		c.send = send
		if c.method == "initialize" && !w.concurrent || w.inline {
			c.serve()
			return
		}
		go c.serve()
	default:
		id := msg["id"]
		if !validID(id) {
			id = nil
		}
		w.write(nil, failure(id, refuse(-32600, "Invalid Request")))
	}
}

// batch serves an array of messages, where there are batches.
func (w *pipe) batch(all list) {
	if !w.batches(w.session) || len(all) == 0 {
		w.write(nil, failure(nil, refuse(-32600, "Batches are not supported")))
		return
	}
	gather(all, func(msg object, answered func(object)) {
		if msg["method"] == "initialize" && !w.batchInit {
			answered(failure(msg["id"], refuse(-32600, "initialize in a batch")))
			return
		}
		w.take(msg, answered)
	}, func(answers list) {
		if answers != nil || w.stdio.emptyBatch {
			w.print(w.encode(append(list{}, answers...)))
		}
	})
}
