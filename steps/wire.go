package steps

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
)

func wireSteps() []gherkin.Step {
	return gherkin.Noun("wire", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" received "([^"]+)" (\d+) times?`,
			Manual:  "counts the messages of a method that arrived; a verb (POST, GET, DELETE) counts HTTP requests",
			Example: `server "docs" received "tools/call" 2 times`, Func: (*server).checkCount},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" received "([^"]+)" at "([^"]+)"`,
			Manual: "compares the moments at which a method or verb arrived", Example: `server "docs" received "initialize" at "0s, 500ms, 1500ms"`,
			Func: (*server).checkTimes},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" received nothing`, Manual: "checks that no message and no HTTP request arrived",
			Example: `server "docs" received nothing`, Func: (*server).checkNothing},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" received in order:`,
			Manual: "compares all messages and, as verbs, GET and DELETE requests, one per line", Example: `server "docs" received in order:`,
			Func: (*server).checkOrder},
		{Keyword: gherkin.Then, Pattern: `the servers received "([^"]+)" in this order:`,
			Manual:  "compares the messages of some methods and verbs to all servers, one \"<server> <method>\" per line",
			Example: `the servers received "initialize, DELETE" in this order:`, Func: (*World).checkServersOrder},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" received in this timeline:`,
			Manual: "compares moments and messages, one \"<time> <method>\" per line", Example: `server "docs" received in this timeline:`,
			Func: (*server).checkTimeline},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" number (\d+) to server "([^"]+)" has the header "([^"]+)" set to "([^"]*)"`,
			Manual:  "compares a header of the n-th message of a method, or of the n-th GET or DELETE",
			Example: `"tools/list" number 1 to server "docs" has the header "X-Key" set to "k"`, Func: checkHeader},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" number (\d+) to server "([^"]+)" has no header "([^"]+)"`, Manual: "checks that a header is absent",
			Example: `"initialize" number 1 to server "docs" has no header "Mcp-Session-Id"`, Func: checkNoHeader},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" number (\d+) to server "([^"]+)" was sent to "([^"]*)"`,
			Manual:  "compares path and query of the request that carried it over HTTP; \"sessionId=<session>\" stands for any session",
			Example: `"tools/list" number 1 to server "docs" was sent to "/mcp?key=1"`, Func: checkTarget},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" number (\d+) to server "([^"]+)" is:`, Manual: "compares a message as JSON; \"<id>\" stands for any id",
			Example: `"notifications/initialized" number 1 to server "docs" is:`, Func: checkMessage},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" was told that "([^"]+)" number (\d+) is cancelled`,
			Manual:  "compares the request that the newest notifications/cancelled names with the n-th of a method",
			Example: `server "docs" was told that "tools/call" number 2 is cancelled`, Func: (*server).checkCancelled},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" read these lines:`,
			Manual: "compares all lines of stdin byte by byte; <id> stands for the id of the line", Example: `server "docs" read these lines:`,
			Func: (*server).checkLines},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" received "([^"]+)" (\d+) times in the order sent`,
			Manual:  "checks that numbered notifications arrived completely and in order",
			Example: `server "docs" received "notifications/progress" 1000 times in the order sent`, Func: (*server).checkNumbered},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" received these answers:`,
			Manual:  "compares the client's answers to requests of the server as JSON, one per line",
			Example: `server "docs" received these answers:`, Func: (*server).checkAnswers},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" has (\d+) open "(GET|POST|DELETE)"`,
			Manual: "counts the HTTP requests of a verb whose answers have not ended", Example: `server "docs" has 1 open "GET"`,
			Func: (*server).checkOpen},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" was started (\d+) times?`, Manual: "counts the processes started so far",
			Example: `server "docs" was started 1 time`, Func: (*server).checkSpawns},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" has (\d+) live process(?:es)?`, Manual: "counts the processes that exist now",
			Example: `server "docs" has 0 live processes`, Func: (*server).checkLive},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" saw the requests? id only once each`, Manual: "checks that no request id was used twice",
			Example: `server "docs" saw the request id only once each`, Func: (*server).checkIDs},
		{Keyword: gherkin.Then, Pattern: `the request ids that server "([^"]+)" saw are "([^"]*)"`,
			Manual:  "compares the ids of all requests in order: a number stands for itself, string for any string",
			Example: `the request ids that server "docs" saw are "1, 2, 3"`, Func: (*server).checkIDForms},
		{Keyword: gherkin.Then, Pattern: `the ledger of server "([^"]+)" has (\d+) rows?`, Manual: "counts the side effects that tools committed",
			Example: `the ledger of server "docs" has 1 row`, Func: (*server).checkLedger},
	})
}

// journal is what a server saw and did since the counts started.
func (s *server) journal() []fakeserver.Entry {
	all := s.fake.Journal()
	return all[min(s.skip, len(all)):]
}

// arrival is something that came from the client: a message, or an HTTP request
// without one. The head of its HTTP request goes with it.
type arrival struct {
	name string // method, "answer" or verb
	at   time.Time
	to   string // path and query of the request over HTTP
	fakeserver.Entry
}

// arrivals lists what came from the client, in order. It is not read again as long as
// nothing is added: the steps of a scenario look at it one after the other.
func (s *server) arrivals() []arrival {
	s.mu.Lock()
	now := journaled{len(s.turns), s.skip}
	s.mu.Unlock()
	if s.read != now {
		s.read, s.came = now, s.readArrivals()
	}
	return s.came
}

// journaled is how much of a journal there is.
type journaled struct{ entries, skipped int }

func (s *server) readArrivals() []arrival {
	var out []arrival
	var head fakeserver.Entry
	for _, e := range s.journal() {
		if e.Direction != fakeserver.Received {
			continue
		}
		switch {
		case e.Kind == fakeserver.KindHTTP && e.Verb == "POST":
			head = e
		case e.Kind == fakeserver.KindHTTP:
			out = append(out, arrival{e.Verb, e.At, e.Text, e})
		case e.Kind == fakeserver.KindMessage:
			e.Header = head.Header
			out = append(out, arrival{nameOf(e), e.At, head.Text, e})
		}
	}
	return out
}

func nameOf(e fakeserver.Entry) string {
	if e.Method == "" {
		return "answer"
	}
	return e.Method
}

// arrived lists the arrivals of one name; POST stands for all messages over HTTP.
func (s *server) arrived(name string) []arrival {
	var out []arrival
	for _, a := range s.arrivals() {
		if a.name == name || name == "POST" && a.Verb == "POST" {
			out = append(out, a)
		}
	}
	return out
}

func (s *server) checkCount(method string, n int) error {
	return same(fmt.Sprintf("how often %s received %s", s.name, method), len(s.arrived(method)), n)
}

func (s *server) checkTimes(method string, moments []time.Duration) error {
	var got []time.Duration
	for _, a := range s.arrived(method) {
		got = append(got, s.w.since(a.at))
	}
	for i := range min(len(got), len(moments)) {
		got[i] = s.w.onTime(got[i], moments[i])
	}
	return same(fmt.Sprintf("when %s received %s", s.name, method), got, moments)
}

func (s *server) checkNothing() error {
	return same("what "+s.name+" received", arrivalNames(s.arrivals()), nil)
}

func (s *server) checkOrder(want *gherkin.DocString) error {
	return same("what "+s.name+" received", arrivalNames(s.arrivals()), fields(want))
}

func (w *World) checkServersOrder(methods []string, want *gherkin.DocString) error {
	type message struct {
		turn int64
		text string
	}
	var all []message
	for _, name := range w.order {
		s := w.servers[name]
		for _, a := range s.arrivals() {
			if slices.Contains(methods, a.name) {
				all = append(all, message{s.turn(a.Entry), name + " " + a.name})
			}
		}
	}
	slices.SortFunc(all, func(a, b message) int { return cmp.Compare(a.turn, b.turn) })
	var got []string
	for _, m := range all {
		got = append(got, m.text)
	}
	return same("what the servers received", got, fields(want))
}

func (s *server) checkTimeline(want *gherkin.DocString) error {
	wanted := fields(want)
	var got []string
	for i, a := range s.arrivals() {
		at := s.w.since(a.at)
		if i < len(wanted) {
			moment, _ := time.ParseDuration(strings.Fields(wanted[i])[0])
			at = s.w.onTime(at, moment)
		}
		got = append(got, fmt.Sprintf("%s %s", at, a.name))
	}
	return same("what "+s.name+" received", got, wanted)
}

func arrivalNames(all []arrival) []string {
	var out []string
	for _, a := range all {
		out = append(out, a.name)
	}
	return out
}

// fields reads the lines of a doc string, with runs of spaces made one.
func fields(text *gherkin.DocString) []string {
	var out []string
	for line := range strings.Lines(text.Content) {
		if f := strings.Fields(line); len(f) > 0 {
			out = append(out, strings.Join(f, " "))
		}
	}
	return out
}

// nthArrival resolves `"tools/list" number 1 to server "docs"`.
func nthArrival(method string, n int, s *server) (arrival, error) {
	all := s.arrived(method)
	if n < 1 || n > len(all) {
		return arrival{}, fmt.Errorf("server %q received %q %d times", s.name, method, len(all))
	}
	return all[n-1], nil
}

func checkHeader(a arrival, header, want string) error {
	if len(a.Header.Values(header)) == 0 {
		return fmt.Errorf("there is no header %s", header)
	}
	return same("the header "+header, a.Header.Get(header), want)
}

// sessionInQuery is how servers of HTTP+SSE tell their sessions apart.
var sessionInQuery = words.Pattern(`\bsessionId=[^&]+`)

func checkTarget(a arrival, want string) error {
	to := a.to
	if strings.Contains(want, "sessionId=<session>") {
		to = sessionInQuery().ReplaceAllLiteralString(to, "sessionId=<session>")
	}
	return same("where "+a.name+" was sent", to, want)
}

func checkNoHeader(a arrival, header string) error {
	return same("the header "+header, a.Header.Values(header), nil)
}

func checkMessage(a arrival, want *gherkin.DocString) error {
	return sameJSON(a.name, []byte(a.Raw), strings.ReplaceAll(want.Content, `"<id>"`, a.ID))
}

func (s *server) checkCancelled(method string, n int) error {
	request, err := nthArrival(method, n, s)
	if err != nil {
		return err
	}
	told := s.arrived("notifications/cancelled")
	if len(told) == 0 {
		return fmt.Errorf("server %q was not told that anything is cancelled", s.name)
	}
	var message struct {
		Params struct {
			ID json.RawMessage `json:"requestId"`
		} `json:"params"`
	}
	if err := json.Unmarshal([]byte(told[len(told)-1].Raw), &message); err != nil {
		return fmt.Errorf("reading notifications/cancelled: %w", err)
	}
	return same("the id of the request that is cancelled", string(message.Params.ID), request.ID)
}

func (s *server) checkAnswers(want *gherkin.DocString) error {
	var got []string
	for _, a := range s.arrived("answer") {
		text, err := canonical([]byte(s.w.asWritten(a.Raw)))
		if err != nil {
			return err
		}
		got = append(got, text)
	}
	var texts []string
	for line := range strings.Lines(want.Content) {
		text, err := canonical([]byte(line))
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	return same("the answers to "+s.name, got, texts)
}

func (s *server) checkOpen(n int, verb string) error {
	return same("open "+verb+" requests of "+s.name, s.fake.Open(fakeserver.Verb(verb)), n)
}

func (s *server) checkSpawns(n int) error {
	return same("processes started of "+s.name, s.spawnCount()-s.skipSpawns, n)
}

func (s *server) checkLive(n int) error {
	return same("live processes of "+s.name, s.w.ground.live(s), n)
}

// checkIDForms compares numbers as they are; of a string only that it is one.
func (s *server) checkIDForms(want []string) error {
	var got []string
	for _, a := range s.arrivals() {
		switch {
		case a.Method == "" || a.ID == "":
		case a.ID[0] == '"':
			got = append(got, "string")
		default:
			got = append(got, a.ID)
		}
	}
	return same("the ids of requests to "+s.name, got, want)
}

func (s *server) checkIDs() error {
	seen := map[string]bool{}
	for _, a := range s.arrivals() {
		if a.ID == "" || a.name == "answer" {
			continue
		}
		key := fmt.Sprintf("%d %s", a.Conn, a.ID)
		if seen[key] {
			return fmt.Errorf("request id %s was used twice on connection %d", a.ID, a.Conn)
		}
		seen[key] = true
	}
	if len(seen) == 0 {
		return fmt.Errorf("server %q saw no request", s.name)
	}
	return nil
}

func (s *server) checkLedger(n int) error {
	return same("the ledger of "+s.name, len(s.fake.Ledger()), n)
}
