package login

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func get(t *testing.T, address string) (int, string) {
	resp, err := http.DefaultClient.Get(address)
	assert.NilError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	assert.NilError(t, err)
	return resp.StatusCode, string(body)
}

// The browser comes back with the state of the request; other pages get nothing, and the
// page says how the login went.
func TestBrowserComesBack(t *testing.T) {
	for want, outcome := range map[string]error{"You are logged in.": nil, "no &lt;b&gt;": errors.New("no <b>")} {
		u := ui.New(ui.System{Stdout: io.Discard, Stderr: io.Discard}, nil)
		u.Redact = func(s string) string { return s }
		b := newBrowser(u)
		redirect, err := b.Redirect(t.Context(), []string{"http://127.0.0.1:1/callback", "http://example.com/callback", "::"})
		assert.NilError(t, err)
		again, err := b.Redirect(t.Context(), nil)
		assert.NilError(t, err)
		assert.Equal(t, again, redirect)
		came, page := make(chan string), make(chan string)
		go func() {
			callback, err := b.Authorize(t.Context(), host.AuthorizationRequest{Issuer: "https://i", Redirect: redirect, URL: "https://i/authorize?" + url.Values{"state": {"s1"}}.Encode()})
			assert.Check(t, err == nil)
			came <- callback
		}()
		for _, wrong := range []string{redirect, redirect + "?state=s2&code=c", strings.TrimSuffix(redirect, "/callback") + "/?state=s1"} {
			status, _ := get(t, wrong)
			assert.Equal(t, status, http.StatusNotFound)
		}
		go func() {
			_, text := get(t, redirect+"?state=s1&code=c&iss=https%3A%2F%2Fi")
			page <- text
		}()
		assert.Equal(t, <-came, redirect+"?state=s1&code=c&iss=https%3A%2F%2Fi")
		b.done(outcome)
		assert.Check(t, strings.Contains(<-page, want), want)
	}
}

// told is a writer that says when something was written: the address of a request.
type told chan struct{}

func (w told) Write(p []byte) (int, error) {
	w <- struct{}{}
	return len(p), nil
}

// A server that wants more scopes, or rejects what it was given, has the user asked twice.
// Each answer arrives, whichever connection the browser takes.
func TestBrowserComesBackTwice(t *testing.T) {
	shown := make(told)
	u := ui.New(ui.System{Stdout: io.Discard, Stderr: shown}, nil)
	u.Redact = func(s string) string { return s }
	b := newBrowser(u)
	redirect, err := b.Redirect(t.Context(), nil)
	assert.NilError(t, err)
	var pages sync.WaitGroup
	for i := range 8 {
		state := fmt.Sprint("s", i)
		came := make(chan string)
		go func() {
			callback, err := b.Authorize(t.Context(), host.AuthorizationRequest{Issuer: "https://i", Redirect: redirect, URL: "https://i/authorize?state=" + state})
			assert.Check(t, err == nil)
			came <- callback
		}()
		<-shown
		pages.Go(func() {
			status, text := get(t, redirect+"?code=c&state="+state)
			assert.Check(t, status == http.StatusOK && strings.Contains(text, "You are logged in."))
		})
		assert.Equal(t, <-came, redirect+"?code=c&state="+state)
	}
	b.done(nil)
	pages.Wait()
}

// The address of a request is for a browser, which can do nothing with a part of it.
func TestAddressesAreShownWhole(t *testing.T) {
	asked := host.AuthorizationRequest{Issuer: "https://i", Redirect: fixedRedirect, URL: "https://i/authorize?state=s&scope=" + strings.Repeat("x", 20_000)}
	var shown strings.Builder
	u := ui.New(ui.System{Stdin: strings.NewReader("there\n"), Stdout: io.Discard, Stderr: &shown}, nil)
	u.Redact = func(s string) string { return s }
	_, err := (&paste{ui: u}).Authorize(t.Context(), asked)
	assert.NilError(t, err)
	assert.Check(t, strings.Contains(shown.String(), "\n"+asked.URL+"\n"))
	b := newBrowser(u)
	asked.Redirect, err = b.Redirect(t.Context(), nil)
	assert.NilError(t, err)
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = b.Authorize(ended, asked)
	assert.ErrorIs(t, err, context.Canceled)
	b.done(err)
	assert.Equal(t, strings.Count(shown.String(), "\n"+asked.URL+"\n"), 2)
}
