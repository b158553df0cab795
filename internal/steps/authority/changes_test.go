package authority_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
)

// typed says that an answer is of another kind than it is.
func typed(kind string) func(*http.Request, *httptest.ResponseRecorder) {
	return func(_ *http.Request, a *httptest.ResponseRecorder) { a.Header().Set("Content-Type", kind) }
}

// status changes one status to another.
func status(from, to int) func(*http.Request, *httptest.ResponseRecorder) {
	return func(_ *http.Request, a *httptest.ResponseRecorder) {
		if a.Code == from {
			a.Code = to
		}
	}
}

// said changes the error of answers.
func said(from, to string) func(*http.Request, *httptest.ResponseRecorder) {
	return func(_ *http.Request, a *httptest.ResponseRecorder) {
		a.Body = bytes.NewBufferString(strings.Replace(a.Body.String(), `"`+from+`"`, `"`+to+`"`, 1))
	}
}

// members changes those of answers that are a success; nil removes one.
func members(patch map[string]any) func(*http.Request, *httptest.ResponseRecorder) {
	return func(_ *http.Request, a *httptest.ResponseRecorder) {
		var object map[string]any
		if a.Code >= http.StatusBadRequest || json.Unmarshal(a.Body.Bytes(), &object) != nil {
			return
		}
		maps.Copy(object, patch)
		maps.DeleteFunc(object, func(_ string, value any) bool { return value == nil })
		text, _ := json.Marshal(object)
		a.Body = bytes.NewBuffer(text)
	}
}

// tokens changes the members of the answers that give tokens.
func tokens(patch map[string]any) func(http.Handler) http.Handler {
	return answers("/token", members(patch))
}

// refuses sends users back with an error.
func refuses(path string, where func(form url.Values) bool, problem string) func(http.Handler) http.Handler {
	return answers(path, func(r *http.Request, a *httptest.ResponseRecorder) {
		u, err := url.Parse(a.Header().Get("Location"))
		if err != nil || !where(r.URL.Query()) {
			return
		}
		query := u.Query()
		query.Del("code")
		query.Set("error", problem)
		u.RawQuery = query.Encode()
		a.Header().Set("Location", u.String())
	})
}

// sharesTokens takes a refresh token as if its own client had come.
func sharesTokens(next http.Handler) http.Handler {
	var mu sync.Mutex
	owner := map[string]string{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/token" {
			next.ServeHTTP(w, r)
			return
		}
		_ = r.ParseForm()
		form := r.PostForm
		mu.Lock()
		defer mu.Unlock()
		if id := owner[form.Get("refresh_token")]; id != "" {
			form.Set("client_id", id)
		}
		text := form.Encode()
		r.Body, r.ContentLength, r.Form, r.PostForm = io.NopCloser(strings.NewReader(text)), int64(len(text)), nil, nil
		a := httptest.NewRecorder()
		next.ServeHTTP(a, r)
		var given struct {
			Refresh string `json:"refresh_token"`
		}
		if json.Unmarshal(a.Body.Bytes(), &given) == nil && given.Refresh != "" {
			owner[given.Refresh] = form.Get("client_id")
		}
		maps.Copy(w.Header(), a.Header())
		w.WriteHeader(a.Code)
		_, _ = w.Write(a.Body.Bytes())
	})
}

// forgets refuses what comes twice itself, so that the server behind it does not see that.
func forgets(member string) func(http.Handler) http.Handler {
	var mu sync.Mutex
	used := map[string]bool{}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
			form, _ := url.ParseQuery(string(body))
			value := form.Get(member)
			mu.Lock()
			again := r.URL.Path == "/token" && used[value]
			a := httptest.NewRecorder()
			if !again {
				next.ServeHTTP(a, r)
				used[value] = value != "" && a.Code == http.StatusOK
			}
			mu.Unlock()
			if again {
				a.Header().Set("Content-Type", "application/json")
				a.Header().Set("Cache-Control", "no-store")
				a.Code = http.StatusBadRequest
				_, _ = a.WriteString(`{"error":"invalid_grant"}`)
			}
			maps.Copy(w.Header(), a.Header())
			w.WriteHeader(a.Code)
			_, _ = w.Write(a.Body.Bytes())
		})
	}
}

// scripted is a server that registers a script as a redirect URI, and sends users there.
func scripted(next http.Handler) http.Handler {
	const script = "javascript:alert(1)"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		switch {
		case r.URL.Path == "/register" && strings.Contains(string(body), script):
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, `{"client_id":"script","redirect_uris":["`+script+`"]}`)
		case r.URL.Path == "/authorize" && r.URL.Query().Get("client_id") == "script":
			w.Header().Set("Location", script)
			w.WriteHeader(http.StatusFound)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// grantsMore gives what a renewal asks for, whoever has agreed to it.
func grantsMore(r *http.Request, a *httptest.ResponseRecorder) {
	if _ = r.ParseForm(); r.PostForm.Get("scope") == "read write" {
		a.Code, a.Body = http.StatusOK, bytes.NewBufferString(`{"access_token":"a","token_type":"Bearer","scope":"read write"}`)
	}
}
