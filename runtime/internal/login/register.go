package login

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// maxName is how long a client's id and secret may be, in bytes.
const maxName = 8 << 10

// clientID is the id of the credential that keeps the registration at an issuer (OAC-16).
func clientID(issuer string) string { return "client:" + issuer }

// client is who logs in, in the order of the specification (OAC-11): a client registered
// by hand, the URL of a metadata document, a registration that is kept, a new one.
func (l *Logins) client(ctx context.Context, w *web, r *request, m Metadata) (c secrets.Client, redirect string, err error) {
	var kept secrets.Client
	var known []string
	if !l.o.Anew {
		kept, known = l.kept(ctx, m.Issuer)
	}
	if redirect, err = l.o.Agent.Redirect(ctx, known); err != nil {
		return c, "", fmt.Errorf("login: preparing to be called back: %w", err)
	}
	given, byHand := l.given(r, m.Issuer)
	switch {
	case byHand:
		c, err = given.at(m, r.before)
	case m.Documents && l.o.MetadataURL != "":
		c, err = documented(l.o.MetadataURL)
	case slices.Contains(known, redirect):
		c = kept
	case m.Registration == "":
		err = &Error{Document: DocServer, Field: "registration_endpoint",
			Why: "it is missing, so a client must be registered by hand at " + shown(m.Issuer) + " and its id given"}
	default:
		c, err = l.registered(ctx, w, m, redirect)
	}
	return c, redirect, err
}

// documented is a client that a metadata document describes, whose URL is its id (OAC-12).
func documented(at string) (c secrets.Client, err error) {
	u, err := url.Parse(at)
	if err != nil || u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") == "" || u.User != nil || strings.Contains(at, "#") {
		return c, &Error{Document: DocClient, Field: "client_id", Why: place(at) + " cannot be one: want an https URL with a path, without user and fragment"}
	}
	return secrets.Client{ID: at, Method: secrets.MethodNone}, nil
}

// kept is the registration at an issuer and its redirect URIs; none if there is none, or
// if it cannot be read: then there is a new one.
func (l *Logins) kept(ctx context.Context, issuer string) (c secrets.Client, redirects []string) {
	kept, found, err := l.o.Store.Load(ctx, clientID(issuer))
	if err != nil || !found || kept.Login == nil || kept.Login.Issuer != issuer {
		return c, nil
	}
	return kept.Login.Client, kept.Login.Redirect
}

// registered is a new registration, which is kept before it is used.
func (l *Logins) registered(ctx context.Context, w *web, m Metadata, redirect string) (secrets.Client, error) {
	c, err := w.register(ctx, m, l.o.Name, redirect)
	if err != nil {
		return c, err
	}
	record := secrets.Credential{Login: &secrets.Login{Issuer: m.Issuer, Client: c, Redirect: []string{redirect}}}
	if err := secrets.Save(ctx, l.o.Store, clientID(m.Issuer), record); err != nil {
		return c, &Error{Document: DocRegistration, URL: place(m.Registration), Why: "it cannot be kept", Err: err}
	}
	return c, nil
}

// given is the client that was registered by hand.
func (l *Logins) given(r *request, issuer string) (Identity, bool) {
	if r.identity.ID != "" || r.identity.alone() {
		return r.identity, true
	}
	if l.o.Client == nil {
		return Identity{}, false
	}
	return l.o.Client(issuer)
}

// at is the client as an authorization server knows it. One that was used with another
// server before is refused (OAC-17).
func (i Identity) at(m Metadata, before *secrets.Login) (secrets.Client, error) {
	issuer := i.Issuer
	if issuer == "" && before != nil && before.Client.ID == i.ID {
		issuer = before.Issuer
	}
	if issuer != "" && issuer != m.Issuer {
		return secrets.Client{}, &Error{Document: DocResource, Field: "authorization_servers",
			Why: fmt.Sprintf("it is %s now, and the client was registered by hand at %s", shown(m.Issuer), shown(issuer))}
	}
	if i.Key != "" {
		return secrets.Client{ID: i.ID, Method: secrets.MethodKey}, nil
	}
	return secrets.Client{ID: i.ID, Secret: i.Secret, Method: methodFor(m, i.Secret)}, nil
}

// methodFor is how a client proves who it is where nothing else was agreed (OAC-27).
func methodFor(m Metadata, secret string) string {
	switch {
	case secret == "":
		return secrets.MethodNone
	case len(m.AuthMethods) == 0 || slices.Contains(m.AuthMethods, secrets.MethodBasic):
		return secrets.MethodBasic
	}
	return secrets.MethodPost
}

// wanted is the method to register with: the first of ours that the server takes.
func wanted(m Metadata) (string, error) {
	if len(m.AuthMethods) == 0 {
		return secrets.MethodBasic, nil // the default of RFC 8414
	}
	for _, method := range []string{secrets.MethodNone, secrets.MethodBasic, secrets.MethodPost} {
		if slices.Contains(m.AuthMethods, method) {
			return method, nil
		}
	}
	return "", &Error{Document: DocServer, Field: "token_endpoint_auth_methods_supported", Why: fmt.Sprintf("none of %s, %s and %s is among them", secrets.MethodNone, secrets.MethodBasic, secrets.MethodPost)}
}

// registration is a client as it describes itself (RFC 7591).
type registration struct {
	Name        string   `json:"client_name,omitempty"`
	Redirects   []string `json:"redirect_uris,omitempty"`
	Grants      []string `json:"grant_types,omitempty"`
	Responses   []string `json:"response_types,omitempty"`
	Method      string   `json:"token_endpoint_auth_method,omitempty"`
	Application string   `json:"application_type,omitempty"`
}

// register makes a client known to an authorization server (OAC-13, OAC-14).
func (w *web) register(ctx context.Context, m Metadata, name, redirect string) (c secrets.Client, err error) {
	method, err := wanted(m)
	if err != nil {
		return c, err
	}
	body, _ := json.Marshal(registration{ // texts and lists of them can always be written
		Name: cmp.Or(name, "mcpsim"), Redirects: []string{redirect}, Method: method, Application: "native",
		Grants: []string{"authorization_code", "refresh_token"}, Responses: []string{"code"},
	})
	r, err := w.post(ctx, DocRegistration, m.Registration, body)
	if err != nil {
		return c, err
	}
	return m.registered(r, method)
}

// registered is the client that an answer to a registration makes; asked is the method that
// it wanted to authenticate with.
func (m Metadata) registered(r reply, asked string) (c secrets.Client, err error) {
	bad := func(field, why string) (secrets.Client, error) {
		return secrets.Client{}, &Error{Document: DocRegistration, URL: place(m.Registration), Field: field, Why: why, passing: secrets.Busy(r.status)}
	}
	if !r.accepted() {
		return bad("error", refusal(r))
	}
	var answer struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
		Method string `json:"token_endpoint_auth_method"`
	}
	if err := decode(r.body, &answer, DocRegistration, m.Registration); err != nil {
		return c, err
	}
	switch {
	case answer.ID == "":
		return bad("client_id", "it is missing")
	case len(answer.ID) > maxName:
		return bad("client_id", fmt.Sprintf("it has more than %d bytes", maxName))
	case len(answer.Secret) > maxName:
		return bad("client_secret", fmt.Sprintf("it has more than %d bytes", maxName))
	case answer.Method == "" && answer.Secret == "":
		answer.Method = secrets.MethodNone
	case answer.Method == "":
		answer.Method = asked
	}
	if !slices.Contains([]string{secrets.MethodNone, secrets.MethodBasic, secrets.MethodPost}, answer.Method) {
		return bad("token_endpoint_auth_method", shown(answer.Method)+" is not spoken")
	}
	if answer.Method != secrets.MethodNone && answer.Secret == "" {
		return bad("client_secret", "it is missing, and "+shown(answer.Method)+" needs one")
	}
	if answer.Method == secrets.MethodNone && answer.Secret != "" && asked != secrets.MethodNone {
		answer.Method = asked
	}
	return secrets.Client{ID: answer.ID, Secret: answer.Secret, Method: answer.Method}, nil
}

// refusal is why a registration was refused, in the server's words (OAC-15).
func refusal(r reply) string {
	var told struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	_ = json.Unmarshal(r.body, &told)
	text := fmt.Sprintf("refused with HTTP %d %s", r.status, http.StatusText(r.status))
	if told.Error != "" {
		text += ": " + shown(told.Error)
	}
	if told.Description != "" {
		text += ": " + shown(told.Description)
	}
	return text
}
