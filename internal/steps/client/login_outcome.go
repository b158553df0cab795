package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/loopback"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// loginOutcomeSteps are about what a client says of itself, and what it keeps to itself.
func loginOutcomeSteps() []gherkin.Step {
	return gherkin.Noun("login", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `each client id that is a URL is https and has a path`, Manual: "not observed if none is a URL", Func: documentsAreSafe},
		{Keyword: gherkin.Then, Pattern: `each registration has "([^"]+)"`, Manual: "a member of the metadata; not observed without registration",
			Example: `each registration has "application_type"`, Func: registrationHas},
		{Keyword: gherkin.Then, Pattern: `each registration has "([^"]+)" in "([^"]+)"`, Manual: "a text in a list of the metadata; not observed without registration",
			Example: `each registration has "refresh_token" in "grant_types"`, Func: registrationLists},
		{Keyword: gherkin.Then, Pattern: `no registration has another "([^"]+)" than "([^"]+)"`, Manual: "a text of the metadata, which may be missing; not observed without registration",
			Example: `no registration has another "token_endpoint_auth_method" than "none"`, Func: registrationHasNoOther},
		{Keyword: gherkin.Then, Pattern: `each redirect goes to https or to loopback`, Manual: "of authorizations and registrations; not observed without any", Func: redirectsAreSafe},
		{Keyword: gherkin.Then, Pattern: `every request after the login carries the token`, Manual: "to the server, of each verb; not observed without login", Func: carriesToken},
		{Keyword: gherkin.Then, Pattern: `no token goes to the authorization server`, Manual: "in the header Authorization; not observed without login", Func: keepsToken},
		{Keyword: gherkin.Then, Pattern: `no token goes to the path "([^"]+)"`, Manual: "in the header Authorization; not observed without login",
			Example: `no token goes to the path "/elsewhere"`, Func: keepsTokenFrom},
		{Keyword: gherkin.Then, Pattern: `no request presents the token as a bearer token`, Manual: "to the server, in the header Authorization; not observed without login", Func: presentsNone},
		{Keyword: gherkin.Then, Pattern: `no request presents a token`, Manual: "to the server, where none was given; not observed if the client asks for none", Func: invents},
		{Keyword: gherkin.Then, Pattern: `no URL has a token`, Manual: "nor another secret; not observed without login", Func: urlsAreClean},
		{Keyword: gherkin.Then, Pattern: `the client does not write "([^"]+)"`, Manual: "to stdout or stderr", Example: `the client does not write "mcpsim"`, Func: doesNotWrite},
		{Keyword: gherkin.Then, Pattern: `the client writes no secret of the login`, Manual: "to stdout or stderr; not observed without login", Func: writesNoSecret},
		{Keyword: gherkin.Then, Pattern: `authorization (\d+) asks for the scopes "([^"]*)"`, Manual: "these and no others but offline_access, in any order",
			Example: `authorization 2 asks for the scopes "read write"`, Func: asksForScopes},
		{Keyword: gherkin.Then, Pattern: `no authorization asks for the scope "([^"]+)"`, Manual: "not observed without authorization",
			Example: `no authorization asks for the scope "offline_access"`, Func: neverAsksForScope},
		{Keyword: gherkin.Then, Pattern: `each registration with loopback is "([^"]+)"`, Manual: "its application_type, if it has one; not observed without registration",
			Example: `each registration with loopback is "native"`, Func: registrationIs},
		{Keyword: gherkin.Then, Pattern: `a login that was renewed is not begun anew`, Manual: "by a second authorization; not observed if no token is renewed", Func: keepsRenewing},
		{Keyword: gherkin.Then, Pattern: `each authorization has the query "([^"]+)" with "([^"]*)"`, Manual: "once, whatever else is in it; not observed without authorization",
			Example: `each authorization has the query "tenant" with "one"`, Func: keepsQuery},
		{Keyword: gherkin.Then, Pattern: `no "([^"]+)" of an authorization is that of another run`, Manual: "a parameter of the query, nor that of another login in the same run; not observed with fewer than two authorizations",
			Example: `no "state" of an authorization is that of another run`, Func: (*World).neverTwice},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is not asked with what "([^"]+)" has given`, Manual: "two authorization servers; not observed if the first is not asked",
			Example: `"second" is not asked with what "first" has given`, Func: keepsApart},
	})
}

func documentsAreSafe(r *clientcheck.Run) error {
	seen := false
	for _, v := range r.Visits("authorize", "") {
		u, err := url.Parse(v.Client)
		if err != nil || u.Scheme == "" || u.Host == "" {
			continue
		}
		seen = true
		if u.Scheme != "https" || len(u.Path) < 2 {
			return fmt.Errorf("the client id is %q", v.Client)
		}
	}
	return verdict.NotObservedIf(!seen, "no client id is a URL")
}

// registrations are the metadata that the client has sent.
func registrations(r *clientcheck.Run) ([]map[string]json.RawMessage, error) {
	all, err := someVisits(r, "register")
	var out []map[string]json.RawMessage
	for _, v := range all {
		var document map[string]json.RawMessage
		if len(v.Document) == fakeserver.MaxRaw {
			return nil, verdict.NotObserved("a registration is longer than %d bytes", fakeserver.MaxRaw)
		}
		_ = jsonparts.Unmarshal([]byte(v.Document), &document)
		out = append(out, document)
	}
	return out, err
}

func registrationHas(r *clientcheck.Run, member string) error {
	all, err := registrations(r)
	for _, document := range all {
		if document[member] == nil {
			return fmt.Errorf("a registration has no %s", member)
		}
	}
	return err
}

func registrationHasNoOther(r *clientcheck.Run, member, text string) error {
	all, err := registrations(r)
	for _, document := range all {
		if named, given := textOf(document[member]); given && named != text {
			return fmt.Errorf("a registration has the %s %q, and %q alone is supported", member, named, text)
		}
	}
	return err
}

func registrationLists(r *clientcheck.Run, text, member string) error {
	all, err := registrations(r)
	for _, document := range all {
		var list []string
		if jsonparts.Unmarshal(document[member], &list) != nil || !slices.Contains(list, text) {
			return fmt.Errorf("a registration has no %s in %s", text, member)
		}
	}
	return err
}

// registrationIs looks at the kind of application of those that redirect to loopback.
func registrationIs(r *clientcheck.Run, kind string) error {
	all, err := registrations(r)
	for _, document := range all {
		var redirects []string
		_ = jsonparts.Unmarshal(document["redirect_uris"], &redirects)
		named, given := textOf(document["application_type"])
		for _, redirect := range redirects {
			u, wrong := url.Parse(redirect)
			if wrong == nil && given && named != kind && u.Scheme == "http" && loopback.Host(u.Hostname()) {
				return fmt.Errorf("a registration has the application_type %q and is redirected to %q", named, redirect)
			}
		}
	}
	return err
}

// keepsRenewing looks for a second authorization after a token was renewed.
func keepsRenewing(r *clientcheck.Run) error {
	renewed := r.Visits("token", "refresh_token")
	if len(renewed) == 0 {
		return verdict.NotObserved("no token is renewed; the client %s%s", r.End(), r.LastWords())
	}
	for _, v := range r.Visits("authorize", "") {
		if v.Place > renewed[0].Place && len(renewed) == 1 {
			return errors.New("the client begins a new login, and its refresh token is still good: an answer without one leaves the old one in force")
		}
	}
	return nil
}

// redirectsAreSafe looks at what authorizations name, and at what registrations ask for: an
// authorization server may refuse it there.
func redirectsAreSafe(r *clientcheck.Run) error {
	all, err := someVisits(r, "authorize")
	for _, v := range all {
		if !isSafe(v.Redirect) {
			return fmt.Errorf("the client is redirected to %q", v.Redirect)
		}
	}
	documents, _ := registrations(r)
	for _, document := range documents {
		var redirects []string
		_ = jsonparts.Unmarshal(document["redirect_uris"], &redirects)
		if i := slices.IndexFunc(redirects, func(uri string) bool { return !isSafe(uri) }); i >= 0 {
			return fmt.Errorf("the client registers to be redirected to %q", redirects[i])
		}
	}
	return err
}

// isSafe reports whether what comes to a redirect URI is read by nobody between.
func isSafe(uri string) bool {
	u, err := url.Parse(uri)
	if err != nil || u.Fragment != "" { // RFC 6749, 3.1.2
		return false
	}
	private := u.Scheme != "http" && u.Scheme != "https" && strings.Contains(u.Scheme, ".") // RFC 8252, 7.1
	return private || u.Scheme == "https" || u.Scheme == "http" && loopback.Host(u.Hostname())
}

// given is the place after which the client has a token.
func given(r *clientcheck.Run) (int, error) {
	for _, v := range r.Visits("token", "") {
		if v.Error == "" {
			return v.Place, nil
		}
	}
	return 0, verdict.NotObserved("the client gets no token; it %s%s", r.End(), r.LastWords())
}

func carriesToken(r *clientcheck.Run) error {
	at, err := given(r)
	if err != nil {
		return err
	}
	later := r.AtEndpoint(at)
	for _, h := range later {
		values := h.Header.Values("Authorization")
		scheme, token, _ := strings.Cut(h.Header.Get("Authorization"), " ")
		switch {
		case !strings.EqualFold(scheme, "Bearer"):
			return fmt.Errorf("a %s goes to the server without the token", h.Verb)
		case len(values) > 1 || strings.ContainsAny(strings.TrimSpace(token), " ,\""):
			return fmt.Errorf("a %s has more in Authorization than Bearer and one token", h.Verb)
		}
	}
	return verdict.NotObservedIf(len(later) == 0, "the client sends nothing with its token")
}

// presentsNone is for tokens that are none to bear: only their owner can use them.
func presentsNone(r *clientcheck.Run) error {
	at, err := given(r)
	if err != nil {
		return err
	}
	for _, h := range r.AtEndpoint(at) {
		if scheme, _, _ := strings.Cut(h.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") {
			return fmt.Errorf("a %s presents a token of another type as a bearer token", h.Verb)
		}
	}
	return nil
}

// invents is an error if the client presents a token that nobody has given it.
func invents(r *clientcheck.Run) error {
	for _, h := range r.Heads() {
		if scheme, _, _ := strings.Cut(h.Header.Get("Authorization"), " "); h.Endpoint == "" && strings.EqualFold(scheme, "Bearer") {
			return fmt.Errorf("a %s presents a token, and none was given", h.Verb)
		}
	}
	return verdict.NotObservedIf(len(visits(r, "token")) == 0, "the client asks for no token")
}

func keepsToken(r *clientcheck.Run) error {
	_, err := given(r)
	for _, h := range r.Heads() {
		if scheme, _, _ := strings.Cut(h.Header.Get("Authorization"), " "); h.Endpoint != "" && strings.EqualFold(scheme, "Bearer") {
			return fmt.Errorf("a request for %s carries a token", h.Endpoint)
		}
	}
	return err
}

func keepsTokenFrom(r *clientcheck.Run, path string) error {
	_, err := given(r)
	for _, h := range r.Heads() {
		if strings.SplitN(h.Text, "?", 2)[0] == path && h.Header.Get("Authorization") != "" {
			return fmt.Errorf("the token goes to %s, at another origin", path)
		}
	}
	return err
}

func urlsAreClean(r *clientcheck.Run) error {
	_, err := given(r)
	for _, h := range r.Heads() {
		for _, secret := range r.Secrets() {
			if strings.Contains(h.Text, secret) {
				return errors.New("a URL has a secret of the login in it")
			}
		}
	}
	return err
}

func doesNotWrite(r *clientcheck.Run, text string) error {
	return verdict.FailedIf(r.Writes(text), "the client writes %q", text)
}

func writesNoSecret(r *clientcheck.Run) error {
	_, err := given(r)
	if slices.ContainsFunc(r.Secrets(), r.Writes) {
		return errors.New("the client writes a secret of the login to its output")
	}
	return err
}

func asksForScopes(r *clientcheck.Run, n int, scopes string) error {
	all := r.Visits("authorize", "")
	if len(all) < n {
		return fmt.Errorf("the client asks for %s; it %s%s", words.Count(len(all), "authorization"), r.End(), r.LastWords())
	}
	if scopes == "" && slices.Contains(strings.Fields(all[n-1].Empty), "scope") {
		return fmt.Errorf("authorization %d has a scope that is empty: leave the parameter out", n)
	}
	want, got := strings.Fields(scopes), strings.Fields(all[n-1].Scope)
	got = slices.DeleteFunc(got, func(s string) bool { return s == "offline_access" })
	slices.Sort(want)
	slices.Sort(got)
	return verdict.FailedIf(!slices.Equal(want, slices.Compact(got)), "authorization %d asks for the scopes %q", n, all[n-1].Scope)
}

func neverAsksForScope(r *clientcheck.Run, scope string) error {
	all, err := someVisits(r, "authorize")
	for _, v := range all {
		if slices.Contains(strings.Fields(v.Scope), scope) {
			return fmt.Errorf("an authorization asks for the scope %s", scope)
		}
	}
	return err
}

// authorizations are the queries of the requests for an authorization.
func authorizations(r *clientcheck.Run) (out []url.Values) {
	for _, h := range r.Heads() {
		if h.Endpoint == fakeserver.EndpointAuthorize {
			_, query, _ := strings.Cut(h.Text, "?")
			values, _ := url.ParseQuery(query) // what cannot be read is not there
			out = append(out, values)
		}
	}
	return out
}

func keepsQuery(r *clientcheck.Run, name, value string) error {
	_, err := someVisits(r, "authorize")
	for _, query := range authorizations(r) {
		if !slices.Equal(query[name], []string{value}) {
			return fmt.Errorf("an authorization is asked for with the %s %q", name, query[name])
		}
	}
	return err
}

// neverTwice compares the authorizations of all runs. Within one run a request may be repeated.
func (w *World) neverTwice(name string) error {
	of, judged := map[string]int{}, 0
	for i, c := range w.cases {
		r, err := w.bench.Play(c.Situation)
		if err != nil {
			continue // said by the check that the situation belongs to
		}
		for _, query := range authorizations(r) {
			value := query.Get(name)
			if value == "" {
				continue // the business of another example
			}
			if before, known := of[value]; known && before != i {
				w.run = r
				return fmt.Errorf("the %s %q comes in the situation of %s, and in that of %s", name, value, w.cases[before].Name, c.Name)
			}
			of[value] = i
			judged++
		}
		if err := reused(r, name); err != nil {
			w.run = r
			return err
		}
	}
	return verdict.NotObservedIf(judged < 2, "the client asks for fewer than two authorizations with a %s", name)
}

// reused says which parameter of an authorization comes again in a later one of the same
// run. What is asked for again before its code was used is the same authorization.
func reused(r *clientcheck.Run, name string) error {
	used := map[string]int{} // codes that were used when a value came first
	for i, v := range r.Visits("authorize", "") {
		value := authorizations(r)[i].Get(name)
		codes := 0
		for _, t := range r.Visits("token", "authorization_code") {
			if t.Place < v.Place {
				codes++
			}
		}
		before, known := used[value]
		if value != "" && known && codes > before {
			return fmt.Errorf("the %s of one authorization comes again in the next of the same run", name)
		}
		used[value] = codes
	}
	return nil
}

func keepsApart(r *clientcheck.Run, second, first string) error {
	var given []string
	for _, v := range r.Visits("register", "") {
		if v.Authorization == first {
			given = append(given, v.Issued)
		}
	}
	seen := false
	for _, endpoint := range []string{"authorize", "token", "revoke"} {
		for _, v := range r.Visits(endpoint, "") {
			if v.Authorization != second {
				continue
			}
			seen = true
			if slices.Contains(given, v.Client) {
				return fmt.Errorf("%s is asked for %s by %s, a client of %s", second, endpoint, v.Client, first)
			}
		}
	}
	return verdict.NotObservedIf(!seen, "the client never asks %s", second)
}
