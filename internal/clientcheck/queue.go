package clientcheck

import (
	"slices"
	"sync"
	"time"
)

// attempt is a run that waits for its turn, goes on, or has ended.
type attempt struct {
	situation Situation
	wait      time.Duration // about how long the run will take; see [Situation.wait]
	urgent    bool          // a check waits for it

	done chan struct{} // closed when what follows is known
	run  *Run
	err  error
}

// queue lets attempts begin, a few at a time: those first that a check waits for, then
// those that take longest.
type queue struct {
	play func(*attempt) // until it has ended

	mu      sync.Mutex
	slots   int // how many more may go on
	waiting []*attempt
	playing sync.WaitGroup
}

// add queues attempts and lets begin what may.
func (q *queue) add(all ...*attempt) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, all...)
	q.advance()
}

// hurry says that a check waits for an attempt.
func (q *queue) hurry(a *attempt) {
	q.mu.Lock()
	defer q.mu.Unlock()
	a.urgent = true
}

// widen lets more attempts go on side by side.
func (q *queue) widen(slots int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.slots += slots
	q.advance()
}

// advance lets as many attempts begin as may. It is called with the lock held.
func (q *queue) advance() {
	for q.slots > 0 && len(q.waiting) > 0 {
		a := q.next()
		q.slots--
		q.playing.Go(func() {
			q.play(a)
			close(a.done)
			q.widen(1)
		})
	}
}

// next takes the attempt out of the queue that should begin.
func (q *queue) next() *attempt {
	first := 0
	for i, a := range q.waiting {
		if best := q.waiting[first]; a.urgent && !best.urgent || a.urgent == best.urgent && a.wait > best.wait {
			first = i
		}
	}
	a := q.waiting[first]
	q.waiting = slices.Delete(q.waiting, first, first+1)
	return a
}
