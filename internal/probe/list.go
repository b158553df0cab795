package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// The bounds of a list. One that has more pages does not end; one that exceeds
// another bound is not observed.
const (
	MaxPages     = 1000
	maxItems     = 10_000
	maxListBytes = 8 << 20 // of all pages
	maxCursor    = 64 << 10
)

// List is a list that a capability promises.
type List struct {
	Capability string // "resources"
	Method     string // "resources/templates/list"
	items      string // the member of the result that holds them
}

// Optional reports whether a server that declares the capability may lack the list.
func (l List) Optional() bool { return strings.Contains(l.Method, "templates") }

// Promised are the lists that the server must have for what it declares.
func (c *Conn) Promised() []List {
	return slices.DeleteFunc(Lists(), func(l List) bool { return !c.Declares(l.Capability) || l.Optional() })
}

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
	// Endless is why it was not read to its end: a cursor came twice, there are too
	// many pages, or one after the first holds no items; nil = it was.
	Endless error
	// Spent says of a cursor that it leads on once only, for all clients together; nil = none was
	// seen to do so.
	Spent error

	bytes int // of all answers
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
	if l.bytes += len(answer.Raw); l.bytes > maxListBytes {
		return nil, verdict.NotObserved("the pages of %s have more than %s, which is not read", l.Method, size(maxListBytes))
	}
	page := Page(answer)
	if page == nil && cursor == nil {
		l.Refused = answer
		return nil, ErrRefused
	}
	l.Pages = append(l.Pages, answer)
	l.spend(c, cursor, answer)
	if len(page["nextCursor"]) > maxCursor {
		return nil, verdict.NotObserved("a cursor of %s has %d bytes, at most %d are sent back", l.Method, len(page["nextCursor"]), maxCursor)
	}
	cursor = page["nextCursor"]
	if !bytes.HasPrefix(cursor, []byte(`"`)) || Text(cursor) == "" && !c.bench.IsModern() { // from 2026-07-28 on "" is a cursor like any other
		return nil, nil
	}
	return cursor, nil
}

// maxCursors is how many cursors are remembered.
const maxCursors = 64

// spend keeps in mind how many items a cursor has led to when any check has used it first, and
// says in [Listing.Spent] that it leads to none any more. Of the legacy era cursors are those of
// sessions.
func (l *Listing) spend(c *Conn, cursor json.RawMessage, answer Frame) {
	if cursor == nil || !c.bench.IsModern() {
		return
	}
	items, _ := l.ItemsOf(answer)
	kept := c.bench.ledger
	kept.mu.Lock()
	defer kept.mu.Unlock()
	key := l.Method + " " + string(cursor)
	before := kept.cursors[key]
	switch {
	case before > 0 && len(items) == 0 && (Page(answer) != nil || answer.Failure() != nil && answer.Failure().Code == "-32602"):
		l.Spent = fmt.Errorf("its cursor %s has led to %d items once, and now it leads to none: %s", Quote(cursor), before, Quote(answer.Raw))
	case before == 0 && len(items) > 0 && len(kept.cursors) < maxCursors:
		if kept.cursors == nil {
			kept.cursors = map[string]int{}
		}
		kept.cursors[key] = len(items)
	}
}

// Page is the result in an answer; nil = none.
func Page(answer Frame) map[string]json.RawMessage {
	return partsOf(answer.Members["result"])
}

// Read reads all pages on a connection.
func (l *Listing) Read(c *Conn) error {
	seen := map[string]bool{}
	var cursor json.RawMessage
	for range MaxPages {
		next, err := l.Page(c, cursor)
		if err != nil {
			return err
		}
		if _, err := l.ItemsOf(l.Pages[len(l.Pages)-1]); err != nil && cursor != nil {
			l.Pages = l.Pages[:len(l.Pages)-1]
			l.Endless = fmt.Errorf("after its cursor %s %s", Quote(cursor), err) // not wrapped: PAG-03 is about it
			return nil
		}
		if next == nil {
			return nil
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
		if len(out) > maxItems {
			return nil, verdict.NotObserved("%s has more than %d items, which are not judged", l.Method, maxItems)
		}
	}
	return out, nil
}

// ItemsOf are the items in one page.
func (l List) ItemsOf(page Frame) ([]Item, error) {
	var items []Item
	if jsonparts.Unmarshal(Page(page)[l.items], &items) != nil || items == nil {
		return nil, &UnreadableError{l.Method, fmt.Sprintf("its %s is no list of objects: %s", l.items, Quote(page.Raw)), page.CheckShape()}
	}
	return items, nil
}

// SameItems reports whether two parts of a list are equal, however they are written.
func SameItems(a, b []Item) bool { return canonical(a) == canonical(b) }

// Reordered reports whether two parts of a list hold the same items in another order.
func Reordered(a, b []Item) bool {
	return !SameItems(a, b) && unordered(a) == unordered(b)
}

// unordered is what a list holds, in whatever order: that of a list is not promised.
func unordered(items []Item) string {
	var each []string
	for _, item := range items {
		each = append(each, canonical([]Item{item}))
	}
	slices.Sort(each)
	return strings.Join(each, "\n")
}

// lasting is what a list holds, but for what it says of the contents of resources: their size and
// when they were written to last are told of with resources/updated.
func lasting(items []Item) string {
	var kept []Item
	for _, item := range items {
		item = maps.Clone(item)
		delete(item, "size")
		var notes Item
		if jsonparts.Unmarshal(item["annotations"], &notes) == nil && notes["lastModified"] != nil {
			delete(notes, "lastModified")
			item["annotations"], _ = json.Marshal(notes)
		}
		kept = append(kept, item)
	}
	return unordered(kept)
}

// canonical is JSON with the members of objects in order of their names.
func canonical(items []Item) string {
	raw, _ := json.Marshal(items)
	var value any
	_ = jsonparts.Unmarshal(raw, &value)
	raw, _ = json.Marshal(value)
	return string(raw)
}

// ListAll reads a list to its end, or to where it begins again, for a check that is
// about its items. A list that is refused makes that check not testable; one that
// cannot be read is an *[UnreadableError].
func (c *Conn) ListAll(method string) ([]Item, error) {
	l, err := c.listing(method)
	if err != nil {
		return nil, err
	}
	return l.Items()
}

// ListWhole is [Conn.ListAll] for a check that compares what is listed: what breaks off on
// the way is no other list, which PAG-03 tells.
func (c *Conn) ListWhole(method string) ([]Item, error) {
	l, err := c.listing(method)
	if err != nil {
		return nil, err
	}
	if l.Endless != nil {
		return nil, verdict.Because("PAG-03", "%s: %s", method, l.Endless)
	}
	return l.Items()
}

func (c *Conn) listing(method string) (*Listing, error) {
	l := Listed(method)
	switch err := l.Read(c); {
	case errors.Is(err, ErrRefused):
		return nil, verdict.Because("LIFE-13", "%s is answered with %s", method, Quote(l.Refused.Raw))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", method, err)
	case l.Endless == errTooLarge: //nolint:errorlint // never wrapped
		return nil, verdict.NotTestable("%s has more than %d pages", method, MaxPages)
	}
	return l, nil
}
