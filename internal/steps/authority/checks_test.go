package authority_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/steps/authority"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/reports"
)

const (
	issuer   = "http://127.0.0.1"
	document = "http://clients.test/client.json"
)

// subject is an authorization server: a script, and what no script can express.
type subject struct {
	script string // what follows "authorization: "; "" = a correct one
	wrap   func(next http.Handler) http.Handler
	issuer string                                        // "" = the usual one
	trusts func(id, redirect string, doc clientDoc) bool // of a client metadata document; nil = as it should be
	fetch  func(id *url.URL) bool                        // which documents are asked for; nil = those elsewhere
	change func(t *authcheck.Target)                     // nil = nothing
}

type clientDoc struct {
	ID        string   `json:"client_id"`
	Redirects []string `json:"redirect_uris"`
}

// documents looks at client metadata documents before the fake does, which trusts them all.
func (s subject) documents(next http.Handler, wire http.RoundTripper) http.Handler {
	trusts, fetch := s.trusts, s.fetch
	if trusts == nil {
		trusts = func(id, redirect string, doc clientDoc) bool {
			return doc.ID == id && slices.Contains(doc.Redirects, redirect)
		}
	}
	if fetch == nil {
		fetch = func(id *url.URL) bool { return id.Hostname() != "127.0.0.1" }
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, err := url.Parse(r.URL.Query().Get("client_id"))
		if !strings.HasSuffix(r.URL.Path, "/authorize") || err != nil || id.Host == "" {
			next.ServeHTTP(w, r)
			return
		}
		var doc clientDoc
		if fetch(id) {
			req, _ := http.NewRequestWithContext(r.Context(), http.MethodGet, id.String(), nil)
			if resp, err := wire.RoundTrip(req); err == nil {
				_ = json.NewDecoder(resp.Body).Decode(&doc)
				_ = resp.Body.Close()
			}
		}
		if !trusts(id.String(), r.URL.Query().Get("redirect_uri"), doc) {
			http.Error(w, "not a client", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

var vocabulary = sync.OnceValues(func() (*gherkin.Vocabulary, error) { return gherkin.NewVocabulary(authority.Vocabulary()) })

// jobs are all checks, read once for all subjects.
var jobs = sync.OnceValues(func() ([]gherkin.Job, error) {
	catalogue, err := gherkin.Load(nil, features.Issuer)
	if err != nil {
		return nil, err
	}
	v, err := vocabulary()
	if err != nil {
		return nil, err
	}
	if err = catalogue.Check(v, gherkin.NewIDs(nil, "AS")); err != nil {
		return nil, err
	}
	examples, err := catalogue.Select(gherkin.Filter{})
	return gherkin.Plan(examples, gherkin.Settings{Worlds: []string{gherkin.Target}}), err
})

// judge runs the checks in virtual time.
func (s subject) judge(t *testing.T) (results []reports.Result) {
	t.Helper()
	all, err := jobs()
	assert.NilError(t, err)
	v, err := vocabulary()
	assert.NilError(t, err)
	var failure error
	err = vtime.Run(t, vtime.Config{Freeze: 10 * time.Second}, func(sim *vtime.Sim) {
		failure = s.simulate(sim, func(b *authcheck.Bench) error {
			return gherkin.Run(context.Background(), all, []gherkin.Runner{&gherkin.Executor{Vocabulary: v, NewWorld: authority.New(b)}},
				gherkin.Options{Emit: func(a gherkin.Answer) { results = append(results, a.Result) }})
		})
	})
	assert.NilError(t, err)
	assert.NilError(t, failure)
	return results
}

func (s subject) simulate(sim *vtime.Sim, check func(*authcheck.Bench) error) error {
	n := netem.New(sim)
	defer n.CloseAll()
	text := s.script
	if text == "" {
		text = "{documents: true, scopes: [read, write]}"
	}
	script, err := fakeserver.Parse("subject.yaml", []byte("authorization: "+text+"\n"))
	if err != nil {
		return err
	}
	fake, err := fakeserver.New(script, fakeserver.Options{Clock: sim.Clock("subject")})
	if err != nil {
		return err
	}
	defer fake.Close()
	wire := &http.Transport{DialContext: n.Dial("subject"), DisableKeepAlives: true}
	handler := s.documents(fake.Handler(), wire)
	if s.wrap != nil {
		handler = s.wrap(handler)
	}
	var serving sync.WaitGroup
	defer serving.Wait()
	for address, h := range map[string]http.Handler{"127.0.0.1:80": handler, "clients.test:80": http.HandlerFunc(describe)} {
		l, err := n.Listen(address)
		if err != nil {
			return err
		}
		web := &http.Server{Handler: h}
		serving.Go(func() { _ = web.Serve(l) })
		defer web.Close()
	}
	transport := &http.Transport{DialContext: n.Dial("probe")}
	defer transport.CloseIdleConnections()
	target := authcheck.Target{
		Issuer: issuer, HTTP: transport, Clock: sim.Clock("probe"), Document: document,
		Canary: func() (*authcheck.Canary, error) { return listen(n, sim) },
	}
	if s.issuer != "" {
		target.Issuer = s.issuer
	}
	if s.change != nil {
		s.change(&target)
	}
	bench, err := authcheck.Open(context.Background(), target)
	if err != nil {
		return err
	}
	return check(bench)
}

// describe serves the client's metadata document.
func describe(w http.ResponseWriter, _ *http.Request) {
	_ = json.NewEncoder(w).Encode(clientDoc{document, []string{authcheck.Redirect}})
}

// listen is a canary of the emulated network.
func listen(n *netem.Net, sim *vtime.Sim) (*authcheck.Canary, error) {
	l, err := n.Listen("127.0.0.1:8099")
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	visits := 0
	done := make(chan struct{})
	sim.Go("canary", func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			visits++
			mu.Unlock()
			_ = c.Close()
		}
	})
	return &authcheck.Canary{
		Address: l.Addr().String(), Close: func() { _ = l.Close(); <-done },
		Visits: func() int { mu.Lock(); defer mu.Unlock(); return visits },
	}, nil
}

// blamed are the ids of the checks that find something, and why.
func blamed(results []reports.Result) map[string]string {
	out := map[string]string{}
	for _, r := range results {
		if r.Verdict == reports.Failed || r.Verdict == reports.Warned {
			out[r.Rule.IDs[0]] = r.Name + ": " + r.Error
		}
	}
	return out
}

func TestCorrectServersAreBlamedForNothing(t *testing.T) {
	for name, s := range map[string]subject{
		"the correct one":             {},
		"behind a path, OpenID alone": {script: "{path: /tenant, at: [openid-appended], documents: true}", issuer: issuer + "/tenant"},
		"clients have to be known":    {script: "{register: false, documents: true, clients: [{id: a, redirects: ['" + authcheck.Redirect + "']}]}", change: known("a", "")},
		"clients have secrets":        {script: "{documents: true, methods: [client_secret_post]}"},
		"a person has to log in":      {wrap: asksPeople},
		"gives no refresh tokens":     {script: "{documents: true, refresh: false}"},
		"shows errors instead of iss": {wrap: showsErrors},
		"knows the resources it is for": {wrap: refuses("/authorize", func(form url.Values) bool {
			return form.Get("resource") == "https://mcp.client.example/mcp"
		}, "invalid_target")},
		"registers for those who may": {wrap: answers("/register", func(_ *http.Request, a *httptest.ResponseRecorder) { a.Code = http.StatusUnauthorized; a.Body.Reset() })},
		"says more than it must": {wrap: answers("/token", func(_ *http.Request, a *httptest.ResponseRecorder) {
			a.Header().Set("Content-Type", "application/json;charset=UTF-8")
			a.Header().Set("Cache-Control", "no-cache, no-store, max-age=0")
			a.Body = bytes.NewBufferString(strings.Replace(a.Body.String(), `"Bearer"`, `"bearer"`, 1))
		})},
		"registers what it has changed": {wrap: answers("/register", func(_ *http.Request, a *httptest.ResponseRecorder) {
			a.Body = bytes.NewBufferString(strings.Replace(a.Body.String(), `"redirect_uris":[`, `"redirect_uris":["https://more.example/",`, 1))
		})},
		"names endpoints of others":                 lies(`{jwks_uri: "https://keys.example/keys", device_authorization_endpoint: "https://login.example/device?a=b", userinfo_endpoint: null}`),
		"wants to be told a scope":                  {wrap: refuses("/authorize", func(form url.Values) bool { return form.Get("scope") == "" }, "invalid_scope")},
		"gives the same token again":                {wrap: tokens(map[string]any{"access_token": "access-always-this-one"})},
		"does not rotate for clients with a secret": {script: withSecrets},
		"takes one redirect URI of each client": {wrap: answers("/register", func(_ *http.Request, a *httptest.ResponseRecorder) {
			a.Body = bytes.NewBufferString(strings.Replace(a.Body.String(), `"https://client.example/a",`, "", 1))
		})},
		"registers with no times, and more grants":    registered(map[string]any{"client_id_issued_at": nil, "grant_types": []string{"authorization_code", "refresh_token", "implicit"}, "scope": "read write"}),
		"does not say how clients send secrets":       {script: withSecrets, wrap: answers("/.well-known/oauth-authorization-server", members(map[string]any{"grant_types_supported": nil, "token_endpoint_auth_methods_supported": nil}))},
		"has no metadata for OpenID behind a gateway": fails("/.well-known/openid-configuration", http.StatusForbidden, `{"error":"forbidden"}`, func(*http.Request, url.Values) bool { return true }),
		"says nothing of expiry":                      {wrap: tokens(map[string]any{"expires_in": nil, "scope": nil})},
	} {
		t.Run(name, func(t *testing.T) {
			results := s.judge(t)
			assert.Check(t, is.DeepEqual(blamed(results), map[string]string{}))
			for _, r := range results {
				if name == "the correct one" {
					assert.Check(t, is.Equal(r.Verdict, reports.Passed), "%v %s: %s", r.Rule.IDs, r.Name, r.Error)
				}
			}
		})
	}
}

func known(id, secret string) func(*authcheck.Target) {
	return func(t *authcheck.Target) { t.ClientID, t.ClientSecret = id, secret }
}

// asksPeople shows a page instead of approving.
func asksPeople(next http.Handler) http.Handler {
	return answers("/authorize", func(r *http.Request, a *httptest.ResponseRecorder) {
		if a.Code == http.StatusFound && strings.Contains(a.Header().Get("Location"), "code=") {
			a.Header().Del("Location")
			a.Code = http.StatusOK
		}
	})(next)
}

// showsErrors sends nobody back with an error.
func showsErrors(next http.Handler) http.Handler {
	return answers("/authorize", func(r *http.Request, a *httptest.ResponseRecorder) {
		if strings.Contains(a.Header().Get("Location"), "error=") {
			a.Header().Del("Location")
			a.Code = http.StatusBadRequest
		}
	})(next)
}

// answers changes what is answered at a path.
func answers(path string, change func(r *http.Request, a *httptest.ResponseRecorder)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != path {
				next.ServeHTTP(w, r)
				return
			}
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			a := httptest.NewRecorder()
			next.ServeHTTP(a, r)
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			change(r, a)
			a.Header().Del("Content-Length") // of the body as it was
			for name, values := range a.Header() {
				w.Header()[name] = values
			}
			w.WriteHeader(a.Code)
			_, _ = w.Write(a.Body.Bytes())
		})
	}
}

// lax gives tokens for requests that it should refuse.
func lax(where func(form url.Values, refused int) bool) func(http.Handler) http.Handler {
	return answers("/token", func(r *http.Request, a *httptest.ResponseRecorder) {
		_ = r.ParseForm()
		if a.Code != http.StatusOK && where(r.PostForm, a.Code) {
			a.Code, a.Body = http.StatusOK, bytes.NewBufferString(`{"access_token":"access-lax","token_type":"Bearer","refresh_token":"refresh-lax"}`)
		}
	})
}
