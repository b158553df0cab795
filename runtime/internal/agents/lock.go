package agents

import "context"

// lock is a mutex that can be waited for with a context, and that may be held
// across a wait. Waiters get it in the order in which they came.
type lock chan struct{}

func newLock() lock { return make(lock, 1) }

// take returns the cause of ctx if that ends first; the lock is not held then
// (A-O8).
func (l lock) take(ctx context.Context) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// hold takes the lock however long that lasts.
func (l lock) hold() { l <- struct{}{} }

func (l lock) release() { <-l }
