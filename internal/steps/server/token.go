package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

// tokens is what was learnt of a server that wants a token.
type tokens struct {
	metadata metadata
	reply    *probe.Reply  // that the metadata came in
	place    string        // where it was found
	refusals []http.Header // of answers with 403
	mistaken []http.Header // of answers with 401 for want of a scope
	grants   []grant       // what was asked for, and has succeeded with the token of the run
}

// grant is what a request for something that is offered was answered with.
type grant struct {
	what   string
	answer probe.Frame
	status int
}

// metadata is that of the protected resource.
type metadata map[string]json.RawMessage

func tokenSteps() []gherkin.Step {
	return gherkin.Noun("token", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the server wants a token`,
			Manual: "not testable if no Authorization header was given, or the first request succeeds without", Func: (*World).wantsToken},
		{Keyword: gherkin.Given, Pattern: `the token is changed: (without its last character|with one more character|in other case|left empty)`, Manual: "as the Authorization header has it",
			Example: "the token is changed: with one more character", Func: (*check).changeToken},
		{Keyword: gherkin.Given, Pattern: `the token is one (for another server|with few scopes|with a broader scope)`, Manual: "that of --foreign-token, --narrow-token or --broad-token; not testable without",
			Example: "the token is one for another server", Func: (*check).otherToken},
		{Keyword: gherkin.Given, Pattern: `GET is answered with 405`, Manual: "not testable if it is not", Func: getRefused},
		{Keyword: gherkin.When, Pattern: `(\S+) is sent with the token as the query's (\w+)(, and another one in the header)?`, Example: "initialize is sent with the token as the query's access_token",
			Manual: "of something that is offered; and else no Authorization header; not testable unless the server is reached over loopback: URLs are written to logs",
			Func:   (*check).tokenInQuery},
		{Keyword: gherkin.When, Pattern: `the header "([^"]+)" is left out from now on`, Example: `the header "Authorization" is left out from now on`,
			Manual: "after requests that had it, on the same network connection", Func: (*check).headerOut},
		{Keyword: gherkin.When, Pattern: `the header "([^"]+)" is "([^"]*)" from now on`, Example: `the header "Authorization" is "Bearer x" from now on`,
			Manual: "after requests that had another one, on the same network connection", Func: (*check).header},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is the first one on a network connection`, Example: `the request "tools/list" is the first one on a network connection`,
			Manual: "of those that idle none is used; what it names does not exist", Func: (*check).firstOnWire},
		{Keyword: gherkin.When, Pattern: `the protected resource metadata is fetched`,
			Manual: "from where the challenge says, or else from the well-known URIs", Func: (*tokens).fetchMetadata},
		{Keyword: gherkin.When, Pattern: `everything that is declared is asked for`, Manual: "all lists, and the first tools that may be called, prompts and resources, noting which are refused", Func: (*tokens).askAll},
		{Keyword: gherkin.Then, Pattern: `the challenge names no metadata but by a whole URL`, Manual: "in resource_metadata of the 401; not observed if it is no Bearer challenge", Func: challengeWhole},
		{Keyword: gherkin.Then, Pattern: `the metadata is called JSON`, Manual: "its content type is application/json; not observed if there is none", Func: (*tokens).typed},
		{Keyword: gherkin.Then, Pattern: `what else is in the metadata has the types of RFC 9728`, Manual: "arrays of strings, names and URLs; not observed if there is no metadata", Func: typedMetadata},
		{Keyword: gherkin.Then, Pattern: `the challenge is one for tokens`, Manual: "Bearer or DPoP, alone or among others; not observed if the 401 has no WWW-Authenticate", Func: challengeScheme},
		{Keyword: gherkin.Then, Pattern: `the metadata is found`, Manual: "a JSON object", Func: (*check).metadataFound},
		{Keyword: gherkin.Then, Pattern: `it names an authorization server`, Manual: "at least one URL; not observed if there is no metadata", Func: namesServer},
		{Keyword: gherkin.Then, Pattern: `its resource is the URL of the server`,
			Manual: "or a parent of it on the same origin; not observed if there is no metadata", Func: namesResource},
		{Keyword: gherkin.Then, Pattern: `other origins may read it`, Manual: "all or some, by Access-Control-Allow-Origin; not observed if there is no metadata", Func: (*tokens).shared},
		{Keyword: gherkin.Then, Pattern: `it does not list the scope "([^"]+)"`, Manual: "in scopes_supported; not observed if there is no metadata",
			Example: `it does not list the scope "offline_access"`, Func: listsNot},
		{Keyword: gherkin.Then, Pattern: `there is a challenge`, Manual: "Bearer, in a refusal with 401 or 403", Func: challenged},
		{Keyword: gherkin.Then, Pattern: `the challenge does not have the scope "([^"]+)"`, Manual: "of the 401; not observed if it is no Bearer challenge",
			Example: `the challenge does not have the scope "offline_access"`, Func: challengeNot},
		{Keyword: gherkin.Then, Pattern: `its challenge does not have the scope "([^"]+)"`, Manual: "of an answer with 401; not observed if it is none",
			Example: `its challenge does not have the scope "offline_access"`, Func: itsChallengeNot},
		{Keyword: gherkin.Then, Pattern: `each 403 says where the metadata is`,
			Manual: "by resource_metadata, and it is there; not observed if there is none for want of a scope", Func: (*tokens).namedMetadata},
		{Keyword: gherkin.Then, Pattern: `the challenge has a scope`, Manual: "of the 401; not observed if it is no Bearer challenge", Func: challengeScope},
		{Keyword: gherkin.Then, Pattern: `each 403 says which scopes are missing`,
			Manual: "by error=insufficient_scope and scope, and no 401 speaks of scopes; not observed if there is none", Func: (*tokens).missingScopes},
		{Keyword: gherkin.Then, Pattern: `no 403 asks for the scope "([^"]+)"`, Manual: "not observed if there is none", Example: `no 403 asks for the scope "offline_access"`, Func: (*tokens).asksNot},
		{Keyword: gherkin.Then, Pattern: `nothing is refused for want of a scope`, Manual: "of what was asked for: no 403, and nothing else is refused that is not with the token of the run", Func: (*tokens).refusedNothing},
		{Keyword: gherkin.Then, Pattern: `(?:initialize|server/discover|the request) does not succeed`, Example: "initialize does not succeed", Manual: "no result, whatever the status", Func: (*World).requestFails},
	})
}

// wantsToken holds where a server lets requests pass without a token once it has seen it: that
// is for one check to say, as each other one would.
func (w *World) wantsToken() error {
	c, err := w.bench.Challenge()
	switch {
	case err != nil:
		return err
	case c.Unguarded && w.is("AUTH-01") && w.promisesGuard() && w.bench.TakesAnyToken():
		return errors.New("the server has the metadata of a protected resource, and serves a token that was made up")
	case c.Unguarded:
		return verdict.NotTestable("the server wants no token")
	case w.bench.IsModern() && !w.is(vouchingCheck) && w.bench.Vouched():
		return verdict.Because(vouchingCheck, "once a client has had the token, requests without one are served, too")
	}
	return nil
}

// promisesGuard reports whether a server that lets pass whoever asks says where tokens for it
// are had: it may serve requests without one, and not those with a wrong one.
func (w *World) promisesGuard() bool {
	places, err := metadataURLs(w.bench.Target.URL, nil)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(places, func(place string) bool {
		var doc metadata
		r, err := w.bench.Fetch(place)
		return err == nil && r.Status == http.StatusOK && jsonparts.Unmarshal(r.Body, &doc) == nil && namesServer(doc) == nil
	})
}

// vouchingCheck tells of servers that know who asks by something else than the token.
const vouchingCheck = "M-AUTH-08"

func getRefused(c *probe.Conn) error {
	if r := c.Exchange(http.MethodGet); r.Status != http.StatusMethodNotAllowed {
		return verdict.NotTestable("with the token, GET is answered with HTTP %d", r.Status)
	}
	return nil
}

func (c *check) changeToken(how string) error {
	value := c.bench.Target.Header.Get(authorization)
	scheme, token, _ := strings.Cut(value, " ")
	switch how {
	case "with one more character":
		value += "x"
	case "in other case":
		if otherCase(token) == token {
			return verdict.NotTestable("the token has no letters")
		}
		value = scheme + " " + otherCase(token)
	case "left empty":
		value = scheme + " "
	default:
		value = value[:len(value)-1]
	}
	return c.header(authorization, value)
}

func (c *check) firstOnWire(method string) error {
	c.bench.LeaveConnections()
	return c.request(method, ofNobody[method])
}

// ofNobody are params of requests for what does not exist.
var ofNobody = map[string]string{
	"tools/call": `{"name":"mcpsim_no_such_tool","arguments":{}}`, "prompts/get": `{"name":"mcpsim_no_such_prompt"}`,
	"resources/read":       `{"uri":"mcpsim://no/such/resource"}`,
	"completion/complete":  `{"ref":{"type":"ref/prompt","name":"mcpsim_no_such_prompt"},"argument":{"name":"a","value":""}}`,
	"subscriptions/listen": `{"notifications":{}}`,
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

func (c *check) tokenInQuery(method, parameter, beside string) error {
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
	wrong := "Bearer mcpsim-no-such-token"
	if c.edits[authorization] = nil; beside != "" {
		c.edits[authorization] = &wrong
	}
	c.conn.URL = u.String()
	defer func() { c.conn.URL = "" }()
	if method == "initialize" {
		return c.initialize()
	}
	params, _, err := c.offered(method)
	if err != nil {
		return err
	}
	c.bench.LeaveConnections() // none that had the token vouches for it
	return c.request(method, params)
}

const authorization = "Authorization"

// requestFails judges what came, whatever its status. What is served without any token is told by
// another check.
func (w *World) requestFails(*probe.Reply) error {
	succeeded, f := w.answer.Members["result"] != nil, w.answer
	for _, came := range w.conn.From(w.sent) {
		if probe.IsAcknowledgement(came) {
			succeeded, f = true, came
		}
	}
	if method := firstWord(last(w.bench.SentInCheck())); succeeded && w.bench.IsModern() && w.tokenStatus(method, nil) == http.StatusOK {
		return verdict.Because(tokenCheck(w.bench), "%s is served without any token", method)
	}
	return unless(!succeeded, f, "it succeeds")
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
	if err := unread(h); err != nil {
		return err
	}
	return verdict.FailedIf(!isScopes(challengeParam(h, "scope")), "the challenge %s has no scope: clients do not know what to ask for", probe.Quote([]byte(h.Get("WWW-Authenticate"))))
}

// bareMetadata is a resource_metadata that is no quoted string.
var bareMetadata = words.Pattern(`(?i)resource_metadata\s*=\s*[^\s"]`)

// challengeWhole wants a URL that a client can read as it is.
func challengeWhole(b *probe.Bench) error {
	h, err := refusal(b)
	if err != nil {
		return err
	}
	named := challengeParam(h, "resource_metadata")
	if all := strings.Join(h.Values("WWW-Authenticate"), ", "); strings.Contains(named, "/") && bareMetadata().MatchString(all) {
		return fmt.Errorf("the resource_metadata of the challenge is not quoted, and a URL is no token: %s", probe.Quote([]byte(all)))
	}
	u, err := url.Parse(named)
	return verdict.FailedIf(named != "" && (err != nil || u.Host == ""), "the resource_metadata of the challenge is %s, want a URL with scheme and host", probe.Quote([]byte(named)))
}

func challenged(r *probe.Reply) error {
	switch {
	case isBearer(strings.Join(r.Header.Values("WWW-Authenticate"), ",")) && r.Status == http.StatusForbidden:
		return nil
	case r.Status != http.StatusUnauthorized:
		return verdict.Because("AUTH-01", "without a token the status is %d: a client takes that for a server of another revision", r.Status)
	case !isBearer(strings.Join(r.Header.Values("WWW-Authenticate"), ",")):
		return fmt.Errorf("HTTP %d has no Bearer challenge: WWW-Authenticate is %s", r.Status, probe.OrNothing(r.Header.Get("WWW-Authenticate")))
	}
	return nil
}
