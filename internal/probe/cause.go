package probe

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// SessionError says that a session could not be opened.
type SessionError struct{ err error }

func (e *SessionError) Error() string { return e.err.Error() }

// Unwrap returns why.
func (e *SessionError) Unwrap() error { return e.err }

// GoneError says that the server was lost in an earlier check, and opens no session
// any more.
type GoneError struct {
	Check  string // in which it was lost
	Reason string
}

func (e *GoneError) Error() string { return e.Reason }

// UnreadableError says that a page of a list holds no items.
type UnreadableError struct {
	Method, reason string
	Shape          error // what is wrong with the page as an answer to any request; nil = nothing
}

func (e *UnreadableError) Error() string { return e.reason }

// ledger is what benches share that look at one server side by side: above all what is
// known of lost servers and sessions, whichever check has seen it.
type ledger struct {
	mu       sync.Mutex
	gone     *GoneError
	failing  string // the first check that has blamed an HTTP status of 5xx; "" = none has
	unopened error  // the first session that could not be opened, though an earlier one could
	forks    []*Bench
	offers   map[string]string // what each revision that was asked for was answered with

	broken []string // kinds of messages whose connections broke before their answers had ended, maxBroken at most
	left   string   // see [Bench.Left]

	survey  shared[*Survey]
	browse  shared[*Browse]
	watched shared[*Watch]
	asking  shared[*Asking]
	toured  shared[struct{}]

	shared    map[string]bool // session ids, and whether two connections were given them
	unheard   atomic.Bool     // the last subscription was never acknowledged
	undeleted atomic.Bool     // the last DELETE was never answered
	endless   atomic.Bool     // the body of an answer did not end, see [ErrEndless]
	lack      string          // what this machine had too little of, see [Bench.lacking]; "" = nothing

	unknown   forgotten
	cursors   map[string]int             // items that they have led to first, by the method and the cursor
	streamed  map[string]json.RawMessage // params of requests that were answered with a stream, by method
	served    map[string]json.RawMessage // the same of those whose result has come on it
	long      map[string]bool            // tools, see [ledger.noteLong]
	echoes    echoes
	slow      *Slow
	idle      *Idle
	headers   map[string][]Mirrored // parameters that are repeated in headers, by tool
	rounds    shared[*Rounds]
	tasks     shared[*Tasks]
	augmented shared[*Augmented]
	sessions  shared[bool]
	logging   shared[*Trial]
	changes   shared[*Changes]
	alone     shared[[2][]Frame]
	departed  shared[*Departure]
	bystander shared[*Bystander]
	elsewhere shared[*Elsewhere]
	listened  shared[*ListenedTask]
}

// isGone is a *[GoneError] once the server is lost, else nil.
func (l *ledger) isGone() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone == nil {
		return nil
	}
	return l.gone
}

// Unopened keeps why a session could not be opened, for the check which tells that.
func (b *Bench) Unopened(err error) {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	if b.ledger.unopened == nil {
		b.ledger.unopened = err
	}
}

// Opened is an error if any session of any check could not be opened.
func (b *Bench) Opened() error {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	return b.ledger.unopened
}

// Fails keeps which check has blamed an HTTP status of 5xx, for that of the whole run.
func (b *Bench) Fails(check string) {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	b.ledger.failing = cmp.Or(b.ledger.failing, check)
}

// Failing is the first check that has; "" = none.
func (b *Bench) Failing() string {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	return b.ledger.failing
}

// maxBroken is how many messages are remembered whose connections broke.
const maxBroken = 16

// broke takes the kind of a message whose connection broke before its answer had ended.
func (l *ledger) broke(kind string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if kind != "" && len(l.broken) < maxBroken {
		l.broken = append(l.broken, kind)
	}
}

// tore takes the end of an event stream, which is none that a server makes if the
// connection broke.
func (l *ledger) tore(ch *channel, err error) {
	if len(ch.request) == 1 && IsBroken(err) && !errors.Is(err, io.EOF) {
		l.broke(kindOf(ch.request[0].Raw))
	}
}

// Declined is the kind of a request that goes on as a user who says no, where a connection breaks.
const Declined = "a request whose question was declined"

// kindOf is what was under way when a connection broke.
func kindOf(raw []byte) string {
	if responses := ParseFrame(raw).Param("inputResponses"); bytes.Contains(responses, []byte(`"decline"`)) {
		return Declined
	}
	return Sent(raw)
}

// Broken are the kinds of messages that were under way, in any check, when a connection
// broke: one of them has ended a server that is not there any more. See [Sent] and [Declined].
func (b *Bench) Broken() []string {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	return slices.Clone(b.ledger.broken)
}

// Gone says that the server is lost; nil = it is not, so far.
func (b *Bench) Gone() *GoneError {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	return b.ledger.gone
}

// LostBy says in which check the server was lost: no session is opened any more. It
// returns the first that has said so.
func (b *Bench) LostBy(check string, err error) *GoneError {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	if b.ledger.gone == nil {
		b.ledger.gone = &GoneError{Check: check, Reason: fmt.Sprintf("the server was lost there and opens no session any more: %s", err)}
	}
	return b.ledger.gone
}

// noteSent shows a message of the client's and keeps what it is.
func (b *Bench) noteSent(raw []byte) {
	b.note("client", "sent", raw)
	b.keepSent(raw)
}

func (b *Bench) keepSent(raw []byte) {
	b.seen.spend(0, 1)
	b.keepKinds([]string{Sent(raw)})
}

// keepKinds keeps that messages of these kinds were sent for the check that runs.
func (b *Bench) keepKinds(kinds []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, what := range kinds {
		if i := slices.Index(b.sent, what); i >= 0 { // the order is that of the last one
			b.sent = slices.Delete(b.sent, i, i+1)
		}
		b.sent = append(b.sent, what)
	}
}

// Sent says what kind of message it is: its method, that of a tools/call with the name
// of the tool; "" = it has none.
func Sent(raw []byte) string {
	f := ParseFrame(raw)
	if f.Method() != "tools/call" {
		return f.Method()
	}
	return strings.TrimSpace("tools/call " + Text(membersOf(f.Members["params"])["name"]))
}

// SentInCheck are the kinds of messages that the check which runs has sent, see
// [Sent], in the order in which each was sent last.
func (b *Bench) SentInCheck() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.sent)
}

// Plain sends one message as any client would, in a session of its own, and says what
// is wrong with what comes: a request is to be answered, with a result if succeeds is
// true; after a notification a ping is. Method "" only opens the session. The error is
// a *[SessionError] if there is no session. What is sent is in no excerpt.
func (b *Bench) Plain(method, params string, succeeds bool) (err error) {
	b.aside(func() { err = b.plain(method, params, succeeds) })
	return err
}

// aside does what is no business of the check that runs: it is in no excerpt, and not
// among the messages that the check has sent.
func (b *Bench) aside(f func()) {
	sent := b.SentInCheck()
	b.record(f)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent = sent
}

// Aside does something in a session of its own, which is in no excerpt. The error is a
// *[SessionError] if there is none.
func (b *Bench) Aside(do func(c *Conn) error) (err error) {
	b.aside(func() {
		var c *Conn
		if c, err = b.OwnSession(); err != nil {
			err = &SessionError{err}
			return
		}
		defer b.Rest(c)
		err = do(c)
	})
	return err
}

// Beside is [Bench.Aside] on a connection on which nothing was asked, and that nothing else
// uses afterwards. The error is that of the connection, or that of do.
func (b *Bench) Beside(do func(c *Conn) error) (err error) {
	b.aside(func() {
		var c *Conn
		if c, err = b.Connect(); err != nil {
			return
		}
		defer b.Retire(c)
		err = do(c)
	})
	return err
}

// FirstList is the method of a list that the server declares; "" = none.
func (b *Bench) FirstList() string {
	if b.First() == nil {
		return ""
	}
	if promised := b.First().Promised(); len(promised) > 0 {
		return promised[0].Method
	}
	return ""
}

func (b *Bench) plain(method, params string, succeeds bool) error {
	if method == "" {
		return b.opens()
	}
	b.LeaveConnections() // a server may know a network connection by what came on it
	c, err := b.OwnSession()
	if err != nil {
		return &SessionError{err}
	}
	defer b.Rest(c)
	notified, before := "", c.Size()
	if strings.HasPrefix(method, "notifications/") {
		if err := c.Notify(method, params); err != nil {
			return err
		}
		notified, method, params = method, b.Light(), ""
	}
	answer, err := c.Call(method, params)
	if notified != "" {
		for _, f := range c.From(before) {
			if f.Idless() || c.Stray(f) {
				return fmt.Errorf("%s is answered with %s", notified, Quote(f.Raw))
			}
		}
	}
	if err == nil && succeeds && answer.Members["result"] == nil {
		err = fmt.Errorf("%s is answered with %s", method, Quote(answer.Raw))
	}
	return err
}

// Endures opens a session of its own on which nothing was sent, and sends n pings, one
// after the other. The error is that of the first one without an answer, nth, counted from
// 1; 0 = all are answered, or there is no session. What is sent is in no excerpt.
func (b *Bench) Endures(n int) (nth int, err error) {
	b.aside(func() { nth, err = b.endures(n) })
	return nth, err
}

func (b *Bench) endures(n int) (int, error) {
	c, err := b.Connect()
	if err != nil {
		return 0, err
	}
	defer b.Retire(c)
	if err := c.Handshake(""); err != nil {
		return 0, err
	}
	for nth := range n {
		if _, err := c.Call(b.Light(), ""); err != nil {
			return nth + 1, err
		}
	}
	return 0, nil
}

// Requests is how many requests were sent on the connection.
func (c *Conn) Requests() int {
	c.talk.mu.Lock()
	defer c.talk.mu.Unlock()
	return len(c.talk.order)
}

// opens opens a session of a process of its own.
func (b *Bench) opens() error {
	c, err := b.Connect()
	if err != nil {
		return &SessionError{err}
	}
	defer b.Rest(c)
	if err := c.Handshake(""); err != nil || !b.IsModern() {
		return err
	}
	if _, err := c.Call(b.Light(), ""); err != nil { // nothing was sent by the handshake
		return &SessionError{err}
	}
	return nil
}

// IsLost reports whether an error says that an answer is missing: the server is
// silent, or has ended.
func IsLost(err error) bool { return errors.Is(err, ErrSilent) || errors.Is(err, ErrEnded) }

// IsBroken reports whether an error says that a connection ended while something was read
// from it.
func IsBroken(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "read" || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
