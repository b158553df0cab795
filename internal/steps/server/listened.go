package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// first opens a subscription on a connection on which nothing was asked.
func (s *subscribing) first(c *check) error {
	if err := c.bench.Ready(); err != nil {
		return err
	}
	c.bench.LeaveConnections()
	if err := c.fresh(); err != nil {
		return err
	}
	if err := s.nothing(c); err != nil || s.acknowledged() == nil {
		return err
	}
	message, why := s.message, s.err
	if err := c.freshSession(); err != nil {
		return err
	}
	if err := c.request(c.bench.Light(), ""); err != nil {
		return err
	}
	if err := s.nothing(c); err != nil {
		return err
	}
	if err := s.acknowledged(); err != nil {
		return verdict.Because("M-SUB-01", "%s", err)
	}
	s.message, s.err = message, why
	return nil
}

// leftOut is the first element of a list that is not in another one; "" = none, or it is no list.
func leftOut(asked, agreed json.RawMessage) string {
	var all, some []string
	_ = jsonparts.Unmarshal(asked, &all)
	_ = jsonparts.Unmarshal(agreed, &some)
	for _, one := range all {
		if !slices.Contains(some, one) {
			return one
		}
	}
	return ""
}

// twinsTold compares of what two subscriptions were told, not how often; and, where neither was
// told of a change, with one that is alone.
func twinsTold(b *probe.Bench) error {
	changes, err := b.Changes()
	if err != nil {
		return err
	}
	if changes.Twin == nil {
		return verdict.NotObserved("there was no second subscription")
	}
	one, other := toldOf(changes.During), toldOf(changes.Twin)
	if lost := lostBeside(b, changes); lost != "" {
		b.Recall(changes.Events)
		return fmt.Errorf("beside another subscription it was not told of %s, and alone it is", lost)
	}
	return each(one, "no change was told of", func(what string) error {
		if slices.Contains(other, what) {
			return nil
		}
		b.Recall(changes.Events)
		err := fmt.Errorf("one of them was told of %s, the other one was not", what)
		if len(changes.Acks) > 0 && string(changes.TwinAck.Param("notifications")) != string(changes.Acks[0].Param("notifications")) {
			return verdict.Broke(err, agreeing) // as its acknowledgement has said
		}
		return err
	})
}

// namesakesTold judges two subscriptions of two clients that have the same id: what another one was
// told of both are told of.
func namesakesTold(b *probe.Bench) error {
	changes, err := listenedTo(b)
	if err != nil {
		return err
	}
	if changes.Namesakes == nil {
		return verdict.NotObserved("there were no two subscriptions with one id")
	}
	return each(toldOf(changes.During), "no change was told of", func(what string) error {
		for i, frames := range changes.Namesakes {
			if !slices.Contains(toldOf(frames), what) && slices.Contains(toldOf(changes.Twin), what) {
				b.Recall(changes.Events)
				return fmt.Errorf("of two clients whose subscriptions have the same id the %s is not told of %s", []string{"first", "second"}[i], what)
			}
		}
		return nil
	})
}

// notSilenced judges a subscription that stays open when another one with its filter ends.
func notSilenced(b *probe.Bench) error {
	changes, err := listenedTo(b)
	if err != nil {
		return err
	}
	if changes.Silenced == "" {
		return verdict.NotObservedIf(len(toldOf(changes.Twin)) == 0, "no change was told of")
	}
	b.Recall(changes.Events)
	return fmt.Errorf("when one of them has ended, the other one is not told any more that %s has changed", changes.Silenced)
}

const updating = "notifications/resources/updated"

// lostBeside is a change that a subscription is told of if it is the only one; "" = none.
func lostBeside(b *probe.Bench, changes *probe.Changes) string {
	for _, l := range changedLists(changes) {
		if !announcedList(changes.During, l) && toldAlone(b, announcement(l.Capability), "") {
			return announcement(l.Capability)
		}
	}
	for _, uri := range changes.Changed {
		if !probe.Told(probe.Updated(changes.During), uri) && toldAlone(b, updating, uri) {
			return updating + " " + uri
		}
	}
	return ""
}

// alone is the finding that a change was not told of, or the check that tells why if a
// subscription is told of it that is the only one.
func alone(b *probe.Bench, method, uri string, finding error) error {
	if toldAlone(b, method, uri) {
		return verdict.Because("M-SUB-05", "%s; a subscription that is alone is told", finding)
	}
	if changes, err := b.Changes(); err == nil {
		b.Recall(changes.Events)
	}
	return finding
}

// untoldOf is [alone], and one finding with the same of resources, or of lists, where the
// subscription was told of nothing at all.
func untoldOf(b *probe.Bench, changes *probe.Changes, method, uri string, finding error) error {
	err := alone(b, method, uri, finding)
	if verdict.See(err) == "" && len(toldOf(changes.During)) == 0 && len(changedLists(changes)) > 0 && len(changes.Changed) > 0 {
		return verdict.Broke(err, "telling subscriptions of changes")
	}
	return err
}

// toldAlone reports whether a subscription that is the only one is told of a change time after time.
func toldAlone(b *probe.Bench, method, uri string) bool {
	told, err := b.Alone()
	is := func(f probe.Frame) bool {
		return f.Method() == method && (uri == "" || probe.Told(probe.Updated([]probe.Frame{f}), uri))
	}
	return err == nil && slices.ContainsFunc(told[0], is) && slices.ContainsFunc(told[1], is)
}

// toldOf are the changes that messages tell of, each once.
func toldOf(frames []probe.Frame) (out []string) {
	for _, f := range frames {
		what := strings.TrimSpace(f.Method() + " " + probe.Text(f.Param("uri")))
		if f.IsNotification() && !probe.IsAcknowledgement(f) && !slices.Contains(out, what) {
			out = append(out, what)
		}
	}
	return out
}

func (p *pages) sameScope() error {
	several := 0
	for _, l := range *p {
		first := ""
		for i, page := range l.Pages {
			scope := string(probe.Page(page)["cacheScope"])
			switch {
			case scope == "":
				return verdict.Because("M-CACHE-01", "%s: page %d has no cacheScope", l.Method, i+1)
			case i == 0:
				first = scope
			case scope != first:
				return fmt.Errorf("%s: the first page has the cacheScope %s, page %d has %s", l.Method, probe.OrNothing(first), i+1, probe.OrNothing(scope))
			}
		}
		if len(l.Pages) > 1 {
			several++
		}
	}
	return verdict.NotObservedIf(several == 0, "every list has one page only")
}

// strange is a type of changes that there is not.
const strange = "mcpsimListChanged"

// anything asks for changes that there are not. A server may refuse that.
func (s *subscribing) anything(c *check) error {
	if err := s.listen(c, `{"`+strange+`":true}`, ""); c.bench.Stopped() != nil {
		return err
	} else if err != nil {
		return verdict.Because("M-SUB-01", "%s", err)
	}
	return verdict.NotObservedIf(s.message.Failure() != nil, "a filter with a name that is not known is refused")
}

// unsaid has no filter at all. What comes first is the answer, an acknowledgement, too.
func (s *subscribing) unsaid(c *check) error {
	if _, _, some := c.conn.Listenable(); !some {
		return verdict.NotTestable("the server declares neither listChanged nor subscribe of anything")
	}
	if err := s.listen(c, "", ""); err != nil {
		return err
	}
	one := s.all[len(s.all)-1]
	c.conn.Reply = one.Reply()
	return c.remember(one.ID, s.message, s.err)
}
