package server

import (
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// crossingSteps are about requests whose answers are known, and that are under way at the same time.
func crossingSteps() []gherkin.Step {
	return gherkin.Noun("crossing", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `what had answers of its own is asked for again, all at the same time`,
			Manual: "resources that were read, prompts, completions and tools, 4 of each, whose answers differ; not observed if there are not two of a kind", Func: (*crossing).ask},
		{Keyword: gherkin.Then, Pattern: `nothing is answered with what another one had`, Manual: "when each was asked for alone, before and after; what is refused then is the business of another check", Func: (*crossing).apart},
	})
}

// The bounds of what is asked for at the same time.
const (
	crossingMost    = 4 // of a kind
	crossingPatient = time.Second
)

// crossing is what is wrong with requests that were under way at the same time.
type crossing struct{ found error }

// known is a request, and what its answer said when it was asked for alone.
type known struct{ what, method, params, said string }

func (x *crossing) ask(c *check, all *probe.Browse, s *probe.Survey) error {
	kinds := [][]known{
		visited("resources/read", all.Resources), visited("prompts/get", all.Prompts), visited("completion/complete", all.Completions), tried(s.Trials),
	}
	kinds = slices.DeleteFunc(kinds, func(k []known) bool { return len(k) < 2 })
	if len(kinds) == 0 {
		return verdict.NotObserved("no two resources, prompts, completions or tools have answers that differ")
	}
	for _, kind := range kinds {
		if err := x.cross(c, kind); err != nil || x.found != nil {
			return err
		}
	}
	return nil
}

func (x *crossing) apart() error { return x.found }

// cross asks for all at the same time: what has the answer of another one is asked for alone once
// more, and so is the other one, as both may have changed.
func (x *crossing) cross(c *check, all []known) error {
	var calls []*probe.Pending
	for _, k := range all {
		call, err := c.conn.Start(k.method, k.params, c.conn.Patience())
		if err != nil {
			return err
		}
		defer call.Drop()
		calls = append(calls, call)
	}
	for i, call := range calls {
		answer, err := call.Await(c.conn.Patience())
		if err != nil {
			return verdict.NotObserved("%s beside others is not answered: %s", all[i].what, err)
		}
		said := saidBy(all[i].method, answer)
		other := slices.IndexFunc(all, func(k known) bool { return k.said == said })
		if said == "" || other < 0 || other == i || !c.saysStill(all[i]) || !c.saysStill(all[other]) {
			continue
		}
		x.found = fmt.Errorf("%s is answered with what %s says: %s", all[i].what, all[other].what, probe.Quote(answer.Raw))
		return nil
	}
	return nil
}

// saysStill reports whether a request alone has the answer that it had.
func (c *check) saysStill(k known) bool {
	answer, err := c.conn.Call(k.method, k.params)
	return err == nil && saidBy(k.method, answer) == k.said
}

// visited are some visits whose answers differ from those of all others.
func visited(method string, all []probe.Visit) (out []known) {
	for _, v := range all {
		if v.Err == nil {
			out = append(out, known{what: fmt.Sprintf("%s of %q", method, v.Name), method: method, params: v.Params, said: saidBy(method, v.Answer)})
		}
	}
	return distinct(out)
}

// tried are some calls that have succeeded soon and whose answers differ from those of all others.
func tried(all []*probe.Trial) (out []known) {
	const method = "tools/call"
	for _, t := range all {
		if t.Result() != nil && t.Took < crossingPatient {
			out = append(out, known{what: fmt.Sprintf("a call of %q", t.Tool.Name), method: method, params: probe.CallOf(t.Tool, t.Arguments, ""), said: saidBy(method, t.Answer)})
		}
	}
	return distinct(out)
}

func distinct(all []known) (out []known) {
	times := map[string]int{}
	for _, k := range all {
		times[k.said]++
	}
	for _, k := range all {
		if k.said != "" && times[k.said] == 1 && len(out) < crossingMost {
			out = append(out, k)
		}
	}
	return out
}

// tellingMember is the member of results that tells whose they are; of contents it is what is in them,
// whatever their URIs are.
var tellingMember = map[string]string{"prompts/get": "messages", "completion/complete": "completion", "tools/call": "content"}

// saidBy is what tells the answer to a request of a method from those to others; "" if nothing does.
func saidBy(method string, answer probe.Frame) string {
	result := probe.Page(answer)
	if name := tellingMember[method]; name != "" {
		if result[name] == nil {
			return ""
		}
		return string(jsonparts.Canonical(result[name]))
	}
	var contents []struct{ Text, Blob string }
	if jsonparts.Unmarshal(result["contents"], &contents) != nil {
		return ""
	}
	said := ""
	for _, one := range contents {
		if one.Text != "" || one.Blob != "" {
			said += fmt.Sprintf("%q %q ", one.Text, one.Blob)
		}
	}
	return said
}
