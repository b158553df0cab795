package vtime

import (
	"bytes"
	"cmp"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const (
	defaultFreeze = 10 * time.Second
	defaultDrain  = time.Hour
)

// Pump runs functions inside the bubble of one simulation, one at a time, while
// its caller stays outside. Between two functions virtual time stands still.
// A pump has one user at a time and must be ended with [Pump.Stop].
type Pump struct {
	sim    *Sim
	cfg    Config
	bubble string        // "synctest bubble 7", as stack dumps name it
	work   chan func()   // made outside the bubble: waiting on it freezes time
	done   chan struct{} // capacity 1: the work has been done
	ready  chan struct{} // closed when sim is set
	dead   chan struct{} // closed when the bubble is gone
	end    error         // why the bubble ended; read after dead
	frozen error         // why the bubble was given up
	alarm  *time.Timer   // of the watchdog, in real time; it runs on from one function to the next
	seen   uint64        // ticks when it was set
}

// Start opens a bubble with a fresh simulation. t only opens the bubble: it
// is never failed and never logged to.
func Start(t *testing.T, cfg Config) *Pump {
	p := &Pump{
		cfg: cfg, work: make(chan func()), done: make(chan struct{}, 1),
		ready: make(chan struct{}), dead: make(chan struct{}), alarm: time.NewTimer(cmp.Or(cfg.Freeze, defaultFreeze)),
	}
	go p.open(t)
	<-p.ready
	return p
}

// Run runs f as the only function of a simulation and returns what went wrong
// in it: nil, or one of the typed errors of this package.
func Run(t *testing.T, cfg Config, f func(*Sim)) error {
	p := Start(t, cfg)
	err := p.Do(func() error { f(p.Sim()); return nil })
	if stop := p.Stop(); err == nil {
		err = stop
	}
	return err
}

// Sim is the simulation. Use it only inside functions given to Do.
func (p *Pump) Sim() *Sim { return p.sim }

// Do runs f inside the bubble, waits until all goroutines are blocked, and
// returns the error of f or of the simulation. After a freeze or a deadlock the
// pump is dead and every later call returns that error.
func (p *Pump) Do(f func() error) error {
	if p.frozen != nil {
		return p.frozen
	}
	var err error
	call := func() {
		defer func() { p.done <- struct{}{} }()
		err = guard(f)
		synctest.Wait()
		if failure := p.sim.Err(); failure != nil {
			err = failure
		}
	}
	p.sim.ticks.Add(1)
	select {
	case p.work <- call:
	case <-p.dead:
		return p.end
	}
	if stuck := p.watch(p.done); stuck != nil {
		return stuck
	}
	return err
}

// Stop lets the drain time pass and closes the bubble. It returns a [LeakError]
// if goroutines or timers are left, or the error that ended the simulation.
func (p *Pump) Stop() error {
	var left []Pending
	err := p.Do(func() error {
		err := p.sim.Sleep(cmp.Or(p.cfg.Drain, defaultDrain))
		left = p.sim.Pending()
		p.sim.Fail(errStopped)
		return err
	})
	select {
	case <-p.dead: // ended by a deadlock
		return p.end
	default:
	}
	if p.frozen != nil {
		return p.frozen
	}
	close(p.work)
	if stuck := p.watch(p.dead); stuck != nil {
		return stuck
	}
	if err == nil {
		err = p.end
	}
	if err == nil && len(left) > 0 {
		err = &LeakError{Timers: left}
	}
	return err
}

// open is the life of the bubble. synctest reports a deadlock and a leak as a
// panic in the goroutine that called Test.
func (p *Pump) open(t *testing.T) {
	defer close(p.dead)
	defer func() {
		if v := recover(); v != nil {
			p.end = p.verdict(fmt.Sprint(v))
		}
	}()
	synctest.Test(t, p.root)
}

// root is the bubble's main goroutine.
func (p *Pump) root(*testing.T) {
	growStack()
	p.bubble = bubbleName()
	start := p.cfg.Start
	if start.IsZero() {
		start = defaultStart
	}
	time.Sleep(time.Until(start))
	p.sim = newSim(p.cfg)
	go p.sim.run()
	synctest.Wait() // the scheduler idles before the first call, as before any other
	close(p.ready)
	for call := range p.work {
		call()
	}
	p.sim.Fail(errStopped)
	silence() // the scheduler's last one ends before or with this
	synctest.Wait()
}

// verdict turns the message of a synctest panic into a typed error. A simulation
// that had failed before stops its scheduler: what blocks then is a consequence.
func (p *Pump) verdict(message string) error {
	if err := p.sim.Err(); err != nil {
		return err
	}
	stacks := bubbleStacks(allStacks(), p.bubble, false)
	if strings.Contains(message, "blocked goroutines remain") {
		return &LeakError{Goroutines: stacks}
	}
	if strings.Contains(message, "deadlock") || strings.Contains(message, "blocked") {
		return &DeadlockError{Goroutines: stacks}
	}
	return &PanicError{Actor: "bubble", Value: message, Stack: stacks}
}

// watch waits for done. It is the watchdog: it runs outside the bubble, and if
// no event fires between two alarms it names the goroutines that hold the clock and
// gives the bubble up.
func (p *Pump) watch(done <-chan struct{}) error {
	limit := cmp.Or(p.cfg.Freeze, defaultFreeze)
	for {
		select {
		case <-done:
			return nil
		case <-p.dead:
			return p.end
		case <-p.alarm.C:
		}
		ticks := p.sim.ticks.Load()
		if ticks == p.seen {
			p.frozen = &FreezeError{After: limit, Culprits: bubbleStacks(allStacks(), p.bubble, true)}
			return p.frozen
		}
		p.seen = ticks
		p.alarm.Reset(limit)
	}
}

// guard calls f and turns a panic into an error.
func guard(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = newPanicError("step", v)
		}
	}()
	return f()
}

func allStacks() []byte {
	buf := make([]byte, 1<<20)
	for {
		if n := goruntime.Stack(buf, true); n < len(buf) {
			return buf[:n]
		}
		buf = make([]byte, 2*len(buf))
	}
}

// bubbleName reads the name of the current bubble off the own stack header.
func bubbleName() string {
	buf := make([]byte, 256)
	header, _, _ := bytes.Cut(buf[:goruntime.Stack(buf, false)], []byte("\n"))
	i := bytes.Index(header, []byte("synctest bubble"))
	if i < 0 {
		return "synctest bubble ?"
	}
	return string(bytes.TrimRight(header[i:], "]: "))
}
