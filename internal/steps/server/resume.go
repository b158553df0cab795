package server

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// resumption is the noun of steps about streams that are cut and resumed.
type resumption struct {
	*streams
	had     []probe.Event // of the first stream, before it was cut
	resumed *probe.Stream
	cutIn   time.Duration // that the call took which was cut
}

func resumeSteps() []Step {
	return gherkin.Noun("event stream", []Step{
		{Keyword: When, Pattern: `a ping is sent and its event stream is cut after the first event with an id`,
			Manual: "not observed if there is no such event", Func: (*resumption).cutPing},
		{Keyword: When, Pattern: `a call that takes a while is sent and its event stream is cut after the first event with an id`,
			Manual: "of a tool of the server's own that may be called and took 150ms or longer; not observed if the answer comes first",
			Func:   (*resumption).cutCall},
		{Keyword: When, Pattern: `the first event stream is resumed after its first event`,
			Manual: "by GET with Last-Event-ID; what comes is heard until 250ms are quiet", Func: (*resumption).resumeFirst},
		{Keyword: When, Pattern: `another session resumes the first event stream after its first event`, Manual: "the same from a fresh session",
			Func: (*resumption).resumeForeign},
		{Keyword: When, Pattern: `the event stream is resumed until its answer`,
			Manual: "by GET with Last-Event-ID, 250ms after the cut or when it said, and heard 250ms longer", Func: (*resumption).resumeCut},
		{Keyword: When, Pattern: `the event stream is resumed until its answer, and again if that does not come`,
			Manual: "the same, each for twice the time that the call took before, and 1s", Func: (*resumption).resumeTwice},
		{Keyword: Then, Pattern: `nothing of another event stream is replayed`,
			Manual: "no answer to another request; not testable if streams cannot be resumed", Func: (*resumption).replaysOwn},
		{Keyword: Then, Pattern: `what was missed is replayed once`,
			Manual: "the answer if it had not come, and no event that had; not testable if streams cannot be resumed", Func: (*resumption).replaysOnce},
		{Keyword: Then, Pattern: `the answer comes`, Manual: "on the event stream that was resumed; not testable if streams cannot be resumed",
			Func: (*resumption).replaysAnswer},
		{Keyword: Then, Pattern: `nothing of the other session is replayed`, Manual: "an error or an empty stream", Func: (*resumption).replaysNothing},
	})
}

func (w *resumption) cutPing() error {
	return w.cutAfterID(w.ask(w.sideID()))
}

// slowCall is how long a call must have taken for a connection to be cut in it.
const slowCall = 150 * time.Millisecond

func (w *resumption) cutCall() error {
	s, err := w.bench.Surveyed()
	switch {
	case err != nil:
		return err
	case s.None != nil:
		return s.None
	}
	i := slices.IndexFunc(s.Trials, func(t *probe.Trial) bool { return t.Took >= slowCall && t.Result() != nil })
	if i < 0 {
		return verdict.NotTestable("no tool that was called took %s", slowCall)
	}
	t, id := s.Trials[i], w.sideID()
	w.cutIn = t.Took
	raw := probe.Message("tools/call", probe.CallOf(t.Tool, t.Arguments, id), id)
	if err := w.cutAfterID(heardStream{w.c.Open(http.MethodPost, raw, "", w.c.Listening()), id}); err != nil {
		return err
	}
	if answersOf(probe.FramesOf(w.had), id) > 0 {
		return verdict.NotObserved("the first event with an id is the answer of %s", t.Tool.Name)
	}
	return nil
}

// cutAfterID reads up to the first event with an id, which the client then had.
func (w *resumption) cutAfterID(s heardStream) error {
	w.heard = []heardStream{s}
	defer s.Cut()
	if _, err := w.eventStreams(); err != nil {
		return errors.Join(w.sideProblem(), err)
	}
	err := s.Await(w.bench.Ctx, w.c.Patience(), func(e []probe.Event) bool { return probe.LastID(e) != "" || answersOf(probe.FramesOf(e), s.id) > 0 })
	if err != nil && !errors.Is(err, probe.ErrEnded) {
		return err
	}
	events, _, _ := s.State()
	first := slices.IndexFunc(events, func(e probe.Event) bool { return e.ID != "" })
	if first < 0 {
		return verdict.NotObserved("no event has an id")
	}
	w.had = events[:first+1]
	return nil
}

// hadFirst says that the client had the first event of the first stream.
func (w *resumption) hadFirst() error {
	if _, err := w.eventStreams(); err != nil {
		return err
	}
	events, _, _ := w.heard[0].State()
	if len(events) == 0 || events[0].ID == "" {
		return verdict.NotObserved("the first event has no id")
	}
	w.had = events[:1]
	return nil
}

func (w *resumption) resumeFirst() error {
	if err := w.hadFirst(); err != nil {
		return err
	}
	return w.resume(0)
}

func (w *resumption) resumeForeign() error {
	if err := w.hadFirst(); err != nil {
		return err
	}
	owner := w.c
	w.own = false // it goes on while the other session asks
	defer owner.End()
	if err := w.freshSession(); err != nil {
		return err
	}
	return w.resume(0)
}

// resumeCut gives the server time to see that the connection is gone, at least
// what it asked for.
func (w *resumption) resumeCut() error {
	if err := w.waitRetry(); err != nil {
		return err
	}
	return w.resume(w.c.Patience())
}

func (w *resumption) waitRetry() error {
	wait, _ := probe.RetryOf(w.had)
	return clock.Sleep(w.bench.Ctx, w.bench.Target.Clock, min(max(wait, probe.QuietTime), w.c.Patience()))
}

// resumeTwice tells a call that was cancelled from an answer that a resumed stream
// lost: what was kept comes the second time.
func (w *resumption) resumeTwice() error {
	for range 2 {
		if err := w.waitRetry(); err != nil {
			return err
		}
		if err := w.resume(min(2*w.cutIn+time.Second, w.c.Patience())); err != nil {
			return err
		}
		if !w.resumed.Opened() || answersOf(w.resumed.Frames(), w.heard[0].id) > 0 {
			return nil
		}
		w.resumed.Cut()
	}
	return nil
}

// resume asks for what came on the first stream after the events that the client
// had. It waits for the answer at most d, and then for silence.
func (w *resumption) resume(d time.Duration) error {
	s := w.c.Open(http.MethodGet, nil, probe.LastID(w.had), w.c.Listening())
	w.c.Streams = append(w.c.Streams, s)
	w.resumed = s
	if s.Reply.Status == 0 {
		return fmt.Errorf("resuming: %w", s.Reply.Err)
	}
	if !s.Opened() {
		return nil
	}
	id := w.heard[0].id
	if answersOf(probe.FramesOf(w.had), id) == 0 {
		err := s.Await(w.bench.Ctx, d, func(e []probe.Event) bool { return answersOf(probe.FramesOf(e), id) > 0 })
		if err != nil && !errors.Is(err, probe.ErrSilent) && !errors.Is(err, probe.ErrEnded) {
			return err
		}
	}
	return s.Quiet(w.bench.Ctx, probe.QuietTime)
}

// replayed are the events that came, if the stream was resumed.
func (w *resumption) replayed() ([]probe.Event, error) {
	if !w.resumed.Opened() {
		return nil, verdict.NotTestable("event streams cannot be resumed: GET is answered with HTTP %d", w.resumed.Reply.Status)
	}
	events, _, _ := w.resumed.State()
	return events, nil
}

func (w *resumption) replaysOwn() error {
	events, err := w.replayed()
	for _, f := range probe.FramesOf(events) {
		for _, other := range w.heard[1:] {
			if belongs(f, other.id) {
				return fmt.Errorf("resuming the event stream of the request %s brings what belongs to the request %s: %s", w.heard[0].id, other.id, probe.Quote(f.Raw))
			}
		}
	}
	return err
}

func (w *resumption) replaysOnce() error {
	events, err := w.replayed()
	if err != nil {
		return err
	}
	for _, e := range events {
		if e.ID != "" && slices.ContainsFunc(w.had, func(h probe.Event) bool { return h.ID == e.ID }) {
			return fmt.Errorf("the event %q came before the cut and comes again", e.ID)
		}
	}
	id := w.heard[0].id
	switch before, after := answersOf(probe.FramesOf(w.had), id), answersOf(probe.FramesOf(events), id); {
	case before+after == 0:
		return fmt.Errorf("the answer to the request %s is lost", id)
	case before+after > 1:
		return fmt.Errorf("the answer to the request %s comes %d times", id, before+after)
	}
	return nil
}

func (w *resumption) replaysAnswer() error {
	events, err := w.replayed()
	if err == nil && answersOf(probe.FramesOf(events), w.heard[0].id) == 0 {
		err = errors.New("the answer never comes: the call was cancelled, or its answer was not kept")
	}
	return err
}

func (w *resumption) replaysNothing() error {
	r := w.resumed.Reply
	if !w.resumed.Opened() {
		if r.Status < http.StatusBadRequest {
			return fmt.Errorf("an event id of another session is answered with HTTP %d and the content type %q", r.Status, r.ContentType)
		}
		return nil
	}
	for _, f := range w.resumed.Frames() {
		for _, other := range w.heard {
			if belongs(f, other.id) {
				return fmt.Errorf("an event id of another session brings what belongs to its request %s: %s", other.id, probe.Quote(f.Raw))
			}
		}
	}
	return nil
}
