package vtime

import "time"

// Event is a scheduled call. It fires at most once. The zero value is for [Sim.ScheduleIn].
type Event struct {
	at    time.Time
	rank  uint64
	actor string
	ord   uint64 // of scheduling
	what  Happening
	index int // position in the heap, -1 when not scheduled
}

// Happening is what an event does when it fires.
type Happening interface{ Happen() }

// call is a function that an event calls.
type call func()

func (c call) Happen() { c() }
