package steps

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// endpoint is a token endpoint on the network of the scenario: a correct one that gives
// each refresh token out for one use, unless told to answer something else.
type endpoint struct {
	w    *World
	path string
	http *http.Server

	mu       sync.Mutex
	good     string // the refresh token that it takes
	grants   int
	takes    time.Duration
	status   int    // 0: what a correct endpoint answers
	body     string // for status
	cut      bool   // the end of each answer is missing
	requests []string
}

// open makes the endpoint reachable at its URL.
func (n *auth) open(raw, good string) error {
	u, err := url.Parse(raw)
	if err != nil {
		return err
	}
	l, err := n.ground.listen(u.Host + ":80")
	if err != nil {
		return fmt.Errorf("opening the token endpoint: %w", err)
	}
	e := &endpoint{w: n.World, path: u.Path, good: good}
	e.http = &http.Server{Handler: e}
	n.endpoint = e
	n.ground.spawn("auth.http", func() { _ = e.http.Serve(l) })
	return nil
}

func (e *endpoint) close() {
	if e != nil {
		_ = e.http.Close()
	}
}

// ServeHTTP decides when a request arrives and answers later.
func (e *endpoint) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm() // a form that cannot be read has no refresh token
	e.mu.Lock()
	e.requests = append(e.requests, describe(r))
	status, body := e.answer(r)
	takes, cut := e.takes, e.cut
	e.mu.Unlock()
	e.w.Emit(event.Event{Actor: "auth.server", Kind: "auth.token", Server: "auth", Text: r.Method + " " + r.URL.Path, N: status})
	if clock.Sleep(r.Context(), clock.Named(e.w.ground.clock(), "auth.server"), takes) != nil {
		return // the client has gone
	}
	rw.Header().Set("Content-Type", "application/json")
	if cut {
		rw.Header().Set("Content-Length", strconv.Itoa(len(body)+1))
	}
	rw.WriteHeader(status)
	_, _ = rw.Write([]byte(body))
}

// answer is what to say; e.mu is held.
func (e *endpoint) answer(r *http.Request) (status int, body string) {
	switch {
	case e.status != 0:
		return e.status, e.body
	case r.Method != http.MethodPost || r.URL.Path != e.path:
		return http.StatusNotFound, ""
	case r.PostForm.Get("grant_type") != "refresh_token":
		return http.StatusBadRequest, `{"error":"unsupported_grant_type"}`
	case r.PostForm.Get("refresh_token") != e.good:
		return http.StatusBadRequest, `{"error":"invalid_grant","error_description":"not ` + r.PostForm.Get("refresh_token") + `"}`
	}
	e.grants++
	access := fmt.Sprintf("access-%d", e.grants+1)
	e.good = fmt.Sprintf("refresh-%d", e.grants+1)
	e.w.hide(access, e.good)
	out, _ := json.Marshal(map[string]any{ // strings and a number cannot fail
		"access_token": access, "refresh_token": e.good, "token_type": "Bearer", "expires_in": 3600,
	})
	return http.StatusOK, string(out)
}

// describe shows a request: its first line, its types, its form.
func describe(r *http.Request) string {
	lines := []string{r.Method + " " + r.URL.Path, "Content-Type: " + r.Header.Get("Content-Type"), "Accept: " + r.Header.Get("Accept")}
	var form []string
	for name, values := range r.PostForm {
		for _, value := range values {
			form = append(form, name+"="+value)
		}
	}
	slices.Sort(form)
	return strings.Join(append(lines, form...), "\n")
}
