package client

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

func processSteps() []gherkin.Step {
	return gherkin.Noun("process", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `standard input is closed before the server gets a signal`, Manual: "at the end of the first server", Func: closesFirst},
		{Keyword: gherkin.Then, Pattern: `the server is asked by TERM to end`, Manual: "before it is killed", Func: terminates},
		{Keyword: gherkin.Then, Pattern: `no server is left when the client has ended`, Manual: "each process has exited or was killed", Func: leavesNone},
		{Keyword: gherkin.Then, Pattern: `at most (\d+) server processe?s? (?:is|are) started`, Manual: "by the client, in the whole run",
			Example: "at most 10 server processes are started", Func: startsAtMost},
	})
}

// The kinds of entries of a process that is ended.
const (
	kindTerm fakeserver.EntryKind = "term"
	kindKill fakeserver.EntryKind = "kill"
)

// served is a run in which the client came to use its server, with a handshake or without.
type served struct{ *clientcheck.Run }

func afterGreeting(r *clientcheck.Run) (served, error) {
	return served{r}, verdict.NotObservedIf(r.Welcomed() < 0 && !r.SpeaksModern(), "initialize was not answered; the client %s", r.End())
}

// lifeOf are the places of the first entry of each kind in the life of the first
// process; absent = there is none.
func lifeOf(r *clientcheck.Run) map[fakeserver.EntryKind]int {
	out := map[fakeserver.EntryKind]int{}
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Conn == 1 }) {
		if _, seen := out[e.Kind]; !seen {
			out[e.Kind] = e.Place
		}
	}
	return out
}

func closesFirst(r served) error {
	life := lifeOf(r.Run)
	eof, closed := life[fakeserver.KindEOF]
	for kind, name := range map[fakeserver.EntryKind]string{kindTerm: "TERM", kindKill: "KILL"} {
		if at, sent := life[kind]; sent && r.Unaided(at) && (!closed || at < eof) {
			return fmt.Errorf("the server gets %s before its standard input is closed", name)
		}
	}
	return verdict.NotObservedIf(!closed, "the client closed nothing; it %s", r.End())
}

func terminates(r served) error {
	life := lifeOf(r.Run)
	term, asked := life[kindTerm]
	asked = asked && r.Unaided(term)
	kill, killed := life[kindKill]
	killed = killed && r.Unaided(kill)
	switch {
	case asked && (!killed || term < kill):
		return r.givesTime()
	case killed:
		return errors.New("the server is killed without having been asked by TERM")
	case !r.Ended:
		return fmt.Errorf("the client %s: it waits for a server that does not end", r.End())
	}
	return fmt.Errorf("the client %s and leaves its server running", r.End())
}

// timeToEnd is less than any client waits that gives its server time to end by itself.
const timeToEnd = 20 * time.Millisecond

// givesTime says that TERM came with the end of the input: nothing was waited for.
func (r served) givesTime() error {
	at := map[fakeserver.EntryKind]time.Time{}
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Conn == 1 }) {
		if at[e.Kind].IsZero() {
			at[e.Kind] = e.At
		}
	}
	after := at[kindTerm].Sub(at[fakeserver.KindEOF])
	return verdict.FailedIf(!at[fakeserver.KindEOF].IsZero() && after >= 0 && after < timeToEnd, "TERM comes %s after the end of the input: the server had no time to end", after.Round(time.Millisecond))
}

func leavesNone(r served) error {
	if !r.Ended {
		return fmt.Errorf("the client %s: it waits for a server that does not end", r.End())
	}
	exited := map[int]bool{}
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindExit }) {
		exited[e.Conn] = r.Unaided(e.Place)
	}
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindSpawn }) {
		if !exited[e.Conn] {
			return fmt.Errorf("the client %s, and its server number %d still runs", r.End(), e.Conn)
		}
	}
	return nil
}

func startsAtMost(r *clientcheck.Run, most int) error {
	spawned := r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindSpawn })
	return verdict.FailedIf(len(spawned) > most, "the client starts its server %s", words.Count(len(spawned), "time"))
}
