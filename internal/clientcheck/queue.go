package clientcheck

import (
	"slices"
	"sync"
	"time"
)

// Rank says how much the run of a client that starts slowly tells: those that tell most begin
// first, so that a budget which is too short for all is spent on them.
type Rank int

// The ranks.
const (
	Foundation Rank = iota - 1 // other runs are made, or left out, for what it shows
	Telling                    // the first one of a check
	Variation                  // another one of a check
)

// attempt is a run that waits for its turn, goes on, or has ended.
type attempt struct {
	situation Situation
	wait      time.Duration // about how long the run will take; see [Situation.wait]
	rank      Rank
	urgent    bool // a check waits for it

	done chan struct{} // closed when what follows is known
	run  *Run
	err  error
}

// long reports whether the run is one of those that wait for most of their time.
func (a *attempt) long() bool { return a.wait >= shortRun }

// queue lets attempts begin, a few at a time: those first that a check waits for, then
// those that take longest.
type queue struct {
	play   func(*attempt) // until it has ended
	ranked bool           // the rank comes before the time that a run takes; long runs get half of the places

	mu      sync.Mutex
	places  int // how many may go on
	going   int // how many do
	long    int // and of these the long ones
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
func (q *queue) widen(places int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.places += places
	q.advance()
}

// count counts an attempt that begins, or ends. It is called with the lock held.
func (q *queue) count(a *attempt, n int) {
	if q.going += n; a.long() {
		q.long += n
	}
}

// advance lets as many attempts begin as may. It is called with the lock held.
func (q *queue) advance() {
	for q.going < q.places && len(q.waiting) > 0 {
		a := q.next()
		q.count(a, 1)
		q.playing.Go(func() {
			q.play(a)
			close(a.done)
			q.mu.Lock()
			defer q.mu.Unlock()
			q.count(a, -1)
			q.advance()
		})
	}
}

// next takes the attempt out of the queue that should begin.
func (q *queue) next() *attempt {
	first := 0
	for i, a := range q.waiting {
		if q.before(a, q.waiting[first]) {
			first = i
		}
	}
	a := q.waiting[first]
	q.waiting = slices.Delete(q.waiting, first, first+1)
	return a
}

// before reports whether an attempt should begin before one that came earlier.
func (q *queue) before(a, earlier *attempt) bool {
	switch {
	case a.urgent != earlier.urgent:
		return a.urgent
	case !q.ranked:
		return a.wait > earlier.wait
	case a.rank != earlier.rank:
		return a.rank < earlier.rank
	}
	return a.long() != earlier.long() && a.long() == (q.long < q.places/2)
}
