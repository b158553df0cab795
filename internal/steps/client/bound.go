package client

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

func boundSteps() []gherkin.Step {
	return gherkin.Noun("bound", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is sent at most (\d+) times?`, Manual: "for each time that a correct server gets it, if it is tools/call, or initialize to another server; not observed if it is never sent",
			Example: `"tools/call" is sent at most 1 time`, Func: (*World).sentAtMost},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is sent no more often than to a correct server`, Manual: "in the whole run",
			Example: `"server/discover" is sent no more often than to a correct server`, Func: (*World).sentAsUsual},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is sent again`, Manual: "a second time; not observed if it is never sent",
			Example: `"tools/list" is sent again`, Func: sentAgain},
		{Keyword: gherkin.Then, Pattern: `the client fails by itself`, Manual: "it ends, and not with code 0: what it was asked for cannot be done",
			Func: (*World).fails},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is not repeated within (\S+)`, Manual: "after it was refused; not observed if it is sent once, or a tool of a correct server is called more than once",
			Example: `"tools/call" is not repeated within 1s`, Func: (*World).notSoon},
		{Keyword: gherkin.Then, Pattern: `the call that is given up is not made again`, Manual: "not observed if the client waits for its answer to the end",
			Func: (*World).notMadeAgain},
		{Keyword: gherkin.Then, Pattern: `a moved "([^"]+)" keeps its method and body`, Manual: "and the headers that belong to it, in the request that asks for moved; not observed if there is none",
			Example: `a moved "tools/call" keeps its method and body`, Func: keepsBody},
		{Keyword: gherkin.Then, Pattern: `no moved message becomes a GET`, Manual: "where a POST was sent on; good if it is not followed", Func: staysPost},
		{Keyword: gherkin.Then, Pattern: `nothing secret goes to the new place`, Manual: "no session id, no credentials, no cookies in requests that ask for moved",
			Func: keepsSecrets},
		{Keyword: gherkin.Then, Pattern: `the message "([^"]+)" comes to "([^"]+)"`, Manual: "a path of the server, by POST; with these parameters, if it has any",
			Example: `the message "initialize" comes to "/messages"`, Func: comesTo},
		{Keyword: gherkin.Given, Pattern: `the client deletes the session of a correct server`, Manual: "not testable if it does not: see CLI-06", Func: (*World).deletesOne},
		{Keyword: gherkin.Then, Pattern: `every session that is left is deleted`, Manual: "those that the server has not forgotten by itself", Func: deletesAll},
	})
}

func (w *World) sentAtMost(r *clientcheck.Run, method string, most int) error {
	switch {
	case method == discover: // two clients of one program ask for themselves, and each makes a call
		most *= w.usualCalls()
	case method == "tools/call" || method == "initialize" && w.situation != w.bench.Plain(w.modern):
		most *= w.usually(method)
	}
	switch n := len(r.All(method)); {
	case n == 0:
		return verdict.NotObserved("the client sent no %s; it %s%s", method, r.End(), r.LastWords())
	case n > most:
		return fmt.Errorf("%s is sent %s", method, words.Count(n, "time"))
	}
	return nil
}

// usualCalls is how often a client calls a tool of a correct server, 1 at least: some call
// it twice whatever they are answered.
func (w *World) usualCalls() int { return w.usually("tools/call") }

// usually is how often a client sends a method to a correct server, 1 at least.
func (w *World) usually(method string) int {
	r, err := w.bench.Play(w.bench.Plain(w.modern))
	if err != nil {
		return 1
	}
	return max(1, len(r.All(method)))
}

func (w *World) sentAsUsual(r *clientcheck.Run, method string) error {
	n, usual := len(r.All(method)), w.usually(method)
	return verdict.FailedIf(n > usual, "%s is sent %s, to a correct server %s", method, words.Count(n, "time"), words.Count(usual, "time"))
}

func sentAgain(r *clientcheck.Run, method string) error {
	switch n := len(r.All(method)); n {
	case 0:
		return verdict.NotObserved("the client sent no %s; it %s%s", method, r.End(), r.LastWords())
	case 1:
		return fmt.Errorf("%s is sent once; the client %s", method, r.End())
	}
	return nil
}

// fails looks at the end alone: a server may die before the client has sent anything.
func (w *World) fails() error {
	switch r := w.run; {
	case r == nil:
		return errNotRun
	case !r.Ended:
		return fmt.Errorf("the client %s%s", r.End(), r.LastWords())
	case r.Code == 0:
		return fmt.Errorf("the client %s, as if it had done what it was asked for", r.End())
	}
	return nil
}

func (w *World) notSoon(r *clientcheck.Run, method string, least time.Duration) error {
	all := r.All(method)
	if len(all) < 2 {
		return verdict.NotObserved("%s is not repeated", method)
	}
	if n := w.usualCalls(); method == "tools/call" && n > 1 {
		return verdict.NotObserved("a correct server gets %s %s, too", method, words.Count(n, "time"))
	}
	for i, m := range all[1:] {
		if after := m.At.Sub(all[i].At); after < least-early {
			return fmt.Errorf("%s is repeated after %s, asked for was %s", method, after.Round(time.Millisecond), least)
		}
	}
	return nil
}

func (w *World) notMadeAgain(r firstCall) error {
	again := len(r.All("tools/call")) - w.usualCalls()
	if again == 0 && !r.Ended && len(r.Cancelled()) == 0 {
		return verdict.NotObserved("the client waited for the answer for the whole %s", r.Limit)
	}
	return verdict.FailedIf(again > 0, "the call %s is made again %s, and the server may be doing it already", r.call.ID, words.Count(again, "time"))
}

// moved are the requests to where a redirect of the script points.
func moved(r *clientcheck.Run) []clientcheck.Indexed {
	return r.Entries(isMoved)
}

func isMoved(e fakeserver.Entry) bool {
	return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Received && strings.Contains(e.Text, "moved")
}

func keepsBody(r *clientcheck.Run, method string) error {
	there := moved(r)
	if len(there) == 0 {
		return verdict.NotObserved("the client does not follow the redirect")
	}
	if there[0].Verb != http.MethodPost {
		return fmt.Errorf("the POST of %s becomes a %s where it was sent to", method, there[0].Verb)
	}
	if !slices.ContainsFunc(r.All(method), func(m clientcheck.Indexed) bool { return m.Place > there[0].Place }) {
		return fmt.Errorf("the body of %s is lost on its way to the new place", method)
	}
	return keepsHeaders(r, method, there[0])
}

// movedAlong are the headers that belong to a message, wherever in the same server it is sent.
var movedAlong = []string{
	"Accept", "Content-Type", "Authorization", clientcheck.HeaderSession, clientcheck.HeaderRevision, "Mcp-Method", "Mcp-Name",
}

// keepsHeaders says which header a message has no more, or another one, at its new place.
func keepsHeaders(r *clientcheck.Run, method string, there clientcheck.Indexed) error {
	for _, first := range slices.Backward(r.All(method)) {
		if first.Place > there.Place {
			continue
		}
		for _, name := range movedAlong {
			if was, is := first.Header.Get(name), there.Header.Get(name); was != is {
				return fmt.Errorf("%s is sent to its new place with the header %s %q, which was %q", method, name, is, was)
			}
		}
		return nil
	}
	return nil
}

func staysPost(r *clientcheck.Run) error {
	for _, q := range moved(r) {
		if q.Verb == http.MethodGet {
			return errors.New("a POST becomes a GET where it was sent to: its message is lost")
		}
	}
	return nil
}

func keepsSecrets(r *clientcheck.Run) error {
	for _, q := range moved(r) {
		for _, name := range []string{clientcheck.HeaderSession, "Authorization", "Cookie"} {
			if q.Header.Get(name) != "" {
				return fmt.Errorf("a %s with the header %s goes to another origin", q.Verb, name)
			}
		}
	}
	return nil
}

func comesTo(r *clientcheck.Run, method, place string) error {
	want, err := url.Parse(place)
	if err != nil {
		return err
	}
	posts := r.Entries(func(e fakeserver.Entry) bool {
		u, err := url.Parse(e.Text)
		return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Received && e.Verb == http.MethodPost && err == nil && u.Path == want.Path
	})
	if len(posts) == 0 {
		return fmt.Errorf("no POST goes to %s; the client %s%s", want.Path, r.End(), r.LastWords())
	}
	if u, _ := url.Parse(posts[0].Text); !within(want.Query(), u.Query()) {
		return fmt.Errorf("the POST goes to %s, and lacks what the query has in %s", posts[0].Text, place)
	}
	for _, m := range r.All(method) {
		if m.Place > posts[0].Place {
			return nil
		}
	}
	return fmt.Errorf("no %s goes to %s", method, want.Path)
}

// within reports whether a query has all parameters that are wanted; one without a value may have any.
func within(want, got url.Values) bool {
	for name, values := range want {
		if !got.Has(name) || values[0] != "" && !slices.Equal(got[name], values) {
			return false
		}
	}
	return true
}

func (w *World) deletesOne() error {
	return w.requires(w.bench.Plain(false), func(r *clientcheck.Run) error {
		s, err := afterWelcome(r)
		if err == nil {
			err = deletes(s)
		}
		if err != nil {
			return verdict.NotTestable("the client does not delete the session of a correct server: see CLI-06: %s", err)
		}
		return nil
	})
}

func deletesAll(r session) error {
	if !r.Ended {
		return verdict.NotObserved("the client %s: it was never done", r.End())
	}
	minted := mintedIn(r.Run)
	over := map[string]bool{}
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return strings.HasPrefix(string(e.Kind), "session e") }) {
		over[e.ID] = true
	}
	for i, m := range minted {
		if !over[m.ID] {
			return fmt.Errorf("the client %s and has sent no DELETE for session number %d", r.End(), i+1)
		}
	}
	return verdict.NotObservedIf(len(minted) == 0, "the server gave no session id")
}
