// Package event is what the runtime tells the outside world: facts with a time
// stamp, given to a sink. Traces, assertions, reports and a host's own metrics
// read the same events. It is not a logger (nothing is formatted here) and not
// a bus (a sink is one function; use [Tee] for more).
package event

import "time"

// Kind names a fact, noun first: "server.state", "tools.changed".
type Kind string

// Event is one fact, as a flat record: its kind says which members are set and what
// they mean. Telling a fact allocates nothing, and a trace is read without a table
// of kinds. Only At, Actor and Kind are always set; the zero value of any other
// member means that it does not apply.
//
// Err and Text are for people. What a program may branch on has a type: see
// [Level], [Topic], [State], [Use] and [Contents].
//
// Secrets never get here: nothing that was resolved (tokens, headers, environment
// values) is put into an event.
type Event struct {
	At     time.Time
	Actor  string // who observed it: "docs", "docs/call-3", "manager"
	Kind   Kind
	Server string        // configured name
	Conn   int           // ordinal of the server's connection (epoch), from 1
	Name   string        // tool, method, timer …
	ID     string        // JSON-RPC id as its raw token
	From   string        // state before
	To     string        // state after
	After  time.Duration // delay, timeout or duration
	N      int           // attempt, count or size in bytes
	Err    string        // error class or text
	Text   string        // anything a person reads
	Raw    string        // bounded copy of wire bytes
	Topic  Topic         // of an entry of the log; not recorded
}

// Sink receives events. Emit may be called from many goroutines at once, must
// not block and must not call back into the runtime.
type Sink interface{ Emit(Event) }

// SinkFunc makes a function a Sink.
type SinkFunc func(Event)

// Emit calls f.
func (f SinkFunc) Emit(e Event) { f(e) }

// Discard drops every event.
var Discard Sink = SinkFunc(func(Event) {})

// Tee gives every event to each sink in order. Nil sinks are skipped.
func Tee(sinks ...Sink) Sink {
	return SinkFunc(func(e Event) {
		for _, s := range sinks {
			if s != nil {
				s.Emit(e)
			}
		}
	})
}

// The runtime's kinds.
const (
	ServerState     Kind = "server.state"     // From, To, Err; see State
	ServerLog       Kind = "server.log"       // Name, Text, Err; see Level and Topic
	AttemptStart    Kind = "attempt.start"    // N = attempt from 1
	AttemptFail     Kind = "attempt.fail"     // N, Err
	BackoffWait     Kind = "backoff.wait"     // N, After
	LineDropped     Kind = "line.dropped"     // Text = reason, Raw, N = size
	AnswerUnmatched Kind = "answer.unmatched" // ID
	ToolsChanged    Kind = "tools.changed"    // N = tools of the server; Text = names
	GateOpen        Kind = "gate.open"        // After since start
	CallStart       Kind = "call.start"       // Name = tool
	CallEnd         Kind = "call.end"         // Name, Err
	CacheRead       Kind = "cache.read"       // Text = hit, miss or a reason
	CacheWrite      Kind = "cache.write"

	ResourcesChanged Kind = "resources.changed" // N = resources of the server
	TemplatesChanged Kind = "templates.changed" // N = resource templates of the server
	PromptsChanged   Kind = "prompts.changed"   // N = prompts of the server
	ResourceUpdated  Kind = "resource.updated"  // Name = URI

	Discovered       Kind = "discovery.done"    // N = servers found, Err
	SessionRefreshed Kind = "session.refreshed" // N = tools of the session; Text = names of the active ones

	SettingsChanged Kind = "settings.changed" // a file, as listeners are told: Name = scope, Text = path, To = modified, created or deleted
	SettingsTold    Kind = "settings.told"    // listeners are told; N = files
	SettingsBroken  Kind = "settings.broken"  // a file that cannot be used: Name = scope, Text = path, Err with line and column
	GatingSet       Kind = "gating.set"       // Name = excluded, allowed or pending; Text = names; see Contents
	ServersReplaced Kind = "servers.replaced" // the map of configured servers; N, Text = names
	ReconcileStart  Kind = "reconcile.start"  // N = pass from 1
	ReconcileEnd    Kind = "reconcile.end"    // N, Text = what it did, Err
	ServersUpdated  Kind = "servers.updated"  // status indicators may have to change
	ProviderLoad    Kind = "provider.load"    // a provider is asked to connect
	ProviderState   Kind = "provider.state"   // its public state: From, empty at first, and To
	PoolAcquired    Kind = "pool.acquired"    // a session uses a connection: ID = its identity, N = users; see Use
	PoolReleased    Kind = "pool.released"    // a session gave it back: N = users that are left
	PoolClosed      Kind = "pool.closed"      // it has ended: Text = failed, lost, idle, useless or pool closed, Err
	ApprovalNeeded  Kind = "approval.needed"  // N = servers that wait for a decision; Text = names

	// Of package agents. Actor is the owner token of the goroutine that did it.
	OwnerStart    Kind = "owner.start"    // a worker that owns one server begins
	OwnerEnd      Kind = "owner.end"      // it has ended
	WorkStart     Kind = "work.start"     // Name = connect, cleanup or a method; ID = tool
	WorkEnd       Kind = "work.end"       // the same; To = ok, failed, timeout or cancelled; Err
	SessionOpened Kind = "session.opened" // Name = shared or isolated
	SessionClosed Kind = "session.closed" // the same; Err
	ViewsChanged  Kind = "views.changed"  // N = active servers; Text = names of the active and of the failed
)
