package server

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// leftWorkSteps are about work that nobody waits for any more, and that tells nothing of itself.
func leftWorkSteps() []gherkin.Step {
	return gherkin.Noun("cancellation", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `tools that take their time are called and left, and what their work changes is read`,
			Manual: "two at most, those that take longest but not above 1.2s; read are tools that may be called and take a quarter of that time at most, and resources, 16 of each; over HTTP only what is another than when it was read first", Func: (*leftWork).watch},
		{Keyword: gherkin.Then, Pattern: `nothing changes as it does when such a call is done`, Manual: "not observed if nothing shows that", Func: (*leftWork).stopped},
	})
}

// The bounds of what is called and read.
const (
	maxLeft     = 2
	leftFor     = 1200 * time.Millisecond
	maxReadings = 16
)

// reading is a request whose answer may show what a server has done.
type reading struct {
	what, method, params string
	first                probe.Frame // its answer when it was made first
}

// leftWork is what calls have changed that were left.
type leftWork struct {
	seen  int    // calls whose end could be read
	wrong string // what has changed after one was left, for a person; "" = nothing
}

// watch calls and leaves one tool after the other, until the work of one goes on.
func (w *leftWork) watch(c *check, s *probe.Survey, all *probe.Browse) error {
	*w = leftWork{}
	for _, t := range longest(c.bench, s) {
		readings, err := w.readings(c, t, s, all)
		if err != nil || len(readings) == 0 {
			return err
		}
		took, marks, err := w.done(c, t, readings)
		if err == nil && len(marks) > 0 {
			err = w.leave(c, t, took, readings, marks)
		}
		if err != nil || w.wrong != "" {
			return err
		}
	}
	return nil
}

// longest are the calls of the survey that are left.
func longest(b *probe.Bench, s *probe.Survey) (out []*probe.Trial) {
	least := slowAfter + 3*max(s.Pace, b.Usual())
	for _, t := range s.Trials {
		if t.Result() != nil && t.Took >= least && t.Took <= leftFor {
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b *probe.Trial) int { return int(b.Took - a.Took) })
	return out[:min(len(out), maxLeft)]
}

// readings are those that are read besides a call.
func (w *leftWork) readings(c *check, t *probe.Trial, s *probe.Survey, all *probe.Browse) (out []reading, err error) {
	for _, other := range s.Trials {
		if other.Result() != nil && other.Took <= t.Took/4 && len(other.Progress) == 0 && len(out) < maxReadings {
			out = append(out, reading{fmt.Sprintf("the tool %q", other.Tool.Name), "tools/call", probe.CallOf(other.Tool, other.Arguments, ""), other.Answer})
		}
	}
	tools := len(out)
	for _, v := range all.Resources {
		if v.Answer.Members["result"] != nil && len(out) < tools+maxReadings {
			out = append(out, reading{v.Name, "resources/read", v.Params, v.Answer})
		}
	}
	if c.conn.Process != nil { // one of its own, that has done nothing yet
		return out, nil
	}
	now, err := read(c, out)
	if err != nil {
		return nil, err
	}
	var changed []reading
	for i, one := range out {
		if said(one.first) != now[i] {
			changed = append(changed, one)
		}
	}
	return changed, nil
}

// said is what an answer holds, without what describes it.
func said(answer probe.Frame) string {
	page := probe.Page(answer)
	return string(page["content"]) + string(page["structuredContent"]) + string(page["contents"])
}

func read(c *check, all []reading) (out []string, err error) {
	for _, one := range all {
		answer, err := c.call(one.method, one.params)
		if err != nil {
			return nil, err
		}
		out = append(out, said(answer))
	}
	return out, nil
}

// mark is a place in what is read, which the end of a call changes.
type mark struct{ reading, word int }

// inText are the numbers and words of a text.
var inText = regexp.MustCompile(`[\p{L}\p{N}_]+`)

// word is one of a text that has as many as another one, or else all of it.
func word(text string, i int) string {
	if i < 0 {
		return text
	}
	return inText.FindAllString(text, -1)[i]
}

// done calls a tool to its end. The marks are what has changed with the end of the call, and not
// before: what counts calls that have begun, or are under way, is none.
func (w *leftWork) done(c *check, t *probe.Trial, readings []reading) (took time.Duration, marks []mark, err error) {
	before, err := read(c, readings)
	if err != nil {
		return 0, nil, err
	}
	p, err := c.conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, ""), c.conn.Patience())
	if err != nil {
		return 0, nil, err
	}
	defer p.Drop()
	if err := c.bench.Sleep(t.Took / 3); err != nil {
		return 0, nil, err
	}
	mid, err := read(c, readings)
	if err != nil || len(p.Exact()) > 0 {
		return 0, nil, err
	}
	if _, err := p.Await(c.conn.Patience()); err != nil {
		return 0, nil, err
	}
	took = p.Took()
	after, err := read(c, readings)
	for i := range after {
		marks = append(marks, differingWords(i, before[i], mid[i], after[i])...)
	}
	return took, marks, err
}

// differingWords are the words that are the same in the first two of three texts, and not in the
// last one: -1 for all of it, where the texts have not the same number of words.
func differingWords(reading int, before, mid, after string) (out []mark) {
	n := len(inText.FindAllString(before, -1))
	if n != len(inText.FindAllString(mid, -1)) || n != len(inText.FindAllString(after, -1)) {
		if before == mid {
			return []mark{{reading, -1}}
		}
		return nil
	}
	for i := range n {
		if word(before, i) == word(mid, i) && word(mid, i) != word(after, i) {
			out = append(out, mark{reading, i})
		}
	}
	return out
}

// leave calls a tool, leaves it, and reads what has changed by the time at which it would be done,
// and a while before: what stopping it changes has changed by then.
func (w *leftWork) leave(c *check, t *probe.Trial, took time.Duration, readings []reading, marks []mark) error {
	before, err := read(c, readings)
	if err != nil {
		return err
	}
	p, err := c.conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, ""), c.conn.Patience())
	if err != nil {
		return err
	}
	defer p.Drop()
	if err := c.bench.Sleep(took / 3); err != nil || len(p.Exact()) > 0 {
		return err
	}
	if c.conn.Process == nil {
		p.Drop()
	} else if err := p.GiveUp(); err != nil {
		return err
	}
	if err := c.bench.Sleep(took*7/10 - p.Took()); err != nil {
		return err
	}
	late, err := read(c, readings)
	if err != nil {
		return err
	}
	if err := c.bench.Sleep(took*3/2 - p.Took()); err != nil {
		return err
	}
	after, err := read(c, readings)
	if err != nil {
		return err
	}
	w.seen++
	for _, m := range marks {
		if slices.Contains(differingWords(m.reading, before[m.reading], late[m.reading], after[m.reading]), m) {
			w.wrong = fmt.Sprintf("a call of %q was left after a third of its time, and when it would have been done %s changed as if it was: %q, and then %q",
				t.Tool.Name, readings[m.reading].what, late[m.reading], after[m.reading])
		}
	}
	return nil
}

func (w *leftWork) stopped() error {
	if w.wrong != "" {
		return fmt.Errorf("%s", w.wrong)
	}
	return verdict.NotObservedIf(w.seen == 0, "nothing that can be read shows whether the work of a call is done")
}
