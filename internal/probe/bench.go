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
	ctx    context.Context
	target Target

	pool    *pool // of processes
	warm    *conn // initialized; nil if there is none
	refused error // why the first handshake failed, or nil
	first   *conn // of the first handshake, for the check of that

	old       bool       // the server speaks HTTP+SSE of 2024-11-05
	listened  *listening // made by the first check that wants it
	challenge *reply     // to initialize without the token; nil before it is wanted
	unguarded bool       // initialize worked without the token
	redirect  int        // status of the last redirect that was followed; 0 = none
	ids       int
	slowest   time.Duration
	silence   int               // answers that never came
	offers    map[string]string // what each revision that was asked for was answered with
	seen      witness

	survey *survey // nil until a check needs it

	mu       sync.Mutex
	tape     *[]event.Event // what is written instead of an excerpt; nil = none
	excerpt  *excerpt       // of the check that runs
	prologue []event.Event  // before the first check: the first handshake
}

// Open reaches the server: it opens the first connection and makes the
// handshake. The error is an *[UnreachableError] or an *[AuthError]; a server
// that is there and answers nonsense is no error but what checks are for. The
// waits of all checks end with ctx.
func Open(ctx context.Context, t Target) (*Bench, error) {
	b := &Bench{ctx: ctx, target: t.withDefaults(), offers: map[string]string{}}
	b.pool = newPool(b.start)
	c, err := b.connect()
	if err != nil {
		return nil, err
	}
	b.first = c
	b.refused = c.handshake()
	if b.target.URL != "" {
		b.reach()
	}
	if err := b.unreachable(b.first); err != nil {
		b.Close()
		return nil, err
	}
	if b.refused == nil {
		b.warm, b.offers[b.target.Revision] = b.first, b.first.revision
	}
	return b, nil
}

// unreachable says whether the first handshake met no server at all.
func (b *Bench) unreachable(c *conn) error {
	var status int
	if c.reply != nil {
		status = c.reply.status
	}
	switch {
	case context.Cause(b.ctx) != nil:
		return context.Cause(b.ctx)
	case b.refused == nil:
		return nil
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return &AuthError{status}
	case c.process != nil && errors.Is(b.refused, errEnded) && c.process.exited(time.Second):
		return &UnreachableError{fmt.Sprintf("the process exited with code %d before it answered initialize", c.process.code), c.process.stderrEnd()}
	case c.process == nil && errors.Is(b.refused, errEnded) && c.reply != nil && c.reply.err != nil:
		return &UnreachableError{Reason: c.reply.err.Error()}
	}
	return nil
}

// connect opens a connection on which nothing was sent.
func (b *Bench) connect() (*conn, error) {
	if b.target.URL != "" {
		c := b.newConn()
		if !b.old {
			return c, nil
		}
		err := c.openOld()
		if err != nil {
			c.end()
		}
		return c, err
	}
	c, err := b.pool.take()
	if err != nil {
		return nil, &UnreachableError{Reason: err.Error()}
	}
	b.adopt(c)
	return c, nil
}

// newConn is a connection over HTTP.
func (b *Bench) newConn() *conn {
	return &conn{bench: b, inbox: newInbox(b.target.Clock), first: true, ids: map[string]bool{}, born: b.target.Clock.Now()}
}

// start starts a process for a check to come.
func (b *Bench) start() (*conn, error) {
	c := &conn{bench: b, first: true, ids: map[string]bool{}, born: b.target.Clock.Now(), life: spare}
	p, err := startProcess(b.target, b.ctx.Done(), c.said)
	if err != nil {
		return nil, err
	}
	c.process, c.inbox = p, p.inbox
	return c, nil
}

// retire gives a connection up. What its process still says concerns no check.
func (b *Bench) retire(c *conn) {
	if c.process == nil {
		c.end()
		return
	}
	b.mu.Lock()
	c.life = retired
	b.mu.Unlock()
	b.pool.retire(c)
}

// session returns the warm session, a new one if the last is spent.
func (b *Bench) session() (*conn, error) {
	if b.warm != nil && b.warm.alive() {
		return b.warm, nil
	}
	b.drop()
	c, err := b.connect()
	if err != nil {
		return nil, err
	}
	if err := c.handshake(); err != nil {
		b.retire(c)
		return nil, err
	}
	b.warm = c
	return c, nil
}

// drop gives the warm session up.
func (b *Bench) drop() {
	if b.warm != nil && b.warm != b.first {
		b.retire(b.warm)
	}
	b.warm = nil
}

// Close ends every connection. Processes have ended when it returns.
func (b *Bench) Close() {
	b.drop()
	if b.first != nil {
		b.retire(b.first)
		b.first = nil
	}
	if b.listened != nil && b.listened.c != nil {
		b.retire(b.listened.c)
		b.listened = nil
	}
	b.pool.close()
}

// Info is what the server says of itself: the revision and its name and
// version; empty if the first handshake failed.
func (b *Bench) Info() (revision, server string) {
	if b.first == nil || b.refused != nil {
		return "", ""
	}
	return b.first.revision, serverName(b.first.init)
}

// StartUp is the median of the times from the start of a process to its first
// answer, of n starts that were timed; 0 of 0 over HTTP. It may be called at any
// time.
func (b *Bench) StartUp() (median time.Duration, n int) { return b.seen.startUp() }

func (b *Bench) nextID() string {
	b.ids++
	return strconv.Itoa(1000 + b.ids)
}

func (b *Bench) took(d time.Duration) { b.slowest = max(b.slowest, d) }
func (b *Bench) silent()              { b.silence++ }

// enoughSilence is the number of missing answers after which a server is given
// less time: each check would wait in vain otherwise.
const enoughSilence = 2

// patience is the time for an answer: the timeout, or ten times the slowest
// answer so far once the server has left enough requests unanswered.
func (b *Bench) patience() time.Duration {
	if b.silence < enoughSilence {
		return b.target.Timeout
	}
	return min(b.target.Timeout, max(time.Second, 10*b.slowest))
}

func (b *Bench) emit(e event.Event) {
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
	case len(b.prologue) < maxPrologue:
		b.prologue = append(b.prologue, e)
	}
}

// maxPrologue bounds the events of the first handshake.
const maxPrologue = 20

// record returns the events of f, which then are in no excerpt.
func (b *Bench) record(f func()) []event.Event {
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

// recall puts events from before the check that runs into its excerpt.
func (b *Bench) recall(events []event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(events) > 0 && b.excerpt != nil {
		b.excerpt.events = slices.Concat(events, b.excerpt.events)
		b.excerpt.begin = events[0].At
	}
}

// beginExcerpt begins the excerpt of a check.
func (b *Bench) beginExcerpt() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.excerpt = &excerpt{begin: b.target.Clock.Now()}
}

// endExcerpt ends the excerpt of a check and returns it with its first moment.
func (b *Bench) endExcerpt() (begin time.Time, events []event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	x := b.excerpt
	b.excerpt = nil
	return x.begin, x.events
}
