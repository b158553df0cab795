package server

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func exchangeSteps() []gherkin.Step {
	return gherkin.Noun("http exchange", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the server gives session ids`, Manual: "not testable if it gives none", Func: givesIDs},
		{Keyword: gherkin.Given, Pattern: `the session has been deleted`, Manual: "not testable if DELETE is refused", Func: deleted},
		{Keyword: gherkin.Given, Pattern: `the header "([^"]+)" is "([^"]*)"`, Manual: "on all that is sent from now on",
			Example: `the header "Origin" is "http://evil.example"`, Func: (*check).header},
		{Keyword: gherkin.Given, Pattern: `the header "([^"]+)" is left out`, Manual: "from all that is sent from now on",
			Example: `the header "Mcp-Session-Id" is left out`, Func: (*check).headerOut},
		{Keyword: gherkin.When, Pattern: `(GET|DELETE) is sent`, Manual: "to the endpoint", Example: "GET is sent", Func: (*check).verb},
		{Keyword: gherkin.Then, Pattern: `the status is ([0-9x]+(?:(?:, | or )[0-9x]+)*)`, Manual: "one of these; 2xx is any success",
			Example: "the status is 202 or 204", Func: status},
		{Keyword: gherkin.Then, Pattern: `the status is 400 where an id is required`, Manual: "not observed if the request succeeds: then none is", Func: badRequest},
		{Keyword: gherkin.Then, Pattern: `the body is empty`, Manual: "of the answer", Func: emptyBody},
		{Keyword: gherkin.Then, Pattern: `the content type is ([a-z/-]+(?: or [a-z/-]+)*)`, Manual: "one of these, whatever its parameters",
			Example: "the content type is application/json or text/event-stream", Func: contentType},
		{Keyword: gherkin.Then, Pattern: `the answer is an event stream or the status is 405`, Manual: "what a GET may be answered with", Func: streamOr405},
		{Keyword: gherkin.Then, Pattern: `a JSON body is one object`, Manual: "not observed if the answer was an event stream", Func: oneObject},
		{Keyword: gherkin.Then, Pattern: `an event stream ends after the answer`, Manual: "within 2s; not observed if the answer was no stream", Func: streamEnds},
		{Keyword: gherkin.Then, Pattern: `every event is unnamed or named message`, Manual: "not observed if the answer was no stream", Func: eventNames},
		{Keyword: gherkin.Then, Pattern: `the session id is visible ASCII`, Manual: "0x21 to 0x7E", Func: visibleID},
		{Keyword: gherkin.Then, Pattern: `(\d+) sessions get different ids of at least (\d+) characters`, Manual: "opened one after the other",
			Example: "10 sessions get different ids of at least 16 characters", Func: (*check).differentIDs},
	})
}

func givesIDs(c *probe.Conn) error {
	return verdict.NotTestableIf(c.Session == "", "the server gives no session ids")
}

func deleted(c *probe.Conn) error {
	if status := c.Exchange(http.MethodDelete).Status; status/100 != 2 {
		return verdict.NotTestable("DELETE is answered with %d: sessions cannot be ended", status)
	}
	return nil
}

func (c *check) header(name, value string) error {
	c.edits[http.CanonicalHeaderKey(name)] = &value
	return nil
}

func (c *check) headerOut(name string) error {
	c.edits[http.CanonicalHeaderKey(name)] = nil
	return nil
}

func (c *check) verb(verb string) error {
	c.sent = c.conn.Size()
	c.conn.Exchange(verb)
	return nil
}

func status(r *probe.Reply, wanted string) error {
	for _, want := range strings.FieldsFunc(strings.ReplaceAll(wanted, " or ", ","), func(c rune) bool { return c == ',' || c == ' ' }) {
		if got := strconv.Itoa(r.Status); got == want || strings.HasSuffix(want, "xx") && got[0] == want[0] {
			return nil
		}
	}
	return fmt.Errorf("the status is %d, want %s; the body is %s", r.Status, wanted, probe.Quote(r.Body))
}

func badRequest(r *probe.Reply) error {
	if r.Status == http.StatusOK {
		return verdict.NotObserved("the server requires no session id")
	}
	return status(r, "400")
}

func emptyBody(r *probe.Reply) error {
	return verdict.FailedIf(len(r.Body) > 0, "the body is %s", probe.Quote(r.Body))
}

func contentType(r *probe.Reply, wanted string) error {
	return verdict.FailedIf(!slices.Contains(strings.Split(wanted, " or "), r.ContentType), "the content type is %q (HTTP %d)", r.Header.Get("Content-Type"), r.Status)
}

func streamOr405(r *probe.Reply) error {
	if r.Status != http.StatusMethodNotAllowed && (r.Status != http.StatusOK || !r.IsStream()) {
		return fmt.Errorf("it is answered with HTTP %d and the content type %q", r.Status, r.Header.Get("Content-Type"))
	}
	return nil
}

func oneObject(r *probe.Reply) error {
	switch {
	case r.ContentType != "application/json":
		return verdict.NotObserved("the answer is not application/json")
	case probe.ParseFrame(r.Body).Members == nil:
		return fmt.Errorf("the body is %s", probe.Quote(r.Body))
	}
	return nil
}

func streamEnds(r eventReply) error {
	return verdict.FailedIf(!r.StreamEnded, "the stream is still open %s after the answer", probe.StreamGrace)
}

func eventNames(r eventReply) error {
	for _, e := range r.Events {
		if e.Name != "" && e.Name != "message" {
			return fmt.Errorf("an event is named %q", e.Name)
		}
	}
	return nil
}

func visibleID(c *probe.Conn) error {
	for _, b := range []byte(c.Session) {
		if b < 0x21 || b > 0x7E {
			return fmt.Errorf("the session id is %q", c.Session)
		}
	}
	return nil
}

func (c *check) differentIDs(n, length int) error {
	seen := map[string]bool{}
	for range n {
		if err := c.freshSession(); err != nil {
			return err
		}
		id := c.conn.Session
		switch {
		case seen[id]:
			return fmt.Errorf("two sessions have the id %q", id)
		case len(id) < length:
			return fmt.Errorf("the session id %q has %d characters", id, len(id))
		}
		seen[id] = true
	}
	return nil
}
