package fakeserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/mcpsim/mcpsim/internal/loopback"
)

// register takes a client in that introduces itself (RFC 7591). It authenticates as it
// asked, or in the first way that is allowed.
func (v *visit) register() outcome {
	members := map[string]json.RawMessage{}
	var asked struct {
		Redirects []string     `json:"redirect_uris"`
		Method    clientMethod `json:"token_endpoint_auth_method"`
		Grants    []string     `json:"grant_types"`
		Responses []string     `json:"response_types"`
		Scope     string       `json:"scope"`
		Name      string       `json:"client_name"`
		Contacts  []string     `json:"contacts"`
		Kind      string       `json:"application_type"`
	}
	if json.Unmarshal(v.body, &members) != nil || json.Unmarshal(v.body, &asked) != nil {
		v.seen.Error = "invalid_client_metadata"
		return failed(http.StatusBadRequest, v.seen.Error, "the client metadata are not a JSON object, or a member is of another type")
	}
	if len(asked.Redirects) == 0 {
		v.seen.Error = "invalid_redirect_uri"
		return failed(http.StatusBadRequest, v.seen.Error, "there is no redirect URI")
	}
	if i := slices.IndexFunc(asked.Redirects, unsafe); i >= 0 {
		v.seen.Error = "invalid_redirect_uri"
		return failed(http.StatusBadRequest, v.seen.Error, "a redirect URI has a host and no fragment, and at another machine it has to use https")
	}
	if v.at.full() {
		v.seen.Error = unavailable
		return failed(http.StatusServiceUnavailable, unavailable, "too many clients")
	}
	for i, uri := range asked.Redirects {
		asked.Redirects[i] = v.at.keep(uri)
	}
	v.at.size += memberCost * len(asked.Redirects)
	v.at.minted++
	c := &LoginClient{ID: fmt.Sprintf("%s-client-%d", v.at.name(), v.at.minted), Method: asked.Method, Redirects: asked.Redirects}
	if allowed := v.at.methods(); !slices.Contains(allowed, c.Method) {
		c.Method = methodNone
		if len(allowed) > 0 {
			c.Method = allowed[0]
		}
	}
	if c.Method != methodNone {
		c.Secret = v.at.mint("secret")
		members["client_secret"] = encode(c.Secret)
		members["client_secret_expires_at"] = encode(0)
	}
	v.at.clients[c.ID] = c
	if asked.Grants != nil && !slices.Contains(asked.Grants, "authorization_code") || asked.Responses != nil && !slices.Contains(asked.Responses, "code") {
		v.at.noCodes[c.ID] = true
	}
	v.seen.Issued = c.ID
	members["client_id"], members["token_endpoint_auth_method"] = encode(c.ID), encode(c.Method)
	members["client_id_issued_at"] = encode(v.at.s.clk.Now().Unix())
	return outcome{status: http.StatusCreated, document: members}
}

// unsafe reports whether a redirect URI sends codes over HTTP without TLS to another machine, to
// a script in the user's browser, or to no place of its own.
func unsafe(uri string) bool {
	u, err := url.Parse(uri)
	return err == nil && (u.Scheme == "" || u.Fragment != "" || u.Scheme == "http" && !loopback.Host(u.Hostname()) || slices.Contains([]string{"javascript", "data", "vbscript"}, u.Scheme))
}

// revoke ends a token, and with a refresh token the whole login (RFC 7009).
func (v *visit) revoke() outcome {
	t := v.at.tokens[v.form.Get("token")]
	v.h.c.s.keepSecret(v.form.Get("token"))
	v.seen.Token = "unknown"
	if t != nil {
		t.ended = true
		v.seen.Token = "access"
		if t.refresh {
			v.seen.Token = "refresh"
			v.at.endLogin(t.login)
		}
	}
	return outcome{status: http.StatusOK}
}

// introspect tells of a token (RFC 7662).
func (v *visit) introspect() outcome {
	t := v.at.tokens[v.form.Get("token")]
	if t == nil || !v.at.good(t) {
		return outcome{status: http.StatusOK, document: map[string]any{"active": false}}
	}
	out := map[string]any{"active": true, "client_id": t.client, "scope": t.scope, "iss": v.at.issuer(v.h.request)}
	if t.resource != "" {
		out["aud"] = t.resource
	}
	if !t.refresh {
		out["exp"] = t.until.Unix()
	}
	return outcome{status: http.StatusOK, document: out}
}

// revokeAction ends the access tokens that an authorization server has given out so far.
type revokeAction struct {
	// Of is the name of the authorization server; empty = all of the script.
	Of string `yaml:"of" short:"true"`
	// All ends the refresh tokens, too.
	All bool `yaml:"all"`
}

func (a revokeAction) apply(x *exec) bool {
	found := false
	for _, at := range x.s.authorities {
		if a.Of != "" && a.Of != at.name() {
			continue
		}
		found = true
		for _, t := range at.tokens {
			t.ended = t.ended || a.All || !t.refresh
		}
	}
	if !found {
		x.ignored("revoke")
	}
	return true
}
