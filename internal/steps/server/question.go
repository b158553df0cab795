package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// questionSteps are about what users are asked for, by requests or in results.
func questionSteps() []gherkin.Step {
	return gherkin.Noun("question", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `no form asks for what is called like a secret`,
			Manual: "by the names, titles and formats of its fields of text; not observed if there is no form", Func: noSecretAsked},
		{Keyword: gherkin.Then, Pattern: `every URL is absolute, and has no credentials in it`, Manual: "not observed if none is sent", Func: urlsRight},
		{Keyword: gherkin.Then, Pattern: `every URL is one of https`, Manual: "or of this machine; not observed if none is sent", Func: urlsEncrypted},
	})
}

// secretName is the name of a secret, by its last word: a token_limit is none.
var secretName = words.Pattern(`(?i)(passw(or)?d|passphrase|passcode|secret|token|credentials?|authorization|card[-_ ]?number|cvv|cvc|otp|one[-_ ]?time[-_ ]?code|(seed|recovery)[-_ ]?phrase|(card|account|bank|atm|login|user)[-_ ]?pin|(api|access|private|secret)[-_ ]?key)` +
	`([-_ ]?(again|confirmation|repeated|\d+))?$`)

// userQuestion is one that a user was asked.
type userQuestion struct {
	where  string // the request, for a complaint
	frame  probe.Frame
	params map[string]json.RawMessage
}

// userQuestions are all that users were asked: with a handshake by requests of the
// server's, without one in results.
func userQuestions(b *probe.Bench) (out []userQuestion, err error) {
	if !b.IsModern() {
		a, err := b.Asking()
		if err != nil {
			return nil, err
		}
		for _, f := range a.Able {
			if f.Method() == "elicitation/create" {
				var params map[string]json.RawMessage
				_ = jsonparts.Unmarshal(f.Members["params"], &params)
				out = append(out, userQuestion{f.Method(), f, params})
			}
		}
		return out, nil
	}
	all, err := b.Rounds()
	if err != nil {
		return nil, err
	}
	for _, r := range all.All {
		for _, answer := range r.Asks {
			for _, q := range probe.Questions(answer) {
				if probe.QuestionMethod(q) == "elicitation/create" {
					out = append(out, userQuestion{r.What, answer, probe.QuestionParams(q)})
				}
			}
		}
	}
	return out, nil
}

func noSecretAsked(b *probe.Bench) error {
	all, err := userQuestions(b)
	if err != nil {
		return err
	}
	forms := 0
	for _, q := range all {
		if q.params["requestedSchema"] == nil {
			continue
		}
		forms++
		if name := secretField(q.params["requestedSchema"]); name != "" {
			if !b.IsModern() {
				b.RecallAsking()
			}
			return unless(false, q.frame, "%s: a form asks for %q", q.where, name)
		}
	}
	return verdict.NotObservedIf(forms == 0, "no user is asked to fill in a form")
}

// secretField is the first field of a form that asks for a secret; "" = none does. What is
// chosen from a list, or is no text, is no secret.
func secretField(schema json.RawMessage) string {
	var form struct {
		Properties map[string]map[string]json.RawMessage
	}
	_ = jsonparts.Unmarshal(schema, &form)
	for _, name := range slices.Sorted(maps.Keys(form.Properties)) {
		p := form.Properties[name]
		if kind := probe.Text(p["type"]); kind != "" && kind != "string" || p["enum"] != nil || p["oneOf"] != nil {
			continue
		}
		title := strings.TrimRight(probe.Text(p["title"]), " .:?!")
		if secretName().MatchString(name) || secretName().MatchString(title) || probe.Text(p["format"]) == "password" {
			return name
		}
	}
	return ""
}

func urlsRight(b *probe.Bench) error { return eachURL(b, urlRight) }

func urlsEncrypted(b *probe.Bench) error {
	return eachURL(b, func(raw json.RawMessage) error {
		u, err := url.Parse(probe.Text(raw))
		if err != nil || u.Scheme == "" || u.Scheme == "https" || slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname()) {
			return nil // that it is no URL is told by another example
		}
		return fmt.Errorf("the url is one of %s: %s", u.Scheme, probe.Quote(raw))
	})
}

// eachURL judges all URLs that users are sent to.
func eachURL(b *probe.Bench, judge func(json.RawMessage) error) error {
	all, err := userQuestions(b)
	if err != nil {
		return err
	}
	seen := 0
	for _, q := range all {
		if probe.Text(q.params["mode"]) != "url" {
			continue
		}
		seen++
		if err := judge(q.params["url"]); err != nil {
			return unless(false, q.frame, "%s: %s", q.where, err)
		}
	}
	return verdict.NotObservedIf(seen == 0, "no user is sent to a URL")
}

// urlRight says what is wrong with the URL that a user is sent to.
func urlRight(raw json.RawMessage) error {
	u, err := url.Parse(probe.Text(raw))
	switch {
	case err != nil || u.Scheme == "" || u.Host == "":
		return fmt.Errorf("the url is %s", probe.OrNothing(string(raw)))
	case u.User != nil:
		return errors.New("the url has a user in it")
	}
	for name := range u.Query() {
		if secretName().MatchString(name) {
			return fmt.Errorf("the url has %q in its query", name)
		}
	}
	return nil
}
