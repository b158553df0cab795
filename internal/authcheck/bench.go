package authcheck

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// DefaultTimeout is the patience with each answer.
const DefaultTimeout = 10 * time.Second

// Redirect is where users are sent back to. It is never contacted.
const Redirect = "http://127.0.0.1:33418/callback"

// Target says which authorization server to look at.
type Target struct {
	Issuer string            // its identifier, a URL
	HTTP   http.RoundTripper // required; must not follow redirects

	// ClientID and ClientSecret are those of a client that was registered by hand with
	// [Redirect]; "" = one is registered on the spot.
	ClientID, ClientSecret string
	// Document is the URL of a client metadata document that names [Redirect], at a host that
	// answers with it whatever the query; "" = there is none.
	Document string
	// Canary listens at an address of this machine and says how often it was connected to;
	// nil = there is none.
	Canary func() (*Canary, error)

	Timeout time.Duration // 0 = [DefaultTimeout]
	Clock   clock.Clock   // nil = the wall clock
	Secrets []string      // never shown
}

// Canary is a listener that a server must not connect to.
type Canary struct {
	Address string     // HOST:PORT
	Visits  func() int // connections so far
	Close   func()
}

// Bench is an authorization server with what was learnt of it. It is used by one check at a
// time.
type Bench struct {
	Target Target

	ctx          context.Context
	found        []Place // of the metadata, as far as they were tried
	client       *Client
	confidential map[string]*Client // by the way in which they send their secrets
	asked        bool               // a correct request was sent
	scope        string             // of all requests; "" = none
	requests     int
	events       []event.Event // of the check that runs
	secrets      []string      // that were learnt: tokens, codes and those of clients
	verifier     int           // how many were made
}

// UnreachableError says that nothing answers at the issuer.
type UnreachableError struct{ Reason string }

func (e *UnreachableError) Error() string { return e.Reason }

// Open reads the metadata. Its error is an *[UnreachableError]: no place answers at all. The
// waits of all checks end with ctx.
func Open(ctx context.Context, t Target) (*Bench, error) {
	if t.Clock == nil {
		t.Clock = clock.Real()
	}
	if t.Timeout == 0 {
		t.Timeout = DefaultTimeout
	}
	b := &Bench{Target: t, ctx: ctx, confidential: map[string]*Client{}}
	issuer, err := url.Parse(t.Issuer)
	if err != nil {
		return nil, &UnreachableError{"the issuer is no URL"}
	}
	answered := false
	for _, place := range places(issuer) {
		p := b.read(place)
		b.found = append(b.found, p)
		answered = answered || p.Reply != nil
	}
	if !answered {
		return nil, &UnreachableError{fmt.Sprintf("GET %s: %v", b.found[0].URL, b.found[0].Err)}
	}
	return b, nil
}

// Requests is how many requests were sent.
func (b *Bench) Requests() int { return b.requests }

// Secrets are texts that must not be shown.
func (b *Bench) Secrets() []string { return append(b.secrets, b.Target.Secrets...) }

// TakeEvents are the events since it was asked last.
func (b *Bench) TakeEvents() []event.Event {
	out := b.events
	b.events = nil
	return out
}

// Emit records an event.
func (b *Bench) Emit(e event.Event) { b.events = append(b.events, e) }

// Metadata are those of the first place that has some; not testable if none has.
func (b *Bench) Metadata() (*Document, error) {
	for _, p := range b.found {
		if p.Document != nil {
			return p.Document, nil
		}
	}
	return nil, verdict.Because("AS-01", "there are no metadata")
}

// Places are where the metadata were looked for, in the order of clients.
func (b *Bench) Places() []Place { return b.found }
