package stdio

import (
	"io"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// run starts the goroutines of a connected transport; own joins them.
func (t *Transport) run() {
	go clock.Run(t.read)
	go t.readStderr()
	if p, ok := t.proc.(process.Notifier); ok {
		p.OnEnd(t.gone)
		return
	}
	go func() {
		_, _ = t.proc.Wait() // how it ended changes nothing
		t.gone()
	}()
}

// outlived warns of a process that the server has left behind.
func (t *Transport) outlived(s process.Survivor) {
	t.session.Dispatcher.Warn(&OutlivedError{s})
}

// gone is called when the process has ended.
func (t *Transport) gone() {
	close(t.exited)
	t.end()
}

// end starts the owner. The goroutine that notices a reason to end first calls
// it, so that none needs to wait for one.
func (t *Transport) end() { t.ending.Do(func() { go clock.Run(t.own) }) }

// own is the end of a connected transport: all callers are told, and everything is
// joined before OnClose.
func (t *Transport) own() {
	clk := clock.Named(t.opts.Clock, t.opts.Name+"/close")
	clock.Yield(clk) // what was sent just before goes out first
	t.untilEnd(clk)
	t.session.Reject(clk) // before OnClose
	if t.opts.Stop.OnCloseFirst {
		t.session.Dispatcher.Closed()
	}
	if !clock.Closed(t.closing) {
		within(clk, t.exited, exitWait)
	}
	t.stop(clk)
	t.giveUpPipes(clk)
	t.out.Stop(transport.ErrClosed)
	<-t.out.Done()
	t.session.Dispatcher.Closed()
	close(t.closed)
}

// untilEnd waits for Close or for the end of stdout. An exit alone is not the
// end: what the process has written may still be on its way. Neither is a
// failed write, but a server that cannot be written to is of no more use.
func (t *Transport) untilEnd(clk clock.Clock) {
	if clock.Closed(t.closing) || clock.Closed(t.readOver) {
		return
	}
	if !clock.Closed(t.exited) { // a write has failed
		t.stop(clk)
	}
	drain := clk.NewTimer(drainWait)
	defer drain.Stop()
	select {
	case <-t.closing:
	case <-t.readOver:
	case <-drain.Chan():
	}
}

// stop ends the process as Options.Stop says. It returns when the process has
// ended, or when there is nothing left to try.
func (t *Transport) stop(clk clock.Clock) {
	if clock.Closed(t.closing) {
		t.out.Flush(clk)
	}
	how, ended := t.opts.Stop, clock.Closed(t.exited)
	if !ended && how.EOFWait > 0 {
		t.out.Stop(transport.ErrClosed)
		ended = within(clk, t.exited, how.EOFWait)
	}
	if !ended {
		_ = t.proc.Terminate() // fails only if it has ended
		ended = within(clk, t.exited, how.TermWait)
	}
	if !ended {
		_ = t.proc.Kill()
		within(clk, t.exited, how.KillWait)
	}
}

// giveUpPipes waits for the ends of stdout and stderr. A stranger that has
// inherited them can keep them open for ever: then they are closed here.
func (t *Transport) giveUpPipes(clk clock.Clock) {
	within(clk, t.readDone, t.opts.Stop.KillWait)
	within(clk, t.stderrDone, t.opts.Stop.KillWait)
	closePipe(t.proc.Stdout())
	closePipe(t.proc.Stderr())
	<-t.readDone
	<-t.stderrDone
}

func closePipe(r io.Reader) {
	if c, ok := r.(io.Closer); ok {
		_ = c.Close()
	}
}

// within waits for done, at most for d.
func within(clk clock.Clock, done <-chan struct{}, d time.Duration) bool {
	timer := clk.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.Chan():
	}
	return clock.Closed(done)
}
