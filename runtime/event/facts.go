package event

// What programs may branch on has a type and a name here; the functions of this
// file are the only place that knows which member of the record holds it. Err and
// Text are for people: their words may change.

// Level is how grave an entry of the log is.
type Level string

const (
	Debug Level = "debug"
	Info  Level = "info"
	Warn  Level = "warn"
	Error Level = "error"
)

// Topic says what an entry of the log is about, where a program may want to know.
// It is told to sinks and is no member of the record that traces hold.
type Topic uint8

const (
	AnyTopic       Topic = iota // of no interest to programs
	StreamFailed                // a stream of the transport failed; Err says why
	RoomTransition              // the public state of a provider of a room server changed
)

// State is where the life of a server stands, see package manager.
type State string

const (
	Held        State = "held"        // known, and no start has been asked for
	Connecting  State = "connecting"  // the transport is being made
	Handshaking State = "handshaking" // initialize is under way
	Listing     State = "listing"     // connected, tools/list is under way
	Ready       State = "ready"       // tools are live
	Backoff     State = "backoff"     // waiting for the next reconnect attempt
	Failed      State = "failed"      // nothing happens until a start or a reconnect is asked for
	NeedsLogin  State = "needs-auth"  // nothing happens until there is a login, or one of these is asked for
	Closed      State = "closed"      // stopped; the end
)

// GivenUp reports whether nothing happens by itself for want of success.
func (s State) GivenUp() bool { return s == Failed || s == NeedsLogin }

// Use is how a user of a shared connection came to it.
type Use string

const (
	Opened Use = "opened" // it was opened for that user
	Shared Use = "shared" // it was there, or others had begun to open it
)

// Log is an entry of the log. An empty err does not apply.
func Log(level Level, text, err string) Event {
	return Event{Kind: ServerLog, Name: string(level), Text: text, Err: err}
}

// Level is that of a [ServerLog].
func (e Event) Level() Level { return Level(e.Name) }

// Grave reports whether e is a warning or an error of the log.
func (e Event) Grave() bool {
	return e.Kind == ServerLog && (e.Level() == Warn || e.Level() == Error)
}

// StreamFailure is the entry of the log for a failed stream.
func StreamFailure(err error) Event {
	e := Log(Error, "stream failed", err.Error())
	e.Topic = StreamFailed
	return e
}

// Changed is a new state of a server. from is empty for the first one.
func Changed(from, to State, conn int, err string) Event {
	return Event{Kind: ServerState, From: string(from), To: string(to), Conn: conn, Err: err}
}

// State is the new state of a [ServerState].
func (e Event) State() State { return State(e.To) }

// Acquired is a new user of a shared connection, which has n users now.
func Acquired(how Use, n int) Event {
	return Event{Kind: PoolAcquired, N: n, Text: string(how)}
}

// Use is how the user of a [PoolAcquired] came to the connection.
func (e Event) Use() Use { return Use(e.Text) }

// Contents is what a list of names was set to.
type Contents string

const (
	Set    Contents = "set"    // it has names
	Empty  Contents = "empty"  // it has none
	Absent Contents = "absent" // there is no such list
)

// Contents are those of the list of a [GatingSet].
func (e Event) Contents() Contents { return Contents(e.To) }
