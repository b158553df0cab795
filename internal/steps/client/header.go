package client

import (
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func headerSteps() []gherkin.Step {
	return gherkin.Noun("header", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `every later request names the revision that was negotiated`,
			Manual: "all HTTP requests after initialize, in Mcp-Protocol-Version", Func: namesRevision},
		{Keyword: gherkin.Then, Pattern: `every later request carries the session id`, Manual: "all HTTP requests after initialize, in Mcp-Session-Id",
			Func: carriesSession},
		{Keyword: gherkin.Then, Pattern: `every (POST|GET) accepts (\S+(?: and \S+)?)`, Manual: "in Accept, by name: wildcards do not count",
			Example: "every POST accepts application/json and text/event-stream", Func: accepts},
	})
}

func namesRevision(r session) error {
	requests, err := r.Later(r.welcomed)
	if err != nil {
		return err
	}
	for _, q := range requests {
		negotiated, named := r.RevisionAt(q.Place), q.Header.Get(clientcheck.HeaderRevision)
		switch {
		case negotiated < "2025-06-18":
			return verdict.NotTestable("it holds from revision 2025-06-18 on, the session speaks %q", negotiated)
		case named != negotiated:
			return fmt.Errorf("%s (%s) has the MCP-Protocol-Version %q, negotiated was %q", q.What(), q.Verb, named, negotiated)
		}
	}
	return nil
}

func carriesSession(r session) error {
	minted := r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindSessionMinted })
	if len(minted) == 0 {
		return verdict.NotObserved("the server gave no session id")
	}
	requests, err := r.Later(max(r.welcomed, minted[0].Place))
	if err != nil {
		return err
	}
	for _, q := range requests {
		id := q.Header.Get(clientcheck.HeaderSession)
		if !slices.ContainsFunc(minted, func(m clientcheck.Indexed) bool { return m.ID == id }) {
			return fmt.Errorf("%s (%s) carries the session id %q, given was %q", q.What(), q.Verb, id, minted[0].ID)
		}
	}
	return nil
}

func accepts(r *clientcheck.Run, verb, types string) error {
	requests := r.Verbs(verb)
	if len(requests) == 0 {
		return verdict.NotObserved("the client sent no %s", verb)
	}
	for _, q := range requests {
		listed := mediaTypes(q.Header)
		for wanted := range strings.SplitSeq(types, " and ") {
			if !slices.Contains(listed, wanted) {
				return fmt.Errorf("a %s has the Accept %q, which does not list %s", verb, strings.Join(q.Header.Values("Accept"), ", "), wanted)
			}
		}
	}
	return nil
}

// mediaTypes are the types in Accept, without parameters, in small letters.
func mediaTypes(h http.Header) []string {
	var out []string
	for _, value := range h.Values("Accept") {
		for part := range strings.SplitSeq(value, ",") {
			if kind, _, err := mime.ParseMediaType(part); err == nil {
				out = append(out, kind)
			}
		}
	}
	return out
}
