package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func messageSteps() []gherkin.Step {
	return gherkin.Noun("message", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `everything that is sent is a message`, Manual: "each line or body is one JSON-RPC object", Func: pure},
		{Keyword: gherkin.Then, Pattern: `every id is a string or an integer`, Manual: "of requests", Func: idTypes},
		{Keyword: gherkin.Then, Pattern: `no id is used twice`, Manual: "in one session, by requests", Func: idsOnce},
		{Keyword: gherkin.Then, Pattern: `every cursor comes back as it was given`, Manual: "compared after JSON is decoded", Func: cursors},
		{Keyword: gherkin.Then, Pattern: `at most (\d+) requests are sent`, Manual: "HTTP requests at the endpoint", Example: "at most 20 requests are sent",
			Func: bounded},
		{Keyword: gherkin.Then, Pattern: `at most (\d+) lists are asked for`, Manual: "tools/list", Example: "at most 20 lists are asked for", Func: boundedLists},
	})
}

func pure(r *clientcheck.Run) error {
	for _, e := range r.Raw() {
		if err := notMessage(e.Entry); err != nil {
			return fmt.Errorf("%w: %s", err, quote(e.Raw))
		}
	}
	return nil
}

// notMessage says why bytes that the server refused are no JSON-RPC object. What
// is only wrong with the id is the business of another check, and a blank line
// does no harm.
func notMessage(e fakeserver.Entry) error {
	text := strings.TrimSpace(e.Raw)
	var members map[string]json.RawMessage
	switch {
	case text == "" || e.Size > len(e.Raw): // of the rest nothing is known
		return nil
	case strings.HasPrefix(text, "["):
		return errors.New("it is an array")
	case json.Unmarshal([]byte(text), &members) != nil || members == nil:
		return errors.New("it is no JSON object")
	case string(members["jsonrpc"]) != `"2.0"`:
		return errors.New(`its jsonrpc member is not "2.0"`)
	case members["method"] == nil && members["result"] == nil && members["error"] == nil:
		return errors.New("it has neither a method nor a result or an error")
	}
	return nil
}

func idTypes(r *clientcheck.Run) error {
	if len(r.Asked()) == 0 {
		return verdict.NotObserved("the client sent no request")
	}
	for _, e := range r.Raw() { // the server takes others for no messages
		var m struct{ ID, Method json.RawMessage }
		if json.Unmarshal([]byte(e.Raw), &m) != nil || m.Method == nil || m.ID == nil {
			continue
		}
		var text string
		var number int64
		if string(m.ID) == "null" || json.Unmarshal(m.ID, &text) != nil && json.Unmarshal(m.ID, &number) != nil {
			return fmt.Errorf("the id of a request is %s: %s", m.ID, quote(e.Raw))
		}
	}
	return nil
}

func idsOnce(r *clientcheck.Run) error {
	requests := r.Asked()
	if len(requests) < 2 {
		return verdict.NotObserved("the client sent fewer than two requests")
	}
	type key struct {
		conn int
		id   string
	}
	first := map[key]string{}
	for _, m := range requests {
		k := key{m.Conn, m.ID}
		if earlier := first[k]; earlier != "" {
			return fmt.Errorf("%s has the id %s, which %s had before", m.Method, m.ID, earlier)
		}
		first[k] = m.Method
	}
	return nil
}

func cursors(r *clientcheck.Run) error {
	given := map[string]bool{}
	for _, a := range r.SentBack("tools/list") {
		var page struct{ NextCursor *string }
		if json.Unmarshal(clientcheck.Result(a.Raw), &page) == nil && page.NextCursor != nil {
			given[*page.NextCursor] = true
		}
	}
	seen := false
	for _, m := range r.All("tools/list") {
		var p struct{ Cursor json.RawMessage }
		clientcheck.Params(m.Raw, &p)
		if p.Cursor == nil {
			continue
		}
		var cursor string
		seen = true
		if err := json.Unmarshal(p.Cursor, &cursor); err != nil || !given[cursor] {
			return fmt.Errorf("the cursor %s was never given: %s", p.Cursor, quote(m.Raw))
		}
	}
	return verdict.NotObservedIf(!seen, "the client asks for the first page only")
}

func bounded(r *clientcheck.Run, most int) error {
	if n := len(r.Verbs("POST")) + len(r.Verbs("GET")); n > most {
		return fmt.Errorf("%d requests were sent", n)
	}
	return nil
}

func boundedLists(r *clientcheck.Run, most int) error {
	switch n := len(r.All("tools/list")); {
	case n == 0:
		return verdict.NotObserved("the client asked for no list")
	case n > most:
		return fmt.Errorf("%d lists were asked for", n)
	}
	return nil
}

// quote shows bytes to a person, shortened and without control characters.
func quote(raw string) string {
	const shown = 160
	if len(raw) > shown {
		return fmt.Sprintf("%q…", raw[:shown])
	}
	return fmt.Sprintf("%q", raw)
}
