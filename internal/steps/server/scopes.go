package server

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

func (t *tokens) askAll(c *check) error {
	t.refusals, t.mistaken, t.grants = nil, nil, nil
	for _, l := range probe.Lists() {
		if !c.conn.Declares(l.Capability) {
			continue
		}
		if err := t.ask(c, l.Method, "", !l.Optional()); err != nil {
			return err
		}
	}
	survey, err := c.bench.Survey()
	if err != nil {
		return err
	}
	for i, trial := range survey.Trials {
		if i == mostAsked {
			break
		}
		if err := t.ask(c, "tools/call", probe.CallOf(trial.Tool, trial.Arguments, ""), trial.Result() != nil); err != nil {
			return err
		}
	}
	all, err := c.bench.Browse()
	if err != nil {
		return err
	}
	for _, method := range []string{"prompts/get", "resources/read"} {
		for i, v := range all.Of(method) {
			if i == mostAsked {
				break
			}
			if err := t.ask(c, method, v.Params, v.Err == nil && v.Answer.Members["result"] != nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostAsked is how many tools are called to see what a token is good for, and how many prompts
// and resources are asked for.
const mostAsked = 5

// ask notes what a request is answered with. served says that it has succeeded with the token of
// the run.
func (t *tokens) ask(c *check, method, params string, served bool) error {
	answer, err := c.conn.Call(method, params)
	if c.bench.Stopped() != nil {
		return err
	}
	if c.conn.Reply == nil {
		return nil
	}
	switch h := c.conn.Reply.Header; {
	case c.conn.Reply.Status == http.StatusForbidden:
		t.refusals = append(t.refusals, h)
	case c.conn.Reply.Status == http.StatusUnauthorized && challengeParam(h, "error") == "insufficient_scope":
		t.mistaken = append(t.mistaken, h)
	}
	if served {
		t.grants = append(t.grants, grant{method, answer, c.conn.Reply.Status})
	}
	return nil
}

// noScope are statuses that do not say that a scope is missing.
var noScope = []int{http.StatusBadRequest, http.StatusNotFound, http.StatusInternalServerError, http.StatusNotImplemented}

// ofScope is what the result of a call says that fails for want of a scope.
var ofScope = words.Pattern(`(?i)\bscopes?\b`)

// isScopes reports whether a text names scopes as clients ask for them (RFC 6749, 3.3).
func isScopes(text string) bool {
	return strings.TrimSpace(text) != "" && !strings.ContainsAny(text, `"\`)
}

// missingScopes judges what is said to a token that is good for less than was asked: a 401 would
// have its client throw it away.
func (t *tokens) missingScopes(b *probe.Bench) error {
	for _, h := range t.mistaken {
		return fmt.Errorf("a refusal for want of a scope is a 401, want 403; its challenge is %s", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
	}
	for _, g := range t.grants {
		if g.answer.Failure() != nil && g.status < http.StatusBadRequest || slices.Contains(noScope, g.status) {
			return unless(false, g.answer, "%s is refused with HTTP %d, want 403, and is not with the other token", g.what, g.status)
		}
		if r := probe.ResultOf(g.answer); g.what == "tools/call" && r != nil && r.IsError && ofScope().Match(g.answer.Raw) {
			return unless(false, g.answer, "%s fails for want of a scope with HTTP %d, want 403", g.what, g.status)
		}
	}
	return each(t.refusals, "nothing is answered with 403: the token is good for all", func(h http.Header) error {
		if none := unchallenged(b, h); none != nil {
			return none
		}
		if err := unread(h); err != nil {
			return err
		}
		if challengeParam(h, "error") != "insufficient_scope" || !isScopes(challengeParam(h, "scope")) {
			return fmt.Errorf("a 403 has the challenge %s", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
		}
		return nil
	})
}

func (t *tokens) asksNot(scope string) error {
	return each(t.refusals, "nothing is answered with 403: the token is good for all", func(h http.Header) error {
		return asksFor(h, scope)
	})
}

// refusedNothing judges a token whose scopes imply all that are needed. One with which nothing
// is served is not good at all.
func (t *tokens) refusedNothing() error {
	for _, h := range t.refusals {
		return fmt.Errorf("a 403 has the challenge %s", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
	}
	served := slices.ContainsFunc(t.grants, func(g grant) bool { return g.answer.Members["result"] != nil })
	for _, g := range t.grants {
		switch {
		case !served && g.status == http.StatusUnauthorized:
			return verdict.NotTestable("the token of --broad-token is not accepted: HTTP 401")
		case g.status == http.StatusUnauthorized:
			return fmt.Errorf("%s is refused with HTTP 401", g.what)
		case g.answer.Failure() != nil:
			return unless(false, g.answer, "%s is refused, and is not with the other token", g.what)
		}
	}
	return nil
}
