package authority

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
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

// pretend redeems a code of a client that has a secret without knowing it.
func (w *World) pretend() error {
	client, err := w.bench.Confidential()
	if err != nil {
		return err
	}
	for _, c := range []*authcheck.Client{client, client.Pretender()} {
		asked, code, err := w.bench.Code(client)
		if err != nil {
			return err
		}
		if w.reply, err = w.bench.RedeemWith(c, asked, code, nil); err != nil {
			return err
		}
		if c == client && w.reply.Token("access_token") == "" {
			return verdict.NotObserved("the right secret is of no use: HTTP %d", w.reply.Status)
		}
	}
	return nil
}

// pretendToRenew renews the login of a client that has a secret without knowing it.
func (w *World) pretendToRenew() error {
	client, err := w.bench.Confidential()
	if err != nil {
		return err
	}
	w.client = client
	asked, code, err := w.bench.Code(client)
	if err != nil {
		return err
	}
	if r, err := w.bench.RedeemWith(client.Pretender(), asked, code, nil); err != nil || r.Token("access_token") != "" {
		return cmp.Or(err, verdict.Because("AS-06", "a code is good with another secret, too"))
	}
	if err = w.loggedIn(); err != nil {
		return err
	}
	w.reply, err = w.bench.Renew(client.Pretender(), w.tokens.Token("refresh_token"), "")
	return err
}

func (w *World) renew() (err error) {
	w.reply, err = w.bench.Renew(w.client, w.tokens.Token("refresh_token"), "")
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

func (w *World) renewAsOther() error {
	other, err := w.bench.Register(authcheck.Redirect)
	if err != nil {
		return err
	}
	w.reply, err = w.bench.Renew(other, w.tokens.Token("refresh_token"), "")
	return err
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
	doc, err := w.bench.Metadata()
	if err != nil {
		return err
	}
	scopes := slices.DeleteFunc(doc.List("scopes_supported"), func(s string) bool { return slices.Contains([]string{"openid", "offline_access"}, s) })
	if len(scopes) < 2 {
		return verdict.NotTestable("the metadata name no two scopes to choose from")
	}
	asked, code, err := w.bench.CodeWith(w.client, map[string]string{"scope": scopes[0]})
	if err != nil {
		return err
	}
	if w.tokens, err = w.bench.RedeemWith(w.client, asked, code, nil); err != nil {
		return err
	}
	if err := w.renewable(); err != nil {
		return err
	}
	if w.more = scopes[1]; has(w.tokens, w.more) {
		return verdict.NotObserved("more is granted than was asked for")
	}
	w.reply, err = w.bench.Renew(w.client, w.tokens.Token("refresh_token"), scopes[0]+" "+w.more)
	return err
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

// answeredWith wants an answer to have a status, and to be JSON.
func answeredWith(r *authcheck.Reply, status int) error {
	if r.Status != status {
		return fmt.Errorf("the status is %d, want %d", r.Status, status)
	}
	return verdict.FailedIf(!r.JSON(), "the Content-Type is %s, want application/json", words.Quoted(r.Header.Get("Content-Type")))
}

// tokenForm wants a token to be answered as every client reads it (OAuth 2.1, 3.2.3).
func tokenForm(r *authcheck.Reply) error {
	if r.Status >= http.StatusMultipleChoices {
		return verdict.Because("AS-06", "there is no token: HTTP %d %s", r.Status, words.Quoted(r.Text("error")))
	}
	if err := answeredWith(r, http.StatusOK); err != nil {
		return err
	}
	members := r.Members()
	switch {
	case !strings.Contains(strings.ToLower(r.Header.Get("Cache-Control")), "no-store"):
		return fmt.Errorf("Cache-Control is %s, want no-store", words.Quoted(r.Header.Get("Cache-Control")))
	case !strings.EqualFold(r.Text("token_type"), "Bearer"):
		return fmt.Errorf("token_type is %s, want Bearer", shown(members["token_type"]))
	}
	if raw := members["expires_in"]; raw != nil {
		if _, ok := seconds(raw); !ok {
			return fmt.Errorf("expires_in is %s, want a number", shown(raw))
		}
	}
	for _, name := range []string{"access_token", "refresh_token", "scope"} {
		if raw := members[name]; r.Text(name) == "" && (raw != nil && string(raw) != `""` || name == "access_token") {
			return fmt.Errorf("%s is %s, want a text", name, hidden(raw))
		}
	}
	return nil
}

// hidden is the kind of a member that may be a secret.
func hidden(raw json.RawMessage) string {
	if raw == nil {
		return "missing"
	}
	return "no text"
}

func seconds(raw json.RawMessage) (time.Duration, bool) {
	var n float64
	if jsonparts.Unmarshal(raw, &n) != nil || string(raw) == "null" {
		return 0, false
	}
	return time.Duration(n) * time.Second, true
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

// refusal wants an error as every client reads it (OAuth 2.1, 3.2.4).
func (w *World) refusal(code string) error {
	r, err := w.besideUsual()
	if err != nil {
		return err
	}
	if r.Token("access_token") != "" {
		return verdict.Because("AS-06", "there is a token")
	}
	if err := answeredWith(r, http.StatusBadRequest); err != nil {
		return err
	}
	return verdict.FailedIf(r.Text("error") != code, "error is %s, want %q", shown(r.Members()["error"]), code)
}

// besideUsual is the answer that is judged, if what is not unusual is served at all.
func (w *World) besideUsual() (*authcheck.Reply, error) {
	r, err := w.answer()
	if err != nil {
		return nil, err
	}
	asked, code, err := w.bench.Code(w.client)
	if err != nil {
		return nil, err
	}
	usual, err := w.bench.RedeemWith(w.client, asked, code, nil)
	if err == nil && usual.Token("access_token") == "" {
		err = verdict.Because("AS-06", "there is no token for a correct request, too: HTTP %d", usual.Status)
	}
	return r, err
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

// renewedForm judges the answer to a renewal, which may be refused for many reasons.
func renewedForm(r *authcheck.Reply) error {
	if r.Status >= http.StatusMultipleChoices {
		return verdict.NotObserved("the login cannot be renewed: HTTP %d %s", r.Status, words.Quoted(r.Text("error")))
	}
	return tokenForm(r)
}
