package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// Bench is a server under test with what its checks share: a warm session, and
// what was learnt of the server. It is used by one check at a time.
type Bench struct {
	// Target is what to look at, with its defaults. Its URL is where the server was
	// found, which may be behind redirects.
	Target Target

	caller   context.Context
	ctx      context.Context // of all checks: it ends with that of the caller, or when the time is over
	endAll   func()
	stops    int   // processes that stopped themselves
	pool     *pool // of processes; its forks have the same one
	warm     *Conn // initialized; nil if there is none
	first    *Conn // of the first handshake
	refused  error // why that failed, or nil
	ledger   *ledger
	old      bool // the server speaks HTTP+SSE of 2024-11-05
	redirect int  // status of the last redirect that was followed; 0 = none

	slowest time.Duration
	times   []time.Duration // of answers to all but pings, maxTimes at most
	silence int             // answers that never came
	seen    *statistics
	watch   *watch

	listening *Listening // nil until a check needs it
	vouched   *bool      // the same, see [Bench.Vouched]

	mu        sync.Mutex
	check     context.Context // of the check that runs; nil = none
	sent      []string        // in the check that runs: what was sent, see [Sent]
	endCheck  func()
	flood     *FloodError    // the worst one; nil = none
	recording *[]event.Event // what is written instead of an excerpt; nil = none
	excerpt   *excerpt       // of the check that runs
	handshake []event.Event  // before the first check: the first handshake
}

// Open reaches the server: it opens the first connection and makes the
// handshake. The error is an *[UnreachableError] or an *[AuthError]; a server
// that is there and answers nonsense is no error but what checks are for. The
// waits of all checks end with ctx.
func Open(ctx context.Context, t Target) (*Bench, error) {
	b := newBench(ctx, t)
	_, _ = b.Challenge() // before the server has seen the token, which it may keep in mind
	b.pool = newPool(b.start, b.ahead)
	c, err := b.Connect()
	if err != nil {
		b.endAll()
		return nil, err
	}
	b.first = c
	b.refused = c.handshake(b.Target.Revision, "")
	if b.Target.URL != "" {
		b.reach()
	}
	if err := b.unreachable(b.first); err != nil {
		b.Close()
		return nil, err
	}
	if b.refused == nil {
		b.warm = b.first
		b.seen.noteLazy(b.first)
	}
	return b, nil
}

func newBench(ctx context.Context, t Target) *Bench {
	b := &Bench{caller: ctx, Target: t.withDefaults(), ledger: &ledger{}, seen: &statistics{}, watch: newWatch()}
	b.ctx, b.endAll = within(ctx, b.Target.Clock, b.Target.Budget, fmt.Sprintf("the time for all checks, %s, is over", b.Target.Budget))
	return b
}

// unreachable says whether the first handshake met no server at all.
func (b *Bench) unreachable(c *Conn) error {
	var status int
	if c.Reply != nil {
		status = c.Reply.Status
	}
	switch {
	case b.Stopped() != nil:
		return b.Stopped()
	case b.refused == nil:
		return nil
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return &AuthError{status}
	case c.Process != nil && errors.Is(b.refused, ErrEnded) && c.Process.Exited(time.Second):
		return &UnreachableError{Reason: fmt.Sprintf("the process exited with code %d before it answered initialize%s", c.Process.code, c.babble()), Stderr: c.Process.stderrEnd()}
	case c.Process == nil && errors.Is(b.refused, ErrEnded) && c.Reply != nil && c.Reply.Err != nil:
		return &UnreachableError{Reason: c.Reply.Err.Error(), Err: c.Reply.Err}
	}
	return nil
}

// Connect opens a connection on which nothing was sent. The caller retires it.
func (b *Bench) Connect() (*Conn, error) {
	if gone := b.ledger.isGone(); gone != nil {
		return nil, gone
	}
	if b.Target.URL != "" {
		c := b.newConn()
		if !b.old {
			return c, nil
		}
		err := c.openOld()
		if err != nil {
			c.End()
		}
		if err != nil && b.refused == nil { // the first stream could be opened
			err = &SessionError{err}
		}
		return c, err
	}
	c, err := b.pool.take()
	if err != nil {
		return nil, &UnreachableError{Reason: b.lacking(err).Error(), Err: err}
	}
	b.adopt(c)
	return c, nil
}

// newConn is a connection on which nothing was sent.
func (b *Bench) newConn() *Conn {
	c := &Conn{bench: b, used: map[string]bool{}, fresh: true, born: b.Target.Clock.Now(), talk: b.newTalk()}
	c.inbox = newInbox(func() context.Context { return c.bench.context() }, b.Target.Clock)
	return c
}

// start starts a process for a check to come.
func (b *Bench) start() (*Conn, error) {
	c := b.newConn()
	c.meter.most = spareCost
	p, err := startProcess(b.ctx, b.Target, c.inbox, c.said)
	c.Process = p
	b.seen.spend(1, 0)
	return c, err
}

// Launch starts a process of its own instead of taking one that was started ahead.
// The caller retires the connection.
func (b *Bench) Launch() (*Conn, error) {
	c, err := b.start()
	if err == nil {
		b.adopt(c)
	}
	return c, b.lacking(err)
}

// Retire gives a connection up. What its process still says concerns no check.
func (b *Bench) Retire(c *Conn) {
	if c.Process == nil {
		c.End()
		return
	}
	c.voice.leave(true)
	b.noteFlood(c)
	c.discard()
	c.talk.forget()
	b.pool.retire(c)
}

// Session returns the warm session, a new one if the last is spent. It stays the
// bench's.
func (b *Bench) Session() (*Conn, error) {
	if gone := b.ledger.isGone(); gone != nil {
		return nil, gone
	}
	if b.warm != nil && b.warm.Alive() {
		return b.warm, nil
	}
	b.Drop()
	c, err := b.OwnSession()
	if err != nil {
		return nil, err
	}
	b.warm = c
	return c, nil
}

// Drop gives the warm session up.
func (b *Bench) Drop() {
	switch {
	case b.warm == nil:
	case b.warm != b.first:
		b.Retire(b.warm)
	case b.warm.Process != nil && b.warm.Flooded() != nil:
		b.noteFlood(b.warm)
		b.warm.Process.HoldStdout() // it is ended with the bench
	}
	b.warm = nil
}

// Close ends every connection. Processes have ended when it returns.
func (b *Bench) Close() {
	for _, f := range b.ledger.takeForks() {
		f.leave()
	}
	b.leave()
	for _, c := range b.pool.takeRested() {
		b.Retire(c)
	}
	b.pool.close()
	b.endAll()
}

// leave gives up the connections of this bench alone.
func (b *Bench) leave() {
	b.Drop()
	if b.first != nil {
		b.Retire(b.first)
		b.first = nil
	}
	if b.listening != nil && b.listening.Conn != nil {
		b.Retire(b.listening.Conn)
		b.listening = nil
	}
	if slow := b.takeSlow(); slow != nil {
		b.Retire(slow.Conn)
	}
	if idle := b.takeIdle(); idle != nil {
		_ = idle.End()
		b.Retire(idle.Conn)
	}
	b.LeaveConnections()
}

// First is the connection on which the server was found, with its handshake. It
// may be the warm session, and stays the bench's.
func (b *Bench) First() *Conn { return b.first }

// Refused is why the first handshake failed, or nil.
func (b *Bench) Refused() error { return b.refused }

// Ready is not testable if the server opens no session, for anything but the
// handshake itself.
func (b *Bench) Ready() error {
	if _, forgotten := errors.AsType[*ForgottenError](b.refused); forgotten {
		return verdict.Because("HL-04", "there is no session: %s", b.refused)
	}
	switch {
	case errors.Is(b.refused, ErrNoEndpoint):
		return verdict.Because("OLD-01", "there is no session: %s", b.refused)
	case errors.Is(b.refused, ErrForeignEndpoint):
		return verdict.Because("OLD-03", "there is no session: %s", b.refused)
	case b.refused != nil:
		return verdict.Because("LIFE-01", "there is no session: %s", b.refused)
	}
	return nil
}

// Hears is not testable if even a handshake would stay without answer.
func (b *Bench) Hears() error {
	if b.silence > 0 || b.old {
		return b.Ready()
	}
	return nil
}

// Redirect is the status of the last redirect that led to the server; 0 = none.
func (b *Bench) Redirect() int { return b.redirect }

// Offer is the revision that the server offered to a client that asked for one,
// if any has; "" = it refused.
func (b *Bench) Offer(asked string) (offered string, known bool) {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	offered, known = b.ledger.offers[asked]
	return offered, known
}

// Info is what the server says of itself: the revision and its name and
// version; empty if the first handshake failed.
func (b *Bench) Info() (revision, server string) {
	if b.first == nil || b.refused != nil {
		return "", ""
	}
	return b.first.Revision, serverName(b.first.Init)
}

// StartUp is the shortest and the median of the times from the start of a process to its
// first answer, of n starts that were timed; 0 of 0 over HTTP. It may be called at any
// time.
func (b *Bench) StartUp() (fastest, median time.Duration, n int) { return b.seen.startUp() }

// Strays is an error if any process has written to stdout what is no message.
func (b *Bench) Strays() error {
	if err := b.seen.strays(); err != nil || b.flood == nil {
		return err
	}
	return verdict.NotObserved("%s", b.flood)
}

// Logs are the first log messages that came in all checks, 100 at most.
func (b *Bench) Logs() []Frame { return b.seen.messages() }

// Sleep waits for d, or until the checks are stopped, which is its error.
func (b *Bench) Sleep(d time.Duration) error { return clock.Sleep(b.context(), b.Target.Clock, d) }

// Since is the time since t by the clock of the target.
func (b *Bench) Since(t time.Time) time.Duration { return b.Target.Clock.Since(t) }

// Stopped is why the checks are stopped; nil = they are not.
func (b *Bench) Stopped() error { return context.Cause(b.caller) }

// NextID is an id that no request has had yet, as JSON: none of any bench that looks at the
// server beside b, as they hand sessions to each other.
func (b *Bench) NextID() string {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	b.seen.ids++
	return strconv.Itoa(1000 + b.seen.ids)
}

// enoughSilence is the number of missing answers after which a server is given
// less time: each check would wait in vain otherwise.
const enoughSilence = 2

// patience is the time for an answer: the timeout, or ten times the slowest
// answer so far once the server has left enough requests unanswered.
func (b *Bench) patience() time.Duration {
	if b.silence < enoughSilence {
		return b.Target.Timeout
	}
	return min(b.Target.Timeout, max(time.Second, 10*b.slowest.Round(10*time.Millisecond)))
}
