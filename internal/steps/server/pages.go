package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
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
		{Keyword: gherkin.When, Pattern: `every list is asked for with the cursor (\d+)`, Manual: "the same, with a number",
			Example: "every list is asked for with the cursor 7", Func: (*pages).readFromNumber},
		{Keyword: gherkin.When, Pattern: `every list is asked for with the cursor of its second page, in other letters`,
			Manual: "capitals for small letters and the other way round; of cursors that have both, and letters that no number in hexadecimal has; not observed if there is none", Func: (*pages).readOtherLetters},
		{Keyword: gherkin.Then, Pattern: `none has led to that page`, Manual: "nor been served otherwise as if it were that cursor", Func: (*pages).apart},
		{Keyword: gherkin.Then, Pattern: `every list ends`, Manual: "no cursor comes twice and there are at most 1000 pages", Func: (*pages).end},
		{Keyword: gherkin.Then, Pattern: `no item is listed twice`, Manual: "by name, by URI or by URI template; two tools of one name are the business of another check", Func: (*pages).noItemTwice},
		{Keyword: gherkin.Then, Pattern: `no page ends with an empty cursor`, Manual: `nextCursor is absent at the end, neither "" nor null`,
			Func: (*pages).noEmptyCursor},
		{Keyword: gherkin.Then, Pattern: `every cursor is a text, and the last page has none`, Manual: "nextCursor is a string or absent, and not null", Func: (*pages).textCursors},
		{Keyword: gherkin.Then, Pattern: `both pages are the same`, Manual: "the items of each list that has them", Func: (*pages).samePages},
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

// readOtherLetters reads the second page of each list, and then what its cursor leads to in other
// letters. One that has capitals alone, or none, may be written in either; so may numbers.
func (p *pages) readOtherLetters(c *check) error {
	seen := false
	err := p.readEach(c, func(l *probe.Listing) error {
		second, err := l.Page(c.conn, nil)
		l.Pages = nil
		if err != nil || !jsonparts.IsText(second) || !mindsLetters(probe.Text(second)) {
			return err
		}
		if _, err := l.Page(c.conn, second); err != nil {
			return err
		}
		seen = true
		c.conn.Misfits(true)
		defer c.conn.Misfits(false)
		if _, err = l.Page(c.conn, probe.Encoded(otherCase(probe.Text(second)))); errors.Is(err, probe.ErrRefused) {
			return nil // as it is to be
		}
		return err
	})
	if err == nil && !seen {
		return verdict.NotObserved("no list has a second page whose cursor has small letters and capitals")
	}
	return err
}

// mindsLetters reports whether a cursor means something else in other letters: it has capitals,
// small letters, and one of either beyond the digits of hexadecimal numbers.
func mindsLetters(cursor string) bool {
	beyond := func(from, to rune) bool {
		return strings.ContainsFunc(cursor, func(r rune) bool { return from <= r && r <= to })
	}
	return beyond('g', 'z') && beyond('G', 'Z')
}

// apart wants no cursor to lead where another one does that has other letters.
func (p *pages) apart() error {
	return p.each(func(l *probe.Listing) error {
		if len(l.Pages) < 2 {
			return nil
		}
		a, err := l.ItemsOf(l.Pages[0])
		if err != nil {
			return nil // which is the business of another check
		}
		b, err := l.ItemsOf(l.Pages[1])
		return unless(err != nil || len(a) == 0 || !probe.SameItems(a, b), l.Pages[1], "a cursor that the server did not give leads to the page of one with other letters")
	})
}

func (p *pages) readFrom(c *check, cursor string) error {
	return p.readFromAny(c, probe.Encoded(cursor))
}

func (p *pages) readFromNumber(c *check, cursor string) error {
	return p.readFromAny(c, json.RawMessage(cursor))
}

func (p *pages) readFromAny(c *check, cursor json.RawMessage) error {
	return p.readEach(c, func(l *probe.Listing) error {
		if _, err := l.Page(c.conn, nil); err != nil {
			return err
		}
		if _, err := l.Items(); err != nil {
			return err
		}
		l.Pages = nil
		_, err := l.Page(c.conn, cursor)
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
	return p.each(func(l *probe.Listing) error {
		if l.Endless == nil {
			return nil
		}
		if l.Spent != nil {
			return verdict.Because("PAG-02", "%s", l.Spent)
		}
		if _, err := l.ItemsOf(l.Pages[0]); err != nil {
			return verdict.Because(readerOf(l.List), "its first page cannot be read either: %s", err)
		}
		return l.Endless
	})
}

// readerOf is the check that tells of a list which cannot be read.
func readerOf(l probe.List) string {
	switch {
	case l.Optional():
		return templateCheck
	case l.Method == "tools/list":
		return toolsCheck
	}
	return listsCheck
}

func (p *pages) samePages(b *probe.Bench) error {
	return p.each(func(l *probe.Listing) error {
		if l.Spent != nil {
			return verdict.Because("PAG-02", "%s", l.Spent)
		}
		return samePage(l, b.IsModern())
	})
}

func samePage(l *probe.Listing, modern bool) error {
	if len(l.Pages) < 2 {
		return nil // one page only
	}
	a, err := l.ItemsOf(l.Pages[0])
	if err != nil {
		return nil // which is the business of another check
	}
	b, err := l.ItemsOf(l.Pages[1])
	switch {
	case err == nil && modern && l.Method == "tools/list" && probe.Reordered(a, b):
		return verdict.Because("M-TOOL-08", "the same tools come in another order")
	case err != nil || !probe.SameItems(a, b):
		return fmt.Errorf("the same cursor leads to two pages: %s and %s", probe.Quote(l.Pages[0].Raw), probe.Quote(l.Pages[1].Raw))
	}
	return nil
}

func (p *pages) listsRefused(code string) error {
	for _, l := range *p {
		if failure := l.Pages[0].Failure(); failure == nil || failure.Code != code {
			return refused(false, l.Pages[0], "%s is not refused with the error %s", l.Method, code)
		}
	}
	return nil
}

func (p *pages) noItemTwice() error {
	for _, l := range *p {
		if _, err := l.Items(); err != nil && verdict.Of(err) != "" {
			return err
		}
		if l.Endless != nil {
			return verdict.Because("PAG-03", "%s: %s", l.Method, l.Endless)
		}
		seen := map[string]placed{}
		for n, page := range l.Pages {
			items, _ := l.ItemsOf(page) // which one has none is the business of another check
			for _, item := range items {
				key := keyOf(item)
				before := seen[key]
				if key != "" && before.page > 0 && (l.Capability != "tools" || before.page != n+1 && sameItem(before.item, item)) {
					return fmt.Errorf("%s: %q is listed twice, on page %d and on page %d", l.Method, key, before.page, n+1)
				}
				seen[key] = placed{n + 1, item}
			}
		}
	}
	return nil
}

// placed is an item and its page, counted from 1.
type placed struct {
	page int
	item probe.Item
}

// keyOf is what an item is known by.
func keyOf(item map[string]json.RawMessage) string {
	for _, member := range []string{"uri", "uriTemplate", "name"} {
		if key := probe.Text(item[member]); key != "" {
			return key
		}
	}
	return ""
}

func (p *pages) noEmptyCursor() error {
	return p.each(func(l *probe.Listing) error {
		for _, page := range l.Pages {
			if cursor, present := probe.Page(page)["nextCursor"]; present && probe.Text(cursor) == "" {
				return fmt.Errorf("nextCursor is %s", cursor)
			}
			if wrong := form.Misspelled(probe.Page(page), "nextCursor"); wrong != "" {
				return unless(false, page, "the page %s", wrong)
			}
		}
		return nil
	})
}

// spent says that the cursor of the first page, as it has just come on a connection, leads to nothing
// there, and has led to something before; nil = it does not.
func spent(list probe.List, c *probe.Conn) error {
	l := &probe.Listing{List: list}
	next, err := l.Page(c, nil)
	if err != nil || next == nil {
		return nil
	}
	if _, err := l.Page(c, next); err != nil {
		return nil
	}
	return l.Spent
}

// changing is the error of a step if a page differs from both that its cursor has led to
// before: it says nothing about connections.
func changing(l *probe.Listing, c *probe.Conn, cursor json.RawMessage) error {
	before := l.Pages
	if spent := spent(l.List, c); spent != nil {
		return verdict.Because("PAG-02", "on one connection, too: %s", spent)
	}
	if _, err := l.Page(c, cursor); err != nil {
		return err
	}
	third := l.Pages[len(before)]
	for _, f := range before {
		if samePage(&probe.Listing{List: l.List, Pages: []probe.Frame{f, third}}, false) == nil {
			return nil
		}
	}
	return verdict.Because("PAG-02", "the pages of one cursor on one connection differ, too")
}

// elsewhere reads the first page of each list on one connection, and the second one on
// that and on another.
func (p *pages) elsewhere(c *check) error {
	if err := c.freshSession(); err != nil {
		return err
	}
	here := c.conn
	other, err := c.bench.Connect()
	if err != nil {
		return err
	}
	defer c.bench.Retire(other)
	other.URL = c.instance
	if err := other.Handshake(""); err != nil {
		return err
	}
	seen := false
	err = p.readEach(c, func(l *probe.Listing) error {
		next, err := l.Page(here, nil)
		if err != nil || next == nil {
			return err
		}
		seen, l.Pages = true, nil
		if _, err := l.Page(here, next); err != nil {
			return err
		}
		c.bench.LeaveConnections()
		if _, err = l.Page(other, next); err != nil || samePage(l, c.bench.IsModern()) == nil {
			return err
		}
		l.Spent = nil // elsewhere, which is what this is about
		return changing(l, here, next)
	})
	if err != nil {
		return err
	}
	return verdict.NotObservedIf(!seen, "no list has a second page")
}

func (p *pages) textCursors() error {
	return p.each(func(l *probe.Listing) error {
		for _, page := range l.Pages {
			if cursor, present := probe.Page(page)["nextCursor"]; present && !jsonparts.IsText(cursor) {
				return fmt.Errorf("nextCursor is %s", cursor)
			}
			if wrong := form.Misspelled(probe.Page(page), "nextCursor"); wrong != "" {
				return unless(false, page, "the page %s", wrong)
			}
		}
		return nil
	})
}
