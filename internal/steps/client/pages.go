package client

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func pageSteps() []gherkin.Step {
	return gherkin.Noun("page", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the client follows cursors`, Manual: "not testable if it does not ask for the second page of a correct server",
			Func: (*World).pages},
		{Keyword: gherkin.Given, Pattern: `the client gives cursors back`, Manual: "not testable if it gives back another one than it was given whole; characters that were lost in decoding do not count",
			Func: (*World).givesBack},
		{Keyword: gherkin.Given, Pattern: `the client lists again when the list changes`,
			Manual: "not observed if it does not after list_changed during a call", Func: (*World).refreshes},
		{Keyword: gherkin.Then, Pattern: `every page of the list is asked for`, Manual: "each cursor of tools/list that was given", Func: allPages},
		{Keyword: gherkin.Then, Pattern: `every page of the other lists is asked for`, Manual: "of prompts, resources and templates, where a page came a second before the client left; not observed if none is listed",
			Func: otherPages},
		{Keyword: gherkin.Then, Pattern: `the list is asked for again after "([^"]+)"`, Manual: "a notification of the server, the last one",
			Example: `the list is asked for again after "notifications/tools/list_changed"`, Func: listsAfter},
		{Keyword: gherkin.Then, Pattern: `the list is read anew after "([^"]+)"`, Manual: "a notification of the server: from its beginning, and every page that a client had time for",
			Example: `the list is read anew after "notifications/tools/list_changed"`, Func: readsAnew},
		{Keyword: gherkin.Then, Pattern: `the next call after "([^"]+)" follows a new list`, Manual: "a notification of the server; not observed if it did not come, or no call came after it",
			Example: `the next call after "notifications/tools/list_changed" follows a new list`, Func: listsBefore},
		{Keyword: gherkin.Then, Pattern: `no list is asked for while the call is open`, Manual: "the first call, up to its answer", Func: listsAtMost(0)},
		{Keyword: gherkin.Then, Pattern: `a list is asked for at most once while the call is open`, Manual: "the first call, up to its answer", Func: listsAtMost(1)},
		{Keyword: gherkin.Then, Pattern: `the list is asked for again from its beginning`, Manual: "without a cursor, after one was refused; not observed if none was",
			Func: listsAnew},
	})
}

// twoPages is the script of a correct server whose list has two pages: the tool that
// is asked for is on the second.
const twoPages = `
pageSize: 1
tools:
  - first
  - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}`

func (w *World) pages() error { return w.paged(follows) }

// paged judges a run with two pages.
func (w *World) paged(judge func(*clientcheck.Run) error) error {
	s := w.bench.Plain(w.modern)
	s.Script = strings.TrimPrefix(s.Script+twoPages, "\n") // as in checks, which share the run
	return w.requires(s, judge)
}

func follows(r *clientcheck.Run) error {
	if allPages(r) != nil || r.Well() != nil {
		return verdict.NotTestable("the client does not follow the cursors of a correct server: see CLI-70")
	}
	return nil
}

// oddCursor is the script of a server whose cursor means something to those who do not leave it alone. It is
// that of CLI-20, which shares the run.
const oddCursor = `rules:
  - when: {method: tools/list, nth: 1}
    do: [{cursor: "  %2B+&=/?#é🚀\t\"\\ "}]`

func (w *World) givesBack() error {
	s := w.bench.Plain(w.modern)
	s.Script = oddCursor
	return w.requires(s, func(r *clientcheck.Run) error {
		lost := slices.ContainsFunc(r.All("tools/list"), func(m clientcheck.Indexed) bool {
			cursor := cursorOf(m)
			return cursor != nil && strings.ContainsRune(*cursor, utf8.RuneError)
		})
		if err := cursors(r); err != nil && verdict.Of(err) == "" && !lost {
			return verdict.NotTestable("the client changes cursors: see CLI-20")
		}
		return nil
	})
}

// followsOnce wants one list, too. A client that begins several of a correct server may end
// before it has gone on with each.
func followsOnce(r *clientcheck.Run) error {
	begun := 0
	for _, m := range r.All("tools/list") {
		if cursorOf(m) == nil {
			begun++
		}
	}
	return cmp.Or(follows(r), verdict.NotObservedIf(begun > 1, "the client begins %d lists of a correct server", begun))
}

// cursorOf is the cursor of a request for a list; nil = it asks for the beginning.
func cursorOf(m clientcheck.Indexed) *string {
	var p struct{ Cursor *string }
	clientcheck.Params(m.Raw, &p)
	return p.Cursor
}

// changes is the script of a server whose list changes during a call. Without a handshake a subscription
// has time to come before that: it has a request of its own.
const (
	changes = `
rules:
  - when: {method: tools/call}
    do: [{notify: notifications/tools/list_changed}, {delay: 1500ms}]`
	changesLater = `
rules:
  - when: {method: tools/call}
    do: [{delay: 500ms}, {notify: notifications/tools/list_changed}, {delay: 1500ms}]`
)

func (w *World) refreshes() error {
	s := w.bench.Plain(w.modern)
	if w.modern {
		s.Script += changesLater
	} else {
		s.Script += changes
	}
	return w.requires(s, func(r *clientcheck.Run) error {
		if err := listsAfter(r, listChanged); err != nil {
			return verdict.NotObserved("the client does not list again when the list changes during a call: %s", err)
		}
		return nil
	})
}

const listChanged = "notifications/tools/list_changed"

func allPages(r *clientcheck.Run) error {
	lists := r.All("tools/list")
	if len(lists) == 0 {
		return verdict.NotObserved("the client asked for no list; it %s", r.End())
	}
	asked := map[string]bool{}
	for _, m := range lists {
		if cursor := cursorOf(m); cursor != nil {
			asked[*cursor] = true
		}
	}
	for i, a := range r.SentBack("tools/list") {
		if next := nextOf(a); next != nil && !asked[*next] {
			return fmt.Errorf("page %d names the cursor %q, which is never asked for; the client %s%s", i+1, *next, r.End(), r.LastWords())
		}
	}
	return nil
}

// otherPages leaves out pages after which the client had no time: it was asked to call a tool.
func otherPages(r *clientcheck.Run) error {
	left, judged := r.Leaves(), false
	for _, a := range lists(r.Entries(isSent)) {
		next := nextOf(a)
		if a.Method == "tools/list" || next == nil || left.Sub(a.At) < time.Second {
			continue
		}
		judged = true
		if !slices.ContainsFunc(r.All(a.Method), func(m clientcheck.Indexed) bool { c := cursorOf(m); return c != nil && *c == *next }) {
			return fmt.Errorf("a page of %s names the cursor %q, which is never asked for; the client %s", a.Method, *next, r.End())
		}
	}
	return verdict.NotObservedIf(!judged, "the client lists tools alone, or was in a hurry; it %s", r.End())
}

func listsAfter(r *clientcheck.Run, notification string) error {
	told := r.SentBack(notification)
	if len(told) == 0 {
		return verdict.NotObserved("the server did not come to send %s", notification)
	}
	for _, m := range r.All("tools/list") {
		if m.Place > told[len(told)-1].Place {
			return nil
		}
	}
	return fmt.Errorf("no tools/list follows %s; the client %s", notification, r.End())
}

// listsBefore wants a list between a notification and the next call.
func listsBefore(r *clientcheck.Run, notification string) error {
	told := r.SentBack(notification)
	if len(told) == 0 {
		return verdict.NotObserved("the server did not come to send %s", notification)
	}
	for _, m := range r.Asked() {
		switch {
		case m.Place < told[0].Place:
		case m.Method == "tools/list":
			return nil
		case m.Method == "tools/call":
			return fmt.Errorf("no tools/list comes between %s and the next call: %s", notification, quote(m.Raw))
		}
	}
	return verdict.NotObserved("no call follows %s; the client %s%s", notification, r.End(), r.LastWords())
}

// readsAnew looks at the lists that follow a notification: one begins without a cursor, and the pages
// that a second or more was left for are followed.
func readsAnew(r *clientcheck.Run, notification string) error {
	told := r.SentBack(notification)
	if len(told) == 0 {
		return verdict.NotObserved("the server did not come to send %s", notification)
	}
	begun, asked, last := false, map[string]bool{}, told[0].At
	for _, m := range r.All("tools/list") {
		if m.Place < told[0].Place {
			continue
		}
		cursor := cursorOf(m)
		if begun = begun || cursor == nil; cursor != nil {
			asked[*cursor] = true
		}
	}
	for _, a := range r.SentBack("tools/call") {
		last = a.At
	}
	switch {
	case !begun && len(asked) == 0:
		return verdict.NotObserved("no tools/list follows %s; the client %s", notification, r.End())
	case !begun:
		return fmt.Errorf("after %s no list is asked for without a cursor", notification)
	}
	for _, a := range r.SentBack("tools/list") {
		next := nextOf(a)
		if a.Place > told[0].Place && next != nil && last.Sub(a.At) > time.Second && !asked[*next] {
			return fmt.Errorf("the page that follows %s names the cursor %q, which is not asked for again", notification, *next)
		}
	}
	return nil
}

// nextOf is the cursor that an answer names; nil = none.
func nextOf(answer clientcheck.Indexed) *string {
	var page struct{ NextCursor *string }
	_ = jsonparts.Unmarshal(clientcheck.Result(answer.Raw), &page)
	return page.NextCursor
}

func listsAtMost(most int) func(r firstCall) error {
	return func(r firstCall) error { return listsWithin(r, most) }
}

func listsWithin(r firstCall, most int) error {
	n := 0
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindMessage }) {
		switch {
		case e.Place < r.call.Place:
		case e.Direction == fakeserver.Sent && e.ID == r.call.ID:
			return nil
		case e.Direction == fakeserver.Received && e.Method == "tools/list":
			if n++; n > most {
				return fmt.Errorf("a list is asked for: %s", quote(e.Raw))
			}
		}
	}
	return verdict.NotObserved("the call %s has no answer; the client %s%s", r.call.ID, r.End(), r.LastWords())
}

func listsAnew(r *clientcheck.Run) error {
	refused := slices.IndexFunc(r.SentBack("tools/list"), func(a clientcheck.Indexed) bool { return clientcheck.Result(a.Raw) == nil })
	if refused < 0 {
		return verdict.NotObserved("no cursor was refused; the client %s%s", r.End(), r.LastWords())
	}
	answer, with := r.SentBack("tools/list")[refused], false
	for _, m := range r.All("tools/list") {
		switch first := cursorOf(m) == nil; {
		case m.Place < answer.Place && m.ID == answer.ID:
			with = !first
		case m.Place > answer.Place && first && with:
			return nil
		}
	}
	if !with {
		return verdict.NotObserved("a first page was refused, and no cursor; the client %s%s", r.End(), r.LastWords())
	}
	return fmt.Errorf("no tools/list without a cursor follows the error; the client %s%s", r.End(), r.LastWords())
}

// schemaOf is the schema of a tool as the server has listed it last before a place.
func schemaOf(r *clientcheck.Run, tool string, before int) json.RawMessage {
	return append(schemasOf(r, tool, before), nil)[0]
}

// schemasOf are the schemas of a tool as the server has listed it before a place, the latest first:
// the latest alone unless the client asks for several lists at once, and may wait for one of them.
func schemasOf(r *clientcheck.Run, tool string, before int) (schemas []json.RawMessage) {
	several := listsAtOnce(r, before)
	for _, a := range slices.Backward(r.SentBack("tools/list")) {
		if a.Place > before {
			continue
		}
		var list struct {
			Tools []struct {
				Name        string
				InputSchema json.RawMessage
			}
		}
		_ = jsonparts.Unmarshal(clientcheck.Result(a.Raw), &list)
		for _, t := range slices.Backward(list.Tools) {
			if t.Name == tool {
				schemas = append(schemas, t.InputSchema)
			}
		}
		if len(schemas) > 0 && !several {
			return schemas[:1]
		}
	}
	return schemas
}

// listsAtOnce reports whether the client begins a list of tools more than once before a place and has no
// reason for that: no call between, and no change.
func listsAtOnce(r *clientcheck.Run, before int) bool {
	begun := 0
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindMessage }) {
		switch {
		case e.Place > before:
			return false
		case e.Method == "tools/call", e.Method == "notifications/tools/list_changed":
			begun = 0
		case e.Method == "tools/list" && e.Direction == fakeserver.Received && cursorOf(e) == nil:
			if begun++; begun > 1 {
				return true
			}
		}
	}
	return false
}
