package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// Bench is a server under test with what its checks share: a warm session, and
// what is known of its speed. It is used by one check at a time.
type Bench struct {
	Ctx    context.Context
	Target Target

	pool    *pool // of processes
	warm    *Conn // initialized; nil if there is none
	Refused error // why the first handshake failed, or nil
	First   *Conn // of the first handshake, for the check of that

	Old       bool       // the server speaks HTTP+SSE of 2024-11-05
	Listened  *Listening // made by the first check that wants it
	Challenge *Reply     // to initialize without the token; nil before it is wanted
	Unguarded bool       // initialize worked without the token
	Redirect  int        // status of the last redirect that was followed; 0 = none
	ids       int
	slowest   time.Duration
	Silence   int               // answers that never came
	Offers    map[string]string // what each revision that was asked for was answered with
	Seen      witness

	Survey *Survey // nil until a check needs it

	mu       sync.Mutex
	tape     *[]event.Event // what is written instead of an excerpt; nil = none
	excerpt  *excerpt       // of the check that runs
	Prologue []event.Event  // before the first check: the first handshake
}

// Open reaches the server: it opens the first connection and makes the
// handshake. The error is an *[UnreachableError] or an *[AuthError]; a server
// that is there and answers nonsense is no error but what checks are for. The
// waits of all checks end with ctx.
func Open(ctx context.Context, t Target) (*Bench, error) {
	b := &Bench{Ctx: ctx, Target: t.withDefaults(), Offers: map[string]string{}}
	b.pool = newPool(b.Start)
	c, err := b.Connect()
	if err != nil {
		return nil, err
	}
	b.First = c
	b.Refused = c.Handshake()
	if b.Target.URL != "" {
		b.reach()
	}
	if err := b.unreachable(b.First); err != nil {
		b.Close()
		return nil, err
	}
	if b.Refused == nil {
		b.warm, b.Offers[b.Target.Revision] = b.First, b.First.Revision
	}
	return b, nil
}

// unreachable says whether the first handshake met no server at all.
func (b *Bench) unreachable(c *Conn) error {
	var status int
	if c.Reply != nil {
		status = c.Reply.Status
	}
	switch {
	case context.Cause(b.Ctx) != nil:
		return context.Cause(b.Ctx)
	case b.Refused == nil:
		return nil
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return &AuthError{status}
	case c.Process != nil && errors.Is(b.Refused, ErrEnded) && c.Process.Exited(time.Second):
		return &UnreachableError{fmt.Sprintf("the process exited with code %d before it answered initialize", c.Process.code), c.Process.stderrEnd()}
	case c.Process == nil && errors.Is(b.Refused, ErrEnded) && c.Reply != nil && c.Reply.Err != nil:
		return &UnreachableError{Reason: c.Reply.Err.Error()}
	}
	return nil
}

// Connect opens a connection on which nothing was sent.
func (b *Bench) Connect() (*Conn, error) {
	if b.Target.URL != "" {
		c := b.NewConn()
		if !b.Old {
			return c, nil
		}
		err := c.openOld()
		if err != nil {
			c.End()
		}
		return c, err
	}
	c, err := b.pool.take()
	if err != nil {
		return nil, &UnreachableError{Reason: err.Error()}
	}
	b.Adopt(c)
	return c, nil
}

// NewConn is a connection over HTTP.
func (b *Bench) NewConn() *Conn {
	return &Conn{bench: b, Inbox: newInbox(b.Target.Clock), first: true, IDs: map[string]bool{}, Born: b.Target.Clock.Now()}
}

// Start starts a process for a check to come.
func (b *Bench) Start() (*Conn, error) {
	c := &Conn{bench: b, first: true, IDs: map[string]bool{}, Born: b.Target.Clock.Now(), life: spare}
	p, err := startProcess(b.Target, b.Ctx.Done(), c.said)
	if err != nil {
		return nil, err
	}
	c.Process, c.Inbox = p, p.Inbox
	return c, nil
}

// Retire gives a connection up. What its process still says concerns no check.
func (b *Bench) Retire(c *Conn) {
	if c.Process == nil {
		c.End()
		return
	}
	b.mu.Lock()
	c.life = retired
	b.mu.Unlock()
	b.pool.retire(c)
}

// Session returns the warm session, a new one if the last is spent.
func (b *Bench) Session() (*Conn, error) {
	if b.warm != nil && b.warm.alive() {
		return b.warm, nil
	}
	b.Drop()
	c, err := b.Connect()
	if err != nil {
		return nil, err
	}
	if err := c.Handshake(); err != nil {
		b.Retire(c)
		return nil, err
	}
	b.warm = c
	return c, nil
}

// Drop gives the warm session up.
func (b *Bench) Drop() {
	if b.warm != nil && b.warm != b.First {
		b.Retire(b.warm)
	}
	b.warm = nil
}

// Close ends every connection. Processes have ended when it returns.
func (b *Bench) Close() {
	b.Drop()
	if b.First != nil {
		b.Retire(b.First)
		b.First = nil
	}
	if b.Listened != nil && b.Listened.Conn != nil {
		b.Retire(b.Listened.Conn)
		b.Listened = nil
	}
	b.pool.close()
}

// Info is what the server says of itself: the revision and its name and
// version; empty if the first handshake failed.
func (b *Bench) Info() (revision, server string) {
	if b.First == nil || b.Refused != nil {
		return "", ""
	}
	return b.First.Revision, serverName(b.First.Init)
}

// StartUp is the median of the times from the start of a process to its first
// answer, of n starts that were timed; 0 of 0 over HTTP. It may be called at any
// time.
func (b *Bench) StartUp() (median time.Duration, n int) { return b.Seen.StartUp() }

func (b *Bench) NextID() string {
	b.ids++
	return strconv.Itoa(1000 + b.ids)
}

func (b *Bench) took(d time.Duration) { b.slowest = max(b.slowest, d) }
func (b *Bench) silent()              { b.Silence++ }

// enoughSilence is the number of missing answers after which a server is given
// less time: each check would wait in vain otherwise.
const enoughSilence = 2

// patience is the time for an answer: the timeout, or ten times the slowest
// answer so far once the server has left enough requests unanswered.
func (b *Bench) patience() time.Duration {
	if b.Silence < enoughSilence {
		return b.Target.Timeout
	}
	return min(b.Target.Timeout, max(time.Second, 10*b.slowest))
}

func (b *Bench) Emit(e event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keep(e)
}

// keep puts an event into the excerpt of the check that runs. b.mu is held.
func (b *Bench) keep(e event.Event) {
	switch {
	case b.tape != nil:
		*b.tape = append(*b.tape, e)
	case b.excerpt != nil:
		b.excerpt.events = append(b.excerpt.events, e)
	case len(b.Prologue) < maxPrologue:
		b.Prologue = append(b.Prologue, e)
	}
}

// maxPrologue bounds the events of the first handshake.
const maxPrologue = 20

// Record returns the events of f, which then are in no excerpt.
func (b *Bench) Record(f func()) []event.Event {
	var tape []event.Event
	set := func(to *[]event.Event) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.tape = to
	}
	set(&tape)
	f()
	set(nil)
	return tape
}

// excerpt is what a check shows of the connection.
type excerpt struct {
	begin  time.Time
	events []event.Event
}

// Recall puts events from before the check that runs into its excerpt.
func (b *Bench) Recall(events []event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(events) > 0 && b.excerpt != nil {
		b.excerpt.events = slices.Concat(events, b.excerpt.events)
		b.excerpt.begin = events[0].At
	}
}

// BeginExcerpt begins the excerpt of a check.
func (b *Bench) BeginExcerpt() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.excerpt = &excerpt{begin: b.Target.Clock.Now()}
}

// EndExcerpt ends the excerpt of a check and returns it with its first moment.
func (b *Bench) EndExcerpt() (begin time.Time, events []event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	x := b.excerpt
	b.excerpt = nil
	return x.begin, x.events
}
