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
	stream   *stream
	endpoint string // where messages go
}

// errNoEndpoint is why nothing can be sent over HTTP+SSE.
var errNoEndpoint = errors.New("the event stream names no endpoint")

// errForeignEndpoint is why nothing is sent: what the caller sends may be secret.
var errForeignEndpoint = errors.New("the endpoint is of another origin, where nothing is sent to")

// openOld opens the stream and waits for the endpoint. c is to be ended also if
// it fails.
func (c *conn) openOld() error {
	c.old = &oldWire{}
	c.old.stream = c.open(http.MethodGet, nil, "", listener{heard: c.hearOld, over: c.inbox.end})
	c.streams = append(c.streams, c.old.stream)
	if !c.old.stream.opened() {
		return fmt.Errorf("%w: GET is answered with HTTP %d", errNoEndpoint, c.old.stream.reply.status)
	}
	named := func(events []sseEvent) bool { return slices.ContainsFunc(events, isEndpoint) }
	if err := c.old.stream.await(c.bench.ctx, c.patience(), named); err != nil {
		return fmt.Errorf("%w: %w", errNoEndpoint, err)
	}
	endpoint, err := resolveEndpoint(c.bench.target.URL, c.old.announced())
	c.old.endpoint = endpoint
	return err
}

func isEndpoint(e sseEvent) bool { return e.name == "endpoint" }

// announced is the data of the endpoint event.
func (o *oldWire) announced() string {
	events, _, _ := o.stream.state()
	for _, e := range events {
		if isEndpoint(e) {
			return strings.TrimSpace(string(e.data))
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
		return "", fmt.Errorf("%w: %s is no URI", errNoEndpoint, quote([]byte(announced)))
	}
	if !sameOrigin(base, u) {
		return "", fmt.Errorf("%w: %s", errForeignEndpoint, quote([]byte(announced)))
	}
	return u.String(), nil
}

// sameOrigin compares scheme, host and port.
func sameOrigin(a, b *url.URL) bool {
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
func (c *conn) hearOld(e sseEvent) {
	if isEndpoint(e) {
		c.noteEvent(e)
		return
	}
	c.hearEvent(e)
}

func (o *oldWire) alive() bool {
	_, _, ended := o.stream.state()
	return !ended
}

// where is the URL for requests of this verb.
func (c *conn) where(verb string) string {
	if c.old != nil && verb == http.MethodPost {
		return c.old.endpoint
	}
	return cmp.Or(c.url, c.bench.target.URL)
}
