package clientcheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
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
	Limit   time.Duration // after which it would be ended, or was since it had said enough
	Ended   bool          // by itself
	Code    int           // of its exit, if it ended by itself
	left    int           // entries when the client had ended or was ended, before its processes got signals of ours; 0 = not known
	output  string        // the end of stdout and stderr
	secrets []string      // of logins
	flood   error         // not observed: more came than is kept; nil = all is
	missing []error       // rules of the server's script that never acted
	cut     func() bool   // whether there is no time left for judging; nil = there is

	indexed  sync.Once // sets what follows, which is asked for at many places
	welcomes []welcome // the answers to initialize, in order
	broke    int       // the place of the first fault after which what is sent may not arrive
}

// welcome is an answer to initialize that names a revision, or could not be read.
type welcome struct {
	place    int
	revision string
}

// Recorded is a run with a journal, for tests of what judges runs: cut is asked whenever it is
// looked at, whether there is no time left for that.
func Recorded(journal []fakeserver.Entry, cut func() bool) *Run {
	return &Run{journal: journal, cut: cut}
}

// keep takes what was recorded.
func (r *Run) keep(seen *record) {
	entries, total := seen.kept()
	r.journal, r.secrets = entries, seen.told()
	switch n := len(entries); {
	case seen.crowded:
		r.flood = verdict.NotObserved("the client says more in all its runs together than is kept: of this one the first %d of %d messages and requests", n, total)
	case total > n:
		r.flood = verdict.NotObserved("the client floods its server: %d messages and requests in %s, of which the first %d were kept",
			total, r.Stop.Sub(r.Begin).Round(time.Millisecond), n)
	}
}

// Partial is not observed if only the beginning of what the client did was kept: that
// it did well so far says nothing. nil = all was kept.
func (r *Run) Partial() error { return r.flood }

// Missing says which rules of the server's script never acted: the client did not come
// to where the server misbehaves. nil = all did.
func (r *Run) Missing() error { return errors.Join(r.missing...) }

// leave notes what the client did by itself, once.
func (r *Run) leave(seen *record) { r.left = cmp.Or(r.left, seen.seen()) }

// Unaided reports whether what is at a place happened before the client and the processes that
// it has left were ended by who runs the checks.
func (r *Run) Unaided(place int) bool { return r.left == 0 || place < r.left }

// End says how the run ended: "exited with code 1".
func (r *Run) End() string {
	if !r.Ended {
		return fmt.Sprintf("still ran after %s", r.Limit)
	}
	return fmt.Sprintf("exited with code %d", r.Code)
}

// run runs the client in a situation, and calls alive when it has started. A run that ctx
// ends is returned with the cause: it says no more than whether the client had begun.
func (t Target) run(ctx context.Context, s Situation, alive func()) (*Run, error) {
	seen := newRecord(s.Most, t.together)
	fake, err := s.fake(fakeserver.Options{Clock: t.Clock, Journal: seen.add, Secret: seen.keepSecret})
	if err != nil {
		return nil, err
	}
	told, err := s.environment()
	if err != nil {
		return nil, err
	}
	g := t.gate()
	f, err := t.open(fake, s.Wrapped, g)
	if err != nil {
		return nil, err
	}
	defer g.end()
	defer f.close()
	r := &Run{Begin: t.Clock.Now(), Limit: min(s.Limit, t.Timeout)}
	command := t.Command
	command.Args = slices.Concat(command.Args, f.arguments)
	command.Env = slices.Concat(command.Env, told, f.environment)
	if t.Server != nil {
		command.Ended = func() { t.settle(seen); t.mourn(seen); r.leave(seen) }
	}
	p, err := t.Starter.Start(command)
	if err != nil {
		return nil, &UnreachableError{Reason: fmt.Sprintf("starting the client: %s", err), err: err}
	}
	t.watch(ctx, r, p, seen, alive)
	if ctx.Err() != nil {
		r.keep(seen)
		return r, context.Cause(ctx)
	}
	t.settle(seen)
	r.keep(seen)
	r.missing = fake.NeverActed()
	if r.flood == nil {
		err = g.slow()
	}
	return r, err
}

// watch waits for the end of the client, brings it about if it does not come, and
// joins everything. The time of the run counts from its first sign of life: to start is
// no part of what is judged. A client that gives none in the timeout of the target is
// waited for no longer.
func (t Target) watch(ctx context.Context, r *Run, p process.Process, seen *record, alive func()) {
	out, err := newTail(p.Stdout()), newTail(p.Stderr())
	gone := make(chan struct{})
	var waiting sync.WaitGroup
	waiting.Go(func() {
		r.Code, _ = p.Wait()
		close(gone)
	})
	r.Ended = t.await(ctx, gone, seen.first, t.Timeout)
	started := t.Clock.Now()
	alive()
	if clock.Closed(seen.first) {
		r.Ended = r.Ended || t.await(ctx, gone, seen.enough, r.Limit)
	} else {
		started, r.Limit = r.Begin, t.Timeout
	}
	r.Stop = t.Clock.Now()
	if !r.Ended {
		r.Limit = min(r.Limit, r.Stop.Sub(started).Round(time.Millisecond))
		r.leave(seen)
		_ = p.Terminate()
		if ctx.Err() != nil || !t.await(ctx, gone, nil, termWait) {
			_ = p.Kill()
		}
	}
	waiting.Wait()
	_ = p.Stdin().Close()
	r.output = strings.TrimSpace(out.end(t.Clock) + err.end(t.Clock))
}

// await waits for the end of the client, at most d and until something else is closed, and
// reports whether the client has ended.
func (t Target) await(ctx context.Context, gone, other <-chan struct{}, d time.Duration) bool {
	timer := t.Clock.NewTimer(d)
	defer timer.Stop()
	select {
	case <-gone:
	case <-other:
	case <-timer.Chan():
	case <-ctx.Done():
	}
	select {
	case <-gone:
		return true
	default:
		return false
	}
}

// settle waits until the server has noted what is on its way, for a moment.
func (t Target) settle(seen *record) {
	deadline := t.Clock.Now().Add(quietWait)
	for before := seen.seen(); t.Clock.Now().Before(deadline); {
		_ = clock.Sleep(context.Background(), t.Clock, quietTime) // bounded; the caller looks at its ctx
		later := seen.seen()
		if later == before {
			return
		}
		before = later
	}
}

// mourn waits until the end of each server is noted, for a moment: those that the client
// has ended are on their way, however busy the machine is.
func (t Target) mourn(seen *record) {
	for deadline := t.Clock.Now().Add(quietWait); seen.alive() > 0 && t.Clock.Now().Before(deadline); {
		_ = clock.Sleep(context.Background(), t.Clock, quietTime) // bounded
	}
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

// Completed says why the client did not complete a call of a correct server; nil = it
// was answered with a result, and ended by itself with code 0.
func (r *Run) Completed() error {
	if err := r.Well(); err != nil {
		return err
	}
	for _, a := range r.SentBack("tools/call") {
		var outcome struct{ IsError bool }
		if result := Result(a.Raw); result != nil && jsonparts.Unmarshal(result, &outcome) == nil && !outcome.IsError {
			return nil
		}
	}
	return errors.New("it called no tool that there is")
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
