package probe

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func exchangeSteps() []gherkin.Step {
	return []gherkin.Step{
		step(nounExchange, gherkin.Given, `the server gives session ids`, "not testable if it gives none", "the server gives session ids", (*World).givesIDs),
		step(nounExchange, gherkin.Given, `the session has been deleted`, "not testable if DELETE is refused", "the session has been deleted", (*World).deleted),
		step(nounExchange, gherkin.Given, `the header "([^"]+)" is "([^"]*)"`, "on all that is sent from now on", `the header "Origin" is "http://evil.example"`, (*World).header),
		step(nounExchange, gherkin.Given, `the header "([^"]+)" is left out`, "from all that is sent from now on", `the header "Mcp-Session-Id" is left out`, (*World).headerOut),
		step(nounExchange, gherkin.When, `(GET|DELETE) is sent`, "to the endpoint", "GET is sent", (*World).verb),
		step(nounExchange, gherkin.Then, `the status is ([0-9x]+(?:(?:, | or )[0-9x]+)*)`, "one of these; 2xx is any success", "the status is 202 or 204", (*World).status),
		step(nounExchange, gherkin.Then, `the status is 400 where an id is required`, "not observed if the request succeeds: then none is", "the status is 400 where an id is required", (*World).badRequest),
		step(nounExchange, gherkin.Then, `the body is empty`, "of the answer", "the body is empty", (*World).emptyBody),
		step(nounExchange, gherkin.Then, `the content type is ([a-z/-]+(?: or [a-z/-]+)*)`, "one of these, whatever its parameters", "the content type is application/json or text/event-stream", (*World).contentType),
		step(nounExchange, gherkin.Then, `the answer is an event stream or the status is 405`, "what a GET may be answered with", "the answer is an event stream or the status is 405", (*World).streamOr405),
		step(nounExchange, gherkin.Then, `a JSON body is one object`, "not observed if the answer was an event stream", "a JSON body is one object", (*World).oneObject),
		step(nounExchange, gherkin.Then, `an event stream ends after the answer`, "within 2s; not observed if the answer was no stream", "an event stream ends after the answer", (*World).streamEnds),
		step(nounExchange, gherkin.Then, `every event is unnamed or named message`, "not observed if the answer was no stream", "every event is unnamed or named message", (*World).eventNames),
		step(nounExchange, gherkin.Then, `the session id is visible ASCII`, "0x21 to 0x7E", "the session id is visible ASCII", (*World).visibleID),
		step(nounExchange, gherkin.Then, `(\d+) sessions get different ids of at least (\d+) characters`, "opened one after the other", "10 sessions get different ids of at least 16 characters", (*World).differentIDs),
	}
}

func (w *World) givesIDs() error {
	if w.c.session == "" {
		return gherkin.NotTestable("the server gives no session ids")
	}
	return nil
}

func (w *World) deleted() error {
	w.c.reply = w.c.exchange(http.MethodDelete, nil, anything)
	w.bench.noteReply(w.c.reply)
	if status := w.c.reply.status; status < 200 || status > 299 {
		return gherkin.NotTestable("DELETE is answered with %d: sessions cannot be ended", status)
	}
	return nil
}

func (w *World) header(name, value string) error {
	w.edits[http.CanonicalHeaderKey(name)] = &value
	return nil
}

func (w *World) headerOut(name string) error {
	w.edits[http.CanonicalHeaderKey(name)] = nil
	return nil
}

func (w *World) verb(verb string) error {
	w.sent = w.c.inbox.size()
	w.c.reply = w.c.exchange(verb, nil, anything)
	w.bench.noteReply(w.c.reply)
	return nil
}

// replied is the last HTTP answer.
func (w *World) replied() (*reply, error) {
	switch {
	case w.c == nil || w.c.reply == nil:
		return nil, errors.New("nothing was sent over HTTP")
	case w.c.reply.status == 0:
		return nil, w.c.reply.err
	}
	return w.c.reply, nil
}

func (w *World) status(wanted string) error {
	r, err := w.replied()
	if err != nil {
		return err
	}
	for _, want := range strings.FieldsFunc(strings.ReplaceAll(wanted, " or ", ","), func(c rune) bool { return c == ',' || c == ' ' }) {
		if got := strconv.Itoa(r.status); got == want || strings.HasSuffix(want, "xx") && got[0] == want[0] {
			return nil
		}
	}
	return fmt.Errorf("the status is %d, want %s; the body is %s", r.status, wanted, quote(r.body))
}

func (w *World) badRequest() error {
	if r, err := w.replied(); err == nil && r.status == http.StatusOK {
		return gherkin.NotObserved("the server requires no session id")
	}
	return w.status("400")
}

func (w *World) emptyBody() error {
	r, err := w.replied()
	if err == nil && len(r.body) > 0 {
		err = fmt.Errorf("the body is %s", quote(r.body))
	}
	return err
}

func (w *World) contentType(wanted string) error {
	r, err := w.replied()
	if err == nil && !slices.Contains(strings.Split(wanted, " or "), r.contentType) {
		err = fmt.Errorf("the content type is %q (HTTP %d)", r.header.Get("Content-Type"), r.status)
	}
	return err
}

func (w *World) streamOr405() error {
	r, err := w.replied()
	if err == nil && r.status != http.StatusMethodNotAllowed && (r.status != http.StatusOK || !r.isStream()) {
		err = fmt.Errorf("it is answered with HTTP %d and the content type %q", r.status, r.header.Get("Content-Type"))
	}
	return err
}

func (w *World) oneObject() error {
	r, err := w.replied()
	switch {
	case err != nil:
		return err
	case r.contentType != "application/json":
		return gherkin.NotObserved("the answer is not application/json")
	case parseFrame(r.body).members == nil:
		return fmt.Errorf("the body is %s", quote(r.body))
	}
	return nil
}

// stream is the last answer if it was an event stream.
func (w *World) stream() (*reply, error) {
	r, err := w.replied()
	if err == nil && !r.isStream() {
		err = gherkin.NotObserved("the answer is no event stream")
	}
	return r, err
}

func (w *World) streamEnds() error {
	r, err := w.stream()
	if err == nil && !r.streamEnded {
		err = fmt.Errorf("the stream is still open %s after the answer", streamGrace)
	}
	return err
}

func (w *World) eventNames() error {
	r, err := w.stream()
	if err != nil {
		return err
	}
	for _, e := range r.events {
		if e.name != "" && e.name != "message" {
			return fmt.Errorf("an event is named %q", e.name)
		}
	}
	return nil
}

func (w *World) visibleID() error {
	for _, c := range []byte(w.c.session) {
		if c < 0x21 || c > 0x7E {
			return fmt.Errorf("the session id is %q", w.c.session)
		}
	}
	return nil
}

func (w *World) differentIDs(n, length int) error {
	seen := map[string]bool{}
	for range n {
		if err := w.freshSession(); err != nil {
			return err
		}
		id := w.c.session
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
