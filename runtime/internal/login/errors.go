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

	busy bool // one who was asked says to come back later
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

// PassingError says that nobody could be asked to log in, for a reason that may pass by
// itself (X-LOGIN-11).
type PassingError struct{ error }

// Unwrap returns the reason.
func (e *PassingError) Unwrap() error { return e.error }

// unasked is an error from before anybody was asked. nil stays nil.
func unasked(err error) error {
	e, ok := errors.AsType[*Error](err)
	if ok && e.busy || secrets.Passing(err) {
		return &PassingError{err}
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
