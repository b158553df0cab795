package authority

import (
	"fmt"

	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// given gets two of a kind of secrets, one after the other.
func (w *World) given(kind string) error {
	w.pair = nil
	for range 2 {
		text, err := w.oneMore(kind)
		if err != nil {
			return err
		}
		w.pair = append(w.pair, text)
	}
	return nil
}

func (w *World) oneMore(kind string) (string, error) {
	if kind == "client_secret" {
		r, err := w.bench.Registration(map[string]any{"token_endpoint_auth_method": authcheck.Ways[0]})
		if err != nil {
			return "", err
		}
		return r.Text(kind), nil
	}
	if kind == "code" {
		_, code, err := w.bench.Code(w.client)
		return code, err
	}
	r, err := w.bench.Login(w.client)
	if err != nil {
		return "", err
	}
	return r.Token(kind), nil
}

// enough characters that differ cannot be tried out one after the other.
const enough = 8

// unguessable wants more of two secrets to differ than can be tried out. The same client may get the
// same token again.
func (w *World) unguessable(kind string) error {
	a, b := w.pair[0], w.pair[1]
	switch {
	case a == "" || b == "":
		return verdict.NotObserved("there is no %s", kind)
	case a == b && (kind == "access_token" || kind == "refresh_token"):
		return verdict.NotObserved("the %s is the same each time", kind)
	case a == b:
		return fmt.Errorf("the %s is the same each time", kind)
	}
	n := differing(a, b)
	return verdict.FailedIf(n < enough, "two that are given one after the other differ in %d characters", n)
}

// differing is how many characters of two texts are between what they begin and what they end with.
func differing(a, b string) int {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return max(len(a), len(b))
}
