package client

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func streamSteps() []Step {
	return gherkin.Noun("stream", []Step{
		{Keyword: Then, Pattern: `the client listens`, Manual: "not observed if it sends no GET", Func: (*World).listens},
		{Keyword: Then, Pattern: `the stream of the call is resumed`, Manual: "by a GET with the last event id that it had", Func: (*World).resumes},
		{Keyword: Then, Pattern: `the client comes back not before (\S+)`,
			Manual: "a GET with a last event id, after the end of the stream of the call", Example: "the client comes back not before 500ms",
			Func: (*World).patient},
	})
}

func (w *World) listens() error {
	r, err := w.seen()
	if err == nil && len(r.Verbs(http.MethodGet)) == 0 {
		err = verdict.NotObserved("the client sent no GET")
	}
	return err
}

// broken is the moment at which the server ended the stream of a call, and the
// GETs with a last event id that followed.
func (w *World) broken() (*clientcheck.Run, time.Time, []clientcheck.Indexed, error) {
	r, err := w.seen()
	if err != nil {
		return nil, time.Time{}, nil, err
	}
	cuts := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindFault && e.Method == "tools/call" && e.Text == "end"
	})
	if len(cuts) == 0 {
		return nil, time.Time{}, nil, verdict.NotObserved("the client called no tool; it %s", r.End())
	}
	var back []clientcheck.Indexed
	for _, get := range r.Verbs(http.MethodGet) {
		if get.Place > cuts[0].Place && get.Header.Get(clientcheck.HeaderLast) != "" {
			back = append(back, get)
		}
	}
	return r, cuts[0].At, back, nil
}

func (w *World) resumes() error {
	r, _, back, err := w.broken()
	if err != nil {
		return err
	}
	resumed := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindStreamOpen && e.Text == "resumed"
	})
	switch {
	case len(resumed) > 0:
		return nil
	case len(back) > 0:
		return fmt.Errorf("the last event id %q is that of no stream that ended", back[0].Header.Get(clientcheck.HeaderLast))
	}
	return errors.New("no GET with a last event id follows the end of the stream; the client " + r.End())
}

// early is how much sooner than asked a client may come back: its clock and ours
// start to count at different moments.
const early = 50 * time.Millisecond

func (w *World) patient(wait string) error {
	want, err := time.ParseDuration(wait)
	if err != nil {
		return fmt.Errorf("%q is no time", wait)
	}
	_, cut, back, err := w.broken()
	switch {
	case err != nil:
		return err
	case len(back) == 0:
		return verdict.NotObserved("the client did not come back")
	}
	if after := back[0].At.Sub(cut); after < want-early {
		return fmt.Errorf("it comes back after %s, asked for was %s", after.Round(time.Millisecond), want)
	}
	return nil
}
