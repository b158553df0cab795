package server

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/loopback"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func endpointSteps() []gherkin.Step {
	return gherkin.Noun("http exchange", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the server is reached over loopback`, Manual: "not testable if it is not", Func: overLoopback},
		{Keyword: gherkin.Given, Pattern: `the headers of the session are spelled "([^"]+)" and "([^"]+)"`, Manual: "the session id and the protocol version",
			Example: `the headers of the session are spelled "mCP-sESSION-iD" and "mCP-pROTOCOL-vERSION"`, Func: (*check).spelled},
		{Keyword: gherkin.When, Pattern: `a ping and another request are sent at the same time with the same id`,
			Manual: "each in an exchange of its own, five times unless one has no answer", Func: (*streams).sameIDs},
		{Keyword: gherkin.Then, Pattern: `each is answered with what was asked`, Manual: "an empty result, or an error; one of the two may be refused",
			Func: (*streams).notCrossed},
		{Keyword: gherkin.Then, Pattern: `none is refused for the other one`, Manual: "clients that know nothing of each other use the same ids", Func: (*streams).noneRefused},
		{Keyword: gherkin.When, Pattern: `a tool is given two texts at the same time, with the same id, in (one session|two sessions)`,
			Manual:  "five times, of those tools that may be called and give a text back; not observed if there is none",
			Example: "a tool is given two texts at the same time, with the same id, in two sessions", Func: (*streams).sameIDTexts},
		{Keyword: gherkin.Then, Pattern: `no text comes back to the other call`, Manual: "one of the two may be refused in one session, and none in two", Func: (*streams).textsApart},
		{Keyword: gherkin.Then, Pattern: `the server was found without a redirect`, Manual: "at the URL that was given", Func: direct},
		{Keyword: gherkin.Then, Pattern: `it cannot be reached over another address of this machine`,
			Manual: "with its own port; not testable if this machine has no other address", Func: loopbackOnly},
		{Keyword: gherkin.Then, Pattern: `an answer with 202 has no body`, Manual: "whatever other answers have", Func: acceptedEmpty},
		{Keyword: gherkin.Then, Pattern: `the answer is an event stream or an HTTP error`, Manual: "4xx or 5xx", Func: streamOrError},
	})
}

// isLoopback reports whether a URL names this machine.
func isLoopback(raw string) bool {
	u, err := url.Parse(raw)
	return err == nil && loopback.Host(u.Hostname())
}

func overLoopback(b *probe.Bench) error {
	return verdict.NotTestableIf(!isLoopback(b.Target.URL), "the server is not reached over loopback")
}

func loopbackOnly(b *probe.Bench) error {
	others, err := otherAddresses(b.Target)
	for _, ip := range others {
		switch there, status := b.Reachable(ip); {
		case status != 0:
			return fmt.Errorf("it can be reached over %s, too (HTTP %d)", ip, status)
		case there:
			return fmt.Errorf("it can be reached over %s, too, where a GET has no answer", ip)
		}
	}
	return err
}

// otherAddresses are those of this machine that others can reach.
func otherAddresses(t probe.Target) ([]net.IP, error) {
	addrs, err := t.Addresses()
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

func (c *check) spelled(session, version string) error {
	given := c.conn.Headers(http.MethodPost)
	for name, spelling := range map[string]string{"Mcp-Session-Id": session, "Mcp-Protocol-Version": version} {
		if value := given.Get(name); value != "" {
			c.edits[name], c.edits[spelling] = nil, &value
		}
	}
	return nil
}

// answerIn is the first response in a stream, or none.
func answerIn(s *probe.Stream) probe.Frame {
	for _, f := range s.Frames() {
		if f.IsResponse() {
			return f
		}
	}
	return probe.Frame{}
}

func direct(b *probe.Bench) error {
	r := b.First().Reply
	switch {
	case b.Redirect() != 0:
		return fmt.Errorf("HTTP %d led to %s: clients that do not follow redirects, or drop headers there, find no server", b.Redirect(), b.Target.URL)
	case r != nil && r.Status/100 == 3:
		return fmt.Errorf("initialize is answered with HTTP %d and the location %q", r.Status, r.Header.Get("Location"))
	}
	return b.Ready()
}

func acceptedEmpty(r *probe.Reply) error {
	if r.Status != http.StatusAccepted {
		return nil
	}
	return noBody(r)
}

// noBody fails for a body, one that is empty and does not end included.
func noBody(r *probe.Reply) error {
	if len(bytes.TrimSpace(r.Body)) == 0 && errors.Is(r.Err, probe.ErrEndless) {
		return r.Err
	}
	return verdict.FailedIf(len(bytes.TrimSpace(r.Body)) > 0, "the body is %s", probe.Quote(r.Body))
}

func streamOrError(r *probe.Reply) error {
	if r.Status >= http.StatusBadRequest || r.IsStream() {
		return nil
	}
	return &statusError{r.Status, fmt.Sprintf("it is answered with HTTP %d and the content type %q", r.Status, r.ContentType)}
}
