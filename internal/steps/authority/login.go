package authority

import (
	"fmt"
	"net/http"
	"net/url"

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
	back := a.Back()
	if back == nil {
		return verdict.NotObserved("the user is not sent back (HTTP %d): a person has to log in, or the error is shown", a.Reply.Status)
	}
	return verdict.FailedIf(back.Get("iss") != w.bench.Target.Issuer, "iss is %s, want %s", words.Quoted(back.Get("iss")), w.bench.Target.Issuer)
}

// stated wants an answer to have the state of its request, errors too.
func stated(a *authcheck.Asked) error {
	back := a.Back()
	if back == nil {
		return verdict.NotObserved("the user is not sent back (HTTP %d): a person has to log in, or the error is shown", a.Reply.Status)
	}
	return verdict.FailedIf(back.Get("state") != a.State(), "state is %s, want %s", words.Quoted(back.Get("state")), words.Quoted(a.State()))
}

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

// notSent wants the user not to be sent to the redirect URI of the request.
func notSent(a *authcheck.Asked) error {
	return verdict.FailedIf(a.Back() != nil, "the user is sent to %s", a.Redirect)
}

func noCode(a *authcheck.Asked) error {
	return verdict.FailedIf(a.Back().Has("code"), "the user is sent to %s with a code", a.Redirect)
}

func (w *World) redeem(how string) error {
	asked, code, err := w.bench.Code(w.client)
	if err != nil {
		return err
	}
	verifier := asked.Verifier()
	switch how {
	case "with another verifier":
		verifier = "mcpsim-mcpsim-mcpsim-mcpsim-mcpsim-mcpsim-0"
	case "without a verifier":
		verifier = ""
	case "by another client":
		other, err := w.bench.Register(authcheck.Redirect)
		if err != nil {
			return err
		}
		w.reply, err = w.bench.Redeem(other, asked, code, verifier)
		return err
	case "twice":
		if _, err := w.bench.Redeem(w.client, asked, code, verifier); err != nil {
			return err
		}
	}
	w.reply, err = w.bench.Redeem(w.client, asked, code, verifier)
	return err
}

func (w *World) loggedIn() error {
	asked, code, err := w.bench.Code(w.client)
	if err != nil {
		return err
	}
	if w.tokens, err = w.bench.Redeem(w.client, asked, code, asked.Verifier()); err != nil {
		return err
	}
	return verdict.NotObservedIf(w.tokens.Token("refresh_token") == "", "there is no refresh token (HTTP %d)", w.tokens.Status)
}

func (w *World) renewTwice() error {
	first := w.tokens.Token("refresh_token")
	renewed, err := w.bench.Renew(w.client, first)
	if err != nil {
		return err
	}
	if renewed.Token("access_token") == "" {
		return verdict.NotObserved("the login cannot be renewed: HTTP %d", renewed.Status)
	}
	w.reply, err = w.bench.Renew(w.client, first)
	return err
}

func hasToken(r *authcheck.Reply) error {
	if r.Token("access_token") == "" {
		return fmt.Errorf("there is no token: HTTP %d %s", r.Status, words.Quoted(words.Clip(string(r.Body), 200)))
	}
	return nil
}

func noToken(r *authcheck.Reply) error {
	return verdict.FailedIf(r.Token("access_token") != "", "there is a token")
}
