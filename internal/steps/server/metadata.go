package server

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

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
		case r.Status != http.StatusOK || jsonparts.Unmarshal(r.Body, &t.metadata) != nil || t.metadata == nil:
			tried = append(tried, fmt.Sprintf("GET %s is answered with HTTP %d %s", place, r.Status, probe.Quote(r.Body)))
		default:
			t.reply, t.place = r, place
			return nil
		}
	}
	c.err = fmt.Errorf("there is no protected resource metadata:\n%s", strings.Join(tried, "\n"))
	return nil
}

func (c *check) metadataFound() error { return c.err }

// typed judges the type of the metadata, which says nothing of what is in it.
func (t *tokens) typed() error {
	if t.metadata == nil {
		return verdict.NotObserved("there is no protected resource metadata")
	}
	return verdict.FailedIf(t.reply.ContentType != "application/json", "%s is answered with the content type %q, want application/json", t.place, t.reply.Header.Get("Content-Type"))
}

// document is the metadata, if it was found.
func (t *tokens) document() (metadata, error) {
	if t.metadata == nil {
		return nil, verdict.NotObserved("there is no protected resource metadata")
	}
	return t.metadata, nil
}

func namesServer(doc metadata) error {
	var servers []string
	if jsonparts.Unmarshal(doc["authorization_servers"], &servers) != nil || len(servers) == 0 {
		return fmt.Errorf("authorization_servers is %s", probe.OrNothing(string(doc["authorization_servers"])))
	}
	for _, s := range servers {
		if u, err := url.Parse(s); err != nil || u.Host == "" {
			return fmt.Errorf("the authorization server %s is no URL", probe.Quote([]byte(s)))
		}
		if strings.ContainsAny(s, "?#") { // RFC 8414
			return fmt.Errorf("the authorization server %s has a query or a fragment, and an issuer has none", probe.Quote([]byte(s)))
		}
	}
	return nil
}

func namesResource(doc metadata, b *probe.Bench) error {
	if resource := probe.Text(doc["resource"]); resource == "" || !covers(resource, b.Target.URL) {
		return fmt.Errorf("resource is %s, the server is %s", probe.OrNothing(string(doc["resource"])), b.Target.URL)
	}
	if u, err := url.Parse(probe.Text(doc["resource"])); err == nil && u.RawQuery != "" && !strings.HasSuffix(b.Target.URL, "?"+u.RawQuery) {
		return fmt.Errorf("resource is %s, the server is %s", probe.Text(doc["resource"]), b.Target.URL)
	}
	return verdict.FailedIf(strings.Contains(probe.Text(doc["resource"]), "#"), "resource is %s, and no resource has a fragment", doc["resource"]) // RFC 9728
}

// metadataLists are the members of the metadata that are arrays of strings, but for the one that
// names the authorization servers.
var metadataLists = []string{"scopes_supported", "bearer_methods_supported", "resource_signing_alg_values_supported"}

// metadataFlags are true or false (RFC 9728, 2).
var metadataFlags = []string{"tls_client_certificate_bound_access_tokens", "dpop_bound_access_tokens_required"}

// typedMetadata judges what is in the metadata besides who it is about: clients with types read
// all of it, or nothing.
func typedMetadata(doc metadata, b *probe.Bench) error {
	for _, name := range metadataLists {
		var texts []*string
		if raw := doc[name]; raw != nil && (jsonparts.Unmarshal(raw, &texts) != nil || texts == nil || slices.Contains(texts, nil)) {
			return fmt.Errorf("%s is %s, want an array of strings", name, probe.Quote(raw))
		}
	}
	for _, name := range []string{"resource_name", "resource_documentation", "resource_policy_uri", "resource_tos_uri", "jwks_uri"} {
		if raw := doc[name]; raw != nil && !jsonparts.IsText(raw) {
			return fmt.Errorf("%s is %s, want a string", name, probe.Quote(raw))
		}
	}
	for _, name := range metadataFlags {
		if raw := doc[name]; raw != nil && string(raw) != "true" && string(raw) != "false" {
			return fmt.Errorf("%s is %s, want true or false", name, probe.Quote(raw))
		}
	}
	for _, name := range []string{"scopes_supported", "jwks_uri", "resource_documentation", "resource_policy_uri", "resource_tos_uri", "resource_signing_alg_values_supported", "bearer_methods_supported"} {
		if err := unfit(name, doc[name], b.Target.URL); err != nil {
			return err
		}
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

func listsNot(doc metadata, scope string) error {
	var scopes []string
	_ = jsonparts.Unmarshal(doc["scopes_supported"], &scopes) // what cannot be read lists nothing
	return verdict.FailedIf(slices.Contains(scopes, scope), "scopes_supported is %s", doc["scopes_supported"])
}

// aPage is the origin of a page in a browser, which is none of the server's.
const aPage = "https://mcpsim.example"

func (t *tokens) shared(b *probe.Bench) error {
	if _, err := t.document(); err != nil {
		return err
	}
	allowed := t.reply.Header.Get("Access-Control-Allow-Origin")
	if allowed == "" { // some say so only to who asks
		asked, err := b.FetchFrom(t.place, aPage)
		if err != nil {
			return err
		}
		allowed = asked.Header.Get("Access-Control-Allow-Origin")
	}
	return verdict.FailedIf(!isOrigin(allowed), "the metadata has the Access-Control-Allow-Origin %s: clients in browsers cannot read it", probe.OrNothing(allowed))
}

// isOrigin reports whether browsers understand an Access-Control-Allow-Origin that lets pages
// in: * alone, or one origin.
func isOrigin(allowed string) bool {
	u, err := url.Parse(allowed)
	return allowed == "*" || err == nil && u.Scheme != "" && u.Host != "" && allowed == u.Scheme+"://"+u.Host && !strings.Contains(allowed, ",")
}
