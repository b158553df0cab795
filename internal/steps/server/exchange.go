package server

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// exchanges is the noun of steps about one HTTP request and its reply.
type exchanges struct{ *check }

func exchangeSteps() []Step {
	return gherkin.Noun("http exchange", []Step{
		{Keyword: Given, Pattern: `the server gives session ids`, Manual: "not testable if it gives none", Func: (*exchanges).givesIDs},
		{Keyword: Given, Pattern: `the session has been deleted`, Manual: "not testable if DELETE is refused", Func: (*exchanges).deleted},
		{Keyword: Given, Pattern: `the header "([^"]+)" is "([^"]*)"`, Manual: "on all that is sent from now on",
			Example: `the header "Origin" is "http://evil.example"`, Func: (*exchanges).header},
		{Keyword: Given, Pattern: `the header "([^"]+)" is left out`, Manual: "from all that is sent from now on",
			Example: `the header "Mcp-Session-Id" is left out`, Func: (*exchanges).headerOut},
		{Keyword: When, Pattern: `(GET|DELETE) is sent`, Manual: "to the endpoint", Example: "GET is sent", Func: (*exchanges).verb},
		{Keyword: Then, Pattern: `the status is ([0-9x]+(?:(?:, | or )[0-9x]+)*)`, Manual: "one of these; 2xx is any success",
			Example: "the status is 202 or 204", Func: (*exchanges).status},
		{Keyword: Then, Pattern: `the status is 400 where an id is required`, Manual: "not observed if the request succeeds: then none is",
			Func: (*exchanges).badRequest},
		{Keyword: Then, Pattern: `the body is empty`, Manual: "of the answer", Func: (*exchanges).emptyBody},
		{Keyword: Then, Pattern: `the content type is ([a-z/-]+(?: or [a-z/-]+)*)`, Manual: "one of these, whatever its parameters",
			Example: "the content type is application/json or text/event-stream", Func: (*exchanges).contentType},
		{Keyword: Then, Pattern: `the answer is an event stream or the status is 405`, Manual: "what a GET may be answered with",
			Func: (*exchanges).streamOr405},
		{Keyword: Then, Pattern: `a JSON body is one object`, Manual: "not observed if the answer was an event stream", Func: (*exchanges).oneObject},
		{Keyword: Then, Pattern: `an event stream ends after the answer`, Manual: "within 2s; not observed if the answer was no stream",
			Func: (*exchanges).streamEnds},
		{Keyword: Then, Pattern: `every event is unnamed or named message`, Manual: "not observed if the answer was no stream",
			Func: (*exchanges).eventNames},
		{Keyword: Then, Pattern: `the session id is visible ASCII`, Manual: "0x21 to 0x7E", Func: (*exchanges).visibleID},
		{Keyword: Then, Pattern: `(\d+) sessions get different ids of at least (\d+) characters`, Manual: "opened one after the other",
			Example: "10 sessions get different ids of at least 16 characters", Func: (*exchanges).differentIDs},
	})
}

func (w *exchanges) givesIDs() error {
	if w.c.Session == "" {
		return verdict.NotTestable("the server gives no session ids")
	}
	return nil
}

func (w *exchanges) deleted() error {
	w.c.Reply = w.c.Exchange(http.MethodDelete, nil, probe.Anything)
	w.bench.NoteReply(w.c.Reply)
	if status := w.c.Reply.Status; status < 200 || status > 299 {
		return verdict.NotTestable("DELETE is answered with %d: sessions cannot be ended", status)
	}
	return nil
}

func (w *exchanges) header(name, value string) error {
	w.edits[http.CanonicalHeaderKey(name)] = &value
	return nil
}

func (w *exchanges) headerOut(name string) error {
	w.edits[http.CanonicalHeaderKey(name)] = nil
	return nil
}

func (w *exchanges) verb(verb string) error {
	w.sent = w.c.Inbox.Size()
	w.c.Reply = w.c.Exchange(verb, nil, probe.Anything)
	w.bench.NoteReply(w.c.Reply)
	return nil
}

// replied is the last HTTP answer.
func (w *check) replied() (*probe.Reply, error) {
	switch {
	case w.c == nil || w.c.Reply == nil:
		return nil, errors.New("nothing was sent over HTTP")
	case w.c.Reply.Status == 0:
		return nil, w.c.Reply.Err
	}
	return w.c.Reply, nil
}

func (w *exchanges) status(wanted string) error {
	r, err := w.replied()
	if err != nil {
		return err
	}
	for _, want := range strings.FieldsFunc(strings.ReplaceAll(wanted, " or ", ","), func(c rune) bool { return c == ',' || c == ' ' }) {
		if got := strconv.Itoa(r.Status); got == want || strings.HasSuffix(want, "xx") && got[0] == want[0] {
			return nil
		}
	}
	return fmt.Errorf("the status is %d, want %s; the body is %s", r.Status, wanted, probe.Quote(r.Body))
}

func (w *exchanges) badRequest() error {
	if r, err := w.replied(); err == nil && r.Status == http.StatusOK {
		return verdict.NotObserved("the server requires no session id")
	}
	return w.status("400")
}

func (w *exchanges) emptyBody() error {
	r, err := w.replied()
	if err == nil && len(r.Body) > 0 {
		err = fmt.Errorf("the body is %s", probe.Quote(r.Body))
	}
	return err
}

func (w *exchanges) contentType(wanted string) error {
	r, err := w.replied()
	if err == nil && !slices.Contains(strings.Split(wanted, " or "), r.ContentType) {
		err = fmt.Errorf("the content type is %q (HTTP %d)", r.Header.Get("Content-Type"), r.Status)
	}
	return err
}

func (w *exchanges) streamOr405() error {
	r, err := w.replied()
	if err == nil && r.Status != http.StatusMethodNotAllowed && (r.Status != http.StatusOK || !r.IsStream()) {
		err = fmt.Errorf("it is answered with HTTP %d and the content type %q", r.Status, r.Header.Get("Content-Type"))
	}
	return err
}

func (w *exchanges) oneObject() error {
	r, err := w.replied()
	switch {
	case err != nil:
		return err
	case r.ContentType != "application/json":
		return verdict.NotObserved("the answer is not application/json")
	case probe.ParseFrame(r.Body).Members == nil:
		return fmt.Errorf("the body is %s", probe.Quote(r.Body))
	}
	return nil
}

// stream is the last answer if it was an event stream.
func (w *exchanges) stream() (*probe.Reply, error) {
	r, err := w.replied()
	if err == nil && !r.IsStream() {
		err = verdict.NotObserved("the answer is no event stream")
	}
	return r, err
}

func (w *exchanges) streamEnds() error {
	r, err := w.stream()
	if err == nil && !r.StreamEnded {
		err = fmt.Errorf("the stream is still open %s after the answer", probe.StreamGrace)
	}
	return err
}

func (w *exchanges) eventNames() error {
	r, err := w.stream()
	if err != nil {
		return err
	}
	for _, e := range r.Events {
		if e.Name != "" && e.Name != "message" {
			return fmt.Errorf("an event is named %q", e.Name)
		}
	}
	return nil
}

func (w *exchanges) visibleID() error {
	for _, c := range []byte(w.c.Session) {
		if c < 0x21 || c > 0x7E {
			return fmt.Errorf("the session id is %q", w.c.Session)
		}
	}
	return nil
}

func (w *exchanges) differentIDs(n, length int) error {
	seen := map[string]bool{}
	for range n {
		if err := w.freshSession(); err != nil {
			return err
		}
		id := w.c.Session
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
