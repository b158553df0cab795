package authority

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// description is what a registration says of the client beside what is right.
var description = map[string]map[string]any{
	"as it should":                    {},
	"with a secret":                   {"token_endpoint_auth_method": "client_secret_basic"},
	"without a redirect URI":          {"redirect_uris": nil},
	"with an empty list of them":      {"redirect_uris": []string{}},
	"with a redirect URI without TLS": {"redirect_uris": []string{"http://client.example/callback"}},
	"with a redirect URI that is 5":   {"redirect_uris": 5},
}

// register is not testable where not everybody may register.
func (w *World) register(how string) (err error) {
	if w.reply, err = w.bench.Registration(description[how]); err != nil {
		return err
	}
	switch w.reply.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		return verdict.NotTestable("clients cannot register themselves: HTTP %d", w.reply.Status)
	}
	return nil
}

// registeredAs wants the answer to say what was registered (RFC 7591, 3.2.1).
func registeredAs(r *authcheck.Reply) error {
	if r.Status >= http.StatusMultipleChoices {
		return verdict.NotTestable("the client is not registered: HTTP %d %s", r.Status, words.Quoted(r.Text("error")))
	}
	if err := answeredWith(r, http.StatusCreated); err != nil {
		return err
	}
	members := r.Members()
	var redirects []string
	_ = jsonparts.Unmarshal(members["redirect_uris"], &redirects) // what is no list has nothing in it
	switch {
	case r.Text("client_id") == "":
		return fmt.Errorf("client_id is %s, want a text", shown(members["client_id"]))
	case !slices.Contains(redirects, authcheck.Redirect):
		return fmt.Errorf("redirect_uris is %s, want %s in it", shown(members["redirect_uris"]), authcheck.Redirect)
	}
	if _, ok := seconds(members["client_secret_expires_at"]); r.Text("client_secret") != "" && !ok {
		return fmt.Errorf("there is a client_secret, and client_secret_expires_at is %s", shown(members["client_secret_expires_at"]))
	}
	return nil
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
