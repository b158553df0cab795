package client

import (
	"fmt"
	"math"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func headerSteps() []gherkin.Step {
	return gherkin.Noun("header", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `every later request names the revision that was negotiated`,
			Manual: "all HTTP requests after initialize, in Mcp-Protocol-Version", Func: each(afterEach(namesRevision))},
		{Keyword: gherkin.Then, Pattern: `every later request carries the session id`, Manual: "all HTTP requests after initialize, in Mcp-Session-Id",
			Func: each(afterEach(carriesSession))},
		{Keyword: gherkin.Then, Pattern: `the id of the session before is not sent any more`, Manual: "once initialize was answered without one; not observed if it was not",
			Func: forgetsSession},
		{Keyword: gherkin.Then, Pattern: `no request carries a session id of another answer`, Manual: "than that to initialize", Func: each(keepsFirst)},
		{Keyword: gherkin.Then, Pattern: `no request carries a session id that was not given`, Manual: "not even an empty one", Func: each(inventsNone)},
		{Keyword: gherkin.Then, Pattern: `no request carries a last event id`, Manual: "where the server gives no event an id", Func: resumesNothing},
		{Keyword: gherkin.Then, Pattern: `no request names an event of the session before`, Manual: "not observed if there is one session only, or no GET in the second",
			Func: resumesOwn},
		{Keyword: gherkin.Given, Pattern: `the client sends back the session id of a correct server`, Manual: "not testable if it does not: see CLI-04",
			Func: (*World).keepsSession},
		{Keyword: gherkin.Then, Pattern: `every POST says that it is JSON`, Manual: "in Content-Type; parameters do not count", Func: each(saysJSON)},
		{Keyword: gherkin.Then, Pattern: `every (POST|GET) accepts (\S+(?: and \S+)?)`, Manual: "in Accept, by name: wildcards do not count",
			Example: "every POST accepts application/json and text/event-stream", Func: (*World).accept},
	})
}

// leavesAtOnce reports whether the client sends nothing between the last answer to initialize
// before a place and that place.
func leavesAtOnce(r *clientcheck.Run, at int) bool {
	welcomed := -1
	for _, a := range r.SentBack("initialize") {
		if a.Place < at {
			welcomed = a.Place
		}
	}
	return !slices.ContainsFunc(r.Received(), func(m clientcheck.Indexed) bool { return m.Place > welcomed && m.Place < at })
}

func namesRevision(r session) error {
	requests, err := r.Later(r.welcomed)
	if err != nil {
		return err
	}
	revisions, together := revisionsOf(r.Run), indistinct(r.Run)
	for _, q := range requests {
		if q.Verb == http.MethodDelete && leavesAtOnce(r.Run, q.Place) || together && initializing(r.Run, q.Place) {
			continue // the client does not accept the revision, or it may be about a session that is being opened: none is negotiated
		}
		if q.Method == discover {
			continue // it is of no session, and says so in its body
		}
		negotiated, named := r.RevisionAt(q.Place), q.Header.Get(clientcheck.HeaderRevision)
		if own := revisions[q.Header.Get(clientcheck.HeaderSession)]; own != "" && own == named {
			negotiated = own // what is about an earlier session is in its revision
		}
		switch {
		case !slices.Contains(legacyRevisions, negotiated):
			return verdict.NotTestable("the server speaks %q, which is no revision of the protocol", negotiated)
		case negotiated < "2025-06-18":
			return verdict.NotTestable("it holds from revision 2025-06-18 on, the session speaks %q", negotiated)
		case named != negotiated:
			return fmt.Errorf("%s (%s) has the MCP-Protocol-Version %q, negotiated was %q", q.What(), q.Verb, named, negotiated)
		}
	}
	return nil
}

// initializing reports whether an initialize waits for its answer at a place.
func initializing(r *clientcheck.Run, at int) bool {
	return slices.ContainsFunc(r.All("initialize"), func(m clientcheck.Indexed) bool {
		return m.Place < at && !slices.ContainsFunc(r.SentBack("initialize"), func(a clientcheck.Indexed) bool {
			return a.Conn == m.Conn && a.ID == m.ID && a.Place < at
		})
	})
}

// legacyRevisions are those that begin with initialize.
var legacyRevisions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

func carriesSession(r session) error {
	minted := mintedIn(r.Run)
	if len(minted) == 0 {
		return verdict.NotObserved("the server gave no session id")
	}
	requests, err := r.Later(max(r.welcomed, minted[0].Place))
	if err != nil {
		return err
	}
	given, lives, lost := map[string]bool{}, livesOf(r.Run, minted), lossesOf(r.Run, minted)
	for _, m := range minted {
		given[m.ID] = true
	}
	for _, id := range strayIDs(r.Run) {
		given[id] = true // to take it for the session's is the business of another example
	}
	for _, q := range requests {
		id := q.Header.Get(clientcheck.HeaderSession)
		if q.Method == discover || id == "" && lives.overBefore(q.Place) || hasNoSession(r.Run, minted, q.Place) {
			continue // it asks without a session, is leaving, or was given no id the last time, which is the business of CLI-45
		}
		if n := len(q.Header.Values(clientcheck.HeaderSession)); n > 1 {
			return fmt.Errorf("%s (%s) carries the session id %d times", q.What(), q.Verb, n)
		}
		if !given[id] {
			return fmt.Errorf("%s (%s) carries the session id %s, given was %s%s", q.What(), q.Verb, inShort(id), inShort(minted[0].ID), lost.note(q.Place))
		}
		if lost.replaced(q, id) {
			return fmt.Errorf("%s (%s) carries the session id %q, which %s and is followed by another", q.What(), q.Verb, id, lostSession)
		}
	}
	return nil
}

// hasNoSession reports whether the last answer to initialize before a place gave no id.
func hasNoSession(r *clientcheck.Run, minted []clientcheck.Indexed, at int) bool {
	none := false
	for _, welcome := range r.SentBack("initialize") {
		if welcome.Place < at {
			none = !slices.ContainsFunc(minted, func(m clientcheck.Indexed) bool { return m.Conn == welcome.Conn })
		}
	}
	return none
}

// forgetsSession says which message of a session without an id carries that of an earlier one.
func forgetsSession(r *clientcheck.Run) error {
	welcomes, minted := r.SentBack("initialize"), mintedIn(r)
	if len(welcomes) < 2 || len(minted) != 1 {
		return verdict.NotObserved("the client opened no second session; it %s%s", r.End(), r.LastWords())
	}
	hello, lost := r.All("initialize"), lossesOf(r, minted)
	if at, isLost := lost.at[minted[0].ID]; !isLost || len(hello) > 1 && hello[1].Place < at {
		return verdict.NotObserved("the client opened its second session beside the first")
	}
	later := slices.DeleteFunc(r.Received(), func(m clientcheck.Indexed) bool { return m.Place <= welcomes[1].Place })
	ready := slices.IndexFunc(later, func(m clientcheck.Indexed) bool { return m.Method == initialized })
	for _, m := range later[max(0, ready):] { // what comes before may have been on its way, as calls at the same time are
		if m.ID == "" == (m.Method == initialized) && m.Header.Get(clientcheck.HeaderSession) == minted[0].ID {
			return fmt.Errorf("%s carries the session id %q of the session before: %s", m.What(), minted[0].ID, quote(m.Raw))
		}
	}
	return nil
}

// strayIDs are the session ids in answers of the server to anything else than initialize.
func strayIDs(r *clientcheck.Run) []string {
	var ids []string
	minted := map[string]bool{}
	for _, e := range r.Entries(func(fakeserver.Entry) bool { return true }) {
		switch id := e.Header.Get(clientcheck.HeaderSession); {
		case e.Kind == fakeserver.KindSessionMinted:
			minted[e.ID] = true
		case id != "" && e.Direction == fakeserver.Sent && !minted[id]:
			ids = append(ids, id)
		}
	}
	return ids
}

func keepsFirst(r *clientcheck.Run) error {
	stray := strayIDs(r)
	for _, e := range r.Heads() {
		if id := e.Header.Get(clientcheck.HeaderSession); slices.Contains(stray, id) {
			return fmt.Errorf("%s (%s) carries the session id %q, which came with another answer than that to initialize", e.What(), e.Verb, id)
		}
	}
	return verdict.NotObservedIf(len(stray) == 0, "the server sent no other session id")
}

func inventsNone(r *clientcheck.Run) error {
	given := false // what a client makes of a session id is the business of another check
	for _, e := range r.Entries(func(fakeserver.Entry) bool { return true }) {
		switch value, carried := e.Header[clientcheck.HeaderSession]; {
		case e.Kind == fakeserver.KindSessionMinted, carried && e.Direction == fakeserver.Sent:
			given = true
		case carried && e.Direction == fakeserver.Received && !given:
			return fmt.Errorf("%s (%s) carries the session id %q, which the server did not give", e.What(), e.Verb, value[0])
		}
	}
	return verdict.NotObservedIf(len(r.Verbs(http.MethodPost)) == 0, "the client sent no POST")
}

// keepsSession is the foundation of checks about unusual session ids.
func (w *World) keepsSession() error {
	r, err := w.bench.Play(w.bench.Plain(w.modern))
	if err != nil {
		return err
	}
	if err := afterEach(carriesSession)(r); err != nil {
		return verdict.NotTestable("the client does not send back the session id of a correct server, see CLI-04: %s", err)
	}
	return nil
}

func resumesNothing(r *clientcheck.Run) error {
	for _, e := range r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Received
	}) {
		if value, carried := e.Header[clientcheck.HeaderLast]; carried {
			return fmt.Errorf("a %s carries the Last-Event-ID %q, and no event had an id", e.Verb, value[0])
		}
	}
	return verdict.NotObservedIf(len(r.Verbs(http.MethodPost)) == 0, "the client sent no POST")
}

// resumesOwn says which request of a session names an event of another one. The id of an event
// begins with the number of its session.
func resumesOwn(r *clientcheck.Run) error {
	listens := false
	for _, get := range r.Verbs(http.MethodGet) {
		value, carried := get.Header[clientcheck.HeaderLast]
		listens = listens || get.Conn > 1
		session, _, _ := strings.Cut(get.Header.Get(clientcheck.HeaderLast), "-")
		if n, err := strconv.Atoi(session); carried && err == nil && get.Conn > 1 && n != get.Conn {
			return fmt.Errorf("a GET of the session that followed carries the Last-Event-ID %q, which is that of an event of the session before", value[0])
		}
	}
	return verdict.NotObservedIf(!listens, "the client did not listen in a second session; it %s%s", r.End(), r.LastWords())
}

func saysJSON(r *clientcheck.Run) error {
	posts := r.Verbs(http.MethodPost)
	if r.OldTransport() {
		posts = append(posts, r.Received()...) // whose endpoint is another one
	}
	for _, q := range posts {
		if kind, _, err := mime.ParseMediaType(q.Header.Get("Content-Type")); err != nil || kind != "application/json" {
			return fmt.Errorf("a POST has the Content-Type %q", q.Header.Get("Content-Type"))
		}
	}
	return verdict.NotObservedIf(len(posts) == 0, "the client sent no POST")
}

func (w *World) accept(verb, types string) error {
	return w.each(func(r *clientcheck.Run) error { return accepts(r, verb, types) })
}

func accepts(r *clientcheck.Run, verb, types string) error {
	requests := r.Verbs(verb)
	if len(requests) == 0 {
		return verdict.NotObserved("the client sent no %s", verb)
	}
	for _, q := range requests {
		listed := mediaTypes(q.Header)
		for wanted := range strings.SplitSeq(types, " and ") {
			if !slices.Contains(listed, wanted) {
				return fmt.Errorf("a %s has the Accept %q, which does not list %s", verb, strings.Join(q.Header.Values("Accept"), ", "), wanted)
			}
		}
	}
	return nil
}

// lives are the sessions of a run, in the order in which they were given.
type lives struct {
	begins []int // places
	over   []int // the place by which this session and all before it are ended by DELETE
}

func livesOf(r *clientcheck.Run, minted []clientcheck.Indexed) (out lives) {
	ended := map[string][]int{}
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == "session ended" }) {
		ended[e.ID] = append(ended[e.ID], e.Place)
	}
	last := -1
	for _, m := range minted {
		end := math.MaxInt // it is not
		if at, _ := slices.BinarySearch(ended[m.ID], m.Place); at < len(ended[m.ID]) {
			end = ended[m.ID][at]
		}
		last = max(last, end)
		out.begins, out.over = append(out.begins, m.Place), append(out.over, last)
	}
	return out
}

// overBefore reports whether every session that was given before a place was ended before it.
func (l lives) overBefore(at int) bool {
	n, _ := slices.BinarySearch(l.begins, at)
	return n == 0 || l.over[n-1] < at
}

// isZero reports whether a weight says that a type is not accepted.
func isZero(weight string) bool {
	return weight != "" && strings.Trim(weight, "0.") == ""
}

// mediaTypes are the types in Accept that are wanted, without parameters, in small letters.
func mediaTypes(h http.Header) []string {
	var out []string
	for _, value := range h.Values("Accept") {
		for part := range strings.SplitSeq(value, ",") {
			if kind, with, err := mime.ParseMediaType(part); err == nil && !isZero(with["q"]) {
				out = append(out, kind)
			}
		}
	}
	return out
}

// inShort quotes an id; of a long one its beginning, and how long it is.
func inShort(id string) string {
	const shown = 60
	if len(id) <= shown {
		return fmt.Sprintf("%q", id)
	}
	return fmt.Sprintf("%q… (%d bytes)", id[:shown], len(id))
}
