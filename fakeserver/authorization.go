package fakeserver

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Authorization is a fake OAuth authorization server: a correct one with PKCE, registration,
// rotation of refresh tokens and iss, unless rules with an endpoint change what it says. Its
// issuer is the origin that was asked, and Path. Nobody is asked for consent: authorize
// answers at once.
type Authorization struct {
	// Name by which rules and protected servers mean it; empty = "login".
	Name string `yaml:"name"`
	// Path of the issuer, such as /tenant1; empty = the issuer is the origin alone.
	Path string `yaml:"path"`
	// At says where its metadata are found; absent = oauth.
	At []metadataForm `yaml:"at"`
	// Scopes that its metadata list; absent = they list none.
	Scopes []string `yaml:"scopes"`
	// Grant are the scopes it gives at most; absent = those that are asked for.
	Grant []string `yaml:"grant"`
	// Methods by which clients may authenticate at the token endpoint; absent = all.
	Methods []clientMethod `yaml:"methods"`
	// Clients are those that were registered beforehand.
	Clients []LoginClient `yaml:"clients"`
	// Register says whether clients can register themselves; absent = true.
	Register *bool `yaml:"register"`
	// Documents says that a client id may be the URL of a client metadata document. The
	// document is not fetched: any redirect URI of such a client will do.
	Documents bool `yaml:"documents"`
	// Assertions are JWTs that stand for a login as they are, such as those of workloads;
	// absent = none.
	Assertions []string `yaml:"assertions"`
	// Provider is the name of the authorization server whose grants for users it takes
	// (enterprise-managed authorization); empty = none.
	Provider string `yaml:"provider"`
	// Identities are the ID tokens for which it gives such grants; absent = none.
	Identities []string `yaml:"identities"`
	// Deny is the error that authorize redirects with, such as access_denied; empty = it approves.
	Deny string `yaml:"deny"`
	// Code is how long an authorization code is good; 0 = 10m.
	Code time.Duration `yaml:"code"`
	// Lifetime of an access token; 0 = 1h.
	Lifetime time.Duration `yaml:"lifetime"`
	// Uses is how many requests an access token is good for; 0 = any number.
	Uses int `yaml:"uses"`
	// Refresh says whether refresh tokens are given; absent = true.
	Refresh *bool `yaml:"refresh"`
	// Rotate says whether a refresh token is good once; a second use then ends all tokens of
	// that login. Absent = true.
	Rotate *bool `yaml:"rotate"`
}

// Authorizations are authorization servers with different paths.
type Authorizations []Authorization

// alone lets a script leave out the list around a single one.
func (Authorizations) alone() {}

// LoginClient is a client that an authorization server knows beforehand.
type LoginClient struct {
	// ID of the client.
	ID string `yaml:"id"`
	// Secret of it; empty = a public client.
	Secret string `yaml:"secret"`
	// Key is its public key in PEM, EC of prime256v1, with which it signs what it says of itself;
	// empty = none.
	Key string `yaml:"key"`
	// Method by which it authenticates; empty = private_key_jwt with a key,
	// client_secret_basic with a secret, else none.
	Method clientMethod `yaml:"method"`
	// Redirects are its redirect URIs; absent = any will do.
	Redirects []string `yaml:"redirects"`
}

// metadataForm says at which well-known URL the metadata of an authorization server are.
type metadataForm string

// The forms, for the issuer https://host/path.
const (
	formOAuth    metadataForm = "oauth"           // /.well-known/oauth-authorization-server/path (RFC 8414)
	formOpenID   metadataForm = "openid"          // /.well-known/openid-configuration/path
	formAppended metadataForm = "openid-appended" // /path/.well-known/openid-configuration
)

func (metadataForm) words() []string {
	return []string{string(formOAuth), string(formOpenID), string(formAppended)}
}

// clientMethod is a way in which a client proves at the token endpoint who it is.
type clientMethod string

// The ways.
const (
	methodNone  clientMethod = "none"
	methodBasic clientMethod = "client_secret_basic"
	methodPost  clientMethod = "client_secret_post"
	methodKey   clientMethod = "private_key_jwt"
)

func (clientMethod) words() []string {
	return []string{string(methodNone), string(methodBasic), string(methodPost), string(methodKey)}
}

// Endpoint is a place of a login at which rules can act.
type Endpoint string

// The endpoints.
const (
	EndpointChallenge  Endpoint = "challenge"         // a protected server refuses a request
	EndpointResource   Endpoint = "resource-metadata" // of the protected server, RFC 9728
	EndpointMetadata   Endpoint = "metadata"          // of the authorization server
	EndpointAuthorize  Endpoint = "authorize"
	EndpointToken      Endpoint = "token"
	EndpointRegister   Endpoint = "register"
	EndpointRevoke     Endpoint = "revoke"
	EndpointIntrospect Endpoint = "introspect"
)

func (Endpoint) words() []string {
	return []string{
		string(EndpointChallenge), string(EndpointResource), string(EndpointMetadata), string(EndpointAuthorize),
		string(EndpointToken), string(EndpointRegister), string(EndpointRevoke), string(EndpointIntrospect), "*",
	}
}

// Protected makes a server ask each client for a token.
type Protected struct {
	// By names the authorization servers whose tokens it takes; absent = all of the script.
	By []string `yaml:"by"`
	// Scopes that its metadata list; absent = they list none.
	Scopes []string `yaml:"scopes"`
	// Need are the scopes that every request needs.
	Need []string `yaml:"need"`
	// Challenge is the scope that a 401 asks for; empty = need.
	Challenge string `yaml:"challenge"`
	// At are the paths of its metadata; absent = the well-known one with the path of the
	// endpoint. The first one is named in challenges.
	At []string `yaml:"at"`
	// Unnamed leaves resource_metadata out of challenges.
	Unnamed bool `yaml:"unnamed"`
}

// login is the default name of an authorization server.
const login = "login"

func (a Authorization) name() string { return either(a.Name, login) }

func (a Authorization) methods() []clientMethod {
	if a.Methods == nil {
		return []clientMethod{methodNone, methodBasic, methodPost, methodKey}
	}
	return a.Methods
}

func (a Authorization) forms() []metadataForm {
	if a.At == nil {
		return []metadataForm{formOAuth}
	}
	return a.At
}

// yes is the value of a switch that is on unless it is set.
func yes(b *bool) bool { return b == nil || *b }

func (a Authorization) check() error {
	if a.Path != "" && (a.Path[0] != '/' || strings.HasSuffix(a.Path, "/") || strings.HasPrefix(a.Path, "/.well-known")) {
		return fmt.Errorf("path %q of an issuer starts with a slash, ends with none, and is not well-known", a.Path)
	}
	if a.Uses < 0 {
		return errors.New("uses is negative")
	}
	for _, form := range a.At {
		if form == "" || !known(form) {
			return fmt.Errorf("at %q is none of %s", form, choices(form))
		}
	}
	for _, m := range a.Methods {
		if m == "" || !known(m) {
			return fmt.Errorf("methods: %q is none of %s", m, choices(m))
		}
	}
	return checkAll(a.Clients)
}

func (c LoginClient) check() error {
	switch {
	case c.ID == "":
		return errors.New("a client needs an id")
	case !known(c.Method):
		return fmt.Errorf("method %q is none of %s", c.Method, choices(c.Method))
	case c.Key != "" && publicKey(c.Key) == nil:
		return fmt.Errorf("the key of client %q is no public EC key of prime256v1 in PEM", c.ID)
	}
	return nil
}

func (p Protected) check() error {
	for _, at := range p.At {
		if at == "" || at[0] != '/' {
			return fmt.Errorf("path %q of metadata does not start with a slash", at)
		}
	}
	return nil
}

// checkLogins wants names and paths of authorization servers to be distinct.
func (s *Script) checkLogins() error {
	var names, paths []string
	for _, a := range s.Authorization {
		if slices.Contains(names, a.name()) || slices.Contains(paths, a.Path) {
			return fmt.Errorf("two authorization servers have the name %q or the path %q", a.name(), a.Path)
		}
		names, paths = append(names, a.name()), append(paths, a.Path)
	}
	if err := checkAll(s.Authorization); err != nil || s.Protected == nil {
		return err
	}
	return s.Protected.check()
}

// atEndpoints are the actions that have a meaning at the endpoints of a login.
var atEndpoints = []string{
	"answer", "delay", "drop", "end", "headers", "hold", "never", "patch", "result", "revoke", "set", "state", "status", "stderr",
}

// checkEndpoint refuses what has no meaning at the endpoints of a login.
func (r Rule) checkEndpoint() error {
	w := r.When
	if w.Endpoint == "" {
		return need(w.Grant == "" && w.Authorization == "", "an endpoint, as grant and authorization are of endpoints")
	}
	if !known(w.Endpoint) {
		return fmt.Errorf("endpoint %q is none of %s", w.Endpoint, choices(w.Endpoint))
	}
	for _, a := range r.Do {
		if name := actionName(a); !slices.Contains(atEndpoints, name) {
			return fmt.Errorf("%s has no meaning at an endpoint of a login; there are %s", name, strings.Join(atEndpoints, ", "))
		}
	}
	return nil
}
