package server

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// lists is the noun of steps about lists and the items in them.
type lists struct{ *check }

func listSteps() []Step {
	return gherkin.Noun("list", []Step{
		{Keyword: When, Pattern: `the list "([^"]+)" is read to its end`, Manual: "page by page, at most 1000 pages",
			Example: `the list "tools/list" is read to its end`, Func: (*check).readList},
		{Keyword: Then, Pattern: `every tool has an object as its input schema`, Manual: `with the type "object"`, Func: (*lists).toolSchemas},
		{Keyword: Then, Pattern: `every tool has a name of 1 to 128 characters A-Z a-z 0-9 _ - \.`, Manual: "and no two the same",
			Example: "every tool has a name of 1 to 128 characters A-Z a-z 0-9 _ - .", Func: (*lists).toolNames},
		{Keyword: Then, Pattern: `every declared list is a result`, Manual: "for each capability that promises one", Func: (*lists).declaredLists},
		{Keyword: Then, Pattern: `no list that is not declared has items`, Manual: "an error or an empty list is right",
			Func: (*lists).undeclaredLists},
	})
}

// page asks for one page. A cursor of "" asks for the first.
func (w *check) page(method string, cursor json.RawMessage) (map[string]json.RawMessage, error) {
	params := ""
	if cursor != nil {
		params = `{"cursor":` + string(cursor) + `}`
	}
	answer, err := w.c.Call(method, params)
	if err != nil {
		w.trouble = true
		return nil, err
	}
	var result map[string]json.RawMessage
	if json.Unmarshal(answer.Members["result"], &result) != nil || result == nil {
		return nil, verdict.NotTestable("%s is refused: %s", method, probe.Quote(answer.Raw))
	}
	w.answers = append(w.answers, answer)
	return result, nil
}

func (w *check) readList(method string) error {
	w.marks["list"] = method
	w.answers, w.err = nil, nil
	seen := map[string]bool{}
	var cursor json.RawMessage
	for range probe.MaxPages {
		page, err := w.page(method, cursor)
		if err != nil {
			return err
		}
		if !probe.HasNext(page) {
			return nil
		}
		cursor = page["nextCursor"]
		if seen[string(cursor)] {
			w.err = fmt.Errorf("the cursor %s comes twice", probe.Quote(cursor))
			return nil
		}
		seen[string(cursor)] = true
	}
	w.err = fmt.Errorf("the list has more than %d pages", probe.MaxPages)
	return nil
}

// items are those of all pages read.
func (w *check) items() ([]map[string]json.RawMessage, error) {
	var out []map[string]json.RawMessage
	for _, a := range w.answers {
		var result map[string]json.RawMessage
		_ = json.Unmarshal(a.Members["result"], &result)
		var items []map[string]json.RawMessage
		member := probe.ItemsOf(w.marks["list"])
		if json.Unmarshal(result[member], &items) != nil || items == nil {
			return nil, fmt.Errorf("its %s is no list of objects: %s", member, probe.Quote(a.Raw))
		}
		out = append(out, items...)
	}
	return out, nil
}

func (w *lists) toolSchemas() error {
	items, err := w.items()
	for _, tool := range items {
		var schema map[string]json.RawMessage
		if json.Unmarshal(tool["inputSchema"], &schema) != nil || probe.Text(schema["type"]) != "object" {
			return fmt.Errorf("the inputSchema of %q is %s", probe.Text(tool["name"]), probe.OrNothing(string(tool["inputSchema"])))
		}
	}
	return err
}

var toolName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

func (w *lists) toolNames() error {
	items, err := w.items()
	seen := map[string]bool{}
	for _, tool := range items {
		name := probe.Text(tool["name"])
		if !toolName.MatchString(name) {
			return fmt.Errorf("the tool name %q", name)
		}
		if seen[name] {
			return fmt.Errorf("two tools are named %q", name)
		}
		seen[name] = true
	}
	return err
}

func (w *lists) declaredLists() error {
	var bad []string
	for _, l := range probe.Lists {
		if !w.c.Declared[l.Capability] || strings.Contains(l.Method, "templates") {
			continue // a server need not have templates
		}
		switch answer, err := w.c.Call(l.Method, ""); {
		case err != nil:
			w.trouble = true
			return fmt.Errorf("%s: %w", l.Method, err)
		case answer.Members["result"] == nil:
			bad = append(bad, fmt.Sprintf("%s is declared, and %s is answered with %s", l.Capability, l.Method, probe.Quote(answer.Raw)))
		}
	}
	if bad != nil {
		return fmt.Errorf("%s", strings.Join(bad, "\n"))
	}
	return nil
}

func (w *lists) undeclaredLists() error {
	for _, l := range probe.Lists {
		if w.c.Declared[l.Capability] {
			continue
		}
		answer, err := w.c.Call(l.Method, "")
		if err != nil {
			w.trouble = true
			return fmt.Errorf("%s: %w", l.Method, err)
		}
		if items, _ := itemsIn(answer, l.Method); len(items) > 0 {
			return fmt.Errorf("%s is not declared, and %s is answered with %s", l.Capability, l.Method, probe.Quote(answer.Raw))
		}
	}
	return nil
}
