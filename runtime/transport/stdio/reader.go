package stdio

import (
	"context"
	"errors"
	"io"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// read handles stdout until it ends, tells the owner, and keeps the pipe empty
// until the process has ended.
func (t *Transport) read() {
	defer close(t.readDone)
	t.handle(newLines(t.proc.Stdout(), t.opts.MaxLine))
	close(t.readOver)
	t.end()
	_, _ = io.Copy(io.Discard, t.proc.Stdout())
}

// handle handles lines until the stream ends. A failure is reported while the
// transport is connected, and only then (OMP-TP-56, OMP-TP-57).
func (t *Transport) handle(in *lines) {
	clk := clock.Named(t.opts.Clock, t.opts.Name+"/read")
	for {
		line, complete, err := in.next()
		if !t.Connected() {
			return
		}
		if err == nil {
			err = t.line(clk, line, complete)
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.inbox.Error(err)
			}
			return
		}
		if in.buffered() || !complete {
			yield(clk)
		}
	}
}

// yield lets everybody go on who was woken by the last message before the next
// one of the same instant is handled. It does nothing in production.
func yield(clk clock.Clock) { _ = clock.Turn(context.Background(), clk) }

// line handles one line. An error ends the stream.
func (t *Transport) line(clk clock.Clock, line []byte, complete bool) error {
	m, err := jsonrpc.Parse(line)
	switch {
	case err != nil && !complete:
		return ErrTruncated
	case err != nil && t.opts.BadLine == CloseOnBadLine:
		return ErrBadLine
	case err != nil:
		t.counts.notJSON(line)
		t.inbox.Drop(transport.DropNotJSON, nil, line)
		return nil
	case m.Kind == jsonrpc.Batch:
		t.batch(clk, m.Batch)
	default:
		t.message(&m)
	}
	return nil
}

func (t *Transport) batch(clk clock.Clock, messages []jsonrpc.Message) {
	for i := range messages {
		if i > 0 {
			yield(clk)
		}
		t.message(&messages[i])
	}
}

func (t *Transport) message(m *jsonrpc.Message) {
	switch m.Kind {
	case jsonrpc.Response:
		t.resolve(m)
	case jsonrpc.Notification:
		t.inbox.Notification(m)
	case jsonrpc.Request:
		f := newFrame()
		t.inbox.Answer(m, f)
		_ = t.send(f, m.Method) // nobody waits for it; the owner sees a broken pipe
	default:
		t.counts.notMessage()
		t.inbox.Drop(transport.DropNotMessage, nil, m.Raw)
	}
}

// resolve gives an answer to its caller: OMP-TP-15, OMP-TP-16, OMP-TP-20.
func (t *Transport) resolve(m *jsonrpc.Message) {
	c := t.calls.take(m.ID)
	if c == nil {
		t.counts.unknownID()
		t.inbox.Drop(transport.DropUnknownID, m.ID, m.Raw)
		return
	}
	if e := m.Err(); e != nil {
		c.done <- answer{err: e}
		return
	}
	c.done <- answer{result: append([]byte(nil), m.Result...)}
}

// stderrBuffer is small: most servers are quiet.
const stderrBuffer = 512

// readStderr reads and drops (OMP-TP-40), and keeps the end for diagnosis.
func (t *Transport) readStderr() {
	defer close(t.stderrDone)
	_, _ = io.CopyBuffer(&t.stderr, struct{ io.Reader }{t.proc.Stderr()}, make([]byte, stderrBuffer))
}
