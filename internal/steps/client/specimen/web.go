package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// webLink is the link of a client over streamable HTTP.
type webLink struct {
	c    *miniClient
	url  string
	ctx  context.Context // of everything but DELETE
	stop context.CancelFunc
	http *http.Client
	old  bool // HTTP+SSE: answers come in the stream of a GET
	key  credentials

	mu         sync.Mutex
	open       map[string]context.CancelFunc    // by the id of the request
	said       map[string]func(id string) error // the same: what sends it once more
	barred     bool                             // a mutant looks for no more metadata
	logins     map[string]int                   // by what was sent
	session    string
	earlier    string // the first session
	first      string // content type of the first answer
	tries      int
	lastOfAny  atomic.Value // the last event id of all streams, for a mutant
	heardSoFar atomic.Int64 // that a mutant has read: it counts no further than to 64
	failed     atomic.Bool  // a mutant has read an error in a stream
	broken     atomic.Bool  // a stream did not end as it should
	late       []string     // events of a mutant that waits for the end of their stream
}

func newWebLink(c *miniClient, url string) *webLink {
	l := &webLink{c: c, url: url, open: map[string]context.CancelFunc{}, said: map[string]func(string) error{}, logins: map[string]int{}}
	l.http = &http.Client{CheckRedirect: l.redirected}
	if c.is("CLI-141") {
		l.http.Timeout = fiveSeconds
	}
	if c.is("CLI-141.header") {
		l.http.Transport = &http.Transport{ResponseHeaderTimeout: fiveSeconds}
	}
	if c.is("CLI-149", "OAC-03.names") {
		l.http.Transport = &http.Transport{DialContext: dialByCase}
	}
	if c.is("FF-54") {
		l.http.Transport = &http.Transport{ResponseHeaderTimeout: time.Second}
	}
	l.ctx, l.stop = context.WithCancel(context.Background())
	return l
}

func (l *webLink) request(ctx context.Context, verb, body, method string) *http.Request {
	r := l.usualRequest(ctx, verb, body, method)
	if verb == http.MethodPost {
		l.stamp(r.Header, body, method)
	}
	if change := l.c.special.header; change != nil {
		change(r.Header, verb, method)
	}
	return r
}

func (l *webLink) usualRequest(ctx context.Context, verb, body, method string) *http.Request {
	r, err := http.NewRequestWithContext(ctx, verb, l.place(), strings.NewReader(body))
	if err != nil {
		l.c.die(err.Error())
	}
	r.Header.Set("Content-Type", "application/json")
	if l.c.is("CLI-95") {
		r.Header.Set("Accept-Encoding", "gzip") // which makes net/http leave the rest to this client
	}
	r.Header.Set("Accept", "application/json, text/event-stream")
	if l.c.is("fallback/no content type") && l.old && verb == http.MethodPost {
		r.Header.Del("Content-Type")
	}
	if l.c.is("FF-70.answers") && l.old && method == "" && strings.Contains(body, `"result"`) {
		r.URL.RawQuery, r.URL.Path = "", "/mcp"
	}
	switch {
	case verb == http.MethodGet && l.c.is("CLI-09"):
		r.Header.Set("Accept", "application/json")
	case verb == http.MethodGet:
		r.Header.Set("Accept", "text/event-stream")
	case l.c.is("ok.bare"):
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
		r.Header.Set("Accept", "text/event-stream;q=0.5, application/json")
	case l.c.is("CLI-07"):
		r.Header.Set("Accept", "*/*")
	}
	if l.c.is("CLI-44") && verb == http.MethodPost && method == "" {
		r.Header.Set("Content-Type", "text/plain")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.c.is("CLI-45") && l.session == "" && method != "initialize" {
		r.Header.Set("Mcp-Session-Id", "null")
	}
	if method == "initialize" && !l.c.is("CLI-04.initialize", "ok.parallel") {
		l.session = ""
	}
	l.present(r, verb)
	if session := l.sessionFor(verb, method); session != "" && !(verb == l.c.without("CLI-04.")) {
		r.Header.Set("Mcp-Session-Id", session)
	}
	l.c.mu.Lock()
	defer l.c.mu.Unlock()
	if l.c.revision != "" && method != "initialize" && !(verb == l.c.without("CLI-03.")) {
		r.Header.Set("Mcp-Protocol-Version", l.c.revision)
		if l.c.is("CLI-03", "M-CLI-22.both") {
			r.Header.Set("Mcp-Protocol-Version", "2025-11-25")
		}
	}
	return r
}

// without is the verb whose requests lack a header in mutants called after it.
func (c *miniClient) without(prefix string) string {
	verb, _ := strings.CutPrefix(c.mutant, prefix)
	return verb
}

func (l *webLink) send(raw, id, method string) error {
	ctx, stop := context.WithCancel(l.ctx)
	defer stop()
	l.mu.Lock()
	l.open[id], l.said[id] = stop, func(other string) error {
		return l.send(strings.Replace(raw, `"id":`+id, `"id":`+other, 1), other, method)
	}
	l.mu.Unlock()
	answer, err := l.http.Do(l.request(ctx, http.MethodPost, l.c.dressed(raw), method))
	if err != nil {
		if l.c.is("CLI-65") && l.again() || l.c.is("FF-21") && method == "tools/call" && l.once() {
			return l.send(raw, id, method)
		}
		return err
	}
	defer answer.Body.Close()
	wantsLogin := l.c.logsIn() && (answer.StatusCode == http.StatusUnauthorized || answer.StatusCode == http.StatusForbidden)
	if l.c.modern.Load() && id != "" && answer.StatusCode != http.StatusOK && !wantsLogin {
		return l.refusal(answer, id)
	}
	if done, err := l.unusual(answer, raw, id, method); done {
		return err
	}
	switch {
	case wantsLogin:
		if err := l.logIn(answer); err != nil {
			return err
		}
		if l.c.is("login/call made twice") {
			_ = l.sendAgain(raw, id, method)
		}
		return l.sendAgain(raw, id, method)
	case answer.StatusCode == http.StatusNotFound && method != "initialize":
		return errLost
	case answer.StatusCode == http.StatusUnauthorized && l.c.is("FF-73", "FF-73.slow") && l.again():
		return l.send(raw, id, method)
	case answer.StatusCode/100 != 2 && l.c.is("refused/waits all the same"):
		return nil
	case answer.StatusCode/100 != 2:
		return fmt.Errorf("HTTP %d", answer.StatusCode)
	case id == "":
		l.take(answer, "session/taken from a notification's answer")
		if answer.StatusCode != http.StatusAccepted && l.c.is("FF-58") {
			l.c.die(answer.Status)
		}
		if l.c.is("notification/empty JSON") {
			l.wantsBody(answer)
		}
		return nil
	}
	if s := l.sessionOf(answer, method); (s != "" || method == "initialize") && (!l.c.modern.Load() || l.c.is("M-CLI-61")) {
		l.mu.Lock()
		l.session, l.earlier = s, cmp.Or(l.earlier, s)
		l.mu.Unlock()
	}
	return l.read(answer, id)
}

// mostLogins is how often a message is sent again because of a login.
const mostLogins = 8

// sendAgain sends a message that a login was for.
func (l *webLink) sendAgain(raw, id, method string) error {
	l.mu.Lock()
	l.logins[raw]++
	n := l.logins[raw]
	l.mu.Unlock()
	if n > mostLogins && !l.c.is("FF-73.login") {
		return errors.New("no login is enough")
	}
	return l.send(raw, id, method)
}

// abandon closes the stream of a request, which cancels it where there is no session.
func (l *webLink) abandon(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if stop := l.open[id]; stop != nil {
		stop()
	}
}

func (l *webLink) again() bool {
	if l.c.is("FF-73.slow") {
		return clock.Sleep(l.ctx, clock.Real(), time.Second) == nil // as it would be, for ever
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tries++
	return l.tries < 50
}

// form is how this client takes an answer with a content type.
func (l *webLink) form(contentType string) string {
	if !l.c.is("CLI-53") {
		contentType, _, _ = strings.Cut(contentType, ";")
	}
	if !l.c.is("CLI-53.case") {
		contentType = strings.ToLower(contentType)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.first == "" {
		l.first = contentType
	}
	switch l.c.mutant {
	case "CLI-08.json":
		return "application/json"
	case "CLI-08.sse":
		return "text/event-stream"
	case "CLI-08.first":
		return l.first
	}
	return contentType
}

// read reads the answer to a request, or resumes the stream in which it should
// have come.
func (l *webLink) read(answer *http.Response, id string) error {
	if l.form(answer.Header.Get("Content-Type")) != "text/event-stream" {
		body, err := l.body(l.c.reader(answer.Body))
		if err != nil || !strings.HasPrefix(string(body), "{") && !strings.HasPrefix(string(body), "[") {
			return errors.New("an answer that is no JSON")
		}
		l.c.heard(body)
		return nil
	}
	if kind, _, _ := strings.Cut(answer.Header.Get("Content-Type"), ";"); !strings.EqualFold(l.form(kind), kind) {
		return errors.New("an answer that is no event stream")
	}
	last, retry := l.events(ofPost{answer.Body})
	if l.broken.Load() && l.c.is("CLI-11.reset") {
		return errGone
	}
	if other, ok := l.lastOfAny.Load().(string); ok && last == "" && l.c.is("CLI-11.none") {
		last = other
	}
	asked := retry > 0
	retry = cmp.Or(retry, time.Second)
	for resumed := 0; l.c.waitsFor(id); resumed++ {
		if l.c.is("ok.anew") && resumed > 0 {
			return errLost
		}
		if l.c.is("CLI-11.post") && last != "" {
			return l.postAgain(id, retry)
		}
		if last == "" || l.c.is("CLI-11") || l.c.is("CLI-11.retry") && !asked || l.c.is("CLI-11.second") && resumed > 0 || l.c.modern.Load() && !l.c.is("M-CLI-61.resume") {
			if l.c.is("FF-53") {
				return nil
			}
			return errGone
		}
		if !l.c.is("CLI-10") && !(l.c.is("CLI-10.second") && resumed > 0) {
			if err := clock.Sleep(l.ctx, clock.Real(), retry); err != nil { // the wait that the server asks for
				return err
			}
		}
		var err error
		next, before := time.Duration(0), last
		if last, next, err = l.resume(last); err != nil && l.c.is("resume/refused again and again") {
			last = before
			continue
		} else if err != nil {
			return err
		}
		if l.c.is("CLI-11.again") {
			last = before
		}
		switch {
		case l.c.is("CLI-10.forgets"):
			retry = cmp.Or(next, time.Second)
		case next > 0 && !l.c.is("CLI-10.first"):
			retry = next
		}
	}
	if last != "" && (l.c.is("CLI-130") || l.failed.Load()) {
		go l.resumeLater(last, retry)
	}
	return nil
}

func (c *miniClient) waitsFor(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waiting[id] != nil
}

func (l *webLink) resume(last string) (string, time.Duration, error) {
	r := l.request(l.ctx, http.MethodGet, "", "")
	r.Header.Set("Last-Event-ID", l.placeInStream(last))
	if change := l.c.special.header; change != nil {
		change(r.Header, http.MethodGet, "")
	}
	answer, err := l.http.Do(r)
	if err != nil {
		return "", 0, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", 0, fmt.Errorf("resuming: HTTP %d", answer.StatusCode)
	}
	next, retry := l.events(answer.Body)
	if next == "" {
		next = last
	}
	return next, retry, nil
}

func (l *webLink) welcomed() {}

// close ends the session.
func (l *webLink) close() {
	l.stop()
	if l.c.is("CLI-06") || l.c.is("CLI-98") && l.c.failed {
		return
	}
	l.mu.Lock()
	session := l.session
	l.mu.Unlock()
	if session == "" && !l.c.is("M-CLI-61.delete") {
		return
	}
	ctx, stop := l.patienceAtEnd()
	defer stop()
	answer, err := l.http.Do(l.request(ctx, http.MethodDelete, "", ""))
	if err != nil {
		if l.c.is("CLI-109") {
			l.c.die("DELETE fails")
		}
		return
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK && l.c.is("CLI-109") || answer.StatusCode == http.StatusNoContent && l.c.is("delete/204 is an error") || answer.StatusCode == http.StatusMethodNotAllowed && l.c.is("CLI-06.405") {
		l.c.die("DELETE is refused")
	}
}
