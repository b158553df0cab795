package server

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// streams are the exchanges of the last When, which were read in the background.
type streams struct {
	heard []*probe.Stream
	texts []string // that came back to the wrong call

	starved string // the method of a request that is never answered beside another one; "" = none
}

func streamSteps() []gherkin.Step {
	return gherkin.Noun("event stream", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `(\d+) requests that are answered with event streams are sent at the same time`,
			Manual: "pings, or whatever else in the whole run was answered with one; each in an exchange of its own, with a progress token of its own, " +
				"until its answer or the end of its stream; not observed if there is no such request",
			Example: "4 requests that are answered with event streams are sent at the same time", Func: (*streams).sideBySide},
		{Keyword: gherkin.When, Pattern: `(\d+) requests that are answered with event streams are sent one after the other`, Manual: "the same in a row",
			Example: "2 requests that are answered with event streams are sent one after the other", Func: (*streams).inARow},
		{Keyword: gherkin.When, Pattern: `it is called (\d+) times at the same time`, Manual: "each call in an exchange of its own, with a progress token of its own",
			Example: "it is called 2 times at the same time", Func: (*streams).callsBeside},
		{Keyword: gherkin.Then, Pattern: `each event stream carries the answer to its request`,
			Manual: "coming back where the stream says from where; not observed if there is no event stream", Func: (*check).streamsAnswer},
		{Keyword: gherkin.Then, Pattern: `each event stream carries nothing of the other requests`, Manual: "no answer, and no progress", Func: streamsApart},
		{Keyword: gherkin.Then, Pattern: `each event stream begins with an event that has an id and no data`,
			Manual: "not observed if there is no event stream", Func: streamsPrimed},
		{Keyword: gherkin.Then, Pattern: `each event stream that ends before its answer has said when to come back`,
			Manual: "by a retry field; not observed if none ends before its answer", Func: streamsRetry},
		{Keyword: gherkin.Then, Pattern: `no two events have the same id`, Manual: "not observed if no event has one", Func: uniqueEvents},
	})
}

// ask sends a request that is answered with an event stream, in an exchange of its own
// which the caller ends.
func (c *check) ask(id string) *probe.Stream {
	method, params := c.bench.Streamed()
	return c.conn.Post(probe.Message(method, probe.WithToken(params, id), id), id)
}

// streamed is not observed if nothing is answered with an event stream.
func (c *check) streamed() error {
	method, _ := c.bench.Streamed()
	return verdict.NotObservedIf(method == "", "no request of the whole run is answered with an event stream")
}

// sideID is an id by which requests of these steps are told from others.
func (c *check) sideID() string {
	id := fmt.Sprintf(`"side-%s"`, c.bench.NextID())
	c.conn.Use(id)
	return id
}

func (s *streams) sideBySide(c *check, n int) error {
	if err := c.streamed(); err != nil {
		return err
	}
	s.heard = make([]*probe.Stream, n)
	var asking sync.WaitGroup
	for i := range s.heard {
		id := c.sideID()
		asking.Go(func() { s.heard[i] = c.askOut(id) })
	}
	asking.Wait()
	return s.problem()
}

func (s *streams) callsBeside(c *check, n int, t trial, survey *probe.Survey) error {
	t, s.heard = lasting(survey, t), make([]*probe.Stream, n)
	var calling sync.WaitGroup
	for i := range s.heard {
		id := c.sideID()
		calling.Go(func() {
			s.heard[i] = c.readOut(c.conn.Post(probe.Message("tools/call", probe.CallOf(t.Tool, t.Arguments, id), id), id))
		})
	}
	calling.Wait()
	return s.problem()
}

func (s *streams) inARow(c *check, n int) error {
	if err := c.streamed(); err != nil {
		return err
	}
	s.heard = nil
	for range n {
		s.heard = append(s.heard, c.askOut(c.sideID()))
	}
	return s.problem()
}

// askOut sends a request and reads up to its answer.
func (c *check) askOut(id string) *probe.Stream { return c.readOut(c.ask(id)) }

func (c *check) readOut(s *probe.Stream) *probe.Stream {
	defer s.Cut()
	if s.Opened() {
		_ = s.AwaitAnswer(c.conn.Patience())
	}
	return s
}

// problem is why there is nothing to look at, or nil.
func (s *streams) problem() error {
	for _, h := range s.heard {
		if h.Reply.Status == 0 {
			return fmt.Errorf("a request sent at the same time as others: %w", h.Reply.Err)
		}
	}
	return nil
}

// open are those of the exchanges that are event streams.
type openStreams []*probe.Stream

func (s *streams) open() (openStreams, error) {
	var out openStreams
	for _, h := range s.heard {
		if h.Opened() {
			out = append(out, h)
		}
	}
	if out == nil {
		return nil, verdict.NotObserved("the request is answered with no event stream this time")
	}
	return out, nil
}

func (c *check) streamsAnswer(open openStreams) error {
	for _, s := range open {
		if s.Answers() > 0 {
			continue
		}
		events, begin := s.Events(), c.conn.Size()
		found := func(frames []probe.Frame) bool { return probe.CountAnswers(frames, s.ID) > 0 }
		c.conn.Reply = &probe.Reply{Status: s.Reply.Status, ContentType: s.Reply.ContentType, Events: events, StreamEnded: s.Ended()}
		if c.conn.Poll(found); !found(c.conn.From(begin)) {
			return verdict.Broke(fmt.Errorf("the event stream of the request %s ended or fell silent without its answer, after %d events", s.ID, len(events)), noAnswer)
		}
	}
	return nil
}

func streamsApart(open openStreams) error {
	if len(open) < 2 {
		return verdict.NotObserved("there is only one event stream")
	}
	for _, s := range open {
		if f, other := foreign(s.Frames(), s.ID, open); other != nil {
			if twice := twiceReported(slices.Concat(s.Frames(), other.Frames()), other.ID); twice != "" {
				return verdict.Because("PROG-04", "the token %s is told of the progress %s on two event streams", other.ID, twice)
			}
			return unless(false, f, "the event stream of the request %s carries what belongs to the request %s", s.ID, other.ID)
		}
	}
	return nil
}

// foreign is the first message that belongs to another request than that with an
// id, and to which; nil = to none.
func foreign(frames []probe.Frame, id string, others []*probe.Stream) (probe.Frame, *probe.Stream) {
	for _, f := range frames {
		for _, other := range others {
			if other.ID != id && belongs(f, other.ID) {
				return f, other
			}
		}
	}
	return probe.Frame{}, nil
}

// belongs reports whether a message answers the request with this id, or tells of
// its progress.
func belongs(f probe.Frame, id string) bool {
	return f.Answers(id) || f.Method() == "notifications/progress" && probe.Alike(string(f.Param("progressToken")), id)
}

func streamsPrimed(open openStreams) error {
	for _, s := range open {
		events := s.Events()
		switch {
		case len(events) == 0:
			return fmt.Errorf("an event stream is not primed: it carries no event")
		case events[0].IsNoMessage(): // which is told by another check
		case events[0].ID == "" || len(bytes.TrimSpace(events[0].Data)) > 0:
			return fmt.Errorf("an event stream is not primed: its first event has the id %q and the data %s", events[0].ID, probe.Quote(events[0].Data))
		}
	}
	return nil
}

// noAnswer is what has broken where event streams end without their answers.
const noAnswer = "an event stream of a request"

func streamsRetry(open openStreams) error {
	early := false
	for _, s := range open {
		events := s.Events()
		if !s.Ended() || probe.LastID(events) == "" || s.Answers() > 0 {
			continue
		}
		early = true
		if _, asked := probe.RetryOf(events); !asked {
			return verdict.Broke(fmt.Errorf("the event stream of the request %s ended before its answer and had no retry field", s.ID), noAnswer)
		}
	}
	return verdict.NotObservedIf(!early, "no event stream that can be resumed ends before its answer")
}

func uniqueEvents(open openStreams) error {
	seen := map[string]string{}
	for _, s := range open {
		for _, e := range s.Events() {
			if owner, twice := seen[e.ID]; twice && e.ID != "" {
				return fmt.Errorf("the event id %q comes twice, for the requests %s and %s", e.ID, owner, s.ID)
			}
			seen[e.ID] = s.ID
		}
	}
	if delete(seen, ""); len(seen) == 0 {
		return verdict.NotObserved("no event has an id")
	}
	return nil
}
