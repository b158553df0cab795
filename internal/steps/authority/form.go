package authority

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

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
		if d, ok := seconds(raw); !ok || d <= 0 || d%time.Second != 0 {
			return fmt.Errorf("expires_in is %s, want a number of seconds", shown(raw))
		}
	}
	for _, name := range []string{"access_token", "refresh_token", "scope"} {
		if raw := members[name]; r.Text(name) == "" && (raw != nil && string(raw) != `""` || name == "access_token") {
			return fmt.Errorf("%s is %s, want a text", name, hidden(raw))
		}
	}
	return tokenText(r)
}

// tokenText wants an access token that fits into a header field (RFC 6750, 2.1), and that is no refresh token.
func tokenText(r *authcheck.Reply) error {
	text := r.Text("access_token")
	if strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return errors.New("access_token has characters that no header field takes")
	}
	return verdict.FailedIf(text == r.Text("refresh_token"), "refresh_token is the access token, which other servers see")
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
	return time.Duration(min(n, 9e9) * float64(time.Second)), true // more is no Duration
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
	if raw := r.Members()["error_description"]; raw != nil && string(raw) != "null" && string(raw) != `""` && r.Text("error_description") == "" {
		return fmt.Errorf("error_description is %s, want a text", shown(raw))
	}
	return verdict.FailedIf(r.Text("error") != code, "error is %s, want %q", shown(r.Members()["error"]), code)
}

// strange wants an error for a client that is not known (OAuth 2.1, 3.2.4).
func (w *World) strange() error {
	r, err := w.besideUsual()
	switch {
	case err != nil:
		return err
	case r.Token("access_token") != "":
		return verdict.Because("AS-06", "there is a token")
	case r.Status != http.StatusBadRequest: // the other one that is right
		if err := answeredWith(r, http.StatusUnauthorized); err != nil {
			return err
		}
	}
	problem := r.Text("error")
	return verdict.FailedIf(problem != "invalid_client" && problem != "unauthorized_client", "error is %s, want \"invalid_client\"", shown(r.Members()["error"]))
}

// explained wants a request that lacks something to be refused in a way that programs can read.
func (w *World) explained() error {
	r, err := w.besideUsual()
	if err != nil {
		return err
	}
	if taken(r) {
		return verdict.Because("AS-06", "there is a token")
	}
	if err := answeredWith(r, http.StatusBadRequest); err != nil {
		return err
	}
	return verdict.FailedIf(r.Text("error") == "", "error is %s, want a text", shown(r.Members()["error"]))
}

// besideUsual is the answer that is judged, if what is not unusual is served at all.
func (w *World) besideUsual() (*authcheck.Reply, error) {
	r, err := w.answer()
	if err != nil {
		return nil, err
	}
	usual, err := w.bench.Login(w.client)
	if err == nil && usual.Token("access_token") == "" {
		err = verdict.Because("AS-06", "there is no token for a correct request, too: HTTP %d", usual.Status)
	}
	return r, err
}

// renewedForm judges the answer to a renewal, which may be refused for many reasons.
func renewedForm(r *authcheck.Reply) error {
	if r.Status >= http.StatusMultipleChoices {
		return verdict.NotObserved("the login cannot be renewed: HTTP %d %s", r.Status, words.Quoted(r.Text("error")))
	}
	return tokenForm(r)
}
