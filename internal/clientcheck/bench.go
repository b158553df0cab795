package clientcheck

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/internal/shortage"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Bench is a client under test with the runs that its checks share. It may be used by
// several checks at a time.
type Bench struct {
	Target Target // with its defaults
	Slow   bool   // the client takes longer to start than [QuickStart]

	ctx     context.Context
	begun   time.Time
	queue   queue
	judging atomic.Int32 // calls of Judge that go on

	mu     sync.Mutex
	runs   map[Situation]*attempt
	floods int    // runs in which more came than is kept
	all    []Case // of [Bench.Everything]
}

// Case is a situation with the check that it was thought of for.
type Case struct {
	Situation
	Name string // "CLI-02, a server that takes its time"
	Rank Rank
}

// floodsAtMost is how many runs are made of a client that floods its server.
const floodsAtMost = 3

// Idle is a bench on which the client has not run: for what judges runs of another origin.
func Idle(ctx context.Context, t Target) *Bench {
	t = t.withDefaults()
	b := &Bench{ctx: ctx, Target: t, begun: t.Clock.Now(), runs: map[Situation]*attempt{}}
	b.queue.places, b.queue.play = 1, b.play
	return b
}

// Open finds out whether there is a client at all: it runs it against a correct
// server, and one without a handshake if it says nothing to that one. The error is an *[UnreachableError]; a client that connects and does
// nonsense is no error but what checks are for. Runs end with ctx, and with the budget of
// the target; [Bench.Wait] joins them.
func Open(ctx context.Context, t Target) (*Bench, error) {
	b := Idle(ctx, t)
	first, err := b.played(Plain(t.Timeout))
	if err == nil && first.Silent() && first.Ended {
		first, err = b.orModern(first)
	}
	switch {
	case err != nil && (first == nil || ctx.Err() != nil):
		return nil, err
	case first.Silent():
		return nil, &UnreachableError{Reason: "the client sent nothing to a correct server; it " + first.End(), Output: first.output}
	}
	b.Slow = first.journal[0].At.Sub(first.Begin) > QuickStart
	b.queue.ranked = b.Slow
	b.queue.widen(b.parallel() - 1)
	return b, nil
}

// orModern is the first run of a client that said nothing where it should offer a revision with
// a handshake, and ended: one that refuses to do that may speak the other one.
func (b *Bench) orModern(first *Run) (*Run, error) {
	modern, err := b.played(PlainModern(b.Target.Timeout))
	if err == nil && modern.Silent() {
		return first, nil
	}
	return modern, err
}

// parallel is how many runs go on side by side after the first one.
func (b *Bench) parallel() int {
	switch {
	case b.Target.Parallel > 0:
		return b.Target.Parallel
	case b.Slow:
		return SlowParallel
	}
	return DefaultParallel
}

// Wait returns when no run goes on any more.
func (b *Bench) Wait() { b.queue.playing.Wait() }

// Stopped is why the checks are stopped; nil = they are not.
func (b *Bench) Stopped() error { return context.Cause(b.ctx) }

// Play runs the client in a situation, once, and returns when that run has ended. What could not be
// run for want of files or processes is not observed: the client was started before.
func (b *Bench) Play(s Situation) (*Run, error) {
	run, err := b.played(s)
	if lack := shortage.Of(err); lack != "" {
		return nil, verdict.NotObserved("%s", lack)
	}
	return run, err
}

// played is Play with the error as it was.
func (b *Bench) played(s Situation) (*Run, error) {
	b.Start(Case{Situation: s})
	b.mu.Lock()
	a := b.runs[s]
	b.mu.Unlock()
	b.queue.hurry(a)
	<-a.done
	return a.run, a.err
}

// Start lets runs begin before a check asks for them, as many side by side as the [Target]
// allows: those that take longest first, or of a slow client those that tell most.
func (b *Bench) Start(cases ...Case) {
	var added []*attempt
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range cases {
		if b.runs[c.Situation] == nil {
			a := &attempt{situation: c.Situation, wait: c.wait(), rank: c.Rank, done: make(chan struct{})}
			b.runs[c.Situation] = a
			added = append(added, a)
		}
	}
	b.queue.add(added...)
}

// Expect says which situations there are, for [Bench.Everything].
func (b *Bench) Expect(all []Case) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all = all
}

// Everything are all situations of the checks of this client in one era, that of the
// correct server first. The situations of checks whose preconditions do not hold are left
// out.
func (b *Bench) Everything(modern bool) []Case {
	b.mu.Lock()
	defer b.mu.Unlock()
	plain := b.Plain(modern)
	out := []Case{{plain, "a correct server", Telling}}
	for _, c := range b.all {
		if c.Modern == modern && c.Situation != plain {
			out = append(out, c)
		}
	}
	return out
}

// over is why nothing is made of a client any more after the time for all runs.
func (b *Bench) over() error {
	return verdict.NotObserved("the time for all runs of the client, %s, is over", b.Target.Budget)
}

// play makes the run of an attempt, or as much of it as there is time for.
func (b *Bench) play(a *attempt) {
	b.Target.Starts <- struct{}{}
	alive := sync.OnceFunc(func() { <-b.Target.Starts })
	defer alive()
	if a.err = b.mayPlay(); a.err != nil {
		return
	}
	ctx, stop := clock.WithTimeout(b.ctx, b.Target.Clock, b.Target.Budget-b.Target.Clock.Since(b.begun))
	defer stop()
	a.run, a.err = b.Target.run(ctx, a.situation, alive)
	if a.run != nil {
		a.run.cut = b.cut
	}
	if a.err != nil && ctx.Err() != nil && b.ctx.Err() == nil {
		a.err = b.over()
	}
	if a.err == nil && a.run.flood != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.floods++
	}
}

// mayPlay says why no run is made any more; nil = one may be.
func (b *Bench) mayPlay() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.ctx.Err() != nil:
		return context.Cause(b.ctx)
	case b.Target.Clock.Since(b.begun) > b.Target.Budget:
		return b.over()
	case b.floods >= floodsAtMost:
		return verdict.NotObserved("the client flooded its server in %d runs: no more are made", b.floods)
	}
	return nil
}

// EventStreams is the script of a correct server that answers in the other form.
const EventStreams = "http: {answers: sse}"

// InEventStreams is a situation whose server answers in the other form.
func (s Situation) InEventStreams() Situation {
	s.Script = strings.TrimPrefix(s.Script+"\n"+EventStreams, "\n")
	return s
}

// Eras are those that the client speaks with a correct server of each. One that speaks
// neither is taken for one that should have a handshake.
func (b *Bench) Eras() (legacy, modern bool) {
	b.Start(Case{Situation: b.Plain(true)})
	first, err := b.Play(b.Plain(false))
	legacy = err == nil && first.speaksLegacy()
	stateless, err := b.Play(b.Plain(true))
	modern = err == nil && stateless.SpeaksModern()
	return legacy || !modern, modern
}

// ModernOnly reports whether the client speaks the era without a handshake, and no other.
func (b *Bench) ModernOnly() bool {
	legacy, modern := b.Eras()
	return modern && !legacy
}

// Copes says why the client does not do what it is asked to do although the server
// is correct; nil = it does.
func (b *Bench) Copes(modern bool) error {
	trouble, err := b.trouble(b.Plain(modern))
	return errors.Join(err, trouble)
}

// Able is [Bench.Copes], but that over HTTP it is enough if the client understands one form
// of answers: whether it understands both is the business of a check.
func (b *Bench) Able(modern bool) error {
	trouble := b.Copes(modern)
	if trouble == nil || b.Target.Server != nil {
		return trouble
	}
	other, err := b.trouble(b.Plain(modern).InEventStreams())
	if err != nil || other != nil {
		return errors.Join(err, trouble)
	}
	return nil
}

// trouble says why the client does not cope with a correct server.
func (b *Bench) trouble(s Situation) (trouble, err error) {
	r, err := b.Play(s)
	if err != nil {
		return nil, err
	}
	return r.Completed(), nil
}

// Plain is the situation of a correct server of an era.
func (b *Bench) Plain(modern bool) Situation {
	if modern {
		return PlainModern(b.Target.Timeout)
	}
	return Plain(b.Target.Timeout)
}

// Negotiated is the revision that was agreed upon with a correct server; "" = there was no
// handshake.
func (b *Bench) Negotiated() string {
	first, err := b.Play(b.Plain(false))
	if err != nil {
		return ""
	}
	return first.RevisionAt(len(first.journal))
}

// Info is what the client says of itself: the revisions that it spoke with correct servers,
// such as "2025-11-25 and 2026-07-28", and its name and version; empty if it never came so
// far.
func (b *Bench) Info() (revisions, client string) {
	legacy, modern := b.Eras()
	var spoken []string
	for _, era := range []struct {
		speaks   bool
		modern   bool
		revision string
	}{{legacy, false, b.Negotiated()}, {modern, true, ModernRevision}} {
		if !era.speaks || era.revision == "" {
			continue
		}
		spoken = append(spoken, era.revision)
		if r, err := b.Play(b.Plain(era.modern)); err == nil {
			client = cmp.Or(client, r.introduction())
		}
	}
	return strings.Join(spoken, " and "), client
}
