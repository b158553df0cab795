package steps

import (
	"bytes"
	"cmp"
	"fmt"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// owners are the goroutines that were seen to work on connections. Its methods may be called from any
// goroutine.
type owners struct {
	mu    sync.Mutex
	names map[string]string // goroutine of each owner's token
	done  map[work]string   // goroutine that did it
	lie   error             // about the first token that stood for two goroutines
}

// work is the opening or closing of one connection.
type work struct {
	server string
	conn   int
	what   string
}

const (
	opening = "opening"
	closing = "closing"
)

func agentsOwnerSteps() []gherkin.Step {
	return gherkin.Noun("owner", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the connections were owned as follows:`,
			Manual: "compares who opened and who closed each connection of managed servers, sorted by server, and that these names tell the truth; columns server, connection, opened by, closed by",
			Func:   (*agents).checkConnectionOwners},
		{Keyword: gherkin.Then, Pattern: `the trace tells of managed server "([^"]+)":`,
			Manual:  "compares who did what for a managed server: its owner, the event, and what this names; words of one line that are empty are left out",
			Example: `the trace tells of managed server "docs":`, Func: (*agents).checkTrace},
		{Keyword: gherkin.Then, Pattern: `the trace tells of these views in turn:`, Manual: "compares the active and failed servers after each change",
			Func: (*agents).checkTracedViews},
		{Keyword: gherkin.Then, Pattern: `the work on server "([^"]+)" was:`,
			Manual:  "compares who did what for a managed server, in the order of the ends; columns owner, work (connect, cleanup or a method), end (ok, failed, timeout, cancelled)",
			Example: `the work on server "docs" was:`, Func: (*agents).checkWork},
	})
}

// emitOwned records an event and on which goroutine its owner told of it.
func (a *agents) emitOwned(e event.Event) {
	switch e.Kind {
	case event.WorkStart, event.WorkEnd, event.SessionOpened, event.SessionClosed:
		a.owners.is(e.Actor)
	}
	a.Emit(e)
}

// is notes that the current goroutine calls itself token.
func (o *owners) is(token string) {
	here := goroutine()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.names == nil {
		o.names = map[string]string{}
	}
	if was := o.names[token]; was != "" && was != here && o.lie == nil {
		o.lie = fmt.Errorf("%q was two owners", token)
	}
	o.names[token] = here
}

// did notes that the current goroutine opens or closes a connection.
func (o *owners) did(server string, conn int, what string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.done == nil {
		o.done = map[work]string{}
	}
	o.done[work{server, conn, what}] = goroutine()
}

// proves checks that work was done by the owner that tells of it.
func (o *owners) proves(d work, token string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.lie != nil:
		return o.lie
	case token != "" && o.done[d] != o.names[token]:
		return fmt.Errorf("%s connection %d of %s was not done by %q, which says so", d.what, d.conn, d.server, token)
	}
	return nil
}

// goroutine is the number of the current goroutine. Nothing but a stack tells it,
// and nothing but it shows that work was moved without saying so.
func goroutine() string {
	var stack [64]byte
	text := stack[:goruntime.Stack(stack[:], false)]
	return string(bytes.Fields(text)[1])
}

func (a *agents) checkConnectionOwners(table *gherkin.Table) error {
	var got []map[string]string
	byConn := map[work]map[string]string{}
	for _, e := range a.seen("", "") {
		conn := work{server: e.Server, conn: e.Conn}
		switch e.Kind {
		case event.SessionOpened:
			byConn[conn] = map[string]string{"server": e.Server, "connection": strconv.Itoa(e.Conn), "opened by": e.Actor, "closed by": ""}
			got = append(got, byConn[conn])
			conn.what = opening
		case event.SessionClosed:
			if byConn[conn] == nil {
				return fmt.Errorf("connection %d of %s was closed and never opened", e.Conn, e.Server)
			}
			byConn[conn]["closed by"] = e.Actor
			conn.what = closing
		default:
			continue
		}
		if err := a.owners.proves(conn, e.Actor); err != nil {
			return err
		}
	}
	slices.SortStableFunc(got, func(a, b map[string]string) int { return cmp.Compare(a["server"], b["server"]) })
	return sameTable("the owners of connections", table, got, "server", "connection", "opened by", "closed by")
}

// traced are the kinds of events with which managed servers tell what is done for them.
var traced = []event.Kind{
	event.OwnerStart, event.OwnerEnd, event.WorkStart, event.WorkEnd, event.SessionOpened, event.SessionClosed,
	event.AttemptStart, event.AttemptFail, event.BackoffWait, event.CacheRead,
}

func (a *agents) checkTrace(server string, want *gherkin.DocString) error {
	var got []string
	for _, e := range a.seen("", server) {
		if slices.Contains(traced, e.Kind) {
			line := []string{e.Actor, string(e.Kind), e.Name, e.ID, e.From, e.To, e.Text}
			got = append(got, strings.Join(slices.DeleteFunc(line, func(word string) bool { return word == "" }), " "))
		}
	}
	return same("what the trace tells of "+server, got, fields(want))
}

func (a *agents) checkTracedViews(want *gherkin.DocString) error {
	var got []string
	for _, e := range a.seen(event.ViewsChanged, "") {
		got = append(got, fmt.Sprintf("%s %d %s", e.Actor, e.N, e.Text))
	}
	return same("the views in the trace", got, fields(want))
}

func (a *agents) checkWork(server string, table *gherkin.Table) error {
	var got []map[string]string
	for _, e := range a.seen(event.WorkEnd, server) {
		got = append(got, map[string]string{"owner": e.Actor, "work": e.Name, "end": e.To})
	}
	return sameTable("the work on "+server, table, got, "owner", "work", "end")
}
