package secrets

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// auth is the part of a definition that asks for a token of the store.
type auth struct {
	Type         string `json:"type"`
	CredentialID string `json:"credentialId"`
	TokenURL     string `json:"tokenUrl"`
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`

	// What no definition says, but a login does.
	Optional bool   `json:"-"` // the definition names no credential: there may be one of a login
	Resource string `json:"-"` // what the token is for
	Method   string `json:"-"` // how the client proves who it is
}

// LoginID is the id of the credential of a server that is reached by a URL and whose
// definition names none.
func LoginID(url string) string { return "login:" + url }

// of is how the credential of a login is renewed: as the login says, whatever the
// definition does.
func (a *auth) of(l *Login) *auth {
	if l == nil {
		return a
	}
	return &auth{
		Type: a.Type, CredentialID: a.CredentialID, TokenURL: l.TokenURL, ClientID: l.Client.ID, ClientSecret: l.Client.Secret,
		Optional: a.Optional, Resource: l.Resource, Method: l.Client.Method,
	}
}

func (a *auth) client() Client { return Client{a.ClientID, a.ClientSecret, a.Method} }

const typeOAuth = "oauth"

// errAuth does not say what is wrong where, as that may be a secret.
var errAuth = errors.New(`auth is ignored: its settings must be strings`)

// credentialOf is what asks for a token of a server: its definition, else a login that
// there may be, unless the definition brings a credential of its own.
func credentialOf(s config.Server) (*auth, error) {
	a, err := authOf(s)
	if a != nil || err != nil || says(s.Auth) || s.Transport() != config.HTTP && s.Transport() != config.SSE || authorised(s) {
		return a, err
	}
	return &auth{Type: typeOAuth, CredentialID: LoginID(CanonicalURL(s.URL)), Optional: true}, nil
}

// says reports whether a setting says something: null and false are ways to say "none".
func says(setting json.RawMessage) bool {
	return len(setting) > 0 && string(setting) != "null" && string(setting) != "false"
}

// CredentialID is the id of the credential that goes to a server; empty: it gets none.
// named tells that the definition says so itself.
func CredentialID(s config.Server) (id string, named bool) {
	if s.Transport() == config.Stdio {
		return "", false
	}
	a, err := credentialOf(s)
	if a == nil || err != nil {
		return "", false
	}
	return a.CredentialID, !a.Optional
}

// authorised reports whether a definition says itself what goes into Authorization.
func authorised(s config.Server) bool {
	for name := range s.Headers {
		if strings.EqualFold(name, headerAuthorization) {
			return true
		}
	}
	u, err := url.Parse(s.URL)
	return err != nil || u.User != nil
}

// CanonicalURL is the URL of a server as logins know it: scheme and host in lower case,
// without default port, user, query, fragment and the slash of an empty path. What is no
// URL stays as it is.
func CanonicalURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return raw
	}
	u.Scheme, u.Host = strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	if u.Scheme == "http" && u.Port() == "80" || u.Scheme == "https" && u.Port() == "443" {
		u.Host = strings.TrimSuffix(u.Host, ":"+u.Port())
	}
	u.User, u.RawQuery, u.Fragment, u.RawFragment, u.ForceQuery = nil, "", "", "", false
	if u.Path == "/" {
		u.Path = ""
	}
	return u.String()
}

// authOf reads the auth settings of a definition; nil means that it has none
// that concern OAuth. Settings of other kinds belong to others.
func authOf(s config.Server) (*auth, error) {
	var kind struct{ Type any }
	if json.Unmarshal(s.Auth, &kind) != nil || kind.Type != typeOAuth {
		return nil, nil
	}
	a := new(auth)
	if json.Unmarshal(s.Auth, a) != nil {
		return nil, errAuth
	}
	return a, nil
}
