package client

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func streamSteps() []gherkin.Step {
	return gherkin.Noun("stream", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the client listens`, Manual: "not observed if it sends no GET", Func: listens},
		{Keyword: gherkin.Then, Pattern: `the stream of the call is resumed`, Manual: "by a GET with the last event id that it had", Func: resumes},
		{Keyword: gherkin.Then, Pattern: `the stream of the call is resumed after "([^"]+)"`, Manual: "the id of an event; not observed if it is not resumed",
			Example: `the stream of the call is resumed after "call-3"`, Func: resumesAfter},
		{Keyword: gherkin.Then, Pattern: `the stream of the call is resumed again after "([^"]+)"`, Manual: "the id of an event of a stream that was resumed; not observed if the client does not come back twice",
			Example: `the stream of the call is resumed again after "call-2"`, Func: resumesAgain},
		{Keyword: gherkin.Then, Pattern: `the stream of the call is not resumed after "([^"]+)"`, Manual: "the id of an event that another took back",
			Example: `the stream of the call is not resumed after "call-1"`, Func: resumesNotAfter},
		{Keyword: gherkin.Then, Pattern: `no stream is resumed after "([^"]+)"`, Manual: "the id of the event that was the answer; not observed if the answer never came",
			Example: `no stream is resumed after "list-2"`, Func: leavesStream},
		{Keyword: gherkin.Then, Pattern: `no stream is continued after "([^"]+)"`, Manual: "the id of an event of another stream, whatever becomes of the client",
			Example: `no stream is continued after "list-2"`, Func: continuesNot},
		{Keyword: gherkin.Then, Pattern: `a stream that is opened again is resumed`, Manual: "one that a GET opened, by the id of its last event; not observed if none ends, or none is opened again",
			Func: listensOn},
		{Keyword: gherkin.Then, Pattern: `a stream that is opened again is opened not before (\S+)`,
			Manual:  "the only one that a GET opened, after its end; not observed if none ends, or none is opened again",
			Example: "a stream that is opened again is opened not before 200ms", Func: listensLater},
		{Keyword: gherkin.Then, Pattern: `the stream of the call that is given up is closed`, Manual: "before the next call is answered; not observed if there is none",
			Func: closesStream},
		{Keyword: gherkin.Then, Pattern: `the client comes back to the stream of the call`, Manual: "by a GET with a last event id", Func: comesBack},
		{Keyword: gherkin.Then, Pattern: `the client comes back a second time not before (\S+)`,
			Manual: "after the first, in the same session and with another id; not observed if it does not", Example: "the client comes back a second time not before 900ms", Func: secondPatient},
		{Keyword: gherkin.Then, Pattern: `the client comes back not before (\S+)`,
			Manual: "each GET with a last event id, after the end of the stream of the call, or after the one before", Example: "the client comes back not before 500ms", Func: patient},
	})
}

func listens(r *clientcheck.Run) error {
	return verdict.NotObservedIf(len(r.Verbs(http.MethodGet)) == 0, "the client sent no GET")
}

// brokenStream is a run in which the server ended the stream of a call.
type brokenStream struct {
	*clientcheck.Run
	cut  time.Time
	back []clientcheck.Indexed // the GETs with a last event id that followed
}

func broken(r *clientcheck.Run) (brokenStream, error) {
	cuts := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindFault && e.Method == "tools/call" && (e.Text == "end" || e.Text == "sse")
	})
	if len(cuts) == 0 {
		return brokenStream{}, verdict.NotObserved("the client called no tool; it %s", r.End())
	}
	var back []clientcheck.Indexed
	for _, get := range r.Verbs(http.MethodGet) {
		if get.Place > cuts[0].Place && get.Header.Get(clientcheck.HeaderLast) != "" {
			back = append(back, get)
		}
	}
	return brokenStream{r, cuts[0].At, back}, nil
}

func resumes(r brokenStream) error {
	resumed := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindStreamOpen && e.Text == "resumed"
	})
	switch {
	case len(resumed) > 0:
		return nil
	case len(r.back) > 0:
		return fmt.Errorf("the last event id %q is that of no stream that ended", r.back[0].Header.Get(clientcheck.HeaderLast))
	}
	return errors.New("no GET with a last event id follows the end of the stream; the client " + r.End())
}

// leavesStream looks for a GET that names the last event of a stream whose answer had come.
func leavesStream(r *clientcheck.Run, last string) error {
	for _, get := range r.Verbs(http.MethodGet) {
		if get.Header.Get(clientcheck.HeaderLast) == last {
			return fmt.Errorf("a GET asks for what follows the event %q, which was the answer", last)
		}
	}
	return verdict.NotObservedIf(r.Well() != nil, "the client made no call after the answer; it %s%s", r.End(), r.LastWords())
}

// continuesNot looks for a GET that names an event of another stream than the one that has ended.
func continuesNot(r *clientcheck.Run, of string) error {
	for _, get := range r.Verbs(http.MethodGet) {
		if get.Header.Get(clientcheck.HeaderLast) == of {
			return fmt.Errorf("a GET asks for what follows the event %q, which was one of another stream, and its answer", of)
		}
	}
	return verdict.NotObservedIf(!r.Sent("tools/call"), "the client called no tool; it %s%s", r.End(), r.LastWords())
}

// listensLater looks at the first GET that follows the end of the only stream that a GET had opened.
func listensLater(r *clientcheck.Run, want time.Duration) error {
	opened := r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindStreamOpen })
	over := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindFault && e.Method == http.MethodGet && e.Text == "stream"
	})
	switch {
	case len(over) == 0:
		return verdict.NotObserved("no stream of the client was ended; it %s", r.End())
	case len(opened) > 1 && opened[1].Place < over[0].Place:
		return verdict.NotObserved("the client had several streams: which it comes back to cannot be told")
	}
	for _, get := range r.Verbs(http.MethodGet) {
		if get.Place > over[0].Place {
			after := get.At.Sub(over[0].At)
			return verdict.FailedIf(after < want-early, "the client listens again after %s, asked for was %s", after.Round(time.Millisecond), want)
		}
	}
	return verdict.NotObserved("the client does not listen again; it %s", r.End())
}

// listensOn looks at the GETs that follow the end of a stream that a GET had opened.
func listensOn(r *clientcheck.Run) error {
	over := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindFault && e.Method == http.MethodGet && e.Text == "stream"
	})
	if len(over) == 0 {
		return verdict.NotObserved("no stream of the client was ended; it %s", r.End())
	}
	for _, get := range r.Verbs(http.MethodGet) {
		if get.Place > over[0].Place {
			return verdict.FailedIf(get.Header.Get(clientcheck.HeaderLast) == "", "a GET without Last-Event-ID follows the end of the stream: what was sent meanwhile is lost")
		}
	}
	return verdict.NotObserved("the client does not listen again; it %s", r.End())
}

// early is how much sooner than asked a client may come back: its clock and ours
// start to count at different moments.
const early = 50 * time.Millisecond

func patient(r brokenStream, want time.Duration) error {
	if len(r.back) == 0 {
		return verdict.NotObserved("the client did not come back")
	}
	before, several, judged := map[string]time.Time{"": r.cut}, r.listeners() > 1, false
	for _, get := range r.back {
		stream := ""
		if several { // each is come back to at a time of its own
			stream = streamOf(get.Header.Get(clientcheck.HeaderLast))
		}
		last, known := before[stream]
		before[stream] = get.At
		if !known && r.stopsListening(get.Place) {
			continue // whose stream it is cannot be told
		}
		if !known {
			last = r.cut
		}
		judged = true
		if after := get.At.Sub(last); after < want-early {
			return fmt.Errorf("it comes back after %s, asked for was %s", after.Round(time.Millisecond), want)
		}
	}
	return verdict.NotObservedIf(!judged, "the client has several streams, and came back to none twice")
}

func comesBack(r brokenStream) error {
	return verdict.FailedIf(len(r.back) == 0, "no GET with a last event id follows the end of the stream; the client %s", r.End())
}

func secondPatient(r brokenStream, want time.Duration) error {
	for _, get := range r.back {
		if first := r.back[0]; get.Conn == first.Conn && get.Header.Get(clientcheck.HeaderLast) != first.Header.Get(clientcheck.HeaderLast) {
			after := get.At.Sub(first.At)
			return verdict.FailedIf(after < want-early, "it comes back after %s, asked for was %s", after.Round(time.Millisecond), want)
		}
	}
	return verdict.NotObserved("the client did not come back a second time, with another id; it %s", r.End())
}

// closesStream looks at the first call, which had no answer, while the next goes on.
func closesStream(r firstCall) error {
	for _, next := range r.All("tools/call")[1:] {
		for _, a := range r.SentBack("tools/call") {
			if a.ID != next.ID || a.Conn != next.Conn || a.Place < next.Place {
				continue
			}
			gone := r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindGone && e.ID == r.call.ID })
			return verdict.FailedIf(len(gone) == 0 || gone[0].Place > a.Place, "the stream stays open until the next call is answered")
		}
	}
	return verdict.NotObserved("no call follows that is answered; the client %s%s", r.End(), r.LastWords())
}

// streamOf is the stream that the id of an event is of: all but its last number.
func streamOf(id string) string { return id[:max(strings.LastIndex(id, "-"), 0)] }

// listeners are the streams that the client opened to listen.
func (r brokenStream) listeners() int {
	return len(r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindStreamOpen && e.Text != "resumed" }))
}

// stopsListening reports whether a stream to listen had ended before a place of the journal, so
// that the client may have come back to that one.
func (r brokenStream) stopsListening(at int) bool {
	over := r.Entries(func(e fakeserver.Entry) bool {
		return e.Verb == http.MethodGet && (e.Kind == fakeserver.KindGone || e.Kind == "stream end")
	})
	return len(over) > 0 && over[0].Place < at
}

func resumesAfter(r brokenStream, want string) error {
	if len(r.back) == 0 {
		return verdict.NotObserved("the client did not come back")
	}
	comesBack := func(get clientcheck.Indexed) bool { return get.Header.Get(clientcheck.HeaderLast) == want }
	if slices.ContainsFunc(r.back, comesBack) { // others may be those of other streams
		return nil
	}
	return fmt.Errorf("the last event id is %q, the last event had %q", r.back[0].Header.Get(clientcheck.HeaderLast), want)
}

// resumesAgain looks at the first call alone: one that is made again has a stream of its own, which begins
// with the same event.
func resumesAgain(r brokenStream, want string) error {
	calls := r.All("tools/call")
	r.back = slices.DeleteFunc(slices.Clone(r.back), func(get clientcheck.Indexed) bool {
		return get.Conn != r.back[0].Conn || len(calls) > 1 && get.Place > calls[1].Place
	})
	if len(r.back) < 2 {
		return verdict.NotObserved("the client did not come back twice to the stream of one call; it %s", r.End())
	}
	return resumesAfter(r, want)
}

func resumesNotAfter(r brokenStream, taken string) error {
	for _, get := range r.back {
		if get.Header.Get(clientcheck.HeaderLast) == taken {
			return fmt.Errorf("a GET asks for what follows the event %q, which an empty id has taken back", taken)
		}
	}
	return nil
}
