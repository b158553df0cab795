package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/schema"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

func listSteps() []gherkin.Step {
	return gherkin.Noun("list", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the list "([^"]+)" is read to its end`, Manual: "page by page, at most 1000 pages",
			Example: `the list "tools/list" is read to its end`, Func: (*check).readList},
		{Keyword: gherkin.Given, Pattern: `no (tool|prompt) is called "([^"]+)"`, Manual: "not testable if one is",
			Example: `no tool is called "constructor"`, Func: (*check).noneCalled},
		{Keyword: gherkin.Then, Pattern: `every tool has an object as its input schema`, Manual: `with the type "object"`, Func: toolSchemas},
		{Keyword: gherkin.Then, Pattern: `every tool has a name of 1 to 128 characters A-Z a-z 0-9 _ - \.`, Manual: "and no two the same, but for one tool that is on two pages", Func: (*check).toolNames},
		{Keyword: gherkin.Then, Pattern: `the list of templates is a result`, Manual: "not observed unless resources are declared; it may be empty", Func: (*check).templatesList},
		{Keyword: gherkin.Then, Pattern: `every declared list is a result`, Manual: "with an array of objects, for each capability that promises one", Func: (*check).declaredLists},
		{Keyword: gherkin.Then, Pattern: `every list that is read without metadata is read with metadata, too`, Manual: "a key of ours in _meta, for each capability that promises a list", Func: (*check).listsWithMeta},
		{Keyword: gherkin.Then, Pattern: `the lists can be read as in any other session`, Manual: "of those that are declared", Func: (*check).stillLists},
		{Keyword: gherkin.Then, Pattern: `no list that is not declared has items`, Manual: "an error or an empty list is right", Func: (*check).undeclaredLists},
		{Keyword: gherkin.Then, Pattern: `no method that these need is unknown`, Manual: "tools/call, resources/read, prompts/get: not answered with error -32601, nor a tool as one is that there is not",
			Func: methodsKnown},
		{Keyword: gherkin.Then, Pattern: `every schema is valid in its dialect`,
			Manual: "the one that it names, 2020-12 if none; not testable if no dialect is known", Func: schemasValid},
		{Keyword: gherkin.Then, Pattern: `no reference in a schema leads nowhere`, Manual: "within the schema; nothing is loaded", Func: schemasWhole},
		{Keyword: gherkin.Then, Pattern: `every pattern in a schema can be read`, Manual: "by any dialect of regular expressions", Func: patternsRead},
	})
}

// readList reads a list whose items are for a Then to judge.
func (c *check) readList(method string) error {
	c.list = probe.Listed(method)
	err := c.list.Read(c.conn)
	c.err = c.list.Endless
	switch {
	case errors.Is(err, probe.ErrRefused) && c.list.Refused.CheckShape() != nil:
		return verdict.Because(shapeCheck, "%s is answered with what is no response: %s", method, c.list.Refused.CheckShape())
	case errors.Is(err, probe.ErrRefused):
		return verdict.Because(listsCheck, "%s is refused: %s", method, probe.Quote(c.list.Refused.Raw))
	case err != nil:
		c.trouble = true
		if c.list.Optional() {
			return verdict.NotTestable("%s: %s", method, err)
		}
	}
	return err
}

// noneCalled is not testable if a tool, or a prompt, has a name.
func (c *check) noneCalled(kind, name string) error {
	items, err := c.conn.ListAll(kind + "s/list")
	if err != nil {
		return err
	}
	called := slices.ContainsFunc(items, func(item probe.Item) bool { return probe.Text(item["name"]) == name })
	return verdict.NotTestableIf(called, "there is a %s called %s", kind, name)
}

func toolSchemas(tools []probe.Item) error {
	for _, tool := range tools {
		if tool == nil {
			continue // what is no tool at all is the business of another check
		}
		if !isObjectSchema(tool["inputSchema"]) {
			return fmt.Errorf("the inputSchema of %q is %s", probe.Text(tool["name"]), probe.OrNothing(string(tool["inputSchema"])))
		}
	}
	return nil
}

var toolName = words.Pattern(`^[A-Za-z0-9_.-]{1,128}$`)

// toolNames leaves out what is no string, and what two pages have: both are the
// business of other checks.
func (c *check) toolNames() error {
	if _, err := c.items(); err != nil || c.list == nil {
		return err
	}
	others := map[string]probe.Item{} // of earlier pages
	for _, page := range c.list.Pages {
		tools, err := c.list.ItemsOf(page)
		if err != nil {
			return err
		}
		seen := map[string]probe.Item{}
		for _, tool := range tools {
			switch name := probe.Text(tool["name"]); {
			case !jsonparts.IsText(tool["name"]):
			case !toolName().MatchString(name):
				return fmt.Errorf("the tool name %q", name)
			case seen[name] != nil, others[name] != nil && !sameItem(others[name], tool):
				return fmt.Errorf("two tools are named %q", name)
			default:
				seen[name] = tool
			}
		}
		maps.Copy(others, seen)
	}
	return nil
}

// sameItem reports whether two items are one that is listed twice.
func sameItem(one, other probe.Item) bool {
	return maps.EqualFunc(one, other, func(a, b json.RawMessage) bool { return probe.SameJSON(a) == probe.SameJSON(b) })
}

func (c *check) declaredLists() error {
	var bad []string
	for _, l := range c.conn.Promised() {
		answer, err := c.call(l.Method, "")
		if err != nil {
			return err
		}
		_, err = l.ItemsOf(answer)
		if bad == nil && err != nil && (answer.CheckShape() != nil || l.Method == "tools/list" && probe.Page(answer) != nil) {
			return err // of answers that are none, and of tools that cannot be read another check tells
		}
		if err != nil {
			bad = append(bad, fmt.Sprintf("%s is declared, and %s is answered with %s", l.Capability, l.Method, probe.Quote(answer.Raw)))
		}
	}
	return verdict.FailedIf(bad != nil, "%s", strings.Join(bad, "\n"))
}

// listsWithMeta asks for each list with metadata, which any request may have.
func (c *check) listsWithMeta() error {
	return each(c.conn.Promised(), "no list is declared", func(l probe.List) error {
		answer, err := c.call(l.Method, `{"_meta":{"mcpsim.example/trace":"7"}}`)
		if err != nil || answer.Failure() == nil {
			return err
		}
		plain, err := c.call(l.Method, "")
		if err != nil {
			return err
		}
		return unless(plain.Failure() != nil, answer, "%s with metadata is refused, and without it is not", l.Method)
	})
}

// templatesList judges the list that many servers forget which have resources but no
// templates.
func (c *check) templatesList() error {
	l := probe.Listed("resources/templates/list")
	if !c.conn.Declares(l.Capability) {
		return verdict.NotObserved("the server declares no resources")
	}
	answer, err := c.call(l.Method, "")
	if err != nil {
		return err
	}
	return refused(answer.Failure() == nil, answer, "resources are declared, and %s is answered with an error", l.Method)
}

// stillLists judges the lists that another session can read.
func (c *check) stillLists() error {
	other, err := c.bench.Session()
	if err != nil {
		return err
	}
	for _, l := range other.Promised() {
		answer, err := c.call(l.Method, "")
		if err != nil {
			return err
		}
		items, err := l.ItemsOf(answer)
		if err == nil && len(items) > 0 {
			continue
		}
		there, wrong := other.Call(l.Method, "")
		if wrong != nil || there.Members["result"] == nil {
			continue
		}
		if others, _ := l.ItemsOf(there); answer.Members["result"] == nil || len(others) > 0 && err == nil {
			return unless(false, answer, "%s is answered otherwise than in another session", l.Method)
		}
	}
	return nil
}

func (c *check) undeclaredLists() error {
	for _, l := range probe.Lists() {
		if c.conn.Declares(l.Capability) {
			continue
		}
		answer, err := c.call(l.Method, "")
		if err != nil {
			return err
		}
		if items, _ := l.ItemsOf(answer); len(items) > 0 {
			return fmt.Errorf("%s is not declared, and %s is answered with %s", l.Capability, l.Method, probe.Quote(answer.Raw))
		}
	}
	return nil
}

// methodsKnown wants what is in the lists to be served. That a tool or a resource itself
// is refused is right.
func methodsKnown(c *check, s *probe.Survey, all *probe.Browse, b *probe.Bench) error {
	for _, t := range s.Trials {
		if t.Answer.IsUnknownMethod() && len(s.Trials) == countUnknown(s) {
			return blame(b, t, "tools are listed, and tools/call is answered with %s", probe.Quote(t.Answer.Raw))
		}
	}
	hidden, err := c.unfound(s)
	if err != nil {
		return err
	}
	if hidden != nil {
		return blame(b, hidden, "it is listed, and its call is answered like that of a tool that there is not: %s", probe.Quote(hidden.Answer.Raw))
	}
	for _, v := range slices.Concat(all.Resources, all.Prompts) {
		if v.Answer.IsUnknownMethod() {
			b.RecallBrowse()
			return unless(false, v.Answer, "%q is listed, and the method that it needs is unknown", v.Name)
		}
	}
	return nil
}

// noToolHere are words that say of a tool that there is none.
var noToolHere = words.Pattern(`(?i)(unknown|no such|find) tool|tool (is |was )?(not found|unknown|missing)|tool (does not|doesn't) exist`)

// unfound is a call of a tool that is listed, answered in the words that one is answered with that
// there is not, but for its name, which they name, or which say that it is unknown; nil = there is
// none. It is made once more, as tools come and go.
func (c *check) unfound(s *probe.Survey) (*probe.Trial, error) {
	names := func(t *probe.Trial) bool {
		failure := t.Answer.Members["error"]
		return failure != nil && t.Tool.Name != "" && (strings.Contains(string(failure), t.Tool.Name) || noToolHere().Match(failure))
	}
	suspects := slices.DeleteFunc(slices.Clone(s.Trials), func(t *probe.Trial) bool { return !names(t) })
	if len(suspects) == 0 {
		return nil, nil
	}
	unknown, err := c.call("tools/call", noTool)
	if err != nil {
		return nil, err
	}
	for _, t := range suspects {
		if !likeUnknown(t.Tool.Name, unknown, t.Answer) || !c.lists(t.Tool.Name) {
			continue
		}
		again, err := c.call("tools/call", probe.CallOf(t.Tool, t.Arguments, ""))
		if err != nil || likeUnknown(t.Tool.Name, unknown, again) && c.lists(t.Tool.Name) {
			return t, err
		}
	}
	return nil, nil
}

// likeUnknown reports whether a call of a tool is answered like that of one that there is not: in
// the same words, or in others that say so, with the same code.
func likeUnknown(tool string, unknown, answer probe.Frame) bool {
	if strings.ReplaceAll(string(unknown.Members["error"]), probe.NoSuchTool, tool) == string(answer.Members["error"]) {
		return true
	}
	one, other := unknown.Failure(), answer.Failure()
	return one != nil && other != nil && one.Code == other.Code && noToolHere().Match(unknown.Members["error"]) && noToolHere().Match(answer.Members["error"])
}

// lists reports whether a tool is listed now.
func (c *check) lists(tool string) bool {
	all, err := c.conn.ListAll("tools/list")
	return err == nil && slices.ContainsFunc(all, func(i probe.Item) bool { return probe.Text(i["name"]) == tool })
}

func countUnknown(s *probe.Survey) (n int) {
	for _, t := range s.Trials {
		if t.Answer.IsUnknownMethod() {
			n++
		}
	}
	return n
}

func schemasValid(tools []probe.Item) error {
	return eachSchema(tools, func(fault *schema.Fault) bool { return !fault.Dangling && !fault.Unmatched })
}

func patternsRead(tools []probe.Item) error {
	return eachSchema(tools, func(fault *schema.Fault) bool { return fault.Unmatched })
}

// schemasWhole judges references. Those to the network clients may not load from 2026-07-28 on.
func schemasWhole(tools []probe.Item, b *probe.Bench) error {
	for _, tool := range tools {
		for _, member := range []string{"inputSchema", "outputSchema"} {
			if ref := networkRef(tool[member]); ref != "" && b.IsModern() {
				return fmt.Errorf("the %s of %q refers to %q, which no client loads", member, probe.Text(tool["name"]), ref)
			}
		}
	}
	return eachSchema(tools, func(fault *schema.Fault) bool { return fault.Dangling })
}

// reference is a $ref to the network, in a schema as it is written.
var reference = words.Pattern(`"\$ref"\s*:\s*"(https?://[^"]*)"`)

// networkRef is the first reference to the network; "" = none. One to the dialects of JSON
// Schema itself, or to a name that the schema gives to a part of it, leads somewhere.
func networkRef(raw json.RawMessage) string {
	for _, found := range reference().FindAllSubmatch(raw, -1) {
		base, _, _ := strings.Cut(string(found[1]), "#")
		if !strings.Contains(base, "://json-schema.org/") && !bytes.Contains(raw, []byte(`"$id":"`)) {
			return string(found[1])
		}
	}
	return ""
}

// eachSchema judges the schemas of all tools read. Those of a dialect that is not
// known, and those that exceed a limit, are passed over.
func eachSchema(tools []probe.Item, counts func(*schema.Fault) bool) error {
	judged := 0
	var limit *schema.LimitError
	for _, tool := range tools {
		for _, member := range []string{"inputSchema", "outputSchema"} {
			if !bytes.HasPrefix(tool[member], []byte("{")) {
				continue // that it is to be an object is the business of another check
			}
			err := probe.CheckDialect(tool[member])
			var fault *schema.Fault
			switch {
			case errors.Is(err, schema.ErrForeign), errors.As(err, &limit):
				continue
			case errors.As(err, &fault) && counts(fault):
				return fmt.Errorf("the %s of %q is no valid schema: %w: %s", member, probe.Text(tool["name"]), err, probe.Quote(tool[member]))
			}
			judged++
		}
	}
	if judged == 0 && limit != nil {
		return verdict.NotObserved("no schema that the server publishes can be judged: %s", limit.Reason)
	}
	return verdict.NotTestableIf(judged == 0, "the server publishes no schema of a dialect that is known here")
}

// listOften keeps in which order the tools came, where it is another one. A list that is
// as long each time and three times another is in no order at all: its pages overlap.
func (c *check) listOften(n int) error {
	c.compared = nil
	byLength := map[int][]string{} // of lists of one length: that tools come or go is the business of another check
	for range n {
		items, err := c.conn.ListAll("tools/list")
		if err != nil {
			return err
		}
		orders := byLength[len(items)]
		var names []string
		for _, item := range items {
			names = append(names, probe.Text(item["name"]))
		}
		if now := strings.Join(names, ", "); !slices.Contains(orders, now) {
			byLength[len(items)] = append(orders, now)
		}
	}
	for _, length := range slices.Sorted(maps.Keys(byLength)) {
		if orders := byLength[length]; len(orders) > 2 || len(orders) == 2 && sameNames(orders[0], orders[1]) {
			c.compared = []string{fmt.Sprintf("at first %s, then %s", orders[0], orders[1])}
		}
	}
	return nil
}

func sameNames(a, b string) bool {
	return slices.Equal(slices.Sorted(strings.SplitSeq(a, ", ")), slices.Sorted(strings.SplitSeq(b, ", ")))
}
