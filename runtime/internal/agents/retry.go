package agents

import (
	"cmp"
	"context"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
)

// Retry is how often a request is tried again. The zero value tries once.
type Retry struct {
	// Attempts is the budget besides the first try: what each further try costs one
	// of, on the shared session or on an isolated one (OAI-45); negative: no end.
	Attempts int
	// Base is the wait before the first further try, 0: a second (S-OAI-17); each later
	// wait is twice as long (A-O3). An isolated session is tried at once.
	Base time.Duration
	// ReplayDeterministic repeats calls that fail for a reason that will not go away,
	// such as a status 4xx (A-O1, switch retry.http_4xx). Listing repeats them anyway.
	ReplayDeterministic bool
}

// wait is how long the n-th wait takes, from 1.
func (r Retry) wait(n int) time.Duration {
	d, _ := backoff.Schedule{Attempts: backoff.Unlimited, Base: cmp.Or(r.Base, time.Second)}.Delay(n-1, 0)
	return d
}

// where a try of a request goes.
type where string

const (
	shared   where = "shared"
	isolated where = "isolated"
)

// plan is what the loop of retries needs to know about one request.
type plan struct {
	retry    Retry
	isolated bool                                                   // transient failures are tried on a session of their own
	stubborn bool                                                   // deterministic failures are repeated
	try      func(ctx context.Context, at where, attempt int) error // sends it
	sleep    func(ctx context.Context, n int, d time.Duration) error
}

// budget counts what a request may still cost.
type budget struct{ limit, used int }

// spend takes one out of the budget, and reports false if it is empty.
func (b *budget) spend() bool {
	if b.limit >= 0 && b.used >= b.limit {
		return false
	}
	b.used++
	return true
}

// run tries until one try succeeds, the budget is spent, or repeating is pointless.
// The error is that of the last try (S-OAI-21). When ctx ends, its cause is the
// error and nothing more is tried (OAI-41, OAI-50).
func (p plan) run(ctx context.Context) error {
	b := budget{limit: p.retry.Attempts}
	for n := 1; ; n++ {
		err := p.attempt(ctx, &b, n)
		if cause := context.Cause(ctx); err != nil && cause != nil {
			return cause
		}
		if err == nil || isFatal(err) || !p.stubborn && Deterministic(err) || !b.spend() {
			return err
		}
		if err := p.sleep(ctx, n, p.retry.wait(n)); err != nil {
			return err
		}
	}
}

// attempt is a try on the shared session and, if that failed in a way that another
// session may cure, one on an isolated session.
func (p plan) attempt(ctx context.Context, b *budget, n int) error {
	err := p.try(ctx, shared, n)
	if err == nil || context.Cause(ctx) != nil || !p.isolated || !Transient(err) || !b.spend() {
		return err
	}
	return p.try(ctx, isolated, n)
}
