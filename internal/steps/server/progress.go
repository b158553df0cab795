package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// progress is the noun of steps about progress notifications.
type progress struct{ *chosenTool }

func progressSteps() []Step {
	return gherkin.Noun("progress", []Step{
		{Keyword: Given, Pattern: `a tool that reports progress`, Manual: "found by calling each that may be called; not testable if none does",
			Func: (*progress).progressTool},
		{Keyword: When, Pattern: `it is called without a progress token`, Manual: "with the same arguments", Func: (*progress).callUntracked},
		{Keyword: When, Pattern: `it is called with the progress token (\S+)`, Manual: "with this JSON token",
			Example: `it is called with the progress token "a-1"`, Func: (*progress).callTracked},
		{Keyword: Then, Pattern: `no progress is reported`, Manual: "up to the answer of a ping that follows", Func: (*progress).noProgress},
		{Keyword: Then, Pattern: `every progress carries that token`, Manual: "in value and type", Func: (*progress).tokenEchoed},
		{Keyword: Then, Pattern: `its progress grows`, Manual: "with each notification; not observed if no tool sends two",
			Func: (*progress).progressGrows},
		{Keyword: Then, Pattern: `no progress follows its answer`, Manual: "within 300ms", Func: (*progress).progressEnds},
		{Keyword: Then, Pattern: `there are at most (\d+) of them in a second`, Manual: "of the notifications of one call",
			Example: "there are at most 50 of them in a second", Func: (*progress).progressRate},
	})
}

// errNoTool says that a step lacks another one before it.
var errNoTool = errors.New("there is no session, or no tool to call: start with a Given")

// progressTool chooses the call to repeat: of those with progress the fastest.
func (w *progress) progressTool() error {
	if err := w.callTools(); err != nil {
		return err
	}
	for _, t := range w.bench.Survey.Trials {
		if len(t.Progress) > 0 && (w.trial == nil || w.trial.Err != nil || t.Err == nil && t.Took < w.trial.Took) {
			w.trial = t
		}
	}
	if w.trial == nil {
		return verdict.NotTestable("none of the tools called reports progress: %s", w.bench.Survey.CalledTools())
	}
	return nil
}

func (w *progress) callUntracked() error { return w.callTracked("") }

func (w *progress) callTracked(token string) error {
	if w.trial == nil || w.c == nil {
		return errNoTool
	}
	w.marks["token"] = token
	if err := w.request("tools/call", probe.CallOf(w.trial.Tool, w.trial.Arguments, token), w.bench.NextID()); err != nil {
		return err
	}
	if w.err != nil { // which is the business of another check
		return verdict.NotObserved("the call was not answered this time: %s", w.err)
	}
	return nil
}

// reported are the tokens of the progress since the last request, up to the
// answer of a ping.
func (w *progress) reported() ([]string, error) {
	if _, err := w.c.Call("ping", ""); err != nil {
		w.trouble = true
		return nil, fmt.Errorf("a ping afterwards: %w", err)
	}
	var out []string
	for _, f := range w.c.Inbox.Since(w.sent) {
		if token := probe.ProgressToken(f); token != "" {
			out = append(out, token)
		}
	}
	return out, nil
}

func (w *progress) noProgress() error {
	tokens, err := w.reported()
	if err == nil && len(tokens) > 0 {
		err = fmt.Errorf("the tool %q reports progress for the token %s, although the request has none", w.trial.Tool.Name, tokens[0])
	}
	return err
}

func (w *progress) tokenEchoed() error {
	tokens, err := w.reported()
	if err != nil {
		return err
	}
	for _, token := range tokens {
		if token != w.marks["token"] {
			return fmt.Errorf("the tool %q reports progress for the token %s, want %s", w.trial.Tool.Name, token, w.marks["token"])
		}
	}
	if len(tokens) == 0 {
		return verdict.NotObserved("the tool %q reports no progress this time", w.trial.Tool.Name)
	}
	return nil
}

func (w *progress) progressGrows(s *probe.Survey) error {
	compared := 0
	for _, t := range s.Trials {
		for i, f := range t.Progress {
			if i == 0 {
				continue
			}
			last, now := progressOf(t.Progress[i-1]), progressOf(f)
			if last == nil || now == nil || *now <= *last {
				return w.blame(t, "its progress goes from %s to %s", shownNumber(last), shownNumber(now))
			}
			compared++
		}
	}
	if compared == 0 {
		return verdict.NotObserved("no call reports progress twice")
	}
	return nil
}

// progressOf is the value of a progress notification, or nil.
func progressOf(f probe.Frame) *float64 {
	var params struct{ Progress *float64 }
	_ = json.Unmarshal(f.Members["params"], &params)
	return params.Progress
}

func shownNumber(n *float64) string {
	if n == nil {
		return "no number"
	}
	return fmt.Sprint(*n)
}

func (w *progress) progressEnds(s *probe.Survey) error {
	ended := 0
	for _, t := range s.Trials {
		if t.Err != nil || len(t.Progress) == 0 {
			continue
		}
		ended++
		if at := s.PositionOf(t); at >= 0 {
			late := s.Frames[at]
			return w.blame(t, "it reports progress after its answer: %s", probe.Quote(late.Raw))
		}
	}
	if ended == 0 {
		return verdict.NotObserved("no call that reports progress was answered within %s", probe.TrialTime)
	}
	return nil
}

func (w *progress) progressRate(s *probe.Survey, most int) error {
	for _, t := range s.Trials {
		for i := most; i < len(t.Progress); i++ {
			if spent := t.Progress[i].At.Sub(t.Progress[i-most].At); spent < time.Second {
				return w.blame(t, "it sends %d progress notifications in %s", most+1, spent)
			}
		}
	}
	return nil
}
