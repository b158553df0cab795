package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// resource is the first one of the server, or what a file is asked for in.
type resource struct {
	uri     string
	folders []string // URIs without the slash behind them
}

func resourceSteps() []gherkin.Step {
	return gherkin.Noun("resource", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the server has a resource`, Manual: "listed; not testable without", Func: (*resource).first},
		{Keyword: gherkin.Given, Pattern: `the server has a resource with a file URI, or a template`,
			Manual: "of any scheme but http, ending with a variable, 4 at most; not testable without, nor if all give /etc/passwd to whoever asks for it by name", Func: (*resource).file},
		{Keyword: gherkin.When, Pattern: `every resource is read`, Manual: "that is listed, 32 at most; it does not matter if there are none",
			Func: browse},
		{Keyword: gherkin.When, Pattern: `it is subscribed to`, Manual: "resources/subscribe with its URI", Func: (*resource).subscribe},
		{Keyword: gherkin.When, Pattern: `it is unsubscribed from`, Manual: "resources/unsubscribe with its URI", Func: (*resource).unsubscribe},
		{Keyword: gherkin.When, Pattern: `a file outside is asked for by a path that leads upwards`, Manual: "/etc/passwd, spelled in five ways",
			Func: (*resource).climb},
		{Keyword: gherkin.When, Pattern: `of each template what has no such name is read`,
			Manual: "its plain variables are all mcpsim-no-such-name; 8 at most, not testable without", Func: (*check).readNameless},
		{Keyword: gherkin.Then, Pattern: `no empty list of contents was read`, Manual: "an error, or contents: an empty list does not say whether there is something", Func: (*check).nothingEmpty},
		{Keyword: gherkin.Then, Pattern: `no content was a word for nothing`, Manual: "undefined, null, None, nil, NaN or [object Object], and nothing else: what programs write for what is not there", Func: (*check).nothingWritten},
		{Keyword: gherkin.Then, Pattern: `no content says that nothing is there`, Manual: "not found, does not exist or no such, in a single text of 200 bytes at most", Func: (*check).nothingSaid},
		{Keyword: gherkin.Then, Pattern: `none is refused as a failure of the server`, Manual: "with error -32603, of a template of which something else can be read; not observed if there is none", Func: (*check).noneFailed},
		{Keyword: gherkin.Then, Pattern: `nothing is read either by a name that all objects have`, Manual: "of JavaScript, constructor and __proto__, or of Python, __class__; of templates that refuse mcpsim-no-such-name", Func: (*check).nothingInherited},
		{Keyword: gherkin.Then, Pattern: `the file is not given out`, Manual: "it is known by its first line", Func: (*check).notGiven},
		{Keyword: gherkin.Then, Pattern: `every content is text, or base64`,
			Manual: "of what was read, and images and audio with a MIME type of what tools answered; not observed if there is none", Func: contents},
	})
}

// uris are those of the resources that are listed.
func uris(c *probe.Conn) ([]string, error) {
	items, err := c.ListAll("resources/list")
	var out []string
	for _, item := range items {
		if uri := probe.Text(item["uri"]); uri != "" {
			out = append(out, uri)
		}
	}
	return out, err
}

func (r *resource) first(c *probe.Conn) error {
	all, err := uris(c)
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return verdict.NotTestable("the server lists no resources")
	}
	r.uri = all[0]
	return nil
}

func withURI(uri string) string { return fmt.Sprintf(`{"uri":%s}`, probe.Encoded(uri)) }

func (r *resource) subscribe(c *check) error {
	return c.request("resources/subscribe", withURI(r.uri))
}

func (r *resource) unsubscribe(c *check) error {
	return c.request("resources/unsubscribe", withURI(r.uri))
}

// read reads resources for a Then to judge.
func (c *check) read(uris ...string) error {
	c.answers = nil
	for _, uri := range uris {
		if err := c.gather("reading "+uri, "resources/read", withURI(uri)); err != nil {
			return err
		}
	}
	return nil
}

// contents judges what was read, and what tools answered if they were called.
func contents(all *probe.Browse, s *probe.Survey, b *probe.Bench) error {
	seen := 0
	for _, v := range all.Read() {
		var result struct{ Contents []map[string]json.RawMessage }
		_ = jsonparts.Unmarshal(v.Answer.Members["result"], &result)
		for _, content := range result.Contents {
			if content == nil {
				continue // which is the business of another check
			}
			if err := probe.CheckContent(content); err != nil {
				b.RecallBrowse()
				return fmt.Errorf("reading %q: %w: %s", v.Name, err, probe.Quote(v.Answer.Raw))
			}
			seen++
		}
	}
	for _, t := range s.Trials {
		r := probe.ResultOf(t.Answer)
		if r == nil {
			continue
		}
		for _, block := range r.Content {
			judged, err := probe.CheckBlock(block)
			if err != nil {
				return blame(b, t, "%w: %s", err, probe.Quote(t.Answer.Raw))
			}
			if judged {
				seen++
			}
		}
	}
	return verdict.NotObservedIf(seen == 0, "no resource has contents, and no tool that may be called answers with any")
}

// noName is in place of every variable of a template.
const noName = "mcpsim-no-such-name"

// readNameless leaves out templates with an expression of another kind: what is searched for
// may be there without any contents.
func (c *check) readNameless() error {
	all := c.namedBy(noName)
	if len(all) == 0 {
		return verdict.NotTestable("the server has no template whose variables are all plain ones")
	}
	return c.read(all...)
}

// namedBy are the URIs that templates make of a name, the same templates for each name.
func (c *check) namedBy(name string) (all []string) {
	templates, _ := c.conn.ListAll("resources/templates/list") // a server need not have any
	for _, t := range templates {
		uri := plainVariable().ReplaceAllString(probe.Text(t["uriTemplate"]), name)
		if strings.Contains(uri, name) && !strings.ContainsAny(uri, "{}") && len(all) < maxNameless {
			all = append(all, uri)
		}
	}
	return all
}

// noneFailed judges how names that nothing has are refused where the template works.
func (c *check) noneFailed(all *probe.Browse) error {
	uris := c.namedBy(noName)
	if len(uris) != len(c.answers) {
		return verdict.NotObserved("the list of templates has changed meanwhile")
	}
	works := func(uri string) bool {
		begin, _, _ := strings.Cut(uri, noName)
		return slices.ContainsFunc(all.Read(), func(v probe.Visit) bool {
			return v.Answer.Members["result"] != nil && strings.HasPrefix(v.Name, begin) && len(v.Name) > len(begin)
		})
	}
	seen := false
	for i, uri := range uris {
		f := c.answers[i].Failure()
		if f == nil || !works(uri) {
			continue
		}
		if seen = true; f.Code == "-32603" {
			return refused(false, c.answers[i], "%q, which does not exist, is a failure of the server", uri)
		}
	}
	return verdict.NotObservedIf(!seen, "no template of which something can be read refuses a name that nothing has")
}

// nothingInherited reads by these names what templates refuse for a name that nothing has.
func (c *check) nothingInherited() error {
	refused := c.answers
	for _, name := range probe.Inherited() {
		uris := c.namedBy(name)
		if len(uris) != len(refused) {
			return verdict.NotObserved("the list of templates has changed meanwhile")
		}
		for i, uri := range uris {
			if refused[i].Failure() == nil {
				continue
			}
			answer, err := c.call("resources/read", withURI(uri))
			if err != nil {
				return err
			}
			if answer.Failure() == nil {
				return unless(false, answer, "%q is read, which only the objects of a program have", uri)
			}
		}
	}
	return nil
}

// maxNameless is how many templates are asked for what has no name.
const maxNameless = 8

var plainVariable = words.Pattern(`\{\+?[A-Za-z0-9_.]+\}`)

func (c *check) nothingEmpty() error {
	for _, a := range c.answers {
		var contents []json.RawMessage
		if raw := probe.Page(a)["contents"]; raw == nil || jsonparts.Unmarshal(raw, &contents) != nil || contents == nil || len(contents) > 0 {
			continue
		}
		return unless(false, a, "what does not exist is read as an empty list of contents")
	}
	return nil
}

// forNothing are texts that programs write in place of what is not there.
var forNothing = []string{"undefined", "null", "None", "nil", "<nil>", "NaN", "[object Object]"}

func (c *check) nothingWritten() error {
	for _, a := range c.answers {
		var contents []struct{ Text string }
		_ = jsonparts.Unmarshal(probe.Page(a)["contents"], &contents) // what has another form is the business of another check
		for _, one := range contents {
			if slices.Contains(forNothing, strings.Trim(strings.TrimSpace(one.Text), `"`)) {
				return unless(false, a, "what does not exist is read as %q", one.Text)
			}
		}
	}
	return nil
}

// sayingNothing are words by which programs tell a reader that there is nothing.
var sayingNothing = words.Pattern(`(?i)\bnot found\b|\bdoes ?n\S{0,3}t exist\b|\bno such\b`)

// maxSaying is how long a text is that says nothing else, in bytes.
const maxSaying = 200

// nothingSaid leaves out long texts, which may have such words for reasons of their own.
func (c *check) nothingSaid() error {
	for _, a := range c.answers {
		var contents []struct{ Text string }
		_ = jsonparts.Unmarshal(probe.Page(a)["contents"], &contents)
		if len(contents) != 1 || len(contents[0].Text) > maxSaying {
			continue
		}
		if said := strings.ReplaceAll(contents[0].Text, noName, ""); sayingNothing().MatchString(said) {
			return unless(false, a, "what does not exist is read as a text that says so")
		}
	}
	return nil
}
