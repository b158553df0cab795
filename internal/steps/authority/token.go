package authority

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// wrongly are the parameters of a token request that are not the usual ones; "" = left out.
var wrongly = map[string]map[string]string{
	"with another verifier":          {"code_verifier": "mcpsim-mcpsim-mcpsim-mcpsim-mcpsim-mcpsim-0"},
	"without a verifier":             {"code_verifier": ""},
	"as a code that was never given": {"code": "mcpsim-mcpsim-mcpsim"},
	"with a grant type of its own":   {"grant_type": "mcpsim"},
	"with a resource":                {"resource": "https://mcp.client.example/mcp"},
	"with a parameter of its own":    {"mcpsim": "mcpsim"},
	"with an empty verifier":         {"code_verifier": authcheck.Empty},
	"without a grant type":           {"grant_type": ""},
	"without a code":                 {"code": ""},
	"as a client that is not known":  {"client_id": "mcpsim-unknown"},
}

func (w *World) redeem(how string) error {
	client, changes := w.client, wrongly[how]
	var more map[string]string // of the authorization request
	if how == "with a resource" {
		more = changes
	}
	asked, code, err := w.bench.CodeWith(client, more)
	if err != nil {
		return err
	}
	switch how {
	case "with the challenge as its verifier":
		changes = map[string]string{"code_verifier": asked.Challenge()}
	case "with more than its verifier":
		changes = map[string]string{"code_verifier": asked.Verifier() + "m"}
	case "with more than the code":
		changes = map[string]string{"code": code + "m"}
	case "by no client":
		client = &authcheck.Client{Redirect: client.Redirect}
	case "by another client":
		if client, err = w.bench.Register(authcheck.Redirect); err != nil {
			return err
		}
	case "twice":
		if w.tokens, err = w.bench.RedeemWith(client, asked, code, nil); err != nil {
			return err
		}
	}
	w.reply, err = w.bench.RedeemWith(client, asked, code, changes)
	return err
}

func (w *World) renew() (err error) {
	w.reply, err = w.bench.Renew(w.client, w.tokens.Token("refresh_token"), "")
	return err
}

func (w *World) loggedIn() error { return w.logIn(nil, nil) }

// logIn logs a user in, with other parameters of both requests.
func (w *World) logIn(ask, redeem map[string]string) error {
	asked, code, err := w.bench.CodeWith(w.client, ask)
	if err != nil {
		return err
	}
	if w.tokens, err = w.bench.RedeemWith(w.client, asked, code, redeem); err != nil {
		return err
	}
	return w.renewable()
}

func (w *World) renewable() error {
	return verdict.NotObservedIf(w.tokens.Token("refresh_token") == "", "there is no refresh token (HTTP %d)", w.tokens.Status)
}

func (w *World) renewTwice() error {
	first := w.tokens.Token("refresh_token")
	renewed, err := w.bench.Renew(w.client, first, "")
	if err != nil {
		return err
	}
	if renewed.Token("access_token") == "" {
		return verdict.NotObserved("the login cannot be renewed: HTTP %d", renewed.Status)
	}
	if next := renewed.Token("refresh_token"); next != "" && next != first {
		w.tokens = renewed
	}
	w.reply, err = w.bench.Renew(w.client, first, "")
	return err
}

func (w *World) renewAsOther(secret string) (err error) {
	var other *authcheck.Client
	if secret != "" {
		other, err = w.secretive()
	} else {
		other, err = w.bench.Register(authcheck.Redirect)
	}
	if err != nil {
		return err
	}
	w.reply, err = w.bench.Renew(other, w.tokens.Token("refresh_token"), "")
	return err
}

// renewLater goes on with the refresh token of a renewal, if there is one: it must be good once, too.
func (w *World) renewLater() error {
	first := w.tokens.Token("refresh_token")
	r, err := w.bench.Renew(w.client, first, "")
	if err != nil {
		return err
	}
	if next := r.Token("refresh_token"); next == "" || next == first {
		return verdict.NotObserved("a renewal gives no other refresh token: HTTP %d", r.Status)
	}
	w.tokens = r
	return w.renewTwice()
}

// renewLonger renews the login with more than its refresh token.
func (w *World) renewLonger() (err error) {
	w.reply, err = w.bench.Renew(w.client, w.tokens.Token("refresh_token")+"m", "")
	return err
}

// renewUnknown renews a login that there never was.
func (w *World) renewUnknown() (err error) {
	w.reply, err = w.bench.Renew(w.client, "mcpsim-mcpsim-mcpsim", "")
	return err
}

// renewFor renews a login for the resource that it was for, or with a parameter of its own.
func (w *World) renewFor(how string) error {
	changes := wrongly[how]
	var more map[string]string // of the authorization request and of that for the first token
	if how == "with a resource" {
		more = changes
	}
	if err := w.logIn(more, more); err != nil {
		return err
	}
	renewed, err := w.bench.Renew(w.client, w.tokens.Token("refresh_token"), "")
	if err != nil {
		return err
	}
	if renewed.Token("access_token") == "" {
		return verdict.NotObserved("the login cannot be renewed: HTTP %d", renewed.Status)
	}
	if raw := renewed.Members()["refresh_token"]; raw != nil {
		if w.tokens = renewed; renewed.Token("refresh_token") == "" {
			return verdict.Because("AS-14", "the new refresh token is no text")
		}
	}
	w.reply, err = w.bench.RenewWith(w.client, w.tokens.Token("refresh_token"), changes)
	return err
}

// renewedToo wants a login that can be renewed to be renewed with what was right when it began, too.
func (w *World) renewedToo() error {
	r, err := w.answer()
	if err != nil {
		return err
	}
	return verdict.FailedIf(notTaken(r), "there is no token: %s; without the parameter the login is renewed", r.What())
}

// renewSame logs in with some of the scopes of the metadata, and renews the login without naming them.
func (w *World) renewSame(number string) error {
	scopes, err := w.scopes()
	if err != nil {
		return err
	}
	if number == "one scope" {
		scopes = scopes[:1]
	}
	if err := w.logIn(map[string]string{"scope": strings.Join(scopes, " ")}, nil); err != nil {
		return err
	}
	return w.renew()
}

// same wants the scopes of a renewal that names none to be those of the login (RFC 6749, 6).
func (w *World) same() error {
	before, after := strings.Fields(w.tokens.Token("scope")), strings.Fields(w.reply.Token("scope"))
	if len(before) == 0 || len(after) == 0 {
		return verdict.NotObserved("the answers do not name the scopes")
	}
	slices.Sort(before)
	slices.Sort(after)
	return verdict.FailedIf(!slices.Equal(before, after), "the login is for %s, its renewal is for %s", strings.Join(before, " "), strings.Join(after, " "))
}

// ended wants what was used twice to have ended the login: one of the two users is a thief.
func (w *World) ended(check string) error {
	if w.reply.Token("access_token") != "" {
		return verdict.Because(check, "what was used twice is good twice")
	}
	if err := w.renewable(); err != nil {
		return err
	}
	r, err := w.bench.Renew(w.client, w.tokens.Token("refresh_token"), "")
	if err != nil {
		return err
	}
	return verdict.FailedIf(r.Token("access_token") != "", "the login goes on: its newest refresh token is good")
}

// renewMore logs in with one scope of the metadata, and renews the login with two.
func (w *World) renewMore() error {
	scopes, err := w.scopes()
	if err != nil {
		return err
	}
	if err := w.logIn(map[string]string{"scope": scopes[0]}, nil); err != nil {
		return err
	}
	if w.more = scopes[1]; has(w.tokens, w.more) {
		return verdict.NotObserved("more is granted than was asked for")
	}
	w.reply, err = w.bench.Renew(w.client, w.tokens.Token("refresh_token"), scopes[0]+" "+w.more)
	return err
}

// scopes are two of the metadata that a client may choose from; not testable without.
func (w *World) scopes() ([]string, error) {
	doc, err := w.bench.Metadata()
	if err != nil {
		return nil, err
	}
	scopes := slices.DeleteFunc(doc.List("scopes_supported"), func(s string) bool { return slices.Contains([]string{"openid", "offline_access"}, s) })
	if len(scopes) < 2 {
		return nil, verdict.NotTestable("the metadata name no two scopes to choose from")
	}
	return scopes[:2], nil
}

func has(r *authcheck.Reply, scope string) bool {
	return slices.Contains(strings.Fields(r.Token("scope")), scope)
}

func (w *World) noMore() error {
	return verdict.FailedIf(has(w.reply, w.more), "the scope %s is granted by a renewal, and was not by the user", w.more)
}

func hasToken(r *authcheck.Reply) error {
	switch {
	case r.Token("access_token") != "":
		return nil
	case r.Status < http.StatusMultipleChoices:
		return verdict.Because("AS-14", "there is no token: HTTP %d", r.Status)
	}
	return fmt.Errorf("there is no token: HTTP %d %s", r.Status, words.Quoted(words.Clip(string(r.Body), 200)))
}

func noToken(r *authcheck.Reply) error {
	return verdict.FailedIf(r.Token("access_token") != "", "there is a token")
}

// longest is how long a token may be good to be called short-lived.
const longest = 24 * time.Hour

func shortLived(r *authcheck.Reply) error {
	d, ok := seconds(r.Members()["expires_in"])
	if !ok {
		return verdict.NotObserved("the answer does not say how long the token is good")
	}
	return verdict.FailedIf(d > longest, "the access token is good for %v", d)
}

// undisturbed wants a parameter that a server need not know to change nothing.
func (w *World) undisturbed() error {
	r, err := w.besideUsual()
	if err != nil {
		return err
	}
	switch {
	case r.Text("error") == foreignTarget:
		return verdict.NotObserved("the authorization server gives no tokens for this resource")
	case r.Token("access_token") == "":
		return fmt.Errorf("there is no token: HTTP %d %s", r.Status, words.Quoted(r.Text("error")))
	}
	return nil
}
