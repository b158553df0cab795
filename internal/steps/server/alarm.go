package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// alarmTimes is how often a call has to announce in vain.
const alarmTimes = 2

// stayed is said of a list that is the same after the announcement of a change.
const stayed = "stayed as it was"

// alarmSettles is how long after a call a list may still become what was announced.
const alarmSettles = 300 * time.Millisecond

// soundAlarms judges what calls of tools have announced: each tool after whose call that came is
// called again, alone, between two readings of the list.
func soundAlarms(s *probe.Survey, c *check, b *probe.Bench) error {
	if err := changesAnnounced(s, b); err != nil && verdict.Of(err) == "" {
		return verdict.Because("SUB-07", "%s", err)
	}
	seen := false
	for _, l := range probe.Lists() {
		if l.Optional() || !b.First().DeclaresMember(l.Capability, "listChanged") || announced(s.Frames, l.Capability) == 0 {
			continue
		}
		seen = true
		for _, t := range s.Announcing(announcement(l.Capability)) {
			wrong, err := c.repeatedly(t, l)
			if err != nil {
				return err
			}
			vain := strings.Contains(wrong, stayed)
			if vain && s.Before[l.Method] != s.After[l.Method] {
				continue // what the first call has changed is announced again, which does no harm
			}
			if wrong != "" {
				return fmt.Errorf("the tool %q was called %d times, and each time %s", t.Tool.Name, alarmTimes, wrong)
			}
		}
	}
	return verdict.NotObservedIf(!seen, "no tool that may be called announces a change")
}

// repeatedly is what is wrong with what each of several calls announces of a list; "" = nothing,
// or not each time.
func (c *check) repeatedly(t *probe.Trial, l probe.List) (wrong string, err error) {
	err = c.bench.Aside(func(conn *probe.Conn) error {
		if !conn.Pushed() {
			conn.Listen("")
		}
		for nth := range alarmTimes {
			now, err := c.alarm(conn, t, l)
			if nth > 0 && now != wrong {
				now = ""
			}
			if wrong = now; wrong == "" || err != nil {
				return err
			}
		}
		return nil
	})
	return wrong, err
}

// alarm is what is wrong with what one call announces.
func (c *check) alarm(conn *probe.Conn, t *probe.Trial, l probe.List) (string, error) {
	first, err := conn.Call(l.Method, "")
	if next := probe.Page(first)["nextCursor"]; err != nil || next != nil && !jsonparts.IsText(next) {
		return "", err // what comes behind a cursor that is no text cannot be read
	}
	before, err := conn.ListWhole(l.Method)
	if err != nil {
		return "", err
	}
	begin := conn.Size()
	if _, err := conn.Call("tools/call", probe.CallOf(t.Tool, t.Arguments, "")); err != nil {
		return "", nil // which is the business of another check
	}
	if err := c.bench.Sleep(alarmSettles); err != nil {
		return "", err
	}
	told := announced(conn.From(begin), l.Capability)
	after, err := conn.ListWhole(l.Method)
	if err != nil {
		return "", err
	}
	switch n := unlike(before, after); {
	case n == 0 && told == 1: // more may be of changes that were taken back
		return fmt.Sprintf("%s came, and %s "+stayed, announcement(l.Capability), l.Method), nil
	case n == 1 && told > 1:
		return fmt.Sprintf("%s came %d times, and %s has one item more or fewer", announcement(l.Capability), told, l.Method), nil
	}
	return "", nil
}

// unlike is how many items are in one list alone.
func unlike(before, after []probe.Item) int {
	count := map[string]int{}
	for _, item := range before {
		count[written(item)]++
	}
	for _, item := range after {
		count[written(item)]--
	}
	n := 0
	for _, d := range count {
		n += max(d, -d)
	}
	return n
}

func written(item probe.Item) string {
	raw, _ := json.Marshal(item)
	return string(raw)
}
