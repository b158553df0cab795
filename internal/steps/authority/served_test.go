package authority_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
)

// withSecrets registers clients with secrets, too.
const withSecrets = "{documents: true, scopes: [read, write], methods: [client_secret_basic, client_secret_post, none]}"

// registered changes what is said of a registration.
func registered(patch map[string]any) subject {
	return subject{script: withSecrets, wrap: answers("/register", members(patch))}
}

// back changes the parameters with which users come back.
func back(change func(asked, back url.Values)) subject {
	return subject{wrap: answers("/authorize", func(r *http.Request, a *httptest.ResponseRecorder) {
		if u, err := url.Parse(a.Header().Get("Location")); err == nil && u.Host != "" {
			query := u.Query()
			change(r.URL.Query(), query)
			u.RawQuery = query.Encode()
			a.Header().Set("Location", u.String())
		}
	})}
}

// fails answers where it is asked for something with another status and body.
func fails(path string, status int, body string, where func(r *http.Request, form url.Values) bool) subject {
	return subject{script: withSecrets, wrap: answers(path, func(r *http.Request, a *httptest.ResponseRecorder) {
		text, _ := io.ReadAll(r.Body)
		form, _ := url.ParseQuery(string(text))
		if r.Method == http.MethodGet {
			form = r.URL.Query()
		}
		if where(r, form) {
			a.Code, a.Body = status, bytes.NewBufferString(body)
			a.Header().Del("Location")
			a.Header().Set("Content-Type", "application/json")
		}
	})}
}

// gives answers with a token where one is refused.
func gives(where func(r *http.Request, form url.Values) bool) subject {
	return subject{script: withSecrets, wrap: answers("/token", func(r *http.Request, a *httptest.ResponseRecorder) {
		if _ = r.ParseForm(); a.Code != http.StatusOK && where(r, r.PostForm) {
			a.Code, a.Body = http.StatusOK, bytes.NewBufferString(`{"access_token":"access-lax","token_type":"Bearer"}`)
		}
	})}
}

func inHeader(r *http.Request) bool { return r.Header.Get("Authorization") != "" }

// counted gives secrets of a kind that are counted.
func counted(script, path, kind string) subject {
	var mu sync.Mutex
	n, known := 0, map[string]string{}
	swap := func(text string) string {
		mu.Lock()
		defer mu.Unlock()
		for own, real := range known {
			text = strings.ReplaceAll(text, own, real)
		}
		return text
	}
	return subject{script: script, wrap: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			text := swap(string(body))
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
			answers(path, func(_ *http.Request, a *httptest.ResponseRecorder) {
				mu.Lock()
				defer mu.Unlock()
				for _, part := range strings.FieldsFunc(a.Body.String()+" "+a.Header().Get("Location"), func(c rune) bool { return strings.ContainsRune(`"=&? `, c) }) {
					if strings.HasPrefix(part, kind+"-") && len(part) > 30 {
						n++
						own := fmt.Sprintf("number-%s-%04d", kind, n)
						known[own] = part
						a.Body = bytes.NewBufferString(strings.ReplaceAll(a.Body.String(), part, own))
						a.Header().Set("Location", strings.ReplaceAll(a.Header().Get("Location"), part, own))
					}
				}
			})(next).ServeHTTP(w, r)
		})
	}}
}

func grant(kind string) func(*http.Request, url.Values) bool {
	return func(_ *http.Request, form url.Values) bool { return form.Get("grant_type") == kind }
}

var served = []defect{
	{"AS-01", "one of two documents is none", subject{script: "{documents: true, at: [oauth, openid]}", wrap: answers("/.well-known/openid-configuration", func(_ *http.Request, a *httptest.ResponseRecorder) {
		a.Body = bytes.NewBufferString(`{"error":"not_found"}`)
	})}},
	{"AS-01", "a scope is two", lies(`{scopes_supported: ["read write"]}`)},
	{"AS-01", "a list is one of numbers", lies(`{scopes_supported: [1, 2]}`)},
	{"AS-01", "codes are not listed", lies(`{grant_types_supported: [refresh_token]}`)},
	{"AS-01", "renewals are not listed", lies(`{grant_types_supported: [authorization_code]}`)},
	{"AS-01", "a grant type is listed that is not known", lies(`{grant_types_supported: [authorization_code, refresh_token, password]}`)},
	{"AS-01", "a page is no URL", lies(`{service_documentation: docs}`)},
	{"AS-01", "the keys are not there", lies(`{jwks_uri: "http://127.0.0.1/keys"}`)},
	{"AS-01", "one of two documents names no endpoint", subject{script: "{documents: true, at: [oauth, openid]}", wrap: answers("/.well-known/openid-configuration", members(map[string]any{"token_endpoint": nil}))}},
	{"AS-01", "a place without metadata fails", fails("/.well-known/openid-configuration", http.StatusInternalServerError, "", func(*http.Request, url.Values) bool { return true })},
	{"AS-05", "escapes of a redirect URI do not count", loose(func(known, asked string) bool { text, _ := url.PathUnescape(asked); return text == known })},
	{"AS-05", "the path of a redirect URI may be missing", loose(func(known, asked string) bool { return asked == rootOf(known) })},
	{"AS-06", "a verifier may be empty", asked(func(form url.Values) bool { return form.Has("code_verifier") && form.Get("code_verifier") == "" })},
	{"AS-06", "clients with secrets need no verifier", gives(func(r *http.Request, form url.Values) bool {
		return inHeader(r) && form.Get("code") != "" && !strings.Contains(form.Get("code"), "mcpsim")
	})},
	{"AS-06", "a secret may be left out", gives(func(r *http.Request, form url.Values) bool {
		return form.Get("code") != "" && !inHeader(r) && !form.Has("client_secret") && len(form.Get("code_verifier")) == 43 && strings.Count(form.Get("code_verifier"), "mcpsim") == 0 && form.Get("client_id") != "mcpsim-unknown" && !strings.Contains(form.Get("code"), "mcpsim")
	})},
	{"AS-05", "the default port of a redirect URI does not count", loose(func(known, asked string) bool { return strings.Replace(asked, ":443/", "/", 1) == known })},
	{"AS-05", "an empty query of a redirect URI does not count", loose(func(known, asked string) bool { return strings.TrimSuffix(asked, "?") == known })},
	{"AS-06", "a secret is compared as far as the known one goes", gives(func(r *http.Request, form url.Values) bool {
		_, secret, _ := r.BasicAuth()
		return form.Get("code") != "" && strings.HasPrefix(secret, "secret-") && strings.HasSuffix(secret, "m") && len(secret) > 30
	})},
	{"AS-07", "a refresh token may be longer", gives(func(_ *http.Request, form url.Values) bool {
		return strings.HasPrefix(form.Get("refresh_token"), "refresh-") && strings.HasSuffix(form.Get("refresh_token"), "m")
	})},
	{"AS-12", "there is a token beside the code", back(func(_, back url.Values) {
		if back.Has("code") {
			back.Set("access_token", "a")
		}
	})},
	{"AS-14", "a time is over", subject{wrap: tokens(map[string]any{"expires_in": -1})}},
	{"AS-14", "a token is two words", subject{wrap: tokens(map[string]any{"access_token": "Bearer a"})}},
	{"AS-14", "a request without a grant type is an error of the server", fails("/token", 500, "{}", func(_ *http.Request, form url.Values) bool { return !form.Has("grant_type") })},
	{"AS-14", "a login that there never was is an error of the server", fails("/token", 500, "{}", func(_ *http.Request, form url.Values) bool {
		return strings.HasPrefix(form.Get("refresh_token"), "mcpsim")
	})},
	{"AS-14", "a client that is not known is forbidden", fails("/token", 403, `{"error":"access_denied"}`, func(_ *http.Request, form url.Values) bool { return form.Get("client_id") == "mcpsim-unknown" })},
	{"AS-14", "another secret in a header is no challenge", subject{script: withSecrets, wrap: answers("/token", func(_ *http.Request, a *httptest.ResponseRecorder) { a.Header().Del("WWW-Authenticate") })}},
	{"AS-15", "a secret has expired", registered(map[string]any{"client_secret_expires_at": 5})},
	{"AS-15", "a secret is missing", registered(map[string]any{"client_secret": nil, "token_endpoint_auth_method": "client_secret_basic"})},
	{"AS-15", "grants are a text", registered(map[string]any{"grant_types": "authorization_code"})},
	{"AS-15", "a time of registration is of milliseconds", registered(map[string]any{"client_id_issued_at": 1795800000000})},
	{"AS-15", "a registration leads elsewhere", subject{wrap: answers("/register", status(http.StatusCreated, http.StatusFound))}},
	{"AS-16", "renewed tokens are good for a year", subject{wrap: answers("/token", func(r *http.Request, a *httptest.ResponseRecorder) {
		if _ = r.ParseForm(); r.PostForm.Get("grant_type") == "refresh_token" {
			members(map[string]any{"expires_in": 365 * 86400})(r, a)
		}
	})}},
	{"AS-17", "a renewal for its resource is refused", fails("/token", 400, `{"error":"invalid_target"}`, func(r *http.Request, form url.Values) bool {
		return form.Get("grant_type") == "refresh_token" && form.Has("resource")
	})},
	{"AS-17", "a registration that says more is refused", fails("/register", 400, `{"error":"invalid_client_metadata"}`, func(_ *http.Request, form url.Values) bool {
		return strings.Contains(form.Encode(), "%22mcpsim%22%3A")
	})},
	{"AS-18", "there is no authorization endpoint", fails("/authorize", 404, "", func(*http.Request, url.Values) bool { return true })},
	{"AS-18", "a state is wanted", fails("/authorize", 400, "", func(_ *http.Request, form url.Values) bool { return !form.Has("state") })},
	{"AS-18", "a scope is wanted", fails("/authorize", 400, "", func(_ *http.Request, form url.Values) bool { return !form.Has("scope") })},
	{"AS-18", "the second redirect URI is forgotten", fails("/authorize", 400, "", func(_ *http.Request, form url.Values) bool {
		return form.Get("redirect_uri") == "https://client.example/b"
	})},
	{"AS-18", "secrets in headers are not read", fails("/token", 401, `{"error":"invalid_client"}`, func(r *http.Request, _ url.Values) bool { return inHeader(r) })},
	{"AS-19", "the issuer is there twice", back(func(_, back url.Values) { back.Add("iss", back.Get("iss")) })},
	{"AS-19", "an error is a sentence", back(func(_, back url.Values) {
		if back.Has("error") {
			back.Set("error", "not good")
		}
	})},
	{"AS-19", "a wrong request is an error of the server", back(func(asked, back url.Values) {
		if asked.Get("response_type") == "mcpsim" {
			back.Set("error", "server_error")
		}
	})},
	{"AS-20", "codes are counted", counted(withSecrets, "/authorize", "code")},
	{"AS-20", "tokens are counted", counted(withSecrets, "/token", "access")},
	{"AS-20", "secrets are counted", counted("{documents: true, methods: [client_secret_post, none]}", "/register", "secret")},
	{"AS-21", "a public client gets a token of its own", gives(func(r *http.Request, form url.Values) bool {
		return grant("client_credentials")(r, form) && !inHeader(r)
	})},
}

func rootOf(uri string) string {
	u, _ := url.Parse(uri)
	return u.Scheme + "://" + u.Host + "/"
}
