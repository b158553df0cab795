package probe

import (
	"bytes"
	"fmt"
	"net/http"
	"sync"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func streamSteps() []Step {
	return gherkin.Noun("event stream", []Step{
		{Keyword: When, Pattern: `(\d+) pings are sent at the same time`,
			Manual:  "each in an exchange of its own, with a progress token of its own, until its answer or the end of its stream",
			Example: "4 pings are sent at the same time", Func: (*World).sideBySide},
		{Keyword: When, Pattern: `(\d+) pings are sent one after the other`, Manual: "the same in a row",
			Example: "2 pings are sent one after the other", Func: (*World).inARow},
		{Keyword: Then, Pattern: `each event stream carries the answer to its request`,
			Manual: "coming back where the stream says from where; not observed if there is no event stream", Func: (*World).streamsAnswer},
		{Keyword: Then, Pattern: `each event stream carries nothing of the other requests`, Manual: "no answer, and no progress",
			Func: (*World).streamsApart},
		{Keyword: Then, Pattern: `each event stream begins with an event that has an id and no data`,
			Manual: "not observed if there is no event stream", Func: (*World).streamsPrimed},
		{Keyword: Then, Pattern: `each event stream that ends before its answer has said when to come back`,
			Manual: "by a retry field; not observed if none ends before its answer", Func: (*World).streamsRetry},
		{Keyword: Then, Pattern: `no two events have the same id`, Manual: "not observed if no event has one", Func: (*World).uniqueEvents},
	})
}

// heardStream is an exchange that was read in the background.
type heardStream struct {
	*stream
	id string // of the request, with its quotes
}

// ask sends a ping in an exchange of its own, which ends with the check.
func (w *World) ask(id string) heardStream {
	params := fmt.Sprintf(`{"_meta":{"progressToken":%s}}`, id)
	return heardStream{w.c.open(http.MethodPost, message("ping", params, id), "", w.c.listening()), id}
}

// sideID is an id by which requests of these steps are told from others.
func (w *World) sideID() string {
	id := fmt.Sprintf(`"side-%s"`, w.bench.nextID())
	w.c.ids[id[1:len(id)-1]] = true
	return id
}

func (w *World) sideBySide(n int) error {
	w.streams = make([]heardStream, n)
	ids := make([]string, n)
	for i := range ids {
		ids[i] = w.sideID()
	}
	var asking sync.WaitGroup
	for i := range w.streams {
		asking.Go(func() { w.streams[i] = w.askOut(ids[i]) })
	}
	asking.Wait()
	return w.sideProblem()
}

func (w *World) inARow(n int) error {
	w.streams = nil
	for range n {
		w.streams = append(w.streams, w.askOut(w.sideID()))
	}
	return w.sideProblem()
}

// askOut sends a ping and reads up to its answer.
func (w *World) askOut(id string) heardStream {
	s := w.ask(id)
	defer s.cut()
	if s.opened() {
		_ = s.await(w.bench.ctx, w.c.patience(), func(e []sseEvent) bool { return answersOf(framesOf(e), id) > 0 })
	}
	return s
}

// sideProblem is why there is nothing to look at, or nil.
func (w *World) sideProblem() error {
	for _, s := range w.streams {
		if s.reply.status == 0 {
			return fmt.Errorf("a ping sent at the same time as others: %w", s.reply.err)
		}
	}
	return nil
}

// answersOf counts the answers to a request.
func answersOf(frames []frame, id string) int {
	n := 0
	for _, f := range frames {
		if f.isResponse() && alike(f.id(), id) {
			n++
		}
	}
	return n
}

// eventStreams are those of the last exchanges that are event streams.
func (w *World) eventStreams() ([]heardStream, error) {
	var out []heardStream
	for _, s := range w.streams {
		if s.opened() {
			out = append(out, s)
		}
	}
	if out == nil {
		return nil, verdict.NotObserved("no ping is answered with an event stream")
	}
	return out, nil
}

func (w *World) streamsAnswer() error {
	streams, err := w.eventStreams()
	for _, s := range streams {
		events, _, ended := s.state()
		found := func(frames []frame) bool { return answersOf(frames, s.id) > 0 }
		if found(framesOf(events)) {
			continue
		}
		begin := w.c.inbox.size()
		w.c.reply = &reply{status: s.reply.status, contentType: s.reply.contentType, events: events, streamEnded: ended}
		if w.c.poll(found); !found(w.c.inbox.since(begin)) {
			return fmt.Errorf("the event stream of the ping with the id %s ended or fell silent without its answer, after %d events", s.id, len(events))
		}
	}
	return err
}

func (w *World) streamsApart() error {
	streams, err := w.eventStreams()
	if err == nil && len(streams) < 2 {
		err = verdict.NotObserved("there is only one event stream")
	}
	for _, s := range streams {
		events, _, _ := s.state()
		for _, f := range framesOf(events) {
			for _, other := range streams {
				if other.id != s.id && belongs(f, other.id) {
					return fmt.Errorf("the event stream of the request %s carries what belongs to the request %s: %s", s.id, other.id, quote(f.raw))
				}
			}
		}
	}
	return err
}

// belongs reports whether a message answers the request with this id, or tells of
// its progress.
func belongs(f frame, id string) bool {
	return f.isResponse() && alike(f.id(), id) || f.method() == "notifications/progress" && alike(string(f.param("progressToken")), id)
}

func (w *World) streamsPrimed() error {
	streams, err := w.eventStreams()
	for _, s := range streams {
		events, _, _ := s.state()
		if len(events) == 0 || events[0].id == "" || len(bytes.TrimSpace(events[0].data)) > 0 {
			first := "it carries no event"
			if len(events) > 0 {
				first = fmt.Sprintf("its first event has the id %q and the data %s", events[0].id, quote(events[0].data))
			}
			return fmt.Errorf("the event stream of a ping is not primed: %s", first)
		}
	}
	return err
}

func (w *World) streamsRetry() error {
	streams, err := w.eventStreams()
	if err != nil {
		return err
	}
	early := false
	for _, s := range streams {
		events, _, ended := s.state()
		if !ended || lastID(events) == "" || answersOf(framesOf(events), s.id) > 0 {
			continue
		}
		early = true
		if _, asked := retryOf(events); !asked {
			return fmt.Errorf("the event stream of the ping with the id %s ended before its answer and had no retry field", s.id)
		}
	}
	if !early {
		return verdict.NotObserved("no event stream that can be resumed ends before its answer")
	}
	return nil
}

func (w *World) uniqueEvents() error {
	streams, err := w.eventStreams()
	if err != nil {
		return err
	}
	seen := map[string]string{}
	for _, s := range streams {
		events, _, _ := s.state()
		for _, e := range events {
			if owner, twice := seen[e.id]; twice && e.id != "" {
				return fmt.Errorf("the event id %q comes twice, for the requests %s and %s", e.id, owner, s.id)
			}
			seen[e.id] = s.id
		}
	}
	if delete(seen, ""); len(seen) == 0 {
		return verdict.NotObserved("no event has an id")
	}
	return nil
}
