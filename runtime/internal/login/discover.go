package login

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// Plan is where a login to a server goes.
type Plan struct {
	Resource string   // what the token is for, as the metadata names it
	Scopes   []string // that the protected resource lists; nil: it lists none
	Server   Metadata // of the authorization server
}

const wellKnownResource = "/.well-known/oauth-protected-resource"

// protected is the protected resource metadata (RFC 9728).
type protected struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
}

// discover finds out where to log in. Of several authorization servers the known one is
// taken, else the first one.
func (w *web) discover(ctx context.Context, c Challenge, known string) (Plan, error) {
	doc, from, err := w.protected(ctx, c)
	switch {
	case err != nil && from == "":
		return w.own(ctx, err)
	case err != nil:
		return Plan{}, err
	}
	bad := func(field, why string) (Plan, error) {
		return Plan{}, &Error{Document: DocResource, URL: place(from), Field: field, Why: why}
	}
	if why := w.misfit(doc.Resource); why != "" {
		return bad("resource", why)
	}
	if len(doc.Servers) == 0 {
		return bad("authorization_servers", "it names none")
	}
	issuer := doc.Servers[0]
	if slices.Contains(doc.Servers, known) {
		issuer = known
	}
	server, err := w.metadata(ctx, issuer)
	return Plan{Resource: doc.Resource, Scopes: union(nil, doc.Scopes), Server: server}, err
}

// own is the plan for a server without protected resource metadata, as 2025-03-26 had it: its
// own origin is the authorization server (OAC-10). Places that no metadata name are tried
// where that revision is spoken alone (X-LOGIN-7). none says that there are no metadata.
func (w *web) own(ctx context.Context, none error) (Plan, error) {
	issuer := origin(w.server)
	from := issuer + wellKnownServer
	r, err := w.get(ctx, DocServer, from)
	if err != nil {
		return Plan{}, err
	}
	m := Metadata{
		Issuer: issuer, Authorize: issuer + "/authorize", Token: issuer + "/token", Registration: issuer + "/register",
		Challenges: []string{"S256"},
	}
	switch {
	case r.found():
		m, err = w.read(r.body, from, issuer)
	case !w.early:
		err = none
	}
	return Plan{Resource: w.server.String(), Server: m}, err
}

// protected reads the metadata where the challenge says, else at the two places that
// there are, the more specific one first (OAC-04, OAC-05). from is empty if there is none.
func (w *web) protected(ctx context.Context, c Challenge) (doc protected, from string, err error) {
	places := []string{c.Metadata}
	if c.Metadata == "" {
		places = w.places()
	}
	busy := false
	for _, from = range places {
		r, err := w.get(ctx, DocResource, from)
		if err != nil {
			return doc, from, err
		}
		busy = busy || secrets.Busy(r.status)
		if r.found() {
			return doc, from, decode(r.body, &doc, DocResource, from)
		}
		if c.Metadata != "" {
			return doc, from, &Error{Document: DocResource, URL: place(from), Why: "there is none (" + r.instead() + ")", passing: busy}
		}
	}
	return doc, "", &Error{Document: DocResource, Why: "there is none: not in the challenge, not at " + placesOf(places), passing: busy}
}

func placesOf(places []string) string {
	var shown []string
	for _, p := range places {
		shown = append(shown, place(p))
	}
	return strings.Join(shown, " or ")
}

// places are the well-known ones of the server.
func (w *web) places() (out []string) {
	at := func(path string) string {
		return (&url.URL{Scheme: w.server.Scheme, Host: w.server.Host, Path: path}).String()
	}
	if path := w.server.Path; path != "" && path != "/" {
		out = append(out, at(wellKnownResource+path))
	}
	return append(out, at(wellKnownResource))
}

// misfit is why a resource is not the server that was asked; empty: it is (OAC-06). It may
// stand for all below a path.
func (w *web) misfit(resource string) string {
	u, err := url.Parse(resource)
	switch {
	case resource == "":
		return "it names none"
	case err != nil || u.Host == "":
		return "it is no URL"
	case strings.Contains(resource, "#"):
		return "it has a fragment"
	case u.User != nil || u.RawQuery != "" && u.RawQuery != w.server.RawQuery:
		return "it is not the server's URL"
	case origin(u) != origin(w.server):
		return "it is of " + place(origin(u)) + ", not of the server's origin " + origin(w.server)
	}
	prefix := strings.TrimSuffix(u.Path, "/")
	if path := w.server.Path; prefix != "" && path != u.Path && path != prefix && !strings.HasPrefix(path, prefix+"/") {
		return "its path " + shown(u.Path) + " is not that of the server, nor above it"
	}
	return ""
}

// Metadata is what is used of an authorization server's metadata (RFC 8414).
type Metadata struct {
	Issuer       string   `json:"issuer"`
	Authorize    string   `json:"authorization_endpoint"`
	Token        string   `json:"token_endpoint"`
	Registration string   `json:"registration_endpoint"`
	Revocation   string   `json:"revocation_endpoint"`
	Challenges   []string `json:"code_challenge_methods_supported"`
	Scopes       []string `json:"scopes_supported"`
	AuthMethods  []string `json:"token_endpoint_auth_methods_supported"`
	Documents    bool     `json:"client_id_metadata_document_supported"`
	Issues       bool     `json:"authorization_response_iss_parameter_supported"`
	Algorithms   []string `json:"token_endpoint_auth_signing_alg_values_supported"`

	from string // where they were found
}

// metadata finds and checks the metadata of an issuer (OAC-07 to OAC-09).
func (w *web) metadata(ctx context.Context, issuer string) (Metadata, error) {
	u, err := url.Parse(issuer)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return Metadata{}, &Error{Document: DocResource, Field: "authorization_servers", Why: shown(issuer) + " is no issuer: want a URL without query and fragment"}
	}
	var tried []string
	busy := false
	for _, from := range metadataPlaces(u) {
		r, err := w.get(ctx, DocServer, from)
		if err != nil {
			return Metadata{}, err
		}
		busy = busy || secrets.Busy(r.status)
		if r.found() {
			return w.read(r.body, from, issuer)
		}
		tried = append(tried, place(from)+" ("+r.instead()+")")
	}
	return Metadata{}, &Error{Document: DocServer, Why: "there is none at " + strings.Join(tried, ", "), passing: busy}
}

const (
	wellKnownServer = "/.well-known/oauth-authorization-server"
	wellKnownOpenID = "/.well-known/openid-configuration"
)

// metadataPlaces are where the metadata of an issuer may be, in the order of the
// specification.
func metadataPlaces(issuer *url.URL) []string {
	at := func(path string) string {
		return (&url.URL{Scheme: issuer.Scheme, Host: issuer.Host, Path: path}).String()
	}
	path := strings.TrimSuffix(issuer.Path, "/")
	if path == "" {
		return []string{at(wellKnownServer), at(wellKnownOpenID)}
	}
	return []string{at(wellKnownServer + path), at(wellKnownOpenID + path), at(path + wellKnownOpenID)}
}

// read checks a metadata document.
func (w *web) read(body []byte, from, issuer string) (m Metadata, err error) {
	if err := decode(body, &m, DocServer, from); err != nil {
		return Metadata{}, err
	}
	bad := func(field, why string) (Metadata, error) {
		return Metadata{}, &Error{Document: DocServer, URL: place(from), Field: field, Why: why}
	}
	if m.Issuer != issuer {
		return bad("issuer", fmt.Sprintf("it is %s, not %s as the server's metadata says", shown(m.Issuer), shown(issuer)))
	}
	for _, e := range []struct {
		field, url string
		needed     bool
	}{
		{"authorization_endpoint", m.Authorize, false}, // see forUsers
		{"token_endpoint", m.Token, true},
		{"registration_endpoint", m.Registration, false},
		{"revocation_endpoint", m.Revocation, false},
	} {
		if why := w.unusable(e.url); why != "" && (e.url != "" || e.needed) {
			return bad(e.field, why)
		}
	}
	m.from = from
	return m, nil
}

// forUsers says why no user can be sent to an authorization server; nil: one can.
func (m Metadata) forUsers() error {
	bad := func(field, why string) error {
		return &Error{Document: DocServer, URL: place(m.from), Field: field, Why: why}
	}
	switch {
	case m.Authorize == "":
		return bad("authorization_endpoint", "it is missing")
	case !slices.Contains(m.Challenges, "S256"):
		return bad("code_challenge_methods_supported", "S256 is not among them, so a stolen code could be used")
	}
	return nil
}

// unusable is why a URL cannot be an endpoint; empty: it can.
func (w *web) unusable(endpoint string) string {
	u, err := url.Parse(endpoint)
	switch {
	case endpoint == "":
		return "it is missing"
	case err != nil:
		return "it is no URL"
	case u.Fragment != "":
		return "it has a fragment"
	}
	if refused, ok := errors.AsType[*Error](w.allow(u)); ok {
		return refused.Why
	}
	return ""
}

// decode reads a JSON object; an error names the field.
func decode(body []byte, into any, document, from string) error {
	err := json.Unmarshal(body, into)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return &Error{Document: document, URL: place(from), Field: wrong.Field, Why: "it is of type " + wrong.Value + ", want " + jsonTypes[wrong.Type.Kind()]}
	}
	if err != nil {
		return &Error{Document: document, URL: place(from), Why: "it is no JSON object"}
	}
	return nil
}

// jsonTypes are what the fields of the documents are made of.
var jsonTypes = map[reflect.Kind]string{reflect.String: "string", reflect.Slice: "array", reflect.Bool: "bool"}

// accepted reports success of a registration.
func (r reply) accepted() bool { return r.status == http.StatusOK || r.status == http.StatusCreated }
