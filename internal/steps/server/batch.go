package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func batchSteps() []Step {
	return gherkin.Noun("batch", []Step{
		{Keyword: Given, Pattern: `the revision is "([0-9-]+)"`, Manual: "not testable if the server speaks another one",
			Example: `the revision is "2025-03-26"`, Func: (*messages).revisionIs},
		{Keyword: When, Pattern: `a batch of (\d+) pings is sent`, Manual: "one JSON array; all answers are awaited",
			Example: "a batch of 2 pings is sent", Func: (*messages).batch},
		{Keyword: When, Pattern: `a batch with initialize is sent, and initialize after it`, Manual: "the answer of the second one is awaited",
			Func: (*messages).batchInitialize},
		{Keyword: Then, Pattern: `the batch has opened no session`, Manual: "no result names a protocol revision for it", Func: (*messages).batchOpened},
	})
}

// revisionIs looks at the session, or at the first one if there is none yet.
func (w *messages) revisionIs(revision string) error {
	spoken := w.c.Revision
	if spoken == "" && w.bench.First != nil {
		spoken = w.bench.First.Revision
	}
	if spoken != revision {
		return verdict.NotTestable("it holds for revision %s, the session speaks %s", revision, probe.OrNothing(spoken))
	}
	return nil
}

func (w *messages) batch(n int) error {
	ids := w.newIDs(n)
	elements := make([]string, n)
	for i, id := range ids {
		elements[i] = string(probe.Message("ping", "", id))
	}
	w.sent = w.c.Inbox.Size()
	if err := w.c.Send([]byte("["+strings.Join(elements, ",")+"]"), allAnswered(ids)); err != nil {
		return err
	}
	if err := w.stillAnswers(); err != nil { // it may take its time, but not ignore what came before
		return err
	}
	return w.awaitAllFor(ids, batchGrace)
}

// batchGrace is how long the answers to a batch may take once a later request is
// answered.
const batchGrace = 2 * time.Second

// allAnswered reports whether there is an answer for each id. It looks at each
// frame once: from call to call there are only more of them.
func allAnswered(ids []string) func([]probe.Frame) bool {
	missing := map[string]bool{}
	for _, id := range ids {
		missing[id] = true
	}
	looked := 0
	return func(frames []probe.Frame) bool {
		for _, f := range frames[looked:] {
			if f.IsResponse() {
				delete(missing, f.ID())
			}
		}
		looked = len(frames)
		return len(missing) == 0
	}
}

func countAnswered(frames []probe.Frame, ids []string) (n int) {
	answered := map[string]bool{}
	for _, f := range frames {
		if f.IsResponse() {
			answered[f.ID()] = true
		}
	}
	for _, id := range ids {
		if answered[id] {
			n++
		}
	}
	return n
}

// awaitAll remembers whether all ids are answered: the last answer, or why not.
func (w *check) awaitAll(ids []string) error { return w.awaitAllFor(ids, w.c.Patience()) }

func (w *check) awaitAllFor(ids []string, d time.Duration) error {
	var err error
	if w.c.Pushed() {
		err = w.c.Inbox.Await(w.bench.Ctx, w.sent, d, allAnswered(ids))
	}
	frames := w.c.Inbox.Since(w.sent)
	if n := countAnswered(frames, ids); err != nil || n < len(ids) {
		reason := fmt.Errorf("%w within %s", probe.ErrSilent, d)
		if err != nil && !errors.Is(err, probe.ErrSilent) {
			reason = w.c.Explain(err)
		}
		return w.remember("", probe.Frame{}, fmt.Errorf("of %d answers %d came: %w", len(ids), n, reason))
	}
	return w.remember("", frames[len(frames)-1], nil)
}

const batchID = `"mcpsim-batch"`

func (w *messages) batchInitialize() error {
	params := probe.InitializeParams(w.bench.Target.Revision)
	w.sent = w.c.Inbox.Size()
	if err := w.c.Send([]byte("["+string(probe.Message("initialize", params, batchID))+"]"), probe.Anything); err != nil {
		return err
	}
	before := w.sent
	if err := w.initializeText(params); err != nil {
		return err
	}
	w.sent = before
	return nil
}

func (w *messages) batchOpened() error {
	if _, err := w.answered(); errors.Is(err, probe.ErrEnded) {
		return err
	}
	opened := func(f probe.Frame) bool {
		var result struct{ ProtocolVersion json.RawMessage }
		_ = json.Unmarshal(f.Members["result"], &result)
		return f.ID() == batchID && result.ProtocolVersion != nil
	}
	frames := w.c.Inbox.Since(w.sent)
	if i := slices.IndexFunc(frames, opened); i >= 0 {
		return fmt.Errorf("initialize in a batch succeeds: %s", probe.Quote(frames[i].Raw))
	}
	return nil
}
