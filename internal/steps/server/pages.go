package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// pages is the noun of steps about lists that come in pages.
type pages struct {
	*check
	readings []*reading
}

func pageSteps() []Step {
	return gherkin.Noun("pages", []Step{
		{Keyword: When, Pattern: `every list is read to its end`,
			Manual: "tools, resources, resource templates and prompts, those that are declared; page by page, at most 1000 pages",
			Func:   (*pages).readLists},
		{Keyword: When, Pattern: `the second page of every list is read twice`, Manual: "not observed if no list has one",
			Func: (*pages).readSecondTwice},
		{Keyword: When, Pattern: `every list is asked for with the cursor "([^"]*)"`, Manual: "those that are declared",
			Example: `every list is asked for with the cursor "x"`, Func: (*pages).readFrom},
		{Keyword: Then, Pattern: `every list ends`, Manual: "no cursor comes twice and there are at most 1000 pages", Func: (*pages).listsEnd},
		{Keyword: Then, Pattern: `no item is listed twice`, Manual: "by name, by URI or by URI template", Func: (*pages).noItemTwice},
		{Keyword: Then, Pattern: `no page ends with an empty cursor`, Manual: `nextCursor is absent at the end, neither "" nor null`,
			Func: (*pages).noEmptyCursor},
		{Keyword: Then, Pattern: `both pages are the same`, Manual: "of each list that has them", Func: (*pages).samePages},
		{Keyword: Then, Pattern: `each list is refused with the error (-?\d+)`, Manual: "of those asked for",
			Example: "each list is refused with the error -32602", Func: (*pages).listsRefused},
	})
}

// reading is what was read of one list.
type reading struct {
	method string
	pages  []probe.Frame
	err    error // why it did not end
}

// eachList does something with each list that is declared. A server need not have
// resource templates, and that a declared list is refused is the business of
// another check: page says so, and the list is left out.
func (w *pages) eachList(read func(r *reading) error) error {
	w.readings = nil
	for _, l := range probe.Lists {
		if !w.c.Declared[l.Capability] {
			continue
		}
		r := &reading{method: l.Method}
		switch err := read(r); {
		case errors.Is(err, errRefused):
		case err != nil:
			w.trouble = true
			return fmt.Errorf("%s: %w", l.Method, err)
		default:
			w.readings = append(w.readings, r)
		}
	}
	if len(w.readings) == 0 {
		return verdict.NotTestable("the server has no list that can be read")
	}
	return nil
}

// errRefused says that a list has no first page.
var errRefused = errors.New("the list is refused")

// page reads a page and keeps it. A cursor of nil asks for the first.
func (r *reading) page(c *probe.Conn, cursor json.RawMessage) (map[string]json.RawMessage, error) {
	params := ""
	if cursor != nil {
		params = `{"cursor":` + string(cursor) + `}`
	}
	answer, err := c.Call(r.method, params)
	if err != nil {
		return nil, err
	}
	result := pageOf(answer)
	if result == nil && cursor == nil {
		return nil, errRefused
	}
	r.pages = append(r.pages, answer)
	return result, nil
}

// pageOf is the result of a list, or nil.
func pageOf(answer probe.Frame) map[string]json.RawMessage {
	var result map[string]json.RawMessage
	_ = json.Unmarshal(answer.Members["result"], &result)
	return result
}

func (w *pages) readLists() error {
	return w.eachList(func(r *reading) error {
		seen := map[string]bool{}
		var cursor json.RawMessage
		for range probe.MaxPages {
			page, err := r.page(w.c, cursor)
			if err != nil || !probe.HasNext(page) {
				return err
			}
			cursor = page["nextCursor"]
			if seen[string(cursor)] {
				r.err = fmt.Errorf("the cursor %s comes twice", probe.Quote(cursor))
				return nil
			}
			seen[string(cursor)] = true
		}
		r.err = fmt.Errorf("it has more than %d pages", probe.MaxPages)
		return nil
	})
}

func (w *pages) listsEnd() error {
	for _, r := range w.readings {
		if r.err != nil {
			return fmt.Errorf("%s: %w", r.method, r.err)
		}
	}
	return nil
}

func (w *pages) readSecondTwice() error {
	seen := false
	err := w.eachList(func(r *reading) error {
		first, err := r.page(w.c, nil)
		if err != nil || !probe.HasNext(first) {
			return err
		}
		seen, r.pages = true, nil
		for range 2 {
			if _, err := r.page(w.c, first["nextCursor"]); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && !seen {
		return verdict.NotObserved("every list has one page only")
	}
	return err
}

func (w *pages) samePages() error {
	for _, r := range w.readings {
		if len(r.pages) < 2 {
			continue // one page only
		}
		if a, b := r.pages[0].Members["result"], r.pages[1].Members["result"]; string(a) != string(b) {
			return fmt.Errorf("%s: the same cursor leads to two pages: %s and %s", r.method, probe.Quote(a), probe.Quote(b))
		}
	}
	return nil
}

func (w *pages) readFrom(cursor string) error {
	return w.eachList(func(r *reading) error {
		if _, err := r.page(w.c, nil); err != nil {
			return err
		}
		r.pages = nil
		_, err := r.page(w.c, probe.Encoded(cursor))
		return err
	})
}

func (w *pages) listsRefused(code string) error {
	for _, r := range w.readings {
		if failure := r.pages[0].Failure(); failure == nil || failure.Code != code {
			return fmt.Errorf("%s is answered with %s", r.method, probe.Quote(r.pages[0].Raw))
		}
	}
	return nil
}

func (w *pages) noItemTwice() error {
	for _, r := range w.readings {
		seen := map[string]bool{}
		for _, page := range r.pages {
			items, err := itemsIn(page, r.method)
			if err != nil {
				return err
			}
			for _, item := range items {
				key := keyOf(item)
				if seen[key] {
					return fmt.Errorf("%s: %q is listed twice", r.method, key)
				}
				seen[key] = true
			}
		}
	}
	return nil
}

// keyOf is what an item is known by.
func keyOf(item map[string]json.RawMessage) string {
	for _, member := range []string{"uri", "uriTemplate", "name"} {
		if key := probe.Text(item[member]); key != "" {
			return key
		}
	}
	return strings.TrimSpace(string(item["name"]))
}

// itemsIn are the items on one page.
func itemsIn(page probe.Frame, method string) ([]map[string]json.RawMessage, error) {
	var items []map[string]json.RawMessage
	if json.Unmarshal(pageOf(page)[probe.ItemsOf(method)], &items) != nil || items == nil {
		return nil, fmt.Errorf("its %s is no list of objects: %s", probe.ItemsOf(method), probe.Quote(page.Raw))
	}
	return items, nil
}

func (w *pages) noEmptyCursor() error {
	for _, r := range w.readings {
		for _, page := range r.pages {
			if cursor, present := pageOf(page)["nextCursor"]; present && probe.Text(cursor) == "" {
				return fmt.Errorf("%s: nextCursor is %s", r.method, cursor)
			}
		}
	}
	return nil
}
