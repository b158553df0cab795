package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func sessionSteps() []Step {
	return gherkin.Noun("session", []Step{
		{Keyword: Given, Pattern: `a session`, Manual: "an initialized session, which checks share", Func: (*World).warmSession},
		{Keyword: Given, Pattern: `a fresh session`, Manual: "an initialized session of its own: a new process, or a new session id",
			Func: (*World).freshSession},
		{Keyword: Given, Pattern: `a fresh connection`, Manual: "a connection on which nothing was sent", Func: (*World).freshConnection},
		{Keyword: Given, Pattern: `the first connection`, Manual: "the connection on which the server was found, with its handshake",
			Func: (*World).firstConnection},
		{Keyword: Given, Pattern: `the revision is "([0-9-]+)" or later`, Manual: "not testable if the session speaks an older one",
			Example: `the revision is "2025-06-18" or later`, Func: (*World).revisionFrom},
		{Keyword: Given, Pattern: `the server declares "([a-z]+)"`, Manual: "not testable if it does not declare the capability",
			Example: `the server declares "tools"`, Func: (*World).declares},
		{Keyword: Given, Pattern: `the server declares "([a-zA-Z]+)" of "([a-z]+)"`,
			Manual: "a member of a capability that is true; not testable if it does not", Example: `the server declares "subscribe" of "resources"`,
			Func: (*World).declaresOf},
		{Keyword: When, Pattern: `initialize is sent`, Manual: "initialize alone, without initialized", Func: (*World).initialize},
		{Keyword: When, Pattern: `initialize is sent for revision "([^"]*)"`, Manual: "the same for another revision",
			Example: `initialize is sent for revision "1999-01-01"`, Func: (*World).initializeFor},
		{Keyword: When, Pattern: `initialize is sent with:`, Manual: "the same with these params", Func: (*World).initializeWith},
		{Keyword: When, Pattern: `initialized is sent`, Manual: "the notification that ends the handshake", Func: (*World).initialized},
		{Keyword: When, Pattern: `every revision is asked for`, Manual: "one fresh connection and initialize for each legacy revision",
			Func: (*World).everyRevision},
		{Keyword: Then, Pattern: `the answer introduces the server`,
			Manual: "a protocolVersion, capabilities, serverInfo.name and serverInfo.version", Func: (*World).introduces},
		{Keyword: Then, Pattern: `the answer offers another revision than "([^"]*)"`,
			Manual: "a known one, or error -32602 that says which are supported", Example: `the answer offers another revision than "1999-01-01"`,
			Func: (*World).offersAnother},
		{Keyword: Then, Pattern: `each revision that was offered is accepted when it is asked for`, Manual: "of the revisions asked for",
			Func: (*World).offersHold},
		{Keyword: Then, Pattern: `the server still answers`, Manual: "a ping on the same connection is answered", Func: (*World).stillAnswers},
		{Keyword: Then, Pattern: `the server has used no capability of the client's`,
			Manual: "asked for no roots, sampling or elicitation on this connection", Func: (*World).usedNothing},
		{Keyword: Then, Pattern: `the server has asked for nothing but pings`, Manual: "no request of the server's on this connection but ping",
			Func: (*World).askedNothing},
	})
}

// revisions are those that can be probed, oldest first.
var revisions = []string{"2024-11-05", "2025-03-26", "2025-06-18", LatestRevision}

// Revisions are the revisions that can be probed, oldest first.
func Revisions() []string { return slices.Clone(revisions) }

func (w *World) freshConnection() error {
	if w.bench.refused != nil && (w.bench.silence > 0 || w.bench.old) {
		return verdict.NotTestable("there is no session: %s", w.bench.refused)
	}
	return w.fresh()
}

func (w *World) firstConnection() error {
	c := w.bench.first
	if c.old != nil && c.old.endpoint == "" {
		return w.ready() // nothing was ever sent
	}
	w.take(c, false)
	w.bench.recall(w.bench.prologue)
	w.answer, w.err = c.init, nil
	if c.init.members == nil {
		w.err = w.bench.refused
	}
	return nil
}

func (w *World) revisionFrom(revision string) error {
	if w.c.revision < revision {
		return verdict.NotTestable("it holds from revision %s on, the session speaks %s", revision, w.c.revision)
	}
	return nil
}

func (w *World) declares(capability string) error {
	declared := w.c.declared
	if declared == nil && w.bench.first != nil { // before the handshake
		declared = w.bench.first.declared
	}
	if !declared[capability] {
		return verdict.NotTestable("the server does not declare %s", capability)
	}
	return nil
}

func (w *World) declaresOf(member, capability string) error {
	if !w.c.declaresMore(capability, member) {
		return verdict.NotTestable("the server does not declare %s of %s", member, capability)
	}
	return nil
}

func (w *World) initialize() error { return w.initializeFor(w.bench.target.Revision) }

func (w *World) initializeFor(revision string) error {
	err := w.initializeText(initializeParams(revision))
	if _, known := w.bench.offers[revision]; !known && w.err == nil {
		w.bench.offers[revision] = w.c.revision
	}
	return err
}

func (w *World) initializeWith(params *godog.DocString) error {
	return w.initializeText(params.Content)
}

func (w *World) initializeText(params string) error {
	w.sent = w.c.inbox.size()
	answer, err := w.c.initialize(params)
	return w.remember(answer.id(), answer, err)
}

func (w *World) initialized() error { return w.c.notify("notifications/initialized", "") }

// everyRevision marks which revision each one is answered with.
func (w *World) everyRevision() error {
	if err := w.ready(); err != nil {
		return err
	}
	for _, revision := range revisions {
		if err := w.askRevision(revision); err != nil {
			return err
		}
	}
	return nil
}

func (w *World) offersHold() error {
	for _, asked := range revisions {
		offered := w.marks[asked]
		if again, tried := w.marks[offered]; offered != "" && tried && again != offered {
			return fmt.Errorf("asked for %s it offers %s, but asked for that it offers %q", asked, offered, again)
		}
	}
	return nil
}

func (w *World) introduces() error {
	answer, err := w.answered()
	if err != nil {
		return err
	}
	var result map[string]json.RawMessage
	if json.Unmarshal(answer.members["result"], &result) != nil || result == nil {
		return fmt.Errorf("the result is no object: %s", quote(answer.raw))
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

// serverName is the name and version in an answer to initialize.
func serverName(init frame) string {
	var result struct {
		ServerInfo struct{ Name, Version string }
	}
	_ = json.Unmarshal(init.members["result"], &result)
	return strings.TrimSpace(result.ServerInfo.Name + " " + result.ServerInfo.Version)
}

func (w *World) offersAnother(revision string) error {
	answer, err := w.answered()
	if err != nil {
		return err
	}
	if failure := answer.failure(); failure != nil {
		if failure.code != "-32602" {
			return fmt.Errorf("it is refused with error %s; want another revision, or -32602", failure.code)
		}
		return nil
	}
	switch {
	case w.c.revision == revision:
		return fmt.Errorf("it accepts %s, which no server can speak", revision)
	case !slices.Contains(revisions, w.c.revision) && w.c.revision != "2024-10-07":
		return fmt.Errorf("it offers %q, which is no revision", w.c.revision)
	}
	return nil
}

func (w *World) stillAnswers() error {
	if _, err := w.c.call("ping", ""); err != nil { // what it answers is the business of another check
		w.trouble = true
		return fmt.Errorf("a ping afterwards: %w", err)
	}
	return nil
}

// guarded are the requests that need a capability of the client's.
var guarded = []string{"roots/list", "sampling/createMessage", "elicitation/create"}

func (w *World) usedNothing() error {
	for _, f := range w.c.inbox.since(0) {
		if f.isRequest() && slices.Contains(guarded, f.method()) {
			return fmt.Errorf("it asks for %s, which the client did not declare: %s", f.method(), quote(f.raw))
		}
	}
	return nil
}

func (w *World) askedNothing() error {
	for _, f := range w.c.inbox.since(0) {
		if f.isRequest() && f.method() != "ping" {
			return fmt.Errorf("it asks for %s: %s", f.method(), quote(f.raw))
		}
	}
	return nil
}
