package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func listSteps() []gherkin.Step {
	return gherkin.Noun("list", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the list "([^"]+)" is read to its end`, Manual: "page by page, at most 1000 pages",
			Example: `the list "tools/list" is read to its end`, Func: (*check).readList},
		{Keyword: gherkin.Then, Pattern: `every tool has an object as its input schema`, Manual: `with the type "object"`, Func: toolSchemas},
		{Keyword: gherkin.Then, Pattern: `every tool has a name of 1 to 128 characters A-Z a-z 0-9 _ - \.`, Manual: "and no two the same", Func: toolNames},
		{Keyword: gherkin.Then, Pattern: `every declared list is a result`, Manual: "for each capability that promises one", Func: (*check).declaredLists},
		{Keyword: gherkin.Then, Pattern: `no list that is not declared has items`, Manual: "an error or an empty list is right", Func: (*check).undeclaredLists},
		{Keyword: gherkin.Then, Pattern: `every schema is valid in its dialect`,
			Manual: "the one that it names, 2020-12 if none; not testable if no dialect is known", Func: schemasValid},
		{Keyword: gherkin.Then, Pattern: `no reference in a schema leads nowhere`, Manual: "within the schema; nothing is loaded", Func: schemasWhole},
	})
}

// readList reads a list whose items are for a Then to judge.
func (c *check) readList(method string) error {
	c.list = probe.Listed(method)
	err := c.list.Read(c.conn)
	c.err = c.list.Endless
	switch {
	case errors.Is(err, probe.ErrRefused):
		return verdict.NotTestable("%s is refused: %s", method, probe.Quote(c.list.Refused.Raw))
	case err != nil:
		c.trouble = true
	}
	return err
}

func toolSchemas(tools []probe.Item) error {
	for _, tool := range tools {
		var schema map[string]json.RawMessage
		if json.Unmarshal(tool["inputSchema"], &schema) != nil || probe.Text(schema["type"]) != "object" {
			return fmt.Errorf("the inputSchema of %q is %s", probe.Text(tool["name"]), probe.OrNothing(string(tool["inputSchema"])))
		}
	}
	return nil
}

var toolName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

func toolNames(tools []probe.Item) error {
	seen := map[string]bool{}
	for _, tool := range tools {
		switch name := probe.Text(tool["name"]); {
		case !toolName.MatchString(name):
			return fmt.Errorf("the tool name %q", name)
		case seen[name]:
			return fmt.Errorf("two tools are named %q", name)
		default:
			seen[name] = true
		}
	}
	return nil
}

func (c *check) declaredLists() error {
	var bad []string
	for _, l := range probe.Lists() {
		if !c.conn.Declares(l.Capability) || l.Optional() {
			continue
		}
		answer, err := c.call(l.Method, "")
		if err != nil {
			return err
		}
		if answer.Members["result"] == nil {
			bad = append(bad, fmt.Sprintf("%s is declared, and %s is answered with %s", l.Capability, l.Method, probe.Quote(answer.Raw)))
		}
	}
	return verdict.FailedIf(bad != nil, "%s", strings.Join(bad, "\n"))
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

func schemasValid(tools []probe.Item) error {
	return eachSchema(tools, func(fault *probe.SchemaFault) bool { return !fault.Dangling })
}

func schemasWhole(tools []probe.Item) error {
	return eachSchema(tools, func(fault *probe.SchemaFault) bool { return fault.Dangling })
}

// eachSchema judges the schemas of all tools read. Those of a dialect that is not
// known are passed over.
func eachSchema(tools []probe.Item, counts func(*probe.SchemaFault) bool) error {
	judged := 0
	for _, tool := range tools {
		for _, member := range []string{"inputSchema", "outputSchema"} {
			if tool[member] == nil || string(tool[member]) == "null" {
				continue // whether one must be there is the business of another check
			}
			err := probe.CheckDialect(tool[member])
			var fault *probe.SchemaFault
			switch {
			case errors.Is(err, probe.ErrForeign):
				continue
			case errors.As(err, &fault) && counts(fault):
				return fmt.Errorf("the %s of %q is no valid schema: %w: %s", member, probe.Text(tool["name"]), err, probe.Quote(tool[member]))
			}
			judged++
		}
	}
	return verdict.NotTestableIf(judged == 0, "the server publishes no schema of a dialect that is known here")
}
