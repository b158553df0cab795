package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
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

	warm    *conn // initialized; nil if there is none
	refused error // why the first handshake failed, or nil
	first   *conn // of the first handshake, for the check of that
	ids     int
	slowest time.Duration
	silence int // answers that never came

	mu       sync.Mutex
	world    *World        // whose excerpt is written
	prologue []event.Event // before the first world: the first handshake
}

// Open reaches the server: it opens the first connection and makes the
// handshake. The error is an *[UnreachableError] or an *[AuthError]; a server
// that is there and answers nonsense is no error but what checks are for. The
// waits of all checks end with ctx.
func Open(ctx context.Context, t Target) (*Bench, error) {
	b := &Bench{ctx: ctx, target: t.withDefaults()}
	c, err := b.connect()
	if err != nil {
		return nil, err
	}
	b.first = c
	b.refused = c.handshake()
	if err := b.unreachable(c); err != nil {
		b.Close()
		return nil, err
	}
	if b.refused == nil {
		b.warm = c
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
	case c.process == nil && errors.Is(b.refused, errEnded):
		return &UnreachableError{Reason: c.reply.err.Error()}
	}
	return nil
}

// connect opens a connection on which nothing was sent.
func (b *Bench) connect() (*conn, error) {
	c := &conn{bench: b, first: true, ids: map[string]bool{}}
	if b.target.URL != "" {
		c.inbox = newInbox(b.target.Clock)
		return c, nil
	}
	p, err := startProcess(b.target, func(l line) { b.note("server", "received", l.raw) })
	if err != nil {
		return nil, &UnreachableError{Reason: err.Error()}
	}
	c.process, c.inbox = p, p.inbox
	return c, nil
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
		c.end()
		return nil, err
	}
	b.warm = c
	return c, nil
}

// drop gives the warm session up.
func (b *Bench) drop() {
	if b.warm != nil && b.warm != b.first {
		b.warm.end()
	}
	b.warm = nil
}

// Close ends every connection. Processes have ended when it returns.
func (b *Bench) Close() {
	b.drop()
	if b.first != nil {
		b.first.end()
		b.first = nil
	}
}

// Info is what the server says of itself: the revision and its name and
// version; empty if the first handshake failed.
func (b *Bench) Info() (revision, server string) {
	if b.first == nil || b.refused != nil {
		return "", ""
	}
	return b.first.revision, serverName(b.first.init)
}

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
	switch {
	case b.world != nil:
		b.world.events = append(b.world.events, e)
	case len(b.prologue) < maxPrologue:
		b.prologue = append(b.prologue, e)
	}
}

// maxPrologue bounds the events of the first handshake.
const maxPrologue = 20

// recall puts the first handshake into the excerpt of w.
func (b *Bench) recall(w *World) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.prologue) > 0 {
		w.events = append(w.events[:0:0], append(b.prologue[:len(b.prologue):len(b.prologue)], w.events...)...)
		w.begin = b.prologue[0].At
	}
}

func (b *Bench) show(w *World) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.world = w
}
