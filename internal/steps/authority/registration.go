package authority

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// description is what a registration says of the client beside what is right.
var description = map[string]map[string]any{
	"as it should":                        {},
	"with a secret":                       {"token_endpoint_auth_method": "client_secret_basic"},
	"without a redirect URI":              {"redirect_uris": nil},
	"with an empty list of them":          {"redirect_uris": []string{}},
	"with a redirect URI without TLS":     {"redirect_uris": []string{"http://client.example/callback"}},
	"with a redirect URI that is 5":       {"redirect_uris": 5},
	"with a redirect URI without a host":  {"redirect_uris": []string{"/callback"}},
	"with a redirect URI with a fragment": {"redirect_uris": []string{"https://client.example/callback#more"}, "application_type": "web"},
	"with a member of its own":            {"mcpsim": "mcpsim"},
	"without an application type":         {"application_type": nil},
}

// register is not testable where not everybody may register.
func (w *World) register(how string) (err error) {
	if how == "with what is no JSON" {
		w.reply, err = w.bench.Describe(`{"redirect_uris":`)
	} else {
		w.reply, err = w.bench.Registration(description[how])
	}
	if err != nil {
		return err
	}
	switch w.reply.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		return verdict.NotTestable("clients cannot register themselves: HTTP %d", w.reply.Status)
	}
	return nil
}

// registeredAs wants the answer to say what was registered (RFC 7591, 3.2.1).
func (w *World) registeredAs() error {
	r, err := w.answer()
	if err != nil {
		return err
	}
	if r.Status >= http.StatusBadRequest && r.Status < http.StatusInternalServerError {
		return verdict.NotTestable("the client is not registered: HTTP %d %s", r.Status, words.Quoted(r.Text("error")))
	}
	if err := answeredWith(r, http.StatusCreated); err != nil {
		return err
	}
	members := r.Members()
	switch {
	case r.Text("client_id") == "":
		return fmt.Errorf("client_id is %s, want a text", shown(members["client_id"]))
	case !slices.Contains(authcheck.Texts(members["redirect_uris"]), authcheck.Redirect):
		return fmt.Errorf("redirect_uris is %s, want %s in it", shown(members["redirect_uris"]), authcheck.Redirect)
	}
	for name, want := range map[string]string{"grant_types": "authorization_code", "response_types": "code"} {
		if members[name] != nil && !slices.Contains(authcheck.Texts(members[name]), want) {
			return fmt.Errorf("%s is %s, want %q in it", name, shown(members[name]), want)
		}
	}
	if members["scope"] != nil && string(members["scope"]) != `""` && string(members["scope"]) != "null" && r.Text("scope") == "" {
		return fmt.Errorf("scope is %s, want a text", shown(members["scope"]))
	}
	if raw := members["token_endpoint_auth_method"]; raw != nil && string(raw) != "null" && r.Text("token_endpoint_auth_method") == "" {
		return fmt.Errorf("token_endpoint_auth_method is %s, want a text", shown(raw))
	}
	return w.datedAs(r)
}

// datedAs wants the secret of a registration to be there if it is needed, and times to be seconds.
func (w *World) datedAs(r *authcheck.Reply) error {
	members := r.Members()
	if method := r.Text("token_endpoint_auth_method"); slices.Contains(authcheck.Ways, method) && r.Text("client_secret") == "" {
		return fmt.Errorf("token_endpoint_auth_method is %q, and there is no client_secret", method)
	}
	for _, name := range []string{"client_id_issued_at", "client_secret_expires_at"} {
		d, ok := seconds(members[name])
		switch at := w.begin.Add(d - time.Duration(w.begin.Unix())*time.Second); {
		case members[name] == nil && (name == "client_id_issued_at" || r.Text("client_secret") == ""):
		case !ok || d >= longAfter:
			return fmt.Errorf("%s is %s, want a number of seconds", name, shown(members[name]))
		case name == "client_secret_expires_at" && r.Text("client_secret") != "" && d != 0 && at.Before(w.begin):
			return fmt.Errorf("the client_secret has expired: client_secret_expires_at is %s", shown(members[name]))
		}
	}
	return nil
}

// longAfter is a time since 1970 that no second has: it is one of milliseconds.
const longAfter = 200 * 365 * 24 * time.Hour

// asUsual wants what a server need not know of a client to be no reason to refuse it (RFC 7591, 2).
func (w *World) asUsual() error {
	r, err := w.answer()
	if err != nil {
		return err
	}
	usual, err := w.bench.Registration(nil)
	if err != nil {
		return err
	}
	// one of both is refused: the description that says more
	if more, less := r, usual; (more.Text("client_id") == "") != (less.Text("client_id") == "") {
		refused := more
		if less.Text("client_id") == "" {
			refused = less
		}
		return fmt.Errorf("the client is registered without it, and refused with it: %s", refused.What())
	}
	return verdict.NotTestableIf(r.Text("client_id") == "", "clients are not registered: %s", usual.What())
}

// reasoned wants the refusal of what a server may take to be one that programs can read.
func reasoned(r *authcheck.Reply) error {
	if r.Status < http.StatusMultipleChoices {
		return verdict.NotObserved("the client is registered: HTTP %d", r.Status)
	}
	return unregistered(r)
}

// unregistered wants a description that is no good to be refused in so many words (RFC 7591, 3.2.2).
func unregistered(r *authcheck.Reply) error {
	switch {
	case r.Status < http.StatusMultipleChoices:
		return fmt.Errorf("the client is registered: HTTP %d", r.Status)
	case r.Status != http.StatusBadRequest:
		return fmt.Errorf("the status is %d, want 400", r.Status)
	}
	return verdict.FailedIf(r.Text("error") == "", "error is %s, want a text", shown(r.Members()["error"]))
}
