package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// changes are the lists that stayed the same.
type changes []unchanged

// unchanged is a list and the page of it that was read first.
type unchanged struct {
	probe.List
	items []probe.Item
}

func changeSteps() []gherkin.Step {
	return gherkin.Noun("change", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the server announces changes of a list`,
			Manual: "declares listChanged for tools, resources or prompts; not testable if it does not", Func: announces},
		{Keyword: gherkin.Given, Pattern: `the server's own messages are listened to`, Manual: "over HTTP on a GET stream, if there is one", Func: listenTo},
		{Keyword: gherkin.When, Pattern: `each list is read (\d+) times`, Manual: "of tools, resources, resource templates and prompts, those that are declared",
			Example: "each list is read 20 times", Func: (*changes).readOften},
		{Keyword: gherkin.When, Pattern: `what is announced without a reason is waited for`,
			Manual: "200ms; 1.2s if any session was told of a change of a list so far, or if few checks are made", Func: awaitAlarms},
		{Keyword: gherkin.When, Pattern: `resources are read (\d+) times`, Manual: "the first ones that are listed, as many; not testable if there is none",
			Example: "resources are read 5 times", Func: (*check).readSome},
		{Keyword: gherkin.Then, Pattern: `each list that has changed was announced`,
			Manual: "of those whose changes are; not observed if calling tools changed none", Func: changesAnnounced},
		{Keyword: gherkin.When, Pattern: `the tools that may be called are called beside a session that listens`,
			Manual: "and has subscribed to what they change; not observed if they change nothing that the session of the calls is told of", Func: standBy},
		{Keyword: gherkin.Then, Pattern: `each list that has changed was announced to that session, too`,
			Manual: "of those that it reads afterwards as others than before", Func: listsHeard},
		{Keyword: gherkin.Then, Pattern: `each resource that has changed was told of to that session, too`, Manual: "the same of resources that it has subscribed to", Func: resourcesHeard},
		{Keyword: gherkin.Then, Pattern: `what was announced was a change, and was announced once`,
			Manual: "calls that announce one are made again, alone: the list is another afterwards, and one item is told of once; not observed if none announces any", Func: soundAlarms},
		{Keyword: gherkin.Then, Pattern: `no change was announced of a list that stayed the same`, Manual: "since the reading began", Func: (*changes).noFalseAlarm},
	})
}

// announcement is the method that announces a change.
func announcement(capability string) string {
	return "notifications/" + capability + "/list_changed"
}

func announces(c *probe.Conn) error {
	for _, l := range probe.Lists() {
		if c.DeclaresMember(l.Capability, "listChanged") {
			return nil
		}
	}
	return verdict.NotTestable("the server does not declare listChanged")
}

func listenTo(c *probe.Conn) error {
	if !c.Pushed() {
		c.Listen("")
	}
	return nil
}

// announced counts the announcements of a change among frames.
func announced(frames []probe.Frame, capability string) (n int) {
	for _, f := range frames {
		if f.Method() == announcement(capability) {
			n++
		}
	}
	return n
}

// errHungUp is not observed: a server may end streams that no request waits for.
var errHungUp = verdict.NotObserved("the server has ended the streams on which it could have told of changes")

func changesAnnounced(s *probe.Survey, b *probe.Bench) error {
	changed := 0
	for _, l := range probe.Lists() {
		before, known := s.Before[l.Method]
		after, still := s.After[l.Method]
		if !known || !still || before == after || l.Optional() {
			continue
		}
		changed++
		switch {
		case announced(s.Frames, l.Capability) > 0:
		case s.HungUp:
			return errHungUp
		case shapeless(b) != "":
			return verdict.Because(shapeless(b), "%s has changed, and there are messages that are none", l.Method)
		default:
			b.Recall(s.Events)
			return fmt.Errorf("after tools were called %s is another than before, and no %s came", l.Method, announcement(l.Capability))
		}
	}
	return verdict.NotObservedIf(changed == 0, "no list whose changes are announced has changed when tools were called")
}

// readOften notes the lists that are the same at the end as at the beginning.
func (same *changes) readOften(c *check, times int) error {
	c.sent = c.conn.Size()
	for _, l := range probe.Lists() {
		if !c.conn.Declares(l.Capability) {
			continue
		}
		var begin, end probe.Frame // those between may be large, and say nothing
		for i := range times {
			var err error
			if end, err = c.call(l.Method, ""); err != nil {
				return err
			}
			if i == 0 {
				begin = end
			}
		}
		if times == 0 || l.Optional() { // a change of templates is told as one of resources, which may have another reason
			continue
		}
		first, err1 := l.ItemsOf(begin)
		last, err2 := l.ItemsOf(end)
		if err1 == nil && err2 == nil && probe.SameItems(first, last) {
			*same = append(*same, unchanged{l, first})
		}
	}
	return nil
}

// readSome leaves it to other checks what is read.
func (c *check) readSome(n int) error {
	all, err := uris(c.conn)
	if err != nil {
		return err
	}
	for _, uri := range all[:min(n, len(all))] {
		if _, err := c.call("resources/read", withURI(uri)); err != nil {
			return verdict.Because("RES-07", "%s", err)
		}
	}
	return verdict.NotTestableIf(len(all) == 0, "the server lists no resources")
}

// Waiting for what is announced while nothing is done.
const (
	quietTime  = 200 * time.Millisecond
	alarmEvery = 1200 * time.Millisecond // servers that look for changes by the clock do it each second
)

// awaitAlarms waits longer where there may be any.
func awaitAlarms(b *probe.Bench) error {
	if b.Busy() && !b.Announced() {
		return b.Sleep(quietTime)
	}
	return b.Sleep(alarmEvery)
}

func (same *changes) noFalseAlarm(c *check) error {
	return each(*same, "no list stayed the same", func(l unchanged) error {
		n := announced(c.conn.From(c.sent), l.Capability)
		if n == 0 {
			return nil
		}
		if again, err := c.announcedAgain(l); err != nil || !again {
			return err
		}
		return fmt.Errorf("%s came %d times, and the list is the same", announcement(l.Capability), n)
	})
}

// alarmTime is how long a false alarm is waited for that is to come again.
const alarmTime = 2 * time.Second

// announcedAgain reads lists and resources once more. What a server announces only once had
// another reason than that they are read: it may have begun late. So had what it announces
// of a list that has changed since.
func (c *check) announcedAgain(l unchanged) (bool, error) {
	begin, now := c.conn.Size(), changes{}
	if err := now.readOften(c, 1); err != nil {
		return false, err
	}
	if c.conn.Declares("resources") {
		if err := c.readSome(1); err != nil && verdict.Of(err) == "" {
			return false, err
		}
	}
	err := c.conn.Await(begin, alarmTime, func(frames []probe.Frame) bool { return announced(frames, l.Capability) > 0 })
	if err != nil && !probe.IsLost(err) {
		return false, err
	}
	stays := slices.ContainsFunc(now, func(n unchanged) bool { return n.Method == l.Method && probe.SameItems(n.items, l.items) })
	return err == nil && stays, nil
}

func changesOf(b *probe.Bench) (*probe.Changes, error) {
	changes, err := b.Changes()
	if err == nil {
		err = changes.None
	}
	return changes, err
}

// listenedTo are the changes, if they could be told of to the end.
func listenedTo(b *probe.Bench) (*probe.Changes, error) {
	changes, err := changesOf(b)
	switch {
	case err != nil:
	case changes.Cut:
		err = verdict.Because("M-SUB-06", "the server has closed the stream of the subscription")
	case changes.Over:
		err = verdict.NotObserved("the server has ended the subscription")
	}
	return changes, err
}

func listsTold(b *probe.Bench) error {
	changes, err := listenedTo(b)
	if err != nil {
		return err
	}
	changed := changedLists(changes)
	for _, l := range changed {
		if see := shapeless(b); see != "" && !announcedList(changes.First, l) {
			return verdict.Because(see, "%s has changed, and there are messages that are none", l.Method)
		}
		if !announcedList(changes.First, l) && !agreed(changes, l) {
			return verdict.Because("M-SUB-03", "%s has changed, and the subscription was acknowledged without it", l.Method)
		}
		if !announcedList(changes.First, l) {
			return untoldOf(b, changes, announcement(l.Capability), "", fmt.Errorf("calling tools has changed %s, and the subscription was not told", l.Method))
		}
	}
	if len(changes.Again.Lists) > 0 {
		b.Recall(changes.Events)
		return fmt.Errorf("calling tools again has changed %s again, and the subscription was not told", changes.Again.Lists[0])
	}
	return verdict.NotObservedIf(len(changed) == 0, "no list whose changes are announced has changed when tools were called")
}

// agreed reports whether the first subscription was acknowledged with changes of a list.
func agreed(changes *probe.Changes, l probe.List) bool {
	var members map[string]json.RawMessage
	if len(changes.Acks) == 0 || jsonparts.Unmarshal(changes.Acks[0].Param("notifications"), &members) != nil {
		return true // which is the business of another check
	}
	return string(members[l.Capability+"ListChanged"]) == "true"
}

// changedLists are those that were others after the calls than before.
func changedLists(changes *probe.Changes) (out []probe.List) {
	for _, l := range probe.Lists() {
		before, known := changes.Before[l.Method]
		if after, still := changes.Later[l.Method]; known && still && before != after && !l.Optional() {
			out = append(out, l)
		}
	}
	return out
}

func announcedList(frames []probe.Frame, l probe.List) bool {
	return slices.ContainsFunc(frames, func(f probe.Frame) bool { return f.Method() == announcement(l.Capability) })
}

func resourcesTold(b *probe.Bench) error {
	changes, err := listenedTo(b)
	if err != nil {
		return err
	}
	if f, some := nameless(changes.During); some {
		b.Recall(changes.Events)
		return unless(false, f, "it names no resource")
	}
	if uri := untold(changes.Changed, changes.First, changes.Late, changes.Second); uri != "" {
		if see := shapeless(b); see != "" {
			return verdict.Because(see, "%q has changed, and there are messages that are none", uri)
		}
		return untoldOf(b, changes, updating, uri, fmt.Errorf("calling tools has changed %q, and the subscription was not told", uri))
	}
	if len(changes.Again.Missed) > 0 {
		b.Recall(changes.Events)
		return fmt.Errorf("calling tools again has changed %q again, and the subscription was not told", changes.Again.Missed[0])
	}
	return verdict.NotObservedIf(len(changes.Changed)+len(changes.Late) == 0, "no resource that was listened to has changed when tools were called")
}

func nothingAfter(b *probe.Bench) error {
	changes, err := changesOf(b)
	if err != nil {
		return err
	}
	for _, f := range changes.After {
		b.Recall(changes.Events)
		return unless(false, f, "the subscription was cancelled")
	}
	told := slices.ContainsFunc(changes.During, func(f probe.Frame) bool {
		return strings.HasPrefix(f.Method(), "notifications/") && !probe.IsAcknowledgement(f)
	})
	return verdict.NotObservedIf(!told, "the tools that may be called change nothing that is told of")
}

func notCut(b *probe.Bench) error {
	changes, err := b.Changes()
	if err != nil {
		return err
	}
	return verdict.FailedIf(changes.Cut, "the server has closed the stream of the subscription, and has not answered it")
}
