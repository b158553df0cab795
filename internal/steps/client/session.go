package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func sessionSteps() []gherkin.Step {
	return gherkin.Noun("session", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `initialize is the first message`, Manual: "of the client, and over stdio to each process", Func: each(initializeFirst)},
		{Keyword: gherkin.Then, Pattern: `initialized follows the answer to initialize`, Manual: "before any request but ping", Func: each(afterEach(initializedFollows))},
		{Keyword: gherkin.Then, Pattern: `initialized is not sent before the answer to initialize`, Manual: "of a server that takes its time", Func: each(initializedWaits)},
		{Keyword: gherkin.Then, Pattern: `no session is opened twice`, Manual: "by initialize or initialized; what was refused may be repeated",
			Func: each(afterEach(opensOnce))},
		{Keyword: gherkin.Then, Pattern: `nothing but pings is sent before the answer to initialize`,
			Manual: "no GET before initialize either; answers to the server's own requests are no requests", Func: each(afterEach(onlyPings))},
		{Keyword: gherkin.Then, Pattern: `nothing is sent after the answer to initialize`, Manual: "no message but pings; GET and DELETE are none", Func: disconnects},
		{Keyword: gherkin.Then, Pattern: `no request needs (.+)`, Manual: "capabilities, after the names they have in initialize",
			Example: "no request needs prompts, resources, completions or logging", Func: needsNot},
		{Keyword: gherkin.Then, Pattern: `no tool is asked for`, Manual: "tools/list and tools/call; not observed if the server has not said what it can do", Func: asksNoTool},
		{Keyword: gherkin.Then, Pattern: `no undeclared capability of the server is used`, Manual: "prompts, resources, subscriptions, completions, logging",
			Func: each(afterEach(needsDeclared))},
		{Keyword: gherkin.Then, Pattern: `a new session is opened after the 404`, Manual: "an initialize without a session id", Func: opensAgain},
		{Keyword: gherkin.Then, Pattern: `no initialize carries a session id`, Manual: "however many there are", Func: each(cleanInitialize)},
		{Keyword: gherkin.Then, Pattern: `the session is deleted`, Manual: "by DELETE, before the client ends", Func: deletes},
	})
}

// initializeFirst looks at each process of the server; over HTTP what begins a session has other checks.
func initializeFirst(r *clientcheck.Run) error {
	begun := map[int]bool{}
	for _, m := range r.Received() {
		switch {
		case m.Method == "initialize":
			begun[m.Conn] = true
		case m.Method == discover, begun[m.Conn], m.Transport != "stdio" && len(begun) > 0, m.IsModern():
		case len(begun) > 0:
			return fmt.Errorf("the first message to server number %d is %s: %s", m.Conn, m.What(), quote(m.Raw))
		default:
			return fmt.Errorf("the first message is %s: %s", m.What(), quote(m.Raw))
		}
	}
	return verdict.NotObservedIf(len(begun) == 0, "the client sent no initialize; it %s%s", r.End(), r.LastWords())
}

// discover is what clients that know the revision 2026-07-28, too, may ask before
// they fall back to initialize.
const discover = clientcheck.Discover

// session is a run in which initialize was answered.
type session struct {
	*clientcheck.Run
	welcomed int // the place of the answer
}

func afterWelcome(r *clientcheck.Run) (session, error) {
	at := r.Welcomed()
	if at < 0 {
		return session{}, verdict.NotObserved("initialize was not answered; the client %s", r.End())
	}
	return session{r, at}, nil
}

// afterEach judges a run in which initialize was answered.
func afterEach(judge func(session) error) func(*clientcheck.Run) error {
	return func(r *clientcheck.Run) error {
		s, err := afterWelcome(r)
		if err != nil {
			return err
		}
		return judge(s)
	}
}

// initializedFollows looks at every connection in which the client goes on: each new
// session begins in this way.
func initializedFollows(r session) error {
	going := 0
	for _, welcome := range r.SentBack("initialize") {
		if clientcheck.Result(welcome.Raw) == nil {
			continue
		}
		goesOn, err := opened(r.Run, welcome)
		if err != nil {
			return err
		}
		if goesOn {
			going++
		}
	}
	if going == 0 {
		return clientcheck.NotGoingOn(r.Run)
	}
	return nil
}

// opened says what is wrong with what follows the answer to an initialize in its
// connection. Over HTTP a request may overtake initialized, which comes before the
// request is answered then.
func opened(r *clientcheck.Run, welcome clientcheck.Indexed) (goesOn bool, err error) {
	for _, m := range written(r) {
		switch {
		case m.Place < welcome.Place || m.Conn != welcome.Conn:
		case isInitialized(m):
			return true, nil
		case m.Method != "" && m.ID != "" && m.Method != "ping" && m.Method != "initialize" && m.Method != discover && !overtakes(r, m):
			return true, fmt.Errorf("%s comes before notifications/initialized: %s", m.Method, quote(m.Raw))
		}
	}
	return false, nil
}

// initializedWaits says which initialized comes while initialize is open.
func initializedWaits(r *clientcheck.Run) error {
	welcomed := r.Welcomed()
	for _, m := range written(r) {
		if isInitialized(m) && (welcomed < 0 || m.Place < welcomed) {
			return fmt.Errorf("%s comes before the answer to initialize: %s", initialized, quote(m.Raw))
		}
	}
	return verdict.NotObservedIf(welcomed < 0 && len(r.SentBack("initialize")) == 0, "initialize was not answered; the client %s", r.End())
}

// isInitialized reports whether a message is initialized, in whatever form.
func isInitialized(m clientcheck.Indexed) bool {
	return m.Method == initialized || m.Kind == fakeserver.KindRaw && strings.Contains(m.Raw, `"`+initialized+`"`)
}

// initialized is the notification that ends the handshake.
const initialized = "notifications/initialized"

// indistinct reports whether sessions cannot be told from each other: there are several over
// HTTP, and the server gave none an id. Two clients of one program, side by side, are such.
func indistinct(r *clientcheck.Run) bool {
	hello := r.All("initialize")
	return len(hello) > 1 && hello[0].Transport == "http" && !r.OldTransport() &&
		len(mintedIn(r)) == 0
}

// opensOnce says which session is opened twice.
func opensOnce(r session) error {
	excused := r.Refused() || indistinct(r.Run) && len(r.All(initialized)) <= len(r.All("initialize"))
	for _, method := range []string{"initialize", initialized} {
		seen := map[int]bool{}
		for _, m := range r.All(method) {
			if seen[m.Conn] && !excused { // what was refused may be sent again, or belongs to another session
				return fmt.Errorf("%s is sent twice in one session: %s", method, quote(m.Raw))
			}
			seen[m.Conn] = true
		}
	}
	return nil
}

// overtakes reports whether initialized comes before a request is answered.
func overtakes(r *clientcheck.Run, request clientcheck.Indexed) bool {
	if request.Transport != "http" {
		return false
	}
	for _, m := range r.All("notifications/initialized") {
		if m.Place > request.Place && m.Conn == request.Conn {
			return !slices.ContainsFunc(r.SentBack(request.Method), func(a clientcheck.Indexed) bool {
				return a.ID == request.ID && a.Place < m.Place
			})
		}
	}
	return false
}

func onlyPings(r session) error {
	hello := r.All("initialize")
	if get, post := r.Verbs(http.MethodGet), r.Verbs(http.MethodPost); len(get) > 0 && len(post) > 0 && get[0].Place < post[0].Place {
		return errors.New("a GET is sent before initialize")
	}
	for _, m := range r.Received() {
		early := len(hello) > 0 && m.Place > hello[0].Place && m.Place < r.welcomed
		switch m.Method {
		case "", "initialize", "ping", "notifications/cancelled": // to cancel initialize is the business of another check
		default:
			if early {
				return fmt.Errorf("%s is sent before initialize is answered: %s", m.Method, quote(m.Raw))
			}
		}
	}
	return nil
}

func disconnects(r session) error {
	for _, m := range r.Received() {
		if m.Place > r.welcomed && m.Method != "ping" { // a ping may have been on its way
			return fmt.Errorf("the client goes on with %s: %s", m.What(), quote(m.Raw))
		}
	}
	return nil
}

// needs maps capabilities to the beginnings of the methods that need them.
var needs = map[string]string{
	"prompts": "prompts/", "resources": "resources/", "completions": "completion/", "logging": "logging/", "tools": "tools/", "tasks": "tasks/",
}

func needsNot(r session, capabilities string) error {
	split := func(r rune) bool { return r == ',' || r == ' ' }
	seen := false
	for _, m := range r.Received() {
		seen = seen || m.Place > r.welcomed
		for _, capability := range strings.FieldsFunc(strings.ReplaceAll(capabilities, " or ", ","), split) {
			prefix, known := needs[capability]
			switch {
			case !known:
				return fmt.Errorf("%q is no capability of servers", capability)
			case strings.HasPrefix(m.Method, prefix):
				return fmt.Errorf("%s is sent although the server does not declare %s: %s", m.Method, capability, quote(m.Raw))
			}
		}
	}
	return verdict.NotObservedIf(!seen, "the client sent nothing after initialize was answered")
}

// needsDeclared looks at what each connection has declared. Tools are what the client
// is told to use.
func needsDeclared(r session) error {
	welcomes := welcomesOf(r.Run)
	for _, m := range r.Received() {
		capability, option := needed(m.Method)
		welcome, welcomed := welcomes[m.Conn]
		if capability == "" || !welcomed || welcome.place > m.Place {
			continue
		}
		options, has := welcome.capabilities[capability]
		if !has || option != "" && !isGranted(options[option]) {
			return fmt.Errorf("%s is sent although the server does not declare %s: %s",
				m.Method, strings.TrimSuffix(capability+"."+option, "."), quote(m.Raw))
		}
	}
	return callsAsDeclared(r.Run, welcomes)
}

// asksNoTool is for servers of both eras that declare no tools.
func asksNoTool(r *clientcheck.Run) error {
	told := slices.Concat(r.SentBack("initialize"), r.SentBack(discover))
	told = slices.DeleteFunc(told, func(a clientcheck.Indexed) bool { return clientcheck.Result(a.Raw) == nil })
	if len(told) == 0 {
		return verdict.NotObserved("the client did not ask what the server can do; it %s%s", r.End(), r.LastWords())
	}
	for _, m := range r.Received() {
		if m.Place > told[0].Place && (m.Method == "tools/list" || m.Method == "tools/call") { // others are agreed upon otherwise
			return fmt.Errorf("%s is sent although the server declares no tools: %s", m.Method, quote(m.Raw))
		}
	}
	return nil
}

// isGranted reports whether a server says that it can do something.
func isGranted(raw json.RawMessage) bool { return string(raw) == "true" || isObject(raw) }

// callsAsDeclared says which call is made a task although the server does not declare that it can be one.
func callsAsDeclared(r *clientcheck.Run, welcomes map[int]welcomeOf) error {
	for _, m := range r.All("tools/call") {
		var p struct{ Task json.RawMessage }
		clientcheck.Params(m.Raw, &p)
		welcome, welcomed := welcomes[m.Conn]
		if !isObject(p.Task) || !welcomed || welcome.place > m.Place {
			continue
		}
		requests, _ := members(welcome.capabilities["tasks"]["requests"])
		tools, _ := members(requests["tools"])
		if !isGranted(tools["call"]) {
			return fmt.Errorf("a call is made a task although the server does not declare tasks.requests.tools.call: %s", quote(m.Raw))
		}
	}
	return nil
}

// welcomeOf is the first answer to initialize of a connection.
type welcomeOf struct {
	place        int
	capabilities map[string]map[string]json.RawMessage
}

// welcomesOf are those of all connections that have one.
func welcomesOf(r *clientcheck.Run) map[int]welcomeOf {
	out := map[int]welcomeOf{}
	for _, a := range r.SentBack("initialize") {
		result := clientcheck.Result(a.Raw)
		if _, known := out[a.Conn]; known || result == nil {
			continue
		}
		var told struct {
			Capabilities map[string]map[string]json.RawMessage
		}
		_ = jsonparts.Unmarshal(result, &told)
		out[a.Conn] = welcomeOf{a.Place, told.Capabilities}
	}
	return out
}

// options are those of a capability that methods need.
var options = map[string]string{
	"resources/subscribe": "subscribe", "resources/unsubscribe": "subscribe", "tasks/list": "list", "tasks/cancel": "cancel",
}

// needed is the capability of servers that a method needs, and the option in it.
func needed(method string) (capability, option string) {
	for name, prefix := range needs {
		if name != "tools" && strings.HasPrefix(method, prefix) {
			capability = name
		}
	}
	return capability, options[method]
}

func opensAgain(r *clientcheck.Run) error {
	refused := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Sent && e.Verb == http.MethodPost && e.Status == http.StatusNotFound && e.Conn > 0
	})
	if len(refused) == 0 {
		return verdict.NotObserved("the client did not use the session after it was lost")
	}
	for _, m := range r.All("initialize") {
		if m.Place > refused[0].Place {
			return nil
		}
	}
	return fmt.Errorf("no initialize follows; the client %s%s", r.End(), r.LastWords())
}

func cleanInitialize(r *clientcheck.Run) error {
	all := r.All("initialize")
	if len(all) == 0 {
		return verdict.NotObserved("the client sent no initialize")
	}
	given := map[string]bool{}
	for _, e := range mintedIn(r) {
		given[e.ID] = true
	}
	for i, m := range all {
		if id := m.Header.Get(clientcheck.HeaderSession); id != "" && given[id] { // what was never given is the business of another check
			return fmt.Errorf("initialize number %d carries the session id %q", i+1, id)
		}
	}
	return nil
}

func deletes(r session) error {
	switch {
	case len(r.Verbs(http.MethodDelete)) > 0:
		return nil
	case !r.Ended:
		return verdict.NotObserved("the client %s: it was never done", r.End())
	}
	return fmt.Errorf("the client %s and has sent no DELETE", r.End())
}
