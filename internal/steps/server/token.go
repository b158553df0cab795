package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// tokens is the noun of steps about authorization.
type tokens struct {
	*check
	metadata map[string]json.RawMessage // of the protected resource
	refusals []http.Header              // of answers with 403
}

func tokenSteps() []Step {
	return gherkin.Noun("token", []Step{
		{Keyword: Given, Pattern: `the server wants a token`,
			Manual: "not testable if no Authorization header was given, or initialize works without", Func: (*tokens).wantsToken},
		{Keyword: Given, Pattern: `GET is answered with 405`, Manual: "not testable if it is not", Func: (*tokens).getRefused},
		{Keyword: When, Pattern: `initialize is sent with the token in the query`,
			Manual: "and no Authorization header; not testable unless the server is reached over loopback: URLs are written to logs",
			Func:   (*tokens).tokenInQuery},
		{Keyword: When, Pattern: `the protected resource metadata is fetched`,
			Manual: "from where the challenge says, or else from the well-known URIs", Func: (*tokens).fetchMetadata},
		{Keyword: When, Pattern: `everything that is declared is asked for`, Manual: "all lists, noting which are answered with 403",
			Func: (*tokens).askAll},
		{Keyword: Then, Pattern: `the metadata is found`, Manual: "a JSON object", Func: (*tokens).metadataFound},
		{Keyword: Then, Pattern: `it names an authorization server`, Manual: "at least one URL; not observed if there is no metadata",
			Func: (*tokens).namesServer},
		{Keyword: Then, Pattern: `its resource is the URL of the server`,
			Manual: "or a parent of it on the same origin; not observed if there is no metadata", Func: (*tokens).namesResource},
		{Keyword: Then, Pattern: `the challenge has a scope`, Manual: "of the 401; not observed if it is no Bearer challenge",
			Func: (*tokens).challengeScope},
		{Keyword: Then, Pattern: `each 403 says which scopes are missing`,
			Manual: "by error=insufficient_scope and scope; not observed if there is none", Func: (*tokens).missingScopes},
		{Keyword: Then, Pattern: `initialize does not succeed`, Manual: "no result", Func: (*tokens).initializeFails},
	})
}

const authorization = "Authorization"

// wantsToken looks once whether initialize works without the token.
func (w *tokens) wantsToken() error {
	b := w.bench
	if b.Target.Header.Get(authorization) == "" {
		return verdict.NotTestable("no Authorization header was given")
	}
	if b.Challenge == nil {
		c := b.NewConn()
		c.Edits = map[string]*string{authorization: nil}
		answer, err := c.Initialize(probe.InitializeParams(b.Target.Revision))
		if c.Reply.Status == 0 {
			return err
		}
		b.Challenge, b.Unguarded = c.Reply, answer.Members["result"] != nil
		c.End()
	}
	if b.Unguarded {
		return verdict.NotTestable("the server wants no token")
	}
	return nil
}

func (w *tokens) getRefused() error {
	r := w.c.Exchange(http.MethodGet, nil, probe.Anything)
	w.bench.NoteReply(r)
	if r.Status != http.StatusMethodNotAllowed {
		return verdict.NotTestable("with the token, GET is answered with HTTP %d", r.Status)
	}
	return nil
}

func (w *tokens) tokenInQuery() error {
	if err := w.overLoopback(); err != nil {
		return err
	}
	_, token, _ := strings.Cut(w.bench.Target.Header.Get(authorization), " ")
	u, err := url.Parse(w.bench.Target.URL)
	if err != nil {
		return err
	}
	query := u.Query()
	query.Set("access_token", token)
	u.RawQuery = query.Encode()
	w.edits[authorization] = nil
	w.c.URL = u.String()
	defer func() { w.c.URL = "" }()
	return w.initialize()
}

// initializeFails judges what came, whatever its status.
func (w *tokens) initializeFails() error {
	if _, err := w.replied(); err != nil {
		return err
	}
	if w.answer.Members["result"] != nil {
		return fmt.Errorf("it succeeds: %s", probe.Quote(w.answer.Raw))
	}
	return nil
}

// challengeParam is a parameter of the Bearer challenges of an answer, or "".
func challengeParam(h http.Header, name string) string {
	for _, challenge := range h.Values("WWW-Authenticate") {
		if !isBearer(challenge) {
			continue
		}
		for _, m := range authParam.FindAllStringSubmatch(challenge, -1) {
			if strings.EqualFold(m[1], name) {
				return escaped.ReplaceAllString(m[2], "$1") + m[3]
			}
		}
	}
	return ""
}

// authParam is a parameter of a challenge: its name, and its value as a quoted
// string or as a token.
var authParam = regexp.MustCompile(`([A-Za-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))`)

var escaped = regexp.MustCompile(`\\(.)`)

var bearer = regexp.MustCompile(`(?i)(?:^|,)\s*bearer(?:\s|$)`)

func isBearer(challenge string) bool { return bearer.MatchString(challenge) }

// metadataURLs are where the metadata may be, in the order of RFC 9728 and the
// specification: the URL of the challenge alone if there is one.
func metadataURLs(server string, challenge http.Header) ([]string, error) {
	base, err := url.Parse(server)
	if err != nil {
		return nil, err
	}
	if named := challengeParam(challenge, "resource_metadata"); named != "" {
		u, err := base.Parse(named)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("the resource_metadata of the challenge is %s", probe.Quote([]byte(named)))
		}
		return []string{u.String()}, nil
	}
	const wellKnown = "/.well-known/oauth-protected-resource"
	root := url.URL{Scheme: base.Scheme, Host: base.Host, Path: wellKnown}
	out := []string{root.String()}
	if path := strings.TrimSuffix(base.Path, "/"); path != "" {
		root.Path += path
		out = append([]string{root.String()}, out...)
	}
	return out, nil
}

func (w *tokens) fetchMetadata() error {
	places, err := metadataURLs(w.bench.Target.URL, w.bench.Challenge.Header)
	if err != nil {
		w.err = err
		return nil
	}
	w.metadata, w.err = nil, nil
	var tried []string
	for _, place := range places {
		status, body, err := w.bench.Fetch(place)
		switch {
		case err != nil:
			tried = append(tried, fmt.Sprintf("GET %s: %s", place, err))
		case status != http.StatusOK || json.Unmarshal(body, &w.metadata) != nil || w.metadata == nil:
			tried = append(tried, fmt.Sprintf("GET %s is answered with HTTP %d %s", place, status, probe.Quote(body)))
		default:
			return nil
		}
	}
	w.err = fmt.Errorf("there is no protected resource metadata:\n%s", strings.Join(tried, "\n"))
	return nil
}

func (w *tokens) metadataFound() error { return w.err }

// document is the metadata, if it was found.
func (w *tokens) document() (map[string]json.RawMessage, error) {
	if w.metadata == nil {
		return nil, verdict.NotObserved("there is no protected resource metadata")
	}
	return w.metadata, nil
}

func (w *tokens) namesServer() error {
	doc, err := w.document()
	if err != nil {
		return err
	}
	var servers []string
	if json.Unmarshal(doc["authorization_servers"], &servers) != nil || len(servers) == 0 {
		return fmt.Errorf("authorization_servers is %s", probe.OrNothing(string(doc["authorization_servers"])))
	}
	for _, s := range servers {
		if u, err := url.Parse(s); err != nil || u.Host == "" {
			return fmt.Errorf("the authorization server %s is no URL", probe.Quote([]byte(s)))
		}
	}
	return nil
}

func (w *tokens) namesResource() error {
	doc, err := w.document()
	if err != nil {
		return err
	}
	resource := probe.Text(doc["resource"])
	if resource == "" || !covers(resource, w.bench.Target.URL) {
		return fmt.Errorf("resource is %s, the server is %s", probe.OrNothing(string(doc["resource"])), w.bench.Target.URL)
	}
	return nil
}

// covers reports whether a resource identifier is that of a URL or of a parent.
func covers(resource, server string) bool {
	r, err1 := url.Parse(resource)
	s, err2 := url.Parse(server)
	if err1 != nil || err2 != nil || !probe.SameOrigin(r, s) {
		return false
	}
	return strings.HasPrefix(strings.TrimSuffix(s.Path, "/")+"/", strings.TrimSuffix(r.Path, "/")+"/")
}

func (w *tokens) challengeScope() error {
	h := w.bench.Challenge.Header
	if w.bench.Challenge.Status != http.StatusUnauthorized || !isBearer(strings.Join(h.Values("WWW-Authenticate"), ",")) {
		return verdict.NotObserved("initialize without a token is not answered with 401 and a Bearer challenge")
	}
	if challengeParam(h, "scope") == "" {
		return fmt.Errorf("the challenge %s has no scope: clients do not know what to ask for", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
	}
	return nil
}

func (w *tokens) askAll() error {
	w.refusals = nil
	for _, l := range probe.Lists {
		if !w.c.Declared[l.Capability] {
			continue
		}
		_, err := w.c.Call(l.Method, "")
		if context.Cause(w.bench.Ctx) != nil {
			return err
		}
		if w.c.Reply.Status == http.StatusForbidden {
			w.refusals = append(w.refusals, w.c.Reply.Header)
		}
	}
	return nil
}

func (w *tokens) missingScopes() error {
	if w.refusals == nil {
		return verdict.NotObserved("nothing is answered with 403: the token is good for all")
	}
	for _, h := range w.refusals {
		if challengeParam(h, "error") != "insufficient_scope" || challengeParam(h, "scope") == "" {
			return fmt.Errorf("a 403 has the challenge %s", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
		}
	}
	return nil
}
