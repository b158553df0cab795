package peers

import (
	"runtime"
	"slices"
	"sync"
	"time"
)

// Cost is what one operation took. Of several samples, each the mean of its operations,
// times and memory held are the median; allocations, bytes and goroutines are the least,
// as what else a machine does only adds to them.
type Cost struct {
	Wall   time.Duration
	CPU    time.Duration // of this process, user and system
	Allocs float64
	Bytes  float64
	// Held is the memory per server that a session keeps, in bytes of heap and
	// stacks; only in rows of many servers.
	Held float64
	// Goroutines is how many a session keeps, in the same rows.
	Goroutines float64
	// Late is how many notifications had not been handled when the result was
	// handed over, at most; only in bursts.
	Late int
}

// task is one row for one client, ready to be measured.
type task struct {
	run   func() error // the operation
	after func() error // undoes it, unmeasured; then operations are measured one by one
	// workers run the operation at once; 0 is 1. An operation of step calls
	// counts as that many.
	workers, step int
	held          *float64
	goroutines    *float64
	late          *int
	close         func() error
}

// usage is what the process has used so far.
type usage struct {
	at     time.Time
	cpu    time.Duration
	allocs uint64
	bytes  uint64
}

func now() usage {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return usage{time.Now(), cpuTime(), m.Mallocs, m.TotalAlloc}
}

func (c *Cost) add(from, to usage) {
	c.Wall += to.at.Sub(from.at)
	c.CPU += to.cpu - from.cpu
	c.Allocs += float64(to.allocs - from.allocs)
	c.Bytes += float64(to.bytes - from.bytes)
}

func (c *Cost) divide(n int) {
	c.Wall /= time.Duration(n)
	c.CPU /= time.Duration(n)
	c.Allocs /= float64(n)
	c.Bytes /= float64(n)
}

// sample measures operations for about as long as budget, at least one.
func (t *task) sample(budget time.Duration) (c Cost, err error) {
	runtime.GC() // of what others have left
	var n int
	if t.after != nil {
		n, err = t.oneByOne(&c, budget)
	} else {
		n, err = t.together(&c, budget)
	}
	if err != nil {
		return c, err
	}
	c.divide(n)
	if t.held != nil {
		c.Held = *t.held
	}
	if t.goroutines != nil {
		c.Goroutines = *t.goroutines
	}
	if t.late != nil {
		c.Late = *t.late
	}
	return c, nil
}

// oneByOne measures operations that are undone in between. The first one is not among them:
// it fills the pools that the garbage collector has emptied, and a sample may have few. What
// makes many connections at once begins without.
func (t *task) oneByOne(c *Cost, budget time.Duration) (n int, err error) {
	if t.step <= 1 {
		if err := t.run(); err != nil {
			return 0, err
		}
		if err := t.after(); err != nil {
			return 0, err
		}
	}
	for n == 0 || c.Wall < budget {
		from := now()
		if err := t.run(); err != nil {
			return 0, err
		}
		c.add(from, now())
		n += max(t.step, 1)
		if err := t.after(); err != nil {
			return 0, err
		}
	}
	return n, nil
}

func (t *task) together(c *Cost, budget time.Duration) (n int, err error) {
	if err := t.run(); err != nil { // warm up
		return 0, err
	}
	var mu sync.Mutex
	var workers sync.WaitGroup
	from := now()
	for range max(t.workers, 1) {
		workers.Go(func() {
			done, failure := t.repeat(from.at.Add(budget))
			mu.Lock()
			defer mu.Unlock()
			n += done
			if failure != nil {
				err = failure
			}
		})
	}
	workers.Wait()
	c.add(from, now())
	return n, err
}

// repeat runs the operation until the deadline, at least once, and returns how
// many calls that were.
func (t *task) repeat(deadline time.Time) (calls int, err error) {
	for calls == 0 || time.Now().Before(deadline) {
		if err := t.run(); err != nil {
			return 0, err
		}
		calls += max(t.step, 1)
	}
	return calls, nil
}

// median takes each figure on its own, as Cost says.
func median(samples []Cost) (m Cost) {
	m.Wall = middle(samples, func(c Cost) time.Duration { return c.Wall })
	m.CPU = middle(samples, func(c Cost) time.Duration { return c.CPU })
	m.Allocs = least(samples, func(c Cost) float64 { return c.Allocs })
	m.Bytes = least(samples, func(c Cost) float64 { return c.Bytes })
	m.Held = middle(samples, func(c Cost) float64 { return c.Held })
	m.Goroutines = least(samples, func(c Cost) float64 { return c.Goroutines })
	for _, c := range samples {
		m.Late = max(m.Late, c.Late)
	}
	return m
}

func middle[T time.Duration | float64](samples []Cost, figure func(Cost) T) T {
	values := make([]T, len(samples))
	for i, c := range samples {
		values[i] = figure(c)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func least(samples []Cost, figure func(Cost) float64) float64 {
	low := figure(samples[0])
	for _, c := range samples[1:] {
		low = min(low, figure(c))
	}
	return low
}
