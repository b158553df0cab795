package server

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// progress is the token that the last call has, and what two calls at once have reported.
type progress struct {
	token    string
	together map[string]int // by token
	tokens   []string       // of those calls
	mixed    string         // why one token was that of both calls; "" = it was not
}

func progressSteps() []gherkin.Step {
	return gherkin.Noun("progress", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a tool that reports progress`, Manual: "found by calling each that may be called; not testable if none does",
			Func: (*chosen).reporting},
		{Keyword: gherkin.When, Pattern: `it is called without a progress token`, Manual: "with the same arguments", Func: (*progress).callUntracked},
		{Keyword: gherkin.When, Pattern: `it is called with the progress token (\S+)`, Manual: "with this JSON token",
			Example: `it is called with the progress token "a-1"`, Func: (*progress).callTracked},
		{Keyword: gherkin.When, Pattern: `it is called with two progress tokens at once(, which differ in their type alone)?`, Manual: "or the slowest tool that reports progress twice; once more if not both are reported for, or one of them for both", Example: "it is called with two progress tokens at once", Func: (*progress).callTogether},
		{Keyword: gherkin.Then, Pattern: `progress is reported for both`, Manual: "not observed if none is for either, or a call alone reports none any more", Func: (*progress).forBoth},
		{Keyword: gherkin.Then, Pattern: `no progress is reported`, Manual: "up to the answer of a ping that follows", Func: (*check).noProgress},
		{Keyword: gherkin.Then, Pattern: `every progress carries that token`, Manual: "in value and type", Func: (*progress).tokenEchoed},
		{Keyword: gherkin.Then, Pattern: `it reports progress as with any other token`, Manual: "not observed if it does not report for another one either this time",
			Func: (*progress).asWithOther},
		{Keyword: gherkin.Then, Pattern: `its progress grows`, Manual: "with each notification; not observed if no tool sends two", Func: grows},
		{Keyword: gherkin.Then, Pattern: `no progress follows its answer`, Manual: "within 300ms", Func: ends},
		{Keyword: gherkin.Then, Pattern: `there are at most (\d+) of them in a second`, Manual: "of the notifications of one call",
			Example: "there are at most 50 of them in a second", Func: rate},
	})
}

func (t *chosen) reporting(b *probe.Bench) error {
	return t.choose(b, func(t *probe.Trial) bool { return len(t.Progress) > 0 }, "reports progress")
}

func (p *progress) callUntracked(c *check, t trial) error { return p.callTracked(c, t, "") }

func (p *progress) callTracked(c *check, t trial, token string) error {
	p.token = token
	if err := c.request("tools/call", probe.CallOf(t.Tool, t.Arguments, token)); err != nil {
		return err
	}
	if c.err == nil {
		return nil
	}
	lost := c.err
	if token != "" && c.answersBut(t, token) {
		return verdict.Because("PROG-04", "a call with the progress token %s has no answer, and has one without: %s", token, lost)
	}
	return verdict.NotObserved("the call was not answered this time: %s", lost) // which is the business of another check
}

// answersBut reports whether a call is answered without a progress token, and again not with it. What
// ends without an answer counts, and what has none in time if the call without is much faster than
// that: a slow tool is slow with any token.
func (c *check) answersBut(t trial, token string) bool {
	ask := func(token string) error {
		if err := c.request("tools/call", probe.CallOf(t.Tool, t.Arguments, token)); err != nil {
			return err
		}
		return c.err
	}
	ended := func(err error) bool {
		r := c.conn.Reply
		return err != nil && c.conn.Process == nil && r != nil && !errors.Is(r.Err, probe.ErrSilent)
	}
	if ended(c.err) {
		return ask("") == nil && ended(ask(token))
	}
	begun := c.bench.Target.Clock.Now()
	return errors.Is(c.err, probe.ErrSilent) && ask("") == nil && c.bench.Since(begun) < c.conn.Patience()*2/3 && errors.Is(ask(token), probe.ErrSilent)
}

// reported are the tokens of the progress since the last request, up to the
// answer of a ping.
func (c *check) reported() ([]string, error) {
	frames, err := c.reports()
	var out []string
	for _, f := range frames {
		out = append(out, probe.ProgressToken(f))
	}
	return out, err
}

// reports are the notifications that [check.reported] takes the tokens of.
func (c *check) reports() (out []probe.Frame, err error) {
	if err := c.stillAnswers(); err != nil {
		return nil, err
	}
	for _, f := range c.conn.From(c.sent) {
		if probe.ProgressToken(f) != "" {
			out = append(out, f)
		}
	}
	return out, nil
}

// late is a cause of a token that is not the expected one: progress after the answer, which
// is the business of another check.
func late(s *probe.Survey, b *probe.Bench) error {
	if b.Found(probe.Ended) {
		return verdict.Because("PROG-03", "progress comes after the answer of its request")
	}
	for _, t := range s.Trials {
		if len(t.Progress) > 0 && s.PositionOf(t) >= 0 {
			return verdict.Because("PROG-03", "the tool %q reports progress after its answer", t.Tool.Name)
		}
	}
	return nil
}

func (c *check) noProgress(t trial, s *probe.Survey) error {
	tokens, err := c.reported()
	if err == nil && len(tokens) > 0 {
		if err := late(s, c.bench); err != nil {
			return err
		}
		err = verdict.Broke(fmt.Errorf("the tool %q reports progress for the token %s, although the request has none", t.Tool.Name, tokens[0]), tokening)
	}
	return err
}

func (p *progress) tokenEchoed(c *check, t trial, s *probe.Survey) error {
	tokens, err := c.reported()
	if err != nil {
		return err
	}
	return each(tokens, fmt.Sprintf("the tool %q reports no progress this time", t.Tool.Name), func(token string) error {
		if !sameValue(token, p.token) {
			if err := late(s, c.bench); err != nil {
				return err
			}
			if probe.Misread(p.token, token) {
				return verdict.Because(textCheck, "the token %s comes back as %s", p.token, token)
			}
			if c.bench.Found(probe.AnsweredByID) {
				return verdict.Because(idCheck, "ids are changed, too; the token %s comes back as %s", p.token, token)
			}
			return verdict.Broke(fmt.Errorf("the tool %q reports progress for the token %s, want %s", t.Tool.Name, token, p.token), tokening)
		}
		return nil
	})
}

// tokening is what has broken where progress has a token that no request has given.
const tokening = "the tokens of progress"

// asWithOther calls the tool with another token only if it has reported nothing.
func (p *progress) asWithOther(c *check, t trial, s *probe.Survey) error {
	token := p.token
	tokens, err := c.reported()
	if err == nil && len(tokens) > 0 && probe.Alike(tokens[0], token) && !sameValue(tokens[0], token) {
		return fmt.Errorf("the tool %q reports progress for the token %s, want %s", t.Tool.Name, tokens[0], token)
	}
	if err != nil || len(tokens) > 0 {
		return err
	}
	if err := p.callTracked(c, t, `"mcpsim-other"`); err != nil {
		return err
	}
	others, err := c.reported()
	if err != nil || len(others) == 0 {
		return cmp.Or(err, verdict.NotObserved("the tool %q reports no progress this time", t.Tool.Name))
	}
	if err := late(s, c.bench); err != nil {
		return err
	}
	return fmt.Errorf("the tool %q reports progress for the token %s and none for %s", t.Tool.Name, others[0], token)
}

// sameValue compares JSON however it is written: 7 is 7.0, and "\u00fc" is "ü".
func sameValue(a, b string) bool {
	var x, y any
	return jsonparts.Unmarshal([]byte(a), &x) == nil && jsonparts.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

func grows(s *probe.Survey, b *probe.Bench) error {
	compared := 0
	for _, t := range s.Trials {
		for i := 1; i < len(t.Progress); i++ {
			if b.Found(probe.OneStream) {
				return verdict.Because(streamCheck, "notifications come twice")
			}
			last, now := progressOf(t.Progress[i-1]), progressOf(t.Progress[i])
			if last == nil || now == nil || *now <= *last {
				return blame(b, t, "its progress goes from %s to %s", shownNumber(last), shownNumber(now))
			}
			compared++
		}
	}
	return verdict.NotObservedIf(compared == 0, "no call reports progress twice")
}

// progressOf is the value of a progress notification, or nil.
func progressOf(f probe.Frame) *float64 {
	var params struct{ Progress *float64 }
	_ = jsonparts.Unmarshal(f.Members["params"], &params)
	return params.Progress
}

func shownNumber(n *float64) string {
	if n == nil {
		return "no number"
	}
	return fmt.Sprint(*n)
}

func ends(s *probe.Survey, b *probe.Bench) error {
	ended := 0
	for _, t := range s.Trials {
		if t.Err != nil || len(t.Progress) == 0 {
			continue
		}
		ended++
		if at := s.PositionOf(t); at >= 0 {
			if b.Found(probe.OneStream) {
				return verdict.Because(streamCheck, "notifications come twice")
			}
			return blame(b, t, "it reports progress after its answer: %s", probe.Quote(s.Frames[at].Raw))
		}
	}
	return verdict.NotObservedIf(ended == 0, "no call that reports progress was answered within %s", probe.TrialTime)
}

func rate(s *probe.Survey, b *probe.Bench, most int) error {
	for _, t := range s.Trials {
		for i := most; i < len(t.Progress); i++ {
			if spent := t.Progress[i].At.Sub(t.Progress[i-most].At); spent < time.Second {
				return blame(b, t, "it sends %d progress notifications in %s", most+1, spent)
			}
		}
	}
	return nil
}
