package server

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// headerSteps are about headers that repeat what a body says.
func headerSteps() []gherkin.Step {
	return gherkin.Noun("mirrored header", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the name in the header is encoded( in capitals| without its end| with what is no base64 in it)?`, Manual: "Mcp-Name is a base64 sentinel although it need not be, or nearly one",
			Example: "the name in the header is encoded", Func: (*mirroring).encode},
		{Keyword: gherkin.Given, Pattern: `the name in the header is in other case`, Manual: "its capitals small, its small letters capitals; not testable if it has no letters", Func: (*mirroring).otherCase},
		{Keyword: gherkin.Given, Pattern: `the name in the header has (blanks around it|a letter as its code)`, Manual: "encoded, or its last letter with a percent sign, as URIs may have it; not testable if it does not end with a letter",
			Example: "the name in the header has blanks around it", Func: (*mirroring).respell},
		{Keyword: gherkin.Given, Pattern: `names in headers are compared`, Manual: "another name is refused, which is the business of another check", Func: (*mirroring).compares},
		{Keyword: gherkin.Given, Pattern: `the headers are spelled in small letters`, Manual: "all of them, as HTTP/2 has them: mcp-method, content-type", Func: (*check).smallHeaders},
		{Keyword: gherkin.Given, Pattern: `the origin is that of the server`, Manual: "as a page of its own has it", Func: (*check).ownOrigin},
		{Keyword: gherkin.Given, Pattern: `a tool with (a|an integer|a nested) parameter that is mirrored( and may be left out)?`, Manual: "one that may be called, nested in an object that is a parameter; not testable if there is none",
			Example: "a tool with a parameter that is mirrored", Func: (*mirroring).choose},
		{Keyword: gherkin.When, Pattern: `something that is offered is asked for with "([^"]+)"`, Manual: "a tool that may be called, a prompt, a resource; not testable if there is none",
			Example: `something that is offered is asked for with "tools/call"`, Func: (*mirroring).ask},
		{Keyword: gherkin.When, Pattern: `it is called with the header (of another value|in other case|encoded in capitals|of a sentinel of nothing|with another fraction|left out|left out, of 0 or false|as it should be|encoded|of bytes that are not ASCII|of base64 that is none|of base64 with what is none in it|as a decimal fraction|of 0 or false)`, Manual: "of the parameter, of one after the other until one is not answered as it should be",
			Example: "it is called with the header left out", Func: (*mirroring).call},
		{Keyword: gherkin.When, Pattern: `it is called without the argument and its header`, Manual: "all others are given", Func: (*mirroring).callWithout},
		{Keyword: gherkin.When, Pattern: `it is called with null for the argument, and without its header`, Manual: "all others are given", Func: (*mirroring).callWithNull},
		{Keyword: gherkin.When, Pattern: `tools/list is sent without Mcp-Name, and with one`, Manual: "with the name of its first tool, which it does not take", Func: (*check).listsNamed},
		{Keyword: gherkin.Then, Pattern: `the answer is a result, and no tool has failed`, Manual: "no result with isError", Func: resultUnfailed},
		{Keyword: gherkin.Then, Pattern: `it is refused as a mismatch of headers`, Manual: "with error -32020 and HTTP 400", Func: mismatch},
		{Keyword: gherkin.Then, Pattern: `it is refused as a mismatch of headers, or for its version`, Manual: "the same, or with error -32022: both have a reason", Func: mismatchOrVersion},
		{Keyword: gherkin.Then, Pattern: `it is not refused as a mismatch of headers`, Manual: "neither with error -32020, nor with HTTP 400 and another one, nor with 5xx where it was served with the header as it should be", Func: noMismatch},
		{Keyword: gherkin.Then, Pattern: `it is not refused as a mismatch of headers, whatever else is wrong with it`, Manual: "not with error -32020", Func: noMismatchOf},
		{Keyword: gherkin.Then, Pattern: `every x-mcp-header is one that clients accept`, Manual: "a token, once in a schema, on a string, integer or boolean reached by properties alone; not observed if there is none", Func: headerNames},
		{Keyword: gherkin.Then, Pattern: `no x-mcp-header is on what is called like a secret`, Manual: "password, token, secret, key, authorization", Func: headerSecrets},
	})
}

// mirroring is what the steps about headers tell each other.
type mirroring struct {
	encoded  string // how Mcp-Name is written; "" = as usual
	compared bool   // another name is tried before
	calls    []mirroredCall
}

func (m *mirroring) encode(how string) error {
	m.encoded = "base64" + how
	return nil
}

func (m *mirroring) otherCase() error {
	m.encoded = "other case"
	return nil
}

func (m *mirroring) respell(how string) error {
	m.encoded = how
	return nil
}

// compares notes that the next request is tried with another name first.
func (m *mirroring) compares() error {
	m.compared = true
	return nil
}

// named writes a name as the header is to have it.
func (m *mirroring) named(name string) (string, error) {
	right := probe.Sentinel(name)
	switch m.encoded {
	case "base64":
		return right, nil
	case "base64 in capitals":
		return strings.Replace(right, "base64", "BASE64", 1), nil
	case "base64 without its end":
		return strings.TrimSuffix(right, "?="), nil
	case "base64 with what is no base64 in it":
		return spoiled(right), nil
	case "blanks around it":
		return probe.Sentinel(" " + name + " "), nil
	case "a letter as its code":
		begin := max(0, len(name)-1)
		last := name[begin:]
		return probe.HeaderValue(name[:begin] + fmt.Sprintf("%%%02X", last)), verdict.NotTestableIf(!strings.ContainsAny(last, letters), "%q does not end with a letter", name)
	}
	other := otherCase(name)
	return probe.HeaderValue(other), verdict.NotTestableIf(other == name, "%q has no letters", name)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// spoiled is a sentinel with characters in it that base64 has not.
func spoiled(sentinel string) string {
	const begin = "=?base64?"
	return begin + sentinel[len(begin):len(begin)+1] + "*" + sentinel[len(begin)+1:]
}

func otherCase(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, text)
}

// control sends the request with another name: where that is served, too, nothing is
// compared.
func (m *mirroring) control(c *check, method, params string) error {
	name, edited := c.edits["Mcp-Name"]
	if err := c.header("Mcp-Name", "mcpsim_another"); err != nil {
		return err
	}
	if err := c.request(method, params); err != nil {
		return err
	}
	if c.edits["Mcp-Name"] = name; !edited {
		delete(c.edits, "Mcp-Name")
	}
	if c.err == nil && c.answer.Failure() == nil {
		return verdict.Because("M-HM-10", "%s is served with another name", method)
	}
	return nil
}

func (c *check) smallHeaders() error {
	c.conn.SmallHeaders = true
	return nil
}

func (c *check) ownOrigin() error {
	u, err := url.Parse(c.bench.Target.URL)
	if err != nil {
		return err
	}
	return c.header("Origin", u.Scheme+"://"+u.Host)
}

// ask sends a request that names something that the server offers.
func (m *mirroring) ask(c *check, method string) error {
	params, name, err := c.offered(method)
	if err != nil {
		return err
	}
	if method == listening {
		return c.listenOnce()
	}
	if m.compared {
		if err := m.control(c, method, params); err != nil {
			return err
		}
	}
	if m.encoded != "" {
		value, err := m.named(name)
		if err == nil {
			err = c.header("Mcp-Name", value)
		}
		if err != nil {
			return err
		}
	}
	return c.request(method, params)
}

const listening = "subscriptions/listen"

// listenOnce takes the acknowledgement of a subscription for its answer. That there is neither is
// told by another check.
func (c *check) listenOnce() error {
	s, err := c.conn.Subscribe("{}", "")
	if err != nil {
		return err
	}
	c.answer, c.err = probe.Frame{}, nil
	c.answer, err = s.Acknowledged()
	if err != nil {
		return verdict.Because("M-SUB-01", "%s", err)
	}
	return s.End()
}

// offered are the params of a request for something that the server offers, and its name.
func (c *check) offered(method string) (params, name string, err error) {
	for _, l := range probe.Lists() {
		if l.Method == method {
			return "", "", verdict.NotTestableIf(!c.bench.First().Declares(l.Capability), "the server does not declare %s", l.Capability)
		}
	}
	switch method {
	case c.bench.Light():
		return "", "", nil
	case listening:
		_, _, some := c.bench.First().Listenable()
		return `{"notifications":{}}`, "", verdict.NotTestableIf(!some, "the server declares nothing that can be listened to")
	case "tools/call":
		s, err := c.bench.Survey()
		if err != nil {
			return "", "", err
		}
		if t := s.Fastest(); t != nil {
			return probe.CallOf(t.Tool, t.Arguments, ""), t.Tool.Name, nil
		}
		return "", "", verdict.NotTestable("no tool that may be called succeeds")
	}
	all, err := c.bench.Browse()
	if err != nil {
		return "", "", err
	}
	visits := all.Of(method)
	if method == "completion/complete" {
		visits = all.Completions
	}
	for _, v := range visits {
		if v.Err == nil && v.Answer.Members["result"] != nil {
			return v.Params, v.Name, nil
		}
	}
	return "", "", verdict.NotTestable("there is nothing that %s succeeds with", method)
}

func mismatch(r *probe.Reply, c *check) error {
	if c.err != nil {
		return fmt.Errorf("it is answered with HTTP %d and the body %s, want HTTP 400 and error -32020", r.Status, probe.Quote(r.Body))
	}
	failure := c.answer.Failure()
	if failure == nil {
		return &frameError{frame: c.answer, header: true, text: fmt.Sprintf("it is served (HTTP %d): %s", r.Status, probe.Quote(c.answer.Raw))}
	}
	if failure.Code != "-32020" {
		return &frameError{frame: c.answer, header: true, text: fmt.Sprintf("it is refused with error %s and HTTP %d, want -32020 and 400: %s", failure.Code, r.Status, probe.Quote(c.answer.Raw))}
	}
	return status(r, "4xx") // that it is 400 is the business of another check
}

func noMismatchOf(c *check) error {
	if c.err != nil {
		return c.err
	}
	return unless(!isMismatch(c.answer), c.answer, "it is refused as a mismatch of headers")
}

func isMismatch(answer probe.Frame) bool {
	failure := answer.Failure()
	return failure != nil && failure.Code == "-32020"
}

func mismatchOrVersion(r *probe.Reply, c *check) error {
	if failure := c.answer.Failure(); c.err == nil && failure != nil && failure.Code == "-32022" {
		return status(r, "4xx")
	}
	return mismatch(r, c)
}

func noMismatch(r *probe.Reply, c *check) error {
	if c.err != nil {
		return c.err
	}
	failure := c.answer.Failure()
	broken := c.served && r.Status >= http.StatusInternalServerError
	return unless(failure == nil || failure.Code != "-32020" && r.Status != http.StatusBadRequest && !broken, c.answer, "it is refused (HTTP %d)", r.Status)
}

func headerNames(tools []probe.Item) error {
	seen := 0
	for _, tool := range tools {
		n, err := probe.CheckAnnotations(tool["inputSchema"])
		if seen += n; err != nil {
			return fmt.Errorf("an x-mcp-header of the tool %q: %w", probe.Text(tool["name"]), err)
		}
	}
	return verdict.NotObservedIf(seen == 0, "no tool has an x-mcp-header")
}

func headerSecrets(tools []probe.Item) error {
	seen := 0
	for _, tool := range tools {
		err := probe.Annotations(tool["inputSchema"], func(a probe.Annotation) error {
			seen++
			return verdict.FailedIf(secretName().MatchString(a.Property) || secretName().MatchString(a.Name), "the tool %q mirrors %q into the header Mcp-Param-%s", probe.Text(tool["name"]), a.Property, a.Name)
		})
		if err != nil {
			return err
		}
	}
	return verdict.NotObservedIf(seen == 0, "no tool has an x-mcp-header")
}
