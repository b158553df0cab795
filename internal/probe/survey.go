package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// The bounds of a survey.
const (
	maxTrials  = 24                     // tools called
	surveyTime = 10 * time.Second       // after it no further tool is called
	TrialTime  = 2 * time.Second        // for one answer; then the call is cancelled
	lateTime   = 300 * time.Millisecond // for what comes after the last answer
)

// Survey is what was learnt by calling, once and in a session of its own, each
// tool that may be called. Checks share it: a server's own tools are the only
// fixture there is, and to call them again for each check would take long.
type Survey struct {
	None          error // the error of a step: why no tool was called; or nil
	Trials        []*Trial
	Pace          time.Duration // of an answer that needs no work
	Frames        []Frame       // all that came
	Before, After map[string]string
	HungUp        bool // the server has ended the streams that were listened to
	Events        []event.Event

	meanwhile map[string]string // lists as they were right after they were said to have changed

	again bool       // only what the calls cause matters: see [ledger.noteLong]
	flood error      // not observed, because more came than is kept; or nil
	open  []*Pending // calls whose streams are read on for what comes after the answer
}

// Trial is one call of a tool.
type Trial struct {
	Tool      Tool
	Arguments json.RawMessage
	Token     string // of the progress asked for, as JSON
	id        string
	survey    *Survey // it is part of
	Answer    Frame
	Err       error         // why there is none
	Took      time.Duration // up to the answer
	Behind    bool          // another call was still running, which may have held it up
	begin     int           // frames before the call
	begun     time.Time
	Progress  []Frame // to the end of the survey
}

// Result of a call that succeeded, or nil.
func (t *Trial) Result() *ToolResult {
	if r := ResultOf(t.Answer); r != nil && !r.IsError && !AsksForInput(t.Answer) {
		return r
	}
	return nil
}

// Survey makes the survey, once for all checks. The error is that of its session.
func (b *Bench) Survey() (*Survey, error) {
	s, err := b.ledger.survey.get(b, func() (*Survey, error) {
		s := &Survey{Before: map[string]string{}, After: map[string]string{}, meanwhile: map[string]string{}}
		var err error
		s.Events = b.record(func() { err = b.makeSurvey(s) })
		return s, err
	})
	if err != nil {
		return nil, err
	}
	return s, s.flood
}

func (b *Bench) makeSurvey(s *Survey) error {
	c, err := b.OwnSession()
	if err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	defer b.Rest(c)
	defer s.drop()
	tools, err := s.choose(c)
	if err != nil {
		s.None = err
		return nil
	}
	if !c.Pushed() && !c.bench.IsModern() {
		c.Listen("")
	}
	s.lists(c, s.Before)
	s.call(c, tools)
	if err := b.Sleep(lateTime); err != nil {
		return err
	}
	s.lists(c, s.After)
	s.wasAnother()
	if err := b.Sleep(s.Pace); err != nil {
		return err
	}
	s.Frames, s.flood = c.From(0), b.Partial(c)
	s.HungUp = c.HungUp()
	for i, t := range s.Trials {
		t.Progress = s.progressOf(i)
	}
	c.callApart(tools)
	return nil
}

// choose returns the tools to call, or the error of a step.
func (s *Survey) choose(c *Conn) ([]Tool, error) {
	if !c.Declares("tools") {
		return nil, verdict.NotTestable("the server does not declare tools")
	}
	starts := c.Process != nil && c.fresh // its first answer takes as long as the program does to start
	begun, before := c.bench.Target.Clock.Now(), c.Size()
	items, err := c.ListAll("tools/list")
	if err != nil {
		return nil, err
	}
	tools, err := c.bench.Usable(items)
	if err == nil && starts {
		begun, before = c.bench.Target.Clock.Now(), c.Size()
		if _, err := c.Call("tools/list", ""); err != nil {
			return nil, fmt.Errorf("tools/list: %w", err)
		}
	}
	s.Pace = c.bench.Since(begun) / time.Duration(max(1, c.Size()-before)) // of one page
	return tools, err
}

// lists notes what the lists are whose changes are announced.
func (s *Survey) lists(c *Conn, into map[string]string) {
	for _, l := range Lists() {
		if !c.DeclaresMember(l.Capability, "listChanged") || !c.Alive() {
			continue
		}
		if items, err := c.ListWhole(l.Method); err == nil {
			into[l.Method] = lasting(items)
		}
	}
}

// noteLists reads the lists again that are said to have changed since a position, and were not seen
// to be others so far: what one call has changed, the next one may change back, or another session.
func (s *Survey) noteLists(c *Conn, since int) {
	for _, l := range Lists() {
		told := slices.ContainsFunc(c.From(since), func(f Frame) bool { return f.Method() == "notifications/"+l.Capability+"/list_changed" })
		if before := s.Before[l.Method]; before == "" || !told || s.meanwhile[l.Method] != "" || !c.Alive() {
			continue
		} else if items, err := c.ListWhole(l.Method); err == nil && lasting(items) != before {
			s.meanwhile[l.Method] = lasting(items)
		}
	}
}

// wasAnother takes a list that was another meanwhile for what it came to, if it is in the end what
// it was before.
func (s *Survey) wasAnother() {
	for method, meanwhile := range s.meanwhile {
		if s.After[method] == s.Before[method] {
			s.After[method] = meanwhile
		}
	}
}

func (s *Survey) call(c *Conn, tools []Tool) {
	clk := c.bench.Target.Clock
	begun := clk.Now()
	for _, t := range tools[:min(len(tools), maxTrials)] {
		if clk.Since(begun) > surveyTime || !c.Alive() {
			return
		}
		arguments, _ := t.Input.Arguments()
		small, err := t.Input.Small()
		shorter := err == nil && string(small) != string(arguments)
		if shorter && s.again && c.bench.ledger.takesLong(t.Name) {
			s.try(c, t, small)
			continue
		}
		since := c.Size()
		first := s.try(c, t, arguments)
		s.noteLists(c, since)
		if shorter && errors.Is(first.Err, ErrSilent) && c.Alive() && s.try(c, t, small).Err == nil {
			c.bench.ledger.noteLong(t.Name)
		}
	}
}

// noteLong notes a tool whose usual arguments let it take too long, and small ones do not.
func (l *ledger) noteLong(tool string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.long == nil {
		l.long = map[string]bool{}
	}
	l.long[tool] = true
}

func (l *ledger) takesLong(tool string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.long[tool]
}

// try calls a tool. A call that takes too long is cancelled.
func (s *Survey) try(c *Conn, t Tool, arguments json.RawMessage) *Trial {
	clk := c.bench.Target.Clock
	out := &Trial{
		Tool: t, Arguments: arguments, Token: fmt.Sprintf(`"mcpsim-%d"`, len(s.Trials)+1),
		begin: c.Size(), begun: clk.Now(), survey: s, Behind: s.running(c),
	}
	s.Trials = append(s.Trials, out)
	patience := min(TrialTime, c.Patience())
	p, err := c.Start("tools/call", CallOf(t, arguments, out.Token), patience+time.Second)
	if err != nil {
		out.Err = err
		return out
	}
	s.open = append(s.open, p)
	out.id = p.ID
	out.Answer, out.Err = p.Await(patience)
	out.Took = clk.Since(out.begun)
	if errors.Is(out.Err, ErrSilent) {
		_ = p.GiveUp() // what it cannot be told, the next call shows
	}
	return out
}

// Before reports whether a call is to be chosen before another one, nil = there is none yet: if it
// is better, but the time of one behind another that was still running may be that of the other.
func (t *Trial) Before(than *Trial, better func(than *Trial) bool) bool {
	if than == nil || than.Behind != t.Behind {
		return than == nil || than.Behind
	}
	return better(than)
}

// running reports whether a call has no answer yet: a server that does one thing after the other
// goes on with it, although it was cancelled.
func (s *Survey) running(c *Conn) bool {
	return slices.ContainsFunc(s.Trials, func(t *Trial) bool {
		return errors.Is(t.Err, ErrSilent) && !slices.ContainsFunc(c.From(t.begin), func(f Frame) bool { return f.Answers(t.id) })
	})
}

// drop ends the exchanges of all calls.
func (s *Survey) drop() {
	for _, p := range s.open {
		p.Drop()
	}
	s.open = nil
}

// CallOf are the params of a call. A token of "" asks for no progress.
func CallOf(t Tool, arguments json.RawMessage, token string) string {
	if token == "" {
		return fmt.Sprintf(`{"name":%s,"arguments":%s}`, Encoded(t.Name), arguments)
	}
	return fmt.Sprintf(`{"name":%s,"arguments":%s,"_meta":{"progressToken":%s}}`, Encoded(t.Name), arguments, token)
}

// ProgressToken is the token of a progress notification, as JSON; "" if f is
// none.
func ProgressToken(f Frame) string {
	if !f.IsNotification() || f.Method() != "notifications/progress" {
		return ""
	}
	return OrNothing(string(f.Param("progressToken")))
}

// progressOf is the progress that the i-th call caused: what carries its token,
// and until the next call what carries that of no other call.
func (s *Survey) progressOf(i int) []Frame {
	own := s.Trials[i]
	end := len(s.Frames)
	if i+1 < len(s.Trials) {
		end = s.Trials[i+1].begin
	}
	var out []Frame
	for at, f := range s.Frames[own.begin:] {
		token := ProgressToken(f)
		foreign := slices.ContainsFunc(s.Trials, func(t *Trial) bool { return t != own && Alike(t.Token, token) })
		if token != "" && (Alike(token, own.Token) || own.begin+at < end && !foreign) {
			out = append(out, f)
		}
	}
	return out
}

// Logs are the log messages that came from the call on and before the next one.
func (t *Trial) Logs() []Frame {
	end := len(t.survey.Frames)
	if i := slices.Index(t.survey.Trials, t); i+1 < len(t.survey.Trials) {
		end = t.survey.Trials[i+1].begin
	}
	return slices.DeleteFunc(slices.Clone(t.survey.Frames[t.begin:end]), func(f Frame) bool { return f.Method() != "notifications/message" })
}

// RecallTrial puts a call of the survey into the excerpt of the check that runs.
func (b *Bench) RecallTrial(t *Trial) {
	s := t.survey
	to := time.Time{}
	if i := slices.Index(s.Trials, t); i+1 < len(s.Trials) {
		to = s.Trials[i+1].begun
	}
	b.Recall(slices.DeleteFunc(slices.Clone(s.Events), func(e event.Event) bool {
		return e.At.Before(t.begun) || !to.IsZero() && !e.At.Before(to)
	}))
}

// PositionOf is where the first progress of a call stands that came after its
// answer; -1 if there is none.
func (s *Survey) PositionOf(t *Trial) int {
	answered := false
	for i, f := range s.Frames[t.begin:] {
		if f.Answers(t.Answer.ID()) {
			answered = true
		}
		// Which of two streams has the earlier message cannot be told.
		besides := f.Loose && f.At.Sub(t.Answer.At) < AtTheSameTime
		if answered && !besides && Alike(ProgressToken(f), t.Token) {
			return t.begin + i
		}
	}
	return -1
}

// Announcing are the calls after which a notification came, each tool once.
func (s *Survey) Announcing(method string) (out []*Trial) {
	for i, f := range s.Frames {
		if f.Method() != method {
			continue
		}
		for _, t := range slices.Backward(s.Trials) {
			if t.begin > i {
				continue
			}
			if !slices.ContainsFunc(out, func(o *Trial) bool { return o.Tool.Name == t.Tool.Name }) {
				out = append(out, t)
			}
			break
		}
	}
	return out
}

// CalledTools names the tools that were called, for reasons.
func (s *Survey) CalledTools() string {
	var names []string
	for _, t := range s.Trials {
		if !slices.Contains(names, t.Tool.Name) {
			names = append(names, t.Tool.Name)
		}
	}
	return strings.Join(names, ", ")
}

// Fastest is the call that has succeeded fastest, of another tool than those named; nil =
// none has.
func (s *Survey) Fastest(but ...string) (fastest *Trial) {
	for _, t := range s.Trials {
		if t.Result() != nil && !slices.Contains(but, t.Tool.Name) && (fastest == nil || t.Took < fastest.Took) {
			fastest = t
		}
	}
	return fastest
}
