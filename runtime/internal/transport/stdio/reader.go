package stdio

import (
	"errors"
	"io"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/lines"
)

// read handles stdout until it ends, tells the owner, and keeps the pipe empty
// until the process has ended.
func (t *Transport) read() {
	defer close(t.readDone)
	t.handle(newInput(t.proc.Stdout(), t.opts.MaxLine))
	close(t.readOver)
	t.end()
	lines.Discard(t.proc.Stdout())
}

// handle handles lines until the stream ends. A failure is reported while the
// transport is connected, and only then (OMP-TP-56, OMP-TP-57).
func (t *Transport) handle(in *input) {
	defer in.Close()
	clk := clock.Named(t.opts.Clock, t.opts.Name+"/read")
	for {
		line, err := in.next()
		if !t.Connected() {
			return
		}
		if err == nil {
			err = t.line(clk, line)
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.session.Dispatcher.Error(err)
			}
			return
		}
		if in.Buffered() || !line.Ended {
			clock.Yield(clk)
		}
	}
}

// line handles one line. An error ends the stream.
func (t *Transport) line(clk clock.Clock, line lines.Line) error {
	m, err := jsonrpc.Parse(line.Text)
	if !line.Own {
		m.Share()
	}
	switch {
	case err != nil && !line.Ended:
		return ErrTruncated
	case err != nil && t.opts.BadLine == CloseOnBadLine:
		return ErrBadLine
	case err != nil:
		t.session.NotJSON(line.Text)
	default:
		t.session.Handle(clk, &m)
	}
	return nil
}

// readStderr reads and drops (OMP-TP-40).
func (t *Transport) readStderr() {
	defer close(t.stderrDone)
	lines.Discard(t.proc.Stderr())
}
