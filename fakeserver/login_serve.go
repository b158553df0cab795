package fakeserver

import (
	"cmp"
	"encoding/json"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// The well-known paths of metadata.
const (
	wellKnownResource = "/.well-known/oauth-protected-resource"
	wellKnownOAuth    = "/.well-known/oauth-authorization-server"
	wellKnownOpenID   = "/.well-known/openid-configuration"
)

// route is the endpoint of a login that a request asks for.
type route struct {
	endpoint Endpoint // "" = none
	at       *authority
	openID   bool // the metadata are asked for in this form
	keys     bool // the keys are asked for, which the metadata name
}

// routeOf finds the endpoint of a path.
func (s *Server) routeOf(path string) route {
	if p := s.protected(); p != nil && slices.Contains(s.resourcePaths(p), path) {
		return route{endpoint: EndpointResource}
	}
	for _, a := range s.authorities {
		for _, form := range a.forms() {
			at := map[metadataForm]string{formOAuth: wellKnownOAuth + a.Path, formOpenID: wellKnownOpenID + a.Path, formAppended: a.Path + wellKnownOpenID}
			if at[form] == path {
				return route{endpoint: EndpointMetadata, at: a, openID: form != formOAuth}
			}
		}
		end, inside := strings.CutPrefix(path, a.Path+"/")
		if inside && end == "jwks" {
			return route{endpoint: EndpointMetadata, at: a, keys: true}
		}
		endpoints := []Endpoint{EndpointAuthorize, EndpointToken, EndpointRegister, EndpointRevoke, EndpointIntrospect}
		if inside && slices.Contains(endpoints, Endpoint(end)) && (Endpoint(end) != EndpointRegister || yes(a.Register)) {
			return route{endpoint: Endpoint(end), at: a}
		}
	}
	return route{}
}

// visit is what came to an endpoint of a login.
type visit struct {
	h    *exchange
	at   *authority
	form url.Values      // of the query or of the body
	body json.RawMessage // of a registration
	seen *Login
}

// outcome is the answer to a visit.
type outcome struct {
	status   int
	document any               // JSON; of a redirect, its parameters
	headers  map[string]string // may be nil
	redirect string            // where the client is sent to; "" = nowhere
}

// failed is an error as RFC 6749 has it.
func failed(status int, code, description string) outcome {
	return outcome{status: status, document: map[string]any{"error": code, "error_description": description}}
}

// public is a document that pages of other origins may read, too.
func public(document any) outcome {
	return outcome{status: http.StatusOK, document: document, headers: map[string]string{"Access-Control-Allow-Origin": "*"}}
}

// serveLogin starts the program of a request for an endpoint of a login.
func (h *exchange) serveLogin(r route, body []byte) {
	v := &visit{h: h, at: r.at, form: h.request.URL.Query(), seen: &Login{
		Endpoint: r.endpoint, Type: h.request.Header.Get("Content-Type"), Accept: h.request.Header.Get("Accept"),
	}}
	if h.request.Method == http.MethodPost {
		v.form, _ = url.ParseQuery(string(body)) // what cannot be read is not there
		v.body = body
	}
	if r.at != nil {
		v.seen.Authorization = r.at.name()
	}
	v.look()
	h.meet(r.endpoint, v.seen, func() outcome { return v.respond(r) })
}

// bodyTypes are what is sent to an endpoint (RFC 6749, 4.1.3; RFC 7591, 3.1; RFC 7009, 2.1; RFC 7662, 2.1).
var bodyTypes = map[Endpoint]string{
	EndpointToken: formType, EndpointRegister: "application/json", EndpointRevoke: formType, EndpointIntrospect: formType,
}

const formType = "application/x-www-form-urlencoded"

// mediaType is that of a header, without its parameters.
func mediaType(header string) string {
	kind, _, err := mime.ParseMediaType(header)
	if err != nil {
		return ""
	}
	return kind
}

// respond does what a correct server does at an endpoint.
func (v *visit) respond(r route) outcome {
	post := v.h.request.Method == http.MethodPost
	if !post && slices.Contains([]Endpoint{EndpointToken, EndpointRegister, EndpointRevoke, EndpointIntrospect}, r.endpoint) {
		return failed(http.StatusMethodNotAllowed, "invalid_request", "this endpoint takes POST")
	}
	if want := bodyTypes[r.endpoint]; want != "" && mediaType(v.seen.Type) != want {
		v.seen.Error = "invalid_request"
		return failed(http.StatusBadRequest, v.seen.Error, "this endpoint takes "+want)
	}
	switch r.endpoint {
	case EndpointResource:
		return public(v.h.c.s.resourceMetadata(v.h.request))
	case EndpointMetadata:
		if r.keys {
			return public(map[string]any{"keys": []any{}})
		}
		return public(v.at.metadata(v.h.request, r.openID))
	case EndpointAuthorize:
		return v.authorize()
	case EndpointToken:
		return v.token()
	case EndpointRegister:
		return v.register()
	case EndpointRevoke:
		return v.revoke()
	default:
		return v.introspect()
	}
}

// meet runs the rules of an endpoint, then what respond says, and notes the visit.
func (h *exchange) meet(at Endpoint, seen *Login, respond func() outcome) {
	h.programs = 1
	noted := false
	note := func(status int) {
		noted = true
		h.c.note(Entry{Kind: KindLogin, Verb: string(h.verb), Status: status, Login: seen, Text: seen.String()})
	}
	m := moment{endpoint: at, verb: h.verb, header: h.request.Header, authorization: seen.Authorization, grant: seen.Grant}
	scripted := func() { // the program is over, and what a correct server does was not asked for
		if !noted {
			seen.Error = "a rule answers"
			note(0)
		}
	}
	h.c.s.run(&exec{c: h.c, m: m, w: h, over: scripted, usual: func(x *exec) bool {
		o := outcome{status: http.StatusOK, redirect: h.request.URL.Query().Get("redirect_uri")}
		if !x.reply.set() {
			o = respond()
			x.reply.result = asJSON(o.document)
		}
		x.patchReply()
		o.status = cmp.Or(h.instead, o.status)
		note(o.status)
		h.conclude(o, x.reply.result)
		return true
	}})
}

// conclude sends the answer to a visit.
func (h *exchange) conclude(o outcome, document json.RawMessage) {
	headers := map[string]string{"Cache-Control": "no-store"}
	for name, value := range o.headers {
		headers[name] = value
	}
	switch {
	case o.redirect != "":
		headers["Location"] = withQuery(o.redirect, json.RawMessage(h.holes().Replace(string(document))))
		h.preset(headers)
		h.status(http.StatusFound, nil, nil)
	case document == nil || string(document) == "null":
		h.preset(headers)
		h.status(o.status, nil, nil)
	default:
		headers["Content-Type"] = "application/json"
		h.preset(headers)
		h.scriptedStatus(o.status, maps.Clone(h.headers), string(document))
	}
}

// withQuery adds the members of a JSON object to a URI as parameters: a text once, each text
// of a list, nothing for null.
func withQuery(uri string, document json.RawMessage) string {
	u, err := url.Parse(uri)
	if err != nil {
		return uri
	}
	members := map[string]json.RawMessage{}
	_ = json.Unmarshal(document, &members)
	query := u.Query()
	for name, raw := range members {
		var one string
		var many []string
		switch {
		case json.Unmarshal(raw, &one) == nil && string(raw) != "null":
			query.Add(name, one)
		case json.Unmarshal(raw, &many) == nil:
			query[name] = append(query[name], many...)
		}
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// metadata is the document of an authorization server.
func (a *authority) metadata(r *http.Request, openID bool) map[string]any {
	issuer := a.issuer(r)
	out := map[string]any{
		"issuer": issuer, "authorization_endpoint": issuer + "/authorize", "token_endpoint": issuer + "/token",
		"revocation_endpoint": issuer + "/revoke", "introspection_endpoint": issuer + "/introspect",
		"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"},
		"grant_types_supported":                          a.grants(),
		"token_endpoint_auth_methods_supported":          a.methods(),
		"authorization_response_iss_parameter_supported": true,
	}
	if slices.Contains(a.methods(), methodKey) {
		out["token_endpoint_auth_signing_alg_values_supported"] = []string{"ES256"}
	}
	if yes(a.Register) {
		out["registration_endpoint"] = issuer + "/register"
	}
	if a.Documents {
		out["client_id_metadata_document_supported"] = true
	}
	if a.Scopes != nil {
		out["scopes_supported"] = a.Scopes
	}
	if openID {
		out["jwks_uri"] = issuer + "/jwks"
		out["subject_types_supported"] = []string{"public"}
		out["id_token_signing_alg_values_supported"] = []string{"ES256"}
	}
	return out
}
