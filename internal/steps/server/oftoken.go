package server

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// ofToken is the error of a finding about the status of a request with a wrong token, or without
// one, if that is how the server refuses every one: with none, or with one that was made up. Then
// it is no matter of what came before, or of whom the token is for. Else nil.
func (w *World) ofToken(of *statusError) error {
	if bare := w.ofNoToken(of); bare != nil {
		return bare
	}
	method := ""
	switch {
	case !w.bench.IsModern() || of.status == http.StatusUnauthorized:
	case w.is(vouchingCheck) && of.status >= http.StatusBadRequest:
		method = w.bench.Light() // refused for its token, as nothing else is wrong with it
	case w.is("M-AUTH-09"):
		method = firstWord(last(w.bench.SentInCheck()))
	}
	if method == "" {
		return nil
	}
	made := "Bearer mcpsim-no-such-token"
	for _, token := range []*string{nil, &made} {
		if of.status == w.tokenStatus(method, token) {
			return verdict.Because(tokenCheck(w.bench), "so is a plain %s without a token, or with one that was made up; %s", method, of)
		}
	}
	return nil
}

// ofNoToken is the error of a finding about the status of a request without a token behind others, or
// about a task, if its method is answered so to whoever asks, or server/discover is. Else nil.
func (w *World) ofNoToken(of *statusError) error {
	if !w.bench.IsModern() || w.check == nil {
		return nil
	}
	if token, changed := w.edits[authorization]; !changed || token != nil {
		return nil
	}
	method := firstWord(last(w.bench.SentInCheck()))
	switch {
	case w.is(vouchingCheck) && (of.status == w.tokenStatus(method, nil) || w.isOpen(method)):
		return verdict.Because(tokenCheck(w.bench), "%s is answered so without a token behind none, too; %s", method, of)
	case w.is("M-TASK-14") && of.status == w.tokenStatus(w.bench.Light(), nil):
		return verdict.Because(tokenCheck(w.bench), "so is a plain %s without a token; %s", w.bench.Light(), of)
	case w.is("M-TASK-14") && w.vouches():
		return verdict.Because(vouchingCheck, "behind a request with the token others are served without one; %s", of)
	}
	return nil
}

// isOpen reports whether a method is served without a token, and with one that was made up.
func (w *World) isOpen(method string) bool {
	made := "Bearer mcpsim-no-such-token"
	refused := []int{0, http.StatusUnauthorized}
	return !slices.Contains(refused, w.tokenStatus(method, nil)) && !slices.Contains(refused, w.tokenStatus(method, &made))
}

// vouches reports whether a request without a token succeeds behind one with it, on one connection.
func (w *World) vouches() (succeeds bool) {
	_ = w.bench.Aside(func(c *probe.Conn) error {
		before := c.Edits
		defer func() { c.Edits = before }()
		if _, err := c.Call(w.bench.Light(), ""); err != nil {
			return err
		}
		c.Edits = map[string]*string{authorization: nil}
		answer, err := c.Call(w.bench.Light(), "")
		succeeds = err == nil && answer.Failure() == nil
		return err
	})
	return succeeds
}

// tokenStatus is the status of the answer to a request with another token, nil = without one, on
// a network connection that was not used before; 0 = there is none. It is sent once for all checks.
func (w *World) tokenStatus(method string, token *string) int {
	key := method
	if token != nil {
		key += " " + *token
	}
	if _, known := w.tokenless[key]; !known {
		w.tokenless[key] = 0
		_ = w.bench.Aside(func(c *probe.Conn) error {
			before := c.Edits
			defer func() { c.Edits = before }()
			c.Edits = map[string]*string{authorization: token}
			w.bench.LeaveConnections()
			_, err := c.Call(method, ofNobody[method])
			if c.Reply != nil {
				w.tokenless[key] = c.Reply.Status
			}
			return err
		})
	}
	return w.tokenless[key]
}

// unchallenged is the error of a refusal without a challenge, which says nothing of scopes, if what
// is refused for want of a token has none either: another check tells that. Else nil.
func unchallenged(b *probe.Bench, h http.Header) error {
	c, err := b.Challenge()
	if err != nil || !b.IsModern() || isBearer(strings.Join(h.Values("WWW-Authenticate"), ",")) ||
		isBearer(strings.Join(c.Reply.Header.Values("WWW-Authenticate"), ",")) {
		return nil
	}
	return verdict.Because("M-AUTH-12", "what is refused for want of a token has no Bearer challenge either")
}

// placeOfChallenge is where the 401 that a client without a token gets says that the metadata is.
func placeOfChallenge(b *probe.Bench) string {
	h, err := refusal(b)
	if err != nil {
		return ""
	}
	return challengeParam(h, "resource_metadata")
}

// lost reports whether the metadata is at none of the places where clients look for it.
func (t *tokens) lost(b *probe.Bench) bool {
	places, err := metadataURLs(b.Target.URL, nil)
	return err == nil && !slices.ContainsFunc(places, func(place string) bool {
		r, err := b.Fetch(place)
		return err == nil && r.Status == http.StatusOK
	})
}

// namedMetadata wants each refusal for want of a scope to say where the metadata is. A place that
// all challenges name is the business of another check.
func (t *tokens) namedMetadata(b *probe.Bench) error {
	scoped := slices.DeleteFunc(slices.Clone(t.refusals), func(h http.Header) bool { return challengeParam(h, "error") != "insufficient_scope" })
	return each(scoped, "nothing is answered with 403 for want of a scope", func(h http.Header) error {
		place := challengeParam(h, "resource_metadata")
		if u, err := url.Parse(place); err != nil || !u.IsAbs() {
			if place == placeOfChallenge(b) && (place != "" || t.lost(b)) {
				return verdict.Because("AUTH-02", "the 401 names the metadata so, too: %s", probe.OrNothing(place))
			}
			return fmt.Errorf("a 403 has the challenge %s", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
		}
		if place == t.place { // where it was found before
			return nil
		}
		r, err := b.Fetch(place)
		if err != nil && placeOfChallenge(b) == place {
			return verdict.Because("AUTH-02", "the 401 says, too, that the metadata is at %s: %s", place, err)
		}
		if err != nil {
			return fmt.Errorf("a 403 says that the metadata is at %s: %w", place, err)
		}
		t.place = place
		if r.Status != http.StatusOK && placeOfChallenge(b) == place {
			return verdict.Because("AUTH-02", "the 401 says, too, that the metadata is at %s, where GET is answered with HTTP %d", place, r.Status)
		}
		return verdict.FailedIf(r.Status != http.StatusOK, "a 403 says that the metadata is at %s, where GET is answered with HTTP %d", place, r.Status)
	})
}
