package server

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func sessionSteps() []gherkin.Step {
	return gherkin.Noun("session", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a session`, Manual: "an initialized session, which checks share", Func: (*check).warmSession},
		{Keyword: gherkin.Given, Pattern: `a fresh session`, Manual: "an initialized session of its own: a process in which nothing was done but reading, or a new session id",
			Func: (*check).freshSession},
		{Keyword: gherkin.Given, Pattern: `a fresh connection`, Manual: "a connection on which nothing was sent", Func: (*check).freshConnection},
		{Keyword: gherkin.Given, Pattern: `the first connection`, Manual: "the connection on which the server was found, with its handshake",
			Func: (*check).firstConnection},
		{Keyword: gherkin.Given, Pattern: `the revision is "([0-9-]+)" or later`, Manual: "not testable if the session speaks an older one",
			Example: `the revision is "2025-06-18" or later`, Func: revisionFrom},
		{Keyword: gherkin.Given, Pattern: `the server declares "([a-z]+)"`, Manual: "not testable if it does not declare the capability",
			Example: `the server declares "tools"`, Func: declares},
		{Keyword: gherkin.Given, Pattern: `the server declares "([a-zA-Z]+)" of "([a-z]+)"`,
			Manual: "a member of a capability that is true; not testable if it does not", Example: `the server declares "subscribe" of "resources"`,
			Func: declaresOf},
		{Keyword: gherkin.When, Pattern: `initialize is sent`, Manual: "initialize alone, without initialized", Func: (*check).initialize},
		{Keyword: gherkin.When, Pattern: `initialize is sent for revision "([^"]*)"`, Manual: "the same for another revision",
			Example: `initialize is sent for revision "1999-01-01"`, Func: (*check).initializeFor},
		{Keyword: gherkin.When, Pattern: `initialize is sent with:`, Manual: "the same with these params", Func: (*check).initializeWith},
		{Keyword: gherkin.When, Pattern: `initialized is sent`, Manual: "the notification that ends the handshake", Func: initialized},
		{Keyword: gherkin.When, Pattern: `every revision is asked for`, Manual: "one fresh connection and initialize for each legacy revision",
			Func: (*check).everyRevision},
		{Keyword: gherkin.Then, Pattern: `every icon of the server can be shown`,
			Manual: "a URL with http or https, or data, and what else there is of its type; not observed if it has none", Func: iconsShown},
		{Keyword: gherkin.Then, Pattern: `the answer introduces the server`,
			Manual: "a protocolVersion, capabilities, serverInfo.name and serverInfo.version; each capability is an object", Func: introduces},
		{Keyword: gherkin.Then, Pattern: `the answer introduces the server as the first one did`,
			Manual: "with the same; not testable if the first one did not", Func: introducesAgain},
		{Keyword: gherkin.Then, Pattern: `the answer offers another revision than "([^"]*)"`,
			Manual: "a known one, or error -32602 that says which are supported", Example: `the answer offers another revision than "1999-01-01"`,
			Func: offersAnother},
		{Keyword: gherkin.Then, Pattern: `each revision that was offered is accepted when it is asked for`, Manual: "of the revisions asked for", Func: offersHold},
		{Keyword: gherkin.Then, Pattern: `every session that was asked for was opened`, Manual: "by any check so far, once one had been",
			Func: whole(sessionsOpened)},
		{Keyword: gherkin.Then, Pattern: `the server answers the next ping, too`, Manual: "it may have answered the last one before it ended", Func: (*check).stillAnswers},
		{Keyword: gherkin.Then, Pattern: `the server still answers`, Manual: "a ping on the same connection is answered", Func: (*check).stillAnswers},
		{Keyword: gherkin.Then, Pattern: `the server has used no capability of the client's`,
			Manual: "asked for no roots, sampling or elicitation on this connection", Func: usedNothing},
		{Keyword: gherkin.Then, Pattern: `the server has asked for nothing but pings`, Manual: "no request of the server's on this connection but ping",
			Func: askedNothing},
	})
}

func sessionsOpened(b *probe.Bench) error {
	if err := b.Ready(); err != nil {
		return err
	}
	return b.Opened()
}

func (c *check) freshConnection() error {
	if err := c.bench.Hears(); err != nil {
		return err
	}
	return c.fresh()
}

func (c *check) firstConnection() error {
	first := c.bench.First()
	if stream, endpoint := first.Old(); stream != nil && endpoint == "" {
		return c.bench.Ready() // nothing was ever sent
	}
	c.take(first, false)
	c.bench.RecallFirst()
	c.answer, c.err = first.Init, nil
	if first.Init.Members == nil {
		c.err = c.bench.Refused()
	}
	return nil
}

func revisionFrom(c *probe.Conn, revision string) error {
	return verdict.NotTestableIf(c.Revision < revision, "it holds from revision %s on, the session speaks %s", revision, c.Revision)
}

func declares(c *probe.Conn, capability string) error {
	return verdict.NotTestableIf(!c.Declares(capability), "the server does not declare %s", capability)
}

func declaresOf(c *probe.Conn, member, capability string) error {
	return verdict.NotTestableIf(!c.DeclaresMember(capability, member), "the server does not declare %s of %s", member, capability)
}

func (c *check) initialize() error { return c.initializeFor(c.bench.Target.Revision) }

func (c *check) initializeFor(revision string) error {
	c.sent = c.conn.Size()
	answer, err := c.conn.InitializeFor(revision)
	return c.remember(answer.ID(), answer, err)
}

func (c *check) initializeWith(params *gherkin.DocString) error {
	c.sent = c.conn.Size()
	answer, err := c.conn.Initialize(params.Content)
	return c.remember(answer.ID(), answer, err)
}

func initialized(c *probe.Conn) error { return c.Notify("notifications/initialized", "") }

func introduces(answer probe.Frame) error {
	if failure := answer.Failure(); failure != nil && answer.Members["result"] == nil {
		return &frameError{frame: answer, text: fmt.Sprintf("it is refused with %s", failure)}
	}
	if probe.Page(answer) == nil {
		return unless(false, answer, "the result is no object")
	}
	if err := form.Result(false, "initialize", answer.Members["result"]); err != nil {
		return fmt.Errorf("the result: %w", err)
	}
	return nil
}

func introducesAgain(answer probe.Frame, b *probe.Bench) error {
	if err := introduces(b.First().Init); err != nil {
		return verdict.Because("LIFE-01", "the first handshake: %s", err)
	}
	err := introduces(answer)
	if _, shown := errors.AsType[*frameError](err); err == nil || shown {
		return err
	}
	return unless(false, answer, "%s", err)
}

// guarded are the requests that need a capability of the client's.
var guarded = []string{"roots/list", "sampling/createMessage", "elicitation/create"}

func usedNothing(all messages) error {
	for _, f := range all {
		if f.IsRequest() && slices.Contains(guarded, f.Method()) {
			return unless(false, f, "it asks for %s, which the client did not declare", f.Method())
		}
	}
	return nil
}

func askedNothing(all messages) error {
	for _, f := range all {
		if f.IsRequest() && f.Method() != "ping" {
			return unless(false, f, "it asks for %s", f.Method())
		}
	}
	return nil
}

// sessionless reports whether requests are told apart by their ids alone, which two clients may share.
func (c *check) sessionless() bool {
	return !c.bench.IsModern() && !c.conn.Pushed() && c.conn.Session == ""
}
