package authority

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/loopback"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

func (w *World) known() (err error) {
	w.client, err = w.bench.Client()
	return err
}

func (w *World) public() error {
	if err := w.known(); err != nil {
		return err
	}
	return verdict.NotTestableIf(!w.client.Public(), "the client has a secret: what holds for public ones does not hold for it")
}

func (w *World) registered(redirect string) (err error) {
	w.client, err = w.bench.Register(redirect)
	return err
}

// offer registers a client and sends a user for it. A registration that is refused ends it.
func (w *World) offer(redirect string) error {
	client, r, err := w.bench.Offer(redirect)
	if err != nil {
		return err
	}
	if w.client = client; client == nil {
		w.asked = &authcheck.Asked{Redirect: redirect, Reply: r}
		return nil
	}
	return w.ask()
}

func (w *World) documented() error {
	doc, err := w.bench.Metadata()
	switch {
	case err != nil:
		return err
	case !doc.Says("client_id_metadata_document_supported"):
		return verdict.Because("AS-08", "the server supports no client metadata documents")
	case w.bench.Target.Document == "":
		return verdict.NotTestable("there is no client metadata document: give its URL with --client-document")
	}
	w.client = &authcheck.Client{ID: w.bench.Target.Document, Redirect: authcheck.Redirect}
	return nil
}

func (w *World) near() error {
	u, err := url.Parse(w.bench.Target.Issuer)
	if err != nil {
		return err
	}
	return verdict.NotTestableIf(!loopback.Host(u.Hostname()) || w.bench.Target.Canary == nil, "the authorization server is on another machine: what it connects to there cannot be seen")
}

func (w *World) ask() (err error) {
	w.asked, err = w.bench.Ask(w.client, nil)
	return err
}

// askWith is not testable where not even a correct request is served: then it says nothing
// that a wrong one is not.
func (w *World) askWith(name, value string) error {
	right, err := w.bench.Ask(w.client, nil)
	if err != nil {
		return err
	}
	if right.Reply.Status >= http.StatusBadRequest {
		return verdict.NotTestable("not even a correct request is served: HTTP %d", right.Reply.Status)
	}
	if right.Back().Has("error") && value == "" {
		return verdict.NotTestable("not even a correct request is served: %s", right.Back().Get("error"))
	}
	w.asked, err = w.bench.Ask(w.client, map[string]string{name: value})
	return err
}

func (w *World) lure(scheme string) (err error) {
	if w.canary, err = w.bench.Target.Canary(); err != nil {
		return err
	}
	w.client = &authcheck.Client{ID: scheme + "://" + w.canary.Address + "/client.json", Redirect: authcheck.Redirect}
	return w.ask()
}

func (w *World) unvisited() error {
	return verdict.FailedIf(w.canary.Visits() > 0, "the authorization server connects to %s: anyone can have it ask addresses of its own network", w.canary.Address)
}

func (w *World) askAsOther() error {
	u, err := url.Parse(w.client.ID)
	if err != nil {
		return err
	}
	query := u.Query()
	query.Set("mcpsim", "other")
	u.RawQuery = query.Encode()
	return w.askWith("client_id", u.String())
}

func (w *World) issued() error {
	a, err := w.request()
	if err != nil {
		return err
	}
	back, err := sentBack(a)
	if err != nil {
		return err
	}
	if !a.Answered() {
		return verdict.Because("AS-13", "the user comes back with no answer")
	}
	return verdict.FailedIf(back.Get("iss") != w.bench.Target.Issuer, "iss is %s, want %s", words.Quoted(back.Get("iss")), w.bench.Target.Issuer)
}

// sentBack is what the user comes back with.
func sentBack(a *authcheck.Asked) (url.Values, error) {
	back := a.Back()
	return back, verdict.NotObservedIf(back == nil, "the user is not sent back (HTTP %d): a person has to log in, or the error is shown", a.Reply.Status)
}

// stated wants an answer to have the state of its request, errors too.
func stated(a *authcheck.Asked) error {
	back, err := sentBack(a)
	if err != nil {
		return err
	}
	if !a.Answered() {
		return fmt.Errorf("the user comes back to %s with no code and no error", a.Redirect)
	}
	return verdict.FailedIf(back.Get("state") != a.State(), "state is %s, want %s", words.Quoted(back.Get("state")), words.Quoted(a.State()))
}

// whole wants the query of the redirect URI to be there still: another one is not registered.
func whole(a *authcheck.Asked) error {
	back, err := sentBack(a)
	if err != nil {
		return err
	}
	if !a.Answered() {
		return verdict.Because("AS-13", "the user comes back with no answer")
	}
	want, err := url.Parse(a.Redirect)
	if err != nil {
		return err
	}
	for name, values := range want.Query() {
		if !slices.Equal(back[name], values) {
			return fmt.Errorf("the user is sent to %s without its query", a.Redirect)
		}
	}
	return nil
}

// unhindered wants a parameter that a correct server may not know to change nothing. A server
// that knows resource can say that this one is none of its own (RFC 8707, 2).
func unhindered(a *authcheck.Asked) error {
	problem := a.Back().Get("error")
	if problem == "" {
		problem = a.Reply.Text("error")
	}
	switch {
	case problem == foreignTarget:
		return verdict.NotObserved("the authorization server gives no tokens for this resource")
	case a.Reply.Status >= http.StatusBadRequest || problem != "":
		return fmt.Errorf("the request is answered with HTTP %d %s; without the parameter it is served", a.Reply.Status, words.Quoted(problem))
	}
	return nil
}

// foreignTarget is the error of a resource that is not known.
const foreignTarget = "invalid_target"

func (w *World) announced() error {
	a, err := w.request()
	if err != nil {
		return err
	}
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	if !a.Back().Has("iss") {
		return verdict.NotObserved("no answer has an iss")
	}
	const announced = "authorization_response_iss_parameter_supported"
	return verdict.FailedIf(!doc.Says(announced), "the answer has an iss, and %s is %s", announced, shown(doc.Members[announced]))
}

// registeredBoth is not testable where a client has one redirect URI at most.
func (w *World) registeredBoth(first, second string) (err error) {
	w.client, err = w.bench.RegisterBoth(first, second)
	return err
}

// registeredToo registers another client; users come with the first one.
func (w *World) registeredToo(redirect string) error {
	_, err := w.bench.Register(redirect)
	return err
}

// served wants a correct request not to be refused. A person may have to log in, and a server may have
// reasons of its own; that the endpoint is not there, or fails, is none.
func (w *World) served() error {
	a, err := w.request()
	if err != nil {
		return err
	}
	switch status := a.Reply.Status; {
	case status >= http.StatusInternalServerError, slices.Contains([]int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone}, status):
		return fmt.Errorf("a correct request is answered with HTTP %d", status)
	case status >= http.StatusBadRequest:
		return verdict.NotObserved("a correct request is answered with HTTP %d", status)
	}
	return verdict.FailedIf(a.Back().Get("error") == serverError, "a correct request is answered with %q", serverError)
}

// serverError is that of a server which does not know what is wrong.
const serverError = "server_error"

// servedToo is [unhindered] for what may be left out.
func servedToo(a *authcheck.Asked) error {
	problem := a.Back().Get("error")
	if problem == "invalid_scope" { // the scope may be wanted (RFC 6749, 3.3)
		return verdict.NotObserved("the authorization server wants a scope")
	}
	if a.Reply.Status >= http.StatusBadRequest || problem != "" {
		return fmt.Errorf("the request is answered with HTTP %d %s; with the parameter it is served", a.Reply.Status, words.Quoted(problem))
	}
	return nil
}

// servedAsOne wants a request with the second of two redirect URIs to be served as one with the only one.
func (w *World) servedAsOne() error {
	a, err := w.request()
	if err != nil {
		return err
	}
	one, err := w.bench.Client()
	if err != nil {
		return err
	}
	usual, err := w.bench.Ask(one, nil)
	if err != nil || turnedDown(usual) {
		return cmp.Or(err, verdict.NotTestable("not even a correct request is served"))
	}
	return verdict.FailedIf(turnedDown(a), "the request is answered with HTTP %d %s", a.Reply.Status, words.Quoted(a.Back().Get("error")))
}

// turnedDown reports whether a user gets an error, or is sent back with one.
func turnedDown(a *authcheck.Asked) bool {
	return a.Reply.Status >= http.StatusBadRequest || a.Back().Has("error")
}

// sentAway wants a user without a redirect URI of their own not to be sent to one of several.
func sentAway(a *authcheck.Asked) error {
	to := a.Reply.Location
	return verdict.FailedIf(to != nil && (to.Query().Has("code") || to.Query().Has("error")), "the user is sent to %s, and the client has two redirect URIs", to)
}

// errorsOf are the errors of the authorization endpoint (RFC 6749, 4.1.2.1, and what its registry adds).
var errorsOf = strings.Fields(`invalid_request unauthorized_client access_denied unsupported_response_type invalid_scope temporarily_unavailable invalid_target
	interaction_required login_required account_selection_required consent_required unsupported_response_mode unmet_authentication_requirements`)

// readable wants an error that comes back to a client to be one that it knows.
func readable(a *authcheck.Asked) error {
	if a.Reply.Status >= http.StatusInternalServerError {
		return fmt.Errorf("the authorization server fails over it: HTTP %d", a.Reply.Status)
	}
	back, err := sentBack(a)
	if err != nil {
		return err
	}
	problem := back.Get("error")
	return verdict.FailedIf(problem != "" && !slices.Contains(errorsOf, problem), "error is %s, which is none of this endpoint", words.Quoted(problem))
}

// once wants no parameter of an answer to be there twice (OAuth 2.1, 3.1).
func once(a *authcheck.Asked) error {
	back, err := sentBack(a)
	if err != nil {
		return err
	}
	for _, name := range []string{"code", "error", "iss", "state"} {
		if len(back[name]) > 1 {
			return fmt.Errorf("%s is there %d times", name, len(back[name]))
		}
	}
	return nil
}

// notSent wants the user not to be sent to the redirect URI of the request.
func notSent(a *authcheck.Asked) error {
	return verdict.FailedIf(a.Back() != nil, "the user is sent to %s", a.Redirect)
}

func noCode(a *authcheck.Asked) error {
	if a.Back().Has("code") {
		return fmt.Errorf("the user is sent to %s with a code", a.Redirect)
	}
	return verdict.FailedIf(a.Reply.Status >= http.StatusInternalServerError, "the authorization server fails over it: HTTP %d", a.Reply.Status)
}

func noEarlyToken(a *authcheck.Asked) error {
	return verdict.FailedIf(a.Back().Has("access_token") || a.Parted().Has("access_token"), "the user is sent to %s with a token", a.Redirect)
}
