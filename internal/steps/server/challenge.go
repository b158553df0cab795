package server

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// challengeParam is a parameter of the Bearer challenges of an answer, or "".
func challengeParam(h http.Header, name string) string {
	if all := challengeParams(h, name); len(all) > 0 {
		return all[0]
	}
	return ""
}

// challengeParams are the values of a parameter in the Bearer challenges of an answer.
func challengeParams(h http.Header, name string) (out []string) {
	for _, challenge := range h.Values("WWW-Authenticate") {
		if !isBearer(challenge) {
			continue
		}
		for _, m := range authParam().FindAllStringSubmatch(challenge, -1) {
			if strings.EqualFold(m[1], name) {
				out = append(out, escaped().ReplaceAllString(m[2], "$1")+m[3])
			}
		}
	}
	return out
}

// authParam is a parameter of a challenge: its name, and its value as a quoted
// string or as a token.
var authParam = words.Pattern(`([A-Za-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))`)

var escaped = words.Pattern(`\\(.)`)

var bearer = words.Pattern(`(?i)(?:^|,)\s*bearer(?:\s|$)`)

// tokenScheme is the scheme of a challenge that a client with a token can answer.
var tokenScheme = words.Pattern(`(?i)(?:^|,)\s*(?:bearer|dpop)(?:\s|,|$)`)

// challengeScheme fails if a server that takes tokens asks for a password, or for something else
// that no client of it has, or for nothing at all.
func challengeScheme(b *probe.Bench) error {
	challenge, err := b.Challenge()
	if err != nil {
		return err
	}
	all := challenge.Reply.Header.Values("WWW-Authenticate")
	switch {
	case challenge.Reply.Status != http.StatusUnauthorized || len(all) == 0 && b.IsModern(): // of which another check tells
		return verdict.NotObserved("the refusal has no WWW-Authenticate, or is no 401")
	case len(all) == 0:
		return errors.New("the 401 has no WWW-Authenticate: it challenges for nothing")
	}
	return verdict.FailedIf(!slices.ContainsFunc(all, tokenScheme().MatchString), "the challenge is %s: it asks for no token", probe.Quote([]byte(strings.Join(all, ", "))))
}

func isBearer(challenge string) bool { return bearer().MatchString(challenge) }

func challengeNot(b *probe.Bench, scope string) error {
	h, err := refusal(b)
	if err != nil {
		return err
	}
	return asksFor(h, scope)
}

// asksFor fails if any challenge of a refusal asks for a scope.
func asksFor(h http.Header, scope string) error {
	for _, scopes := range challengeParams(h, "scope") {
		if slices.Contains(strings.Fields(scopes), scope) {
			return fmt.Errorf("the challenge asks for it: %s", probe.Quote([]byte(strings.Join(h.Values("WWW-Authenticate"), ", "))))
		}
	}
	return nil
}

// itsChallengeNot judges the challenge of the last answer.
func itsChallengeNot(r *probe.Reply, scope string) error {
	if r.Status != http.StatusUnauthorized {
		return verdict.NotObserved("it is not answered with 401")
	}
	return asksFor(r.Header, scope)
}
