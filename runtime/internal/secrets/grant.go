package secrets

import (
	"context"
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

// grant is the answer of a token endpoint.
type grant struct {
	Access  string      `json:"access_token"`
	Refresh string      `json:"refresh_token"`
	Life    json.Number `json:"expires_in"` // seconds, as a number or a string
	Code    string      `json:"error"`
}

// life is how long the access token is good for.
func (g grant) life() time.Duration {
	seconds, err := g.Life.Float64()
	if err != nil || seconds <= 0 {
		return DefaultLife
	}
	return time.Duration(min(seconds, maxLife.Seconds()) * float64(time.Second))
}

// after is the credential that follows c; without a new refresh token the old
// one stays.
func (g grant) after(c Credential, now time.Time) Credential {
	next := Credential{Access: g.Access, Refresh: g.Refresh, Expires: now.Add(g.life())}
	if next.Refresh == "" {
		next.Refresh = c.Refresh
	}
	return next
}

// DialFunc connects to a host, as net.Dialer.DialContext does.
type DialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// redeem asks a token endpoint for a new access token: one POST of a form, on a
// connection of its own, no redirects.
func redeem(ctx context.Context, dial DialFunc, a *auth, refresh string) (grant, error) {
	req, err := a.request(ctx, refresh)
	if err != nil {
		return grant{}, err
	}
	wire := &http.Transport{DialContext: dial, DisableKeepAlives: true, ForceAttemptHTTP2: true}
	defer wire.CloseIdleConnections()
	resp, err := wire.RoundTrip(req)
	if err != nil {
		return grant{}, fmt.Errorf("asking the token endpoint: %w", err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxGrant))
	if err != nil {
		return grant{}, fmt.Errorf("reading the answer of the token endpoint: %w", err)
	}
	return read(resp.StatusCode, body)
}

// request is the form (F-39).
func (a *auth) request(ctx context.Context, refresh string) (*http.Request, error) {
	u, err := url.Parse(a.TokenURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("auth.tokenUrl is no HTTP URL") // not shown, it may hold secrets
	}
	form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}}
	if a.ClientID != "" {
		form.Set("client_id", a.ClientID)
	}
	if a.ClientSecret != "" {
		form.Set("client_secret", a.ClientSecret)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), strings.NewReader(form.Encode()))
	if err != nil {
		return nil, errors.New("auth.tokenUrl is no HTTP URL")
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	return req, nil
}

// read takes an answer apart.
func read(status int, body []byte) (grant, error) {
	var g grant
	bad := json.Unmarshal(body, &g) != nil
	if status < 200 || status > 299 {
		e := &RefusedError{Status: status}
		if slices.Contains(shownCodes, g.Code) {
			e.Code = g.Code
		}
		return grant{}, e
	}
	if bad || g.Access == "" {
		return grant{}, errors.New("the answer of the token endpoint holds no access token")
	}
	return g, nil
}
