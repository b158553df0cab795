package probe

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Line is one message with the bytes around it.
type Line struct {
	Raw []byte // without the line end
	EOL string // "\n", "\r\n", or "" at the end of the stream; HTTP: always ""
	// Pieces is the number of lines on which a message was written that is to be one
	// line; 0 = it was one.
	Pieces int
}

// growing is something that grows until it ends, for those who wait for more. The
// lock guards what embeds it, too.
type growing struct {
	mu      sync.Mutex
	ended   bool
	changed chan struct{} // closed and replaced at every change; nil = nothing waits
}

// tell lets those who wait look again. g.mu is held.
func (g *growing) tell() {
	if g.changed != nil {
		close(g.changed)
		g.changed = nil
	}
}

// wake is tell for those who do not hold the lock.
func (g *growing) wake() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tell()
}

// end says that nothing will come any more.
func (g *growing) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended = true
	g.tell()
}

// await looks, while it holds the lock, until what is waited for is found. It
// returns ErrSilent after d, ErrEnded if it has ended without, or the cause of ctx.
func (g *growing) await(ctx context.Context, clk clock.Clock, d time.Duration, found func() bool) error {
	timer := clk.NewTimer(d)
	defer timer.Stop()
	for {
		g.mu.Lock()
		is, ended := found(), g.ended
		if g.changed == nil {
			g.changed = make(chan struct{})
		}
		changed := g.changed
		g.mu.Unlock()
		switch {
		case is:
			return nil
		case ended:
			return ErrEnded
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
		select {
		case <-changed:
		case <-ctx.Done():
		case <-timer.Chan():
			return ErrSilent
		}
	}
}

// inbox is what came on one connection, in order, up to the bounds of a [meter].
// It only grows while a check uses it.
type inbox struct {
	growing
	ctx    func() context.Context
	clk    clock.Clock
	lines  []Line
	frames []Frame
	meter  meter
	closed bool // nothing is kept any more
}

func newInbox(ctx func() context.Context, clk clock.Clock) *inbox { return &inbox{ctx: ctx, clk: clk} }

// add keeps a line with the messages in it; false means that it is not kept, and no
// later one will be.
func (b *inbox) add(l Line, frames []Frame) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clk.Now()
	if b.closed || !b.meter.take(now, len(frames), len(l.Raw)) {
		b.tell()
		return false
	}
	b.lines = append(b.lines, l)
	for _, f := range frames {
		f.At = now
		b.frames = append(b.frames, f)
	}
	b.tell()
	return true
}

// count takes what is no message, or comes after what is kept; false means that
// enough has come.
func (b *inbox) count(n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.tell()
	return b.meter.take(b.clk.Now(), 1, n) && !b.closed
}

// Flooded is a *[FloodError] if more came than is kept, else nil.
func (b *inbox) Flooded() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.meter.flood()
}

// overflow takes a message that is longer than [MaxMessage]: nothing is kept any more.
func (b *inbox) overflow(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.meter.over = true
	b.meter.take(b.clk.Now(), 1, n)
	b.tell()
}

// full reports whether nothing more is kept.
func (b *inbox) full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed || b.meter.over
}

// adopt lets as much be kept as of any connection that is used.
func (b *inbox) adopt() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.meter.most = maxCost
}

// forget drops what earlier checks had to say about, if that is much, and reports whether
// it was.
func (b *inbox) forget() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.meter.cost <= calmCost || b.meter.over {
		return false
	}
	b.lines, b.frames, b.meter = nil, nil, meter{most: maxCost}
	return true
}

// discard drops everything, also what is yet to come. It stays known whether more
// came than was kept.
func (b *inbox) discard() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines, b.frames, b.closed = nil, nil, true
}

// From returns the messages that have come and are kept, from the n-th on; 0 = all.
func (b *inbox) From(n int) []Frame {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.since(n)
}

// Size is how many messages have come and are kept.
func (b *inbox) Size() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.frames)
}

// Lines returns every line so far; over HTTP, every body and event.
func (b *inbox) Lines() []Line {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lines[:len(b.lines):len(b.lines)]
}

// Await waits until found is true of the messages from the n-th on. The error is
// [ErrSilent] after d, [ErrEnded] at the end, a *[FloodError] once more has come than
// is kept, or why the checks are stopped.
func (b *inbox) Await(n int, d time.Duration, found func([]Frame) bool) error {
	is := false
	err := b.await(b.ctx(), b.clk, d, func() bool {
		is = found(b.since(n))
		return is || b.meter.over
	})
	if err == nil && !is {
		return b.Flooded()
	}
	return err
}

// since are the messages from the n-th on. b.mu is held.
func (b *inbox) since(n int) []Frame {
	return b.frames[min(n, len(b.frames)):len(b.frames):len(b.frames)]
}

// AwaitEnd waits for the end of the connection, at most d, whether the checks are
// stopped or not.
func (b *inbox) AwaitEnd(d time.Duration) error {
	err := b.await(context.Background(), b.clk, d, func() bool { return false })
	if errors.Is(err, ErrEnded) {
		return nil
	}
	return err
}
