package conn

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// Limits bound one list of a server, all its pages together. In each field 0 stands
// for the default, and a negative value for no limit (D-22).
type Limits struct {
	// Time for all pages, 5 minutes by default; one request may always take as long as
	// requests may, and where those have no deadline, lists have none (OMP-LC-57).
	Time   time.Duration
	Pages  int // 10,000 by default; a longer list is cut there, with a warning (FF-34)
	Bytes  int // of all results as they were sent, 64 MiB by default
	Items  int // definitions, 100,000 by default
	Cursor int // bytes of a cursor, 64 KiB by default
}

// within puts the defaults in, and what is never reached for no limit; a Time of 0 is
// none then. timeout is that of one request, 0 for none.
func (l Limits) within(timeout time.Duration) Limits {
	l = Limits{
		Time: cmp.Or(l.Time, 5*time.Minute), Pages: limit(l.Pages, 10_000), Bytes: limit(l.Bytes, 64<<20),
		Items: limit(l.Items, 100_000), Cursor: limit(l.Cursor, 64<<10),
	}
	if min(l.Time, timeout) <= 0 {
		l.Time = 0
		return l
	}
	l.Time = max(l.Time, timeout)
	return l
}

// limit is what the field of a number stands for.
func limit(n, byDefault int) int {
	if n < 0 {
		return math.MaxInt
	}
	return cmp.Or(n, byDefault)
}

// ListError says which limit the list of a server has met (D-22).
type ListError struct {
	Method string // of the list
	Switch string // that sets the limit: lists.time, lists.pages, lists.size, lists.items or lists.cursor
	Pages  int    // that had come by then
	what   string
}

func (e *ListError) Error() string {
	return fmt.Sprintf("listing with %s: %s; the limit is the switch %s", e.Method, e.what, e.Switch)
}

// Is makes the end of the time match context.DeadlineExceeded.
func (e *ListError) Is(target error) bool {
	return e.Switch == "lists.time" && target == context.DeadlineExceeded
}

// listing is what has come of one list, and the limits it is held against. It keeps
// what it has to return: of cursors only a sum of fixed size.
type listing struct {
	Limits
	method, member string

	items []json.RawMessage
	pages int
	bytes int
	seen  map[[sha256.Size]byte]bool // cursors
}

// add takes one page in and returns its cursor, empty if it is the last one.
func (l *listing) add(raw json.RawMessage) (next string, more bool, err error) {
	l.pages++
	if l.bytes += len(raw); l.bytes > l.Bytes {
		return next, more, l.over("lists.size", "more than %d bytes, %d in %s", l.Bytes, l.bytes, l.counted())
	}
	room := l.Items - len(l.items)
	p, err := readPage(raw, l.member, room)
	switch {
	case err != nil:
		return next, more, fmt.Errorf("reading the result of %s: %w", l.method, excerpt.Error(err))
	case p.count > room:
		return next, more, l.over("lists.items", "more than %d definitions, %d in %s", l.Items, len(l.items)+p.count, l.counted())
	case len(p.next) > l.Cursor:
		return next, more, l.over("lists.cursor", "a cursor of more than %d bytes, %d after %s", l.Cursor, len(p.next), l.counted())
	}
	l.items = append(l.items, p.items...)
	return p.next, p.more, nil
}

// cameBack takes note of a cursor and reports whether it has been there before.
func (l *listing) cameBack(cursor string) bool {
	if l.seen == nil {
		l.seen = map[[sha256.Size]byte]bool{}
	}
	sum := sha256.Sum256([]byte(cursor))
	before := l.seen[sum]
	l.seen[sum] = true
	return before
}

// overdue is the end of the time for a list, of which a page has come.
func (l *listing) overdue() error {
	return l.over("lists.time", "not all pages came within %s, only %d", l.Time, l.pages)
}

func (l *listing) tooLong() error {
	return l.over("lists.pages", "more than %d pages, list cut there", l.Pages)
}

func (l *listing) over(limit, format string, args ...any) error {
	return &ListError{Method: l.method, Switch: limit, Pages: l.pages, what: fmt.Sprintf(format, args...)}
}

func (l *listing) counted() string {
	if l.pages == 1 {
		return "1 page"
	}
	return fmt.Sprintf("%d pages", l.pages)
}

// page is one page of a list.
type page struct {
	items []json.RawMessage // nil if there is no array; no more than were asked for
	count int               // of all there are
	next  string            // empty if there is none
	more  bool              // there is one, which may be empty
}

// readPage takes a page apart. A result of 16 MiB can hold eight million definitions,
// so no more than most of them are kept, and the rest is only counted.
func readPage(raw json.RawMessage, member string, most int) (p page, err error) {
	s := jsonscan.New(raw)
	s.Object(jsonscan.Folded(member, "nextCursor"), func(name string) {
		if name == "nextCursor" {
			p.next = ""
			p.more = !s.Null()
			if p.more {
				s.String(&p.next)
			}
			return
		}
		p.items, p.count = readItems(&s, most)
	})
	if err = s.End(); err == nil && p.items == nil {
		err = fmt.Errorf("no array %q in it", member)
	}
	if used := total(p.items); used < len(raw)/2 { // or a short definition would hold a long page
		for i := range p.items {
			p.items[i] = slices.Clone(p.items[i])
		}
	}
	return p, err
}

func readItems(s *jsonscan.Scanner, most int) (items []json.RawMessage, count int) {
	if s.Null() {
		return
	}
	items = []json.RawMessage{}
	s.Array(func() {
		item := s.Value()
		if count++; count <= most {
			items = append(items, item)
		}
	})
	return items, count
}

func total(items []json.RawMessage) (n int) {
	for _, item := range items {
		n += len(item)
	}
	return n
}
