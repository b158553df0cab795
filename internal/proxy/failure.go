package proxy

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/internal/redact"
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
	return failure{err, redact.New(secretsOf(r)).Text(text)}
}

// secretsOf are the credentials and the values of the query of a request.
func secretsOf(r *http.Request) (values []string) {
	for name, all := range r.Header {
		for _, value := range all {
			if _, credential, _ := strings.Cut(value, " "); recording.SecretName(name) {
				values = append(values, value, credential)
			}
		}
	}
	for _, all := range r.URL.Query() {
		values = append(values, all...)
	}
	return values
}
