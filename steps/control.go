package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// service is an HTTP interface of a scenario.
type service struct {
	listener *failingListener
	url      string
	serving  attempt
}

// asking is one request to an interface, and what came of it.
type asking struct {
	attempt
	status int
	header http.Header
	body   []byte
}

// ask begins the steps that ask an interface.
const ask = `(GET|POST|PUT|DELETE|HEAD) "([^"]+)" is asked( of the operator)?`

func controlSteps() []gherkin.Step {
	return gherkin.Noun("control", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: ask, Manual: "asks the room server or the operator over HTTP", Example: `GET "/status/mcp" is asked`,
			Func: (*room).ask},
		{Keyword: gherkin.When, Pattern: ask + ` with:`, Manual: "sends a body; ws://NAME.test stands for the address of server NAME",
			Example: `POST "/admin/mcp/load" is asked with:`, Func: (*room).askWith},
		{Keyword: gherkin.When, Pattern: ask + ` with (\d+) bytes`, Manual: "sends a body of this length that is JSON and means nothing",
			Example: `POST "/admin/mcp/load" is asked with 1048577 bytes`, Func: (*room).askLong},
		{Keyword: gherkin.When, Pattern: ask + ` with (\d+) providers whose ids have (\d+) bytes`, Manual: "sends a load command of this size; no server is there",
			Example: `POST "/admin/mcp/load" is asked with 1000 providers whose ids have 4 bytes`, Func: (*room).askMany},
		{Keyword: gherkin.When, Pattern: ask + ` with the header "([^"]+)" set to "([^"]*)"`,
			Manual:  "sends a header and, with POST, a command to load the first declared server",
			Example: `POST "/admin/mcp/load" is asked with the header "Origin" set to "https://elsewhere.test"`, Func: (*room).askAs},
		{Keyword: gherkin.When, Pattern: ask + ` with the token "([^"]+)"`, Manual: "asks as the entity that a token stands for",
			Example: `GET "/tools" is asked with the token "tok-ada"`, Func: (*room).askFor},
		{Keyword: gherkin.When, Pattern: ask + ` with the token "([^"]+)" and:`, Manual: "sends a body as the entity that a token stands for",
			Example: `POST "/tools/call" is asked with the token "tok-ada" and:`, Func: (*room).askForWith},
		{Keyword: gherkin.When, Pattern: `tool "([^"]+)" is called over HTTP(?: (\d+) times)?(?: with the token "([^"]+)")?`,
			Manual: "asks the room server to call it with a text, once or again and again", Example: `tool "alpha:echo" is called over HTTP 60 times`,
			Func: (*room).callTool},
		{Keyword: gherkin.When, Pattern: `GET "([^"]+)" is asked (\d+) times`, Manual: "asks the room server again and again; the answer is the last one",
			Example: `GET "/status/mcp" is asked 100 times`, Func: (*room).askAgain},
		{Keyword: gherkin.Then, Pattern: `the answer is (\d+)`, Manual: "compares the status code of the newest answer", Example: `the answer is 405`,
			Func: (*asking).checkCode},
		{Keyword: gherkin.Then, Pattern: `the answer is (\d+) with:`,
			Manual:  "compares the status code and, byte by byte, the body; <ms 500ms> stands for that moment in milliseconds since 1970",
			Example: `the answer is 200 with:`, Func: (*room).checkAnswer},
		{Keyword: gherkin.Then, Pattern: `the answer is (\d+) with a text that contains "(.*)"`,
			Manual:  "compares the status code and looks for a part of the body, in whole words",
			Example: `the answer is 400 with a text that contains "url is missing"`, Func: (*asking).checkPart},
		{Keyword: gherkin.Then, Pattern: `the answer lists "([^"]+)" with the "([^"]+)" "([^"]*)"`,
			Manual:  "compares one member of each entry of a list in the body, in order; - stands for an absent one",
			Example: `the answer lists "providers" with the "id" "alpha, beta"`, Func: (*asking).checkList},
		{Keyword: gherkin.Then, Pattern: `the answer has the header "([^"]+)" set to "([^"]*)"`, Manual: "compares a header of the newest answer",
			Example: `the answer has the header "Allow" set to "GET"`, Func: (*asking).checkHeader},
		{Keyword: gherkin.Then, Pattern: `the answer came at (\S+)`, Manual: "compares the moment of the newest answer, to the millisecond",
			Example: `the answer came at 0s`, Func: (*asking).endedAt},
		{Keyword: gherkin.Then, Pattern: `the last two answers are equal`, Manual: "compares status code and body", Func: (*room).checkTwins},
	})
}

// listenAt opens a listener for an interface of the scenario, whose host is localhost.
func (n *room) listenAt(addr string) (*service, error) {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	l, err := n.ground.listen("localhost:" + port)
	if err != nil {
		return nil, fmt.Errorf("opening port %s: %w", port, err)
	}
	return &service{listener: &failingListener{Listener: l}, url: "http://localhost:" + port}, nil
}

// serve serves h until the listener is closed.
func (n *room) serve(actor string, s *service, h http.Handler) {
	s.serving.begin(n.World, actor, actor, func(context.Context) error { return host.ServeControl(s.listener, h) })
}

func (s *service) close() {
	if s != nil {
		_ = s.listener.Close()
	}
}

func (n *room) ask(method, path string, operator bool) error {
	return n.send(method, path, operator, nil, "")
}

func (n *room) askWith(method, path string, operator bool, body *gherkin.DocString) error {
	return n.send(method, path, operator, nil, body.Content)
}

func (n *room) askLong(method, path string, operator bool, length int) error {
	return n.send(method, path, operator, nil, "{}"+strings.Repeat(" ", length-2))
}

func (n *room) askMany(method, path string, operator bool, count, length int) error {
	var all []host.Provider
	for i := range count {
		all = append(all, host.Provider{ID: fmt.Sprintf("%0*d", length, i), URL: "ws://absent.test"})
	}
	body, err := json.Marshal(map[string]any{"providers": all})
	if err != nil {
		return err
	}
	return n.send(method, path, operator, nil, string(body))
}

func (n *room) askAs(method, path string, operator bool, header, value string) error {
	body := ""
	if method == http.MethodPost {
		body = loadCommand(n.declared()[:min(1, len(n.order))])
	}
	return n.send(method, path, operator, http.Header{header: {value}}, body)
}

func (n *room) askFor(method, path string, operator bool, token string) error {
	return n.send(method, path, operator, bearer(token), "")
}

func (n *room) askForWith(method, path string, operator bool, token string, body *gherkin.DocString) error {
	return n.send(method, path, operator, bearer(token), body.Content)
}

func bearer(token string) http.Header { return http.Header{"Authorization": {"Bearer " + token}} }

func (n *room) callTool(tool, times, token string) error {
	var header http.Header
	if token != "" {
		header = bearer(token)
	}
	count := 1
	if times != "" {
		var err error
		if count, err = strconv.Atoi(times); err != nil {
			return err
		}
	}
	body := fmt.Sprintf(`{"name": %q, "arguments": {"text": "hello"}}`, tool)
	for range count {
		if err := n.send(http.MethodPost, "/tools/call", false, header, body); err != nil {
			return err
		}
	}
	return nil
}

func (n *room) askAgain(path string, times int) error {
	for range times {
		if err := n.ask(http.MethodGet, path, false); err != nil {
			return err
		}
	}
	return nil
}

// send begins a request and lets everything happen that takes no time.
func (n *room) send(method, path string, operator bool, header http.Header, body string) error {
	to, err := n.role(operator)
	if err != nil {
		return err
	}
	a := &asking{}
	n.asked = append(n.asked, a)
	actor := fmt.Sprintf("client-%d", len(n.asked))
	a.begin(n.World, "the request", actor, func(ctx context.Context) error {
		return a.do(ctx, n.client(), method, addressOf(to, path), header, body)
	})
	return n.ground.settle()
}

// role is the interface of the room server or of its operator.
func (n *room) role(operator bool) (*service, error) {
	to := n.server
	if operator {
		to = n.operator
	}
	if to == nil {
		return nil, errNoRoom
	}
	return to, nil
}

// addressOf is where a path of an interface is; a URL is taken as it is.
func addressOf(s *service, path string) string {
	if strings.Contains(path, "://") {
		return path
	}
	return s.url + path
}

// client makes requests over the scenario's network, each on a new connection.
func (n *room) client() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: n.ground.hostEnv().Dial, DisableKeepAlives: true}}
}

func (a *asking) do(ctx context.Context, c *http.Client, method, url string, header http.Header, body string) error {
	r, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	for name, values := range header {
		r.Header[name] = values
		if name == "Host" {
			r.Host = values[0]
		}
	}
	resp, err := c.Do(r)
	if err != nil {
		return err
	}
	return a.read(resp)
}

func (a *asking) read(resp *http.Response) (err error) {
	defer func() { _ = resp.Body.Close() }()
	a.status, a.header = resp.StatusCode, resp.Header
	a.body, err = io.ReadAll(resp.Body)
	return err
}

// answered is the newest request, once it has been answered.
func (n *room) answered() (*asking, error) {
	if len(n.asked) == 0 {
		return nil, errors.New("nothing was asked in this scenario")
	}
	a := n.asked[len(n.asked)-1]
	if err := a.ended(); err != nil {
		return nil, err
	}
	return a, a.err
}

func (a *asking) checkCode(code int) error {
	return same("the status of the answer", a.status, code)
}

func (n *room) checkAnswer(a *asking, code int, body *gherkin.DocString) error {
	if err := a.checkCode(code); err != nil {
		return err
	}
	want, err := n.withMoments(body.Content)
	if err != nil {
		return err
	}
	return same("the body of the answer", string(a.body), want)
}

func (a *asking) checkPart(code int, part string) error {
	if err := a.checkCode(code); err != nil {
		return err
	}
	if !says(string(a.body), part) {
		return fmt.Errorf("the answer is %s", a.body)
	}
	return nil
}

func (a *asking) checkList(list, member, want string) error {
	var body map[string][]map[string]any
	if err := json.Unmarshal(a.body, &body); err != nil {
		return fmt.Errorf("the answer is %s", a.body)
	}
	var got []string
	for _, entry := range body[list] {
		value, there := entry[member]
		if !there {
			value = "-"
		}
		got = append(got, fmt.Sprint(value))
	}
	return same("the "+member+" of the "+list, strings.Join(got, ", "), want)
}

func (a *asking) checkHeader(name, value string) error {
	return same("the header "+name, a.header.Get(name), value)
}

func (n *room) checkTwins(a *asking) error {
	if len(n.asked) < 2 {
		return errors.New("there is one answer only")
	}
	b := n.asked[len(n.asked)-2]
	if err := same("the status of the answers", a.status, b.status); err != nil {
		return err
	}
	return same("the bodies of the answers", string(a.body), string(b.body))
}

// withMoments puts milliseconds since 1970 in the place of <ms TIME>.
func (n *room) withMoments(text string) (string, error) {
	var problem error
	out := momentPattern().ReplaceAllStringFunc(text, func(m string) string {
		d, err := time.ParseDuration(momentPattern().FindStringSubmatch(m)[1])
		if err != nil {
			problem = err
		}
		return fmt.Sprint(n.begin.Add(d).UnixMilli())
	})
	return out, problem
}
