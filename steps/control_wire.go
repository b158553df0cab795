package steps

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// controlWireSteps are about connections and listeners of the interfaces.
func controlWireSteps() []gherkin.Step {
	return gherkin.Noun("control connections", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: ask + ` with a body that stops`, Manual: "announces a body and sends only a part of it, until the answer comes",
			Example: `POST "/admin/mcp/load" is asked with a body that stops`, Func: (*room).askStopped},
		{Keyword: gherkin.When, Pattern: ask + ` on a connection that stays open`, Manual: "reads the answer and waits until the other side closes the connection",
			Example: `GET "/health" is asked on a connection that stays open`, Func: (*room).askOpen},
		{Keyword: gherkin.When, Pattern: ask + ` with a header of (\d+) bytes`, Manual: "sends a header with a value of this length",
			Example: `GET "/health" is asked with a header of 80000 bytes`, Func: (*room).askHeaded},
		{Keyword: gherkin.When, Pattern: ask + ` with (\d+) entries for one provider`, Manual: "sends a load command that names one provider again and again; no server is there",
			Example: `POST "/admin/mcp/load" is asked with 1000 entries for one provider`, Func: (*room).askRepeated},
		{Keyword: gherkin.When, Pattern: `the listener of the room server (is closed|fails)`, Manual: "takes no further connection, for the reason of its owner or of the system",
			Example: `the listener of the room server fails`, Func: (*room).endListener},
		{Keyword: gherkin.Then, Pattern: `the connection was closed at (\S+)`, Manual: "compares when the newest request's connection that stays open was closed, to the millisecond",
			Example: `the connection was closed at 2m`, Func: (*asking).endedAt},
		{Keyword: gherkin.Then, Pattern: `the room server has ended serving(?: because of "(.*)")?`, Manual: "compares the error with which serving ended; without a text it was none",
			Example: `the room server has ended serving because of "too many open files"`, Func: (*room).checkServing},
	})
}

// failingListener fails for another reason than its end once it is told to.
type failingListener struct {
	net.Listener
	failure error
}

func (l *failingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil && l.failure != nil {
		return nil, l.failure
	}
	return conn, err
}

func (n *room) endListener(how string) error {
	if n.server == nil {
		return errNoRoom
	}
	if how == "fails" {
		n.server.listener.failure = errors.New("too many open files")
	}
	n.server.close()
	return n.ground.settle()
}

func (n *room) checkServing(why string) error {
	if n.server == nil {
		return errNoRoom
	}
	if err := n.server.serving.ended(); err != nil {
		return err
	}
	got := ""
	if err := n.server.serving.err; err != nil {
		got = err.Error()
	}
	return same("why serving ended", got, why)
}

func (n *room) askHeaded(method, path string, operator bool, length int) error {
	return n.send(method, path, operator, http.Header{"X-Long": {strings.Repeat("x", length)}}, "")
}

func (n *room) askRepeated(method, path string, operator bool, count int) error {
	one := `{"id":"p","url":"ws://absent.test"}`
	return n.send(method, path, operator, nil, `{"providers":[`+strings.Repeat(one+",", count-1)+one+"]}")
}

func (n *room) askStopped(method, path string, operator bool) error {
	return n.write(operator, method+" "+path+" HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{", false)
}

func (n *room) askOpen(method, path string, operator bool) error {
	return n.write(operator, method+" "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n", true)
}

// write writes a request itself: an HTTP client would neither stop in a body nor tell when
// its connection is closed.
func (n *room) write(operator bool, request string, toTheEnd bool) error {
	to, err := n.role(operator)
	if err != nil {
		return err
	}
	a := &asking{}
	n.asked = append(n.asked, a)
	a.begin(n.World, "the request", fmt.Sprintf("client-%d", len(n.asked)), func(ctx context.Context) error {
		return a.exchange(ctx, n.client().Transport.(*http.Transport).DialContext, to, request, toTheEnd)
	})
	return n.ground.settle()
}

func (a *asking) exchange(ctx context.Context, dial host.DialFunc, to *service, request string, toTheEnd bool) error {
	conn, err := dial(ctx, "tcp", to.listener.Addr().String())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if _, err = io.WriteString(conn, request); err != nil {
		return err
	}
	in := bufio.NewReader(conn)
	resp, err := http.ReadResponse(in, nil)
	if err != nil {
		return err
	}
	if err = a.read(resp); err != nil || !toTheEnd {
		return err
	}
	_, err = in.ReadByte()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return fmt.Errorf("the connection was not closed: %w", err)
}
