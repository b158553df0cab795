package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// ofPost is the stream that answers a POST.
type ofPost struct{ io.Reader }

// fieldOf is a line of an event stream.
func (c *miniClient) fieldOf(line string) (name, value string) {
	if c.is("stream/blank after the colon") {
		name, value, _ = strings.Cut(line, ": ")
		return name, value
	}
	name, value, _ = strings.Cut(line, ":")
	return name, strings.TrimPrefix(value, " ")
}

// isMessage reports whether an event of a type is a message.
func (c *miniClient) isMessage(kind string) bool {
	if kind != "" && kind != "message" && c.is("stream/dies of other events") {
		c.die("an event of the type " + kind)
	}
	return kind == "" && !c.is("stream/events without a type") || kind == "message" || c.is("CLI-52.type")
}

// joined are the lines of data of an event.
func (c *miniClient) joined(data []string) string {
	if c.is("stream/last line of data") {
		data = data[len(data)-1:]
	}
	return strings.Join(data, "\n")
}

// unitOfRetry is what the field retry counts.
func (c *miniClient) unitOfRetry() time.Duration {
	if c.is("retry/as seconds") {
		return time.Second
	}
	return time.Millisecond
}

// isStream reports whether a content type is that of event streams.
func (c *miniClient) isStream(contentType string) bool {
	if !c.is("listen/no parameters of the type") {
		contentType, _, _ = strings.Cut(contentType, ";")
	}
	return strings.EqualFold(contentType, "text/event-stream")
}

// hearEvent takes the data of an event, or what a mutant makes of it.
func (l *webLink) hearEvent(body io.Reader, data string) {
	_, posted := body.(ofPost)
	request := strings.HasPrefix(data, "{") && strings.Contains(data, `"method"`) && strings.Contains(data, `"id"`)
	switch {
	case l.c.is("stream/requests before the answer") && posted && request:
	case l.c.is("stream/answer at its end") && posted:
		l.late = append(l.late, data)
	case l.c.is("stream/sixty-four events") && l.heardSoFar.Add(1) > 64:
	default:
		if l.c.is("stream/an error is no answer") && strings.Contains(data, `"error"`) {
			l.failed.Store(true)
		}
		l.c.heardOnStream(data)
	}
}

// hearLate takes what a mutant has kept to the end of a stream.
func (l *webLink) hearLate() {
	for _, data := range l.late {
		l.c.heard([]byte(data))
	}
	l.late = nil
}

// placeInStream is the event after which a stream goes on.
func (l *webLink) placeInStream(last string) string {
	if other, ok := l.lastOfAny.Load().(string); ok && l.c.is("resume/last event of any stream") {
		return other
	}
	return last
}

// wantsBody ends a mutant that reads JSON where a notification is acknowledged with 200.
func (l *webLink) wantsBody(answer *http.Response) {
	if body, _ := io.ReadAll(answer.Body); answer.StatusCode == http.StatusOK && len(body) == 0 {
		l.c.die("no JSON")
	}
}

// patienceAtEnd is how long the answer to DELETE is waited for.
func (l *webLink) patienceAtEnd() (context.Context, context.CancelFunc) {
	if l.c.is("delete/waited for") {
		return context.WithCancel(context.Background())
	}
	return context.WithTimeout(context.Background(), 2*time.Second)
}

// oddAnswer is what a mutant answers to some forms; "" = what others do.
func (c *miniClient) oddAnswer(params []byte) string {
	asked := func(mark string) bool { return strings.Contains(string(params), mark) }
	switch {
	case c.is("form/mode that is named refused") && asked(`"mode":"form"`):
		return `"error":{"code":-32602,"message":"unknown mode"}`
	case c.is("form/title for its value") && asked(`"oneOf"`):
		return `"result":{"action":"accept","content":{"colour":"Red"}}`
	}
	return ""
}

// strictText is for a client that takes standard error for text.
type strictText struct{ c *miniClient }

func (s strictText) Write(b []byte) (int, error) {
	if !utf8.Valid(b) {
		s.c.die("no UTF-8 on standard error")
	}
	return len(b), nil
}

// sendInTwo writes a line and its end at different times, and lets others write between them.
func (l *pipeLink) sendInTwo(raw string) error {
	_, err := io.WriteString(l.in, raw)
	_ = clock.Sleep(context.Background(), clock.Real(), 5*time.Millisecond)
	_, other := io.WriteString(l.in, "\n")
	if errors.Join(err, other) != nil {
		return errGone
	}
	return nil
}

// keepsAlive asks for a sign of life, without which the session is over.
func keepsAlive(c *miniClient) {
	if _, err := c.request("ping", `{}`, time.Second); err != nil {
		c.die("no pong")
	}
}

// inLatin1 reads bytes as characters.
func inLatin1(raw string) string {
	var b strings.Builder
	for _, letter := range []byte(raw) {
		b.WriteRune(rune(letter))
	}
	return b.String()
}

// asLatin1 writes characters as bytes, if they are among those.
func asLatin1(raw string) string {
	var b strings.Builder
	for _, r := range raw {
		if r > 0xff {
			r = '?'
		}
		b.WriteByte(byte(r))
	}
	return b.String()
}

// inASCII writes a question mark for everything else.
func inASCII(raw string) string {
	return strings.Map(func(r rune) rune {
		if r > 0x7e {
			return '?'
		}
		return r
	}, raw)
}

// wantsStructure ends at an error of a tool that promises structured results.
func wantsStructure() func(string) string {
	promised := false
	return func(raw string) string {
		promised = promised || strings.Contains(raw, `"outputSchema"`)
		if promised && strings.Contains(raw, `"isError":true`) {
			(&miniClient{}).die("there is no structured content")
		}
		return raw
	}
}

// strict ends at bytes that are no UTF-8.
func strict(raw string) string {
	if !utf8.ValidString(raw) {
		(&miniClient{}).die("no UTF-8")
	}
	return raw
}
