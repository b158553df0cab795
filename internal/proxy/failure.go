package proxy

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/mcpsim/mcpsim/internal/recording"
)

// failure is why a server could not be asked, without the secrets of the request: it repeats
// what of an answer cannot be read, and a server may say there what it was told.
type failure struct {
	error
	text string
}

func (f failure) Error() string { return f.text }
func (f failure) Unwrap() error { return f.error }

func hidden(r *http.Request, err error) error {
	text := err.Error()
	if of, ok := errors.AsType[*url.Error](err); ok { // it repeats the URL
		text = of.Err.Error()
	}
	return failure{err, recording.Without(r, text)}
}
