package scenario

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/recording"
)

// The limits of what a scenario is made of: a person is to edit it.
const (
	mostEvents = 20_000
	mostDepth  = 80        // of JSON inside other JSON
	longestGap = time.Hour // without any event; a longer one is shortened
)

// Conversation is what a recording tells, connection by connection.
type Conversation struct {
	conns []*conn
	begin time.Time
	last  time.Duration
	count int
	lost  losses
}

// conn is the life of a process or, over HTTP, of a session.
type conn struct {
	n      int
	opened time.Duration
	target string // the command, or the URL
	web    bool
	old    bool // it is HTTP+SSE (2024-11-05)
	events []*event
	lines  map[string]*lines // by side, over stdio
	open   map[int]*exchange // over HTTP
}

// kind says what an event is.
type kind string

const (
	said   kind = "message"       // a JSON-RPC message
	junk   kind = "bytes"         // of the server, that are no message
	stderr kind = "stderr"        // of the server
	closed kind = "end of stdin"  // the client has closed it
	exited kind = "exit"          // the server's process has ended
	asked  kind = "HTTP request"  // of the client, that carries no message
	status kind = "HTTP answer"   // of the server, that carries no message
	signal kind = "signal"        // that the client has sent
	broken kind = "broken answer" // the server, or what is between, has broken an HTTP answer off
)

// event is one thing that happened on a connection.
type event struct {
	kind   kind
	at     time.Duration // since the begin of the recording
	client bool          // the client did it
	message
	raw  []byte // of a message: its JSON; else what came
	code int
	web  *exchange // over HTTP
}

// exchange is an HTTP request and its answer.
type exchange struct {
	n       int
	verb    string
	path    string
	asked   http.Header
	status  int // 0 = there was no answer
	header  http.Header
	ended   time.Duration // 0 = it has not
	request []byte        // the body, until it is understood
	asking  nesting       // of the body
	answer  []byte        // the body, if it is no event stream
	stream  *stream
	carries bool // the answer has carried a message
}

// errNothing says that a file holds no client's message.
var errNothing = errors.New("the recording holds no message of a client")

// Understand reads the messages out of a recording of one server. of is a part of its command
// or URL; "" = there is only one in the recording.
func Understand(entries []recording.Entry, of string) (*Conversation, error) {
	entries, err := only(entries, of)
	if err != nil {
		return nil, err
	}
	c := &Conversation{}
	byNumber := map[int]*conn{}
	for _, e := range entries {
		if e.Conn == 0 {
			continue
		}
		if c.begin.IsZero() {
			c.begin = e.At
		}
		on := byNumber[e.Conn]
		if on == nil {
			on = &conn{n: len(c.conns) + 1, lines: map[string]*lines{}, open: map[int]*exchange{}}
			on.opened = c.moment(e.At)
			byNumber[e.Conn] = on
			c.conns = append(c.conns, on)
		}
		c.take(on, e)
		if c.count > mostEvents {
			return nil, fmt.Errorf("the recording has more than %d messages: cut a part out of it", mostEvents)
		}
	}
	for _, on := range c.conns {
		c.finish(on)
	}
	c.conns = slices.DeleteFunc(c.conns, func(on *conn) bool {
		return !slices.ContainsFunc(on.events, func(e *event) bool { return e.client && (e.kind == said || e.kind == asked) })
	})
	for i, on := range c.conns {
		on.n = i + 1
	}
	if len(c.conns) == 0 {
		return nil, errNothing
	}
	return c, nil
}

// mostNamed is how many of several servers an error names.
const mostNamed = 10

// only are the entries about one server.
func only(entries []recording.Entry, of string) ([]recording.Entry, error) {
	target := map[int]string{}
	var all []string
	for _, e := range entries {
		if e.Kind == recording.Open {
			where, _, _ := strings.Cut(e.Text, "?")
			target[e.Conn] = where
			if len(all) < mostNamed && strings.Contains(e.Text, of) && !slices.Contains(all, where) {
				all = append(all, where)
			}
		}
	}
	switch {
	case len(all) > 1:
		return nil, fmt.Errorf("these are several servers: say which with --of and a part of %s", strings.Join(all, " or "))
	case of == "":
		return entries, nil
	case len(all) == 0:
		return nil, fmt.Errorf("--of %s: no command and no URL in the recording has that in it", of)
	}
	return slices.DeleteFunc(slices.Clone(entries), func(e recording.Entry) bool { return target[e.Conn] != all[0] }), nil
}

// moment is when an entry was made: never before the one that was read before it.
func (c *Conversation) moment(at time.Time) time.Duration {
	since := max(c.last, at.Sub(c.begin))
	if since-c.last > longestGap {
		c.lost.add("pauses of more than an hour are one hour")
		c.begin = c.begin.Add(since - c.last - longestGap)
		since = c.last + longestGap
	}
	c.last = since
	return since
}

// take takes an entry.
func (c *Conversation) take(on *conn, e recording.Entry) {
	at := c.moment(e.At)
	if e.Exchange != 0 {
		c.takeWeb(on, e, at)
		return
	}
	switch e.Kind {
	case recording.Open:
		on.target = e.Text
	case recording.Chunk:
		c.takeChunk(on, e, at)
	case recording.End:
		if e.From == recording.Client {
			c.add(on, &event{kind: closed, at: at, client: true})
		}
	case recording.Signal:
		c.add(on, &event{kind: signal, at: at, client: true, raw: []byte(e.Text)})
	case recording.Exit:
		c.add(on, &event{kind: exited, at: at, code: e.Code})
	case recording.Act:
		c.lost.add("what rules and faults of the proxy did: the scenario has what each side said before them")
	}
}

func (c *Conversation) add(on *conn, e *event) {
	c.count++
	on.events = append(on.events, e)
}

// takeChunk puts the lines of a pipe together.
func (c *Conversation) takeChunk(on *conn, e recording.Entry, at time.Duration) {
	if e.From == recording.Stderr {
		c.add(on, &event{kind: stderr, at: at, raw: e.Data})
		return
	}
	l := on.lines[e.From]
	if l == nil {
		l = &lines{}
		on.lines[e.From] = l
	}
	for _, line := range l.feed(e.Data) {
		c.line(on, line, at, e.From == recording.Client)
	}
}

// line is a line of a pipe.
func (c *Conversation) line(on *conn, line []byte, at time.Duration, client bool) {
	if c.message(on, line, at, client, nil) {
		return
	}
	switch {
	case len(trimmed(line)) == 0:
	case client:
		c.lost.add("lines of the client that are no messages")
	default:
		c.add(on, &event{kind: junk, at: at, raw: line})
	}
}

// message adds the messages of a text; false if it is none.
func (c *Conversation) message(on *conn, text []byte, at time.Duration, client bool, web *exchange) bool {
	messages, batch, ok := readMessages(text)
	if !ok {
		return false
	}
	if batch {
		c.lost.add("arrays of messages: each message is sent by itself")
	}
	for _, m := range messages {
		c.add(on, &event{kind: said, at: at, client: client, message: m.message, raw: m.raw, web: web})
	}
	return true
}

// finish takes what has not been ended.
func (c *Conversation) finish(on *conn) {
	for side, l := range on.lines {
		if len(l.partial) > 0 {
			c.line(on, l.partial, c.last, side == recording.Client)
		}
	}
	for _, x := range on.open {
		c.endExchange(on, x, c.last, "")
	}
	if on.old {
		c.asLines(on)
	}
}
