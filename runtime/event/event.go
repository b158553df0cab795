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

// The runtime's kinds. Beside each are the members that are set besides At, Actor and
// Kind. Server is set in all that are about one server, Conn in those about one of its
// connections; a member that is optional is in brackets.
const (
	// One server, as managers tell it.
	ServerState     Kind = "server.state"     // From (empty: the first), To, [Conn], [Err]; see State
	ServerLog       Kind = "server.log"       // Name = level, Text, [Err], [Topic]; see Level
	EraFound        Kind = "era.found"        // To = legacy or modern, or unknown with Err; Text = why, Name = what was tried
	AttemptStart    Kind = "attempt.start"    // N = attempt, from 1; of a request: Name = method, ID = tool, From = shared or isolated
	AttemptFail     Kind = "attempt.fail"     // the same; Err
	BackoffWait     Kind = "backoff.wait"     // N = attempts so far, After = wait until the next
	LineDropped     Kind = "line.dropped"     // Text = reason, N = size in bytes, Raw = its beginning
	AnswerUnmatched Kind = "answer.unmatched" // the same; ID
	GateOpen        Kind = "gate.open"        // After = time since the start; no server
	ToolsChanged    Kind = "tools.changed"    // N = tools of the server, Text = their names
	CallStart       Kind = "call.start"       // Name = tool on the server, N = call, from 1
	CallEnd         Kind = "call.end"         // the same; Text = output, [Err]
	CacheRead       Kind = "cache.read"       // Text = hit or why not, N = tools, [Err]
	CacheWrite      Kind = "cache.write"      // N = tools, [Err]

	// What a server has besides tools.
	ResourcesChanged Kind = "resources.changed" // N = resources
	TemplatesChanged Kind = "templates.changed" // N = resource templates
	PromptsChanged   Kind = "prompts.changed"   // N = prompts
	ResourceUpdated  Kind = "resource.updated"  // Name = URI

	// A session.
	Discovered       Kind = "discovery.done"    // N = servers found, [Err]
	SessionRefreshed Kind = "session.refreshed" // N = tools of the session, Text = names of the active ones

	// A workspace. Name of a file is its scope: user, workspace, project, system …
	SettingsChanged Kind = "settings.changed" // a file: Name, Text = changed keys, To = modified, created or deleted
	SettingsTold    Kind = "settings.told"    // N = files that listeners are told of
	SettingsBroken  Kind = "settings.broken"  // a file that cannot be used: Name, Text = path, Err with line and column
	GatingSet       Kind = "gating.set"       // Name = excluded, allowed or pending, To, Text = names; see Contents
	ServersReplaced Kind = "servers.replaced" // N = configured servers, Text = their names
	ReconcileStart  Kind = "reconcile.start"  // N = pass, from 1
	ReconcileEnd    Kind = "reconcile.end"    // N = pass, Text = what it did, [Err]
	ServersUpdated  Kind = "servers.updated"  // status indicators may have to change
	ApprovalNeeded  Kind = "approval.needed"  // N = servers that wait for a decision, Text = their names

	// A pool. ID is the identity of the shared connection.
	PoolAcquired Kind = "pool.acquired" // ID, N = users now, Text; see Use
	PoolReleased Kind = "pool.released" // ID, N = users that are left
	PoolClosed   Kind = "pool.closed"   // ID, Text = failed, lost, idle, useless or pool closed, [Err]

	// A room server. Server is the provider.
	ProviderLoad  Kind = "provider.load"  // it is asked to connect
	ProviderState Kind = "provider.state" // its public state: From (empty: the first), To

	// Servers of agents. Actor is the token of the goroutine that did it, see
	// host.WithAgentOwner.
	OwnerStart    Kind = "owner.start"    // a worker that owns one server begins
	OwnerEnd      Kind = "owner.end"      // it has ended
	WorkStart     Kind = "work.start"     // Name = connect, cleanup or a method, [ID = tool], [Conn]
	WorkEnd       Kind = "work.end"       // the same; To = ok, failed, timeout or cancelled, [Err]
	SessionOpened Kind = "session.opened" // Name = shared or isolated, Conn
	SessionClosed Kind = "session.closed" // the same; [Err]
	ViewsChanged  Kind = "views.changed"  // N = active servers, Text = names of the active and of the failed
)
