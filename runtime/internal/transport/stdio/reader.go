package stdio

import (
	"errors"
	"io"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
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
				t.session.Dispatcher.Error(err)
			}
			return
		}
		if in.buffered() || !complete {
			clock.Yield(clk)
		}
	}
}

// line handles one line. An error ends the stream.
func (t *Transport) line(clk clock.Clock, line []byte, complete bool) error {
	m, err := jsonrpc.Parse(line)
	switch {
	case err != nil && !complete:
		return ErrTruncated
	case err != nil && t.opts.BadLine == CloseOnBadLine:
		return ErrBadLine
	case err != nil:
		t.session.NotJSON(line)
	default:
		t.session.Handle(clk, &m)
	}
	return nil
}

// stderrBuffer is small: most servers are quiet.
const stderrBuffer = 512

// readStderr reads and drops (OMP-TP-40), and keeps the end for diagnosis.
func (t *Transport) readStderr() {
	defer close(t.stderrDone)
	_, _ = io.CopyBuffer(&t.stderr, struct{ io.Reader }{t.proc.Stderr()}, make([]byte, stderrBuffer))
}
