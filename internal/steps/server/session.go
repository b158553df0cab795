package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// sessions is the noun of steps about connections, handshakes and revisions.
type sessions struct{ *check }

func sessionSteps() []Step {
	return gherkin.Noun("session", []Step{
		{Keyword: Given, Pattern: `a session`, Manual: "an initialized session, which checks share", Func: (*check).warmSession},
		{Keyword: Given, Pattern: `a fresh session`, Manual: "an initialized session of its own: a new process, or a new session id",
			Func: (*check).freshSession},
		{Keyword: Given, Pattern: `a fresh connection`, Manual: "a connection on which nothing was sent", Func: (*sessions).freshConnection},
		{Keyword: Given, Pattern: `the first connection`, Manual: "the connection on which the server was found, with its handshake",
			Func: (*sessions).firstConnection},
		{Keyword: Given, Pattern: `the revision is "([0-9-]+)" or later`, Manual: "not testable if the session speaks an older one",
			Example: `the revision is "2025-06-18" or later`, Func: (*sessions).revisionFrom},
		{Keyword: Given, Pattern: `the server declares "([a-z]+)"`, Manual: "not testable if it does not declare the capability",
			Example: `the server declares "tools"`, Func: (*sessions).declares},
		{Keyword: Given, Pattern: `the server declares "([a-zA-Z]+)" of "([a-z]+)"`,
			Manual: "a member of a capability that is true; not testable if it does not", Example: `the server declares "subscribe" of "resources"`,
			Func: (*sessions).declaresOf},
		{Keyword: When, Pattern: `initialize is sent`, Manual: "initialize alone, without initialized", Func: (*check).initialize},
		{Keyword: When, Pattern: `initialize is sent for revision "([^"]*)"`, Manual: "the same for another revision",
			Example: `initialize is sent for revision "1999-01-01"`, Func: (*check).initializeFor},
		{Keyword: When, Pattern: `initialize is sent with:`, Manual: "the same with these params", Func: (*sessions).initializeWith},
		{Keyword: When, Pattern: `initialized is sent`, Manual: "the notification that ends the handshake", Func: (*sessions).initialized},
		{Keyword: When, Pattern: `every revision is asked for`, Manual: "one fresh connection and initialize for each legacy revision",
			Func: (*sessions).everyRevision},
		{Keyword: Then, Pattern: `the answer introduces the server`,
			Manual: "a protocolVersion, capabilities, serverInfo.name and serverInfo.version", Func: (*sessions).introduces},
		{Keyword: Then, Pattern: `the answer offers another revision than "([^"]*)"`,
			Manual: "a known one, or error -32602 that says which are supported", Example: `the answer offers another revision than "1999-01-01"`,
			Func: (*sessions).offersAnother},
		{Keyword: Then, Pattern: `each revision that was offered is accepted when it is asked for`, Manual: "of the revisions asked for",
			Func: (*sessions).offersHold},
		{Keyword: Then, Pattern: `the server still answers`, Manual: "a ping on the same connection is answered", Func: (*check).stillAnswers},
		{Keyword: Then, Pattern: `the server has used no capability of the client's`,
			Manual: "asked for no roots, sampling or elicitation on this connection", Func: (*sessions).usedNothing},
		{Keyword: Then, Pattern: `the server has asked for nothing but pings`, Manual: "no request of the server's on this connection but ping",
			Func: (*sessions).askedNothing},
	})
}

func (w *sessions) freshConnection() error {
	if w.bench.Refused != nil && (w.bench.Silence > 0 || w.bench.Old) {
		return verdict.NotTestable("there is no session: %s", w.bench.Refused)
	}
	return w.fresh()
}

func (w *sessions) firstConnection() error {
	c := w.bench.First
	if c.Old != nil && c.Old.Endpoint == "" {
		return w.ready() // nothing was ever sent
	}
	w.take(c, false)
	w.bench.Recall(w.bench.Prologue)
	w.answer, w.err = c.Init, nil
	if c.Init.Members == nil {
		w.err = w.bench.Refused
	}
	return nil
}

func (w *sessions) revisionFrom(revision string) error {
	if w.c.Revision < revision {
		return verdict.NotTestable("it holds from revision %s on, the session speaks %s", revision, w.c.Revision)
	}
	return nil
}

func (w *sessions) declares(capability string) error {
	declared := w.c.Declared
	if declared == nil && w.bench.First != nil { // before the handshake
		declared = w.bench.First.Declared
	}
	if !declared[capability] {
		return verdict.NotTestable("the server does not declare %s", capability)
	}
	return nil
}

func (w *sessions) declaresOf(member, capability string) error {
	if !w.c.DeclaresMore(capability, member) {
		return verdict.NotTestable("the server does not declare %s of %s", member, capability)
	}
	return nil
}

func (w *check) initialize() error { return w.initializeFor(w.bench.Target.Revision) }

func (w *check) initializeFor(revision string) error {
	err := w.initializeText(probe.InitializeParams(revision))
	if _, known := w.bench.Offers[revision]; !known && w.err == nil {
		w.bench.Offers[revision] = w.c.Revision
	}
	return err
}

func (w *sessions) initializeWith(params *gherkin.DocString) error {
	return w.initializeText(params.Content)
}

func (w *check) initializeText(params string) error {
	w.sent = w.c.Inbox.Size()
	answer, err := w.c.Initialize(params)
	return w.remember(answer.ID(), answer, err)
}

func (w *sessions) initialized() error { return w.c.Notify("notifications/initialized", "") }

// everyRevision marks which revision each one is answered with.
func (w *sessions) everyRevision() error {
	if err := w.ready(); err != nil {
		return err
	}
	for _, revision := range probe.Revisions() {
		if err := w.askRevision(revision); err != nil {
			return err
		}
	}
	return nil
}

func (w *sessions) offersHold() error {
	for _, asked := range probe.Revisions() {
		offered := w.marks[asked]
		if again, tried := w.marks[offered]; offered != "" && tried && again != offered {
			return fmt.Errorf("asked for %s it offers %s, but asked for that it offers %q", asked, offered, again)
		}
	}
	return nil
}

func (w *sessions) introduces(answer probe.Frame) error {
	var result map[string]json.RawMessage
	if json.Unmarshal(answer.Members["result"], &result) != nil || result == nil {
		return fmt.Errorf("the result is no object: %s", probe.Quote(answer.Raw))
	}
	var info map[string]json.RawMessage
	_ = json.Unmarshal(result["serverInfo"], &info)
	for _, member := range []struct {
		name  string
		value json.RawMessage
	}{{"protocolVersion", result["protocolVersion"]}, {"serverInfo.name", info["name"]}, {"serverInfo.version", info["version"]}} {
		if !strings.HasPrefix(string(member.value), `"`) { // an empty one is a string, too
			return fmt.Errorf("%s is absent or no string", member.name)
		}
	}
	if !strings.HasPrefix(strings.TrimSpace(string(result["capabilities"])), "{") {
		return errors.New("capabilities is no object")
	}
	return nil
}

func (w *sessions) offersAnother(answer probe.Frame, revision string) error {
	if failure := answer.Failure(); failure != nil {
		if failure.Code != "-32602" {
			return fmt.Errorf("it is refused with error %s; want another revision, or -32602", failure.Code)
		}
		return nil
	}
	switch {
	case w.c.Revision == revision:
		return fmt.Errorf("it accepts %s, which no server can speak", revision)
	case !slices.Contains(probe.Revisions(), w.c.Revision) && w.c.Revision != "2024-10-07":
		return fmt.Errorf("it offers %q, which is no revision", w.c.Revision)
	}
	return nil
}

func (w *check) stillAnswers() error {
	if _, err := w.c.Call("ping", ""); err != nil { // what it answers is the business of another check
		w.trouble = true
		return fmt.Errorf("a ping afterwards: %w", err)
	}
	return nil
}

// guarded are the requests that need a capability of the client's.
var guarded = []string{"roots/list", "sampling/createMessage", "elicitation/create"}

func (w *sessions) usedNothing() error {
	for _, f := range w.c.Inbox.Since(0) {
		if f.IsRequest() && slices.Contains(guarded, f.Method()) {
			return fmt.Errorf("it asks for %s, which the client did not declare: %s", f.Method(), probe.Quote(f.Raw))
		}
	}
	return nil
}

func (w *sessions) askedNothing() error {
	for _, f := range w.c.Inbox.Since(0) {
		if f.IsRequest() && f.Method() != "ping" {
			return fmt.Errorf("it asks for %s: %s", f.Method(), probe.Quote(f.Raw))
		}
	}
	return nil
}
