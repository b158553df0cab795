package vtime

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// errStopped marks a simulation that was ended on purpose.
var errStopped = errors.New("simulation stopped")

// PanicError is a panic in a goroutine of the simulation.
type PanicError struct {
	Actor string // who panicked; "step" for the function given to the pump
	Value any
	Stack string
}

func newPanicError(actor string, v any) *PanicError {
	return &PanicError{Actor: actor, Value: v, Stack: trimPanicStack(string(debug.Stack()))}
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("panic in %s: %v\n%s", e.Actor, e.Value, e.Stack)
}

// DeadlockError says that every goroutine of the simulation waits and nothing
// is scheduled that could end the wait.
type DeadlockError struct{ Goroutines string }

func (e *DeadlockError) Error() string {
	return "deadlock: every goroutine of the simulation is blocked and no timer is pending\n" + e.Goroutines
}

// LeakError says what was left over after the simulation had ended and its
// drain time had passed.
type LeakError struct {
	Timers     []Pending
	Goroutines string
}

func (e *LeakError) Error() string {
	var b strings.Builder
	b.WriteString("leak: left over after the end of the scenario")
	for _, p := range e.Timers {
		fmt.Fprintf(&b, "\n  timer of %s, due at %s", p.Actor, p.At)
	}
	if e.Goroutines != "" {
		b.WriteString("\n" + e.Goroutines)
	}
	return b.String()
}

// FreezeError says that virtual time stood still although real time passed: a
// goroutine waits for something the bubble cannot see (a contended mutex, a
// real socket, a busy loop).
type FreezeError struct {
	After    time.Duration // real time without progress
	Culprits string        // stacks of goroutines that are not durably blocked
}

func (e *FreezeError) Error() string {
	return fmt.Sprintf("freeze: no virtual progress for %s of real time; these goroutines hold the clock\n%s", e.After, e.Culprits)
}

// StormError says that so many events happened in one virtual millisecond that
// it can only be an endless loop without delay, such as a crash loop over a
// link without latency.
type StormError struct {
	Events int
	At     time.Duration
	Busy   []string // the busiest actors with their counts
}

// newStormError is about a storm of one event for each of the names in fired.
func newStormError(fired []string, at time.Duration) *StormError {
	busy := map[string]int{}
	for _, a := range fired {
		busy[a]++
	}
	actors := slices.Collect(maps.Keys(busy))
	slices.SortFunc(actors, func(a, b string) int {
		if d := busy[b] - busy[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	e := &StormError{Events: len(fired), At: at}
	for _, a := range actors[:min(5, len(actors))] {
		e.Busy = append(e.Busy, fmt.Sprintf("%s (%d)", a, busy[a]))
	}
	return e
}

func (e *StormError) Error() string {
	return fmt.Sprintf("storm: %d events within one virtual millisecond at %s: an endless loop without delay; busiest: %s",
		e.Events, e.At, strings.Join(e.Busy, ", "))
}

// trimPanicStack drops the frames of the recovery itself.
func trimPanicStack(stack string) string {
	if i := strings.Index(stack, "\npanic("); i >= 0 {
		stack = stack[i+1:]
	}
	return strings.TrimSpace(stack)
}

// bubbleStacks returns the stacks of the goroutines of one bubble; with
// culprits only those that are not durably blocked.
func bubbleStacks(all []byte, bubble string, culprits bool) string {
	var out [][]byte
	for g := range bytes.SplitSeq(bytes.TrimSpace(all), []byte("\n\n")) {
		header, _, _ := bytes.Cut(g, []byte("\n"))
		if !bytes.Contains(header, []byte(bubble+"]")) && !bytes.Contains(header, []byte(bubble+",")) {
			continue
		}
		if culprits && bytes.Contains(header, []byte("(durable)")) {
			continue
		}
		out = append(out, g)
	}
	return string(bytes.Join(out, []byte("\n\n")))
}
