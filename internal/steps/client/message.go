package client

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func messageSteps() []gherkin.Step {
	return gherkin.Noun("message", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `everything that is sent is a message`, Manual: "each line or body is one JSON-RPC object, and params are one", Func: each(pure)},
		{Keyword: gherkin.Then, Pattern: `no object that is sent has two members of one name`, Manual: "in every message, at any depth", Func: each(membersOnce)},
		{Keyword: gherkin.Then, Pattern: `everything that is sent is UTF-8`, Manual: "without a byte order mark", Func: each(encoded)},
		{Keyword: gherkin.Then, Pattern: `every line ends with a line feed alone and says something`, Manual: "of a client over stdio", Func: each(plainLines)},
		{Keyword: gherkin.Then, Pattern: `requests have an id and notifications none`, Manual: "told apart by their method", Func: each(idsWhereTheyBelong)},
		{Keyword: gherkin.Then, Pattern: `every answer belongs to a request of the server`,
			Manual: "by its id; it comes once, with a result or an error", Func: each(answersFit)},
		{Keyword: gherkin.Then, Pattern: `no answer has a rounded id`, Manual: "of a request of the server whose id is beyond 2^53; not observed if none is answered", Func: keepsDigits},
		{Keyword: gherkin.Then, Pattern: `every initialize introduces the client`, Manual: "protocolVersion, capabilities, name and version", Func: each(introduced)},
		{Keyword: gherkin.Then, Pattern: `every initialize offers a revision that begins with it`, Manual: "2025-11-25 or earlier; a draft may", Func: each(offersHandshake)},
		{Keyword: gherkin.Then, Pattern: `every message has the params of its method`, Manual: "as the specification defines them", Func: each(shaped)},
		{Keyword: gherkin.Then, Pattern: `progress is told of what the server asked for`, Manual: "by a token that an earlier request of the server has; not observed if none is told", Func: each(tellsProgress)},
		{Keyword: gherkin.Then, Pattern: `no notification is sent that was not declared`, Manual: "such as that of roots, in capabilities", Func: each(declared)},
		{Keyword: gherkin.Then, Pattern: `nothing is cancelled that was answered`, Manual: "a second before, or earlier, or as soon as it was asked for, or sooner after calls that took different times", Func: (*World).cancelsOpen},
		{Keyword: gherkin.Then, Pattern: `every id is a string or an integer`, Manual: "of requests", Func: each(idTypes)},
		{Keyword: gherkin.Then, Pattern: `no id is used twice`, Manual: "in one session, by requests", Func: each(idsOnce)},
		{Keyword: gherkin.Then, Pattern: `every cursor comes back as it was given`, Manual: "compared after JSON is decoded; in every situation up to what its server does wrong", Func: (*World).cursors},
		{Keyword: gherkin.Then, Pattern: `the client goes on with the list`, Manual: "it asks for the next page, or calls a tool; a client that follows cursors follows that of the list", Func: (*World).goesOn},
		{Keyword: gherkin.Then, Pattern: `at most (\d+) requests are sent`, Manual: "HTTP requests at the endpoint", Example: "at most 20 requests are sent",
			Func: bounded},
		{Keyword: gherkin.Then, Pattern: `the client stops trying`,
			Manual: "at most 20 POSTs are refused, and none in the last 3s of a client that has to be ended", Func: stopsTrying},
		{Keyword: gherkin.Then, Pattern: `at most (\d+) lists are asked for`, Manual: "tools/list, for each time that a tool of a correct server is called", Example: "at most 20 lists are asked for", Func: (*World).boundedLists},
	})
}

func idTypes(r *clientcheck.Run) error {
	for _, e := range r.Raw() { // the server takes others for no messages
		members := membersOf(e.Entry)
		if method, _ := textOf(members["method"]); members["method"] == nil || members["id"] == nil || strings.HasPrefix(method, "notifications/") {
			continue
		}
		if _, ok := idOf(members["id"]); !ok {
			return fmt.Errorf("the id of a request is %s: %s", members["id"], quote(e.Raw))
		}
	}
	return verdict.NotObservedIf(len(r.Asked()) == 0, "the client sent no request")
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
	first, refused := map[key]clientcheck.Indexed{}, r.Refused()
	if sessionsBlur(r) || twins(r) {
		return verdict.NotObserved("the client opens several sessions that their names do not tell apart")
	}
	for _, m := range requests {
		id, _ := idOf(json.RawMessage(m.ID))
		k := key{m.Conn, id}
		earlier, used := first[k]
		if used && (earlier.Raw != m.Raw || !refused) { // what was refused may be sent again as it is
			return fmt.Errorf("%s has the id %s, which %s had before", m.Method, m.ID, earlier.Method)
		}
		first[k] = m
	}
	return nil
}

// sessionsBlur reports whether the client has opened several sessions that their names do not
// tell apart: each may count its ids from one.
func sessionsBlur(r *clientcheck.Run) bool {
	names := map[string]bool{}
	for _, e := range mintedIn(r) {
		names[e.ID] = true
	}
	hellos := r.All("initialize")
	return len(hellos) > 1 && hellos[0].Transport == "http" && len(r.SentBack("initialize")) > max(1, len(names))
}

// twins reports whether several clients of one program ask the same server without a handshake: over
// HTTP nothing tells their requests apart. Each begins with the same words, and goes on: a client
// that only repeats what was refused is one.
func twins(r *clientcheck.Run) bool {
	told := func(method string) int {
		return len(slices.DeleteFunc(r.SentBack(method), func(a clientcheck.Indexed) bool { return clientcheck.Result(a.Raw) == nil }))
	}
	asked := r.All(discover)
	return len(asked) > 1 && asked[0].Transport == "http" && asked[0].Raw == asked[1].Raw && (told(discover) > 1 || told("initialize") > 1)
}

// cursors leaves what a client makes of an answer that is not as others to the check of its situation.
func (w *World) cursors() error {
	if w.cases == nil {
		return w.each(cursors)
	}
	return w.each(func(r *clientcheck.Run) error {
		return cursorsAmong(r, slices.DeleteFunc(lists(r.Received()), func(m clientcheck.Indexed) bool { return r.BrokeBefore(m.Place) }))
	})
}

func cursors(r *clientcheck.Run) error { return cursorsAmong(r, lists(r.Received())) }

// cursorsAmong judges the cursors in some of the requests for lists.
func cursorsAmong(r *clientcheck.Run, asked []clientcheck.Indexed) error {
	type ofList struct {
		conn           int
		method, cursor string
	}
	given, sessions, begun := map[ofList]bool{}, welcomesOf(r), map[ofList]int{}
	for _, m := range asked {
		if cursorOf(m) == nil {
			begun[ofList{m.Conn, m.Method, ""}]++
		}
	}
	several := slices.Max(append(slices.Collect(maps.Values(begun)), 0)) > 1 // one of them may have gone on in a new session
	key := func(m clientcheck.Indexed, cursor string) ofList {
		if _, opened := sessions[m.Conn]; !opened || several {
			return ofList{0, m.Method, cursor}
		}
		return ofList{m.Conn, m.Method, cursor} // cursors are of the session that they were given in
	}
	for _, a := range lists(r.Entries(isSent)) {
		if next := nextOf(a); next != nil {
			given[key(a, *next)] = true
		}
	}
	seen := false
	for _, m := range asked {
		var p struct{ Cursor json.RawMessage }
		clientcheck.Params(m.Raw, &p)
		if p.Cursor == nil {
			continue
		}
		var cursor string
		seen = true
		if err := jsonparts.Unmarshal(p.Cursor, &cursor); err != nil || !given[key(m, cursor)] {
			return fmt.Errorf("the cursor %s was never given for %s: %s", p.Cursor, m.Method, quote(m.Raw))
		}
	}
	return verdict.NotObservedIf(!seen, "the client asks for the first page only")
}

// goesOn is how the answer to the first list was understood. A client that asks again for
// what it could not read has not understood it.
func (w *World) goesOn(r *clientcheck.Run) error {
	asked := r.All("tools/list")
	if lost := allPages(r); len(asked) > 1 && lost != nil && w.paged(followsOnce) == nil {
		return fmt.Errorf("the list is not understood: %w", lost)
	}
	switch {
	case len(asked) == 0:
		return verdict.NotObserved("the client asked for no list; it %s", r.End())
	case len(asked) == 1 && !r.Sent("tools/call"):
		return fmt.Errorf("the client does nothing with the list; it %s%s", r.End(), r.LastWords())
	}
	return nil
}

func isSent(e fakeserver.Entry) bool {
	return e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Sent
}

// lists are the messages that have to do with a list.
func lists(messages []clientcheck.Indexed) []clientcheck.Indexed {
	return slices.DeleteFunc(messages, func(m clientcheck.Indexed) bool { return !strings.HasSuffix(m.Method, "/list") })
}

func bounded(r *clientcheck.Run, most int) error {
	if n := len(r.Verbs("POST")) + len(r.Verbs("GET")); n > most {
		if again := len(r.All("initialize")); again > 1 {
			return fmt.Errorf("%d requests were sent, of them %d times initialize", n, again)
		}
		return fmt.Errorf("%d requests were sent", n)
	}
	return nil
}

// stopsTrying needs no quick client: one that still tries at the end of a long run
// would go on for ever.
func stopsTrying(r *clientcheck.Run) error {
	const most, calm = 20, 3 * time.Second
	refused := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Sent && e.Verb == http.MethodPost && e.Status >= http.StatusBadRequest
	})
	switch n := len(refused); {
	case n == 0:
		return verdict.NotObserved("nothing was refused; the client %s", r.End())
	case n > most:
		return fmt.Errorf("%d requests are refused", n)
	case n > 2 && !r.Ended && r.Stop.Sub(refused[n-1].At) < calm:
		return fmt.Errorf("%d requests are refused, and the client still tries after %s", n, r.Limit)
	}
	return nil
}

func (w *World) boundedLists(r *clientcheck.Run, most int) error {
	most *= w.usualCalls() // each takes its time
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
