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

// pages are the lists that a step has read, as far as they came.
type pages []*probe.Listing

func pageSteps() []gherkin.Step {
	return gherkin.Noun("pages", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `every list is read to its end`,
			Manual: "tools, resources, resource templates and prompts, those that are declared; page by page, at most 1000 pages", Func: (*pages).readLists},
		{Keyword: gherkin.When, Pattern: `the second page of every list is read twice`, Manual: "not observed if no list has one", Func: (*pages).readSecondTwice},
		{Keyword: gherkin.When, Pattern: `every list is asked for with the cursor "([^"]*)"`, Manual: "those that are declared",
			Example: `every list is asked for with the cursor "x"`, Func: (*pages).readFrom},
		{Keyword: gherkin.Then, Pattern: `every list ends`, Manual: "no cursor comes twice and there are at most 1000 pages", Func: (*pages).end},
		{Keyword: gherkin.Then, Pattern: `no item is listed twice`, Manual: "by name, by URI or by URI template", Func: (*pages).noItemTwice},
		{Keyword: gherkin.Then, Pattern: `no page ends with an empty cursor`, Manual: `nextCursor is absent at the end, neither "" nor null`,
			Func: (*pages).noEmptyCursor},
		{Keyword: gherkin.Then, Pattern: `both pages are the same`, Manual: "of each list that has them", Func: (*pages).samePages},
		{Keyword: gherkin.Then, Pattern: `each list is refused with the error (-?\d+)`, Manual: "of those asked for",
			Example: "each list is refused with the error -32602", Func: (*pages).listsRefused},
	})
}

// readEach reads from each list that is declared. A server need not have resource
// templates, and that a declared list is refused is the business of another check:
// such a list is left out.
func (p *pages) readEach(c *check, read func(l *probe.Listing) error) error {
	*p = nil
	for _, l := range probe.Lists() {
		if !c.conn.Declares(l.Capability) {
			continue
		}
		listing := &probe.Listing{List: l}
		switch err := read(listing); {
		case errors.Is(err, probe.ErrRefused):
		case err != nil:
			c.trouble = true
			return fmt.Errorf("%s: %w", l.Method, err)
		default:
			*p = append(*p, listing)
		}
	}
	return verdict.NotTestableIf(len(*p) == 0, "the server has no list that can be read")
}

func (p *pages) readLists(c *check) error {
	return p.readEach(c, func(l *probe.Listing) error { return l.Read(c.conn) })
}

func (p *pages) readSecondTwice(c *check) error {
	seen := false
	err := p.readEach(c, func(l *probe.Listing) error {
		second, err := l.Page(c.conn, nil)
		if err != nil || second == nil {
			return err
		}
		seen, l.Pages = true, nil
		for range 2 {
			if _, err := l.Page(c.conn, second); err != nil {
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

func (p *pages) readFrom(c *check, cursor string) error {
	return p.readEach(c, func(l *probe.Listing) error {
		if _, err := l.Page(c.conn, nil); err != nil {
			return err
		}
		l.Pages = nil
		_, err := l.Page(c.conn, probe.Encoded(cursor))
		return err
	})
}

// each judges the lists that were read.
func (p *pages) each(judge func(l *probe.Listing) error) error {
	for _, l := range *p {
		if err := judge(l); err != nil {
			return fmt.Errorf("%s: %w", l.Method, err)
		}
	}
	return nil
}

func (p *pages) end() error {
	return p.each(func(l *probe.Listing) error { return l.Endless })
}

func (p *pages) samePages() error {
	return p.each(func(l *probe.Listing) error {
		if len(l.Pages) < 2 {
			return nil // one page only
		}
		if a, b := l.Pages[0].Members["result"], l.Pages[1].Members["result"]; string(a) != string(b) {
			return fmt.Errorf("the same cursor leads to two pages: %s and %s", probe.Quote(a), probe.Quote(b))
		}
		return nil
	})
}

func (p *pages) listsRefused(code string) error {
	for _, l := range *p {
		if failure := l.Pages[0].Failure(); failure == nil || failure.Code != code {
			return fmt.Errorf("%s is answered with %s", l.Method, probe.Quote(l.Pages[0].Raw))
		}
	}
	return nil
}

func (p *pages) noItemTwice() error {
	for _, l := range *p {
		items, err := l.Items()
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, item := range items {
			key := keyOf(item)
			if seen[key] {
				return fmt.Errorf("%s: %q is listed twice", l.Method, key)
			}
			seen[key] = true
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

func (p *pages) noEmptyCursor() error {
	return p.each(func(l *probe.Listing) error {
		for _, page := range l.Pages {
			if cursor, present := probe.Page(page)["nextCursor"]; present && probe.Text(cursor) == "" {
				return fmt.Errorf("nextCursor is %s", cursor)
			}
		}
		return nil
	})
}
