package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// sessionFaults are failures of a client's own side of a session, which no server
// and no network can cause. Steps change them while no request is under way.
type sessionFaults struct {
	connect  error
	deaf     bool // connecting goes on when it is given up
	close    error
	hang     bool             // close takes until it is given up
	requests map[string]error // by "shared" or "isolated"
}

func agentsFaultSteps() []gherkin.Step {
	return gherkin.Noun("session fault", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `connecting server "([^"]+)" fails with the (fatal error|group) "([^"]*)"`,
			Manual:  "makes every later connect fail inside the client: with an error that no program survives, or with several at once, named as for requests",
			Example: `connecting server "docs" fails with the fatal error "out of memory"`, Func: (*sessionFaults).failConnect},
		{Keyword: gherkin.When, Pattern: `connecting server "([^"]+)" begins to fail with the (fatal error|group) "([^"]*)"`,
			Manual:  "does the same from now on",
			Example: `connecting server "docs" begins to fail with the fatal error "out of memory"`, Func: (*sessionFaults).failConnect},
		{Keyword: gherkin.Given, Pattern: `connecting server "([^"]+)" goes on when it is given up`,
			Manual:  "lets every later connect take no notice of its context, so that it may be there too late",
			Example: `connecting server "docs" goes on when it is given up`, Func: (*sessionFaults).deafen},
		{Keyword: gherkin.Given, Pattern: `closing the connections of server "([^"]+)" fails with (the fatal error )?"([^"]*)"`,
			Manual:  "makes every later close fail after it has closed everything, with this text or as named for requests; nothing if empty",
			Example: `closing the connections of server "docs" fails with "busy"`, Func: (*sessionFaults).failClose},
		{Keyword: gherkin.Given, Pattern: `closing the connections of server "([^"]+)" takes for ever`,
			Manual: "makes every later close wait until it is given up", Example: `closing the connections of server "docs" takes for ever`,
			Func: (*sessionFaults).hangClose},
		{Keyword: gherkin.Given, Pattern: `requests on the (shared|isolated) sessions? of server "([^"]+)" fail with "([^"]*)"`,
			Manual:  "makes requests fail inside the client, with all of these at once: cancelled, closed, unreachable, timeout, HTTP 503, error 408, one of them after the word fatal, or some that are a group of their own, as in timeout + HTTP 404; nothing if empty",
			Example: `requests on the shared session of server "docs" fail with "HTTP 503, HTTP 404"`, Func: failSession},
		{Keyword: gherkin.When, Pattern: `the session of server "([^"]+)" breaks with "([^"]*)"`,
			Manual:  "makes later requests on the shared session fail inside the client, with all of these at once",
			Example: `the session of server "docs" breaks with "HTTP 404"`, Func: (*sessionFaults).breakShared},
	})
}

func (a *agents) faultsOf(s *server) *sessionFaults {
	if a.faults == nil {
		a.faults = map[string]*sessionFaults{}
	}
	if a.faults[s.name] == nil {
		a.faults[s.name] = &sessionFaults{requests: map[string]error{}}
	}
	return a.faults[s.name]
}

func (f *sessionFaults) failConnect(kind, text string) (err error) {
	if kind == "fatal error" {
		f.connect = fatalError(text)
		return nil
	}
	f.connect, err = sessionErrors(text)
	return err
}

func (f *sessionFaults) deafen() error {
	f.deaf = true
	return nil
}

func (f *sessionFaults) failClose(fatal bool, text string) error {
	switch {
	case fatal:
		f.close = fatalError(text)
	case text != "":
		f.close = namedError(text)
	}
	return nil
}

func fatalError(text string) error { return &host.AgentFatalError{Err: namedError(text)} }

// namedError is the failure that has a name, or else one with the text itself.
func namedError(text string) error {
	if cause, err := sessionError(text); err == nil {
		return cause
	}
	return errors.New(text)
}

func (f *sessionFaults) hangClose() error {
	f.hang = true
	return nil
}

func failSession(where string, f *sessionFaults, text string) (err error) {
	f.requests[where], err = sessionErrors(text)
	return err
}

func (f *sessionFaults) breakShared(text string) error { return failSession("shared", f, text) }

// sessionErrors reads "HTTP 503, cancelled": one failure, or a group of them.
func sessionErrors(text string) (error, error) {
	var all []error
	for _, word := range splitNames(text) {
		fault, err := sessionError(word)
		if err != nil {
			return nil, err
		}
		all = append(all, fault)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return errors.Join(all...), nil
}

func sessionError(word string) (error, error) {
	if group := strings.ReplaceAll(word, " + ", ", "); group != word {
		all, err := sessionErrors(group)
		return fmt.Errorf("a group: %w", all), err
	}
	switch word {
	case "cancelled":
		return fmt.Errorf("session: %w", context.Canceled), nil
	case "closed":
		return io.ErrUnexpectedEOF, nil
	case "unreachable":
		return syscall.ECONNREFUSED, nil
	case "timeout":
		return &transport.TimeoutError{What: "Request"}, nil
	}
	if cause, fatal := strings.CutPrefix(word, "fatal "); fatal {
		return fatalError(cause), nil
	}
	kind, number, _ := strings.Cut(word, " ")
	n, err := strconv.Atoi(number)
	switch {
	case err == nil && kind == "HTTP":
		return &transport.HTTPError{Status: n}, nil
	case err == nil && kind == "error":
		return &transport.Error{Code: int64(n), Message: "scripted"}, nil
	}
	return nil, fmt.Errorf("%q is no fault of a session; they are cancelled, closed, unreachable, timeout, HTTP N and error N, each also after the word fatal", word)
}

// faultyConnector opens connections that fail as declared, and notes which goroutine
// opens and closes them.
type faultyConnector struct {
	a     *agents
	inner host.Connector
}

func (c faultyConnector) Connect(ctx context.Context, server config.Server, life host.Life) (host.Conn, error) {
	c.a.owners.did(server.Name, life.Epoch, opening)
	faults := c.a.faults[server.Name]
	if faults != nil && faults.connect != nil && !life.Isolated {
		return nil, faults.connect
	}
	if faults != nil && faults.deaf {
		ctx = context.WithoutCancel(ctx)
	}
	conn, err := c.inner.Connect(ctx, server, life)
	if err != nil {
		return nil, err
	}
	return faultyConn{conn, c.a, server.Name, life}, nil
}

type faultyConn struct {
	host.Conn
	a      *agents
	server string
	life   host.Life
}

// fault is what is to go wrong with a request now.
func (c faultyConn) fault() error {
	faults := c.a.faults[c.server]
	switch {
	case faults == nil:
		return nil
	case c.life.Isolated:
		return faults.requests["isolated"]
	}
	return faults.requests["shared"]
}

func (c faultyConn) ListTools(ctx context.Context) ([]json.RawMessage, error) {
	if err := c.fault(); err != nil {
		return nil, err
	}
	return c.Conn.ListTools(ctx)
}

func (c faultyConn) CallTool(ctx context.Context, name string, arguments json.RawMessage) (json.RawMessage, error) {
	if err := c.fault(); err != nil {
		return nil, err
	}
	return c.Conn.CallTool(ctx, name, arguments)
}

func (c faultyConn) Close(ctx context.Context) error {
	c.a.owners.did(c.server, c.life.Epoch, closing)
	err := c.Conn.Close(ctx)
	faults := c.a.faults[c.server]
	switch {
	case faults == nil:
		return err
	case faults.hang:
		<-ctx.Done()
		return context.Cause(ctx)
	}
	return errors.Join(err, faults.close)
}
