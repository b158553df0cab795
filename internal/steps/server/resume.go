package server

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// resumption is an event stream that was cut and resumed.
type resumption struct {
	had     []probe.Event // of the first stream, before it was cut
	resumed *probe.Stream
	cutIn   time.Duration // that the call took which was cut
	before  bool          // it was resumed before, and cut again
}

func resumeSteps() []gherkin.Step {
	return gherkin.Noun("event stream", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `a request is sent and its event stream is cut after the first event with an id`,
			Manual: "one that is answered with an event stream; not observed if there is no such event", Func: (*resumption).cutOne},
		{Keyword: gherkin.When, Pattern: `a call that takes a while is sent and its event stream is cut after the first event with an id`,
			Manual: "of a tool of the server's own that may be called and took 150ms or longer; not observed if the answer comes first",
			Func:   (*resumption).cutCall},
		{Keyword: gherkin.When, Pattern: `a call that takes a while is sent and its event stream is cut after its first message with an id`,
			Manual: "the same, where an event without a message is none", Func: (*resumption).cutMessage},
		{Keyword: gherkin.When, Pattern: `the event stream is resumed up to its next message, and cut again`,
			Manual: "by GET with Last-Event-ID, 1s after the cut or when it said", Func: (*resumption).resumeNext},
		{Keyword: gherkin.When, Pattern: `the first event stream is resumed after its first event`,
			Manual: "by GET with Last-Event-ID; what comes is heard until 250ms are quiet", Func: (*resumption).resumeFirst},
		{Keyword: gherkin.When, Pattern: `another session resumes the first event stream after its first event`, Manual: "the same from a fresh session",
			Func: (*resumption).resumeForeign},
		{Keyword: gherkin.When, Pattern: `an event stream is resumed after an event of nobody`, Manual: "the same with an event id that no server gives",
			Func: (*resumption).resumeUnknown},
		{Keyword: gherkin.When, Pattern: `the event stream is resumed until its answer`,
			Manual: "by GET with Last-Event-ID, 1s after the cut or when it said, and heard 250ms longer", Func: (*resumption).resumeCut},
		{Keyword: gherkin.When, Pattern: `the event stream is resumed until its answer, and again if that does not come`,
			Manual: "the same, each for twice the time that the call took before, and 1s", Func: (*resumption).resumeTwice},
		{Keyword: gherkin.Then, Pattern: `nothing of another event stream is replayed`,
			Manual: "no answer to another request; not testable if streams cannot be resumed", Func: replaysOwn},
		{Keyword: gherkin.Then, Pattern: `what was missed is replayed once`,
			Manual: "the answer if it had not come, and no event that had; not testable if streams cannot be resumed", Func: replaysOnce},
		{Keyword: gherkin.Then, Pattern: `what was missed comes in its order`,
			Manual: "the answer last, and progress as it grows; not testable if streams cannot be resumed", Func: replaysInOrder},
		{Keyword: gherkin.Then, Pattern: `the answer comes`, Manual: "on the event stream that was resumed; not testable if streams cannot be resumed",
			Func: replaysAnswer},
		{Keyword: gherkin.Then, Pattern: `nothing that belongs to others is replayed`, Manual: "an error or an empty stream", Func: (*resumption).replaysNothing},
	})
}

func (r *resumption) cutOne(c *check, s *streams) error {
	if err := c.streamed(); err != nil {
		return err
	}
	return r.cutAfter(c, s, c.ask(c.sideID()), false)
}

// slowCall is how long a call must have taken for a connection to be cut in it.
const slowCall = 150 * time.Millisecond

func (r *resumption) cutCall(c *check, s *streams, survey *probe.Survey) error {
	return r.cutSlow(c, s, survey, false)
}

func (r *resumption) cutMessage(c *check, s *streams, survey *probe.Survey) error {
	return r.cutSlow(c, s, survey, true)
}

// cutSlow cuts the event stream of a call after the first event with an id, full after that of
// those with a message.
func (r *resumption) cutSlow(c *check, s *streams, survey *probe.Survey, full bool) error {
	if survey.None != nil {
		return survey.None
	}
	slow := func(t *probe.Trial) bool { return t.Took >= slowCall && t.Result() != nil }
	i := slices.IndexFunc(survey.Trials, func(t *probe.Trial) bool { return slow(t) && len(t.Progress) > 0 }) // there is more to be lost
	if i < 0 {
		i = slices.IndexFunc(survey.Trials, slow)
	}
	if i < 0 {
		return verdict.NotTestable("no tool that was called took %s", slowCall)
	}
	t, id := survey.Trials[i], c.sideID()
	r.cutIn = t.Took
	if err := r.cutAfter(c, s, c.conn.Post(probe.Message("tools/call", probe.CallOf(t.Tool, t.Arguments, id), id), id), full); err != nil {
		return err
	}
	return verdict.NotObservedIf(r.hadAnswers(id) > 0, "the first event with an id is the answer of %s", t.Tool.Name)
}

// hadAnswers counts the answers that the client had.
func (r *resumption) hadAnswers(id string) int { return probe.CountAnswers(probe.FramesOf(r.had), id) }

// marked is the first event with an id, full of those with a message; -1 = there is none.
func marked(events []probe.Event, full bool) int {
	return slices.IndexFunc(events, func(e probe.Event) bool { return e.ID != "" && !(full && len(bytes.TrimSpace(e.Data)) == 0) })
}

// cutAfter reads up to the first event with an id, full of those with a message, which the
// client then had.
func (r *resumption) cutAfter(c *check, all *streams, s *probe.Stream, full bool) error {
	all.heard = []*probe.Stream{s}
	defer s.Cut()
	if _, err := all.open(); err != nil {
		return errors.Join(all.problem(), err)
	}
	err := s.Await(c.conn.Patience(), func(e []probe.Event) bool {
		return marked(e, full) >= 0 || probe.CountAnswers(probe.FramesOf(e), s.ID) > 0
	})
	if err != nil && !errors.Is(err, probe.ErrEnded) {
		return err
	}
	events := s.Events()
	first := marked(events, full)
	if first < 0 {
		return verdict.NotObserved("no event has an id")
	}
	r.had = events[:first+1]
	return nil
}

// hadFirst says that the client had the first event of the first stream.
func (r *resumption) hadFirst(s *streams) error {
	events := s.heard[0].Events()
	if len(events) == 0 || events[0].ID == "" {
		return verdict.NotObserved("the first event has no id")
	}
	r.had = events[:1]
	return nil
}

func (r *resumption) resumeFirst(c *check, s *streams, _ openStreams) error {
	if err := r.hadFirst(s); err != nil {
		return err
	}
	return r.resume(c, s, 0)
}

func (r *resumption) resumeForeign(c *check, s *streams, _ openStreams) error {
	if err := r.hadFirst(s); err != nil {
		return err
	}
	owner := c.conn
	c.own = false // it goes on while the other session asks
	defer owner.End()
	if err := c.freshSession(); err != nil {
		return err
	}
	return r.resume(c, s, 0)
}

func (r *resumption) resumeUnknown(c *check, s *streams, _ openStreams) error {
	r.had = []probe.Event{{ID: "mcpsim-no-such-event"}}
	return r.resume(c, s, 0)
}

// resumeCut gives the server time to see that the connection is gone, at least
// what it asked for.
func (r *resumption) resumeCut(c *check, s *streams) error {
	if err := r.waitRetry(c); err != nil {
		return err
	}
	return r.resume(c, s, c.conn.Patience())
}

func (r *resumption) waitRetry(c *check) error {
	wait, _ := probe.RetryOf(r.had)
	return c.bench.Sleep(min(max(wait, probe.ShortestRetry), c.conn.Patience()))
}

// resumeNext has one more message of a stream that was cut, and loses the connection again.
func (r *resumption) resumeNext(c *check, all *streams) error {
	if err := r.waitRetry(c); err != nil {
		return err
	}
	s := c.conn.Listen(probe.LastID(r.had))
	s.ID, r.resumed = all.heard[0].ID, s
	if !s.Opened() {
		return verdict.NotTestable("event streams cannot be resumed: GET is answered with HTTP %d", s.Reply.Status)
	}
	defer s.Cut()
	err := s.Await(c.conn.Patience(), func(e []probe.Event) bool { return marked(e, true) >= 0 })
	next := marked(s.Events(), true)
	if next < 0 {
		return verdict.NotObserved("nothing is replayed: %v", err)
	}
	r.had, r.before = append(r.had, s.Events()[:next+1]...), true
	return verdict.NotObservedIf(r.hadAnswers(s.ID) > 0, "the next message is the answer")
}

// resumeTwice tells a call that was cancelled from an answer that a resumed stream
// lost: what was kept comes the second time.
func (r *resumption) resumeTwice(c *check, s *streams) error {
	for range 2 {
		if err := r.waitRetry(c); err != nil {
			return err
		}
		if err := r.resume(c, s, min(2*r.cutIn+time.Second, c.conn.Patience())); err != nil {
			return err
		}
		if !r.resumed.Opened() || r.resumed.Answers() > 0 {
			return nil
		}
		r.resumed.Cut()
	}
	return nil
}

// resume asks for what came on the first stream after the events that the client
// had. It waits for the answer at most d, and then for silence.
func (r *resumption) resume(c *check, all *streams, d time.Duration) error {
	s := c.conn.Listen(probe.LastID(r.had))
	s.ID = all.heard[0].ID
	r.resumed = s
	if s.Reply.Status == 0 {
		return fmt.Errorf("resuming: %w", s.Reply.Err)
	}
	if !s.Opened() {
		return nil
	}
	if r.hadAnswers(s.ID) == 0 {
		err := s.AwaitAnswer(d)
		if err != nil && !errors.Is(err, probe.ErrSilent) && !errors.Is(err, probe.ErrEnded) {
			return err
		}
	}
	return s.Quiet(probe.QuietTime)
}

// replay is what came on a stream that was resumed.
type replay struct{ *probe.Stream }

func (r *resumption) replayed() (replay, error) {
	if !r.resumed.Opened() && r.before {
		return replay{}, &statusError{r.resumed.Reply.Status, fmt.Sprintf("the event stream was resumed once, and the second time GET is answered with HTTP %d", r.resumed.Reply.Status)}
	}
	if !r.resumed.Opened() {
		return replay{}, verdict.NotTestable("event streams cannot be resumed: GET is answered with HTTP %d", r.resumed.Reply.Status)
	}
	return replay{r.resumed}, nil
}

func replaysOwn(r replay, s *streams) error {
	f, other := foreign(r.Frames(), r.ID, s.heard)
	if other != nil {
		return unless(false, f, "resuming the event stream of the request %s brings what belongs to the request %s", r.ID, other.ID)
	}
	return nil
}

// answerless is the error of a call whose answer does not come when its stream is resumed: it
// may have been cancelled, or be behind an event that the id of another one leads to.
func answerless(b *probe.Bench) error {
	if b.Found(probe.EventIDs) {
		return verdict.Because(eventIDCheck, "an event id leads to more than one event, and the answer does not come")
	}
	return verdict.Because("HL-18", "the answer does not come")
}

func replaysOnce(r replay, all *resumption, b *probe.Bench) error {
	for _, e := range r.Events() {
		if e.ID != "" && slices.ContainsFunc(all.had, func(h probe.Event) bool { return h.ID == e.ID }) {
			return fmt.Errorf("the event %q came before the cut and comes again", e.ID)
		}
	}
	switch n := all.hadAnswers(r.ID) + r.Answers(); {
	case n == 0 && all.cutIn > 0:
		return answerless(b)
	case n == 0:
		return verdict.Broke(fmt.Errorf("the answer to the request %s is lost", r.ID), resuming)
	case n > 1:
		return fmt.Errorf("the answer to the request %s comes %d times", r.ID, n)
	}
	return nil
}

func replaysInOrder(r replay, b *probe.Bench) error {
	if r.Answers() == 0 {
		return answerless(b)
	}
	answered, last := false, math.Inf(-1)
	for _, f := range r.Frames() {
		var progress float64
		of := probe.Alike(probe.ProgressToken(f), r.ID) && jsonparts.Unmarshal(f.Param("progress"), &progress) == nil
		switch {
		case of && answered:
			return unless(false, f, "it comes after the answer")
		case of && progress < last && shrinks(b):
			return verdict.Because("PROG-02", "progress does not grow on streams that are not cut either")
		case of && progress < last:
			return unless(false, f, "it comes after the progress %v", last)
		case of:
			last = progress
		}
		answered = answered || f.Answers(r.ID)
	}
	return nil
}

// shrinks reports whether the progress of calls that nothing has cut does not grow.
func shrinks(b *probe.Bench) bool {
	s, err := b.Survey()
	if err != nil {
		return false
	}
	err = grows(s, b)
	return err != nil && verdict.Of(err) == "" && verdict.See(err) == ""
}

func replaysAnswer(r replay, c *check) error {
	if r.Answers() > 0 {
		return nil
	}
	if slices.ContainsFunc(r.Frames(), func(f probe.Frame) bool { return f.IsResponse() && c.conn.Stray(f) }) {
		return verdict.Because("HL-17", "an event id leads to answers that nothing in the session has asked for, and the one that is missing does not come")
	}
	return verdict.Broke(errors.New("the answer never comes: the call was cancelled, or its answer was not kept"), resuming)
}

// resuming is what has broken where a stream that is resumed brings no answer.
const resuming = "resuming an event stream"

func (r *resumption) replaysNothing(s *streams) error {
	reply := r.resumed.Reply
	switch {
	case r.resumed.Opened():
	case reply.Status < http.StatusBadRequest:
		return &statusError{reply.Status, fmt.Sprintf("a foreign event id is answered with HTTP %d and the content type %q", reply.Status, reply.ContentType)}
	default:
		return nil
	}
	if f, other := foreign(r.resumed.Frames(), "", s.heard); other != nil {
		return unless(false, f, "a foreign event id brings what belongs to the request %s", other.ID)
	}
	return nil
}
