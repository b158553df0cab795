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

func streamSteps() []gherkin.Step {
	return gherkin.Noun("stream", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the client listens`, Manual: "not observed if it sends no GET", Func: listens},
		{Keyword: gherkin.Then, Pattern: `the stream of the call is resumed`, Manual: "by a GET with the last event id that it had", Func: resumes},
		{Keyword: gherkin.Then, Pattern: `the client comes back not before (\S+)`,
			Manual: "a GET with a last event id, after the end of the stream of the call", Example: "the client comes back not before 500ms", Func: patient},
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
		return e.Kind == fakeserver.KindFault && e.Method == "tools/call" && e.Text == "end"
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

// early is how much sooner than asked a client may come back: its clock and ours
// start to count at different moments.
const early = 50 * time.Millisecond

func patient(r brokenStream, want time.Duration) error {
	if len(r.back) == 0 {
		return verdict.NotObserved("the client did not come back")
	}
	if after := r.back[0].At.Sub(r.cut); after < want-early {
		return fmt.Errorf("it comes back after %s, asked for was %s", after.Round(time.Millisecond), want)
	}
	return nil
}
