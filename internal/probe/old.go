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
	Stream   *Stream
	Endpoint string // where messages go
}

// ErrNoEndpoint is why nothing can be sent over HTTP+SSE.
var ErrNoEndpoint = errors.New("the event stream names no endpoint")

// ErrForeignEndpoint is why nothing is sent: what the caller sends may be secret.
var ErrForeignEndpoint = errors.New("the endpoint is of another origin, where nothing is sent to")

// openOld opens the stream and waits for the endpoint. c is to be ended also if
// it fails.
func (c *Conn) openOld() error {
	c.Old = &oldWire{}
	c.Old.Stream = c.Open(http.MethodGet, nil, "", listener{heard: c.hearOld, over: c.Inbox.end})
	c.Streams = append(c.Streams, c.Old.Stream)
	if !c.Old.Stream.Opened() {
		return fmt.Errorf("%w: GET is answered with HTTP %d", ErrNoEndpoint, c.Old.Stream.Reply.Status)
	}
	named := func(events []Event) bool { return slices.ContainsFunc(events, IsEndpoint) }
	if err := c.Old.Stream.Await(c.bench.Ctx, c.Patience(), named); err != nil {
		return fmt.Errorf("%w: %w", ErrNoEndpoint, err)
	}
	endpoint, err := resolveEndpoint(c.bench.Target.URL, c.Old.announced())
	c.Old.Endpoint = endpoint
	return err
}

func IsEndpoint(e Event) bool { return e.Name == "endpoint" }

// announced is the data of the endpoint event.
func (o *oldWire) announced() string {
	events, _, _ := o.Stream.State()
	for _, e := range events {
		if IsEndpoint(e) {
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
func (c *Conn) hearOld(e Event) {
	if IsEndpoint(e) {
		c.noteEvent(e)
		return
	}
	c.hearEvent(e)
}

func (o *oldWire) alive() bool {
	_, _, ended := o.Stream.State()
	return !ended
}

// where is the URL for requests of this verb.
func (c *Conn) where(verb string) string {
	if c.Old != nil && verb == http.MethodPost {
		return c.Old.Endpoint
	}
	return cmp.Or(c.URL, c.bench.Target.URL)
}
