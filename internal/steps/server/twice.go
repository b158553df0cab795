package server

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// differTimes is how often lists must differ: those that change for a reason of their own, as
// other clients may give, seldom do so each time.
const differTimes = 3

// twice reads all lists two times and keeps what differs, each time that it is tried.
func (c *check) twice(how string) error {
	for nth := range differTimes {
		if nth > 0 {
			c.bench.LeaveConnections() // what one remembers is not to be seen twice
		}
		if err := c.freshSession(); err != nil {
			return err
		}
		before, err := c.allLists()
		if err != nil && isOfName(how) && !probe.IsLost(err) { // whoever asks
			return verdict.NotObserved("the lists cannot be read: %s", err)
		}
		if err != nil {
			return err
		}
		first := c.whatItCan(how)
		if err := c.between(how); err != nil {
			return err
		}
		after, err := c.allLists()
		if err != nil && how == asTwoClients && !probe.IsLost(err) && c.unlikeFirst() {
			c.compared, c.conn.MetaEdits = []string{fmt.Sprintf("read %s: %s", how, strings.TrimPrefix(err.Error(), "see "+verdict.See(err)+": "))}, nil
			return nil
		}
		if err != nil && how == asNobody && !probe.IsLost(err) && c.unlikeFirst() {
			return verdict.Because("M-BASE-22", "lists cannot be read without clientInfo: %s", err)
		}
		if err != nil && isOfName(how) && !probe.IsLost(err) {
			return verdict.NotObserved("the lists cannot be read twice: %s", err)
		}
		if err != nil {
			return err
		}
		c.compare(how, before, after)
		then := c.whatItCan(how)
		told := fmt.Sprintf("server/discover %s: at first %s, then %s", how, first, then)
		if first != then {
			c.compared = append(c.compared, told)
		}
		if len(c.compared)+len(c.otherItems) == 0 {
			return verdict.NotTestableIf(len(before) == 0, "the server declares no tools, resources or prompts")
		}
		switch err := c.steady(after); {
		case err != nil && first != then: // which no list explains
			c.compared, c.otherItems = []string{told}, nil
		case err != nil:
			return err
		}
		c.conn.MetaEdits = nil
	}
	if how == aroundCalls {
		return c.unlessOfTool()
	}
	return nil
}

// unlikeFirst reports whether what the second client cannot read the first one can, and the
// second one cannot either when it tries again: lists may change while they are read.
func (c *check) unlikeFirst() bool {
	other := c.conn.MetaEdits
	c.conn.MetaEdits = nil
	_, first := c.allLists()
	c.conn.MetaEdits = other
	_, second := c.allLists()
	return first == nil && second != nil
}

// asNobody is how lists are read that need not know that somebody reads them.
const asNobody = "as a client and as nobody"

// isOfName reports whether lists are read by clients that only differ in who they are.
func isOfName(how string) bool { return how == asTwoClients || how == asNobody }

// whatItCan are the capabilities that a server names, for clients that only differ in who they are;
// "" for others.
func (c *check) whatItCan(how string) string {
	if !isOfName(how) {
		return ""
	}
	answer, err := c.call("server/discover", "")
	if err != nil || answer.Failure() != nil {
		return "" // another check tells that
	}
	return canonical(probe.Page(answer)["capabilities"])
}

// asTwoClients is how lists are read that need not know who reads them.
const asTwoClients = "as two clients"

// aroundCalls is how lists are read that calls may change.
const aroundCalls = "before and after a call"

// unlessOfTool forgets what differs if it is a tool that changes lists, and for all who read
// them: they may change over time. An unknown method may not do it, nor may a connection
// have lists of its own, as far as that can be seen: processes share nothing.
func (c *check) unlessOfTool() error {
	before, err := c.allLists()
	if err != nil {
		return err
	}
	if _, err := c.call("x/unknown", ""); err != nil {
		return err
	}
	after, err := c.allLists()
	if err == nil && maps.Equal(before, after) && c.conn.Process == nil {
		if err = c.freshAgain(); err == nil {
			after, err = c.allLists()
		}
	}
	if err != nil || !maps.Equal(before, after) {
		return err
	}
	c.compared, c.otherItems = nil, nil
	return verdict.NotObserved("a tool that was called changes lists for all who read them")
}

// between is what lists are read before and after.
func (c *check) between(how string) error {
	switch how {
	case "on two connections":
		return c.freshAgain()
	case asNobody:
		return c.metaOut("clientInfo")
	case asTwoClients:
		return c.metaJSON("clientInfo", `{"name":"another-client","version":"9","title":"Another"}`)
	}
	return c.callSomething()
}

// compare keeps what differs between two readings of all lists.
func (c *check) compare(how string, before, after map[string]string) {
	c.compared, c.otherItems = nil, nil
	for _, method := range slices.Sorted(maps.Keys(before)) {
		first, firstItems, _ := strings.Cut(before[method], itemsBegin)
		then, thenItems, _ := strings.Cut(after[method], itemsBegin)
		switch {
		case first != then:
			c.compared = append(c.compared, fmt.Sprintf("%s %s: at first %s, then %s", method, how, probe.Quote([]byte(first)), probe.Quote([]byte(then))))
		case firstItems != thenItems:
			a, b := differentItem(firstItems, thenItems)
			c.otherItems = append(c.otherItems, fmt.Sprintf("%s %s: at first an item is %s, then %s", method, how, probe.Quote([]byte(a)), probe.Quote([]byte(b))))
		}
	}
}

// steady is the error of a step if a list changes from one reading to the next without any
// reason: then it says nothing that it has changed for one.
func (c *check) steady(lists map[string]string) error {
	again, err := c.allLists()
	switch {
	case err != nil:
		return err
	case namesOf(again["tools/list"]) != namesOf(lists["tools/list"]):
		return verdict.NotObserved("tools/list changes from one reading to the next: at first %s, then %s", probe.Quote([]byte(namesOf(lists["tools/list"]))), probe.Quote([]byte(namesOf(again["tools/list"]))))
	case !maps.Equal(again, lists):
		return verdict.NotObserved("a list changes from one reading to the next")
	}
	return nil
}

// calledBetween is how many tools are called between two readings of lists, and quickly how long
// each of them may take.
const (
	calledBetween = 5
	quickly       = 500 * time.Millisecond
)

// callSomething calls the first tools that are quick, and asks for what does not exist.
func (c *check) callSomething() error {
	if _, err := c.call("x/unknown", ""); err != nil {
		return err
	}
	s, err := c.bench.Survey()
	if err != nil {
		return err
	}
	if c.bench.Target.AllowCalls {
		return nil // any tool may change what is listed
	}
	quick := slices.DeleteFunc(slices.Clone(s.Trials), func(t *probe.Trial) bool { return t.Result() == nil || t.Took > quickly })
	for _, t := range quick[:min(len(quick), calledBetween)] {
		if _, err := c.call("tools/call", probe.CallOf(t.Tool, t.Arguments, "")); err != nil {
			return err
		}
	}
	return nil
}

// itemsBegin is between the names of the items of a list and the items.
const itemsBegin = "\x00"

func namesOf(list string) string {
	names, _, _ := strings.Cut(list, itemsBegin)
	return names
}

// differentItem is the first line in which two texts differ.
func differentItem(a, b string) (string, string) {
	one, other := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			return one[i], other[i]
		}
	}
	return a, b
}

// allLists is the names of the items of all declared lists, sorted, and the items themselves
// where they do not tell of anything that changes, as the size of a resource does.
func (c *check) allLists() (map[string]string, error) {
	out := map[string]string{}
	for _, l := range c.conn.Promised() {
		items, err := c.conn.ListWhole(l.Method)
		if err != nil {
			return nil, err
		}
		var names, whole []string
		for _, item := range items {
			names = append(names, probe.Text(item["name"])+" "+probe.Text(item["uri"]))
			if l.Capability != "resources" {
				whole = append(whole, canonical(item))
			}
		}
		slices.Sort(names)
		slices.Sort(whole)
		out[l.Method] = strings.Join(names, ", ") + itemsBegin + strings.Join(whole, "\n")
	}
	return out, nil
}

// canonical is JSON in one spelling, on one line.
func canonical(raw any) string {
	text, _ := json.Marshal(raw)
	var value any
	_ = jsonparts.Unmarshal(text, &value)
	text, _ = json.Marshal(value)
	return string(text)
}

func sameItems(c *check) error {
	return verdict.FailedIf(len(c.otherItems) > 0, "%s", strings.Join(c.otherItems, "\n"))
}

func sameLists(c *check) error {
	return verdict.FailedIf(len(c.compared) > 0, "%s", strings.Join(c.compared, "\n"))
}
