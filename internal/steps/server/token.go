package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// tokens is what was learnt of a server that wants a token.
type tokens struct {
	metadata metadata
	reply    *probe.Reply  // that the metadata came in
	refusals []http.Header // of answers with 403
}

// metadata is that of the protected resource.
type metadata map[string]json.RawMessage

func tokenSteps() []gherkin.Step {
	return gherkin.Noun("token", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the server wants a token`,
			Manual: "not testable if no Authorization header was given, or the first request succeeds without", Func: wantsToken},
		{Keyword: gherkin.Given, Pattern: `the token is changed: (without its last character|with one more character)`, Manual: "as the Authorization header has it",
			Example: "the token is changed: with one more character", Func: (*check).changeToken},
		{Keyword: gherkin.Given, Pattern: `the token is one (for another server|with few scopes|with a broader scope)`, Manual: "that of --foreign-token, --narrow-token or --broad-token; not testable without",
			Example: "the token is one for another server", Func: (*check).otherToken},
		{Keyword: gherkin.Given, Pattern: `GET is answered with 405`, Manual: "not testable if it is not", Func: getRefused},
		{Keyword: gherkin.When, Pattern: `(?:initialize|server/discover) is sent with the token as the query's (\w+)`, Example: "initialize is sent with the token as the query's access_token",
			Manual: "and no Authorization header; not testable unless the server is reached over loopback: URLs are written to logs",
			Func:   (*check).tokenInQuery},
		{Keyword: gherkin.When, Pattern: `the header "([^"]+)" is left out from now on`, Example: `the header "Authorization" is left out from now on`,
			Manual: "after requests that had it, on the same network connection", Func: (*check).headerOut},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is the first one on a network connection`, Example: `the request "tools/list" is the first one on a network connection`,
			Manual: "of those that idle none is used", Func: (*check).firstOnWire},
		{Keyword: gherkin.When, Pattern: `the protected resource metadata is fetched`,
			Manual: "from where the challenge says, or else from the well-known URIs", Func: (*tokens).fetchMetadata},
		{Keyword: gherkin.When, Pattern: `everything that is declared is asked for`, Manual: "all lists, and the first tools that may be called, noting which are answered with 403", Func: (*tokens).askAll},
		{Keyword: gherkin.Then, Pattern: `the metadata is found`, Manual: "a JSON object", Func: (*check).metadataFound},
		{Keyword: gherkin.Then, Pattern: `it names an authorization server`, Manual: "at least one URL; not observed if there is no metadata", Func: namesServer},
		{Keyword: gherkin.Then, Pattern: `its resource is the URL of the server`,
			Manual: "or a parent of it on the same origin; not observed if there is no metadata", Func: namesResource},
		{Keyword: gherkin.Then, Pattern: `other origins may read it`, Manual: "by Access-Control-Allow-Origin; not observed if there is no metadata", Func: (*tokens).shared},
		{Keyword: gherkin.Then, Pattern: `it does not list the scope "([^"]+)"`, Manual: "in scopes_supported; not observed if there is no metadata",
			Example: `it does not list the scope "offline_access"`, Func: listsNot},
		{Keyword: gherkin.Then, Pattern: `there is a challenge`, Manual: "Bearer, in a refusal with 401 or 403", Func: challenged},
		{Keyword: gherkin.Then, Pattern: `the challenge does not have the scope "([^"]+)"`, Manual: "of the 401; not observed if it is no Bearer challenge",
			Example: `the challenge does not have the scope "offline_access"`, Func: challengeNot},
		{Keyword: gherkin.Then, Pattern: `each 403 says where the metadata is`,
			Manual: "by resource_metadata; not observed if there is none for want of a scope", Func: (*tokens).namedMetadata},
		{Keyword: gherkin.Then, Pattern: `the challenge has a scope`, Manual: "of the 401; not observed if it is no Bearer challenge", Func: challengeScope},
		{Keyword: gherkin.Then, Pattern: `each 403 says which scopes are missing`,
			Manual: "by error=insufficient_scope and scope; not observed if there is none", Func: (*tokens).missingScopes},
		{Keyword: gherkin.Then, Pattern: `nothing is refused for want of a scope`, Manual: "of what was asked for: no 403, and no 401", Func: (*tokens).refusedNothing},
		{Keyword: gherkin.Then, Pattern: `(?:initialize|server/discover) does not succeed`, Example: "initialize does not succeed", Manual: "no result, whatever the status", Func: (*check).initializeFails},
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

func (c *check) changeToken(how string) error {
	value := c.bench.Target.Header.Get(authorization)
	if how == "with one more character" {
		return c.header(authorization, value+"x")
	}
	return c.header(authorization, value[:len(value)-1])
}

func (c *check) firstOnWire(method string) error {
	c.bench.LeaveConnections()
	return c.request(method, "")
}

func (c *check) otherToken(which string) error {
	token, flag := c.bench.Target.Foreign, "--foreign-token"
	switch which {
	case "with few scopes":
		token, flag = c.bench.Target.Narrow, "--narrow-token"
	case "with a broader scope":
		token, flag = c.bench.Target.Broad, "--broad-token"
	}
	if token == "" {
		return verdict.NotTestable("there is no such token: give one with %s", flag)
	}
	if c.bench.TakesAnyToken() {
		return verdict.Because(tokenCheck(c.bench), "any token will do")
	}
	return c.header(authorization, "Bearer "+token)
}

// tokenCheck is the check of how tokens are judged.
func tokenCheck(b *probe.Bench) string {
	if b.IsModern() {
		return "M-AUTH-01"
	}
	return "AUTH-01"
}

func (c *check) tokenInQuery(parameter string) error {
	if err := overLoopback(c.bench); err != nil {
		return err
	}
	u, err := url.Parse(c.bench.Target.URL)
	if err != nil {
		return err
	}
	_, token, _ := strings.Cut(c.bench.Target.Header.Get(authorization), " ")
	query := u.Query()
	query.Set(parameter, token)
	u.RawQuery = query.Encode()
	c.edits[authorization] = nil
	c.conn.URL = u.String()
	defer func() { c.conn.URL = "" }()
	if c.bench.IsModern() {
		return c.request(c.bench.Light(), "")
	}
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
	t.metadata, t.reply, c.err = nil, nil, nil
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
		r, err := c.bench.Fetch(place)
		switch {
		case err != nil:
			tried = append(tried, fmt.Sprintf("GET %s: %s", place, err))
		case r.Status != http.StatusOK || json.Unmarshal(r.Body, &t.metadata) != nil || t.metadata == nil:
			tried = append(tried, fmt.Sprintf("GET %s is answered with HTTP %d %s", place, r.Status, probe.Quote(r.Body)))
		default:
			t.reply = r
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

// refusal is the header of the 401 that a client without a token gets.
func refusal(b *probe.Bench) (http.Header, error) {
	c, err := b.Challenge()
	if err != nil {
		return nil, err
	}
	h := c.Reply.Header
	if c.Reply.Status != http.StatusUnauthorized || !isBearer(strings.Join(h.Values("WWW-Authenticate"), ",")) {
		return nil, verdict.NotObserved("the first request without a token is not answered with 401 and a Bearer challenge")
	}
	return h, nil
}

func challengeScope(b *probe.Bench) error {
	h, err := refusal(b)
	if err != nil {
		return err
	}
	return verdict.FailedIf(challengeParam(h, "scope") == "", "the challenge %s has no scope: clients do not know what to ask for", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
}

func challengeNot(b *probe.Bench, scope string) error {
	h, err := refusal(b)
	if err != nil {
		return err
	}
	return verdict.FailedIf(slices.Contains(strings.Fields(challengeParam(h, "scope")), scope), "the challenge asks for it: %s", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
}

func challenged(r *probe.Reply) error {
	switch {
	case r.Status != http.StatusUnauthorized && r.Status != http.StatusForbidden:
		return fmt.Errorf("without a token the status is %d: a client takes that for a server of another revision", r.Status)
	case !isBearer(strings.Join(r.Header.Values("WWW-Authenticate"), ",")):
		return fmt.Errorf("HTTP %d has no Bearer challenge: WWW-Authenticate is %s", r.Status, probe.OrNothing(r.Header.Get("WWW-Authenticate")))
	}
	return nil
}

func listsNot(doc metadata, scope string) error {
	var scopes []string
	_ = json.Unmarshal(doc["scopes_supported"], &scopes) // what cannot be read lists nothing
	return verdict.FailedIf(slices.Contains(scopes, scope), "scopes_supported is %s", doc["scopes_supported"])
}

func (t *tokens) shared() error {
	if _, err := t.document(); err != nil {
		return err
	}
	return verdict.FailedIf(t.reply.Header.Get("Access-Control-Allow-Origin") == "", "the metadata has no Access-Control-Allow-Origin: clients in browsers cannot read it")
}

func (t *tokens) askAll(c *check) error {
	t.refusals = nil
	for _, l := range probe.Lists() {
		if !c.conn.Declares(l.Capability) {
			continue
		}
		if err := t.ask(c, l.Method, ""); err != nil {
			return err
		}
	}
	survey, err := c.bench.Survey()
	if err != nil {
		return err
	}
	for i, trial := range survey.Trials {
		if i == toolsAsked {
			break
		}
		if err := t.ask(c, "tools/call", probe.CallOf(trial.Tool, trial.Arguments, "")); err != nil {
			return err
		}
	}
	return nil
}

// toolsAsked is how many tools are called to see what a token is good for.
const toolsAsked = 5

// ask notes whether a request is answered with 403.
func (t *tokens) ask(c *check, method, params string) error {
	_, err := c.conn.Call(method, params)
	if c.bench.Stopped() != nil {
		return err
	}
	if c.conn.Reply.Status == http.StatusForbidden {
		t.refusals = append(t.refusals, c.conn.Reply.Header)
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

// refusedNothing judges a token whose scopes imply all that are needed. A token that is not
// good at all is told by the first answer.
func (t *tokens) refusedNothing(c *check) error {
	for _, h := range t.refusals {
		return fmt.Errorf("a 403 has the challenge %s", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
	}
	if r := c.conn.Reply; r != nil && r.Status == http.StatusUnauthorized {
		return verdict.NotTestable("the token of --broad-token is not accepted: HTTP 401")
	}
	return nil
}

func (t *tokens) namedMetadata() error {
	scoped := slices.DeleteFunc(slices.Clone(t.refusals), func(h http.Header) bool { return challengeParam(h, "error") != "insufficient_scope" })
	return each(scoped, "nothing is answered with 403 for want of a scope", func(h http.Header) error {
		return verdict.FailedIf(challengeParam(h, "resource_metadata") == "", "a 403 has the challenge %s", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
	})
}
