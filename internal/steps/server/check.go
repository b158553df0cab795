package server

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// check is a connection and what was last sent on it.
type check struct {
	bench *probe.Bench

	conn       *probe.Conn        // nil until a Given opens or takes one
	own        bool               // conn is not the warm session
	edits      map[string]*string // of headers, see [probe.Conn]
	id         string             // of the last request
	sent       int                // messages that conn had before it
	answer     probe.Frame
	err        error          // why answer is missing, or what the last When has found
	answers    []probe.Frame  // of several requests
	list       *probe.Listing // that was read last
	refused    bool           // the last notification, with an HTTP error
	faulted    bool           // it was a cancellation, and the HTTP error says that the server has failed
	verbSent   string         // the verb of the last exchange without a message; "" = none
	trouble    bool           // conn must not be used again
	counts     []int          // of log messages of calls
	level      string         // of a call
	instance   string         // URL of another instance, for other connections; "" = that of the first
	alike      alike
	compared   []string // what differs between two lists that were read
	otherItems []string // items of one name that differ between them
	served     bool     // the request was, with the header as it should be
	failed     bool     // something was wrong, not only undecided, so that conn is no other check's to use
}

// take makes c the connection of this check.
func (c *check) take(conn *probe.Conn, own bool) {
	c.leave()
	c.conn, c.own = conn, own
	c.sent = conn.Size()
	conn.Edits = c.edits
}

// hold keeps the last request with its answer; back puts them back after others.
func (c *check) hold() (back func()) {
	answer, err, id, reply := c.answer, c.err, c.id, c.conn.Reply
	return func() { c.answer, c.err, c.id, c.conn.Reply = answer, err, id, reply }
}

// leave gives the connection up if it is the check's own.
func (c *check) leave() {
	switch {
	case c.conn == nil || !c.own:
	case c.trouble || c.failed:
		c.bench.Retire(c.conn)
	default:
		c.bench.Rest(c.conn)
	}
	c.conn = nil
}

// fresh opens a connection on which nothing was sent.
func (c *check) fresh() error {
	conn, err := c.bench.Connect()
	if err != nil {
		return err
	}
	c.take(conn, true)
	return nil
}

// freshSession opens a session of its own.
func (c *check) freshSession() error { return c.freshSessionAs("") }

// freshSessionAs does so as a client with these capabilities.
func (c *check) freshSessionAs(capabilities string) error {
	if err := c.bench.Ready(); err != nil {
		return err
	}
	if capabilities == "" && c.takeRested(c.bench.Target.Revision) {
		return nil
	}
	if err := c.fresh(); err != nil {
		return err
	}
	return c.conn.Handshake(capabilities)
}

// takeRested takes a session in which another check has only read, if there is one.
func (c *check) takeRested(revision string) bool {
	rested := c.bench.Rested(revision)
	if rested != nil {
		c.take(rested, true)
	}
	return rested != nil
}

// warmSession takes the session that checks share.
func (c *check) warmSession() error {
	if err := c.bench.Ready(); err != nil {
		return err
	}
	conn, err := c.bench.Session()
	if err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	c.take(conn, false)
	return nil
}

// remember keeps the outcome of a request for a Then to judge. Its error is why
// the checks are stopped.
func (c *check) remember(id string, answer probe.Frame, err error) error {
	c.id, c.answer, c.err = id, answer, err
	if err == nil {
		return nil
	}
	c.trouble = true
	if c.bench.Stopped() != nil {
		return err
	}
	return nil
}

// request sends a request and remembers its outcome.
func (c *check) request(method, params string) error {
	return c.requestAs(c.bench.NextID(), method, params)
}

func (c *check) requestAs(id, method, params string) error {
	if c.conn == nil {
		return errors.New("there is no session: start with a Given")
	}
	return c.requestRaw(c.conn.Message(method, params, id), id)
}

// requestRaw sends a request of any form and remembers its outcome.
func (c *check) requestRaw(raw []byte, id string) error {
	conn, err := c.session()
	if err != nil {
		return err
	}
	c.sent = conn.Size()
	answer, err := conn.Request(raw, id)
	return c.remember(id, answer, err)
}

// gather sends a request and adds its answer to those of the step.
func (c *check) gather(what, method, params string) error {
	if err := c.request(method, params); err != nil {
		return err
	}
	answer, err := c.answered()
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	c.answers = append(c.answers, answer)
	return nil
}

// call sends a request of a step whose business is its answer.
func (c *check) call(method, params string) (probe.Frame, error) {
	answer, err := c.conn.Call(method, params)
	if err != nil {
		c.trouble = true
		return answer, fmt.Errorf("%s: %w", method, err)
	}
	return answer, nil
}

// stillAnswers sends a ping. What it is answered with is the business of another
// check.
func (c *check) stillAnswers() error {
	answer, err := c.conn.Call(c.bench.Light(), "")
	if err != nil {
		c.trouble = true
		return fmt.Errorf("a ping afterwards: %w", err)
	}
	failure := answer.Failure()
	return unless(failure == nil || failure.Code != "-32700", answer, "a ping afterwards cannot be read")
}

// session is the connection of the check.
func (c *check) session() (*probe.Conn, error) {
	if c.conn == nil {
		return nil, errors.New("there is no session: start with a Given")
	}
	return c.conn, nil
}

// answered is the answer of the last request, or why there is none.
func (c *check) answered() (probe.Frame, error) {
	if c.err != nil {
		return probe.Frame{}, c.err
	}
	if c.answer.Members == nil {
		return probe.Frame{}, errors.New("nothing was asked")
	}
	return c.answer, nil
}

// messages are all that have come on the connection.
type messages []probe.Frame

func (c *check) received() (messages, error) {
	conn, err := c.session()
	if err != nil {
		return nil, err
	}
	return conn.From(0), nil
}

// replied is the last HTTP answer.
func (c *check) replied() (*probe.Reply, error) {
	switch {
	case c.conn == nil || c.conn.Reply == nil:
		return nil, errors.New("nothing was sent over HTTP")
	case c.conn.Reply.Status == 0:
		return nil, c.conn.Reply.Err
	}
	return c.conn.Reply, nil
}

// process is the server over stdio.
func (c *check) process() (*probe.Process, error) {
	if c.conn == nil || c.conn.Process == nil {
		return nil, verdict.NotTestable("the server is no process of ours")
	}
	return c.conn.Process, nil
}

// items are those of the list that was read last. That they are none is the business
// of another check.
func (c *check) items() ([]probe.Item, error) {
	if c.list == nil {
		return nil, nil
	}
	items, err := c.list.Items()
	if err != nil && verdict.Of(err) == "" && c.list.Method != "tools/list" && !c.list.Optional() {
		err = verdict.Because(listsCheck, "%s cannot be read", c.list.Method)
	}
	return items, err
}

// unless is nil if ok, else what is wrong with a message, and the message.
func unless(ok bool, f probe.Frame, wrong string, args ...any) error {
	if ok {
		return nil
	}
	return &frameError{frame: f, text: fmt.Sprintf("%s: %s", fmt.Sprintf(wrong, args...), probe.Quote(f.Raw))}
}

// refused is [unless] for an answer that must be an error, or one with a certain code.
func refused(ok bool, f probe.Frame, wrong string, args ...any) error {
	err := unless(ok, f, wrong, args...)
	if on, found := errors.AsType[*frameError](err); found {
		on.refusal = true
	}
	return err
}

// frameError is a finding about one message.
type frameError struct {
	frame   probe.Frame
	text    string
	refusal bool // an error was due, or one with another code
	header  bool // a mismatch of headers was served, or refused with another code
}

func (e *frameError) Error() string { return e.text }

// each judges all that was observed, which must be something.
func each[T any](all []T, nothing string, judge func(T) error) error {
	if len(all) == 0 {
		return verdict.NotObserved("%s", nothing)
	}
	for _, one := range all {
		if err := judge(one); err != nil {
			return err
		}
	}
	return nil
}

// refusedWith judges an answer that must be the error with exactly this code.
func refusedWith(code string, answer probe.Frame, what string, args ...any) error {
	failure := answer.Failure()
	return refused(failure != nil && failure.Code == code, answer, what, args...)
}
