package secrets

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

const (
	// hidden stands where a value was.
	hidden = "***"
	// shortest is the length of the shortest value that is hidden, in bytes: to hide each
	// "1" and "on" would make texts unreadable, and tell what they are.
	shortest = 4
)

// public are headers that address a server or say what is understood, in lower case: their
// values are no secrets, and stand in many texts.
var public = []string{"host", "accept", "accept-encoding", "accept-language", "content-type", "user-agent"}

// Veil hides the values of a server's headers and variables where the server says them back
// in an error (U-08, D-29). nil hides nothing. Any goroutine may use it.
type Veil struct {
	mu     sync.Mutex
	values []string // the longest first: one may be in another
}

// NewVeil hides what a server is sent. s has no placeholders.
func NewVeil(s config.Server) *Veil {
	v := &Veil{}
	for _, value := range s.Env {
		v.Hide(value)
	}
	for name, value := range s.Headers {
		if !slices.Contains(public, strings.ToLower(name)) {
			v.Hide(value)
		}
	}
	return v
}

// Hide hides one more value, and what it has behind a scheme, such as Bearer.
func (v *Veil) Hide(value string) {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	_, behind, _ := strings.Cut(value, " ")
	for _, hide := range []string{value, behind} {
		if len(hide) >= shortest && !slices.Contains(v.values, hide) {
			v.values = append(v.values, hide)
		}
	}
	slices.SortFunc(v.values, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
}

// Text is a text of the server without those values.
func (v *Veil) Text(text string) string {
	if v == nil {
		return text
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, value := range v.values {
		text = strings.ReplaceAll(text, value, hidden)
	}
	return text
}

// Error is a failure of a request whose text, and what programs read of it, is without those
// values: servers say them not only in bodies, but where a redirect leads to, in the type and
// the encoding of a body, in the kind of a result. The challenges, with which one logs in, and
// the data of an error stay as they are.
func (v *Veil) Error(err error) error {
	if e, ok := errors.AsType[*transport.HTTPError](err); ok {
		said := *e
		said.Body, said.Hints = v.Text(e.Body), slices.Clone(e.Hints)
		for i, hint := range said.Hints {
			said.Hints[i] = v.Text(hint)
		}
		if e.Answer != nil {
			said.Answer = v.answer(e.Answer)
		}
		return v.within(err, e, &said)
	}
	if e, ok := errors.AsType[*transport.Error](err); ok {
		return v.within(err, e, v.answer(e))
	}
	return v.whole(err)
}

func (v *Veil) answer(e *transport.Error) *transport.Error {
	return &transport.Error{Code: e.Code, Message: v.Text(e.Message), Data: e.Data}
}

// within puts what was hidden in the place of what was said, which may be wrapped.
func (v *Veil) within(err, said, veiled error) error {
	if err == said { //nolint:errorlint // the very error
		return veiled
	}
	return v.whole(err)
}

// whole is an error with another text, if it tells a value. What the system says of a file,
// such as a command that cannot be started, is no word of the server.
func (v *Veil) whole(err error) error {
	if _, ours := errors.AsType[*fs.PathError](err); ours {
		return err
	}
	whole := err.Error()
	if text := v.Text(whole); text != whole {
		return &veiledError{err, text}
	}
	return err
}

// veiledError is an error with another text.
type veiledError struct {
	error
	text string
}

func (e *veiledError) Error() string { return e.text }
func (e *veiledError) Unwrap() error { return e.error }
