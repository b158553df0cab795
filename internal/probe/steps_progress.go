package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func progressSteps() []gherkin.Step {
	return []gherkin.Step{
		step(nounProgress, gherkin.Given, `a tool that reports progress`, "found by calling each that may be called; not testable if none does", "a tool that reports progress", (*World).progressTool),
		step(nounProgress, gherkin.When, `it is called without a progress token`, "with the same arguments", "it is called without a progress token", (*World).callUntracked),
		step(nounProgress, gherkin.When, `it is called with the progress token (\S+)`, "with this JSON token", `it is called with the progress token "a-1"`, (*World).callTracked),
		step(nounProgress, gherkin.Then, `no progress is reported`, "up to the answer of a ping that follows", "no progress is reported", (*World).noProgress),
		step(nounProgress, gherkin.Then, `every progress carries that token`, "in value and type", "every progress carries that token", (*World).tokenEchoed),
		step(nounProgress, gherkin.Then, `its progress grows`, "with each notification; not observed if no tool sends two", "its progress grows", (*World).progressGrows),
		step(nounProgress, gherkin.Then, `no progress follows its answer`, "within 300ms", "no progress follows its answer", (*World).progressEnds),
		step(nounProgress, gherkin.Then, `there are at most (\d+) of them in a second`, "of the notifications of one call", "there are at most 50 of them in a second", (*World).progressRate),
	}
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
		return gherkin.NotTestable("none of the tools called reports progress: %s", w.bench.survey.calledTools())
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
		return gherkin.NotObserved("the call was not answered this time: %s", w.err)
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
		return gherkin.NotObserved("the tool %q reports no progress this time", w.trial.tool.name)
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
		return gherkin.NotObserved("no call reports progress twice")
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
		return gherkin.NotObserved("no call that reports progress was answered within %s", trialTime)
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
