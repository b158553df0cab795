package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func progressSteps() []Step {
	return gherkin.Noun("progress", []Step{
		{Keyword: Given, Pattern: `a tool that reports progress`, Manual: "found by calling each that may be called; not testable if none does",
			Func: (*World).progressTool},
		{Keyword: When, Pattern: `it is called without a progress token`, Manual: "with the same arguments", Func: (*World).callUntracked},
		{Keyword: When, Pattern: `it is called with the progress token (\S+)`, Manual: "with this JSON token",
			Example: `it is called with the progress token "a-1"`, Func: (*World).callTracked},
		{Keyword: Then, Pattern: `no progress is reported`, Manual: "up to the answer of a ping that follows", Func: (*World).noProgress},
		{Keyword: Then, Pattern: `every progress carries that token`, Manual: "in value and type", Func: (*World).tokenEchoed},
		{Keyword: Then, Pattern: `its progress grows`, Manual: "with each notification; not observed if no tool sends two",
			Func: (*World).progressGrows},
		{Keyword: Then, Pattern: `no progress follows its answer`, Manual: "within 300ms", Func: (*World).progressEnds},
		{Keyword: Then, Pattern: `there are at most (\d+) of them in a second`, Manual: "of the notifications of one call",
			Example: "there are at most 50 of them in a second", Func: (*World).progressRate},
	})
}

// errNoTool says that a step lacks another one before it.
var errNoTool = errors.New("there is no session, or no tool to call: start with a Given")

// progressTool chooses the call to repeat: of those with progress the fastest.
func (w *World) progressTool() error {
	if err := w.callTools(); err != nil {
		return err
	}
	for _, t := range w.bench.survey.trials {
		if len(t.progress) > 0 && (w.trial == nil || w.trial.err != nil || t.err == nil && t.took < w.trial.took) {
			w.trial = t
		}
	}
	if w.trial == nil {
		return verdict.NotTestable("none of the tools called reports progress: %s", w.bench.survey.calledTools())
	}
	return nil
}

func (w *World) callUntracked() error { return w.callTracked("") }

func (w *World) callTracked(token string) error {
	if w.trial == nil || w.c == nil {
		return errNoTool
	}
	w.marks["token"] = token
	if err := w.request("tools/call", callOf(w.trial.tool, w.trial.arguments, token), w.bench.nextID()); err != nil {
		return err
	}
	if w.err != nil { // which is the business of another check
		return verdict.NotObserved("the call was not answered this time: %s", w.err)
	}
	return nil
}

// reported are the tokens of the progress since the last request, up to the
// answer of a ping.
func (w *World) reported() ([]string, error) {
	if _, err := w.c.call("ping", ""); err != nil {
		w.trouble = true
		return nil, fmt.Errorf("a ping afterwards: %w", err)
	}
	var out []string
	for _, f := range w.c.inbox.since(w.sent) {
		if token := progressToken(f); token != "" {
			out = append(out, token)
		}
	}
	return out, nil
}

func (w *World) noProgress() error {
	tokens, err := w.reported()
	if err == nil && len(tokens) > 0 {
		err = fmt.Errorf("the tool %q reports progress for the token %s, although the request has none", w.trial.tool.name, tokens[0])
	}
	return err
}

func (w *World) tokenEchoed() error {
	tokens, err := w.reported()
	if err != nil {
		return err
	}
	for _, token := range tokens {
		if token != w.marks["token"] {
			return fmt.Errorf("the tool %q reports progress for the token %s, want %s", w.trial.tool.name, token, w.marks["token"])
		}
	}
	if len(tokens) == 0 {
		return verdict.NotObserved("the tool %q reports no progress this time", w.trial.tool.name)
	}
	return nil
}

func (w *World) progressGrows() error {
	s, err := w.survey()
	if err != nil {
		return err
	}
	compared := 0
	for _, t := range s.trials {
		for i, f := range t.progress {
			if i == 0 {
				continue
			}
			last, now := progressOf(t.progress[i-1]), progressOf(f)
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
func progressOf(f frame) *float64 {
	var params struct{ Progress *float64 }
	_ = json.Unmarshal(f.members["params"], &params)
	return params.Progress
}

func shownNumber(n *float64) string {
	if n == nil {
		return "no number"
	}
	return fmt.Sprint(*n)
}

func (w *World) progressEnds() error {
	s, err := w.survey()
	if err != nil {
		return err
	}
	ended := 0
	for _, t := range s.trials {
		if t.err != nil || len(t.progress) == 0 {
			continue
		}
		ended++
		if at := s.positionOf(t); at >= 0 {
			late := s.frames[at]
			return w.blame(t, "it reports progress after its answer: %s", quote(late.raw))
		}
	}
	if ended == 0 {
		return verdict.NotObserved("no call that reports progress was answered within %s", trialTime)
	}
	return nil
}

// positionOf is where the first progress of a call stands that came after its
// answer; -1 if there is none.
func (s *survey) positionOf(t *trial) int {
	answered := false
	for i, f := range s.frames[t.begin:] {
		if f.isResponse() && alike(f.id(), t.answer.id()) {
			answered = true
		}
		if answered && alike(progressToken(f), t.token) {
			return t.begin + i
		}
	}
	return -1
}

func (w *World) progressRate(most int) error {
	s, err := w.survey()
	if err != nil {
		return err
	}
	for _, t := range s.trials {
		for i := most; i < len(t.progress); i++ {
			if spent := t.progress[i].at.Sub(t.progress[i-most].at); spent < time.Second {
				return w.blame(t, "it sends %d progress notifications in %s", most+1, spent)
			}
		}
	}
	return nil
}
