package agents

import (
	"context"
)

type ownerKey struct{}

// WithOwner names the goroutine that works with ctx: the token in the events of
// what it does. Without a name it is "caller".
func WithOwner(ctx context.Context, token string) context.Context {
	return context.WithValue(ctx, ownerKey{}, token)
}

// ownerOf is the token of ctx, or unnamed if it has none.
func ownerOf(ctx context.Context, unnamed string) string {
	if token, ok := ctx.Value(ownerKey{}).(string); ok {
		return token
	}
	return unnamed
}

// callerToken is the token of a caller of life-cycle methods without a name.
const callerToken = "caller"

// worker is the owner of one server in a parallel manager. It does its tasks one after
// the other until it is stopped.
type worker struct {
	token string
	tasks chan func()
	ended chan struct{}
}

// do has the worker do something; the result is closed when that is done.
func (w *worker) do(f func()) <-chan struct{} {
	done := make(chan struct{})
	w.tasks <- func() { defer close(done); f() }
	return done
}

// run is the life of the worker. begin comes first, on its goroutine.
func (w *worker) run(begin func()) {
	defer close(w.ended)
	begin()
	for f := range w.tasks {
		f()
	}
}

// stop ends the worker and waits for its end.
func (w *worker) stop() {
	close(w.tasks)
	<-w.ended
}
