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
}

// growing is something that grows until it ends, for those who wait for more. The
// lock guards what embeds it, too.
type growing struct {
	mu      sync.Mutex
	ended   bool
	changed chan struct{} // closed and replaced at every change; nil = nobody waits
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

// inbox is all that came on one connection, in order. It only grows.
type inbox struct {
	growing
	ctx    context.Context
	clk    clock.Clock
	lines  []Line
	frames []Frame
	kept   int
}

func newInbox(ctx context.Context, clk clock.Clock) *inbox { return &inbox{ctx: ctx, clk: clk} }

// add keeps a line; false means that the inbox is full.
func (b *inbox) add(l Line) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.kept += len(l.Raw); b.kept > MaxKept {
		return false
	}
	b.lines = append(b.lines, l)
	for _, f := range parseFrames(l.Raw) {
		f.At = b.clk.Now()
		b.frames = append(b.frames, f)
	}
	b.tell()
	return true
}

// From returns the messages that have come, from the n-th on; 0 = all.
func (b *inbox) From(n int) []Frame {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.frames[n:len(b.frames):len(b.frames)]
}

// Size is how many messages have come.
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
// [ErrSilent] after d, [ErrEnded] at the end, or why the checks are stopped.
func (b *inbox) Await(n int, d time.Duration, found func([]Frame) bool) error {
	return b.await(b.ctx, b.clk, d, func() bool { return found(b.frames[n:]) })
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
