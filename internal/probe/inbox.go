package probe

import (
	"context"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// line is one message with the bytes around it.
type line struct {
	Raw []byte // without the line end
	EOL string // "\n", "\r\n", or "" at the end of the stream; HTTP: always ""
}

// inbox is all that came on one connection, in order. It only grows.
type inbox struct {
	clk clock.Clock

	mu      sync.Mutex
	lines   []line
	frames  []Frame
	kept    int
	ended   bool
	changed chan struct{} // closed and replaced at every change
}

func newInbox(clk clock.Clock) *inbox { return &inbox{clk: clk, changed: make(chan struct{})} }

// add keeps a line; false means that the inbox is full.
func (b *inbox) add(l line) bool {
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

// end says that nothing will come any more.
func (b *inbox) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	b.tell()
}

func (b *inbox) tell() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// Since returns the frames from the n-th on.
func (b *inbox) Since(n int) []Frame {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.frames[n:len(b.frames):len(b.frames)]
}

func (b *inbox) Size() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.frames)
}

// All returns every line so far.
func (b *inbox) All() []line {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lines[:len(b.lines):len(b.lines)]
}

// Await waits until found is true of the frames from the n-th on. It returns
// errSilent after d, errEnded at the end, or the cause of ctx.
func (b *inbox) Await(ctx context.Context, n int, d time.Duration, found func([]Frame) bool) error {
	return await(ctx, b.clk, d, func() state {
		b.mu.Lock()
		frames, ended, changed := b.frames[n:], b.ended, b.changed
		b.mu.Unlock()
		return state{found(frames), ended, changed}
	})
}

// AwaitEnd waits for the end of the connection, at most d.
func (b *inbox) AwaitEnd(d time.Duration) error {
	err := b.Await(context.Background(), 0, d, func([]Frame) bool { return false })
	if err == ErrEnded { //nolint:errorlint // never wrapped here
		return nil
	}
	return err
}
