package steps

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func wireSteps() []Step {
	return gherkin.Noun("wire", []Step{
		{Keyword: Then, Pattern: `server "([^"]+)" received "([^"]+)" (\d+) times?`,
			Manual:  "counts the messages of a method that arrived; a verb (POST, GET, DELETE) counts HTTP requests",
			Example: `server "docs" received "tools/call" 2 times`, Func: (*World).checkCount},
		{Keyword: Then, Pattern: `server "([^"]+)" received "([^"]+)" at "([^"]+)"`,
			Manual: "compares the moments at which a method or verb arrived", Example: `server "docs" received "initialize" at "0s, 500ms, 1500ms"`,
			Func: (*World).checkTimes},
		{Keyword: Then, Pattern: `server "([^"]+)" received nothing`, Manual: "checks that no message and no HTTP request arrived",
			Example: `server "docs" received nothing`, Func: (*World).checkNothing},
		{Keyword: Then, Pattern: `server "([^"]+)" received in order:`,
			Manual: "compares all messages and, as verbs, GET and DELETE requests, one per line", Example: `server "docs" received in order:`,
			Func: (*World).checkOrder},
		{Keyword: Then, Pattern: `the servers received "([^"]+)" in this order:`,
			Manual:  "compares the messages of some methods and verbs to all servers, one \"<server> <method>\" per line",
			Example: `the servers received "initialize, DELETE" in this order:`, Func: (*World).checkServersOrder},
		{Keyword: Then, Pattern: `server "([^"]+)" received in this timeline:`,
			Manual: "compares moments and messages, one \"<time> <method>\" per line", Example: `server "docs" received in this timeline:`,
			Func: (*World).checkTimeline},
		{Keyword: Then, Pattern: `"([^"]+)" number (\d+) to server "([^"]+)" has the header "([^"]+)" set to "([^"]*)"`,
			Manual:  "compares a header of the n-th message of a method, or of the n-th GET or DELETE",
			Example: `"tools/list" number 1 to server "docs" has the header "X-Key" set to "k"`, Func: (*World).checkHeader},
		{Keyword: Then, Pattern: `"([^"]+)" number (\d+) to server "([^"]+)" has no header "([^"]+)"`, Manual: "checks that a header is absent",
			Example: `"initialize" number 1 to server "docs" has no header "Mcp-Session-Id"`, Func: (*World).checkNoHeader},
		{Keyword: Then, Pattern: `"([^"]+)" number (\d+) to server "([^"]+)" is:`, Manual: "compares a message as JSON; \"<id>\" stands for any id",
			Example: `"notifications/initialized" number 1 to server "docs" is:`, Func: (*World).checkMessage},
		{Keyword: Then, Pattern: `server "([^"]+)" read these lines:`,
			Manual: "compares all lines of stdin byte by byte; <id> stands for the id of the line", Example: `server "docs" read these lines:`,
			Func: (*World).checkLines},
		{Keyword: Then, Pattern: `server "([^"]+)" received "([^"]+)" (\d+) times in the order sent`,
			Manual:  "checks that numbered notifications arrived completely and in order",
			Example: `server "docs" received "notifications/progress" 1000 times in the order sent`, Func: (*World).checkNumbered},
		{Keyword: Then, Pattern: `server "([^"]+)" received these answers:`,
			Manual:  "compares the client's answers to requests of the server as JSON, one per line",
			Example: `server "docs" received these answers:`, Func: (*World).checkAnswers},
		{Keyword: Then, Pattern: `server "([^"]+)" has (\d+) open "(GET|POST|DELETE)"`,
			Manual: "counts the HTTP requests of a verb whose answers have not ended", Example: `server "docs" has 1 open "GET"`,
			Func: (*World).checkOpen},
		{Keyword: Then, Pattern: `server "([^"]+)" was started (\d+) times?`, Manual: "counts the processes started so far",
			Example: `server "docs" was started 1 time`, Func: (*World).checkSpawns},
		{Keyword: Then, Pattern: `server "([^"]+)" has (\d+) live process(?:es)?`, Manual: "counts the processes that exist now",
			Example: `server "docs" has 0 live processes`, Func: (*World).checkLive},
		{Keyword: Then, Pattern: `server "([^"]+)" saw the requests? id only once each`, Manual: "checks that no request id was used twice",
			Example: `server "docs" saw the request id only once each`, Func: (*World).checkIDs},
		{Keyword: Then, Pattern: `the request ids that server "([^"]+)" saw are "([^"]*)"`,
			Manual:  "compares the ids of all requests in order: a number stands for itself, string for any string",
			Example: `the request ids that server "docs" saw are "1, 2, 3"`, Func: (*World).checkIDForms},
		{Keyword: Then, Pattern: `the ledger of server "([^"]+)" has (\d+) rows?`, Manual: "counts the side effects that tools committed",
			Example: `the ledger of server "docs" has 1 row`, Func: (*World).checkLedger},
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
	fakeserver.Entry
}

// arrivals lists what came from the client, in order.
func (s *server) arrivals() []arrival {
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
			out = append(out, arrival{e.Verb, e.At, e})
		case e.Kind == fakeserver.KindMessage:
			e.Header = head.Header
			out = append(out, arrival{nameOf(e), e.At, e})
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

func (w *World) checkCount(name, method string, n int) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	return same(fmt.Sprintf("how often %s received %s", name, method), len(s.arrived(method)), n)
}

func (w *World) checkTimes(name, method, moments string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	want, err := parseTimes(moments)
	if err != nil {
		return err
	}
	var got []string
	for _, a := range s.arrived(method) {
		got = append(got, w.since(a.at).String())
	}
	var texts []string
	for _, d := range want {
		texts = append(texts, d.String())
	}
	return same(fmt.Sprintf("when %s received %s", name, method), got, texts)
}

func (w *World) checkNothing(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	return same("what "+name+" received", lines(s.arrivals(), ""), nil)
}

func (w *World) checkOrder(name string, want *gherkin.DocString) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	return same("what "+name+" received", lines(s.arrivals(), ""), fields(want))
}

func (w *World) checkServersOrder(methods string, want *gherkin.DocString) error {
	type message struct {
		at   time.Time
		text string
	}
	var all []message
	for _, name := range w.order {
		for _, a := range w.servers[name].arrivals() {
			if contains(splitNames(methods), a.name) {
				all = append(all, message{a.at, name + " " + a.name})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b message) int { return a.at.Compare(b.at) })
	var got []string
	for _, m := range all {
		got = append(got, m.text)
	}
	return same("what the servers received", got, fields(want))
}

func (w *World) checkTimeline(name string, want *gherkin.DocString) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	var got []string
	for _, a := range s.arrivals() {
		got = append(got, fmt.Sprintf("%s %s", w.since(a.at), a.name))
	}
	return same("what "+name+" received", got, fields(want))
}

func lines(all []arrival, prefix string) []string {
	var out []string
	for _, a := range all {
		out = append(out, prefix+a.name)
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

func (w *World) nth(name, method string, n int) (arrival, error) {
	s, err := w.server(name)
	if err != nil {
		return arrival{}, err
	}
	all := s.arrived(method)
	if n < 1 || n > len(all) {
		return arrival{}, fmt.Errorf("server %q received %q %d times", name, method, len(all))
	}
	return all[n-1], nil
}

func (w *World) checkHeader(method string, n int, name, header, want string) error {
	a, err := w.nth(name, method, n)
	if err != nil {
		return err
	}
	return same("the header "+header, a.Header.Get(header), want)
}

func (w *World) checkNoHeader(method string, n int, name, header string) error {
	a, err := w.nth(name, method, n)
	if err != nil {
		return err
	}
	return same("the header "+header, a.Header.Values(header), nil)
}

func (w *World) checkMessage(method string, n int, name string, want *gherkin.DocString) error {
	a, err := w.nth(name, method, n)
	if err != nil {
		return err
	}
	return sameJSON(method, []byte(a.Raw), strings.ReplaceAll(want.Content, `"<id>"`, a.ID))
}

func (w *World) checkAnswers(name string, want *gherkin.DocString) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	var got []string
	for _, a := range s.arrived("answer") {
		text, err := canonical([]byte(a.Raw))
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
	return same("the answers to "+name, got, texts)
}

func (w *World) checkOpen(name string, n int, verb string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	return same("open "+verb+" requests of "+name, s.fake.Open(fakeserver.Verb(verb)), n)
}

func (w *World) checkSpawns(name string, n int) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	return same("processes started of "+name, s.spawnCount()-s.skipSpawns, n)
}

func (w *World) checkLive(name string, n int) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	return same("live processes of "+name, w.ground.live(s), n)
}

// checkIDForms compares numbers as they are; the value of a string is nobody's
// business.
func (w *World) checkIDForms(name, want string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
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
	return same("the ids of requests to "+name, got, splitNames(want))
}

func (w *World) checkIDs(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
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
		return fmt.Errorf("server %q saw no request", name)
	}
	return nil
}

func (w *World) checkLedger(name string, n int) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	return same("the ledger of "+name, len(s.fake.Ledger()), n)
}
