package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// subscribeSteps are about subscriptions/listen.
func subscribeSteps() []gherkin.Step {
	return gherkin.Noun("subscription", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `all changes are listened to`, Manual: "of all that is declared, with one subscription", Func: (*subscribing).listenGiven},
		{Keyword: gherkin.When, Pattern: `all that is declared is listened to`, Manual: "listChanged of lists, and some resources if subscribe is declared", Func: (*subscribing).declared},
		{Keyword: gherkin.When, Pattern: `all that is declared is listened to with the id (\S+)`, Manual: "the same with this JSON token as its id", Example: `all that is declared is listened to with the id "1"`, Func: (*subscribing).declaredAs},
		{Keyword: gherkin.When, Pattern: `nothing is listened to, with the first request on a connection`, Manual: "with an empty filter", Func: (*subscribing).first},
		{Keyword: gherkin.When, Pattern: `everything is listened to, declared or not`, Manual: "all three lists and one resource", Func: (*subscribing).everything},
		{Keyword: gherkin.When, Pattern: `nothing is listened to`, Manual: "with an empty filter", Func: (*subscribing).nothing},
		{Keyword: gherkin.When, Pattern: `something that there is not is listened to`, Manual: "a filter with a name that no revision has; not observed if it is refused", Func: (*subscribing).anything},
		{Keyword: gherkin.When, Pattern: `each list is listened to with false`, Manual: "a filter that wants none of them", Func: (*subscribing).unwanted},
		{Keyword: gherkin.When, Pattern: `it is not said what is listened to`, Manual: "without notifications in the params; not testable if the server declares no changes", Func: (*subscribing).unsaid},
		{Keyword: gherkin.When, Pattern: `nothing is listened to, if there are subscriptions`, Manual: "the same, whatever comes of it", Func: (*subscribing).nothingIfAny},
		{Keyword: gherkin.When, Pattern: `two subscriptions are opened, and the first one is ended`, Manual: "on one connection", Func: (*subscribing).endOne},
		{Keyword: gherkin.When, Pattern: `(\d+) subscriptions are opened and their streams closed`, Manual: "one after the other", Example: "100 subscriptions are opened and their streams closed", Func: (*subscribing).openAndClose},
		{Keyword: gherkin.When, Pattern: `(\d+) subscriptions are opened at once`, Manual: "all of them are acknowledged", Example: "20 subscriptions are opened at once", Func: (*subscribing).openMany},
		{Keyword: gherkin.When, Pattern: `each tool that may be called is called while changes are listened to`, Manual: "once for all checks, to one subscription for all that is declared and one for nothing; not testable if nothing is declared", Func: listenAndCall},
		{Keyword: gherkin.Then, Pattern: `the first message acknowledges the subscription`, Manual: "with notifications/subscriptions/acknowledged and an object notifications", Func: (*subscribing).acknowledged},
		{Keyword: gherkin.Then, Pattern: `it names the subscription in value and type`, Manual: "in io.modelcontextprotocol/subscriptionId of its _meta", Func: (*subscribing).named},
		{Keyword: gherkin.Then, Pattern: `what is acknowledged was asked for, and is declared`, Manual: "listChanged for lists, subscribe for resources", Func: (*subscribing).honest},
		{Keyword: gherkin.Then, Pattern: `all that was asked for is acknowledged`, Manual: "with the value true, and all resources", Func: (*subscribing).complete},
		{Keyword: gherkin.Then, Pattern: `the second one is still open`, Manual: "neither answered nor ended", Func: (*subscribing).stillOpen},
		{Keyword: gherkin.Then, Pattern: `two subscriptions that asked for the same were told the same`, Manual: "on one connection; not observed if nothing was told, or the second one was not agreed to", Func: twinsTold},
		{Keyword: gherkin.Then, Pattern: `two clients whose subscriptions have the same id were told the same`, Manual: "as two others that asked for the same; not observed over stdio, or if nothing was told", Func: namesakesTold},
		{Keyword: gherkin.Then, Pattern: `the one that is left is still told once the other one has ended`, Manual: "of what changes when tools are called again; not observed if nothing was told before", Func: notSilenced},
		{Keyword: gherkin.Then, Pattern: `the acknowledgement came on an event stream within (\S+)`, Manual: "from the request on", Example: "the acknowledgement came on an event stream within 2s", Func: (*subscribing).atOnce},
		{Keyword: gherkin.Then, Pattern: `each list that has changed was told of`, Manual: "not observed if none has", Func: listsTold},
		{Keyword: gherkin.Then, Pattern: `the subscription was not ended without an answer`, Manual: "its stream was not closed while it was listened to", Func: notCut},
		{Keyword: gherkin.Then, Pattern: `each resource that was listened to and has changed was told of`, Manual: "of those that do not change by themselves; not observed if none has", Func: resourcesTold},
		{Keyword: gherkin.Then, Pattern: `nothing came for the subscription once it had ended`, Manual: "while the tools were called once more; not observed if they change nothing", Func: nothingAfter},
		{Keyword: gherkin.Then, Pattern: `the subscription is answered or cancelled before the process exits`, Manual: "with a result, or notifications/cancelled", Func: (*subscribing).answeredAtEnd},
		{Keyword: gherkin.Then, Pattern: `the answer that ends the subscription is complete and names it`, Manual: "not observed if there is none", Func: (*subscribing).finalForm},
		{Keyword: gherkin.Then, Pattern: `all pages of a list have the same cacheScope`, Manual: "not observed if every list has one page", Func: (*pages).sameScope},
		{Keyword: gherkin.When, Pattern: `the tools are listed (\d+) times`, Manual: "to the end", Example: "the tools are listed 5 times", Func: (*check).listOften},
		{Keyword: gherkin.Then, Pattern: `they come in the same order each time`, Manual: "where they are the same", Func: sameLists},
	})
}

// subscribing is the subscriptions of a check.
type subscribing struct {
	all     []*probe.Subscription
	asked   map[string]json.RawMessage
	message probe.Frame
	err     error
	took    time.Duration
	begun   time.Time

	replaced bool  // opening the second one has ended the first
	lone     error // why there is no second one beside the first; nil = there is
}

func (s *subscribing) listen(c *check, filter, id string) error {
	if c.conn == nil {
		return errors.New("there is no connection: start with a Given")
	}
	_ = jsonparts.Unmarshal([]byte(filter), &s.asked)
	s.begun = c.bench.Target.Clock.Now()
	c.sent = c.conn.Size()
	sub, err := c.conn.Subscribe(filter, id)
	if sub != nil {
		s.all = append(s.all, sub)
	}
	if err != nil {
		return fmt.Errorf("subscriptions/listen: %w", err)
	}
	s.message, s.err = sub.Acknowledged()
	s.took = c.bench.Since(s.begun)
	return nil
}

// finish ends what is still open.
func (s *subscribing) finish() {
	for _, one := range s.all {
		_ = one.End()
	}
	s.all = nil
}

func (s *subscribing) listenGiven(c *check) error {
	filter, _, some := c.conn.Listenable()
	if !some {
		return verdict.NotTestable("the server declares neither listChanged nor subscribe of anything")
	}
	if err := s.listen(c, filter, ""); err != nil {
		return err
	}
	if err := s.acknowledged(); err != nil {
		return verdict.Because("M-SUB-01", "%s", err)
	}
	c.sent = c.conn.Size()
	return nil
}

func (s *subscribing) declared(c *check) error { return s.declaredAs(c, "") }

func (s *subscribing) declaredAs(c *check, id string) error {
	filter, _, some := c.conn.Listenable()
	if !some {
		return verdict.NotTestable("the server declares neither listChanged nor subscribe of anything")
	}
	return s.listen(c, filter, id)
}

// nothing listens to nothing. A server that declares no changes need not have subscriptions, and
// may say so with any error.
func (s *subscribing) nothing(c *check) error {
	if err := s.listen(c, "{}", ""); err != nil {
		return err
	}
	return verdict.NotTestableIf(c.hasNone(s.message), "the server declares no changes, and has no subscriptions")
}

// hasNone reports whether an answer refuses a subscription of a server that declares no changes.
func (c *check) hasNone(answer probe.Frame) bool {
	_, _, some := c.conn.Listenable()
	if some || answer.Failure() == nil {
		return false
	}
	if first := c.bench.First(); first != nil { // this connection may not have asked
		_, _, some = first.Listenable()
	}
	return !some
}

// nothingIfAny leaves a subscription open; that there are none is no matter.
func (s *subscribing) nothingIfAny(c *check) error {
	if err := s.listen(c, "{}", ""); c.bench.Stopped() != nil {
		return err
	}
	return nil
}

func (s *subscribing) everything(c *check) error {
	return s.listen(c, `{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["mcpsim://no/such/resource"]}`, "")
}

// unwanted listens to nothing by a filter that names all lists.
func (s *subscribing) unwanted(c *check) error {
	err := s.listen(c, `{"toolsListChanged":false,"promptsListChanged":false,"resourcesListChanged":false}`, "")
	s.asked = nil
	return err
}

// atOnceEnded is how soon a subscription ends that another one takes the place of.
const atOnceEnded = 200 * time.Millisecond

func (s *subscribing) endOne(c *check) error {
	filter, _, some := c.conn.Listenable()
	if !some {
		return verdict.NotTestable("the server declares neither listChanged nor subscribe of anything")
	}
	for i := range 2 {
		if err := s.listen(c, filter, ""); err != nil {
			return err
		}
		switch err := s.acknowledged(); {
		case err != nil && i == 0:
			return verdict.Because("M-SUB-01", "%s", err)
		case err != nil:
			s.lone = err
			return nil
		}
	}
	if err := c.bench.Sleep(atOnceEnded); err != nil {
		return err
	}
	s.replaced = s.all[0].Over()
	if err := s.all[0].End(); err != nil {
		return err
	}
	return c.stillAnswers()
}

func (s *subscribing) openAndClose(c *check, n int) error {
	if err := s.nothing(c); err != nil {
		return err
	}
	if err := s.needsAck(); err != nil {
		return err
	}
	begun := c.bench.Target.Clock.Now()
	for i := range n {
		if c.bench.Since(begun) > raceTime {
			break
		}
		sub, err := c.conn.Subscribe("{}", "")
		if err != nil {
			return fmt.Errorf("after %d subscriptions: %w", i, err)
		}
		if err := sub.End(); err != nil {
			return err
		}
	}
	return nil
}

func (s *subscribing) openMany(c *check, n int) error {
	for range n {
		sub, err := c.conn.Subscribe("{}", "")
		if err != nil {
			return err
		}
		s.all = append(s.all, sub)
	}
	for i, sub := range s.all {
		ack, err := sub.Acknowledged()
		if i == 0 && c.hasNone(ack) {
			return verdict.NotTestable("the server declares no changes, and has no subscriptions")
		}
		if i == 0 && (err != nil || !probe.IsAcknowledgement(ack)) {
			return verdict.Because("M-SUB-01", "a subscription is not acknowledged")
		}
		if err != nil {
			return fmt.Errorf("subscription %d of %d: %w", i+1, n, err)
		}
		if !probe.IsAcknowledgement(ack) {
			return unless(false, ack, "subscription %d of %d is not acknowledged", i+1, n)
		}
	}
	return nil
}

func listenAndCall(b *probe.Bench) error {
	changes, err := b.Changes()
	if err != nil {
		return err
	}
	return changes.None
}

func (s *subscribing) acknowledged() error {
	if s.err != nil {
		return s.err
	}
	if !probe.IsAcknowledgement(s.message) {
		return unless(false, s.message, "the first message is no acknowledgement")
	}
	return unless(jsonparts.Unmarshal(s.message.Param("notifications"), new(map[string]json.RawMessage)) == nil && s.message.Param("notifications") != nil, s.message,
		"the acknowledgement has no object notifications")
}

func (s *subscribing) named() error {
	if err := s.needsAck(); err != nil {
		return err
	}
	id := probe.SameJSON(probe.SubscriptionID(s.message))
	return unless(id == probe.SameJSON([]byte(s.all[0].ID)), s.message, "the subscription is named %s, its request %s", probe.OrNothing(id), s.all[0].ID)
}

// capabilityOf is the capability that a member of a filter needs, and its member.
var capabilityOf = map[string][2]string{
	"toolsListChanged": {"tools", "listChanged"}, "promptsListChanged": {"prompts", "listChanged"},
	"resourcesListChanged": {"resources", "listChanged"}, "resourceSubscriptions": {"resources", "subscribe"},
}

// agreed are the members of an acknowledgement that agree to something.
func (s *subscribing) agreed() map[string]json.RawMessage {
	var all map[string]json.RawMessage
	_ = jsonparts.Unmarshal(s.message.Param("notifications"), &all)
	maps.DeleteFunc(all, func(_ string, v json.RawMessage) bool {
		return slices.Contains([]string{"false", "null", "[]"}, string(v))
	})
	return all
}

func (s *subscribing) needsAck() error {
	if err := s.acknowledged(); err != nil {
		return verdict.Because("M-SUB-01", "%s", err)
	}
	return nil
}

func (s *subscribing) honest(c *check) error {
	if err := s.needsAck(); err != nil {
		return err
	}
	if err := s.typed(); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(s.agreed())) {
		if name == strange {
			return unless(false, s.message, "%s is acknowledged, and there are no such changes", name)
		}
		if s.asked[name] == nil {
			return unless(false, s.message, "%s is acknowledged, which was not asked for", name)
		}
		if uri := strangeURI(s.agreed()[name], s.asked[name]); uri != "" {
			return unless(false, s.message, "the resource %s is acknowledged, which was not asked for", uri)
		}
		if needs, known := capabilityOf[name]; known && !c.conn.DeclaresMember(needs[0], needs[1]) {
			if c.servesUndeclared(needs[0]) {
				return verdict.Because("M-DISC-09", "%s/list is answered, and %s is not declared", needs[0], needs[0])
			}
			return unless(false, s.message, "%s is acknowledged, and the server does not declare %s of %s", name, needs[1], needs[0])
		}
	}
	return nil
}

// strangeURI is a text of a list that is not in another one; "" = there is none, or they are no lists.
func strangeURI(list, of json.RawMessage) string {
	var some, all []string
	if jsonparts.Unmarshal(list, &some) != nil || jsonparts.Unmarshal(of, &all) != nil {
		return ""
	}
	for _, uri := range some {
		if !slices.Contains(all, uri) {
			return uri
		}
	}
	return ""
}

// typed judges the members of an acknowledgement that a filter may have.
func (s *subscribing) typed() error {
	var all map[string]json.RawMessage
	_ = jsonparts.Unmarshal(s.message.Param("notifications"), &all)
	for _, name := range slices.Sorted(maps.Keys(capabilityOf)) {
		value, there := all[name]
		var uris []string
		wrong := string(value) != "true" && string(value) != "false"
		if name == "resourceSubscriptions" {
			wrong = string(value) == "null" || jsonparts.Unmarshal(value, &uris) != nil
		}
		if there && wrong {
			return unless(false, s.message, "%s is acknowledged as %s", name, value)
		}
	}
	return nil
}

// agreeing is what has broken where an acknowledgement leaves out what was asked for.
const agreeing = "agreeing to a subscription"

func (s *subscribing) complete() error {
	if err := s.needsAck(); err != nil {
		return err
	}
	if err := s.incomplete(); err != nil {
		return verdict.Broke(err, agreeing)
	}
	return nil
}

func (s *subscribing) incomplete() error {
	agreed := s.agreed()
	for _, name := range slices.Sorted(maps.Keys(s.asked)) {
		if agreed[name] == nil {
			return unless(false, s.message, "%s was asked for and is declared, and is not acknowledged", name)
		}
		if left := leftOut(s.asked[name], agreed[name]); left != "" {
			return unless(false, s.message, "%s of %s was asked for and is declared, and is not acknowledged", left, name)
		}
	}
	return nil
}

func (s *subscribing) stillOpen() error {
	if s.lone != nil {
		return fmt.Errorf("there can be no second subscription beside the first: %w", s.lone)
	}
	if s.replaced {
		return errors.New("the first subscription was ended when the second one was opened")
	}
	for _, f := range s.all[1].Frames() {
		if f.IsResponse() {
			return unless(false, f, "the other subscription was ended, and this one is answered")
		}
	}
	return verdict.FailedIf(s.all[1].Ended(), "the other subscription was ended, and the stream of this one is closed")
}

func (s *subscribing) atOnce(r *probe.Bench, d time.Duration) error {
	if err := s.needsAck(); err != nil {
		return err
	}
	reply := s.all[0].Reply()
	if !reply.IsStream() {
		return fmt.Errorf("it came with the content type %q", reply.ContentType)
	}
	return verdict.FailedIf(s.took > d, "it came after %s", s.took.Round(time.Millisecond))
}
