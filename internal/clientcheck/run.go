package clientcheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// The waits at the end of a run.
const (
	termWait   = 2 * time.Second        // between TERM and KILL
	outputWait = 200 * time.Millisecond // for last words, which a grandchild may hold up
	quietTime  = 50 * time.Millisecond  // without an entry in the journal
	quietWait  = time.Second            // for that to come
)

// Run is what became of one run of the client.
type Run struct {
	journal []fakeserver.Entry
	Begin   time.Time
	Stop    time.Time     // when the client ended, or was ended
	Limit   time.Duration // after which it would be ended
	Ended   bool          // by itself
	Code    int           // of its exit, if it ended by itself
	output  string        // the end of stdout and stderr
}

// End says how the run ended: "exited with code 1".
func (r *Run) End() string {
	if !r.Ended {
		return fmt.Sprintf("still ran after %s", r.Limit)
	}
	return fmt.Sprintf("exited with code %d", r.Code)
}

// run runs the client in a situation.
func (t Target) run(ctx context.Context, s Situation) (*Run, error) {
	fake, err := s.fake(fakeserver.Options{Clock: t.Clock})
	if err != nil {
		return nil, err
	}
	told, err := s.environment()
	if err != nil {
		return nil, err
	}
	f, err := t.open(fake)
	if err != nil {
		return nil, err
	}
	defer f.close()
	r := &Run{Begin: t.Clock.Now(), Limit: min(s.Limit, t.Timeout)}
	command := t.Command
	command.Args = slices.Concat(command.Args, f.arguments)
	command.Env = slices.Concat(command.Env, told, f.environment)
	p, err := t.Starter.Start(command)
	if err != nil {
		return nil, &UnreachableError{Reason: fmt.Sprintf("starting the client: %s", err)}
	}
	t.watch(ctx, r, p)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	r.journal = t.settled(fake)
	return r, nil
}

// watch waits for the end of the client, brings it about if it does not come, and
// joins everything.
func (t Target) watch(ctx context.Context, r *Run, p process.Process) {
	out, err := newTail(p.Stdout()), newTail(p.Stderr())
	gone := make(chan struct{})
	var waiting sync.WaitGroup
	waiting.Go(func() {
		r.Code, _ = p.Wait()
		close(gone)
	})
	r.Ended = t.await(ctx, gone, r.Limit)
	r.Stop = t.Clock.Now()
	if !r.Ended {
		_ = p.Terminate()
		if ctx.Err() != nil || !t.await(ctx, gone, termWait) {
			_ = p.Kill()
		}
	}
	waiting.Wait()
	_ = p.Stdin().Close()
	r.output = strings.TrimSpace(out.end(t.Clock) + err.end(t.Clock))
}

// await waits for a channel to be closed, at most d.
func (t Target) await(ctx context.Context, gone <-chan struct{}, d time.Duration) bool {
	timer := t.Clock.NewTimer(d)
	defer timer.Stop()
	select {
	case <-gone:
		return true
	case <-timer.Chan():
	case <-ctx.Done():
	}
	return false
}

// settled is the journal once nothing is added to it any more: what a client
// writes just before it ends may still be on its way.
func (t Target) settled(fake *fakeserver.Server) []fakeserver.Entry {
	deadline := t.Clock.Now().Add(quietWait)
	journal := fake.Journal()
	for t.Clock.Now().Before(deadline) {
		_ = clock.Sleep(context.Background(), t.Clock, quietTime) // bounded; the caller looks at its ctx
		later := fake.Journal()
		if len(later) == len(journal) {
			break
		}
		journal = later
	}
	return journal
}

// tail keeps the last bytes of a stream.
type tail struct {
	from io.Reader
	done chan struct{}

	mu   sync.Mutex
	kept []byte
}

func newTail(from io.Reader) *tail {
	t := &tail{from: from, done: make(chan struct{})}
	go t.read() // ends with the stream, which end closes
	return t
}

func (t *tail) read() {
	defer close(t.done)
	buffer := make([]byte, 4<<10)
	for {
		n, err := t.from.Read(buffer)
		t.mu.Lock()
		t.kept = append(t.kept, buffer[:n]...)
		t.kept = t.kept[max(0, len(t.kept)-OutputKept):]
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// end waits a moment for the end of the stream, closes it and returns what is
// kept, as lines.
func (t *tail) end(clk clock.Clock) string {
	timer := clk.NewTimer(outputWait)
	defer timer.Stop()
	select {
	case <-t.done:
	case <-timer.Chan():
	}
	if c, ok := t.from.(io.Closer); ok {
		_ = c.Close()
		<-t.done
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.kept) == 0 {
		return ""
	}
	return strings.TrimRight(string(t.kept), "\n") + "\n"
}

// Well says why the run was not what the client was asked for; nil = it called a
// tool and ended by itself with code 0.
func (r *Run) Well() error {
	if !r.Sent("tools/call") {
		return errors.New("it called no tool and " + r.End())
	}
	return r.EndedWell()
}

// EndedWell is nil if the client ended by itself with code 0.
func (r *Run) EndedWell() error {
	if !r.Ended || r.Code != 0 {
		return errors.New("the client " + r.End() + r.LastWords())
	}
	return nil
}

// LastWords is the last line that the client wrote, for an error.
func (r *Run) LastWords() string {
	if r.output == "" {
		return ""
	}
	return fmt.Sprintf(": %s", r.output[strings.LastIndexByte(r.output, '\n')+1:])
}
