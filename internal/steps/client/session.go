package client

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func sessionSteps() []gherkin.Step {
	return gherkin.Noun("session", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `initialize is the first message`, Manual: "of the client", Func: initializeFirst},
		{Keyword: gherkin.Then, Pattern: `initialized follows the answer to initialize`, Manual: "before any request but ping", Func: initializedFollows},
		{Keyword: gherkin.Then, Pattern: `nothing but pings is sent before the answer to initialize`,
			Manual: "answers to the server's own requests are no requests", Func: onlyPings},
		{Keyword: gherkin.Then, Pattern: `nothing is sent after the answer to initialize`, Manual: "no message; GET and DELETE are none", Func: disconnects},
		{Keyword: gherkin.Then, Pattern: `no request needs (.+)`, Manual: "capabilities, after the names they have in initialize",
			Example: "no request needs prompts, resources, completions or logging", Func: needsNot},
		{Keyword: gherkin.Then, Pattern: `a new session is opened after the 404`, Manual: "an initialize without a session id", Func: opensAgain},
		{Keyword: gherkin.Then, Pattern: `no initialize carries a session id`, Manual: "however many there are", Func: cleanInitialize},
		{Keyword: gherkin.Then, Pattern: `the session is deleted`, Manual: "by DELETE, before the client ends", Func: deletes},
	})
}

func initializeFirst(r *clientcheck.Run) error {
	for _, m := range r.Received() {
		switch m.Method {
		case "initialize":
			return nil
		case discover:
		default:
			return fmt.Errorf("the first message is %s: %s", m.What(), quote(m.Raw))
		}
	}
	return verdict.NotObserved("the client sent no initialize; it %s%s", r.End(), r.LastWords())
}

// discover is what clients that know the revision 2026-07-28, too, may ask before
// they fall back to initialize.
const discover = "server/discover"

// session is a run in which initialize was answered.
type session struct {
	*clientcheck.Run
	welcomed int // the place of the answer
}

func afterWelcome(r *clientcheck.Run) (session, error) {
	at := r.Welcomed()
	if at < 0 {
		return session{}, verdict.NotObserved("initialize was not answered; the client %s", r.End())
	}
	return session{r, at}, nil
}

func initializedFollows(r session) error {
	for _, m := range r.Received() {
		switch {
		case m.Place < r.welcomed:
		case m.Method == "notifications/initialized":
			return nil
		case m.Method != "" && m.ID != "" && m.Method != "ping":
			return fmt.Errorf("%s comes before notifications/initialized: %s", m.Method, quote(m.Raw))
		}
	}
	if !r.GoesOn(r.welcomed) && r.Code != 0 {
		return clientcheck.NotGoingOn(r.Run)
	}
	return errors.New("notifications/initialized is not sent")
}

func onlyPings(r session) error {
	hello := r.All("initialize")[0].Place
	for _, m := range r.Received() {
		if m.Place > hello && m.Place < r.welcomed && m.Method != "" && m.Method != "initialize" && m.Method != "ping" {
			return fmt.Errorf("%s is sent before initialize is answered: %s", m.Method, quote(m.Raw))
		}
	}
	return nil
}

func disconnects(r session) error {
	for _, m := range r.Received() {
		if m.Place > r.welcomed {
			return fmt.Errorf("the client goes on with %s: %s", m.What(), quote(m.Raw))
		}
	}
	return nil
}

// needs maps capabilities to the beginnings of the methods that need them.
var needs = map[string]string{
	"prompts": "prompts/", "resources": "resources/", "completions": "completion/", "logging": "logging/", "tools": "tools/",
}

func needsNot(r session, capabilities string) error {
	split := func(r rune) bool { return r == ',' || r == ' ' }
	seen := false
	for _, m := range r.Received() {
		seen = seen || m.Place > r.welcomed
		for _, capability := range strings.FieldsFunc(strings.ReplaceAll(capabilities, " or ", ","), split) {
			prefix, known := needs[capability]
			switch {
			case !known:
				return fmt.Errorf("%q is no capability of servers", capability)
			case strings.HasPrefix(m.Method, prefix):
				return fmt.Errorf("%s is sent although the server does not declare %s: %s", m.Method, capability, quote(m.Raw))
			}
		}
	}
	return verdict.NotObservedIf(!seen, "the client sent nothing after initialize was answered")
}

func opensAgain(r *clientcheck.Run) error {
	refused := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Sent && e.Verb == http.MethodPost && e.Status == http.StatusNotFound && e.Conn > 0
	})
	if len(refused) == 0 {
		return verdict.NotObserved("the client did not use the session after it was lost")
	}
	for _, m := range r.All("initialize") {
		if m.Place > refused[0].Place {
			return nil
		}
	}
	return fmt.Errorf("no initialize follows; the client %s%s", r.End(), r.LastWords())
}

func cleanInitialize(r *clientcheck.Run) error {
	all := r.All("initialize")
	if len(all) == 0 {
		return verdict.NotObserved("the client sent no initialize")
	}
	for i, m := range all {
		if id := m.Header.Get(clientcheck.HeaderSession); id != "" {
			return fmt.Errorf("initialize number %d carries the session id %q", i+1, id)
		}
	}
	return nil
}

func deletes(r session) error {
	switch {
	case len(r.Verbs(http.MethodDelete)) > 0:
		return nil
	case !r.Ended:
		return verdict.NotObserved("the client %s: it was never done", r.End())
	}
	return fmt.Errorf("the client %s and has sent no DELETE", r.End())
}
