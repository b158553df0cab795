package authority_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
)

// defect is one thing that an authorization server does wrong, and the check that tells it.
type defect struct {
	id, name string
	subject
}

// lies has the metadata say something else.
func lies(patch string) subject {
	return subject{script: "{documents: true}\nrules: [{when: {endpoint: metadata}, do: [{patch: " + patch + "}]}]"}
}

// asked are tokens for codes whose request for one has this in it.
func asked(where func(form url.Values) bool) subject {
	return subject{wrap: lax(func(form url.Values, _ int) bool {
		return form.Get("grant_type") == "authorization_code" && where(form)
	})}
}

var defects = []defect{
	{"AS-01", "there are no metadata", subject{script: "{documents: true}\nrules: [{when: {endpoint: metadata}, do: [{status: 404}]}]"}},
	{"AS-01", "they are of another issuer", lies(`{issuer: "http://other.example"}`)},
	{"AS-01", "their issuer has a slash more", lies(`{issuer: "http://127.0.0.1/"}`)},
	{"AS-01", "they name no token endpoint", lies(`{token_endpoint: null}`)},
	{"AS-01", "they name no response types", lies(`{response_types_supported: null}`)},
	{"AS-01", "they are said to be a page", subject{wrap: answers("/.well-known/oauth-authorization-server", typed("text/html"))}},
	{"AS-01", "an endpoint has no host", lies(`{token_endpoint: "/token"}`)},
	{"AS-01", "the endpoint of registrations has no host", lies(`{registration_endpoint: "/register"}`)},
	{"AS-01", "an endpoint has a fragment", lies(`{token_endpoint: "http://127.0.0.1/token#a"}`)},
	{"AS-01", "a list is a text", lies(`{scopes_supported: "read write"}`)},
	{"AS-02", "one of two documents does not announce PKCE", subject{script: "{documents: true, at: [oauth, openid]}", wrap: answers("/.well-known/openid-configuration", members(map[string]any{"code_challenge_methods_supported": nil}))}},
	{"AS-02", "PKCE is not announced", lies(`{code_challenge_methods_supported: null}`)},
	{"AS-02", "only plain challenges are announced", lies(`{code_challenge_methods_supported: [plain]}`)},
	{"AS-03", "no answer names the issuer", subject{script: "{documents: true}\nrules: [{when: {endpoint: authorize}, do: [{patch: {iss: null}}]}]"}},
	{"AS-03", "the issuer of answers has a slash more", subject{script: "{documents: true}\nrules: [{when: {endpoint: authorize}, do: [{patch: {iss: 'http://127.0.0.1/'}}]}]"}},
	{"AS-03", "errors do not name the issuer", subject{wrap: answers("/authorize", anonymousErrors)}},
	{"AS-04", "that answers name the issuer is not announced", lies(`{authorization_response_iss_parameter_supported: null}`)},
	{"AS-04", "it is announced as a text", lies(`{authorization_response_iss_parameter_supported: "true"}`)},
	{"AS-05", "any redirect URI will do", loose(func(_, _ string) bool { return true })},
	{"AS-05", "a redirect URI may be longer", loose(func(known, asked string) bool { return strings.HasPrefix(asked, known) })},
	{"AS-05", "only the origin of a redirect URI counts", loose(func(known, asked string) bool { return origin(known) == origin(asked) })},
	{"AS-05", "the port of a redirect URI does not count", loose(func(known, asked string) bool {
		k, _ := url.Parse(known)
		a, _ := url.Parse(asked)
		return k.Hostname() == a.Hostname() && k.Path == a.Path && k.Scheme == a.Scheme && a.RawQuery == ""
	})},
	{"AS-05", "capital letters of a redirect URI do not count", loose(strings.EqualFold)},
	{"AS-05", "a client that is not known is sent back to", subject{wrap: answers("/authorize", func(r *http.Request, a *httptest.ResponseRecorder) {
		if query := r.URL.Query(); query.Get("client_id") == "mcpsim-unknown" {
			a.Code = http.StatusFound
			a.Header().Set("Location", query.Get("redirect_uri")+"?error=invalid_client")
		}
	})}},
	{"AS-05", "the query of a redirect URI is lost", subject{wrap: answers("/authorize", func(_ *http.Request, a *httptest.ResponseRecorder) {
		a.Header().Set("Location", strings.Replace(a.Header().Get("Location"), "tenant=", "other=", 1))
	})}},
	{"AS-06", "a challenge is as good as its verifier", asked(func(form url.Values) bool {
		return len(form.Get("code_verifier")) == 43 && !strings.HasPrefix(form.Get("code_verifier"), "mcpsim")
	})},
	{"AS-06", "secrets are not looked at", subject{script: "{documents: true, methods: [client_secret_post, none]}", wrap: lax(func(form url.Values, refused int) bool {
		return form.Get("client_secret") != "" && refused == http.StatusUnauthorized
	})}},
	{"AS-06", "a verifier is not looked at", asked(func(form url.Values) bool { return form.Has("code_verifier") })},
	{"AS-06", "a verifier may be left out", asked(func(form url.Values) bool { return !form.Has("code_verifier") })},
	{"AS-06", "a code is good twice", subject{wrap: twice("code")}},
	{"AS-06", "no code is good", subject{script: "{documents: true}\nrules: [{when: {endpoint: token}, do: [{status: 400}]}]"}},
	{"AS-06", "a code is good for any client", subject{wrap: sharesCodes}},
	{"AS-13", "answers have no state", subject{wrap: answers("/authorize", stateless(""))}},
	{"AS-13", "errors have no state", subject{wrap: answers("/authorize", stateless("error="))}},
	{"AS-07", "refresh tokens stay the same", subject{script: "{documents: true, rotate: false}"}},
	{"AS-07", "an old refresh token is still good", subject{wrap: twice("refresh_token")}},
	{"AS-05", "dots lead out of a redirect URI", loose(func(known, asked string) bool { return strings.HasPrefix(asked, known+"/..") })},
	{"AS-05", "all names of this machine are one", loose(func(known, asked string) bool { return strings.Replace(asked, "localhost", "127.0.0.1", 1) == known })},
	{"AS-07", "renewals need no secret", subject{script: "{documents: true, methods: [client_secret_post, none]}", wrap: lax(func(form url.Values, refused int) bool {
		return form.Get("client_secret") != "" && refused == http.StatusUnauthorized && form.Get("grant_type") == "refresh_token"
	})}},
	{"AS-12", "a request without a challenge is an error of the server", subject{wrap: answers("/authorize", func(r *http.Request, a *httptest.ResponseRecorder) {
		if !r.URL.Query().Has("code_challenge") {
			a.Header().Del("Location")
			a.Code = http.StatusInternalServerError
		}
	})}},
	{"AS-14", "new tokens may be stored", subject{wrap: answers("/token", func(r *http.Request, a *httptest.ResponseRecorder) {
		if _ = r.ParseForm(); r.PostForm.Get("grant_type") == "refresh_token" {
			a.Header().Del("Cache-Control")
		}
	})}},
	{"AS-07", "a refresh token is good for any client", subject{wrap: sharesTokens}},
	{"AS-07", "a renewal grants what is asked for", subject{script: "{documents: true, scopes: [read, write]}", wrap: answers("/token", grantsMore)}},
	{"AS-08", "metadata documents are not supported", subject{script: "{}"}},
	{"AS-09", "any document will do", subject{trusts: func(string, string, clientDoc) bool { return true }}},
	{"AS-09", "the redirect URIs of a document are not looked at", subject{trusts: func(id, _ string, doc clientDoc) bool { return doc.ID == id }}},
	{"AS-09", "the client id of a document is not looked at", subject{trusts: func(_, redirect string, doc clientDoc) bool {
		return len(doc.Redirects) > 0 && doc.Redirects[0] == redirect
	}}},
	{"AS-11", "a redirect URI needs no TLS", subject{wrap: inClear}},
	{"AS-12", "a code challenge may be left out", subject{wrap: unchallenged}},
	{"AS-11", "a redirect URI may be a script", subject{wrap: scripted}},
	{"AS-11", "an endpoint of another machine has no TLS", lies(`{authorization_endpoint: "http://login.example/authorize"}`)},
	{"AS-12", "a token is given instead of a code", subject{wrap: answers("/authorize", func(r *http.Request, a *httptest.ResponseRecorder) {
		if r.URL.Query().Get("response_type") == "token" {
			a.Header().Set("Location", r.URL.Query().Get("redirect_uri")+"#access_token=a&token_type=Bearer")
		}
	})}},
	{"AS-13", "a state is decoded twice", subject{wrap: answers("/authorize", func(_ *http.Request, a *httptest.ResponseRecorder) {
		u, _ := url.Parse(a.Header().Get("Location"))
		if query := u.Query(); query.Has("state") {
			query.Set("state", strings.ReplaceAll(query.Get("state"), "+", " "))
			u.RawQuery = query.Encode()
			a.Header().Set("Location", u.String())
		}
	})}},
	{"AS-13", "answers are behind a fragment", subject{wrap: answers("/authorize", func(_ *http.Request, a *httptest.ResponseRecorder) {
		a.Header().Set("Location", strings.Replace(a.Header().Get("Location"), "?", "#", 1))
	})}},
	{"AS-14", "tokens are said to be a page", subject{wrap: answers("/token", typed("text/html"))}},
	{"AS-14", "tokens may be stored", subject{wrap: answers("/token", func(_ *http.Request, a *httptest.ResponseRecorder) { a.Header().Del("Cache-Control") })}},
	{"AS-14", "tokens have no type", subject{wrap: tokens(map[string]any{"token_type": nil})}},
	{"AS-14", "tokens have another type", subject{wrap: tokens(map[string]any{"token_type": "access"})}},
	{"AS-14", "a time is a text", subject{wrap: tokens(map[string]any{"expires_in": "3600"})}},
	{"AS-14", "a scope is a list", subject{wrap: tokens(map[string]any{"scope": []string{"read"}})}},
	{"AS-14", "there is a token by another name", subject{wrap: tokens(map[string]any{"access_token": nil, "id_token": "a"})}},
	{"AS-14", "a token is something new", subject{wrap: answers("/token", status(http.StatusOK, http.StatusCreated))}},
	{"AS-14", "errors are a success", subject{wrap: answers("/token", status(http.StatusBadRequest, http.StatusOK))}},
	{"AS-14", "errors are for want of a client", subject{wrap: answers("/token", status(http.StatusBadRequest, http.StatusUnauthorized))}},
	{"AS-14", "errors have their own words", subject{wrap: answers("/token", said("invalid_grant", "code_expired"))}},
	{"AS-14", "errors do not tell grants from grant types", subject{wrap: answers("/token", said("unsupported_grant_type", "invalid_request"))}},
	{"AS-15", "a registration is no new one", subject{wrap: answers("/register", status(http.StatusCreated, http.StatusOK))}},
	{"AS-15", "a registration does not say where users are sent to", subject{wrap: answers("/register", members(map[string]any{"redirect_uris": nil}))}},
	{"AS-15", "a registration says something else", subject{wrap: answers("/register", members(map[string]any{"redirect_uris": []string{"https://other.example/"}}))}},
	{"AS-15", "a client is a number", subject{wrap: answers("/register", members(map[string]any{"client_id": 5}))}},
	{"AS-15", "a secret has no end", subject{script: "{documents: true, methods: [client_secret_basic, none]}", wrap: answers("/register", members(map[string]any{"client_secret_expires_at": nil}))}},
	{"AS-15", "a client needs no redirect URI", subject{wrap: answers("/register", func(r *http.Request, a *httptest.ResponseRecorder) {
		if body, _ := io.ReadAll(r.Body); !strings.Contains(string(body), "redirect_uris") {
			a.Code, a.Body = http.StatusCreated, bytes.NewBufferString(`{"client_id":"a"}`)
		}
	})}},
	{"AS-15", "a wrong registration is an error of the server", subject{wrap: answers("/register", status(http.StatusBadRequest, http.StatusInternalServerError))}},
	{"AS-15", "a wrong registration is refused in words", subject{wrap: answers("/register", func(_ *http.Request, a *httptest.ResponseRecorder) {
		if a.Code == http.StatusBadRequest {
			a.Body = bytes.NewBufferString("no")
		}
	})}},
	{"AS-16", "tokens are good for a year", subject{wrap: tokens(map[string]any{"expires_in": 365 * 86400})}},
	{"AS-16", "a code that comes twice ends nothing", subject{wrap: forgets("code")}},
	{"AS-16", "a refresh token that comes twice ends nothing", subject{wrap: forgets("refresh_token")}},
	{"AS-17", "a resource is refused", subject{wrap: refuses("/authorize", func(form url.Values) bool { return form.Has("resource") }, "invalid_request")}},
	{"AS-17", "what is not known is refused", subject{wrap: refuses("/authorize", func(form url.Values) bool { return form.Has("mcpsim") }, "invalid_request")}},
	{"AS-17", "no token is given for a resource", subject{wrap: answers("/token", func(r *http.Request, a *httptest.ResponseRecorder) {
		if _ = r.ParseForm(); r.PostForm.Has("resource") {
			a.Code, a.Body = http.StatusBadRequest, bytes.NewBufferString(`{"error":"invalid_request"}`)
		}
	})}},
	{"AS-10", "documents of this machine are fetched", subject{fetch: func(*url.URL) bool { return true }}},
	{"AS-10", "documents of this machine are fetched without TLS", subject{fetch: func(id *url.URL) bool { return id.Scheme == "http" }}},
}

func origin(uri string) string {
	u, _ := url.Parse(uri)
	return u.Scheme + u.Host
}

// anonymousErrors leaves the issuer out of errors.
func anonymousErrors(_ *http.Request, a *httptest.ResponseRecorder) {
	if to := a.Header().Get("Location"); strings.Contains(to, "error=") {
		u, _ := url.Parse(to)
		query := u.Query()
		query.Del("iss")
		u.RawQuery = query.Encode()
		a.Header().Set("Location", u.String())
	}
}

// twice takes a second time what is good once, if it was good the first time.
func twice(member string) func(http.Handler) http.Handler {
	var mu sync.Mutex
	good := map[string]bool{}
	return answers("/token", func(r *http.Request, a *httptest.ResponseRecorder) {
		_ = r.ParseForm()
		mu.Lock()
		defer mu.Unlock()
		value := r.PostForm.Get(member)
		if value != "" && a.Code == http.StatusOK {
			good[value] = true
		} else if good[value] {
			a.Code = http.StatusOK
			a.Body.Reset()
			_, _ = a.Body.WriteString(`{"access_token":"access-again","token_type":"Bearer"}`)
		}
	})
}

// stateless leaves the state out of answers that have a text in them.
func stateless(where string) func(*http.Request, *httptest.ResponseRecorder) {
	return func(_ *http.Request, a *httptest.ResponseRecorder) {
		if to := a.Header().Get("Location"); strings.Contains(to, where) {
			u, _ := url.Parse(to)
			query := u.Query()
			query.Del("state")
			u.RawQuery = query.Encode()
			a.Header().Set("Location", u.String())
		}
	}
}

// sharesCodes takes a code as if the client had come for it whose code it is.
func sharesCodes(next http.Handler) http.Handler {
	owner, last := map[string]string{}, ""
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := httptest.NewRecorder()
		switch r.URL.Path {
		case "/authorize":
			last = r.URL.Query().Get("client_id")
		case "/token":
			_ = r.ParseForm()
			if id := owner[r.PostForm.Get("code")]; id != "" {
				r.PostForm.Set("client_id", id)
			}
			text := r.PostForm.Encode()
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
			r.Form, r.PostForm = nil, nil
		}
		next.ServeHTTP(a, r)
		if u, err := url.Parse(a.Header().Get("Location")); err == nil && u.Query().Has("code") {
			owner[u.Query().Get("code")] = last
		}
		maps.Copy(w.Header(), a.Header())
		w.WriteHeader(a.Code)
		_, _ = w.Write(a.Body.Bytes())
	})
}

// unchallenged adds the code challenge that a request has not.
func unchallenged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if query := r.URL.Query(); r.URL.Path == "/authorize" && !query.Has("code_challenge") {
			query.Set("code_challenge", strings.Repeat("m", 43))
			query.Set("code_challenge_method", "S256")
			r.URL.RawQuery = query.Encode()
		}
		next.ServeHTTP(w, r)
	})
}

// inClear is a server that registers a redirect URI without TLS, and sends users there.
func inClear(next http.Handler) http.Handler {
	const plain, secure = "http://client.example", "https://client.example"
	var id string
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := httptest.NewRecorder()
		query := r.URL.Query()
		body, _ := io.ReadAll(r.Body)
		text := strings.Replace(string(body), plain, secure, 1)
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		own := r.URL.Path == "/authorize" && query.Get("client_id") == id
		if own {
			query.Set("redirect_uri", strings.Replace(query.Get("redirect_uri"), plain, secure, 1))
			r.URL.RawQuery = query.Encode()
		}
		next.ServeHTTP(a, r)
		maps.Copy(w.Header(), a.Header())
		if own {
			w.Header().Set("Location", strings.Replace(a.Header().Get("Location"), secure, plain, 1))
		}
		var c struct {
			ID string `json:"client_id"`
		}
		if json.Unmarshal(a.Body.Bytes(), &c) == nil && text != string(body) {
			id = c.ID
		}
		w.WriteHeader(a.Code)
		_, _ = w.Write(a.Body.Bytes())
	})
}

// loose sends users to other redirect URIs than were registered.
func loose(fits func(known, asked string) bool) subject {
	return subject{wrap: func(next http.Handler) http.Handler {
		known := []string{authcheck.Redirect, "https://client.example/callback"}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked := r.URL.Query().Get("redirect_uri")
			if r.URL.Path != "/authorize" || strings.Contains(r.URL.Query().Get("client_id"), "/") {
				next.ServeHTTP(w, r)
				return
			}
			for _, redirect := range append([]string{asked}, known...) {
				query := r.URL.Query()
				query.Set("redirect_uri", redirect)
				inner := r.Clone(r.Context())
				inner.URL.RawQuery = query.Encode()
				a := httptest.NewRecorder()
				next.ServeHTTP(a, inner)
				if a.Code == http.StatusFound && (redirect == asked || fits(redirect, asked)) {
					w.Header().Set("Location", strings.Replace(a.Header().Get("Location"), redirect, asked, 1))
					w.WriteHeader(http.StatusFound)
					return
				}
			}
			w.WriteHeader(http.StatusBadRequest)
		})
	}}
}

// Each defect is told by its check, and by no other. A sixth of them is judged each day.
func TestEachDefectIsTold(t *testing.T) {
	mine := judgetest.Part(t, 6)
	defects := slices.Concat(defects, served)
	var names []string
	for _, d := range defects {
		names = append(names, d.id+" "+d.name)
	}
	said := judgetest.OpenPage(t, "said.golden", names)
	for i, d := range defects {
		if !mine(names[i]) {
			continue
		}
		t.Run(names[i], func(t *testing.T) {
			results := d.judge(t)
			said.Says(names[i], judgetest.Findings(results, judgetest.Of(d.id)), t.Errorf)
			found := blamed(results)
			assert.Check(t, found[d.id] != "", "not found")
			delete(found, d.id)
			assert.Check(t, is.DeepEqual(found, map[string]string{}))
		})
	}
}

func TestEveryCheckHasADefect(t *testing.T) {
	catalogue, err := gherkin.Load(nil, features.Issuer)
	assert.NilError(t, err)
	for _, rule := range catalogue.Rules() {
		found := false
		for _, d := range slices.Concat(defects, served) {
			found = found || d.id == rule.IDs[0]
		}
		assert.Check(t, found, rule.IDs[0])
	}
}
