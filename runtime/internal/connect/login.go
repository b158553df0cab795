package connect

import (
	"context"
	"errors"

	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// LoginError says that a server wants a login, and why there is none: Refused is what the
// server has said. To try again by itself would send the user to and fro (X-LOGIN-6).
type LoginError struct {
	Refused error
	Why     error // nil: no login could be begun
	// Await returns when there is another login, of this program or of another one; its error
	// is that of ctx.
	Await func(ctx context.Context) error
}

func (e *LoginError) Error() string {
	if e.Why == nil {
		return e.Refused.Error()
	}
	return e.Refused.Error() + ": " + e.Why.Error()
}

// Unwrap returns both errors.
func (e *LoginError) Unwrap() []error {
	if e.Why == nil {
		return []error{e.Refused}
	}
	return []error{e.Refused, e.Why}
}

// Bothers reports whether another attempt after this error would ask the user again: not
// where nobody was asked, for a reason that may pass (X-LOGIN-11).
func Bothers(err error) bool {
	_, passing := errors.AsType[*secrets.PassingError](err)
	return LoginOf(err) != nil && !passing
}

// LoginOf is the login that has failed, or nil if that is not why err is.
func LoginOf(err error) *LoginError {
	e, _ := errors.AsType[*LoginError](err)
	return e
}
