// Package vtime is the virtual clock: it runs a simulation in which hours pass
// in milliseconds and the same seeds give the same order of events.
//
// A simulation lives in a testing/synctest bubble, so that package time,
// contexts, net/http and every other library see virtual time unmodified.
// Three things are added to the bubble:
//
//   - a [Pump], which runs one function at a time inside the bubble and keeps
//     virtual time still in between (a Gherkin step is such a function);
//   - a [Sim], the only scheduler of timers and deliveries. It fires one event
//     at a time and waits until every goroutine is blocked before it fires the
//     next, so that events of the same instant have one order instead of a
//     random one. Each event costs one nanosecond of virtual time;
//   - reports: a deadlock, a leak, a panic, a freeze and an event storm each
//     end as a typed error that names the culprit, never as a dead process.
//
// The package is not a mock of package time: code under simulation takes a
// clockwork.Clock, which is [Sim.Clock] here and clockwork.NewRealClock in
// production. It knows nothing of MCP, of wires or of Gherkin.
//
// Resolution: scenarios think in milliseconds. [Sim.Sleep] ends 10 µs later
// than asked, so that everything due at that moment has already happened.
package vtime
