package probe

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// oldWire is a connection of HTTP+SSE, the transport of 2024-11-05: a GET opens
// the stream that everything comes through, its first event names where messages
// are POSTed to.
type oldWire struct {
	stream   *Stream
	endpoint string // where messages go
}

// ErrNoEndpoint is why nothing can be sent over HTTP+SSE.
var ErrNoEndpoint = errors.New("the event stream names no endpoint")

// ErrForeignEndpoint is why nothing is sent: what the caller sends may be secret.
var ErrForeignEndpoint = errors.New("the endpoint is of another origin, where nothing is sent to")

// openOld opens the stream and waits for the endpoint. c is to be ended also if
// it fails.
func (c *Conn) openOld() error {
	c.old = &oldWire{}
	c.old.stream = c.open(http.MethodGet, nil, "", listener{heard: c.hearOld, over: c.end})
	c.streams = append(c.streams, c.old.stream)
	if !c.old.stream.Opened() {
		return fmt.Errorf("%w: GET is answered with HTTP %d", ErrNoEndpoint, c.old.stream.Reply.Status)
	}
	named := func(events []Event) bool { return slices.ContainsFunc(events, Event.IsEndpoint) }
	if err := c.old.stream.Await(c.Patience(), named); err != nil {
		return fmt.Errorf("%w: %w", ErrNoEndpoint, err)
	}
	endpoint, err := resolveEndpoint(c.bench.Target.URL, c.old.announced())
	c.old.endpoint = endpoint
	return err
}

// IsEndpoint reports whether an event names where messages go.
func (e Event) IsEndpoint() bool { return e.Name == "endpoint" }

// announced is the data of the endpoint event.
func (o *oldWire) announced() string {
	for _, e := range o.stream.Events() {
		if e.IsEndpoint() {
			return strings.TrimSpace(string(e.Data))
		}
	}
	return ""
}

// resolveEndpoint is where an announced endpoint is.
func resolveEndpoint(stream, announced string) (string, error) {
	base, err := url.Parse(stream)
	if err != nil {
		return "", err
	}
	u, err := base.Parse(announced)
	if err != nil || announced == "" {
		return "", fmt.Errorf("%w: %s is no URI", ErrNoEndpoint, Quote([]byte(announced)))
	}
	if !SameOrigin(base, u) {
		return "", fmt.Errorf("%w: %s", ErrForeignEndpoint, Quote([]byte(announced)))
	}
	return u.String(), nil
}

// SameOrigin compares scheme, host and port.
func SameOrigin(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Hostname(), b.Hostname()) && portOf(a) == portOf(b)
}

func portOf(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case strings.EqualFold(u.Scheme, "https"):
		return "443"
	}
	return "80"
}

// hearOld keeps what comes but the endpoint.
func (c *Conn) hearOld(ch *channel, e Event) bool {
	if e.IsEndpoint() {
		c.bench.noteEvent(e)
		return c.count(len(e.Data))
	}
	return c.hearEvent(ch, e)
}

// Old is the stream of HTTP+SSE that everything comes through, and where messages
// go, which is "" if it named no place; nil over any other transport.
func (c *Conn) Old() (stream *Stream, endpoint string) {
	if c.old == nil {
		return nil, ""
	}
	return c.old.stream, c.old.endpoint
}

// where is the URL for requests of this verb.
func (c *Conn) where(verb string) string {
	if c.old != nil && verb == http.MethodPost {
		return c.old.endpoint
	}
	return cmp.Or(c.URL, c.bench.Target.URL)
}
