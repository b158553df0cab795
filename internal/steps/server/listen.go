package server

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func listenSteps() []gherkin.Step {
	return gherkin.Noun("event stream", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a session that is listened to`,
			Manual: "which checks share: its client has roots, two GET streams are open, the roots change, two pings are answered, and 250ms are quiet",
			Func:   (*check).listenTo},
		{Keyword: gherkin.Given, Pattern: `a GET stream is open`, Manual: "not testable if GET is answered with anything else", Func: openGet},
		{Keyword: gherkin.When, Pattern: `the GET stream is closed`, Manual: "by the client", Func: closeGet},
		{Keyword: gherkin.When, Pattern: `(\S+) pass(?:es)? in silence`, Manual: "not observed if that is longer than the command allows",
			Example: "35s pass in silence", Func: (*keeping).silence},
		{Keyword: gherkin.When, Pattern: `what the server asked for is answered`, Manual: "not observed if it asked for nothing", Func: answerAsked},
		{Keyword: gherkin.Then, Pattern: `GET is served where POST is`, Manual: "a stream of this transport, or 405", Func: getServed},
		{Keyword: gherkin.Then, Pattern: `no answer comes on a GET stream`, Manual: "not testable if there is none", Func: noAnswersOnGet},
		{Keyword: gherkin.Then, Pattern: `no message comes on both GET streams`, Manual: "not testable if there are not two, not observed if nothing comes",
			Func: noBroadcast},
		{Keyword: gherkin.Then, Pattern: `the next GET is answered with an event stream within (\S+)`,
			Manual:  "asked again while it is 400 or 409; not observed if that is longer than the command allows and no stream was closed",
			Example: "the next GET is answered with an event stream within 5s", Func: nextGet},
		{Keyword: gherkin.Then, Pattern: `something has come on the GET stream`, Manual: "after its first 5s; a comment will do", Func: (*keeping).keptAlive},
	})
}

// listenTo takes the session that is listened to: later checks see what had come,
// in their excerpts too.
func (c *check) listenTo() error {
	if err := c.bench.Ready(); err != nil {
		return err
	}
	l, err := c.bench.Listening()
	c.bench.Recall(l.Events)
	if err == nil {
		c.take(l.Conn, false)
	}
	return err
}

func (c *check) listening() (*probe.Listening, error) { return c.bench.Listening() }

// answerAsked answers every request of the server's as a client with no roots.
func answerAsked(all messages, c *probe.Conn) error {
	return each(requestsIn(all), fmt.Sprintf("the server asked for nothing within %s", probe.QuietTime), c.Oblige)
}

func getServed(l *probe.Listening) error {
	s := l.Gets[0]
	switch r := s.Reply; {
	case r.Status == 0:
		return fmt.Errorf("GET has no answer: %w", r.Err)
	case r.Status == http.StatusNotFound || r.Status == http.StatusGone || r.Status/100 == 3:
		return fmt.Errorf("GET is answered with HTTP %d where POST is served", r.Status)
	}
	if events := s.Events(); len(events) > 0 && events[0].IsEndpoint() {
		return fmt.Errorf("GET leads to another endpoint: its first event is endpoint with the data %s", probe.Quote(events[0].Data))
	}
	return nil
}

// getStreams are the open streams of the session that is listened to.
func getStreams(l *probe.Listening) []*probe.Stream {
	var out []*probe.Stream
	for _, s := range l.Gets {
		if s.Opened() {
			out = append(out, s)
		}
	}
	return out
}

func noAnswersOnGet(l *probe.Listening) error {
	streams := getStreams(l)
	if streams == nil {
		return verdict.NotTestable("the server has no GET stream")
	}
	for _, s := range streams {
		for _, f := range s.Frames() {
			if f.IsResponse() {
				return unless(false, f, "a GET stream, which resumes none, carries an answer")
			}
		}
	}
	return nil
}

func noBroadcast(l *probe.Listening) error {
	streams := getStreams(l)
	if len(streams) < 2 {
		return verdict.NotTestable("the server has no second GET stream")
	}
	one, two := streams[0].Events(), streams[1].Events()
	if len(probe.FramesOf(one))+len(probe.FramesOf(two)) == 0 {
		return verdict.NotObserved("no message came on a GET stream within %s", probe.QuietTime)
	}
	var unsure error
	for _, e := range one {
		switch f := copied(e, two); {
		case f.Raw == nil:
		case l.Conn.ToldOfOthers(e.At):
			unsure = verdict.NotObserved("both GET streams carry %s, and others call tools at that time", probe.Quote(f.Raw))
		default:
			return fmt.Errorf("both GET streams carry %s", probe.Quote(f.Raw))
		}
	}
	return unsure
}

// copied is a message of an event that another stream has as well, at about the same time (a later
// one may tell of what has happened since); the zero one if there is none.
func copied(e probe.Event, other []probe.Event) probe.Frame {
	for _, f := range probe.FramesOf([]probe.Event{e}) {
		for _, o := range other {
			same := func(g probe.Frame) bool { return sameMessage(f, g) }
			if e.At.Sub(o.At).Abs() < probe.AtTheSameTime && slices.ContainsFunc(probe.FramesOf([]probe.Event{o}), same) {
				return f
			}
		}
	}
	return probe.Frame{}
}

// sameMessage reports whether two messages must be one that was sent twice. Log
// messages need not: a server may greet each stream. Answers are another check's business.
func sameMessage(f, g probe.Frame) bool {
	return f.IsMessage() && !f.IsResponse() && f.Method() != "notifications/message" && bytes.Equal(bytes.TrimSpace(f.Raw), bytes.TrimSpace(g.Raw))
}

func openGet(c *probe.Conn) error {
	s := c.Listen("")
	switch {
	case s.Reply.Status == 0:
		return s.Reply.Err
	case !s.Opened():
		return verdict.NotTestable("the server has no GET stream: HTTP %d", s.Reply.Status)
	}
	return nil
}

func closeGet(c *probe.Conn) error {
	c.Listened().Cut()
	return nil
}

// keeping is how much had come on a stream when its silence began.
type keeping struct{ before int }

// greetingTime is how long what comes on a new stream is a greeting, as the event is
// that primes it, and keeps nothing alive.
const greetingTime = 5 * time.Second

func (k *keeping) silence(c *probe.Conn, b *probe.Bench, d time.Duration) error {
	if err := allowed(b, d); err != nil {
		return err
	}
	old, _ := c.Old()
	s := c.Listened()
	if s == nil || old != nil {
		return b.Sleep(d)
	}
	if err := s.Quiet(greetingTime); err != nil {
		return err
	}
	k.before = s.Size()
	return s.Quiet(d - greetingTime)
}

// allowed is nil if a check may take that long.
func allowed(b *probe.Bench, d time.Duration) error {
	return verdict.NotObservedIf(b.Target.Idle < d, "it takes %s of silence to see; --idle %s allows it", d, d)
}

func (k *keeping) keptAlive(c *probe.Conn) error {
	if s := c.Listened(); s.Size() == k.before && !s.Ended() {
		return errQuiet
	}
	return nil
}

func nextGet(c *probe.Conn, b *probe.Bench, d time.Duration) error {
	closed := c.Listened().Ended()
	for begun := b.Target.Clock.Now(); ; {
		s := c.Listen("")
		status := s.Reply.Status
		switch {
		case s.Opened():
			return nil
		case status == 0:
			return s.Reply.Err
		case status != http.StatusConflict && status != http.StatusBadRequest || b.Since(begun) >= d:
			return fmt.Errorf("GET is answered with HTTP %d %s", status, probe.Quote(s.Reply.Body))
		case !closed:
			if err := allowed(b, d); err != nil {
				return err
			}
		}
		if err := b.Sleep(probe.ShortestRetry); err != nil {
			return err
		}
	}
}

func oldSteps() []gherkin.Step {
	return gherkin.Noun("event stream", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the first event stream`, Manual: "of HTTP+SSE: the one that was opened first, with the handshake",
			Func: (*check).firstStream},
		{Keyword: gherkin.Then, Pattern: `its first event is endpoint with a URI`, Manual: "which may be relative", Func: firstEndpoint},
		{Keyword: gherkin.Then, Pattern: `the endpoint is of the same origin`, Manual: "scheme, host and port of the stream", Func: ownEndpoint},
		{Keyword: gherkin.Then, Pattern: `the answer to initialize is a message event of the stream`,
			Manual: "and not the body of the POST; not testable if there is no endpoint to send it to", Func: answerOnStream},
		{Keyword: gherkin.When, Pattern: `two more event streams are opened, and a request goes to the endpoint of the first`, Manual: "a ping", Func: (*check).openTwo},
		{Keyword: gherkin.Then, Pattern: `its answer comes on its own event stream alone`, Manual: "tried up to five times, as other checks open streams, too", Func: (*World).ownStream},
	})
}

func (c *check) firstStream() error {
	c.take(c.bench.First(), false)
	c.bench.RecallFirst()
	return nil
}

// oldStream is the stream of HTTP+SSE that everything comes through, and where
// messages go; "" = it named no place.
type oldStream struct {
	*probe.Stream
	endpoint string
}

func (c *check) oldStream() (oldStream, error) {
	s, endpoint := c.conn.Old()
	return oldStream{s, endpoint}, nil
}

func firstEndpoint(s oldStream, b *probe.Bench) error {
	events := s.Events()
	switch {
	case len(events) == 0 && s.Ended():
		return errors.New("the event stream ends without an event")
	case len(events) == 0:
		return errors.New("no event comes")
	case !events[0].IsEndpoint():
		return fmt.Errorf("the first event is named %q and has the data %s", events[0].Name, probe.Quote(events[0].Data))
	case errors.Is(b.Refused(), probe.ErrNoEndpoint):
		return b.Refused()
	}
	return nil
}

func ownEndpoint(b *probe.Bench) error {
	switch err := b.Refused(); {
	case errors.Is(err, probe.ErrForeignEndpoint):
		return err
	case errors.Is(err, probe.ErrNoEndpoint):
		return verdict.NotTestable("%s", err)
	}
	return nil
}

func answerOnStream(s oldStream, c *probe.Conn, b *probe.Bench) error {
	switch {
	case s.endpoint == "":
		return b.Ready()
	case c.Init.Members == nil:
		return b.Refused()
	}
	for _, e := range s.Events() {
		if f := probe.ParseFrame(e.Data); f.IsResponse() && f.ID() == c.Init.ID() {
			if e.Name != "" && e.Name != "message" {
				return fmt.Errorf("the answer comes as an event named %q", e.Name)
			}
			return nil
		}
	}
	return unless(false, c.Init, "the answer does not come on the event stream but as the body of the POST")
}
