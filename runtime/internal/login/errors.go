package login

import (
	"errors"
	"net/url"
	"strconv"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// The documents of a login, as errors name them.
const (
	DocChallenge    = "challenge"
	DocResource     = "protected resource metadata"
	DocServer       = "authorization server metadata"
	DocClient       = "client metadata document"
	DocRegistration = "client registration"
	DocResponse     = "authorization response"
	DocToken        = "token response"
	DocExchange     = "token exchange"
)

// Error says why there is no login: which document could not be used, where it came from
// and which of its fields is to blame. Its text is safe to show: it holds no code, token
// or secret, and of URLs only scheme, host and path.
type Error struct {
	Document string // one of Doc…
	URL      string // where it came from; empty: from no URL, or from several
	Field    string // empty: the document as a whole
	Why      string
	Err      error // what has failed; nil if Why is all there is

	passing bool // it may be there, or be read, a moment later
}

func (e *Error) Error() string {
	text := "login: " + e.Document
	if e.URL != "" {
		text += " of " + e.URL
	}
	if e.Field != "" {
		text += ": " + e.Field
	}
	text += ": " + e.Why
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns what has failed.
func (e *Error) Unwrap() error { return e.Err }

// unasked is an error from before a user was asked. nil stays nil.
func unasked(err error) error {
	if e, ok := errors.AsType[*Error](err); ok && e.passing {
		return &secrets.PassingError{Err: err}
	}
	return err
}

// place is what may be shown of a URL.
func place(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "(no URL)"
	}
	return shown((&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String())
}

// shown is a word of a server, shortened and quoted where it is odd.
func shown(text string) string {
	text = excerpt.To(text, excerpt.Word)
	if quoted := strconv.Quote(text); quoted != `"`+text+`"` {
		return quoted
	}
	return text
}
