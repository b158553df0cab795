package server

import (
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

// tokens is what was learnt of a server that wants a token.
type tokens struct {
	metadata metadata
	refusals []http.Header // of answers with 403
}

// metadata is that of the protected resource.
type metadata map[string]json.RawMessage

func tokenSteps() []gherkin.Step {
	return gherkin.Noun("token", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the server wants a token`,
			Manual: "not testable if no Authorization header was given, or initialize works without", Func: wantsToken},
		{Keyword: gherkin.Given, Pattern: `GET is answered with 405`, Manual: "not testable if it is not", Func: getRefused},
		{Keyword: gherkin.When, Pattern: `initialize is sent with the token in the query`,
			Manual: "and no Authorization header; not testable unless the server is reached over loopback: URLs are written to logs",
			Func:   (*check).tokenInQuery},
		{Keyword: gherkin.When, Pattern: `the protected resource metadata is fetched`,
			Manual: "from where the challenge says, or else from the well-known URIs", Func: (*tokens).fetchMetadata},
		{Keyword: gherkin.When, Pattern: `everything that is declared is asked for`, Manual: "all lists, noting which are answered with 403", Func: (*tokens).askAll},
		{Keyword: gherkin.Then, Pattern: `the metadata is found`, Manual: "a JSON object", Func: (*check).metadataFound},
		{Keyword: gherkin.Then, Pattern: `it names an authorization server`, Manual: "at least one URL; not observed if there is no metadata", Func: namesServer},
		{Keyword: gherkin.Then, Pattern: `its resource is the URL of the server`,
			Manual: "or a parent of it on the same origin; not observed if there is no metadata", Func: namesResource},
		{Keyword: gherkin.Then, Pattern: `the challenge has a scope`, Manual: "of the 401; not observed if it is no Bearer challenge", Func: challengeScope},
		{Keyword: gherkin.Then, Pattern: `each 403 says which scopes are missing`,
			Manual: "by error=insufficient_scope and scope; not observed if there is none", Func: (*tokens).missingScopes},
		{Keyword: gherkin.Then, Pattern: `initialize does not succeed`, Manual: "no result", Func: (*check).initializeFails},
	})
}

func wantsToken(b *probe.Bench) error {
	c, err := b.Challenge()
	if err == nil && c.Unguarded {
		err = verdict.NotTestable("the server wants no token")
	}
	return err
}

func getRefused(c *probe.Conn) error {
	if r := c.Exchange(http.MethodGet); r.Status != http.StatusMethodNotAllowed {
		return verdict.NotTestable("with the token, GET is answered with HTTP %d", r.Status)
	}
	return nil
}

func (c *check) tokenInQuery() error {
	if err := overLoopback(c.bench); err != nil {
		return err
	}
	u, err := url.Parse(c.bench.Target.URL)
	if err != nil {
		return err
	}
	_, token, _ := strings.Cut(c.bench.Target.Header.Get(authorization), " ")
	query := u.Query()
	query.Set("access_token", token)
	u.RawQuery = query.Encode()
	c.edits[authorization] = nil
	c.conn.URL = u.String()
	defer func() { c.conn.URL = "" }()
	return c.initialize()
}

const authorization = "Authorization"

// initializeFails judges what came, whatever its status.
func (c *check) initializeFails(*probe.Reply) error {
	return unless(c.answer.Members["result"] == nil, c.answer, "it succeeds")
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

func (t *tokens) fetchMetadata(c *check) error {
	t.metadata, c.err = nil, nil
	challenge, err := c.bench.Challenge()
	if err != nil {
		return err
	}
	places, err := metadataURLs(c.bench.Target.URL, challenge.Reply.Header)
	if err != nil {
		c.err = err
		return nil
	}
	var tried []string
	for _, place := range places {
		status, body, err := c.bench.Fetch(place)
		switch {
		case err != nil:
			tried = append(tried, fmt.Sprintf("GET %s: %s", place, err))
		case status != http.StatusOK || json.Unmarshal(body, &t.metadata) != nil || t.metadata == nil:
			tried = append(tried, fmt.Sprintf("GET %s is answered with HTTP %d %s", place, status, probe.Quote(body)))
		default:
			return nil
		}
	}
	c.err = fmt.Errorf("there is no protected resource metadata:\n%s", strings.Join(tried, "\n"))
	return nil
}

func (c *check) metadataFound() error { return c.err }

// document is the metadata, if it was found.
func (t *tokens) document() (metadata, error) {
	if t.metadata == nil {
		return nil, verdict.NotObserved("there is no protected resource metadata")
	}
	return t.metadata, nil
}

func namesServer(doc metadata) error {
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

func namesResource(doc metadata, b *probe.Bench) error {
	if resource := probe.Text(doc["resource"]); resource == "" || !covers(resource, b.Target.URL) {
		return fmt.Errorf("resource is %s, the server is %s", probe.OrNothing(string(doc["resource"])), b.Target.URL)
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

func challengeScope(b *probe.Bench) error {
	c, err := b.Challenge()
	if err != nil {
		return err
	}
	h := c.Reply.Header
	switch {
	case c.Reply.Status != http.StatusUnauthorized || !isBearer(strings.Join(h.Values("WWW-Authenticate"), ",")):
		return verdict.NotObserved("initialize without a token is not answered with 401 and a Bearer challenge")
	case challengeParam(h, "scope") == "":
		return fmt.Errorf("the challenge %s has no scope: clients do not know what to ask for", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
	}
	return nil
}

func (t *tokens) askAll(c *check) error {
	t.refusals = nil
	for _, l := range probe.Lists() {
		if !c.conn.Declares(l.Capability) {
			continue
		}
		_, err := c.conn.Call(l.Method, "")
		if c.bench.Stopped() != nil {
			return err
		}
		if c.conn.Reply.Status == http.StatusForbidden {
			t.refusals = append(t.refusals, c.conn.Reply.Header)
		}
	}
	return nil
}

func (t *tokens) missingScopes() error {
	return each(t.refusals, "nothing is answered with 403: the token is good for all", func(h http.Header) error {
		if challengeParam(h, "error") != "insufficient_scope" || challengeParam(h, "scope") == "" {
			return fmt.Errorf("a 403 has the challenge %s", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
		}
		return nil
	})
}
