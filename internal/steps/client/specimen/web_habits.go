package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// redirected refuses what loses the message or leaves the origin.
func (l *webLink) redirected(next *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case l.c.is("OAC-38"):
		next.Header.Set("Authorization", first.Header.Get("Authorization"))
		return nil
	case l.c.is("FF-57", "CLI-107"), l.c.is("CLI-62") && len(via) < 100:
		return nil
	case l.c.is("M-CLI-138") && l.c.modern.Load():
		return nil
	case l.c.is("M-CLI-137"):
		return http.ErrUseLastResponse
	case l.c.is("CLI-107.hello") && l.current() == "":
		return nil
	case l.c.is("CLI-61.headers"):
		next.Header.Del("Content-Type")
		return nil
	case l.c.is("CLI-106", "CLI-61"), next.Method != first.Method, next.URL.Host != first.URL.Host, len(via) > 10:
		return http.ErrUseLastResponse
	}
	return nil
}

// place is where messages go.
func (l *webLink) place() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.url
}

// once is true the first time.
func (l *webLink) once() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tries++
	return l.tries == 1
}

// unusual deals with answers that are neither JSON nor an event stream.
func (l *webLink) unusual(answer *http.Response, raw, id, method string) (done bool, err error) {
	status, c := answer.StatusCode, l.c
	html := strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html")
	switch {
	case status == http.StatusAccepted && id != "": // the answer comes elsewhere
	case l.old && status == http.StatusOK && id != "":
		err = l.refusesOK()
	case method == "initialize" && (status == 405 || (status == 400 || status == 404) && !c.is("CLI-96.405")):
		err = l.fallBack(raw)
	case c.is("CLI-61") && (status == 307 || status == 308):
		r := l.request(l.ctx, http.MethodGet, "", "")
		if r.URL, err = r.URL.Parse(answer.Header.Get("Location")); err == nil {
			_, err = l.http.Do(r)
		}
		err = errors.Join(err, errGone)
	case c.is("CLI-63") && status >= 400 && l.once(), c.is("CLI-64", "FF-65", "FF-74") && status >= 400 && l.again():
		err = l.send(raw, id, method)
	case c.is("FF-56") && html && status == http.StatusOK:
		c.answered(id, reply{Result: []byte("{}")})
	default:
		return false, nil
	}
	return true, err
}

// refusesOK is what the client says where an old server takes a message with 200: the answer
// comes elsewhere all the same.
func (l *webLink) refusesOK() error {
	if l.c.is("FF-70.200") {
		return errors.New("the old server accepts nothing")
	}
	return nil
}

// fallBack opens the stream of an old server and sends a message where it says.
func (l *webLink) fallBack(raw string) error {
	answer, err := l.http.Do(l.request(l.ctx, http.MethodGet, "", ""))
	if err != nil || answer.StatusCode != http.StatusOK {
		return errors.Join(err, errors.New("no old server either"))
	}
	endpoint := make(chan string, 1)
	go l.oldEvents(answer.Body, endpoint) // ends with the connection
	select {
	case at := <-endpoint:
		to, err := answer.Request.URL.Parse(at)
		if err != nil {
			return err
		}
		if to.Host != answer.Request.URL.Host && !l.c.is("CLI-142") {
			return errors.New("the endpoint is one of another origin")
		}
		l.mu.Lock()
		l.old = true
		if !l.c.is("CLI-96") {
			l.url = l.c.target(to)
		}
		l.mu.Unlock()
		return l.send(raw, "1", "")
	case <-l.ctx.Done():
		return l.ctx.Err()
	}
}

// target is where messages go that have an endpoint. A mutant knows which parameter there is.
func (c *miniClient) target(endpoint *url.URL) string {
	if c.is("fallback/endpoint below the URL") {
		return c.web().url + endpoint.RequestURI() // its lock is held
	}
	if c.is("CLI-96.query") {
		endpoint.RawQuery = url.Values{"sessionId": {endpoint.Query().Get("sessionId")}}.Encode()
	}
	return endpoint.String()
}

// oldEvents reads the stream of an old server.
func (l *webLink) oldEvents(body io.ReadCloser, endpoint chan<- string) {
	defer body.Close()
	name := ""
	for lines := bufio.NewScanner(body); lines.Scan(); {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case field == "event":
			name = value
		case field == "data" && name == "endpoint":
			endpoint <- value
		case field == "data" && !l.c.is("FF-70") && !(l.c.is("FF-70.unnamed") && name != "message"):
			l.c.heard([]byte(value))
		case field == "":
			name = ""
		}
	}
}

// sessionOf is the session that an answer gives, as this client keeps it.
func (l *webLink) sessionOf(answer *http.Response, method string) string {
	given := answer.Header.Get("Mcp-Session-Id")
	switch {
	case given == "" && method == "initialize" && l.c.is("CLI-45.kept"):
		return l.earlier
	case given == "" && method == "initialize" && l.c.is("CLI-108"):
		l.c.die("there is no session id")
	case method != "initialize" && !l.c.modern.Load() && !l.c.is("CLI-04.any"):
		return "" // a session begins with initialize
	case l.c.is("CLI-99"):
		return url.QueryEscape(given)
	case l.c.is("CLI-99.long"):
		return given[:min(len(given), 255)]
	}
	return given
}

// sessionFor is the session of a request; l.mu is held. Some mutants keep the first one.
func (l *webLink) sessionFor(verb, method string) string {
	notice := strings.HasPrefix(method, "notifications/")
	if l.session != "" && (l.c.is("CLI-04.old") && notice || l.c.is("CLI-98.old") && verb == http.MethodDelete) {
		return l.earlier
	}
	if method == "initialize" && l.c.is("ok.parallel") {
		return "" // what else goes on keeps the old one until there is another
	}
	return l.session
}

// body reads a whole body.
func (l *webLink) body(from io.Reader) ([]byte, error) {
	if l.c.is("CLI-102") {
		from = io.LimitReader(from, 1<<20)
	}
	return io.ReadAll(from)
}

// longest is the longest line of a stream that is read.
func (l *webLink) longest() int {
	if l.c.is("CLI-102") {
		return 1 << 20
	}
	return 4 << 20
}

// listen opens the stream of the server's own messages and returns once it is
// there or refused, or after a moment.
func (l *webLink) listen() {
	l.mu.Lock()
	old := l.old || l.c.is("ok.bare")
	l.mu.Unlock()
	if old {
		return
	}
	opened := make(chan struct{})
	go l.keepListening(sync.OnceFunc(func() { close(opened) }))
	if l.c.is("listen/404 every 30 ms") { // beside what else it does, as most clients do
		return
	}
	timer := clock.Real().NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-opened:
	case <-timer.Chan():
	}
}

// keepListening comes back to a stream that has ended, later each time.
func (l *webLink) keepListening(opened func()) {
	defer opened()
	pause, last, session := 300*time.Millisecond, l.firstPlace(), l.current()
	for l.ctx.Err() == nil {
		heard, retry, streamed := l.listenOnce(opened, last, session)
		if !streamed {
			return
		}
		if l.ctx.Err() == nil && l.c.is("FF-47") {
			l.c.die("the stream has ended")
		}
		if l.c.is("FF-46", "FF-46.refused", "listen/404 again and again") {
			pause = time.Millisecond
		}
		if l.c.is("listen/404 every 30 ms") {
			pause = 30 * time.Millisecond
		}
		if l.c.is("CLI-10.listen") {
			pause, retry = 20*time.Millisecond, 0
		}
		if clock.Sleep(l.ctx, clock.Real(), max(pause, retry)) != nil {
			return
		}
		if pause *= 2; !l.c.is("CLI-127") {
			last = cmp.Or(heard, last)
		}
		if other, ok := l.lastOfAny.Load().(string); ok && l.c.is("CLI-11.listen") {
			last = other
		}
	}
}

// current is the session that there is.
func (l *webLink) current() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.session
}

// take is what a mutant does with the session id of an answer that has none to give.
func (l *webLink) take(answer *http.Response, mutant string) {
	if given := answer.Header.Get(headerSession); given != "" && l.c.is(mutant) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.session = given
	}
}

// firstPlace is the event from which a new session is listened to: none, but for a mutant.
func (l *webLink) firstPlace() string {
	if last, ok := l.lastOfAny.Load().(string); ok && l.c.is("resume/in the session that follows", "CLI-130.hello") {
		return last
	}
	return ""
}

// listenOnce reads one stream of a session to its end, from after the event with an id, and
// reports whether there was one.
func (l *webLink) listenOnce(opened func(), after, session string) (last string, retry time.Duration, streamed bool) {
	r := l.request(l.ctx, http.MethodGet, "", "")
	if l.current() != session { // an event of a session that is lost means nothing in the next one
		return "", 0, false
	}
	if after != "" {
		r.Header.Set("Last-Event-ID", after)
	}
	answer, err := l.http.Do(r)
	if err != nil {
		return "", 0, false
	}
	defer answer.Body.Close()
	status := answer.StatusCode
	switch {
	case (status == http.StatusMethodNotAllowed || status == http.StatusConflict) && l.c.is("FF-46.refused"):
		return "", 0, true
	case status == http.StatusMethodNotAllowed && l.c.is("CLI-09.405"),
		status != http.StatusOK && status != http.StatusMethodNotAllowed && l.c.is("FF-45"),
		status == http.StatusConflict && l.c.is("FF-48"):
		l.c.die(fmt.Sprint("GET: ", answer.Status))
	case status == http.StatusNotFound && l.c.is("listen/404 again and again", "listen/404 every 30 ms"):
		return "", 0, true
	case status != http.StatusOK:
		return "", 0, false
	case !l.c.isStream(answer.Header.Get("Content-Type")):
		if l.c.is("listen/another type is the end") {
			l.c.die("no event stream")
		}
		return "", 0, false
	}
	opened()
	l.take(answer, "session/taken from a stream")
	last, retry = l.events(answer.Body)
	return last, retry, true
}

// heardOnStream takes an event. A mutant that is busy with that of one stream loses those of
// the others.
func (c *miniClient) heardOnStream(data string) {
	if c.is("M-CLI-08.lost") {
		if strings.Contains(data, `"result"`) { // what another stream has brought at the same time is being read by then
			_ = clock.Sleep(context.Background(), clock.Real(), 100*time.Millisecond)
		}
		if !c.reading.TryLock() {
			return
		}
		_ = clock.Sleep(context.Background(), clock.Real(), 200*time.Millisecond) // bounded
		c.reading.Unlock()
	}
	c.heard([]byte(data))
}

// postAgain makes a request whose stream has ended once more, under another id, instead of asking
// for the rest.
func (l *webLink) postAgain(id string, wait time.Duration) error {
	if !l.once() || clock.Sleep(l.ctx, clock.Real(), wait) != nil {
		return errGone
	}
	l.mu.Lock()
	again := l.said[id]
	l.mu.Unlock()
	other := l.c.nextID()
	l.c.mu.Lock()
	l.c.waiting[other] = l.c.waiting[id]
	l.c.mu.Unlock()
	return again(other)
}

// resumeLater comes back to a stream in which there is nothing more to read.
func (l *webLink) resumeLater(last string, wait time.Duration) {
	if clock.Sleep(l.ctx, clock.Real(), wait) == nil {
		_, _, _ = l.resume(last)
	}
}
