package steps

import (
	"context"
	"slices"
	"sync"
)

// limited is the context of a caller with a deadline that a step lets pass: its Err and that
// of every context derived from it is then context.DeadlineExceeded. A context that was
// cancelled with this cause would say context.Canceled.
type limited struct {
	context.Context // whose end is its end

	done chan struct{}

	mu    sync.Mutex
	err   error     // nil until done is closed
	after []*func() // called at the end, in this order
}

// limit returns a context that ends with ctx, or when expire is called.
func limit(ctx context.Context) *limited {
	l := &limited{Context: ctx, done: make(chan struct{})}
	context.AfterFunc(ctx, func() { l.end(ctx.Err()) })
	return l
}

// expire lets the deadline pass.
func (l *limited) expire() { l.end(context.DeadlineExceeded) }

func (l *limited) end(err error) {
	l.mu.Lock()
	if l.err != nil {
		l.mu.Unlock()
		return
	}
	l.err = err
	all := l.after
	l.after = nil
	close(l.done)
	l.mu.Unlock()
	for _, f := range all {
		(*f)()
	}
}

// Done is closed when the context has ended.
func (l *limited) Done() <-chan struct{} { return l.done }

// Err says why.
func (l *limited) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// AfterFunc is how package context ends the contexts that are derived from this one.
func (l *limited) AfterFunc(f func()) (stop func() bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		go f()
		return func() bool { return false }
	}
	l.after = append(l.after, &f)
	return func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		before := len(l.after)
		l.after = slices.DeleteFunc(l.after, func(one *func()) bool { return one == &f })
		return len(l.after) < before
	}
}
