package interop_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	mcpgotransport "github.com/mark3labs/mcp-go/client/transport"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

const (
	redirectURI = "http://127.0.0.1:33418/callback"
	verifier    = "a-verifier-that-is-long-enough-for-the-rule-of-43"
)

// approve is a user who approves: one request, whose answer leads back.
func approve(ctx context.Context, address string) (url.Values, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	_ = resp.Body.Close()
	to, err := resp.Location()
	if err != nil {
		return nil, err
	}
	return to.Query(), nil
}

// lodger logs in to a server as a library does it, and renews the token once; it gets as
// far as the library lets it.
type lodger func(ctx context.Context, server string) error

var lodgers = map[string]lodger{"mcpsim": ours, "go-sdk": goSDK, "mcp-go": mcpGo, "x/oauth2": xOAuth2}

func ours(ctx context.Context, server string) error {
	dial := new(net.Dialer).DialContext
	h, err := host.New(host.OhMyPi(), host.Env{
		Credentials: new(host.MemoryCredentials), Dial: dial, Login: host.LoginEnv{Agent: host.HeadlessAgent{Dial: dial, RedirectURI: redirectURI}},
	})
	if err != nil {
		return err
	}
	for range 2 { // the second connection finds a token that is about to end
		h.Start(ctx, []config.Server{{Name: "s", Type: config.HTTP, URL: server}})
		h.Close()
	}
	return nil
}

func goSDK(ctx context.Context, server string) error {
	handler, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
			ClientName: "peer", RedirectURIs: []string{redirectURI}, GrantTypes: []string{"authorization_code", "refresh_token"},
		}},
		AuthorizationCodeFetcher: func(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			q, err := approve(ctx, args.URL)
			return &auth.AuthorizationResult{Code: q.Get("code"), State: q.Get("state"), Iss: q.Get("iss")}, err
		},
	})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return err
	}
	if err := handler.Authorize(ctx, req, resp); err != nil {
		return err
	}
	source, err := handler.TokenSource(ctx)
	if err == nil {
		_, err = source.Token() // the one that there is is about to end
	}
	return err
}

func mcpGo(ctx context.Context, server string) error {
	u, err := url.Parse(server)
	if err != nil {
		return err
	}
	tokens := mcpgotransport.NewMemoryTokenStore()
	handler := mcpgotransport.NewOAuthHandler(mcpgotransport.OAuthConfig{RedirectURI: redirectURI, PKCEEnabled: true, TokenStore: tokens})
	handler.SetBaseURL(server)
	handler.SetProtectedResourceMetadataURL(u.Scheme + "://" + u.Host + "/.well-known/oauth-protected-resource" + u.Path)
	if err := handler.RegisterClient(ctx, "peer"); err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(verifier))
	address, err := handler.GetAuthorizationURL(ctx, "a-state", base64.RawURLEncoding.EncodeToString(sum[:]))
	if err != nil {
		return err
	}
	q, err := approve(ctx, address)
	if err != nil {
		return err
	}
	if err := handler.ProcessAuthorizationResponse(ctx, q.Get("code"), q.Get("state"), verifier); err != nil {
		return err
	}
	token, err := tokens.GetToken(ctx)
	if err == nil {
		_, err = handler.RefreshToken(ctx, token.RefreshToken)
	}
	return err
}

// xOAuth2 knows neither discovery nor registration: it is told what others find out.
func xOAuth2(ctx context.Context, server string) error {
	origin := strings.TrimSuffix(server, "/mcp")
	client := oauth2.Config{ClientID: "known", RedirectURL: redirectURI, Endpoint: oauth2.Endpoint{AuthURL: origin + "/authorize", TokenURL: origin + "/token"}}
	q, err := approve(ctx, client.AuthCodeURL("a-state", oauth2.S256ChallengeOption(verifier), oauth2.SetAuthURLParam("resource", server)))
	if err != nil {
		return err
	}
	token, err := client.Exchange(ctx, q.Get("code"), oauth2.VerifierOption(verifier), oauth2.SetAuthURLParam("resource", server))
	if err == nil {
		_, err = client.TokenSource(ctx, token).Token()
	}
	return err
}

// visitsOf are the requests for an endpoint, and for a grant if one is named.
func visitsOf(s *fakeserver.Server, endpoint, grant string) (out []fakeserver.Login) {
	for _, e := range s.Journal() {
		if e.Login != nil && string(e.Login.Endpoint) == endpoint && (grant == "" || e.Login.Grant == grant) {
			out = append(out, *e.Login)
		}
	}
	return out
}

// Where logins of libraries differ from the text, and from each other: that is why the
// exchanges of mcpsim are its own (X-LOGIN-2). A peer that is mended is a row that fails.
func TestLoginsDiffer(t *testing.T) {
	asked := func(endpoint, grant string) func(*fakeserver.Server) bool {
		return func(s *fakeserver.Server) bool { return len(visitsOf(s, endpoint, grant)) > 0 }
	}
	for _, tt := range []struct {
		name, script string
		seen         func(*fakeserver.Server) bool
		want         map[string]bool
	}{
		{"metadata whose issuer has a slash more lead to an authorization: identical is meant (RFC 8414, 3.3)",
			"{authorization: {path: /tenant}, rules: [{when: {endpoint: metadata}, do: [{patch: {issuer: '<origin>/tenant/'}}]}]}",
			asked("authorize", ""), map[string]bool{"mcpsim": false, "go-sdk": true, "mcp-go": true}},
		{"iss that is right and not advertised ends in a token: it is compared whenever it comes (RFC 9207, 2.4)",
			"{authorization: {}, rules: [{when: {endpoint: metadata}, do: [{patch: {authorization_response_iss_parameter_supported: null}}]}]}",
			asked("token", ""), map[string]bool{"mcpsim": true, "go-sdk": false, "mcp-go": true}},
		{"iss of another issuer ends in a token: that is the mix-up which iss is there for",
			"{authorization: {}, rules: [{when: {endpoint: authorize}, do: [{patch: {iss: 'https://evil.example'}}]}]}",
			asked("token", ""), map[string]bool{"mcpsim": false, "go-sdk": false, "mcp-go": true}},
		{"a registration says what kind of application it is for (2026-07-28, a MUST)", "{authorization: {}}",
			func(s *fakeserver.Server) bool {
				return strings.Contains(visitsOf(s, "register", "")[0].Document, `"application_type"`)
			}, map[string]bool{"mcpsim": true, "go-sdk": true, "mcp-go": false}},
		{"a renewal says which server the token is for (RFC 8707)",
			"{authorization: {lifetime: 5s, clients: [{id: known, method: none, redirects: ['" + redirectURI + "']}]}}",
			func(s *fakeserver.Server) bool { return visitsOf(s, "token", "refresh_token")[0].Resource != "" },
			map[string]bool{"mcpsim": true, "go-sdk": false, "mcp-go": true, "x/oauth2": false}},
	} {
		for peer, want := range tt.want {
			t.Run(tt.name+"/"+peer, func(t *testing.T) {
				script, err := fakeserver.Parse("s.yaml", []byte(tt.script))
				assert.NilError(t, err)
				s, err := fakeserver.New(script, fakeserver.Options{})
				assert.NilError(t, err)
				defer s.Close()
				web := httptest.NewServer(s.Handler())
				defer web.Close()
				how := lodgers[peer](t.Context(), web.URL+"/mcp")
				for _, e := range s.Journal() {
					if e.Login != nil {
						t.Log(e.Login)
					}
				}
				assert.Equal(t, tt.seen(s), want, "%v", how)
			})
		}
	}
}
