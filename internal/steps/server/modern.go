package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// modernSteps are about requests that say all about themselves, from 2026-07-28 on.
func modernSteps() []gherkin.Step {
	return gherkin.Noun("modern request", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a connection`, Manual: "from 2026-07-28 on: one that checks share; there are no sessions", Func: (*check).warmSession},
		{Keyword: gherkin.Given, Pattern: `a connection of its own`, Manual: "from 2026-07-28 on: one that no other check uses at the same time", Func: (*check).freshSession},
		{Keyword: gherkin.Given, Pattern: `another connection is one to another instance`, Manual: "that of --instance; not testable without", Func: (*check).otherInstance},
		{Keyword: gherkin.Given, Pattern: `the server opens no sessions`, Manual: "not testable if it answers initialize, too: then what has no metadata is of an earlier revision", Func: opensNone},
		{Keyword: gherkin.Given, Pattern: `the server opens sessions, too`, Manual: "not testable if it does not answer initialize", Func: opensSome},
		{Keyword: gherkin.Given, Pattern: `the metadata "([^"]+)" is "([^"]*)"`, Manual: "of all requests from now on; names of MCP without their prefix",
			Example: `the metadata "protocolVersion" is "1900-01-01"`, Func: (*check).metaText},
		{Keyword: gherkin.Given, Pattern: `the metadata "([^"]+)" is the JSON (.+)`, Manual: "the same with any value",
			Example: `the metadata "clientCapabilities" is the JSON {}`, Func: (*check).metaJSON},
		{Keyword: gherkin.Given, Pattern: `the metadata "([^"]+)" is left out`, Manual: "of all requests from now on",
			Example: `the metadata "clientInfo" is left out`, Func: (*check).metaOut},
		{Keyword: gherkin.Given, Pattern: `there is no metadata`, Manual: "no _meta in any request from now on", Func: (*check).noMeta},
		{Keyword: gherkin.When, Pattern: `the metadata "([^"]+)" changes to "([^"]*)"`, Manual: "of all requests from now on, behind others",
			Example: `the metadata "protocolVersion" changes to "1900-01-01"`, Func: (*check).metaText},
		{Keyword: gherkin.When, Pattern: `the metadata "([^"]+)" is not said again`, Manual: "in any request from now on, behind one that has said it",
			Example: `the metadata "clientCapabilities" is not said again`, Func: (*check).metaOut},
		{Keyword: gherkin.When, Pattern: `the metadata is right again`, Manual: "as that of a correct client", Func: (*check).metaRight},
		{Keyword: gherkin.When, Pattern: `a list that is declared is the first request on a connection`, Manual: "not testable if none is", Func: (*check).firstList},
		{Keyword: gherkin.When, Pattern: `"([^"]+)" is the first request on a connection`, Manual: "for something that is offered; not testable if there is none",
			Example: `"resources/read" is the first request on a connection`, Func: (*check).firstOf},
		{Keyword: gherkin.When, Pattern: `server/discover and every list that is declared are asked for with the id null`, Manual: "no answer is awaited", Func: (*check).nullIDs},
		{Keyword: gherkin.When, Pattern: `server/discover is sent, and a list that is declared is asked for`, Manual: "the list only if the first is answered with a result, and there is one", Func: (*check).declaredList},
		{Keyword: gherkin.When, Pattern: `a call is the first request on a connection`, Manual: "of the fastest tool that may be called and succeeds; not testable without", Func: (*check).firstCall},
		{Keyword: gherkin.When, Pattern: `a tool that was listed on one connection is called on another`, Manual: "the same, over stdio in another process", Func: (*check).firstCall},
		{Keyword: gherkin.When, Pattern: `every version that the server names is tried`, Manual: "modern ones with a list or server/discover, earlier ones with initialize", Func: (*check).tryVersions},
		{Keyword: gherkin.When, Pattern: `the versions that error -32022 names are tried`, Manual: "the same with data.supported", Func: (*check).trySupported},
		{Keyword: gherkin.When, Pattern: `initialize of an earlier revision is sent, and server/discover after it`, Manual: "on one connection, and then a list that is declared", Func: (*check).besides},
		{Keyword: gherkin.When, Pattern: `server/discover is sent, and initialize right behind it`, Manual: "without waiting, to one process", Func: (*check).bothAtOnce},
		{Keyword: gherkin.When, Pattern: `every declared list is read (on two connections|before and after a call|as two clients|as a client and as nobody)`, Manual: "all of its pages",
			Example: "every declared list is read on two connections", Func: (*check).twice},
		{Keyword: gherkin.When, Pattern: `the second page of every list is read on another connection`, Manual: "with the cursor of the first one; not observed if there is none", Func: (*pages).elsewhere},
		{Keyword: gherkin.When, Pattern: `a request is sent, and this right behind it:`, Manual: "server/discover, without waiting, where the transport allows it; then its answer is awaited", Func: (*check).rawBehind},
		{Keyword: gherkin.When, Pattern: `a request of (\d+) bytes is sent`, Manual: "server/discover, padded in its _meta", Example: "a request of 65537 bytes is sent", Func: (*check).padded},
		{Keyword: gherkin.When, Pattern: `(\d+) requests are sent without waiting`, Manual: "server/discover; then all answers are awaited", Example: "50 requests are sent without waiting", Func: (*check).burst},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent again, on a connection of its own`, Manual: "over stdio to another process",
			Example: `the request "server/discover" is sent again, on a connection of its own`, Func: (*check).askAgain},
		{Keyword: gherkin.Then, Pattern: `both answers name the same versions and capabilities`, Manual: "the same JSON values, however they are written", Func: (*check).sameDiscovery},
		{Keyword: gherkin.Then, Pattern: `the answer says what the server can do`, Manual: "supportedVersions with one string at least, capabilities of objects, and what else there is of its type", Func: discovery},
		{Keyword: gherkin.Then, Pattern: `the versions that it names have "([^"]+)" among them`, Manual: "supportedVersions", Example: `the versions that it names have "2026-07-28" among them`, Func: namesVersion},
		{Keyword: gherkin.Then, Pattern: `it names the versions that the server speaks, and "([^"]+)"`, Manual: "in data.supported and data.requested", Example: `it names the versions that the server speaks, and "1900-01-01"`, Func: namesSupported},
		{Keyword: gherkin.Then, Pattern: `the answer is the error -32601, or -32022 that names versions`, Manual: "in data.supported: what a server without a handshake says to clients that try one", Func: unknownOrNamed},
		{Keyword: gherkin.Then, Pattern: `the answer is the error -32602, or over HTTP -32020`, Manual: "where a header has no counterpart both have a reason", Func: malformed},
		{Keyword: gherkin.Then, Pattern: `a refusal has the status (\d+)`, Manual: "not observed if it is served, which is the business of another check", Example: "a refusal has the status 400", Func: refusalStatus},
		{Keyword: gherkin.Then, Pattern: `each of them is served`, Manual: "with a result", Func: isResult},
		{Keyword: gherkin.Then, Pattern: `both are answered with results`, Manual: "whichever comes first", Func: isResult},
		{Keyword: gherkin.Then, Pattern: `both have the same items`, Manual: "in any order, by their names; how that may be is the business of another check", Func: sameLists},
		{Keyword: gherkin.Then, Pattern: `both say the same of each item`, Manual: "of tools and prompts", Func: sameItems},
		{Keyword: gherkin.Then, Pattern: `it is answered as on any other connection`, Manual: "with a result", Func: isResult},
		{Keyword: gherkin.Then, Pattern: `it is answered as any other request`, Manual: "with a result; not testable if none is", Func: (*check).likeOthers},
		{Keyword: gherkin.Then, Pattern: `an error names a version that the server speaks`, Manual: "in its message or data", Func: (*check).namesAny},
		{Keyword: gherkin.Then, Pattern: `every extension that it declares has a prefix and a well-formed name`, Manual: "not observed if there is none", Func: extensionNames},
	})
}

func opensNone(b *probe.Bench) error {
	return verdict.NotTestableIf(b.OpensSessions(), "the server answers initialize, too: it may take the request for one of an earlier revision")
}

func opensSome(b *probe.Bench) error {
	return verdict.NotTestableIf(!b.OpensSessions(), "the server opens no sessions")
}

// metaKey is a key of _meta: those of MCP are given without their prefix.
func metaKey(name string) string {
	for _, key := range []string{probe.MetaVersion, probe.MetaCapabilities, probe.MetaClient, probe.MetaLogLevel} {
		if strings.HasSuffix(key, "/"+name) {
			return key
		}
	}
	return name
}

func (c *check) editMeta(name string, value *string) error {
	if c.conn == nil {
		return errors.New("there is no connection: start with a Given")
	}
	if c.conn.MetaEdits == nil {
		c.conn.MetaEdits = map[string]*string{}
	}
	c.conn.MetaEdits[metaKey(name)] = value
	return nil
}

func (c *check) metaText(name, value string) error {
	return c.metaJSON(name, string(probe.Encoded(value)))
}

func (c *check) metaJSON(name, value string) error { return c.editMeta(name, &value) }

func (c *check) metaOut(name string) error { return c.editMeta(name, nil) }

func (c *check) noMeta() error {
	return errors.Join(c.metaOut("protocolVersion"), c.metaOut("clientCapabilities"), c.metaOut("clientInfo"))
}

func (c *check) metaRight() error {
	c.conn.MetaEdits = nil
	return nil
}

// aList is the method of a list that is declared.
func (c *check) aList() (string, error) {
	method := c.bench.FirstList()
	return method, verdict.NotTestableIf(method == "", "the server declares no tools, resources or prompts")
}

// firstList asks for a list before anything else was asked on the connection.
func (c *check) firstList() error {
	method, err := c.aList()
	if err != nil {
		return err
	}
	return c.first(method, "")
}

func (c *check) nullIDs() error {
	c.sent = c.conn.Size()
	methods := []string{c.bench.Light()}
	for _, l := range probe.Lists() {
		if c.bench.First().Declares(l.Capability) {
			methods = append(methods, l.Method)
		}
	}
	for _, method := range methods {
		if err := c.conn.Send(c.conn.Message(method, "", "null")); err != nil {
			return err
		}
	}
	return nil
}

func (c *check) declaredList() error {
	if err := c.request(c.bench.Light(), ""); err != nil || c.err != nil || c.answer.Members["result"] == nil {
		return err
	}
	method, err := c.aList()
	if err != nil {
		return nil
	}
	return c.request(method, "")
}

func (c *check) firstCall(s *probe.Survey) error {
	fastest := s.Fastest()
	if fastest == nil {
		return verdict.NotTestable("no tool that may be called succeeds")
	}
	return c.first("tools/call", probe.CallOf(fastest.Tool, fastest.Arguments, ""))
}

// first sends a request on a connection on which nothing was asked.
func (c *check) first(method, params string) error {
	if err := c.bench.Ready(); err != nil {
		return err
	}
	c.bench.LeaveConnections()
	if err := c.fresh(); err != nil {
		return err
	}
	return c.request(method, params)
}

func (c *check) firstOf(method string) error {
	params, _, err := c.offered(method)
	if err != nil {
		return err
	}
	return c.first(method, params)
}

func (c *check) tryVersions() error {
	versions := c.bench.Versions()
	if len(versions) == 0 {
		return verdict.Because("M-DISC-02", "it names no versions")
	}
	return c.tryEach(versions)
}

func (c *check) trySupported() error {
	if err := c.freshSession(); err != nil {
		return err
	}
	if err := errors.Join(c.metaText("protocolVersion", "1900-01-01"), c.request("server/discover", "")); err != nil {
		return err
	}
	versions := supported(c.answer)
	if c.err != nil || len(versions) == 0 {
		return verdict.Because("M-DISC-03", "no error -32022 names versions")
	}
	return c.tryEach(versions)
}

// tryEach uses every version, each on a connection of its own.
func (c *check) tryEach(versions []string) error {
	for _, version := range versions[:min(len(versions), 8)] {
		if err := c.freshConnection(); err != nil {
			return err
		}
		c.conn.MetaEdits = nil
		method := c.bench.Light()
		for _, l := range probe.Lists() {
			if method == c.bench.Light() && c.bench.First().Declares(l.Capability) {
				method = l.Method // who answers server/discover alone speaks nothing
			}
		}
		if version < probe.ModernRevision {
			if err := c.requestRaw(probe.Message("initialize", probe.InitializeParams(version), `"mcpsim-version"`), `"mcpsim-version"`); err != nil {
				return err
			}
		} else if err := errors.Join(c.metaText("protocolVersion", version), c.request(method, "")); err != nil {
			return err
		}
		if c.err != nil {
			c.err = fmt.Errorf("the server names %s, and does not answer a client that uses it: %w", version, c.err)
			return nil
		}
		if c.answer.Members["result"] == nil {
			c.err = unless(false, c.answer, "the server names %s, and refuses a client that uses it", version)
			return nil
		}
		if version < probe.ModernRevision && probe.Text(probe.Page(c.answer)["protocolVersion"]) != version {
			c.err = unless(false, c.answer, "the server names %s, and opens no session of it", version)
			return nil
		}
	}
	return nil
}

// supported are the versions that an error names.
func supported(answer probe.Frame) []string {
	var e struct{ Data struct{ Supported []string } }
	_ = jsonparts.Unmarshal(answer.Members["error"], &e)
	return e.Data.Supported
}

func (c *check) besides() error {
	if err := c.requestRaw(probe.Message("initialize", probe.InitializeParams(probe.LatestRevision), `"mcpsim-legacy"`), `"mcpsim-legacy"`); err != nil || c.err != nil {
		return err
	}
	if err := c.request("server/discover", ""); err != nil || c.err != nil || c.answer.Members["result"] == nil {
		return err
	}
	method, err := c.aList()
	if err != nil {
		return nil
	}
	discovered := c.answer
	if err := c.request(method, ""); err != nil || c.err != nil || c.answer.Members["result"] == nil {
		return err
	}
	if probe.Page(c.answer)["resultType"] == nil && probe.Page(discovered)["resultType"] != nil {
		c.err = unless(false, c.answer, "once a session was opened the result of %s has no resultType", method)
	}
	return nil
}

// bothAtOnce remembers the answer to server/discover, or to initialize if that is none.
func (c *check) bothAtOnce() error {
	discover := c.bench.NextID()
	initialize := c.bench.NextID()
	c.sent = c.conn.Size()
	c.conn.Use(discover)
	c.conn.Use(initialize)
	if err := c.conn.SendAll([][]byte{c.conn.Message("server/discover", "", discover), probe.Message("initialize", probe.InitializeParams(probe.LatestRevision), initialize)}); err != nil {
		return err
	}
	if err := c.awaitAll([]string{discover, initialize}); err != nil || c.err != nil {
		return err
	}
	for _, f := range c.conn.From(c.sent) {
		if f.IsResponse() && f.Members["result"] == nil {
			return c.remember(f.ID(), f, nil)
		}
	}
	return nil
}

// freshAgain opens another connection while the first one stays open.
func (c *check) freshAgain() error {
	first := c.conn
	c.conn = nil
	c.bench.LeaveConnections()
	if err := c.fresh(); err != nil {
		return err
	}
	defer c.bench.Retire(first)
	c.conn.URL = c.instance
	return c.conn.Handshake("")
}

// otherInstance sends what comes on another connection to another instance.
func (c *check) otherInstance() error {
	c.instance = c.bench.Target.Instance
	return verdict.NotTestableIf(c.instance == "", "no other instance was given with --instance")
}

func malformed(c *check, answer probe.Frame) error {
	failure := answer.Failure()
	if c.conn.Process == nil && failure != nil && failure.Code == "-32020" {
		return nil
	}
	return isCode(answer, "-32602")
}

// unknownOrNamed allows for what a client of an earlier revision is told, whatever its metadata are.
func unknownOrNamed(answer probe.Frame) error {
	var e struct{ Data struct{ Supported []string } }
	_ = jsonparts.Unmarshal(answer.Members["error"], &e)
	if failure := answer.Failure(); failure != nil && failure.Code == "-32022" && len(e.Data.Supported) > 0 {
		return nil
	}
	return isCode(answer, "-32601")
}

var aDate = words.Pattern(`20\d\d-\d\d-\d\d`)

// namesAny judges what initialize is answered with by a server that opens no session.
func (c *check) namesAny() error {
	answered := func(frames []probe.Frame) bool { return slices.ContainsFunc(frames, probe.Frame.IsResponse) }
	if c.conn.Process != nil {
		if err := c.conn.Await(c.sent, c.conn.Patience(), answered); err != nil {
			return c.conn.Explain(err)
		}
	}
	for _, f := range c.conn.From(c.sent) {
		if f.Failure() == nil {
			continue
		}
		for _, named := range aDate().FindAllString(string(f.Raw), -1) {
			if slices.Contains(c.bench.Versions(), named) || named == probe.ModernRevision {
				return nil
			}
		}
		return unless(false, f, "the error that answers initialize names no version that the server speaks")
	}
	if c.conn.Process != nil {
		return nil
	}
	body := []byte(nil)
	if c.conn.Reply != nil {
		body = c.conn.Reply.Body
	}
	return fmt.Errorf("initialize is answered with HTTP %d and no error that names a version: the body is %s", replyStatus(c.conn), probe.Quote(body))
}

func replyStatus(c *probe.Conn) int {
	if c.Reply == nil {
		return 0
	}
	return c.Reply.Status
}

func extensionNames(answer probe.Frame) error {
	var declared struct {
		Extensions map[string]json.RawMessage
	}
	_ = jsonparts.Unmarshal(probe.Page(answer)["capabilities"], &declared)
	return each(slices.Sorted(maps.Keys(declared.Extensions)), "the server declares no extensions", func(name string) error {
		prefix, _, prefixed := strings.Cut(name, "/")
		return verdict.FailedIf(!prefixed || prefix == "" || !probe.WellFormedKey(name), "the extension %q", name)
	})
}

func refusalStatus(c *check, r *probe.Reply, wanted string) error {
	if c.err == nil && c.answer.Members["result"] != nil {
		return verdict.NotObserved("it is not refused")
	}
	return status(r, wanted)
}
