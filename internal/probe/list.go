package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/verdict"
)

// MaxPages bounds a list.
const MaxPages = 1000

// List is a list that a capability promises.
type List struct {
	Capability string // "resources"
	Method     string // "resources/templates/list"
	items      string // the member of the result that holds them
}

// Optional reports whether a server that declares the capability may lack the list.
func (l List) Optional() bool { return strings.Contains(l.Method, "templates") }

// Lists are all lists of the protocol.
func Lists() []List {
	return []List{
		{"tools", "tools/list", "tools"},
		{"resources", "resources/list", "resources"},
		{"resources", "resources/templates/list", "resourceTemplates"},
		{"prompts", "prompts/list", "prompts"},
	}
}

// Item is a tool, a resource, a resource template or a prompt.
type Item = map[string]json.RawMessage

// Listing is what was read of a list.
type Listing struct {
	List
	Pages []Frame // the answers, none of which need be a result
	// Refused is the answer instead of the first page, if that is no result.
	Refused Frame
	// Endless is why it was not read to its end: a cursor came twice, or there are
	// too many pages; nil = it was.
	Endless error
}

var errTooLarge = fmt.Errorf("it has more than %d pages", MaxPages)

// ErrRefused says that the first page of a list is no result.
var ErrRefused = errors.New("the list is refused")

// Listed is a list of which nothing was read yet.
func Listed(method string) *Listing {
	for _, l := range Lists() {
		if l.Method == method {
			return &Listing{List: l}
		}
	}
	return &Listing{List: List{Method: method}}
}

// Page reads a page on a connection and keeps it. A cursor of nil asks for the
// first, for which there is [ErrRefused]. next is the cursor of the next page; nil =
// there is none.
func (l *Listing) Page(c *Conn, cursor json.RawMessage) (next json.RawMessage, err error) {
	params := ""
	if cursor != nil {
		params = `{"cursor":` + string(cursor) + `}`
	}
	answer, err := c.Call(l.Method, params)
	if err != nil {
		return nil, err
	}
	page := Page(answer)
	if page == nil && cursor == nil {
		l.Refused = answer
		return nil, ErrRefused
	}
	l.Pages = append(l.Pages, answer)
	if Text(page["nextCursor"]) == "" {
		return nil, nil
	}
	return page["nextCursor"], nil
}

// Page is the result in an answer; nil = none.
func Page(answer Frame) map[string]json.RawMessage {
	var result map[string]json.RawMessage
	_ = json.Unmarshal(answer.Members["result"], &result)
	return result
}

// Read reads all pages on a connection.
func (l *Listing) Read(c *Conn) error {
	seen := map[string]bool{}
	var cursor json.RawMessage
	for range MaxPages {
		next, err := l.Page(c, cursor)
		if err != nil || next == nil {
			return err
		}
		if seen[string(next)] {
			l.Endless = fmt.Errorf("the cursor %s comes twice", Quote(next))
			return nil
		}
		seen[string(next)] = true
		cursor = next
	}
	l.Endless = errTooLarge
	return nil
}

// Items are those of all pages. The error says which page holds none.
func (l *Listing) Items() ([]Item, error) {
	var out []Item
	for _, page := range l.Pages {
		items, err := l.ItemsOf(page)
		if err != nil {
			return nil, err
		}
		out = append(out, items...)
	}
	return out, nil
}

// ItemsOf are the items in one page.
func (l List) ItemsOf(page Frame) ([]Item, error) {
	var items []Item
	if json.Unmarshal(Page(page)[l.items], &items) != nil || items == nil {
		return nil, fmt.Errorf("its %s is no list of objects: %s", l.items, Quote(page.Raw))
	}
	return items, nil
}

// ListAll reads a list to its end, or to where it begins again, for a check that is
// about its items. A list that cannot be read makes that check not testable.
func (c *Conn) ListAll(method string) ([]Item, error) {
	l := Listed(method)
	switch err := l.Read(c); {
	case errors.Is(err, ErrRefused):
		return nil, verdict.NotTestable("%s is answered with %s", method, Quote(l.Refused.Raw))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", method, err)
	case l.Endless == errTooLarge: //nolint:errorlint // never wrapped
		return nil, verdict.NotTestable("%s has more than %d pages", method, MaxPages)
	}
	items, err := l.Items()
	if err != nil {
		return nil, verdict.NotTestable("%s: %s", method, err)
	}
	return items, nil
}
