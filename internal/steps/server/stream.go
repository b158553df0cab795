package server

import (
	"bytes"
	"fmt"
	"net/http"
	"sync"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// streams is the noun of steps about event streams.
type streams struct {
	*check
	heard []heardStream // of requests sent at the same time
}

func streamSteps() []Step {
	return gherkin.Noun("event stream", []Step{
		{Keyword: When, Pattern: `(\d+) pings are sent at the same time`,
			Manual:  "each in an exchange of its own, with a progress token of its own, until its answer or the end of its stream",
			Example: "4 pings are sent at the same time", Func: (*streams).sideBySide},
		{Keyword: When, Pattern: `(\d+) pings are sent one after the other`, Manual: "the same in a row",
			Example: "2 pings are sent one after the other", Func: (*streams).inARow},
		{Keyword: Then, Pattern: `each event stream carries the answer to its request`,
			Manual: "coming back where the stream says from where; not observed if there is no event stream", Func: (*streams).streamsAnswer},
		{Keyword: Then, Pattern: `each event stream carries nothing of the other requests`, Manual: "no answer, and no progress",
			Func: (*streams).streamsApart},
		{Keyword: Then, Pattern: `each event stream begins with an event that has an id and no data`,
			Manual: "not observed if there is no event stream", Func: (*streams).streamsPrimed},
		{Keyword: Then, Pattern: `each event stream that ends before its answer has said when to come back`,
			Manual: "by a retry field; not observed if none ends before its answer", Func: (*streams).streamsRetry},
		{Keyword: Then, Pattern: `no two events have the same id`, Manual: "not observed if no event has one", Func: (*streams).uniqueEvents},
	})
}

// heardStream is an exchange that was read in the background.
type heardStream struct {
	*probe.Stream
	id string // of the request, with its quotes
}

// ask sends a ping in an exchange of its own, which ends with the check.
func (w *streams) ask(id string) heardStream {
	params := fmt.Sprintf(`{"_meta":{"progressToken":%s}}`, id)
	return heardStream{w.c.Open(http.MethodPost, probe.Message("ping", params, id), "", w.c.Listening()), id}
}

// sideID is an id by which requests of these steps are told from others.
func (w *streams) sideID() string {
	id := fmt.Sprintf(`"side-%s"`, w.bench.NextID())
	w.c.IDs[id[1:len(id)-1]] = true
	return id
}

func (w *streams) sideBySide(n int) error {
	w.heard = make([]heardStream, n)
	ids := make([]string, n)
	for i := range ids {
		ids[i] = w.sideID()
	}
	var asking sync.WaitGroup
	for i := range w.heard {
		asking.Go(func() { w.heard[i] = w.askOut(ids[i]) })
	}
	asking.Wait()
	return w.sideProblem()
}

func (w *streams) inARow(n int) error {
	w.heard = nil
	for range n {
		w.heard = append(w.heard, w.askOut(w.sideID()))
	}
	return w.sideProblem()
}

// askOut sends a ping and reads up to its answer.
func (w *streams) askOut(id string) heardStream {
	s := w.ask(id)
	defer s.Cut()
	if s.Opened() {
		_ = s.Await(w.bench.Ctx, w.c.Patience(), func(e []probe.Event) bool { return answersOf(probe.FramesOf(e), id) > 0 })
	}
	return s
}

// sideProblem is why there is nothing to look at, or nil.
func (w *streams) sideProblem() error {
	for _, s := range w.heard {
		if s.Reply.Status == 0 {
			return fmt.Errorf("a ping sent at the same time as others: %w", s.Reply.Err)
		}
	}
	return nil
}

// answersOf counts the answers to a request.
func answersOf(frames []probe.Frame, id string) int {
	n := 0
	for _, f := range frames {
		if f.IsResponse() && probe.Alike(f.ID(), id) {
			n++
		}
	}
	return n
}

// eventStreams are those of the last exchanges that are event streams.
func (w *streams) eventStreams() ([]heardStream, error) {
	var out []heardStream
	for _, s := range w.heard {
		if s.Opened() {
			out = append(out, s)
		}
	}
	if out == nil {
		return nil, verdict.NotObserved("no ping is answered with an event stream")
	}
	return out, nil
}

func (w *streams) streamsAnswer() error {
	streams, err := w.eventStreams()
	for _, s := range streams {
		events, _, ended := s.State()
		found := func(frames []probe.Frame) bool { return answersOf(frames, s.id) > 0 }
		if found(probe.FramesOf(events)) {
			continue
		}
		begin := w.c.Inbox.Size()
		w.c.Reply = &probe.Reply{Status: s.Reply.Status, ContentType: s.Reply.ContentType, Events: events, StreamEnded: ended}
		if w.c.Poll(found); !found(w.c.Inbox.Since(begin)) {
			return fmt.Errorf("the event stream of the ping with the id %s ended or fell silent without its answer, after %d events", s.id, len(events))
		}
	}
	return err
}

func (w *streams) streamsApart() error {
	streams, err := w.eventStreams()
	if err == nil && len(streams) < 2 {
		err = verdict.NotObserved("there is only one event stream")
	}
	for _, s := range streams {
		events, _, _ := s.State()
		for _, f := range probe.FramesOf(events) {
			for _, other := range streams {
				if other.id != s.id && belongs(f, other.id) {
					return fmt.Errorf("the event stream of the request %s carries what belongs to the request %s: %s", s.id, other.id, probe.Quote(f.Raw))
				}
			}
		}
	}
	return err
}

// belongs reports whether a message answers the request with this id, or tells of
// its progress.
func belongs(f probe.Frame, id string) bool {
	return f.IsResponse() && probe.Alike(f.ID(), id) || f.Method() == "notifications/progress" && probe.Alike(string(f.Param("progressToken")), id)
}

func (w *streams) streamsPrimed() error {
	streams, err := w.eventStreams()
	for _, s := range streams {
		events, _, _ := s.State()
		if len(events) == 0 || events[0].ID == "" || len(bytes.TrimSpace(events[0].Data)) > 0 {
			first := "it carries no event"
			if len(events) > 0 {
				first = fmt.Sprintf("its first event has the id %q and the data %s", events[0].ID, probe.Quote(events[0].Data))
			}
			return fmt.Errorf("the event stream of a ping is not primed: %s", first)
		}
	}
	return err
}

func (w *streams) streamsRetry() error {
	streams, err := w.eventStreams()
	if err != nil {
		return err
	}
	early := false
	for _, s := range streams {
		events, _, ended := s.State()
		if !ended || probe.LastID(events) == "" || answersOf(probe.FramesOf(events), s.id) > 0 {
			continue
		}
		early = true
		if _, asked := probe.RetryOf(events); !asked {
			return fmt.Errorf("the event stream of the ping with the id %s ended before its answer and had no retry field", s.id)
		}
	}
	if !early {
		return verdict.NotObserved("no event stream that can be resumed ends before its answer")
	}
	return nil
}

func (w *streams) uniqueEvents() error {
	streams, err := w.eventStreams()
	if err != nil {
		return err
	}
	seen := map[string]string{}
	for _, s := range streams {
		events, _, _ := s.State()
		for _, e := range events {
			if owner, twice := seen[e.ID]; twice && e.ID != "" {
				return fmt.Errorf("the event id %q comes twice, for the requests %s and %s", e.ID, owner, s.id)
			}
			seen[e.ID] = s.id
		}
	}
	if delete(seen, ""); len(seen) == 0 {
		return verdict.NotObserved("no event has an id")
	}
	return nil
}
