package client_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// webLink is the link of a client over streamable HTTP.
type webLink struct {
	c    *miniClient
	url  string
	ctx  context.Context // of everything but DELETE
	stop context.CancelFunc

	mu      sync.Mutex
	session string
	first   string // content type of the first answer
	tries   int
}

func newWebLink(c *miniClient, url string) *webLink {
	l := &webLink{c: c, url: url}
	l.ctx, l.stop = context.WithCancel(context.Background())
	return l
}

func (l *webLink) request(ctx context.Context, verb, body, method string) *http.Request {
	r, err := http.NewRequestWithContext(ctx, verb, l.url, strings.NewReader(body))
	if err != nil {
		l.c.die(err.Error())
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	switch {
	case verb == http.MethodGet && l.c.is("CLI-09"):
		r.Header.Set("Accept", "application/json")
	case verb == http.MethodGet:
		r.Header.Set("Accept", "text/event-stream")
	case l.c.is("CLI-07"):
		r.Header.Set("Accept", "*/*")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if method == "initialize" && !l.c.is("CLI-04.initialize") {
		l.session = ""
	}
	if l.session != "" && !(verb == l.c.without("CLI-04.")) {
		r.Header.Set("Mcp-Session-Id", l.session)
	}
	l.c.mu.Lock()
	defer l.c.mu.Unlock()
	if l.c.revision != "" && method != "initialize" && !(verb == l.c.without("CLI-03.")) {
		r.Header.Set("Mcp-Protocol-Version", l.c.revision)
		if l.c.is("CLI-03") {
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
	answer, err := http.DefaultClient.Do(l.request(l.ctx, http.MethodPost, raw, method))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode == http.StatusNotFound && method != "initialize":
		return errLost
	case answer.StatusCode == http.StatusUnauthorized && l.c.is("FF-73") && l.again():
		return l.send(raw, id, method)
	case answer.StatusCode/100 != 2:
		return fmt.Errorf("HTTP %d", answer.StatusCode)
	case id == "":
		if answer.StatusCode != http.StatusAccepted && l.c.is("FF-58") {
			l.c.die(answer.Status)
		}
		return nil
	}
	if s := answer.Header.Get("Mcp-Session-Id"); s != "" {
		l.mu.Lock()
		l.session = s
		l.mu.Unlock()
	}
	return l.read(answer, id)
}

func (l *webLink) again() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tries++
	return l.tries < 50
}

// form is how this client takes an answer with a content type.
func (l *webLink) form(contentType string) string {
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
		body, err := io.ReadAll(answer.Body)
		if err != nil || !strings.HasPrefix(string(body), "{") {
			return errors.New("an answer that is no JSON")
		}
		l.c.heard(body)
		return nil
	}
	if l.form(answer.Header.Get("Content-Type")) != answer.Header.Get("Content-Type") {
		return errors.New("an answer that is no event stream")
	}
	last, retry := l.events(answer.Body)
	for l.c.waitsFor(id) {
		if last == "" || l.c.is("CLI-11") {
			if l.c.is("FF-53") {
				return nil
			}
			return errGone
		}
		if !l.c.is("CLI-10") {
			if err := clock.Sleep(l.ctx, clock.Real(), retry); err != nil { // the wait that the server asks for
				return err
			}
		}
		var err error
		if last, retry, err = l.resume(last); err != nil {
			return err
		}
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
	r.Header.Set("Last-Event-ID", last)
	answer, err := http.DefaultClient.Do(r)
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

// events reads a stream to its end and returns the last id and the retry time.
func (l *webLink) events(body io.Reader) (last string, retry time.Duration) {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 4<<20)
	if !l.c.is("FF-51") {
		lines.Split(anyLine)
	}
	var data []string
	retry = time.Second
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "":
			if l.c.is("FF-52") && data != nil || strings.Join(data, "") != "" {
				l.c.heard([]byte(strings.Join(data, "\n")))
			}
			data = nil
		case "data":
			data = append(data, value)
		case "id":
			last = value
		case "retry":
			if ms, err := strconv.Atoi(value); err == nil {
				retry = time.Duration(ms) * time.Millisecond
			}
		}
	}
	return last, retry
}

// anyLine splits at LF, CRLF and CR.
func anyLine(data []byte, atEOF bool) (advance int, token []byte, err error) {
	for i, b := range data {
		switch {
		case b == '\n':
			return i + 1, data[:i], nil
		case b == '\r' && i+1 < len(data) && data[i+1] == '\n':
			return i + 2, data[:i], nil
		case b == '\r' && (i+1 < len(data) || atEOF):
			return i + 1, data[:i], nil
		}
	}
	return 0, nil, nil
}

func (l *webLink) welcomed() {}

// listen opens the stream of the server's own messages and returns once it is
// there or refused.
func (l *webLink) listen() {
	answer, err := http.DefaultClient.Do(l.request(l.ctx, http.MethodGet, "", ""))
	switch {
	case err != nil:
		return
	case answer.StatusCode == http.StatusMethodNotAllowed && l.c.is("CLI-09.405"):
		l.c.die("there is no stream")
	case answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusMethodNotAllowed && l.c.is("FF-45"):
		l.c.die(answer.Status)
	case answer.StatusCode != http.StatusOK:
		_ = answer.Body.Close()
		return
	}
	go func() { // ends with the connection
		defer answer.Body.Close()
		l.events(answer.Body)
	}()
}

// close ends the session.
func (l *webLink) close() {
	l.stop()
	if l.c.is("CLI-06") {
		return
	}
	l.mu.Lock()
	session := l.session
	l.mu.Unlock()
	if session == "" {
		return
	}
	answer, err := http.DefaultClient.Do(l.request(context.Background(), http.MethodDelete, "", ""))
	if err != nil {
		return
	}
	_ = answer.Body.Close()
	if answer.StatusCode == http.StatusMethodNotAllowed && l.c.is("CLI-06.405") {
		l.c.die("DELETE is refused")
	}
}
