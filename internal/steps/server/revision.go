package server

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func revisionSteps() []gherkin.Step {
	return gherkin.Noun("session", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a fresh session of the revision "([0-9-]+)"`, Manual: "not testable if the server does not speak it",
			Example: `a fresh session of the revision "2025-03-26"`, Func: (*check).sessionOf},
		{Keyword: gherkin.Given, Pattern: `the server speaks the revision "([0-9-]+)"`, Manual: "it is offered to a client that asks for it; not testable if not",
			Example: `the server speaks the revision "2025-03-26"`, Func: (*check).speaks},
		{Keyword: gherkin.Given, Pattern: `the server can tell the revision of the session`,
			Manual: "not testable over HTTP without session ids: no header names a revision before 2025-06-18", Func: revisionTold},
		{Keyword: gherkin.Then, Pattern: `a call is answered as in any other session`,
			Manual: "of the fastest tool that may be called and succeeds, if there is one", Func: (*check).callAgain},
		{Keyword: gherkin.Then, Pattern: `calls and prompts have no contents of a later revision`,
			Manual: "audio and resource_link where they are none yet; not observed if they have none in sessions of newer revisions either", Func: (*check).contentsOfRevision},
		{Keyword: gherkin.When, Pattern: `every revision is asked for, and one that nobody supports`,
			Manual: "one fresh connection each, unless another check has asked already", Func: (*check).everyRevisionAndNone},
		{Keyword: gherkin.Then, Pattern: `what it offers instead is the newest of those that it accepts`, Manual: "not observed if it refuses instead",
			Func: newestOffered},
		{Keyword: gherkin.Then, Pattern: `initialize has been read`, Manual: "it is answered with its own id, whatever the status", Func: initializeRead},
		{Keyword: gherkin.When, Pattern: `the tools are listed at once`,
			Manual: "on a session of its own; once more 2s later if an older session has others", Func: (*readiness).listAtOnce},
		{Keyword: gherkin.Then, Pattern: `the tools were complete, or the server has told of the change`, Manual: "with notifications/tools/list_changed",
			Func: (*readiness).complete},
		{Keyword: gherkin.Then, Pattern: `every capability that is declared as \{\} is served`, Manual: "no method of it is unknown; not observed if there is none",
			Func: (*check).emptyDeclared},
	})
}

// noRevision is one that no server supports.
const noRevision = "1999-01-01"

// everyRevision finds out which revision each one is answered with.
func (c *check) everyRevision() error { return c.askRevisions(probe.Revisions()...) }

func (c *check) everyRevisionAndNone() error {
	return c.askRevisions(append(probe.Revisions(), noRevision)...)
}

// askRevisions asks on fresh connections for those that no check has asked for.
func (c *check) askRevisions(revisions ...string) error {
	if err := c.bench.Ready(); err != nil {
		return err
	}
	for _, revision := range revisions {
		if _, known := c.bench.Offer(revision); known {
			continue
		}
		if err := c.fresh(); err != nil {
			return err
		}
		answer, err := c.conn.InitializeFor(revision)
		if err != nil {
			return fmt.Errorf("asking for %s: %w", revision, err)
		}
		c.answer = answer
	}
	return nil
}

func (c *check) sessionOf(revision string) error {
	if err := c.bench.Ready(); err != nil {
		return err
	}
	if _, known := c.bench.Offer(revision); known {
		if err := c.speaks(revision); err != nil {
			return err
		}
		if c.takeRested(revision) {
			return nil
		}
	}
	if err := c.fresh(); err != nil {
		return err
	}
	if err := c.conn.HandshakeFor(revision, ""); c.conn.Init.Failure() != nil {
		return verdict.NotTestable("the server does not speak %s: %s", revision, err)
	} else if err != nil {
		return err
	}
	return verdict.NotTestableIf(c.conn.Revision != revision, "the server does not speak %s, it offers %s", revision, c.conn.Revision)
}

func revisionTold(c *probe.Conn) error {
	return verdict.NotTestableIf(!c.Pushed() && c.Session == "", "the server keeps no sessions, and cannot know which revision was negotiated")
}

func (c *check) speaks(revision string) error {
	if err := c.askRevisions(revision); err != nil {
		return err
	}
	offered, _ := c.bench.Offer(revision)
	return verdict.NotTestableIf(offered != revision, "the server does not speak %s, it offers %s", revision, probe.OrNothing(offered))
}

// callAgain repeats a call of the survey.
func (c *check) callAgain(s *probe.Survey) error {
	fastest := s.Fastest()
	if fastest == nil {
		return nil
	}
	answer, err := c.call("tools/call", probe.CallOf(fastest.Tool, fastest.Arguments, ""))
	if err != nil {
		return err
	}
	return unless(answer.Members["result"] != nil, answer, "the call of %q fails, which succeeds for %s", fastest.Tool.Name, c.bench.First().Revision)
}

func offersHold(b *probe.Bench) error {
	for _, asked := range probe.Revisions() {
		offered, _ := b.Offer(asked)
		if again, tried := b.Offer(offered); offered != "" && tried && again != offered {
			return fmt.Errorf("asked for %s it offers %s, but asked for that it offers %q", asked, offered, again)
		}
	}
	return nil
}

func newestOffered(b *probe.Bench) error {
	newest := ""
	for _, revision := range probe.Revisions() {
		if offered, _ := b.Offer(revision); offered == revision {
			newest = revision
		}
	}
	instead := false
	for _, asked := range append(probe.Revisions(), noRevision) {
		offered, _ := b.Offer(asked)
		if offered == "" || offered == asked {
			continue
		}
		if instead = true; offered < newest {
			return fmt.Errorf("to a client that asks for %s it offers %s, but it accepts %s", asked, offered, newest)
		}
	}
	return verdict.NotObservedIf(!instead || newest == "", "the server offers nothing instead of what it does not support")
}

func offersAnother(c *probe.Conn, b *probe.Bench, answer probe.Frame, revision string) error {
	if failure := answer.Failure(); failure != nil {
		if failure.Code != "-32602" {
			return fmt.Errorf("it is refused with error %s; want another revision, or -32602", failure.Code)
		}
		return nil
	}
	switch first := introduces(b.First().Init); {
	case first != nil:
		return verdict.Because("LIFE-01", "the first handshake: %s", first)
	case c.Revision == revision:
		return fmt.Errorf("it accepts %s, which no server can speak", revision)
	case !slices.Contains(probe.Revisions(), c.Revision) && c.Revision != "2024-10-07":
		return fmt.Errorf("it offers %q, which is no revision", c.Revision)
	}
	return nil
}

func initializeRead(c *probe.Conn, answer probe.Frame) error {
	return unless(answer.ID() == c.Asked, answer, "the answer has the id %s, the request had %s", probe.OrNothing(answer.ID()), c.Asked)
}

// readiness is what a session lists at first, and what later.
type readiness struct{ atOnce, later string }

const (
	// settled is the age of a session from which its list counts as complete.
	settled = 2 * time.Second
	// settling is how long a list is given to change.
	settling = 2 * time.Second
)

func (r *readiness) listAtOnce(c *check) error {
	if err := c.warmSession(); err != nil {
		return err
	}
	if age := c.conn.Age(); c.conn.Process != nil && age < settled {
		if err := c.bench.Sleep(settled - age); err != nil {
			return err
		}
	}
	older, err := c.toolSet()
	if err != nil {
		return err
	}
	if err := c.newSession(); err != nil {
		return err
	}
	if r.atOnce, err = c.toolSet(); err != nil {
		return err
	}
	if r.later = r.atOnce; older == r.later {
		return nil
	}
	if err := c.bench.Sleep(settling); err != nil {
		return err
	}
	r.later, err = c.toolSet()
	return err
}

// newSession opens a session of a process that was not started ahead.
func (c *check) newSession() error {
	if c.conn.Process == nil {
		return c.freshSession()
	}
	return c.started()
}

// toolSet is the sorted names of all tools.
func (c *check) toolSet() (string, error) {
	if err := c.readList("tools/list"); err != nil {
		return "", err
	}
	if c.list.Endless != nil {
		return "", verdict.Because("PAG-03", "%s", c.list.Endless)
	}
	tools, err := c.items()
	var names []string
	for _, tool := range tools {
		names = append(names, probe.Text(tool["name"]))
	}
	slices.Sort(names)
	return strings.Join(names, ", "), err
}

func (r *readiness) complete(c *probe.Conn, all messages) error {
	told := func(f probe.Frame) bool { return f.Method() == announcement("tools") }
	switch {
	case r.atOnce == r.later || slices.ContainsFunc(all, told):
		return nil
	case c.Process == nil:
		return verdict.NotObserved("the list changes, and nobody listens for the notification")
	}
	return fmt.Errorf("at once it lists [%s], and %s later [%s] without saying so", r.atOnce, settling, r.later)
}

// services are the requests that a capability promises, with params that a
// server may well refuse.
var services = map[string][2]string{
	"tools":       {"tools/list", ""},
	"resources":   {"resources/list", ""},
	"prompts":     {"prompts/list", ""},
	"logging":     {"logging/setLevel", `{"level":"warning"}`},
	"completions": {"completion/complete", `{"ref":{"type":"ref/prompt","name":"mcpsim-none"},"argument":{"name":"a","value":""}}`},
}

func (c *check) emptyDeclared() error {
	declared := slices.DeleteFunc(slices.Sorted(maps.Keys(services)), func(name string) bool { return !c.conn.DeclaresEmpty(name) })
	var told error // by another check
	err := each(declared, "no capability is declared as {}", func(capability string) error {
		method := services[capability][0]
		answer, err := c.call(method, services[capability][1])
		switch {
		case err != nil || !answer.IsUnknownMethod():
			return err
		case strings.HasSuffix(method, "/list"):
			told = verdict.Because(listsCheck, "%s is declared as {}, and %s is unknown", capability, method)
		case capability == "completions" && c.conn.Revision > probe.Revisions()[0]: // COMP-01 looks at later revisions
			told = verdict.Because("COMP-01", "%s is declared as {}, and %s is unknown", capability, method)
		default:
			return fmt.Errorf("%s is declared as {}, and %s is answered with %s", capability, method, probe.Quote(answer.Raw))
		}
		return nil
	})
	if err == nil {
		err = told
	}
	return err
}
