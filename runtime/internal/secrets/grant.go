package secrets

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
)

// DefaultLife is how long an access token is good for if the token endpoint does
// not say (F-39).
const DefaultLife = 3600 * time.Second

// maxLife bounds what a token endpoint may say.
const maxLife = 10 * 365 * 24 * time.Hour

// maxGrant bounds the answer of a token endpoint, in bytes.
const maxGrant = 64 << 10

// codeInvalidGrant says that the refresh token is not or no longer good.
const codeInvalidGrant = "invalid_grant"

// shownCodes are the error codes of RFC 6749 section 5.2. Anything else that an
// endpoint says may repeat what it was sent and is not shown.
var shownCodes = []string{"invalid_request", "invalid_client", codeInvalidGrant, "unauthorized_client",
	"unsupported_grant_type", "invalid_scope"}

// RefusedError is an answer of a token endpoint that grants nothing.
type RefusedError struct {
	Status int
	Code   string // error code of RFC 6749; empty if there was none
}

func (e *RefusedError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("token endpoint answered HTTP %d %s", e.Status, e.Code))
}

// PassingError says that somebody who grants tokens could not be asked, for a reason that may
// pass by itself (X-LOGIN-11).
type PassingError struct{ Err error }

func (e *PassingError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *PassingError) Unwrap() error { return e.Err }

// Passing reports whether a request has failed for a reason that may pass by itself: nobody
// could be reached, did not answer in time, or says to come back later.
func Passing(err error) bool {
	if refused, ok := errors.AsType[*RefusedError](err); ok {
		return refused.Code == "" && Busy(refused.Status)
	}
	_, network := errors.AsType[net.Error](err)
	ended := func(cause error) bool { return errors.Is(err, cause) }
	return network || slices.ContainsFunc([]error{context.DeadlineExceeded, io.EOF, io.ErrUnexpectedEOF}, ended)
}

// Busy reports whether a status says to come back later.
func Busy(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// Grant is the answer of a token endpoint.
type Grant struct {
	Access  string      `json:"access_token"`
	Refresh string      `json:"refresh_token"`
	Life    json.Number `json:"expires_in"` // seconds, as a number or a string
	Code    string      `json:"error"`
	Scope   string      `json:"scope"`             // what was granted; empty: what was asked for
	Type    string      `json:"token_type"`        // empty: Bearer, as all of MCP are
	Issued  string      `json:"issued_token_type"` // of a token exchange; empty: it is none
}

// life is how long the access token is good for.
func (g Grant) life() time.Duration {
	seconds, err := g.Life.Float64()
	if err != nil || seconds <= 0 {
		return DefaultLife
	}
	return time.Duration(min(seconds, maxLife.Seconds()) * float64(time.Second))
}

// After is the credential that follows c; without a new refresh token the old
// one stays.
func (g Grant) After(c Credential, now time.Time) Credential {
	next := Credential{Access: g.Access, Refresh: g.Refresh, Expires: now.Add(g.life()), Login: c.Login}
	if next.Refresh == "" {
		next.Refresh = c.Refresh
	}
	return next
}

// maxHeader bounds the headers of an answer, in bytes.
const maxHeader = 1 << 20

// Wire is for one request that belongs to a login: it keeps no connection. It speaks HTTP/1.1
// alone: over HTTP/2 a server can stop net/http for good, whatever the context says.
func Wire(dial DialFunc) *http.Transport {
	return &http.Transport{DialContext: dial, DisableKeepAlives: true, MaxResponseHeaderBytes: maxHeader}
}

// DialFunc connects to a host, as net.Dialer.DialContext does.
type DialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// Guarded is how what a login has left is sent: nowhere that its server could not reach
// itself (OAC-45). Without a login the definition has named the endpoint, and dial is all.
func (l *Login) Guarded(dial DialFunc) DialFunc {
	if l == nil || l.Server == "" {
		return dial
	}
	server, err := url.Parse(l.Server)
	if err != nil {
		return dial
	}
	return address.Guard{Dial: dial, Server: server, Private: address.Private}.DialContext
}

// Client is who asks an authorization server. Method is how it proves that, one of the
// names of RFC 7591; empty: the secret goes into the form, if there is one.
type Client struct{ ID, Secret, Method string }

// The methods of a client that the runtime speaks.
const (
	MethodNone  = "none"
	MethodBasic = "client_secret_basic"
	MethodPost  = "client_secret_post"
	MethodKey   = "private_key_jwt" // what asks puts the proof into the form, for it has the key
)

// authenticate adds the client to a request.
func (c Client) authenticate(form url.Values, header http.Header) {
	if c.Method == MethodBasic {
		pair := url.QueryEscape(c.ID) + ":" + url.QueryEscape(c.Secret)
		header.Set(headerAuthorization, "Basic "+base64.StdEncoding.EncodeToString([]byte(pair)))
		return
	}
	if c.Method == MethodKey { // the assertion names it
		return
	}
	if c.ID != "" {
		form.Set("client_id", c.ID)
	}
	if c.Secret != "" && c.Method != MethodNone {
		form.Set("client_secret", c.Secret)
	}
}

// Ask asks a token endpoint for a grant: one POST of a form, on a connection of its own,
// no redirects. The client is added to the form. A refusal is a [*RefusedError].
func Ask(ctx context.Context, dial DialFunc, endpoint string, client Client, form url.Values) (Grant, error) {
	status, body, err := Post(ctx, dial, endpoint, client, form)
	if err != nil {
		return Grant{}, err
	}
	return read(status, body)
}

// Post sends a form as [Ask] does, to any endpoint of an authorization server.
func Post(ctx context.Context, dial DialFunc, endpoint string, client Client, form url.Values) (status int, body []byte, err error) {
	req, err := request(ctx, endpoint, client, form)
	if err != nil {
		return 0, nil, err
	}
	wire := Wire(dial)
	defer wire.CloseIdleConnections()
	resp, err := plainhttp.RoundTrip(wire, req)
	if err != nil {
		return 0, nil, fmt.Errorf("asking the token endpoint: %w", err)
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(io.LimitReader(resp.Body, maxGrant+1))
	if err != nil {
		return 0, nil, fmt.Errorf("reading the answer of the token endpoint: %w", err)
	}
	return resp.StatusCode, body, nil
}

// refresh is the form of a renewal (F-39). A token of a login stays bound to the server
// that it was for (OAC-20).
func (a *auth) refresh(token string) url.Values {
	form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}}
	if a.Resource != "" {
		form.Set("resource", a.Resource)
	}
	return form
}

// request is the POST of a form.
func request(ctx context.Context, endpoint string, client Client, form url.Values) (*http.Request, error) {
	header := http.Header{}
	client.authenticate(form, header)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, strings.NewReader(form.Encode()))
	if err != nil || req.URL.Scheme != "http" && req.URL.Scheme != "https" || req.URL.Host == "" {
		return nil, errors.New("auth.tokenUrl is no HTTP URL") // not shown, it may hold secrets
	}
	req.Header = header
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	return req, nil
}

// read takes an answer apart. A refusal may come with any status: some endpoints have 200 for it.
func read(status int, body []byte) (Grant, error) {
	var g Grant
	err := json.Unmarshal(body, &g)
	failed := status < 200 || status > 299
	if failed || g.Access == "" && g.Code != "" {
		e := &RefusedError{Status: status}
		if slices.Contains(shownCodes, g.Code) {
			e.Code = g.Code
		}
		return Grant{}, e
	}
	if len(body) > maxGrant {
		return Grant{}, fmt.Errorf("the answer of the token endpoint has more than %d bytes", maxGrant)
	}
	if err != nil {
		return Grant{}, errors.New("the answer of the token endpoint cannot be read" + whereOf(err))
	}
	if g.Access == "" {
		return Grant{}, errors.New("the answer of the token endpoint holds no access token")
	}
	if strings.ContainsFunc(g.Access, unicode.IsControl) {
		return Grant{}, errors.New("the access token of the token endpoint has control characters, which no header can hold")
	}
	if !g.usable() {
		return Grant{}, errors.New("the token of the token endpoint is of another type than Bearer, and mcpsim presents no other")
	}
	return g, nil
}

// whereOf says what of an answer cannot be read, and repeats nothing of it.
func whereOf(err error) string {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return ": its " + wrong.Field + " is of another type than RFC 6749 has"
	}
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return ": it is no JSON"
	}
	return ": it is no object of JSON, or its expires_in is no number"
}

// usable reports whether the token may be presented as a bearer token (RFC 6749, 7.1), or is
// no access token at all, which exchanges give (RFC 8693, 2.2.1).
func (g Grant) usable() bool {
	return g.Type == "" || strings.EqualFold(g.Type, "Bearer") || strings.EqualFold(g.Type, "N_A")
}
