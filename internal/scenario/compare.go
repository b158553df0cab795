package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// comparison compares what a server does with what was recorded, on one connection.
type comparison struct {
	report *Report
	where  string
}

// compare compares answers by their ids, and all else in its order.
func (c *comparison) compare(p *player) {
	got := map[string][]text{}
	var other []text
	for _, m := range p.got {
		if m.answer() {
			got[string(m.ID)] = append(got[string(m.ID)], m)
		} else {
			other = append(other, m)
		}
	}
	asked := map[string]string{}
	var junkWanted []byte
	var wanted []*event
	stopped := false
	for _, e := range p.conn.events {
		id := string(e.ID)
		switch {
		case e.client && e.request():
			asked[id] = e.Method
		case e.client:
			stopped = stopped || e.kind == closed || e.kind == signal
		case e.kind == junk:
			junkWanted = append(junkWanted, e.raw...)
		case e.kind == status:
			c.status(p, e)
		case e.kind == exited && !stopped:
			c.exit(p, e)
		case e.kind == said && e.answer() && asked[id] != "":
			next := got[id]
			if c.answer(asked[id], e, next); len(next) > 0 {
				got[id] = next[1:]
			}
		case e.kind == said && !e.answer():
			wanted = append(wanted, e)
		}
	}
	c.others(wanted, other)
	for _, id := range slices.Sorted(maps.Keys(got)) {
		for _, m := range got[id] {
			if asked[id] != "" {
				c.differ(fmt.Sprintf("the request %s (id %s)", asked[id], id), "no answer", brief(m.raw))
			}
		}
	}
	if len(junkWanted)+len(p.junk) > 0 {
		c.same("bytes that are no messages", string(junkWanted), string(p.junk))
	}
}

func (c *comparison) answer(method string, e *event, got []text) {
	what := fmt.Sprintf("the answer to %s (id %s)", method, e.ID)
	c.report.Compared++
	if len(got) == 0 {
		c.differ(what, brief(e.raw), "nothing")
		return
	}
	c.parts(what, e.message, got[0].message)
}

// parts compares two messages, but for their ids.
func (c *comparison) parts(what string, want, got message) {
	for _, part := range []struct {
		name      string
		want, got json.RawMessage
	}{{"params", want.Params, got.Params}, {"result", want.Result, got.Result}, {"error", want.Error, got.Error}} {
		if canonical(part.want) != canonical(part.got) {
			at, a, b := firstDifference(part.name, part.want, part.got)
			c.differ(what+", "+at, a, b)
			return
		}
	}
}

// others compares notifications and requests of the server.
func (c *comparison) others(want []*event, got []text) {
	c.report.Compared += len(want)
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(want):
			c.differ(fmt.Sprintf("message %d of the server's own", i+1), "nothing", brief(got[i].raw))
		case i >= len(got):
			c.differ(fmt.Sprintf("message %d of the server's own", i+1), brief(want[i].raw), "nothing")
		case want[i].Method != got[i].Method:
			c.differ(fmt.Sprintf("message %d of the server's own", i+1), want[i].Method, got[i].Method)
		default:
			c.parts(want[i].Method, want[i].message, got[i].message)
		}
	}
}

func (c *comparison) exit(p *player, e *event) {
	got := "it ran until its stdin ended"
	if p.ended || !p.shut {
		got = fmt.Sprint(p.exit)
	}
	c.same("the exit code of the server", fmt.Sprint(exitCode(e.code)), got)
}

func (c *comparison) status(p *player, e *event) {
	want, got := e.code, p.statuses[e.web]
	if want/100 == 2 && got/100 == 2 {
		want = got
	}
	c.same("the status of the answer to "+e.web.verb, fmt.Sprint(want), fmt.Sprint(got))
}

func (c *comparison) same(what, want, got string) {
	c.report.Compared++
	if want != got {
		c.differ(what, brief([]byte(want)), brief([]byte(got)))
	}
}

func (c *comparison) differ(what, want, got string) {
	if c.where != "" {
		what = c.where + ", " + what
	}
	c.report.Differences = append(c.report.Differences, fmt.Sprintf("%s: recorded %s, replayed %s", what, want, got))
}

// brief is the beginning of a text.
func brief(b []byte) string {
	const most = 120
	text := strings.ToValidUTF8(string(b), "\uFFFD")
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// firstDifference is where two JSON values differ, and what is there.
func firstDifference(at string, want, got json.RawMessage) (place, a, b string) {
	wantParts, gotParts := partsOf(want), partsOf(got)
	if wantParts == nil || gotParts == nil || (want[0] == '[') != (got[0] == '[') {
		return at, orNothing(want), orNothing(got)
	}
	names := slices.Sorted(maps.Keys(wantParts))
	for name := range gotParts {
		if wantParts[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if canonical(wantParts[name]) != canonical(gotParts[name]) {
			return firstDifference(at+name, wantParts[name], gotParts[name])
		}
	}
	return at, orNothing(want), orNothing(got)
}

func orNothing(value json.RawMessage) string {
	if value == nil {
		return "nothing"
	}
	return brief(value)
}

// partsOf are the parts of an object or an array, by what leads to them; nil = it has none.
func partsOf(value json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	if all := members(value); all != nil {
		for name, part := range all {
			out["."+name] = part
		}
		return out
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil || list == nil {
		return nil
	}
	for i, part := range list {
		out[fmt.Sprintf("[%05d]", i)] = part
	}
	return out
}
