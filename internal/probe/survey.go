package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// The bounds of a survey.
const (
	maxTrials  = 24                     // tools called
	surveyTime = 10 * time.Second       // after it no further tool is called
	trialTime  = 2 * time.Second        // for one answer; then the call is cancelled
	lateTime   = 300 * time.Millisecond // for what comes after the last answer
)

// survey is what was learnt by calling, once and in a session of its own, each
// tool that may be called. Checks share it: a server's own tools are the only
// fixture there is, and to call them again for each check would take long.
type survey struct {
	none          error // the error of a step: why no tool was called; or nil
	trials        []*trial
	pace          time.Duration // of an answer that needs no work
	frames        []frame       // all that came
	before, after map[string]string
	events        []event.Event
}

// trial is one call of a tool.
type trial struct {
	tool      tool
	arguments json.RawMessage
	token     string // of the progress asked for, as JSON
	id        string
	answer    frame
	err       error         // why there is none
	took      time.Duration // up to the answer
	begin     int           // frames before the call
	begun     time.Time
	progress  []frame // to the end of the survey
}

// result of a call that succeeded, or nil.
func (t *trial) result() *toolResult {
	if r := resultOf(t.answer); r != nil && !r.IsError {
		return r
	}
	return nil
}

// surveyed makes the survey, unless there is one.
func (b *Bench) surveyed() (*survey, error) {
	if b.survey != nil {
		return b.survey, nil
	}
	s := &survey{before: map[string]string{}, after: map[string]string{}}
	var err error
	s.events = b.record(func() { err = b.makeSurvey(s) })
	if err != nil {
		return nil, err
	}
	b.survey = s
	return s, nil
}

func (b *Bench) makeSurvey(s *survey) error {
	c, err := b.connect()
	if err != nil {
		return err
	}
	defer b.retire(c)
	if err := c.handshake(); err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	tools, err := s.choose(c)
	if err != nil {
		s.none = err
		return nil
	}
	c.listen()
	s.lists(c, s.before)
	s.call(c, tools)
	if err := clock.Sleep(b.ctx, b.target.Clock, lateTime); err != nil {
		return err
	}
	s.lists(c, s.after)
	if err := clock.Sleep(b.ctx, b.target.Clock, s.pace); err != nil {
		return err
	}
	s.frames = c.inbox.since(0)
	for i, t := range s.trials {
		t.progress = s.progressOf(i)
	}
	return nil
}

// choose returns the tools to call, or the error of a step.
func (s *survey) choose(c *conn) ([]tool, error) {
	if !c.declared["tools"] {
		return nil, verdict.NotTestable("the server does not declare tools")
	}
	begun := c.bench.target.Clock.Now()
	items, err := c.listAll("tools/list")
	if err != nil {
		return nil, err
	}
	s.pace = c.bench.target.Clock.Since(begun)
	return c.bench.usable(items)
}

// listen opens the stream for messages that belong to no request, if there is
// one. It ends with the connection.
func (c *conn) listen() {
	if c.process == nil && c.old == nil {
		c.streams = append(c.streams, c.open(http.MethodGet, nil, "", c.listening()))
	}
}

// lists notes what the lists are whose changes are announced.
func (s *survey) lists(c *conn, into map[string]string) {
	for _, l := range lists {
		if !c.declaresMore(l.capability, "listChanged") || !c.alive() {
			continue
		}
		if items, err := c.listAll(l.method); err == nil {
			text, _ := json.Marshal(items)
			into[l.method] = string(text)
		}
	}
}

func (s *survey) call(c *conn, tools []tool) {
	clk := c.bench.target.Clock
	begun := clk.Now()
	for _, t := range tools[:min(len(tools), maxTrials)] {
		if clk.Since(begun) > surveyTime || !c.alive() {
			return
		}
		arguments, _ := t.input.Arguments()
		first := s.try(c, t, arguments)
		small, err := t.input.Small()
		if errors.Is(first.err, errSilent) && err == nil && string(small) != string(arguments) && c.alive() {
			s.try(c, t, small)
		}
	}
}

// try calls a tool. A call that takes too long is cancelled.
func (s *survey) try(c *conn, t tool, arguments json.RawMessage) *trial {
	clk := c.bench.target.Clock
	out := &trial{
		tool: t, arguments: arguments, token: fmt.Sprintf(`"mcpsim-%d"`, len(s.trials)+1),
		begin: c.inbox.size(), begun: clk.Now(),
	}
	s.trials = append(s.trials, out)
	patience := min(trialTime, c.patience())
	p, err := c.start("tools/call", callOf(t, arguments, out.token), patience+time.Second)
	if err != nil {
		out.err = err
		return out
	}
	defer p.drop()
	out.id = p.id
	out.answer, out.err = p.await(patience)
	out.took = clk.Since(out.begun)
	if errors.Is(out.err, errSilent) {
		_ = p.giveUp() // what it cannot be told, the next call shows
	}
	return out
}

// callOf are the params of a call. A token of "" asks for no progress.
func callOf(t tool, arguments json.RawMessage, token string) string {
	if token == "" {
		return fmt.Sprintf(`{"name":%s,"arguments":%s}`, encoded(t.name), arguments)
	}
	return fmt.Sprintf(`{"name":%s,"arguments":%s,"_meta":{"progressToken":%s}}`, encoded(t.name), arguments, token)
}

func encoded(s string) []byte {
	text, _ := json.Marshal(s)
	return text
}

// progressToken is the token of a progress notification, as JSON; "" if f is
// none.
func progressToken(f frame) string {
	var params struct{ ProgressToken json.RawMessage }
	if !f.isNotification() || f.method() != "notifications/progress" {
		return ""
	}
	_ = json.Unmarshal(f.members["params"], &params)
	return orNothing(string(params.ProgressToken))
}

// progressOf is the progress that the i-th call caused: what carries its token,
// and until the next call what carries that of nobody.
func (s *survey) progressOf(i int) []frame {
	own := s.trials[i]
	end := len(s.frames)
	if i+1 < len(s.trials) {
		end = s.trials[i+1].begin
	}
	var out []frame
	for at, f := range s.frames[own.begin:] {
		token := progressToken(f)
		foreign := slices.ContainsFunc(s.trials, func(t *trial) bool { return t != own && alike(t.token, token) })
		if token != "" && (alike(token, own.token) || own.begin+at < end && !foreign) {
			out = append(out, f)
		}
	}
	return out
}

// recallTrial puts a call of the survey into the excerpt of the check that runs.
func (b *Bench) recallTrial(t *trial) {
	s := b.survey
	to := time.Time{}
	if i := slices.Index(s.trials, t); i+1 < len(s.trials) {
		to = s.trials[i+1].begun
	}
	b.recall(slices.DeleteFunc(slices.Clone(s.events), func(e event.Event) bool {
		return e.At.Before(t.begun) || !to.IsZero() && !e.At.Before(to)
	}))
}

// listAll reads a list to its end. The error is one of a step.
func (c *conn) listAll(method string) ([]map[string]json.RawMessage, error) {
	var out []map[string]json.RawMessage
	params := ""
	for range maxPages {
		answer, err := c.call(method, params)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", method, err)
		}
		var result map[string]json.RawMessage
		var items []map[string]json.RawMessage
		if json.Unmarshal(answer.members["result"], &result) != nil || json.Unmarshal(result[itemsOf(method)], &items) != nil {
			return nil, verdict.NotTestable("%s is answered with %s", method, quote(answer.raw))
		}
		out = append(out, items...)
		next := fmt.Sprintf(`{"cursor":%s}`, result["nextCursor"])
		if !hasNext(result) || next == params {
			return out, nil
		}
		params = next
	}
	return nil, verdict.NotTestable("%s has more than %d pages", method, maxPages)
}

// declaresMore reports whether a capability has a member that is true.
func (c *conn) declaresMore(capability, member string) bool {
	var result struct {
		Capabilities map[string]map[string]json.RawMessage
	}
	_ = json.Unmarshal(c.init.members["result"], &result)
	return string(result.Capabilities[capability][member]) == "true"
}
