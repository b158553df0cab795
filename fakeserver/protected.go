package fakeserver

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// protected says which tokens the server asks for; nil = none. A script with authorization
// servers is protected by them.
func (s *Server) protected() *Protected {
	if s.script.Protected == nil && len(s.script.Authorization) > 0 {
		return &Protected{}
	}
	return s.script.Protected
}

// resourcePaths are where the metadata of the protected server are.
func (s *Server) resourcePaths(p *Protected) []string {
	if p.At == nil {
		return []string{wellKnownResource + s.script.HTTP.StreamPath()}
	}
	return p.At
}

// issuers are the identifiers of those whose tokens are taken, by their names.
func (s *Server) issuers(r *http.Request) (names, issuers []string) {
	by := s.protected().By
	for _, a := range s.authorities {
		if len(by) == 0 || slices.Contains(by, a.name()) {
			names, issuers = append(names, a.name()), append(issuers, a.issuer(r))
		}
	}
	for _, name := range by {
		if slices.Contains(names, name) || s.elsewhere == nil {
			continue
		}
		if issuer, other := s.elsewhere(name); other != nil {
			names, issuers = append(names, name), append(issuers, issuer)
		}
	}
	return names, issuers
}

// resourceMetadata is the document of the protected server (RFC 9728).
func (s *Server) resourceMetadata(r *http.Request) map[string]any {
	_, issuers := s.issuers(r)
	out := map[string]any{"resource": s.resource(r), "authorization_servers": issuers, "bearer_methods_supported": []string{"header"}}
	if scopes := s.protected().Scopes; scopes != nil {
		out["scopes_supported"] = scopes
	}
	return out
}

// resource is the identifier of the protected server.
func (s *Server) resource(r *http.Request) string { return originOf(r) + s.script.HTTP.StreamPath() }

// known looks a token up where it may come from.
func (s *Server) known(r *http.Request, access string) TokenInfo {
	names, _ := s.issuers(r)
	for _, name := range names {
		if info := s.introspect(name, access); info.Active {
			return info
		}
		if s.elsewhere == nil {
			continue
		}
		if _, other := s.elsewhere(name); other != nil && other != s {
			if info := other.Introspect("", access); info.Active {
				return info
			}
		}
	}
	return TokenInfo{}
}

// guarded refuses a request without a good token, and reports whether it did.
func (h *exchange) guarded(body []byte) bool {
	s := h.c.s
	p := s.protected()
	elsewhere := s.script.HTTP.Legacy == nil && h.request.URL.Path != s.script.HTTP.StreamPath() && !s.script.HTTP.WebSocket.takes(h.request)
	if p == nil || elsewhere {
		return false
	}
	needed := slices.Concat(p.Need, s.scopesOf(body))
	scheme, access, _ := strings.Cut(h.request.Header.Get("Authorization"), " ")
	info := TokenInfo{}
	if strings.EqualFold(scheme, "Bearer") {
		info = s.known(h.request, strings.TrimSpace(access))
	}
	aud := canonicalResource(info.Resource)
	switch {
	case h.request.Header.Get("Authorization") == "":
		h.challenge(http.StatusUnauthorized, "", either(p.Challenge, strings.Join(p.Need, " ")))
	case !info.Active || aud != "" && aud != canonicalResource(s.resource(h.request)) && aud != canonicalResource(originOf(h.request)):
		h.challenge(http.StatusUnauthorized, "invalid_token", either(p.Challenge, strings.Join(p.Need, " ")))
	case !includes(strings.Fields(info.Scope), needed):
		h.challenge(http.StatusForbidden, "insufficient_scope", strings.Join(needed, " "))
	default:
		return false
	}
	return true
}

// canonicalResource is a resource as it is compared: schemes and hosts have no case, and one slash
// at the end makes no difference.
func canonicalResource(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	u.Host = strings.ToLower(u.Host)
	return strings.TrimSuffix(u.String(), "/")
}

// includes reports whether all that is needed is there.
func includes(have, needed []string) bool {
	return !slices.ContainsFunc(needed, func(scope string) bool { return !slices.Contains(have, scope) })
}

// scopesOf are the scopes of the tools that are called in a body.
func (s *Server) scopesOf(body []byte) (out []string) {
	messages, _, _ := readMessages(body)
	for _, m := range messages {
		var name string
		_ = json.Unmarshal(member(m.params, "name"), &name)
		for _, t := range s.script.Tools {
			if m.method == "tools/call" && t.Name == name {
				out = append(out, t.Scopes...)
			}
		}
	}
	return out
}

// challenge refuses a request and says what is missing.
func (h *exchange) challenge(status int, problem, scope string) {
	s := h.c.s
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+`="`+value+`"`)
		}
	}
	add("error", problem)
	add("scope", scope)
	if p := s.protected(); !p.Unnamed && len(s.resourcePaths(p)) > 0 {
		add("resource_metadata", originOf(h.request)+s.resourcePaths(p)[0])
	}
	seen := &Login{Endpoint: EndpointChallenge, Scope: scope, Error: either(problem, "no token")}
	h.meet(EndpointChallenge, seen, func() outcome {
		return outcome{
			status: status, document: map[string]any{"error": either(problem, "unauthorized")},
			headers: map[string]string{"Www-Authenticate": strings.TrimSpace("Bearer " + strings.Join(parts, ", "))},
		}
	})
}
