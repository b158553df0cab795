package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// endpoints is the noun of steps about the place where a server is reached.
type endpoints struct{ *streams }

func endpointSteps() []Step {
	return gherkin.Noun("http exchange", []Step{
		{Keyword: Given, Pattern: `the server is reached over loopback`, Manual: "not testable if it is not", Func: (*check).overLoopback},
		{Keyword: Given, Pattern: `the headers of the session are spelled "([^"]+)" and "([^"]+)"`,
			Manual:  "the session id and the protocol version",
			Example: `the headers of the session are spelled "mCP-sESSION-iD" and "mCP-pROTOCOL-vERSION"`, Func: (*endpoints).spelled},
		{Keyword: When, Pattern: `a ping and an unknown request are sent at the same time with the same id`,
			Manual: "each in an exchange of its own, five times unless one has no answer", Func: (*endpoints).sameIDs},
		{Keyword: Then, Pattern: `each is answered with what was asked`, Manual: "an empty result, or an error; one of the two may be refused",
			Func: (*endpoints).notCrossed},
		{Keyword: Then, Pattern: `the server was found without a redirect`, Manual: "at the URL that was given", Func: (*endpoints).direct},
		{Keyword: Then, Pattern: `it cannot be reached over another address of this machine`,
			Manual: "with its own port; not testable if this machine has no other address", Func: (*endpoints).loopbackOnly},
		{Keyword: Then, Pattern: `an answer with 202 has no body`, Manual: "whatever other answers have", Func: (*endpoints).acceptedEmpty},
		{Keyword: Then, Pattern: `the answer is an event stream or an HTTP error`, Manual: "4xx or 5xx", Func: (*endpoints).streamOrError},
	})
}

// isLoopback reports whether a URL names this machine.
func isLoopback(raw string) bool {
	u, err := url.Parse(raw)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

func (w *check) overLoopback() error {
	if !isLoopback(w.bench.Target.URL) {
		return verdict.NotTestable("the server is not reached over loopback")
	}
	return nil
}

func (w *endpoints) loopbackOnly() error {
	others, err := w.otherAddresses()
	if err != nil {
		return err
	}
	for _, ip := range others {
		if status := w.bench.Reachable(ip); status != 0 {
			return fmt.Errorf("it can be reached over %s, too (HTTP %d)", ip, status)
		}
	}
	return nil
}

// otherAddresses are those of this machine that others can reach.
func (w *endpoints) otherAddresses() ([]net.IP, error) {
	addrs, err := w.bench.Target.Addresses()
	if err != nil {
		return nil, verdict.NotTestable("the addresses of this machine: %s", err)
	}
	var out []net.IP
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			out = append(out, n.IP)
		}
	}
	if out == nil {
		return nil, verdict.NotTestable("this machine has no address but loopback")
	}
	return out, nil
}

func (w *endpoints) spelled(session, version string) error {
	names := map[string]string{"Mcp-Session-Id": session, "Mcp-Protocol-Version": version}
	given := w.c.Headers(http.MethodPost)
	for name, spelling := range names {
		if value := given.Get(name); value != "" {
			w.edits[name], w.edits[spelling] = nil, &value
		}
	}
	return nil
}

// sameIDRounds is how often two requests share an id.
const sameIDRounds = 5

func (w *endpoints) sameIDs() error {
	for range sameIDRounds {
		id := w.sideID()
		ctx, cancel := context.WithCancel(w.bench.Ctx)
		var asking sync.WaitGroup
		pair := make([]heardStream, 2)
		for i, method := range []string{"ping", "x/unknown"} {
			asking.Go(func() { pair[i] = w.askFor(ctx, cancel, probe.Message(method, "", id), id) })
		}
		asking.Wait()
		cancel()
		w.heard = append(w.heard, pair...)
		if pair[0].answer().Members == nil || pair[1].answer().Members == nil {
			break // waiting again would show no more
		}
	}
	return nil
}

// askFor waits for the answer to a request, and not much longer than for that to
// the other request with its id.
func (w *endpoints) askFor(ctx context.Context, answered func(), raw []byte, id string) heardStream {
	s := heardStream{w.c.Open(http.MethodPost, raw, "", w.c.Listening()), id}
	if s.Opened() {
		_ = s.Await(ctx, w.c.Patience(), func(e []probe.Event) bool { return answersOf(probe.FramesOf(e), id) > 0 })
	}
	s.Cut()
	answered()
	return s
}

func (w *endpoints) notCrossed() error {
	for i := 0; i < len(w.heard); i += 2 {
		ping, unknown := w.heard[i].answer(), w.heard[i+1].answer()
		switch {
		case ping.Failure() != nil && ping.Failure().Code == "-32601":
			return fmt.Errorf("the ping has the answer of the unknown request: %s", probe.Quote(ping.Raw))
		case unknown.Members["result"] != nil:
			return fmt.Errorf("the unknown request has the answer of the ping: %s", probe.Quote(unknown.Raw))
		case ping.Members == nil && unknown.Members == nil && w.heard[i].Opened() && w.heard[i+1].Opened():
			return verdict.NotObserved("both event streams end before their answers")
		case ping.Members == nil && unknown.Members == nil:
			return errors.New("none of the two is answered")
		}
	}
	return nil
}

// answer is the first response, or none.
func (s heardStream) answer() probe.Frame {
	for _, f := range s.Frames() {
		if f.IsResponse() {
			return f
		}
	}
	return probe.Frame{}
}

func (w *endpoints) direct() error {
	r := w.bench.First.Reply
	switch {
	case w.bench.Redirect != 0:
		return fmt.Errorf("HTTP %d led to %s: clients that do not follow redirects, or drop headers there, find no server", w.bench.Redirect, w.bench.Target.URL)
	case r != nil && r.Status/100 == 3:
		return fmt.Errorf("initialize is answered with HTTP %d and the location %q", r.Status, r.Header.Get("Location"))
	}
	return nil
}

func (w *endpoints) acceptedEmpty() error {
	r, err := w.replied()
	if err == nil && r.Status == http.StatusAccepted && len(bytes.TrimSpace(r.Body)) > 0 {
		err = fmt.Errorf("the body is %s", probe.Quote(r.Body))
	}
	return err
}

func (w *endpoints) streamOrError() error {
	r, err := w.replied()
	if err == nil && r.Status < http.StatusBadRequest && !r.IsStream() {
		err = fmt.Errorf("it is answered with HTTP %d and the content type %q", r.Status, r.ContentType)
	}
	return err
}
